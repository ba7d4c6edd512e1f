"""Operators on sparse arrays: dedicated ones, and others in the storage types they support."""

from __future__ import annotations

import numpy as np
from sample import Sample, array

ROWS, CSR, DENSE = "row_sparse", "csr", "default"


def rows(*shape, dtype="float32", seed=0, kept=(0, 2)):
    """Return numbers in some rows and zeros elsewhere."""
    values = array(*shape, dtype=dtype, seed=seed)
    values[[i for i in range(shape[0]) if i not in kept]] = 0
    return values


def scattered(*shape, dtype="float32", seed=0, high=1.0):
    """Return an array in which about half of the elements are zero."""
    values = array(*shape, dtype=dtype, seed=seed, high=high)
    values[array(*shape, seed=seed + 1) > 0] = 0
    values[1] = 0
    return values


def both(op, params=None, seed=0, **facts):
    """Return a call on a CSR and on a row-sparse matrix."""
    return [Sample(op, (scattered(4, 5, seed=seed),), params or {}, stypes=(CSR,), symbolic=False, **facts),
            Sample(op, (rows(4, 5, seed=seed),), params or {}, stypes=(ROWS,), symbolic=False, **facts)]


def pairs(op, kinds, grad=True, numeric=True, **params):
    """Return calls on two matrices for each pair of storage types."""
    make = {DENSE: array, ROWS: rows, CSR: scattered}
    return [Sample(op, (make[left](4, 5, seed=1), make[right](4, 5, seed=2)), params, stypes=(left, right),
                   symbolic=False, grad=grad, numeric=numeric) for left, right in kinds]


def step(op, states, params, weight=DENSE, shape=(4, 3), history=None):
    """Return an optimizer step with a row-sparse gradient, written into the weight."""
    inputs = (rows(*shape, seed=1, kept=(0, 1, 2, 3)), rows(*shape, seed=2),
              *[np.abs(rows(*(history or shape), seed=3 + i, kept=(0, 1, 2, 3))) for i in range(states)])
    return Sample(op, inputs, {"lr": 0.1, **params}, stypes=(weight, ROWS, *[weight] * states), out=0, grad=False,
                  symbolic=False)


SAME = [(CSR, CSR), (ROWS, ROWS)]
MIXED = [*SAME, (DENSE, CSR), (CSR, DENSE), (DENSE, ROWS), (ROWS, DENSE)]
COLUMNS = np.array([1, 0, 3], "int64")
EDGES = np.array([0, 0, 2], "int64")
GRAPH = np.array([[0, 3, 0], [1, 0, 2], [0, 0, 4]], "int64")
WHOLE = np.zeros((5, 5), "int64")
WHOLE[~np.eye(5, dtype=bool)] = np.arange(1, 21)
SAMPLED = np.array([[0, 0, 2, 3, 0], [9, 0, 0, 11, 0], [0] * 5, [0] * 5], "int64")
UPDATE = {"rescale_grad": 0.5, "clip_gradient": 0.2}

