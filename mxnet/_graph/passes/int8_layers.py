"""Run calibrated 8-bit layers on oneDNN's integer kernels, for prediction.

Before::

    %q, %q_min, %q_max = _contrib_quantize_v2(%x) {min_calib_range, max_calib_range}
    %y, %y_min, %y_max = _sg_mkldnn_conv(%q, %w, %b, %q_min, %q_max) {quantized, with_act, min_calib_range, ...}
    %z = _contrib_dequantize(%y, %y_min, %y_max)

After, where filters, scales and steps are computed once (see `parameters`)::

    %q = _int8_quantize(%x) {scale}
    %y = _int8_convolution(%q, %filters, %steps, %zeros, %b) {x_scale, y_scale, act=relu}
    %z = _int8_dequantize(%y) {step}

All ranges are known when the graph is compiled. Nodes for which they are not, and layers that the kernels do not
support, stay unchanged and get constants for the ranges of others. Results differ from the unchanged operators by one
step at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch

from mxnet_records import environment

from ..._ops.convolution import dilation, expand
from ..._ops.fused_layers import Curve, convolution_inputs, convolution_type, dense_inputs, dense_type
from ..._ops.opdef import find
from ..._ops.quantize import HALF_STEP
from .. import fused_parts as fused
from .. import int8_kernels as int8
from ..fused_parts import SingleUsers
from ..int8_weights import prepare_dense, prepare_filters, prepare_small
from ..ir import Entry, Graph, Node, Operation, Variable
from .options import PassOptions
from .packed_convolution import Users

_FULL = find("_full")
_NAMES = {torch.int8: "int8", torch.uint8: "uint8"}


class _Range(NamedTuple):
    """Dtype and limits of 8-bit integers."""

    dtype: torch.dtype
    low: float
    high: float

    @property
    def scale(self) -> float:
        """Return the steps per unit."""
        most = max(abs(self.low), abs(self.high))
        return HALF_STEP[self.dtype] / most if most else float(2 ** 31 - 1)


def _calibrated(params: Mapping[str, Any]) -> tuple[float, float] | None:
    low, high = params.get("min_calib_range"), params.get("max_calib_range")
    return None if low is None or high is None else (low, high)


def _symmetric(dtype: torch.dtype, low: float, high: float) -> _Range:
    most = max(abs(low), abs(high))
    return _Range(dtype, -most, most) if dtype is torch.int8 else _Range(dtype, low, high)


@dataclass
class _Rewriting:
    graph: Graph
    options: PassOptions
    consumers: SingleUsers
    ranges: dict[Node, _Range] = field(default_factory=dict)
    # Layers with 32-bit results, and the range of their data.
    sums: dict[Node, _Range] = field(default_factory=dict)
    offset: dict[Entry, Operation] = field(default_factory=dict)
    limits: dict[float, Operation] = field(default_factory=dict)
    changed: int = 0

    def change(self, node: Operation, inputs: list[Entry]) -> Node | Entry | None:
        """Return what replaces a node."""
        rule = _RULES.get(node.op.name)
        found = None if rule is None else rule(self, node, inputs)
        if found is not None:
            self.changed += 1
            return found, 0
        return self._with_constants(node, inputs)

    def _with_constants(self, node: Operation, inputs: list[Entry]) -> Node | None:
        """Return a copy of an unchanged node with constants for the ranges of replaced nodes."""
        if not any(source in self.ranges and index for source, index in node.inputs):
            return None
        given = []
        for (source, index), entry in zip(node.inputs, inputs, strict=True):
            if source in self.ranges and index:
                value = self.ranges[source].low if index == 1 else self.ranges[source].high
                if value not in self.limits:
                    self.limits[value] = Operation(_FULL, f"limit{len(self.limits)}", {
                        "shape": (1,), "value": value, "dtype": torch.float32}, [])
                entry = self.limits[value], 0
            given.append(entry)
        return node.copy(given)

    def range_of(self, node: Operation, position: int = 0) -> _Range | None:
        """Return the range of an input."""
        source, index = node.inputs[position]
        return self.ranges.get(source) if index == 0 else None

    def is_fixed(self, *entries: Entry) -> bool:
        """Return whether all entries are parameters of float32 or 8 bits."""
        return all(isinstance(source, Variable) and source.name in self.options.parameters for source, _ in entries)

    def unsigned(self, entry: Entry, given: _Range) -> tuple[Entry, int]:
        """Return an entry as unsigned integers, and their zero point."""
        if given.dtype is torch.uint8:
            return entry, 0
        if entry not in self.offset:
            source = entry[0]
            assert isinstance(source, Operation)
            if source.op is int8.QUANTIZE:
                self.offset[entry] = source.copy(params={"zero": int8.OFFSET}, name=f"{source.name}_offset")
            else:
                self.offset[entry] = Operation(int8.SIGNED_AS_UNSIGNED, f"{source.name}_offset", {}, [entry])
        return (self.offset[entry], 0), int8.OFFSET

    def size_of(self, entry: Entry) -> tuple[int, ...]:
        """Return the shape for which to pack weights, or nothing if it varies."""
        shape = self.graph.shapes.get(entry)
        return tuple(shape) if shape is not None and all(shape) and not self.options.sizes_vary else ()


def _quantize(work: _Rewriting, node: Operation, inputs: list[Entry]) -> Node | None:
    limits = _calibrated(node.params)
    if limits is None or work.graph.types.get(node.inputs[0]) is not torch.float32:
        return None
    out = node.params["out_type"]
    unsigned = out == "uint8" or (out == "auto" and limits[0] >= 0)
    found = work.ranges[node] = _symmetric(torch.uint8 if unsigned else torch.int8, *limits)
    return Operation(int8.QUANTIZE, node.name, {"scale": found.scale, "signed": not unsigned}, inputs[:1])


def _dequantize(work: _Rewriting, node: Operation, inputs: list[Entry]) -> Node | None:
    given = work.range_of(node)
    if given is None:
        return None
    return Operation(int8.DEQUANTIZE, node.name, {"step": 1.0 / given.scale}, inputs[:1])


def _pool(work: _Rewriting, node: Operation, inputs: list[Entry]) -> Node | None:
    given, params = work.range_of(node), node.params
    if given is None:
        return None
    work.ranges[node] = given  # also if the node stays
    if (params["layout"] or "NCHW") != "NCHW" or len(params["kernel"]) not in (0, 2):
        return None
    if params["global_pool"] and params["pool_type"] == "avg":
        return Operation(int8.MEAN, node.name, {"kernel": params["kernel"] or (1, 1)}, inputs[:1])
    kernel, stride, pad = params["kernel"], expand(params["stride"], 2, 1), expand(params["pad"], 2, 0)
    full = params["pooling_convention"] == "full"
    # Torch leaves out windows that begin behind the data.
    if params["pool_type"] != "max" or params["global_pool"] or params["pooling_convention"] == "same" or any(
            2 * p > k or (full and (p or s > k)) for p, k, s in zip(pad, kernel, stride, strict=True)):
        return None
    return Operation(int8.MAX_POOL, node.name, {"kernel": kernel, "stride": stride, "pad": pad, "full": full},
                     inputs[:1])


def _flatten(work: _Rewriting, node: Operation, inputs: list[Entry]) -> Node | None:
    given = work.range_of(node)
    if given is None:
        return None
    work.ranges[node] = given
    return Operation(int8.FLATTEN, node.name, {}, inputs[:1])


def _activation(work: _Rewriting, node: Operation, inputs: list[Entry]) -> Node | None:
    given = work.range_of(node)
    if given is None:
        return None
    work.ranges[node] = given
    return Operation(int8.RELU, node.name, {}, inputs[:1])


def _sum(work: _Rewriting, node: Operation, inputs: list[Entry]) -> Node | None:
    """Note the range of a calibrated sum, which stays unchanged."""
    left, right, limits = work.range_of(node), work.range_of(node, 1), _calibrated(node.params)
    if left is not None and right is not None and limits is not None:
        work.ranges[node] = _Range(left.dtype if left.dtype is right.dtype else torch.int8, *limits)
    return None


def _normalization(work: _Rewriting, node: Operation, inputs: list[Entry]) -> Node | None:
    """Note the range of a calibrated normalization, which stays unchanged."""
    limits = _calibrated(node.params)
    if limits is not None and work.range_of(node) is not None:
        work.ranges[node] = _Range(torch.int8, *limits)
    return None


def _concat(work: _Rewriting, node: Operation, inputs: list[Entry]) -> Node | None:
    count = len(inputs) // 3
    parts = [work.range_of(node, i) for i in range(count)]
    known = [part for part in parts if part is not None]
    if not count or len(known) < count:
        return None
    signed = any(part.dtype is torch.int8 for part in known)
    found = work.ranges[node] = _Range(torch.int8 if signed else torch.uint8, min(0.0, *(part.low for part in known)),
                                       max(0.0, *(part.high for part in known)))
    return Operation(int8.CONCAT, node.name, {
        "dim": node.params["dim"], "signed": signed, "factors": tuple(found.scale / part.scale for part in known),
        "num_args": count}, inputs[:count])


def _curve_name(curve: Curve | None) -> tuple[str, tuple[float, ...]] | None:
    """Return oneDNN's name and parameters of an activation, or None if it has none."""
    if curve is None:
        return "none", ()
    if curve == Curve("relu"):
        return "relu", ()
    return ("hardtanh", (0.0, curve.limit)) if curve.kind == "bounded_relu" else None


