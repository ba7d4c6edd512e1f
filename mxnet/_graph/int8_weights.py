"""Nodes that quantize and pack the weights of 8-bit layers, computed once from the parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch

from .._ops.fused_layers import ConvolutionLayers
from .._ops.quantize import HALF_STEP
from . import int8_kernels as int8
from .ir import Entry, Operation
from .packed_kernels import FOLDED_BIAS, SCALED_ROWS


def prepare_filters(node: Operation, layers: ConvolutionLayers, given: Mapping[str, Entry],
                    data_scale: float) -> tuple[Entry, tuple[Entry, Entry], Entry, list[Entry]]:
    """Return entries with quantized filters, (steps, scales), zero points and the bias, if there is one."""
    weight, bias = given["weight"], [given["bias"]] if "bias" in given else []
    if "gamma" in given:
        assert layers.norm is not None
        norm = {key: layers.norm[key] for key in ("eps", "fix_gamma")}
        slope = Operation(int8.SLOPE, f"{node.name}_slope", norm, [given["gamma"], given["var"]])
        weight = Operation(SCALED_ROWS, f"{node.name}_weight", {}, [weight, (slope, 0)]), 0
        bias = [(Operation(FOLDED_BIAS, f"{node.name}_bias", {}, [(slope, 0), given["beta"], given["mean"], *bias]), 0)]
    scales = Operation(int8.SCALES, f"{node.name}_scales", {"data_scale": data_scale, "top": int8.TOP},
                       [weight, *bias])
    filters = Operation(int8.FILTERS, f"{node.name}_rounded", {"num_group": layers.convolution["num_group"]},
                        [weight, (scales, 0)])
    steps = Operation(int8.STEPS, f"{node.name}_steps", {}, [(scales, 0)])
    zeros = Operation(int8.ZEROS, f"{node.name}_zero_points", {}, [(scales, 0)])
    return (filters, 0), ((steps, 0), (scales, 0)), (zeros, 0), _round_bias(node, bias, steps, data_scale)


def _round_bias(node: Operation, bias: Sequence[Entry], steps: Operation, data_scale: float) -> list[Entry]:
    return [(Operation(int8.BIAS, f"{node.name}_bias_rounded", {"x_scale": 1.0 / data_scale}, [entry, (steps, 0)]), 0)
            for entry in bias]


def prepare_dense(node: Operation, given: Mapping[str, Entry], data_scale: float,
                  by_channel: bool) -> tuple[Entry, Entry, Entry, list[Entry]]:
    """Return entries with the quantized weight, its steps and zero points, and the bias, if there is one."""
    weight, bias = given["weight"], [given["bias"]] if "bias" in given else []
    if by_channel:
        scales = Operation(int8.SCALES, f"{node.name}_scales", {"data_scale": data_scale, "top": int8.TOP},
                           [weight, *bias])
        weight = Operation(int8.FILTERS, f"{node.name}_rounded", {"num_group": 1}, [weight, (scales, 0)]), 0
        steps = Operation(int8.STEPS, f"{node.name}_steps", {}, [(scales, 0)])
    else:
        steps = Operation(int8.RANGE_STEPS, f"{node.name}_steps", {"top": int8.TOP},
                          [given["min_weight"], given["max_weight"], weight])
        weight = Operation(int8.FEWER_BITS, f"{node.name}_weight", {}, [weight]), 0
        bias = [(Operation(int8.FROM_RANGE, f"{node.name}_bias", {"top": HALF_STEP[torch.int8]},
                           [entry, given["min_bias"], given["max_bias"]]), 0) for entry in bias]
    zeros = Operation(int8.ZEROS, f"{node.name}_zero_points", {}, [(steps, 0)])
    return weight, (steps, 0), (zeros, 0), _round_bias(node, bias, steps, data_scale)


def prepare_small(node: Operation, given: Mapping[str, Entry], x_scale: float,
                  ratio: float) -> tuple[Entry, tuple[Entry, Entry], Entry, list[Entry]]:
    """Return entries with an 8-bit weight, (steps, scales), zero points and the bias, if there is one."""
    steps = Operation(int8.RANGE_STEPS, f"{node.name}_steps", {"top": min(127.0, int8.TOP)},
                      [given["min_weight"], given["max_weight"], given["weight"]])
    scales = Operation(int8.STEPS, f"{node.name}_scales", {}, [(steps, 0)])
    weight = Operation(int8.FEWER_BITS, f"{node.name}_weight", {}, [given["weight"]])
    zeros = Operation(int8.ZEROS, f"{node.name}_zero_points", {}, [(steps, 0)])
    bias: list[Entry] = []
    if "bias" in given:
        bias = [(Operation(int8.SMALL_BIAS, f"{node.name}_bias", {"x_scale": x_scale, "ratio": ratio},
                           [given["bias"], given["min_bias"], given["max_bias"], (steps, 0)]), 0)]
    return (weight, 0), ((steps, 0), (scales, 0)), (zeros, 0), bias
