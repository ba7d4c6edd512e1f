"""Activation layers."""

from __future__ import annotations

from typing import Annotated, Any

import torch
from torch import Tensor
from torch.nn import functional

from .._runtime import streams
from . import random_stream
from .batch_norm import blocked
from .checks import check_floating
from .elementwise import softsign_slope, with_slope
from .facts import NAMED_OUTPUTS, Effects, Form, Inference, Precision
from .leaky import elu, gelu, leaky, prelu, selu
from .opdef import ShapeLike, register, same_shapes
from .params import Choice, Float, Generator, Training
from .relu import activated
from .shapes import of_data

_FUNCTIONS: dict[str, Any] = {
    "relu": activated,
    "sigmoid": torch.sigmoid,
    "softrelu": functional.softplus,
    # Infinite inputs have a gradient too, although they have no value.
    "softsign": with_slope(functional.softsign, softsign_slope),
    "tanh": torch.tanh,
}
ActType = Annotated[str, Choice(*_FUNCTIONS)]


@register("Activation", "_npx_activation", inference=Inference(fill=same_shapes, shapes=of_data),
          effects=Effects(fresh=True, keeps_layout=True, passes_nan=lambda params: params["act_type"] != "relu"),
          form=NAMED_OUTPUTS, precision=Precision("unlisted", full_if=("act_type", ("softrelu",))))
def activation(data: Tensor, *, act_type: ActType) -> Tensor:
    """Apply the named activation function."""
    if not data.is_floating_point():
        if not data.numel():
            return data.clone()
        check_floating(data)
    return _FUNCTIONS[act_type](data)


def _leaky_inputs(params: dict[str, Any]) -> tuple[str, ...]:
    return ("data", "gamma") if params["act_type"] == "prelu" else ("data",)


def _slope_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    if shapes[0] is None or len(shapes) < 2 or shapes[1] is not None or len(shapes[0]) < 2:
        return shapes
    return [shapes[0], (shapes[0][1],)]


def _slope_shape(gamma: Tensor, data: Tensor) -> list[int]:
    """Return the shape that broadcasts gamma: its axes match the first two axes of the data where they fit."""
    left = list(gamma.shape)
    shape = [1] * data.ndim
    for axis in (1, 0):
        if axis < data.ndim and left and left[-1] in (1, data.shape[axis]):
            shape[axis] = left.pop()
    if left:
        raise ValueError(f"Cannot broadcast gamma to data. gamma: {tuple(gamma.shape)}, data: {tuple(data.shape)}")
    return shape


def _prelu(data: Tensor, gamma: Tensor) -> Tensor:
    if gamma.ndim == 1 and data.ndim > 1 and gamma.shape[0] in (1, data.shape[1]) and data.dtype is torch.float32:
        return torch.prelu(data, gamma)
    return prelu(data, gamma.reshape(_slope_shape(gamma, data)))


def _random_relu(data: Tensor, lower: float, upper: float, training: bool,
                 generator: torch.Generator | None) -> tuple[Tensor, Tensor]:
    if not training:
        return leaky(data, (lower + upper) / 2.0), blocked(data, torch.zeros_like(data))
    if (own := streams.of(generator, "rrelu")) is not None:
        slopes = random_stream.uniform(own, lower, upper, tuple(data.shape), data.dtype)
    else:
        slopes = torch.empty_like(data).uniform_(lower, upper, generator=generator)
    return torch.where(data > 0, data, data * slopes), blocked(data, slopes)


def _leaky_outputs(params: dict[str, Any]) -> int:
    return 2 if params["act_type"] == "rrelu" else 1


@register("LeakyReLU", "_npx_leaky_relu", present=_leaky_inputs, outputs=_leaky_outputs,
          inference=Inference(fill=_slope_shapes), effects=Effects(fresh=True, keeps_layout=True),
          form=Form(method=True, output_names=("output", "mask"), named_outputs=True,
                    initial={"gamma": '["Constant", {"value": 0.25}]'}),
          precision=Precision("unlisted", full_if=("act_type", ("elu", "selu"))))
def leaky_relu(data: Tensor, gamma: Tensor | None = None, *,
               act_type: Annotated[str, Choice("elu", "gelu", "leaky", "prelu", "rrelu", "selu")] = "leaky",
               slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334,
               training: Training = False, generator: Generator = None) -> Tensor | tuple[Tensor, Tensor]:
    """Apply a relu that replaces negative elements by a slope (fixed, learned or random) or a curve.

    'rrelu' also returns the random slopes.
    """
    if not data.is_floating_point():
        if not data.numel() and act_type not in ("prelu", "rrelu"):
            return data.clone()
        check_floating(data)
    if act_type == "leaky":
        return leaky(data, slope)
    if act_type == "gelu":
        return gelu(data)
    if act_type == "elu":
        return elu(data, slope)
    if act_type == "selu":
        return selu(data)
    if act_type == "rrelu":
        return _random_relu(data, lower_bound, upper_bound, training, generator)
    if gamma is None:
        raise ValueError("act_type prelu needs gamma")
    return _prelu(data, gamma)
