"""Nodes in which MXNet's backends ``MKLDNN`` and ``MKLDNN_QUANTIZE`` fused a layer with the operators that follow it.

Over floating point numbers such a node stands for its subgraph, as it is computed in prediction::

    %y = _sg_mkldnn_conv(%x, %w, ...) {with_act}     with  %c = Convolution(%x0, ...); %r = Activation(%c)

    after  %y_c = Convolution(%x, %w, ...)
           %y_r = Activation(%y_c)
           %y_r_stopped = BlockGrad(%y_r)

Over 8 bit integers it is one operator, to which the subgraph tells parameters of the layers.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from .._ops.fused_layers import (
    convolution_inputs,
    dense_inputs,
    quantized_convolution,
    quantized_dense,
)
from .._ops.opdef import OpDef, ShapeLike, find
from .._runtime.error import MXNetError
from . import nested
from .control_flow import Body
from .fused_parts import CONVOLUTION, DENSE, convolution_layers, dense_layers
from .infer import is_known
from .inline import SubgraphDef
from .ir import Entry, Graph, Node, Operation

NAMES = (CONVOLUTION, DENSE, "_sg_mkldnn_selfatt_qk", "_sg_mkldnn_selfatt_valatt")
# Attribute names of older versions.
_RENAMED = {CONVOLUTION: {"with_relu": "with_act", "with_postsum_relu": "with_postsum_act"},
            DENSE: {"with_relu": "with_eltwise"}}


def make_node(kind: str, name: str, attrs: dict[str, str], subgraphs: list[Graph], inputs: list[Entry]) -> Operation:
    """A node of a fused operator."""
    if len(subgraphs) != 1:
        raise MXNetError(f"operator {kind} ({name}): Check failed: attrs->subgraphs.size() == 1 "
                         f"({len(subgraphs)} vs. 1)")
    for old, new in _RENAMED.get(kind, {}).items():
        if old in attrs:
            attrs[new] = attrs.pop(old)
    params = find(kind).parse(attrs)
    op = _definition(kind, params, subgraphs[0])
    wanted = op.input_names(params)
    if len(inputs) != len(wanted):
        raise MXNetError(f"operator {kind} ({name}): needs inputs {', '.join(wanted)}, received {len(inputs)}")
    return Operation.of_texts(op, name, attrs, inputs)


def _definition(kind: str, params: dict[str, Any], subgraph: Graph) -> OpDef:
    if kind not in (CONVOLUTION, DENSE):
        return _with_graph(find(kind), subgraph)
    if not params["quantized"]:
        return nested.definition(subgraph, kind, _as_predicted(subgraph), ("output",))
    return _of_convolution(params, subgraph) if kind == CONVOLUTION else _of_dense(params, subgraph)


def _with_graph(op: OpDef, subgraph: Graph) -> SubgraphDef:
    """Return the operator as one that is stored with a graph."""
    made = SubgraphDef(**{field.name: getattr(op, field.name) for field in fields(op)})
    made.subgraph = subgraph
    return made


def _as_predicted(subgraph: Graph) -> Graph:
    """Return the graph with moving statistics in all modes and without gradients."""

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        if not node.is_op("BatchNorm"):
            return None
        return node.copy(inputs, params={"use_global_stats": True})

    outputs = subgraph.rewrite(change).outputs
    stop = find("BlockGrad")
    return Graph([(Operation(stop, f"{node.name}_stopped", {}, [(node, index)]), 0) for node, index in outputs])


def _fill(subgraph: Graph) -> Callable[[dict[str, Any], list[ShapeLike]], list[ShapeLike]]:
    """Shapes that the graph tells; the ranges after its inputs are one number each."""
    count = len(subgraph.variables())
    body = functools.cache(lambda: Body(subgraph))

    def fill(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
        found = body().shapes(shapes[:count])
        known = [shape if is_known(shape) else other for shape, other in zip(shapes[:count], found, strict=True)]
        return [*known, *[(1,)] * (len(shapes) - count)]

    return fill


def _quantized(kind: str, lower: Any, names: tuple[str, ...], outputs: tuple[str, ...], subgraph: Graph) -> OpDef:
    op = find(kind)
    given = [v.name for v in subgraph.variables()]
    states = {v.name for v in subgraph.auxiliary()}
    aux = tuple(name for name, inner in zip(names, given, strict=False) if inner in states)
    return _with_graph(replace(op, lower=functools.partial(lower, **op.defaults), inputs=names, outputs=len(outputs),
                               present=None, dynamic=False, aux=aux, form=replace(op.form, output_names=outputs),
                               inference=replace(op.inference, fill=_fill(subgraph))), subgraph)


def _of_convolution(params: dict[str, Any], subgraph: Graph) -> OpDef:
    layers = convolution_layers(params, subgraph)
    return _quantized(CONVOLUTION, functools.partial(quantized_convolution, layers),
                      convolution_inputs(layers, params), ("output", "output_min", "output_max"), subgraph)


def _of_dense(params: dict[str, Any], subgraph: Graph) -> OpDef:
    layers = dense_layers(subgraph)
    names = ("output",) if params["enable_float_output"] else ("output", "min_output", "max_output")
    return _quantized(DENSE, functools.partial(quantized_dense, layers), dense_inputs(layers, params), names, subgraph)
