"""Rules for operators that are a single expression in torch."""

from __future__ import annotations

import math
from typing import Any

from ..._graph.ir import Operation
from ..._ops.convolution import channels_last, expand
from ..._ops.families import FAMILIES
from ..._ops.reduce import reduced_axes
from . import _attention
from ._writer import FIRST_STATE, Input, NotReadable, Writer, rule

_UNARY = {
    "relu": "torch.relu({})", "sigmoid": "torch.sigmoid({})", "tanh": "torch.tanh({})", "exp": "torch.exp({})",
    "log": "torch.log({})", "sqrt": "torch.sqrt({})", "rsqrt": "torch.rsqrt({})", "abs": "torch.abs({})",
    "square": "torch.square({})", "negative": "-{}", "erf": "torch.erf({})", "sin": "torch.sin({})",
    "cos": "torch.cos({})", "floor": "torch.floor({})", "ceil": "torch.ceil({})", "reciprocal": "1.0 / {}",
    "softsign": "F.softsign({})", "expm1": "torch.expm1({})", "log1p": "torch.log1p({})", "sign": "torch.sign({})",
    "zeros_like": "torch.zeros_like({})", "ones_like": "torch.ones_like({})", "_copy": "{}", "BlockGrad": "{}",
    "make_loss": "{}", "MakeLoss": "{}", "LinearRegressionOutput": "{}", "MAERegressionOutput": "{}", "SVMOutput": "{}",
    "LogisticRegressionOutput": "torch.sigmoid({})", "_contrib_gradientmultiplier": "{}", "_CrossDeviceCopy": "{}",
    "IdentityAttachKLSparseReg": "{}", "log2": "torch.log2({})", "log10": "torch.log10({})",
}


def _unary(form: str) -> Any:
    def write(w: Writer, node: Operation, x: Input) -> str:
        if not x.floating and form != "{}":
            raise NotReadable("integers")
        return form.format(x)

    return write


for _name, _form in _UNARY.items():
    rule(_name)(_unary(_form))

_SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/"}
_CALLS = {"maximum": "torch.maximum", "minimum": "torch.minimum", "power": "torch.pow"}
_COMPARED = {"equal": "==", "not_equal": "!=", "greater": ">", "greater_equal": ">=", "lesser": "<",
             "lesser_equal": "<="}


def _cast(text: str, x: Input) -> str:
    return f"({text}).to({x}.dtype)"


def _number(node: Operation) -> str:
    value = float(node.params["scalar"])
    if not math.isfinite(value):
        raise NotReadable("an infinite number")
    return repr(int(value) if value == int(value) and abs(value) < 1e9 else value)


def _declare_family(word: str) -> None:
    family = FAMILIES[word]

    def pair(w: Writer, node: Operation, x: Input, y: Input) -> str:
        if not x.floating and word in ("divide", "power"):
            raise NotReadable("integers")
        if word in _SIGNS:
            return f"{x} {_SIGNS[word]} {y}"
        return f"{_CALLS[word]}({x}, {y})" if word in _CALLS else _cast(f"{x} {_COMPARED[word]} {y}", x)

    def with_number(swapped: bool) -> Any:
        def write(w: Writer, node: Operation, x: Input) -> str:
            if not x.floating:
                raise NotReadable("integers")
            left, right = (_number(node), str(x)) if swapped else (str(x), _number(node))
            if word in _SIGNS:
                return f"{left} {_SIGNS[word]} {right}"
            if word == "power":
                return f"torch.pow({left}, {right})"
            if word in _CALLS:
                return f"{x}.clamp({'min' if word == 'maximum' else 'max'}={_number(node)})"
            return _cast(f"{left} {_COMPARED[word]} {right}", x)

        return write

    rule(family.pair, family.equal_shapes)(pair)
    rule(family.number)(with_number(False))
    if family.swapped.startswith("_r"):
        rule(family.swapped)(with_number(True))


for _word in (*_SIGNS, *_CALLS, *_COMPARED):
    _declare_family(_word)


@rule("add_n")
def add_n(w: Writer, node: Operation, *values: Input) -> str:
    return " + ".join(map(str, values))


@rule("Activation")
def activation(w: Writer, node: Operation, x: Input) -> str:
    activation_type = node.params["act_type"]
    return {"relu": "torch.relu", "sigmoid": "torch.sigmoid", "tanh": "torch.tanh", "softrelu": "F.softplus",
            "softsign": "F.softsign"}[activation_type] + f"({x})"


