"""The pass pipeline, in order. Each pass lives in a file of its own, whose text shows what it does."""

from __future__ import annotations

from collections.abc import Callable

from ..ir import Graph
from .bias_after_pool import bias_after_pool
from .channels_last import channels_last
from .common_subexpressions import common_subexpressions
from .complete_shapes import complete_shapes
from .complete_shapes import has_open_shapes as has_open_shapes
from .dense_with_relu import dense_with_relu
from .fold_batch_norm import fold_batch_norm
from .inplace_activation import inplace_activation
from .int8_layers import int8_layers
from .nd_twins import nd_twins
from .options import PassOptions as PassOptions
from .own_results import own_results
from .packed_convolution import packed_convolution
from .packed_dense import packed_dense
from .packed_lstm import packed_lstm
from .pass_zeros import pass_zeros
from .pool_before_relu import pool_before_relu
from .recompute import recompute
from .recompute import segments_of as segments_of
from .remove_identities import remove_identities
from .separate_weights import separate_weights
from .single_products import single_products

PIPELINE: list[Callable[[Graph, PassOptions], Graph]] = [
    complete_shapes,
    nd_twins,
    pass_zeros,
    remove_identities,
    common_subexpressions,
    int8_layers,
    single_products,
    fold_batch_norm,
    pool_before_relu,
    bias_after_pool,
    channels_last,
    packed_dense,
    dense_with_relu,
    packed_convolution,
    packed_lstm,
    inplace_activation,
    separate_weights,
    own_results,
    recompute,
]
# Passes for kernels that torch's compiler cannot trace, and for decisions that it makes itself.
WITHOUT_INDUCTOR = (packed_dense, dense_with_relu, packed_convolution, packed_lstm, inplace_activation, recompute)


def optimize(graph: Graph, options: PassOptions) -> Graph:
    """Run the pipeline."""
    graph.checked("inference")
    for step in PIPELINE:
        if options.inductor and step in WITHOUT_INDUCTOR:
            continue
        before, graph = graph, step(graph, options)
        if graph is not before:
            graph.checked(step.__name__, before)
    return graph