def _convolution(work: _Rewriting, node: Operation, inputs: list[Entry]) -> Node | None:
    params, limits = node.params, _calibrated(node.params)
    if not fused.has_flag(node, "quantized") or limits is None:
        return None
    layers = fused.convolution_layers(params, node.op.subgraph)  # type: ignore[attr-defined]
    layer = layers.convolution
    given = dict(zip(convolution_inputs(layers, params), inputs, strict=True))
    before = dict(zip(given, node.inputs, strict=True))
    data, other = work.ranges.get(before["data"][0]), None
    names = [name for name in ("weight", "bias", "gamma", "beta", "mean", "var") if name in given]
    if data is None or len(layer["kernel"]) != 2 or (layer["layout"] or "NCHW") != "NCHW" or not (
            work.is_fixed(*(given[name] for name in names))):
        return None
    curve = _curve_name(layers.last_curve if params["with_sum"] else layers.curve)
    if params["with_sum"]:
        other = work.ranges.get(before["sum"][0])
        if other is None or (params["with_act"] and layers.curve is not None) or (curve is not None and curve[1]):
            return None
    if curve is None:
        return None
    found = _Range(convolution_type(layers, params), *limits)
    filters, steps, zeros, bias = prepare_filters(node, layers, given, data.scale)
    entry, zero = work.unsigned(given["data"], data)
    geometry = _geometry(layer)
    scales = {"x_scale": 1.0 / data.scale, "x_zero": zero}
    packed = Operation(int8.PACKED_FILTERS, f"{node.name}_filters", {
        **geometry, **scales, "size": work.size_of(before["data"])}, [filters, steps[1]])
    settings = {**geometry, **scales, "y_scale": 1.0 / found.scale, "out": _NAMES[found.dtype], "act": curve[0]}
    rest = [entry, (packed, 0), steps[0], zeros, *bias]
    work.ranges[node] = found
    if other is None:
        return Operation(int8.CONVOLUTION, node.name, {**settings, "limits": curve[1]}, rest)
    return Operation(int8.CONVOLUTION_ONTO, node.name, {**settings, "other_scale": 1.0 / other.scale},
                     [given["sum"], *rest])


