"""Rules for deformable convolutions, which ONNX has since opset 19."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..convolution import expand
from .emit import Emitter, Unsupported, Value
from .rule import Params, rule

# A position far enough outside that no element of the map contributes.
_OUTSIDE = -2.0


def _convolve(g: Emitter, p: Params, data: Value, offset: Value, weight: Value, bias: Value | None,
              mask: Value | None) -> Value:
    if g.opset < 19:
        raise Unsupported(f"ONNX supports deformable convolutions since opset 19, not in opset {g.opset}; pass "
                          "opset_version=19 (--opset 19)")
    pad = expand(p["pad"], 2, 0)
    result: Value = g("DeformConv", data, weight, offset, None if p["no_bias"] else bias, mask,
                      kernel_shape=list(p["kernel"]), strides=list(expand(p["stride"], 2, 1)),
                      dilations=list(expand(p["dilate"], 2, 1)), pads=[*pad, *pad], group=p["num_group"],
                      offset_group=p["num_deformable_group"])
    return result


@rule("_contrib_ModulatedDeformableConvolution")
def modulated(g: Emitter, p: Params, data: Value, offset: Value, mask: Value, weight: Value,
              bias: Value | None = None) -> Value:
    return _convolve(g, p, data, offset, weight, bias, mask)


@rule("_contrib_DeformableConvolution")
def deformable(g: Emitter, p: Params, data: Value, offset: Value, weight: Value, bias: Value | None = None) -> Value:
    """Write a deformable convolution. Past the center of the last row MXNet clamps, whereas ONNX fades to zero."""
    sizes, out = ([size for size in shape[2:] if size is not None] for shape in (data.sizes, g.results[0].shape))
    if len(sizes) != 2 or len(out) != 2:
        raise Unsupported("a deformable convolution requires a known height and width")
    places = [_places(p, axis, out[axis]) for axis in (0, 1)]
    steps = [np.broadcast_to(line, (*p["kernel"], *out)) for line in places]
    grid = np.stack(steps, 2).reshape(1, -1, *out)  # alternate rows and columns
    grid = np.tile(grid, (1, p["num_deformable_group"], 1, 1)).astype(data.kind)
    limits = np.tile(np.array(sizes, data.kind), grid.shape[1] // 2).reshape(1, -1, 1, 1)
    place = g("Add", offset, g.constant(grid))
    inside = g("And", g("GreaterOrEqual", place, g.like(0.0, place), result=bool),
               g("Less", place, g.constant(limits), result=bool), result=bool)
    kept = g("Min", place, g.constant(limits - limits.dtype.type(1)))
    seen = g.where(inside, kept, g.like(_OUTSIDE, place))
    return _convolve(g, p, data, g("Sub", seen, g.constant(grid)), weight, bias, None)


def _places(p: Params, axis: int, out: int) -> Any:
    """Return the sampling positions of the kernel along one axis as (kernel height, kernel width, height, width)."""
    stride, dilate, pad = (expand(p[key], 2, default)[axis] for key, default in (("stride", 1), ("dilate", 1),
                                                                                ("pad", 0)))
    taps, starts = np.arange(p["kernel"][axis]) * dilate, np.arange(out) * stride - pad
    shape = ((-1, 1, 1, 1), (1, -1, 1, 1))[axis], ((1, 1, -1, 1), (1, 1, 1, -1))[axis]
    return taps.reshape(shape[0]) + starts.reshape(shape[1])
