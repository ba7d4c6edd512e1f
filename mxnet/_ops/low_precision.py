"""Sums of products in float16 and bfloat16 on processors without instructions for them.

Torch computes them with scalar code there, which takes up to 40 times as long as float32. These functions convert the
operands to float32 and the result back. Values are stored in the low precision; sums are more precise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from .._runtime import torch_private
from . import float_products

# Dtypes for which this processor has no instructions.
SLOW = torch_private.slow_dtypes()


def _single(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.to(torch.float32) if value.dtype in SLOW else value
    return type(value)(_single(part) for part in value) if type(value) in (list, tuple) else value


def _back(value: Any, dtype: torch.dtype) -> Any:
    if isinstance(value, Tensor):
        return value.to(dtype) if value.dtype is torch.float32 else value
    return tuple(_back(part, dtype) for part in value)


def in_single(function: Callable[..., Any], position: int = 0) -> Callable[..., Any]:
    """Return `function`, computed in float32 if the dtype of the operand at `position` is slow."""

    def call(*args: Any, **kwargs: Any) -> Any:
        operand = args[position]
        if operand.dtype not in SLOW or not operand.is_cpu:
            return function(*args, **kwargs)
        return _back(function(*map(_single, args), **kwargs), operand.dtype)

    return call if SLOW else function


linear = in_single(float_products.linear)
matmul, mm, bmm = in_single(torch.matmul), in_single(float_products.mm), in_single(torch.bmm)
tensordot = in_single(torch.tensordot)
einsum = in_single(torch.einsum, 1)
convolve = {1: in_single(functional.conv1d), 2: in_single(functional.conv2d), 3: in_single(functional.conv3d)}
convolve_transposed = {1: in_single(functional.conv_transpose1d), 2: in_single(functional.conv_transpose2d),
                       3: in_single(functional.conv_transpose3d)}
recurrent = {name: in_single(function) for name, function in torch_private.recurrent.items()}
