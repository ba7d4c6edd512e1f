"""Convolution layers."""

from __future__ import annotations

from typing import Annotated, Any

from torch import Tensor

from .._runtime.error import MXNetError
from . import low_precision
from .dense import without_bias
from .facts import FULL, LEGACY, NAMED_OUTPUTS, Effects, Inference, Params, Precision, Size, always
from .opdef import ShapeLike, register
from .params import Bool, Choice, Int, Shape
from .shapes import windows

_AXES = {1: "batch-num_filter-x", 2: "batch-num_filter-y-x", 3: "batch-num_filter-depth-y-x"}
# Number of channels below which `_skip_unused` applies: the floats in a register of AVX-512.
_FEW_CHANNELS = 16
CudnnTune = Annotated[str | None, Choice("fastest", "limited_workspace", "off", optional=True)]
ConvLayout = Annotated[str | None, Choice("NCDHW", "NCHW", "NCW", "NDHWC", "NHWC", optional=True)]
_OldLayout = Annotated[str | None, Choice("NCDHW", "NCHW", "NDHWC", "NHWC", optional=True)]


def channels_last(layout: str | None) -> bool:
    """Return whether the channels are the last axis of the layout."""
    return layout is not None and layout.endswith("C")


def check_layout(op: str, layout: str | None, rank: int) -> bool:
    """Return whether channels come last; raise if the rank of the layout does not match the kernel."""
    if layout is None:
        return False
    if len(layout) != rank + 2:
        raise MXNetError(f"operator {op}: layout {layout} does not fit a kernel of {rank} axes")
    return layout.endswith("C")


def expand(values: tuple[int, ...], rank: int, default: int) -> tuple[int, ...]:
    """Return `values`, or the default repeated `rank` times for an empty tuple."""
    if not values:
        return (default,) * rank
    if len(values) != rank:
        raise ValueError(f"stride, dilate, pad and adj need as many elements as kernel ({rank}), received {values}")
    return tuple(values)


def check_filters(op: str, data: Tensor, weight: Tensor, wanted: tuple[int, ...], groups: int, filters: int,
                  last: bool, channels: int = 1) -> None:
    """Raise unless `data` and `weight` (channels first) match the weight shape `wanted`.

    `last` is set if the channels of the user's data come last. `channels` is the channel axis of the weight.
    """
    rank = len(wanted) - 2
    if data.ndim != rank + 2:
        hint = "; data.expand_dims(axis=0) adds the axis of the batch" if data.ndim == rank + 1 else ""
        raise MXNetError(f"operator {op}: Input data should be {rank + 2}D in {_AXES[rank]}, "
                         f"received data={tuple(data.shape)}{hint}")
    if data.shape[1] % groups or filters % groups:
        raise MXNetError(f"operator {op}: channels of data and num_filter must be multiples of num_group={groups}, "
                         f"received data={tuple(data.shape)} num_filter={filters}")
    if weight.shape == wanted:
        return
    message = f"operator {op}: weight must have shape {wanted}, received {tuple(weight.shape)}"
    if [axis for axis, size in enumerate(weight.shape) if wanted[axis:axis + 1] != (size,)] == [channels]:
        expected = weight.shape[channels] * (groups if channels else 1)
        message += f": {_other_channels(data, expected, last)}"
    raise MXNetError(message)


def _other_channels(data: Tensor, expected: int, last: bool) -> str:
    """Describe data whose number of channels (moved to axis 1) is not `expected`."""
    layouts = {1: ("NCW", "NWC"), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}[data.ndim - 2]
    layout, other = reversed(layouts) if last else layouts
    shape = tuple(data.movedim(1, -1).shape if last else data.shape)
    order = (0, *range(2, data.ndim), 1) if last else (0, data.ndim - 1, *range(1, data.ndim - 1))
    text = f"expected {expected} channels, got {data.shape[1]}; layout {layout}, data={shape}"
    if shape[1 if last else -1] == expected:
        return f"{text}. The data seems to be {other}: call data.transpose({order})"
    return f"{text}. Give it data of {expected} channels, or make the layer for {data.shape[1]}"


def _conv_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    data, filters = shapes[0], params["num_filter"]
    if data is None:
        return shapes
    last = channels_last(params["layout"])
    channels = data[-1] if last else data[1]
    per_group = channels // params["num_group"]
    kernel = tuple(params["kernel"])
    weight: ShapeLike = (filters, *kernel, per_group) if last else (filters, per_group, *kernel)
    return [data, weight, (filters,)][: len(shapes)]