@rule("clip")
def clip(w: Writer, node: Operation, x: Input) -> str:
    low, high = node.params["a_min"], node.params["a_max"]
    if not x.floating or not low <= high or not (math.isfinite(low) and math.isfinite(high)):
        raise NotReadable("limits of other kinds")
    return f"{x}.clamp({low}, {high})"


@rule("softmax", "log_softmax")
def softmax(w: Writer, node: Operation, x: Input, *length: Input) -> str:
    p = node.params
    if p["dtype"] is not None:
        raise NotReadable("another type")
    data = str(x) if p["temperature"] in (None, 1.0) else f"{x} / {p['temperature']}"
    if length:
        w.snippet(_attention.masked_softmax)
        return f"masked_softmax({data}, {length[0]}, {p['axis']})"
    return f"torch.{'softmax' if 'log' not in _operator(node) else 'log_softmax'}({data}, {p['axis']})"


def _operator(node: Operation) -> str:
    return node.op.name


@rule("SoftmaxActivation")
def softmax_activation(w: Writer, node: Operation, x: Input) -> str:
    return f"torch.softmax({x}, {1 if node.params['mode'] == 'channel' or x.rank == 2 else -1})"


@rule("SoftmaxOutput")
def softmax_output(w: Writer, node: Operation, x: Input) -> str:
    p = node.params
    if p["multi_output"]:
        return f"torch.softmax({x}, 1)"
    if p["preserve_shape"] or x.rank == 2 or (x.rank == 4 and x.dtype.name == "float32"):
        return f"torch.softmax({x}, -1)"
    return f"torch.softmax({x}.flatten(1), 1).reshape({x}.shape)"


@rule("Pooling")
def pooling(w: Writer, node: Operation, x: Input) -> str:
    p, rank = node.params, x.rank - 2
    pool_type = p["pool_type"]
    if channels_last(p["layout"]) or pool_type not in ("max", "avg") or not x.floating:
        raise NotReadable("another kind of pooling")
    word = "max" if pool_type == "max" else "avg"
    if p["global_pool"]:
        return f"F.adaptive_{word}_pool{rank}d({x}, 1)"
    kernel = tuple(p["kernel"])
    stride = expand(p["stride"][:rank], rank, 1)
    pad = expand(p["pad"][:rank] if any(p["pad"]) else (), rank, 0)
    if any(2 * n > k for n, k in zip(pad, kernel, strict=True)):
        raise NotReadable("padding beyond half of the kernel")
    options = f", padding={pad}" if any(pad) else ""
    if p["pooling_convention"] != "valid":
        # No window starts after the data, so both round sizes up in the same way. Averages divide by other counts.
        fits = all(n + s <= k for n, s, k in zip(pad, stride, kernel, strict=True))
        if p["pooling_convention"] != "full" or pool_type != "max" or not fits:
            raise NotReadable("sizes are rounded up")
        options += ", ceil_mode=True"
    if pool_type == "avg" and p["count_include_pad"] is False:
        options += ", count_include_pad=False"
    return f"F.{word}_pool{rank}d({x}, {kernel}, {stride}{options})"


@rule("Flatten")
def flatten(w: Writer, node: Operation, x: Input) -> str:
    return f"torch.flatten({x}, 1)" if x.rank > 1 else f"{x}.unsqueeze(1)"


@rule("Reshape")
def reshape(w: Writer, node: Operation, x: Input) -> str:
    p = node.params
    result = w.results[0].shape
    unknown = [axis for axis, size in enumerate(result) if size is None]
    if len(unknown) <= 1:
        return f"{x}.reshape({', '.join('-1' if size is None else str(size) for size in result)})"
    if not p["shape"]:
        raise NotReadable("another kind of reshape")
    return f"{x}.reshape({', '.join(_coded_sizes(x, tuple(p['shape']), p['reverse']))})"


