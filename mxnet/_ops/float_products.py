"""Products of large float32 matrices.

Torch computes them with MKL, which on AMD processors does not use AVX-512 and takes 2.3 times as long as oneDNN. Small
products stay with torch: a call of oneDNN costs 10 us more.
"""

from __future__ import annotations

import math
import platform
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from mxnet_records import environment

from .._runtime.torch_private import onednn

# Number of products.
LARGE = 1 << 22
_is_compiling = torch.compiler.is_compiling


def _vendor() -> str:
    """Return the text in which the system names the processor's vendor."""
    try:
        with Path("/proc/cpuinfo").open(encoding="ascii", errors="replace") as file:
            return "".join(line for line in file if line.startswith("vendor_id"))
    except OSError:
        return platform.processor()


def _is_faster() -> bool:
    """Return whether oneDNN is faster than torch's own products on this processor."""
    limited = environment.ONEDNN_MAX_CPU_ISA.get().upper() in ("SSE41", "AVX", "AVX2", "AVX2_VNNI")
    has_both = torch.backends.mkl.is_available() and torch.backends.mkldnn.is_available() and onednn.dense is not None
    is_wide = torch.backends.cpu.get_cpu_capability() == "AVX512"
    return has_both and is_wide and not limited and "AuthenticAMD" in _vendor()


ONEDNN = _is_faster()


def _transposed_product(left: Tensor, right: Tensor, bias: Tensor | None = None) -> Tensor:
    """Compute ``left @ right.T + bias`` with oneDNN."""
    if not (right.is_contiguous() or right.t().is_contiguous()):
        right = right.contiguous()
    result: Tensor = onednn.dense(left, right, bias, "none", [], "")
    return result


class _Recorded(torch.autograd.Function):
    """A product ``left @ right.T + bias`` of matrices whose gradients are such products too."""

    @staticmethod
    def forward(ctx: Any, left: Tensor, right: Tensor, bias: Tensor | None) -> Tensor:
        ctx.save_for_backward(left, right)
        return _transposed_product(left, right, bias)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        left, right = ctx.saved_tensors
        head, needed = heads[0], ctx.needs_input_grad
        return (linear(head, right.t()) if needed[0] else None,
                linear(head.t(), left.t()) if needed[1] else None,
                head.sum(0) if needed[2] else None)


def _suits(left: Tensor, right: Tensor, bias: Tensor | None) -> bool:
    """Return whether oneDNN computes the product, faster than torch."""
    if math.prod(left.shape) * right.shape[0] < LARGE or left.dtype is not torch.float32 or not left.is_cpu:
        return False
    if right.dtype is not torch.float32 or left.ndim < 2 or right.ndim != 2 or left.shape[-1] != right.shape[1]:
        return False
    fits = bias is None or (bias.dtype is torch.float32 and bias.shape == right.shape[:1])
    return fits and not _is_compiling() and bool(torch.backends.mkldnn.enabled)


def _linear(data: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Compute ``data @ weight.T + bias``."""
    if not weight.ndim or not _suits(data, weight, bias):
        return functional.linear(data, weight, bias)
    if torch.is_grad_enabled() and (data.requires_grad or weight.requires_grad or (
            bias is not None and bias.requires_grad)):
        # Reshape outside: torch forbids writing in place to a view that a custom function returns.
        result: Tensor = _Recorded.apply(data.flatten(0, -2), weight, bias)
        return result if data.ndim == 2 else result.unflatten(0, data.shape[:-1])
    return _transposed_product(data, weight, bias)


def _mm(left: Tensor, right: Tensor) -> Tensor:
    """Compute the product of two matrices."""
    if left.ndim == 2 == right.ndim and math.prod(left.shape) * right.shape[1] >= LARGE:
        return _linear(left, right.t())
    return torch.mm(left, right)


linear = _linear if ONEDNN else functional.linear
mm = _mm if ONEDNN else torch.mm
