"""Operators that only passes use: other forms of public operators that run faster."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .._ops.facts import VIEW, Effects, always
from .._ops.nonfinite import checked
from .._ops.opdef import OpDef
from .._ops.relu import activated_, relu_
from .._runtime import storage
from .._runtime.autograd import tape, zero_gradients
from .._runtime.torch_private import addmm_relu


def channels_last(data: Tensor) -> Tensor:
    """The same values with channels innermost in memory."""
    if data.shape[1] == 1:
        # Both orders are the same bytes; only strides tell torch's kernels which one is meant.
        batch, _, height, width = data.shape
        return data.reshape(batch, height, width, 1).permute(0, 3, 1, 2)
    return data.contiguous(memory_format=torch.channels_last)


def channels_first(data: Tensor) -> Tensor:
    """The same values with channels outermost in memory."""
    return data.contiguous()


def transposed(weight: Tensor) -> Tensor:
    """A weight matrix stored input-major, which suits products with few rows."""
    return weight.t().contiguous()


def addmm_flat(bias: Tensor, data: Tensor, weight: Tensor) -> Tensor:
    """``bias + data @ weight`` of data that is flattened first."""
    return torch.addmm(bias, data.flatten(1), weight)


def addmm_relu_flat(bias: Tensor, data: Tensor, weight: Tensor) -> Tensor:
    """Relu of ``bias + data @ weight``, of data that is flattened first."""
    return addmm_relu(bias, data.flatten(1), weight)


def channel_bias(data: Tensor, bias: Tensor) -> Tensor:
    """Fresh `data` with a number added to each channel, in place."""
    return data.add_(bias.reshape(-1, *(1,) * (data.ndim - 2)))


def weight_list(*weights: Tensor) -> list[Tensor]:
    """The weights of recurrent layers, where the public operator takes one vector of them."""
    return list(weights)


def tied(result: Tensor, *inputs: Tensor) -> Tensor:
    """Return the result of a node, connected to all `inputs` so that each receives a gradient."""
    return zero_gradients.tied(result, inputs)


def tied_to_statistics(result: Tensor, *inputs: Tensor) -> Tensor:
    """Connect a result to `inputs` whose operators update moving statistics. Executors do not, as in MXNet."""
    return result if tape.state.scope is None else zero_gradients.tied(result, inputs, indirectly=True)


def own(data: Tensor) -> Tensor:
    """Return `data` in memory that is copied when either side is written."""
    if torch.compiler.is_compiling():
        return data.clone()
    return storage.copy_on_write(data)


def _internal(name: str, function: Any, *inputs: str, effects: Effects = Effects()) -> OpDef:
    return OpDef(name, function, inputs, {}, {}, "", effects=effects)


CHANNELS_LAST = _internal("_channels_last", channels_last, "data", effects=VIEW)
CHANNELS_FIRST = _internal("_channels_first", channels_first, "data", effects=VIEW)
TRANSPOSED = _internal("_transposed", transposed, "weight", effects=VIEW)
COPY_ON_WRITE = _internal("_copy_on_write", own, "data", effects=Effects(pure=False, cheap=False, keeps_layout=True))
DENSE_KN = _internal("_dense_kn", torch.addmm, "bias", "data", "weight",
                     effects=Effects(overwritable=always, passes_nan=always))
DENSE_KN_FLAT = _internal("_dense_kn_flat", addmm_flat, "bias", "data", "weight",
                          effects=Effects(overwritable=always, passes_nan=always))
DENSE_KN_RELU = _internal("_dense_kn_relu", addmm_relu, "bias", "data", "weight")
DENSE_KN_RELU_FLAT = _internal("_dense_kn_relu_flat", addmm_relu_flat, "bias", "data", "weight")
CHECKED = _internal("_checked", checked, "data", effects=VIEW)
RELU_INPLACE = _internal("_relu_inplace", relu_, "data")
ACTIVATION_INPLACE = _internal("_activation_inplace", activated_, "data")
CHANNEL_BIAS = _internal("_channel_bias", channel_bias, "data", "bias",
                         effects=Effects(overwritable=always, keeps_layout=True))
WEIGHT_LIST = OpDef("_weight_list", weight_list, (), {}, {}, "", variadic="num_args")
TIED = OpDef("_tied", tied, (), {}, {}, "", variadic="num_args", effects=VIEW)
TIED_TO_STATISTICS = OpDef("_tied_to_statistics", tied_to_statistics, (), {}, {}, "", variadic="num_args",
                           effects=VIEW)