def _coded_sizes(x: Input, codes: tuple[int, ...], reverse: bool) -> list[str]:
    """Return the sizes that MXNet's reshape codes stand for.

    0 copies a size, -1 is inferred, -2 copies the remaining sizes, -3 merges two, and -4 splits one into the next two.
    """
    if reverse:
        if min(codes) < -1:
            raise NotReadable("codes for several axes, from the right")
        return [x.size(x.rank - len(codes) + i) if code == 0 else str(code) for i, code in enumerate(codes)]
    sizes, axis, remaining = [], 0, list(codes)
    while remaining:
        code = remaining.pop(0)
        if code == -2:
            sizes += [x.size(i) for i in range(axis, x.rank)]
        elif code == -3:
            sizes.append(f"{x.size(axis)} * {x.size(axis + 1)}")
        elif code == -4:
            parts = remaining.pop(0), remaining.pop(0)
            sizes += [str(part) if part != -1 else f"{x.size(axis)} // {abs(parts[0] * parts[1])}" for part in parts]
        else:
            sizes.append(x.size(axis) if code == 0 else str(code))
        axis += {-2: x.rank, -3: 2}.get(code, 1)
    return sizes


@rule("reshape_like")
def reshape_like(w: Writer, node: Operation, x: Input, y: Input) -> str:
    p = node.params
    low, high, _ = slice(p["lhs_begin"], p["lhs_end"]).indices(x.rank)
    first, last, _ = slice(p["rhs_begin"], p["rhs_end"]).indices(y.rank)
    sizes = [*(x.size(i) for i in range(low)), *(y.size(i) for i in range(first, last)),
             *(x.size(i) for i in range(max(low, high), x.rank))]
    return f"{x}.reshape({', '.join(sizes)})"


@rule("_contrib_arange_like")
def arange_like(w: Writer, node: Operation, x: Input) -> str:
    p = node.params
    if p["axis"] is None or p["repeat"] != 1 or not (x.floating or (p["start"] == 0.0 and p["step"] == 1.0)):
        raise NotReadable("other than the places along an axis")
    places = f"torch.arange({x}.shape[{p['axis']}], dtype={x}.dtype, device={x}.device)"
    places = places if p["step"] == 1.0 else f"{places} * {p['step']}"
    return places if p["start"] == 0.0 else f"{places} + {p['start']}"


@rule("transpose")
def transpose(w: Writer, node: Operation, x: Input) -> str:
    axes = node.params["axes"] or tuple(reversed(range(x.rank)))
    return f"{x}.permute({', '.join(map(str, axes))})"


@rule("SwapAxis")
def swap_axis(w: Writer, node: Operation, x: Input) -> str:
    return f"{x}.transpose({node.params['dim1']}, {node.params['dim2']})"


@rule("expand_dims")
def expand_dims(w: Writer, node: Operation, x: Input) -> str:
    return f"{x}.unsqueeze({node.params['axis']})"


@rule("squeeze")
def squeeze(w: Writer, node: Operation, x: Input) -> str:
    axes = node.params["axis"]
    if axes is None or len(w.results[0].shape) != x.rank - len(axes):
        raise NotReadable("axes that are not named")
    return f"{x}.squeeze({axes[0] if len(axes) == 1 else tuple(axes)})"


@rule("Concat")
def concat(w: Writer, node: Operation, *values: Input) -> str:
    return f"torch.cat([{', '.join(map(str, values))}], {node.params['dim']})"


@rule("stack")
def stack(w: Writer, node: Operation, *values: Input) -> str:
    return f"torch.stack([{', '.join(map(str, values))}], {node.params['axis']})"


@rule("SliceChannel")
def slice_channel(w: Writer, node: Operation, x: Input) -> str:
    p = node.params
    if p["num_outputs"] == 1:
        raise NotReadable("one part")
    if p["squeeze_axis"]:
        return f"torch.unbind({x}, {p['axis']})"
    return f"torch.chunk({x}, {p['num_outputs']}, {p['axis']})"


@rule("slice_axis")
def slice_axis(w: Writer, node: Operation, x: Input) -> str:
    p = node.params
    places = [":"] * (p["axis"] % x.rank)
    end = "" if p["end"] is None else str(p["end"])
    places.append(f"{p['begin']}:{end}")
    return f"{x}[{', '.join(places)}]"


@rule("slice")
def slice_(w: Writer, node: Operation, x: Input) -> str:
    p = node.params
    parts = []
    for axis, (begin, end) in enumerate(zip(p["begin"], p["end"], strict=True)):
        step = p["step"][axis] if axis < len(p["step"]) else None
        if step is not None and step < 0:
            raise NotReadable("a negative step")
        text = f"{'' if begin is None else begin}:{'' if end is None else end}"
        parts.append(text if step in (None, 1) else f"{text}:{step}")
    return f"{x}[{', '.join(parts)}]"


