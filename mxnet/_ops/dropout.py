"""Dropout."""

from __future__ import annotations

from typing import Annotated

import torch
from torch import Tensor

from .._runtime import streams
from .checks import check_part
from .facts import Effects, Form, Inference
from .opdef import register
from .params import Choice, Float, Generator, OptBool, Shape, Training
from .random_stream import mask
from .shapes import of_data


def drop(data: Tensor, p: float, generator: torch.Generator | None, axes: tuple[int, ...] = ()) -> Tensor:
    """Zero elements of `data` with probability `p`, shared along `axes`, and scale up the others."""
    shape = [1 if i in axes else s for i, s in enumerate(data.shape)] if axes else data.shape
    if (own := streams.of(generator, "dropout", data.dtype)) is not None:
        return data * mask(own, tuple(shape), data.dtype, p, bool(axes))
    # Drawing integers below 2**31 is six times as fast as torch's Bernoulli sampling.
    if torch.compiler.is_compiling():  # supports neither generators nor in-place draws
        draws = torch.randint(2**31 - 1, shape, dtype=torch.int32, device=data.device)
    else:
        draws = torch.empty(shape, dtype=torch.int32, device=data.device).random_(generator=generator)
    kept = torch.lt(draws, min(round((1.0 - p) * 2**31), 2**31 - 1)).to(data.dtype)
    # With p = 1 all elements are dropped, and 0 * infinity is NaN, as in MXNet.
    return data * kept.mul_(1.0 / (1.0 - p) if p < 1.0 else float("inf"))


@register("Dropout", "_npx_dropout", inference=Inference(shapes=of_data),
          effects=Effects(alias=True, keeps_layout=True),
          form=Form(method=True, named_input=True, named_outputs=True, workspace=lambda params: 1))
def dropout(data: Tensor, *, p: Float = 0.5, mode: Annotated[str, Choice("always", "training")] = "training",
            axes: Shape = (), cudnn_off: OptBool = False, training: Training = False,
            generator: Generator = None) -> Tensor:
    """Zero elements with probability `p` and scale the others by ``1 / (1 - p)``. Identity in prediction.

    Elements along `axes` share one random decision.
    """
    check_part("p", p)
    if p == 0.0 or not (training or mode == "always"):
        return data.clone() if data.requires_grad else data
    return drop(data, p, generator, axes)
