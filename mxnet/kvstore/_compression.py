"""Two-bit gradient compression."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from .._runtime.error import MXNetError

_KNOWN = ("type", "threshold")


class TwoBitCompression:
    """Quantize gradients to ``-threshold``, 0 or ``threshold``, and add the residual to the next gradient.

    Parameters
    ----------
    threshold : float
        Elements with at least this magnitude are sent as ``threshold`` or ``-threshold``.
    """

    def __init__(self, threshold: float) -> None:
        self.threshold = threshold
        self._residuals: dict[tuple[Any, int], torch.Tensor] = {}

    def compress(self, key: Any, position: int, gradient: torch.Tensor) -> torch.Tensor:
        """Return the quantized gradient of device number `position` for `key`, and update the residual."""
        if gradient.dtype is not torch.float32:
            raise MXNetError(f"gradient compression needs float32 gradients, key {key} has {gradient.dtype}")
        residual = self._residuals.get((key, position))
        if residual is None:
            residual = self._residuals[key, position] = torch.zeros_like(gradient)
        residual.add_(gradient)
        above = (residual >= self.threshold).to(gradient.dtype)
        below = (residual <= -self.threshold).to(gradient.dtype)
        result = above.sub_(below).mul_(self.threshold)
        residual.sub_(result)
        return result


def from_params(params: Mapping[str, Any]) -> TwoBitCompression:
    """Create the compression for parameters such as ``{'type': '2bit', 'threshold': 0.5}``."""
    if not isinstance(params, Mapping):
        raise MXNetError("gradient compression needs a dict such as {'type': '2bit', 'threshold': 0.5}, "
                         f"received {params!r}")
    if "type" not in params:
        raise MXNetError(f"gradient compression: Required parameter type of string is not presented in {dict(params)}")
    unknown = sorted(set(params) - set(_KNOWN))
    if unknown:
        raise MXNetError(f"gradient compression: unknown parameters {unknown}; use {list(_KNOWN)}")
    if params["type"] != "2bit":
        raise MXNetError(f"Unknown type for gradient compression {params['type']}; use '2bit'")
    threshold = float(params.get("threshold", 0.5))
    if threshold <= 0:
        raise MXNetError(f"gradient compression: threshold must be greater than 0, received {threshold}")
    return TwoBitCompression(threshold)
