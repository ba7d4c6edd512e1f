"""Rules for resizing, padding, sampling, region pooling and image transforms."""

from __future__ import annotations

from typing import Any

import numpy as np

from .emit import Emitter, Unsupported, Value
from .matrix import flipped
from .rule import Params, rule

_INT = np.int64


@rule("Pad")
def pad(g: Emitter, p: Params, data: Value) -> Value:
    widths = list(p["pad_width"])
    number = g.like(p["constant_value"], data) if p["mode"] == "constant" else None
    return g("Pad", data, [*widths[::2], *widths[1::2]], number, mode=p["mode"])


def _scale(g: Emitter, data: Value, scales: tuple[float, float]) -> Value:
    """Repeat each element."""
    return g("Resize", data, None, g.constant([1.0, 1.0, *scales], np.float32), mode="nearest",
             coordinate_transformation_mode="asymmetric", nearest_mode="floor")


@rule("UpSampling")
def upsampling(g: Emitter, p: Params, *data: Value) -> Value:
    scale = p["scale"]
    if p["sample_type"] == "bilinear":
        size = 2 * scale - scale % 2
        half = scale // 2
        return g("ConvTranspose", data[0], data[1], kernel_shape=[size] * 2, strides=[scale] * 2, pads=[half] * 4,
                 group=p["num_filter"])
    enlarged = []
    for image in data:
        sizes = [(first, own) for first, own in zip(data[0].sizes[2:], image.sizes[2:], strict=True)]
        if image is not data[0] and any(None in pair for pair in sizes):
            raise Unsupported("several inputs require known heights and widths")
        factors = [scale * (first or 1) / (own or 1) if image is not data[0] else float(scale) for first, own in sizes]
        enlarged.append(_scale(g, image, (factors[0], factors[1])))
    if len(enlarged) == 1:
        return enlarged[0]
    return g("Concat", *enlarged, axis=1) if p["multi_input_mode"] == "concat" else g("Sum", *enlarged)


@rule("_contrib_BilinearResize2D")
def bilinear_resize(g: Emitter, p: Params, data: Value, like: Value | None = None) -> Value:
    rows, columns = g.results[0].shape[2:]
    if like is not None:
        sizes = g.joined_sizes([*g.sizes_of(data)[:2], *g.sizes_of(like)[2:]])
    elif rows is None or columns is None:
        raise Unsupported("the new height and width must be known")
    else:
        sizes = g.joined_sizes([*g.sizes_of(data)[:2], rows, columns])
    # A single row or column is the first one, regardless of the alignment.
    if rows == 1:
        data = g.part(data, 2, 0, 1)
    if columns == 1:
        data = g.part(data, 3, 0, 1)
    return g("Resize", data, None, None, sizes, mode="linear",
             coordinate_transformation_mode="align_corners" if p["align_corners"] else "half_pixel")


def _affine(g: Emitter, theta: Value, target: tuple[int, int]) -> Value:
    """Return the source position of each target pixel: (batch, xy, height, width)."""
    height, width = target
    with np.errstate(invalid="ignore", divide="ignore"):
        lines = [np.arange(n) * np.divide(2.0, n - 1) - 1.0 for n in (height, width)]
    down, along = np.meshgrid(*lines, indexing="ij")
    places = np.stack([along.reshape(-1), down.reshape(-1), np.ones(height * width)])
    grid = g("MatMul", g.reshape(theta, [-1, 2, 3]), g.constant(places, theta.kind))
    return g.reshape(grid, [-1, 2, height, width])


def _sample(g: Emitter, data: Value, grid: Value) -> Value:
    if g.opset < 16:
        raise Unsupported("ONNX has GridSample from opset 16 on")
    return g("GridSample", data, g.transpose(grid, [0, 2, 3, 1]), mode="bilinear" if g.opset < 20 else "linear",
             padding_mode="zeros", align_corners=1)


@rule("GridGenerator")
def grid_generator(g: Emitter, p: Params, data: Value) -> Value:
    if p["transform_type"] == "affine":
        return _affine(g, data, tuple(p["target_shape"]))
    rows, columns = data.sizes[2:]
    if rows is None or columns is None:
        raise Unsupported("the height and width must be known")
    down, along = np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij")
    half = np.array([(columns - 1) / 2.0, (rows - 1) / 2.0]).reshape(1, 2, 1, 1)
    moved = g("Add", data, g.constant(np.stack([along, down])[None], data.kind))
    return g("Sub", g("Div", moved, g.constant(half, data.kind)), g.like(1.0, data))


@rule("BilinearSampler")
def bilinear_sampler(g: Emitter, p: Params, data: Value, grid: Value) -> Value:
    return _sample(g, data, grid)


@rule("SpatialTransformer")
def spatial_transformer(g: Emitter, p: Params, data: Value, loc: Value) -> Value:
    return _sample(g, data, _affine(g, loc, tuple(p["target_shape"])))


