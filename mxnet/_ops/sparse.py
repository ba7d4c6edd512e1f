"""Operators made for sparse arrays, here on dense ones: what compiled graphs and gradients compute.

On arrays of sparse storage types the rules apply that they are declared with.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from . import sparse_graphs, sparse_matrices, sparse_updates
from .facts import FULL, INT64, NO_GRADIENT, WIDEST, Effects, Form, Sparse
from .index import EMBEDDING, embedding, sparse_rows
from .opdef import register
from .optimizer_formulas import TENSOR, updated
from .params import Bool, DType, Float, Generator, Int, OptInt, OptShape, Shape
from .reduce import sum as sum_over


@register("_sparse_retain", sparse=Sparse(stored=sparse_matrices.retain))
def sparse_retain(data: Tensor, indices: Tensor) -> Tensor:
    """The given rows of a row-sparse array; all others are zero."""
    rows = indices.long().reshape(-1)
    return torch.zeros_like(data).index_copy(0, rows, data[rows])


@register("_square_sum", sparse=Sparse(stored=sparse_matrices.square_sum), precision=FULL)
def square_sum(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
    """Sum of squares over axis 0 or 1 of a row-sparse matrix."""
    return sum_over(data * data, axis=axis, keepdims=keepdims, exclude=exclude)


@register("_contrib_SparseEmbedding", inference=replace(EMBEDDING, shapes=None),
          form=Form(hidden=frozenset({"deterministic"})), sparse=sparse_rows(lambda params, stype: True))
def sparse_embedding(data: Tensor, weight: Tensor, *, input_dim: Int, output_dim: Int, dtype: DType = torch.float32,
                     sparse_grad: Bool = False, deterministic: Bool = False) -> Tensor:
    """Rows of `weight` chosen by the integers in `data`; the gradient of `weight` is row-sparse."""
    return embedding(data, weight, input_dim=input_dim, output_dim=output_dim, dtype=dtype, sparse_grad=True)


@register("_contrib_getnnz", inference=INT64, effects=NO_GRADIENT, sparse=Sparse(stored=sparse_matrices.count))
def getnnz(data: Tensor, *, axis: OptInt = None) -> Tensor:
    """How many values a CSR array stores, in all or in each row (``axis=1``)."""
    if axis not in (None, 1):
        raise ValueError(f"axis must be None or 1, received {axis}")
    counts = (data != 0).sum(1)
    return counts.sum().reshape(1) if axis is None else counts


@register("_contrib_edge_id", effects=NO_GRADIENT, sparse=Sparse(stored=sparse_matrices.edge_id), precision=WIDEST)
def edge_id(data: Tensor, u: Tensor, v: Tensor) -> Tensor:
    """Elements of a CSR array at rows `u` and columns `v`, -1 where none is stored."""
    found = data[u.long(), v.long()]
    return torch.where(found != 0, found, torch.full_like(found, -1))


@register("_contrib_dgl_adjacency", effects=NO_GRADIENT, sparse=Sparse(stored=sparse_matrices.adjacency),
          precision=WIDEST)
def dgl_adjacency(data: Tensor) -> Tensor:
    """The adjacency matrix of a graph given by a CSR array of edge numbers: one at each stored place."""
    return (data != 0).to(torch.float32)


def _needs_csr(*arrays: Tensor, **params: Any) -> Any:
    raise ValueError("the graph must be a csr array")


@register("_contrib_dgl_csr_neighbor_uniform_sample", variadic="num_args", outputs=lambda p: 3 * (p["num_args"] - 1),
          effects=NO_GRADIENT, sparse=Sparse(stored=sparse_graphs.sample_uniform), precision=WIDEST)
def dgl_csr_neighbor_uniform_sample(*seed_arrays: Tensor, num_hops: Int = 1, num_neighbor: Int = 2,
                                    max_num_vertices: Int = 100, generator: Generator) -> Any:
    """Neighbourhoods of seed vertices in a graph, the first input, with at most `num_neighbor` edges a vertex.

    For each array of seeds: the vertices and, last, their number; a CSR array of their edges; and how many
    hops away they are.
    """
    return _needs_csr(*seed_arrays)


@register("_contrib_dgl_csr_neighbor_non_uniform_sample", variadic="num_args",
          outputs=lambda p: 4 * (p["num_args"] - 2), effects=NO_GRADIENT,
          sparse=Sparse(stored=sparse_graphs.sample_non_uniform), precision=WIDEST)
def dgl_csr_neighbor_non_uniform_sample(*seed_arrays: Tensor, num_hops: Int = 1, num_neighbor: Int = 2,
                                        max_num_vertices: Int = 100, generator: Generator) -> Any:
    """As the uniform sample, but neighbours are drawn by the probabilities in the second input."""
    return _needs_csr(*seed_arrays)


@register("_contrib_dgl_subgraph", variadic="num_args",
          outputs=lambda p: (p["num_args"] - 1) * (2 if p["return_mapping"] else 1), effects=NO_GRADIENT,
          sparse=Sparse(stored=sparse_graphs.subgraph), precision=WIDEST)
def dgl_subgraph(*data: Tensor, return_mapping: Bool) -> Any:
    """Subgraphs of a graph, the first input, with the given vertices; with `return_mapping` also the old edges."""
    return _needs_csr(*data)


@register("_contrib_dgl_graph_compact", variadic="num_args",
          outputs=lambda p: p["num_args"] // 2 * (2 if p["return_mapping"] else 1), effects=NO_GRADIENT,
          sparse=Sparse(stored=sparse_graphs.compact), precision=WIDEST)
def dgl_graph_compact(*graph_data: Tensor, return_mapping: Bool, graph_sizes: Shape) -> Any:
    """Sampled graphs without their empty rows and columns; the inputs are graphs, then their vertices."""
    return _needs_csr(*graph_data)


@register("_sparse_adagrad_update", effects=Effects(mutates=("history",)), sparse=Sparse(update=sparse_updates.lazy))
def adagrad_update(weight: Tensor, grad: Tensor, history: Tensor, *, lr: Float, epsilon: Float = 1e-7,
                   wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0) -> Tensor:
    """AdaGrad step: divides by the root of the sum of all squared gradients so far."""
    if wd != 0:
        raise ValueError(f"sparse adagrad_update does not support wd, received {wd}")
    return updated(TENSOR.adagrad, weight, grad, [history], None, lr, wd, epsilon, rescale_grad, clip_gradient)


@register("_contrib_group_adagrad_update", effects=Effects(mutates=("history",)),
          sparse=Sparse(update=sparse_updates.lazy))
def group_adagrad_update(weight: Tensor, grad: Tensor, history: Tensor, *, lr: Float, rescale_grad: Float = 1.0,
                         clip_gradient: Float = -1.0, epsilon: Float = 1e-5) -> Tensor:
    """AdaGrad step with one history per row: the mean of its squared gradients."""
    return updated(TENSOR.group_adagrad, weight, grad, [history], None, lr, epsilon, rescale_grad, clip_gradient)