_GEOMETRY = ("stride", "pad", "dilate", "num_group")


def _geometry(layer: Mapping[str, Any]) -> dict[str, Any]:
    return {"stride": expand(layer["stride"], 2, 1), "pad": expand(layer["pad"], 2, 0),
            "dilate": dilation(layer["dilate"], layer["kernel"]), "num_group": layer["num_group"]}


def _rows(shape: tuple[int, ...], flatten: bool) -> tuple[int, ...]:
    """Return the shape of a dense layer's data, or nothing if it varies."""
    return (shape[0], torch.Size(shape[1:]).numel()) if flatten and shape else shape


def _dense(work: _Rewriting, node: Operation, inputs: list[Entry]) -> Node | None:
    params, limits = node.params, _calibrated(node.params)
    as_float = params["enable_float_output"]
    if not fused.has_flag(node, "quantized") or (limits is None and not as_float):
        return None
    layers = fused.dense_layers(node.op.subgraph)  # type: ignore[attr-defined]
    given = dict(zip(dense_inputs(layers, params), inputs, strict=True))
    data = work.range_of(node)
    fixed = [entry for name, entry in given.items() if not name.endswith("data")]
    curve = layers.curve if params["with_eltwise"] else None
    name = _curve_name(curve)
    if data is None or name is None or name[1] or not work.is_fixed(*fixed):
        return None
    weight, steps, zeros, bias = prepare_dense(node, given, data.scale, params["channel_wise_quantize"])
    entry, zero = work.unsigned(given["data"], data)
    flatten = layers.dense["flatten"]
    size = _rows(work.size_of(node.inputs[0]), flatten)
    packed = Operation(int8.PACKED_DENSE, f"{node.name}_packed", {"size": size}, [weight])
    settings = {"x_scale": 1.0 / data.scale, "x_zero": zero, "act": name[0], "flatten": flatten}
    if as_float:
        settings |= {"y_scale": 1.0, "out": "float32"}
    else:
        assert limits is not None
        found = work.ranges[node] = _Range(dense_type(curve), *limits)
        settings |= {"y_scale": 1.0 / found.scale, "out": _NAMES[found.dtype]}
    return Operation(int8.DENSE, node.name, settings, [entry, (packed, 0), steps, zeros, *bias])