@rule("Correlation")
def correlation(g: Emitter, p: Params, data1: Value, data2: Value) -> Value:
    """Compute each displacement as a product of two areas, and pool all of them at once."""
    if None in data1.sizes[2:]:
        raise Unsupported("the height and width must be known")
    around, kernel, stride, most = p["pad_size"], p["kernel_size"], p["stride1"], p["max_displacement"]
    first, second = (g("Pad", d, [0, 0, around, around] * 2) for d in (data1, data2))
    border = 2 * (most + kernel // 2)
    height, width = ((-(-((n or 0) + 2 * around - border) // stride) - 1) * stride + kernel for n in data1.sizes[2:])

    def area(values: Value, down: int, along: int) -> Value:
        top, left = most + down, most + along
        return g.slice(values, [top, left], [top + height, left + width], [2, 3])

    radius = most // p["stride2"]
    steps = [i * p["stride2"] for i in range(-radius, radius + 1)]
    here, results = area(first, 0, 0), []
    for down in steps:
        for along in steps:
            there = area(second, down, along)
            compared = g("Mul", here, there) if p["is_multiply"] else g("Abs", g("Sub", here, there))
            results.append(g.reduce("ReduceMean", compared, [1]))
    return g("AveragePool", g.concat(results, 1), kernel_shape=[kernel] * 2, strides=[stride] * 2)


@rule("ROIPooling")
def roi_pooling(g: Emitter, p: Params, data: Value, rois: Value) -> Value:
    """Pool regions. Regions outside of the batch, which runtimes reject, become zeros."""
    image, boxes = g.split(rois, [1, 4], 1)
    last = g("Sub", g.cast(g.size(data, 0), rois.kind), g.like(1, rois))
    inside = g("Min", g("Max", image, g.like(0, rois)), last)
    pooled = g("MaxRoiPool", data, g.concat([inside, boxes], 1), pooled_shape=list(p["pooled_size"]),
               spatial_scale=float(p["spatial_scale"]))
    valid = g("And", g("Greater", image, g.like(-1, rois)), g("Less", image, g("Add", last, g.like(1, rois))))
    return g.where(g.unsqueeze(valid, 2, 3), pooled, g.like(0, data))


@rule("_contrib_ROIAlign")
def roi_align(g: Emitter, p: Params, data: Value, rois: Value) -> Value:
    if p["aligned"] and g.opset < 16:
        raise Unsupported("ONNX supports aligned regions since opset 16")
    height, width = p["pooled_size"]
    if rois.sizes[1] == 5:
        images = g.whole(g.column(rois, 0, 1))
        boxes = g.part(rois, 1, 1, 5)
    else:
        images, boxes = g.expand(g.constant([0], _INT), g.size(rois, 0)), rois
    # Older opsets have no option for this: regions are not shifted by half a pixel.
    shift: dict[str, Any] = {} if g.opset < 16 else {
        "coordinate_transformation_mode": "half_pixel" if p["aligned"] else "output_half_pixel"}
    pooled = g("RoiAlign", data, boxes, images, mode="avg", output_height=height, output_width=width,
               sampling_ratio=max(p["sample_ratio"], 0), spatial_scale=float(p["spatial_scale"]), **shift)
    if not p["position_sensitive"]:
        return pooled
    cells, channels = height * width, data.sizes[1]
    if channels is None:
        raise Unsupported("the number of channels must be known")
    # Each bin only uses its own channel.
    own = np.eye(cells, dtype=data.kind).reshape(1, 1, cells, cells)
    by_bin = g.reshape(pooled, [-1, channels // cells, cells, cells])
    picked = g.reduce("ReduceSum", g("Mul", by_bin, g.constant(own)), [2], keepdims=False)
    return g.reshape(picked, [-1, channels // cells, height, width])


@rule("_image_to_tensor")
def to_tensor(g: Emitter, p: Params, data: Value) -> Value:
    planes = g.transpose(data, [2, 0, 1] if data.rank == 3 else [0, 3, 1, 2])
    return g("Div", g.cast(planes, "float32"), g.constant(255.0, np.float32))


@rule("_image_normalize")
def normalize(g: Emitter, p: Params, data: Value) -> Value:
    channels = data.sizes[-3]
    if channels is None:
        raise Unsupported("the number of channels must be known")
    mean, std = (np.array([values[min(i, len(values) - 1)] for i in range(channels)], np.float32).reshape(-1, 1, 1)
                 for values in (p["mean"], p["std"]))
    wide = g.cast(data, "float32")
    return g("Div", g("Sub", wide, g.constant(mean)), g.constant(std))


@rule("_image_flip_left_right")
def flip_left_right(g: Emitter, p: Params, data: Value) -> Value:
    return flipped(g, data, [data.rank - 2])


@rule("_image_flip_top_bottom")
def flip_top_bottom(g: Emitter, p: Params, data: Value) -> Value:
    return flipped(g, data, [data.rank - 3])


@rule("_image_crop")
def image_crop(g: Emitter, p: Params, data: Value) -> Value:
    axes = [data.rank - 3, data.rank - 2]
    return g.slice(data, [p["y"], p["x"]], [p["y"] + p["height"], p["x"] + p["width"]], axes)


