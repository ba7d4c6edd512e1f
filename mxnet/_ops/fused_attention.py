"""Self-attention products of MXNet's backends ``MKLDNN`` and ``MKLDNN_QUANTIZE``, for prediction only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .attention import selfatt_qk, selfatt_valatt
from .facts import UNLISTED, Form, Inference, Params
from .fused_layers import scale_of
from .graph_nodes import fused_types
from .opdef import Lowering, ShapeLike, register
from .params import Bool, Int, OptFloat
from .quantize import OUTPUTS, checked, constant, largest, rounded
from .quantized_layers import product_range
from .stopped import stopped


def _count(params: dict[str, Any]) -> int:
    return 3 if params["quantized"] and not params["enable_float_output"] else 1


def _names(params: dict[str, Any]) -> tuple[str, ...]:
    return OUTPUTS[:_count(params)]


def _register(name: str, names: tuple[str, ...], ranges: tuple[str, ...]) -> Callable[[Lowering], Lowering]:
    """Declare an operator that needs the ranges of its integer inputs."""

    def fill(params: Params, shapes: list[ShapeLike]) -> list[ShapeLike]:
        return [*shapes[:len(names)], *[(1,)] * (len(shapes) - len(names))]

    return register(name, outputs=_count, present=lambda params: (*names, *ranges) if params["quantized"] else names,
                    inference=Inference(fill=fill, input_types=fused_types),
                    form=Form(output_names=_names, unlisted=frozenset(ranges)), precision=UNLISTED)


def _deliver(sums: Tensor, scale: Tensor, least: float | None, most: float | None, as_float: bool,
             ends: tuple[Tensor, Tensor]) -> Any:
    """Convert integer products to the output dtype; `scale` steps correspond to one unit."""
    if least is not None and most is not None:
        ends = constant(sums, least), constant(sums, most)
        dtype = torch.float32 if as_float else torch.int8
        values = sums * (scale_of(dtype, *ends) / scale)
    else:
        dtype = torch.int32
        values = sums / scale if as_float else sums
    return values if as_float else (rounded(values, dtype), *ends)


@_register("_sg_mkldnn_selfatt_qk", ("queries_keys_values",), ("min_qkv", "max_qkv"))
def fused_selfatt_qk(queries_keys_values: Tensor, min_qkv: Tensor | None = None, max_qkv: Tensor | None = None, *,
                     heads: Int, quantized: Bool = False, enable_float_output: Bool = False,
                     min_calib_range: OptFloat = None, max_calib_range: OptFloat = None) -> Any:
    """Compute ``_contrib_interleaved_matmul_selfatt_qk`` without a gradient, in int8 if `quantized`."""
    if not quantized:
        return stopped(selfatt_qk(queries_keys_values, heads=heads))
    data = checked("queries_keys_values", queries_keys_values, torch.int8)
    scale = scale_of(torch.int8, min_qkv, max_qkv)
    sums = selfatt_qk(data.to(torch.float64), heads=heads).to(torch.float32)
    # MXNet returns an empty range without calibration.
    nothing = constant(data, 0.0)
    return _deliver(sums, scale * scale, min_calib_range, max_calib_range, enable_float_output, (-nothing, nothing))


@_register("_sg_mkldnn_selfatt_valatt", ("queries_keys_values", "attention"),
           ("min_qkv", "max_qkv", "min_attention", "max_attention"))
def fused_selfatt_valatt(queries_keys_values: Tensor, attention: Tensor, min_qkv: Tensor | None = None,
                         max_qkv: Tensor | None = None, min_attention: Tensor | None = None,
                         max_attention: Tensor | None = None, *, heads: Int, quantized: Bool = False,
                         enable_float_output: Bool = False, min_calib_range: OptFloat = None,
                         max_calib_range: OptFloat = None) -> Any:
    """Compute ``_contrib_interleaved_matmul_selfatt_valatt`` without a gradient, in int8 and uint8 if `quantized`."""
    if not quantized:
        return stopped(selfatt_valatt(queries_keys_values, attention, heads=heads))
    data = checked("queries_keys_values", queries_keys_values, torch.int8)
    weights = checked("attention", attention, torch.uint8)
    scale = (scale_of(torch.int8, min_qkv, max_qkv)
             * scale_of(torch.uint8, min_attention, max_attention))
    sums = selfatt_valatt(data.to(torch.float64), weights.to(torch.float64), heads=heads).to(torch.float32)
    ends = product_range(largest(min_qkv, max_qkv), largest(min_attention, max_attention), 255)
    return _deliver(sums, scale, min_calib_range, max_calib_range, enable_float_output, ends)