def dilation(dilate: tuple[int, ...], kernel: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dilation of each axis.

    It is 1 for a kernel size of 1: oneDNN crashes on some maps of width 1 otherwise.
    """
    steps = expand(dilate, len(kernel), 1)
    return tuple(1 if size == 1 else step for size, step in zip(kernel, steps, strict=True)) if dilate else steps


def _conv_back(params: dict[str, Any], shapes: list[ShapeLike], result: tuple[int, ...]) -> list[ShapeLike]:
    """Infer unknown batch and spatial sizes of the data from the shape of the result."""
    data = shapes[0]
    if data is None or len(data) != len(result):
        return shapes
    rank = len(params["kernel"])
    first = 1 if channels_last(params["layout"]) else 2
    sizes = [result[0] if i == 0 else data[i] for i in range(len(data))]
    parts = zip(params["kernel"], expand(params["stride"], rank, 1), expand(params["pad"], rank, 0),
                expand(params["dilate"], rank, 1), strict=True)
    for axis, (kernel, stride, pad, dilate) in enumerate(parts, first):
        if data[axis] == 0 and result[axis] > 0:
            sizes[axis] = (result[axis] - 1) * stride + dilate * (kernel - 1) + 1 - 2 * pad
    return [tuple(sizes), *shapes[1:]]


def _conv_shape(params: Params, shapes: list[Size]) -> Size | None:
    data, weight, *bias = shapes
    kernel, filters, groups = tuple(params["kernel"]), params["num_filter"], params["num_group"]
    rank = len(kernel)
    if len(data) != rank + 2 or not (params["layout"] or "NC").startswith("NC") or data[1] % groups or filters % groups:
        return None
    if weight != (filters, data[1] // groups, *kernel) or bias not in ([], [(filters,)]):
        return None
    spatial = windows(data[2:], kernel, expand(params["stride"], rank, 1), expand(params["pad"], rank, 0),
                      expand(params["dilate"], rank, 1))
    return (data[0], filters, *spatial) if spatial else None


def _skip_unused(data: Tensor, steps: tuple[int, ...]) -> Tensor:
    """Return the elements that a kernel of size 1 reads, so that it can run without a stride.

    oneDNN writes beyond its memory in the gradient of weights of size 1x1 if there is a stride and the data has less
    than 16 channels, which are last in memory.
    """
    return data[:, :, ::steps[0], ::steps[1]]


@register("Convolution", "_npx_convolution", present=without_bias("data", "weight"),
          inference=Inference(fill=_conv_shapes, back=_conv_back, shapes=_conv_shape, one_type=True),
          effects=Effects(fresh=True, overwritable=always, cheap=False), form=NAMED_OUTPUTS,
          precision=Precision("low", bfloat16="low"))
def convolution(data: Tensor, weight: Tensor, bias: Tensor | None = None, *, kernel: Shape, stride: Shape = (),
                dilate: Shape = (), pad: Shape = (), num_filter: Int, num_group: Int = 1, workspace: Int = 1024,
                no_bias: Bool = False, cudnn_tune: CudnnTune = None, cudnn_off: Bool = False,
                layout: ConvLayout = None) -> Tensor:
    """Compute a convolution over 1, 2 or 3 spatial axes, with channels first or last (layouts NHWC and NDHWC)."""
    rank = len(kernel)
    last = check_layout("Convolution", layout, rank)
    if last:
        data, weight = data.movedim(-1, 1), weight.movedim(-1, 1)
    check_filters("Convolution", data, weight, (num_filter, data.shape[1] // num_group, *kernel), num_group,
                  num_filter, last)
    steps, holes, around = expand(stride, rank, 1), dilation(dilate, kernel), expand(pad, rank, 0)
    if kernel == (1, 1) and data.shape[1] < _FEW_CHANNELS and max(steps) > 1 and min(steps) > 0 and not any(around):
        data, steps = _skip_unused(data, steps), (1, 1)
    result: Tensor = low_precision.convolve[rank](data, weight, None if no_bias else bias, steps, around, holes,
                                                  num_group)
    return result.movedim(1, -1) if last else result


@register("Convolution_v1", present=without_bias("data", "weight"), inference=Inference(fill=_conv_shapes), form=LEGACY,
          precision=FULL)
def convolution_v1(data: Tensor, weight: Tensor, bias: Tensor | None = None, *, kernel: Shape, stride: Shape = (),
                   dilate: Shape = (), pad: Shape = (), num_filter: Int, num_group: Int = 1, workspace: Int = 1024,
                   no_bias: Bool = False, cudnn_tune: CudnnTune = None, cudnn_off: Bool = False,
                   layout: _OldLayout = None) -> Tensor:
    """Compute `Convolution` under the name used in files of old versions."""
    return convolution(data, weight, bias, kernel=kernel, stride=stride, dilate=dilate, pad=pad,
                       num_filter=num_filter, num_group=num_group, no_bias=no_bias, layout=layout)