def _reduction(form: str) -> Any:
    def write(w: Writer, node: Operation, x: Input) -> str:
        p = node.params
        axes = reduced_axes(x.rank, p["axis"], p["exclude"])
        if not x.floating or not axes:
            raise NotReadable("integers or no axes")
        text = f"{form}({x}, {axes[0] if len(axes) == 1 else tuple(axes)}, {p['keepdims']})"
        return text if p["keepdims"] or len(axes) < x.rank else f"{text}.reshape(1)"

    return write


for _name, _form in {"sum": "torch.sum", "mean": "torch.mean", "max": "torch.amax", "min": "torch.amin"}.items():
    rule(_name)(_reduction(_form))


@rule("batch_dot")
def batch_dot(w: Writer, node: Operation, x: Input, y: Input) -> str:
    left = f"{x}.transpose(-1, -2)" if node.params["transpose_a"] else str(x)
    right = f"{y}.transpose(-1, -2)" if node.params["transpose_b"] else str(y)
    return f"torch.matmul({left}, {right})"


@rule("dot")
def dot(w: Writer, node: Operation, x: Input, y: Input) -> str:
    if x.rank != 2 or y.rank != 2:
        raise NotReadable("axes beyond two")
    return f"{x}{'.t()' if node.params['transpose_a'] else ''} @ {y}{'.t()' if node.params['transpose_b'] else ''}"


@rule("UpSampling")
def upsampling(w: Writer, node: Operation, *values: Input) -> str:
    if node.params["sample_type"] != "nearest" or len(values) != 1:
        raise NotReadable("other than repetition")
    return f"F.interpolate({values[0]}, scale_factor={node.params['scale']})"


@rule("Cast", "amp_cast")
def cast(w: Writer, node: Operation, x: Input) -> str:
    return f"{x}.to(torch.{w.results[0].dtype.name})"


@rule("L2Normalization")
def l2_normalization(w: Writer, node: Operation, x: Input) -> str:
    axes = {"instance": tuple(range(1, x.rank)), "channel": (1,), "spatial": tuple(range(2, x.rank))}[
        node.params["mode"]]
    return f"{x} / torch.sqrt({x}.square().sum({axes}, True) + {node.params['eps']})"


@rule("_contrib_div_sqrt_dim")
def div_sqrt_dim(w: Writer, node: Operation, x: Input) -> str:
    return f"{x} / {x}.shape[-1] ** 0.5"


@rule("broadcast_like")
def broadcast_like(w: Writer, node: Operation, x: Input, y: Input) -> str:
    if node.params["lhs_axes"] is not None:
        raise NotReadable("chosen axes")
    return f"{x}.expand_as({y})"


@rule("broadcast_axis", "broadcast_to")
def broadcast_axis(w: Writer, node: Operation, x: Input) -> str:
    """Broadcast the given axes and keep the sizes of the others."""
    sizes = [-1 if size is None or size == own else size for size, own in zip(w.results[0].shape, x.shape, strict=True)]
    if any(size is None and own == 1 for size, own in zip(w.results[0].shape, x.shape, strict=True)):
        raise NotReadable("a size that depends on the input")
    return f"{x}.expand({', '.join(map(str, sizes))})"


@rule("_contrib_AdaptiveAvgPooling2D")
def adaptive_average_pooling(w: Writer, node: Operation, x: Input) -> str:
    size = tuple(node.params["output_size"]) or (1,)
    return f"F.adaptive_avg_pool2d({x}, {size if len(size) == 2 else size[0]})"


@rule("_zeros", "_ones")
def filled(w: Writer, node: Operation) -> str:
    """Create a filled tensor. Sizes that depend on the input are not supported."""
    sizes = w.results[0].shape
    if None in sizes:
        if w.only_states and _operator(node) == "_zeros":
            return FIRST_STATE
        raise NotReadable("a size that depends on the input")
    word = "zeros" if _operator(node) == "_zeros" else "ones"
    return f"torch.{word}({tuple(sizes)}, dtype=torch.{w.results[0].dtype.name})"
