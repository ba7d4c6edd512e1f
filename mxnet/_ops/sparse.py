"""Operators for sparse arrays, implemented on dense tensors for compiled graphs and gradients.

On sparse arrays, the sparse rules of the declarations apply.
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
    """Keep the given rows of a row-sparse array and set all others to zero."""
    rows = indices.long().reshape(-1)
    return torch.zeros_like(data).index_copy(0, rows, data[rows])


@register("_square_sum", sparse=Sparse(stored=sparse_matrices.square_sum), precision=FULL)
def square_sum(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
    """Compute the sum of squares over axis 0 or 1 of a row-sparse matrix."""
    return sum_over(data * data, axis=axis, keepdims=keepdims, exclude=exclude)


@register("_contrib_SparseEmbedding", inference=replace(EMBEDDING, shapes=None),
          form=Form(hidden=frozenset({"deterministic"})), sparse=sparse_rows(lambda params, stype: True))
def sparse_embedding(data: Tensor, weight: Tensor, *, input_dim: Int, output_dim: Int, dtype: DType = torch.float32,
                     sparse_grad: Bool = False, deterministic: Bool = False) -> Tensor:
    """Select rows of `weight` by the integers in `data`; the gradient of `weight` is row-sparse."""
    return embedding(data, weight, input_dim=input_dim, output_dim=output_dim, dtype=dtype, sparse_grad=True)


@register("_contrib_getnnz", inference=INT64, effects=NO_GRADIENT, sparse=Sparse(stored=sparse_matrices.count))
def getnnz(data: Tensor, *, axis: OptInt = None) -> Tensor:
    """Count the stored values of a CSR array, in total or per row (``axis=1``)."""
    if axis not in (None, 1):
        raise ValueError(f"axis must be None or 1, received {axis}")
    counts = (data != 0).sum(1)
    return counts.sum().reshape(1) if axis is None else counts


@register("_contrib_edge_id", effects=NO_GRADIENT, sparse=Sparse(stored=sparse_matrices.edge_id), precision=WIDEST)
def edge_id(data: Tensor, u: Tensor, v: Tensor) -> Tensor:
    """Return the elements of a CSR array at rows `u` and columns `v`, or -1 where none is stored."""
    values = data[u.long(), v.long()]
    return torch.where(values != 0, values, torch.full_like(values, -1))


@register("_contrib_dgl_adjacency", effects=NO_GRADIENT, sparse=Sparse(stored=sparse_matrices.adjacency),
          precision=WIDEST)
def dgl_adjacency(data: Tensor) -> Tensor:
    """Return the adjacency matrix of a graph given as a CSR array of edge IDs: one at each stored position."""
    return (data != 0).to(torch.float32)


def _needs_csr(*arrays: Tensor, **params: Any) -> Any:
    raise ValueError("the graph must be a csr array")


@register("_contrib_dgl_csr_neighbor_uniform_sample", variadic="num_args", outputs=lambda p: 3 * (p["num_args"] - 1),
          effects=NO_GRADIENT, sparse=Sparse(stored=sparse_graphs.sample_uniform), precision=WIDEST)
def dgl_csr_neighbor_uniform_sample(*seed_arrays: Tensor, num_hops: Int = 1, num_neighbor: Int = 2,
                                    max_num_vertices: Int = 100, generator: Generator) -> Any:
    """Sample neighborhoods of seed vertices in a graph, the first input, with at most `num_neighbor` edges per vertex.

    For each array of seeds, return the vertices followed by their number, a CSR array of their edges, and their
    distance in hops.
    """
    return _needs_csr(*seed_arrays)


@register("_contrib_dgl_csr_neighbor_non_uniform_sample", variadic="num_args",
          outputs=lambda p: 4 * (p["num_args"] - 2), effects=NO_GRADIENT,
          sparse=Sparse(stored=sparse_graphs.sample_non_uniform), precision=WIDEST)
def dgl_csr_neighbor_non_uniform_sample(*seed_arrays: Tensor, num_hops: Int = 1, num_neighbor: Int = 2,
                                        max_num_vertices: Int = 100, generator: Generator) -> Any:
    """Sample like the uniform sample, but with the vertex probabilities in the second input."""
    return _needs_csr(*seed_arrays)


@register("_contrib_dgl_subgraph", variadic="num_args",
          outputs=lambda p: (p["num_args"] - 1) * (2 if p["return_mapping"] else 1), effects=NO_GRADIENT,
          sparse=Sparse(stored=sparse_graphs.subgraph), precision=WIDEST)
def dgl_subgraph(*data: Tensor, return_mapping: Bool) -> Any:
    """Return subgraphs of a graph, the first input, for the given vertices.

    With `return_mapping`, also return the original edges.
    """
    return _needs_csr(*data)


@register("_contrib_dgl_graph_compact", variadic="num_args",
          outputs=lambda p: p["num_args"] // 2 * (2 if p["return_mapping"] else 1), effects=NO_GRADIENT,
          sparse=Sparse(stored=sparse_graphs.compact), precision=WIDEST)
def dgl_graph_compact(*graph_data: Tensor, return_mapping: Bool, graph_sizes: Shape) -> Any:
    """Remove empty rows and columns of sampled graphs; the inputs are graphs, then their vertices."""
    return _needs_csr(*graph_data)


@register("_sparse_adagrad_update", effects=Effects(mutates=("history",)), sparse=Sparse(update=sparse_updates.lazy))
def adagrad_update(weight: Tensor, grad: Tensor, history: Tensor, *, lr: Float, epsilon: Float = 1e-7,
                   wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0) -> Tensor:
    """Apply an AdaGrad step, divided by the root of the sum of squared gradients."""
    if wd != 0:
        raise ValueError(f"sparse adagrad_update does not support wd, received {wd}")
    return updated(TENSOR.adagrad, weight, grad, [history], None, lr, wd, epsilon, rescale_grad, clip_gradient)


@register("_contrib_group_adagrad_update", effects=Effects(mutates=("history",)),
          sparse=Sparse(update=sparse_updates.lazy))
def group_adagrad_update(weight: Tensor, grad: Tensor, history: Tensor, *, lr: Float, rescale_grad: Float = 1.0,
                         clip_gradient: Float = -1.0, epsilon: Float = 1e-5) -> Tensor:
    """Apply an AdaGrad step with one history value per row, the mean of its squared gradients."""
    return updated(TENSOR.group_adagrad, weight, grad, [history], None, lr, epsilon, rescale_grad, clip_gradient)
