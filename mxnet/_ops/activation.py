"""Activation layers and softmax."""

from __future__ import annotations

from typing import Annotated, Any

import torch
from torch import Tensor

from .opdef import register, same_shapes
from .params import (
    Bool,
    Choice,
    Float,
    Generator,
    Int,
    OptBool,
    OptDType,
    OptFloat,
    Shape,
    Training,
)

_FUNCTIONS: dict[str, Any] = {
    "relu": torch.relu,
    "sigmoid": torch.sigmoid,
    "softrelu": torch.nn.functional.softplus,
    "softsign": torch.nn.functional.softsign,
    "tanh": torch.tanh,
}
ActType = Annotated[str, Choice(*_FUNCTIONS)]


@register("Activation", fill=same_shapes)
def activation(data: Tensor, *, act_type: ActType) -> Tensor:
    """Apply the named activation function."""
    return _FUNCTIONS[act_type](data)


def _softmax_input(data: Tensor, temperature: float | None, dtype: Any) -> Tensor:
    if temperature is not None and temperature != 1.0:
        data = data / temperature
    return data if dtype is None else data.to(dtype)


def _masked(data: Tensor, length: Tensor, axis: int) -> Tensor:
    """True where the position along `axis` is inside the sequence's length."""
    axis = axis % data.ndim
    steps = torch.arange(data.shape[axis], device=data.device).reshape([-1 if i == axis else 1
                                                                       for i in range(data.ndim)])
    return steps < length.reshape([1 if i == axis else s for i, s in enumerate(data.shape)])


def _with_length(params: dict[str, Any]) -> tuple[str, ...]:
    return ("data", "length") if params["use_length"] else ("data",)


@register("softmax", present=_with_length)
def softmax(data: Tensor, length: Tensor | None = None, *, axis: Int = -1, temperature: OptFloat = None,
            dtype: OptDType = None, use_length: Bool = False) -> Tensor:
    """``exp(x) / sum(exp(x))`` along `axis`; positions past `length` are 0."""
    data = _softmax_input(data, temperature, dtype)
    if not use_length or length is None:
        return torch.softmax(data, axis)
    inside = _masked(data, length, axis)
    return torch.softmax(data.masked_fill(~inside, float("-inf")), axis).masked_fill(~inside, 0.0)


@register("softmin")
def softmin(data: Tensor, *, axis: Int = -1, temperature: OptFloat = None, dtype: OptDType = None,
            use_length: Bool = False) -> Tensor:
    """`softmax` of the negated input."""
    return torch.softmax(_softmax_input(-data, temperature, dtype), axis)


@register("log_softmax")
def log_softmax(data: Tensor, *, axis: Int = -1, temperature: OptFloat = None, dtype: OptDType = None,
                use_length: Bool = False) -> Tensor:
    """Logarithm of `softmax`, computed without overflow."""
    return torch.log_softmax(_softmax_input(data, temperature, dtype), axis)


@register("Dropout", outputs=2, visible=1, output_names=("output", "mask"))
def dropout(data: Tensor, *, p: Float = 0.5, mode: Annotated[str, Choice("always", "training")] = "training",
            axes: Shape = (), cudnn_off: OptBool = False, training: Training = False,
            generator: Generator = None) -> tuple[Tensor, Tensor]:
    """Zero elements with probability `p` and scale the others by ``1 / (1 - p)``; identity in prediction."""
    if p == 0.0 or not (training or mode == "always"):
        return data, torch.ones_like(data)
    shape = [1 if i in axes else s for i, s in enumerate(data.shape)]
    mask = torch.empty(shape, dtype=data.dtype, device=data.device)
    mask = mask.bernoulli_(1.0 - p, generator=generator).mul_(1.0 / (1.0 - p))
    return data * mask, mask