SAMPLES = [
    Sample("_sparse_retain", (rows(4, 3), np.array([0, 1], "int64")), stypes=(ROWS, DENSE), symbolic=False),
    Sample("_sparse_retain", (rows(4, 2, 3), np.array([0, 2, 3], "int64")), stypes=(ROWS, DENSE), symbolic=False),
    Sample("_sparse_retain", (rows(4, 3), np.array([2], "int32")), stypes=(ROWS, DENSE), symbolic=False, grad=False),
    *[Sample("_square_sum", (rows(4, 3),), {"axis": axis, "keepdims": keepdims}, stypes=(ROWS,), symbolic=False)
      for axis in (0, 1) for keepdims in (False, True)],
    Sample("_contrib_SparseEmbedding", (np.array([0, 3, 0, 9], "int32"), array(5, 2)),
           {"input_dim": 5, "output_dim": 2}, grad=False),
    Sample("_contrib_SparseEmbedding", (np.array([[0], [2]], "int32"), rows(5, 2)),
           {"input_dim": 5, "output_dim": 2}, stypes=(DENSE, ROWS), symbolic=False, grad=False),
    Sample("_contrib_getnnz", (scattered(4, 5),), stypes=(CSR,), grad=False, symbolic=False),
    Sample("_contrib_getnnz", (scattered(4, 5),), {"axis": 1}, stypes=(CSR,), grad=False, symbolic=False),
    Sample("_contrib_edge_id", (scattered(4, 5), EDGES, COLUMNS), stypes=(CSR, DENSE, DENSE), grad=False,
           symbolic=False),
    Sample("_contrib_dgl_adjacency", (GRAPH,), stypes=(CSR,), grad=False, symbolic=False),
    Sample("_contrib_dgl_subgraph", (WHOLE, np.array([0, 2, 3], "int64"), np.array([1], "int64")),
           {"return_mapping": True}, stypes=(CSR, DENSE, DENSE), grad=False, symbolic=False),
    Sample("_contrib_dgl_subgraph", (WHOLE, np.array([0, 2, 3], "int64")), {"return_mapping": False},
           stypes=(CSR, DENSE), grad=False, symbolic=False),
    Sample("_contrib_dgl_graph_compact", (SAMPLED, np.array([0, 2, 3, 0, 3], "int64")),
           {"return_mapping": False, "graph_sizes": (3,)}, stypes=(CSR, DENSE), grad=False, symbolic=False),
    # There is room for five vertices, so the second seed is not visited.
    Sample("_contrib_dgl_csr_neighbor_uniform_sample", (WHOLE, np.array([0, 3], "int64")),
           {"num_neighbor": 9, "max_num_vertices": 5}, stypes=(CSR, DENSE), grad=False, symbolic=False),
    Sample("_contrib_dgl_csr_neighbor_uniform_sample",
           (WHOLE, np.array([0], "int64"), np.array([3, 3], "int64")),
           {"num_hops": 2, "num_neighbor": 1, "max_num_vertices": 4}, stypes=(CSR, DENSE, DENSE), grad=False,
           symbolic=False, values=False),
    Sample("_contrib_dgl_csr_neighbor_non_uniform_sample",
           (WHOLE, array(5, low=0.1), np.array([0], "int64")),
           {"num_hops": 2, "num_neighbor": 1, "max_num_vertices": 4}, stypes=(CSR, DENSE, DENSE), grad=False,
           symbolic=False, values=False),
    step("_sparse_adagrad_update", 1, {}),
    step("_sparse_adagrad_update", 1, {"epsilon": 0.1, **UPDATE}),
    step("_sparse_adagrad_update", 1, UPDATE, ROWS),
    step("_contrib_group_adagrad_update", 1, {}, history=(4, 1)),
    step("_contrib_group_adagrad_update", 1, {"epsilon": 0.1, **UPDATE}, history=(4, 1)),
    step("sgd_update", 0, {"wd": 0.1, **UPDATE}),
    step("sgd_update", 0, {"wd": 0.1, "lazy_update": False}),
    step("sgd_update", 0, {"wd": 0.1}, ROWS),
    step("sgd_mom_update", 1, {"wd": 0.1, "momentum": 0.9, **UPDATE}),
    step("sgd_mom_update", 1, {"wd": 0.1, "momentum": 0.9, "lazy_update": False}),
    step("sgd_mom_update", 1, {"momentum": 0.9}, ROWS),
    step("adam_update", 2, {"wd": 0.1, **UPDATE}),
    step("adam_update", 2, {"wd": 0.1, "lazy_update": False}),
    step("adam_update", 2, {}, ROWS),
    step("ftrl_update", 2, {"wd": 0.1, "lamda1": 0.01, **UPDATE}),
    step("ftrl_update", 2, {"wd": 0.1, "lamda1": 0.01, **UPDATE}, ROWS),
    *[s for op in ("abs", "arcsin", "arctan", "ceil", "degrees", "expm1", "floor", "log1p", "negative", "relu", "rint",
                   "round", "sign", "sin", "square", "tan", "tanh", "trunc", "zeros_like")
      for s in both(op, grad=False)],
    *[s for op in ("_plus_scalar", "_mul_scalar", "_div_scalar", "_greater_scalar", "_lesser_equal_scalar")
      for scalar in (0.5, -0.5) for s in both(op, {"scalar": scalar}, grad=False)],
    *both("clip", {"a_min": -0.25, "a_max": 0.75}, grad=False),
    *[s for op in ("sum", "mean") for axis in (0, 1) for s in both(op, {"axis": axis, "keepdims": True}, grad=False)],
    *both("norm", grad=False),
    *[s for op in ("elemwise_add", "elemwise_sub") for s in pairs(op, MIXED, grad=False)],
    *[s for op in ("_maximum", "_minimum") for s in pairs(op, SAME, grad=False)],
    *pairs("elemwise_mul", MIXED, grad=False),
    Sample("broadcast_mul", (scattered(4, 5), array(1, 5)), stypes=(CSR, DENSE), grad=False, symbolic=False),
    Sample("broadcast_div", (scattered(4, 5), array(4, 1, low=1.0, high=2.0)), stypes=(CSR, DENSE), grad=False,
           symbolic=False),
    Sample("slice", (scattered(4, 5),), {"begin": (0, 1), "end": (3, 4)}, stypes=(CSR,), grad=False, symbolic=False),
    Sample("slice", (scattered(4, 5),), {"begin": (2,), "end": (4,)}, stypes=(CSR,), grad=False, symbolic=False),
    Sample("take", (scattered(4, 5), np.array([3, 0, 0, 7], "float32")), {"mode": "clip"}, stypes=(CSR, DENSE),
           grad=False, symbolic=False),
    Sample("take", (scattered(4, 5), np.array([-1, 0, 6], "float32")), {"mode": "wrap"}, stypes=(CSR, DENSE),
           grad=False, symbolic=False),
    Sample("concat", (scattered(4, 5), scattered(2, 5)), {"dim": 0}, stypes=(CSR, CSR), grad=False, symbolic=False),
    Sample("add_n", (rows(4, 5), rows(4, 5, kept=(2, 3))), stypes=(ROWS, ROWS), grad=False, symbolic=False),
    *pairs("add_n", [(DENSE, CSR), (ROWS, CSR)], grad=False),
    Sample("dot", (scattered(4, 5), array(5, 3)), stypes=(CSR, DENSE), grad=False, symbolic=False),
    Sample("dot", (scattered(4, 5), array(4, 3)), {"transpose_a": True}, stypes=(CSR, DENSE), grad=False,
           symbolic=False),
    Sample("dot", (scattered(4, 5), rows(5, 3)), stypes=(CSR, ROWS), grad=False, symbolic=False),
    Sample("dot", (scattered(4, 5), rows(4, 3)), {"transpose_a": True}, stypes=(CSR, ROWS), grad=False,
           symbolic=False),
    Sample("dot", (array(3, 4), scattered(4, 5)), stypes=(DENSE, CSR), grad=False, symbolic=False),
    Sample("dot", (array(3, 5), scattered(4, 5)), {"transpose_b": True}, stypes=(DENSE, CSR), grad=False,
           symbolic=False),
    Sample("dot", (scattered(4, 5, dtype="float64"), array(5, 3, dtype="float64")), stypes=(CSR, DENSE), grad=False,
           symbolic=False),
    Sample("Embedding", (np.array([0, 2, 4], "int32"), rows(5, 2)), {"input_dim": 5, "output_dim": 2},
           stypes=(DENSE, ROWS), grad=False, symbolic=False),
    Sample("where", (scattered(4, 5), array(4, 5), array(4, 5, seed=3)), stypes=(CSR, DENSE, DENSE), grad=False,
           symbolic=False),
    Sample("cast_storage", (scattered(4, 5),), {"stype": "default"}, stypes=(CSR,), grad=False, symbolic=False),
    Sample("cast_storage", (scattered(4, 5),), {"stype": "row_sparse"}, grad=False, symbolic=False),
    *both("_contrib_quadratic", {"a": 2.0, "b": 0.5}, grad=False),
    *pairs("_scatter_elemwise_div", [(ROWS, DENSE)], grad=False),
]