def _requantize(work: _Rewriting, node: Operation, inputs: list[Entry]) -> Node | None:
    """Replace a layer with 32-bit results and the requantization that follows it."""
    layer, limits = node.inputs[0][0], _calibrated(node.params)
    made = inputs[0][0]
    out = node.params["out_type"]
    if limits is None or not isinstance(made, Operation) or layer not in work.sums or out == "uint8" or (
            out == "auto" and limits[0] >= 0):
        return None
    data, found = work.sums[layer], _symmetric(torch.int8, *limits)
    names = made.op.input_names(made.params)
    given = dict(zip(names, made.inputs, strict=True))
    x_scale, convolves = max(abs(data.low), abs(data.high)) / 127, "kernel" in made.params
    weight, steps, zeros, bias = prepare_small(node, given, x_scale, 1.0 if convolves else 127.5 / 127)
    entry, zero = work.unsigned(given["data"], data)
    settings = {"x_scale": x_scale, "x_zero": zero, "y_scale": found.high / 127 or 1.0, "out": "int8", "act": "none"}
    size = work.size_of(layer.inputs[0])
    work.ranges[node] = found
    if convolves:
        settings |= _geometry(made.params)
        packing = {key: settings[key] for key in ("x_scale", "x_zero", *_GEOMETRY)}
        packed = Operation(int8.PACKED_FILTERS, f"{node.name}_filters", {**packing, "size": size}, [weight, steps[1]])
        return Operation(int8.CONVOLUTION, node.name, settings, [entry, (packed, 0), steps[0], zeros, *bias])
    flatten = made.params["flatten"]
    packed = Operation(int8.PACKED_DENSE, f"{node.name}_packed", {"size": _rows(size, flatten)}, [weight])
    return Operation(int8.DENSE, node.name, {**settings, "flatten": flatten},
                     [entry, (packed, 0), steps[0], zeros, *bias])


def _note_sums(work: _Rewriting, node: Operation, inputs: list[Entry]) -> Node | None:
    """Note a layer with 32-bit results that its only consumer, a requantization, can replace."""
    data, params = work.range_of(node), node.params
    if data is None or data.dtype is not torch.int8 or work.consumers.only(node) is None:
        return None
    if "kernel" in params and (len(params["kernel"]) != 2 or (params["layout"] or "NCHW") != "NCHW"):
        return None
    names = node.op.input_names(params)
    fixed = [entry for name, entry in zip(names, inputs, strict=True) if not name.endswith("data")]
    if work.is_fixed(*fixed):
        work.sums[node] = data
    return None


_RULES = {
    "_contrib_requantize": _requantize, "_contrib_quantized_conv": _note_sums,
    "_contrib_quantized_fully_connected": _note_sums,
    "_contrib_quantize_v2": _quantize, "_contrib_dequantize": _dequantize, "_contrib_quantized_pooling": _pool,
    "_contrib_quantized_flatten": _flatten, "_contrib_quantized_act": _activation,
    "_contrib_quantized_elemwise_add": _sum, "_contrib_quantized_concat": _concat,
    "_contrib_quantized_batch_norm": _normalization, fused.CONVOLUTION: _convolution, fused.DENSE: _dense,
}


def _overwrite_operands(graph: Graph) -> Graph:
    """Write sums to the memory of their operands where these have no later consumers."""
    users = Users(graph)

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        if node.op is not int8.CONVOLUTION_ONTO or not users.may_be_overwritten(node.inputs[0], node, (node, 0)):
            return None
        return node.copy(inputs, params={"copy": False})

    return graph.rewrite(change)


def int8_layers(graph: Graph, options: PassOptions) -> Graph:
    """Replace calibrated 8-bit layers when nothing is recorded."""
    if options.recording or options.device.type != "cpu" or not int8.AVAILABLE or (
            environment.EXACT_QUANTIZATION.get()):
        return graph
    if not any(node.op.name == "_contrib_quantize_v2" for node in graph.operations()):
        return graph
    work = _Rewriting(graph, options, SingleUsers(graph))
    replaced = graph.rewrite(work.change)
    return _overwrite_operands(replaced) if work.changed else graph
