"""Gradient compression: what survives of a gradient when it is sent with two bits per number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from .._runtime.error import MXNetError

_KNOWN = ("type", "threshold")


class TwoBitCompression:
    """Sends ``-threshold``, 0 or ``threshold``; what that leaves out is added to the next gradient.

    Parameters
    ----------
    threshold : float
        Numbers at least as large are sent as this.
    """

    def __init__(self, threshold: float) -> None:
        self.threshold = threshold
        self._residuals: dict[tuple[Any, int], torch.Tensor] = {}

    def sent(self, key: Any, position: int, gradient: torch.Tensor) -> torch.Tensor:
        """What arrives of the gradient that device number `position` pushes to `key`."""
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
    """The compression that ``{'type': '2bit', 'threshold': 0.5}`` describes."""
    if not isinstance(params, Mapping):
        raise MXNetError(f"gradient compression is described by a dict such as {{'type': '2bit', 'threshold': 0.5}}, "
                         f"received {params!r}")
    if "type" not in params:
        raise MXNetError(f"gradient compression: Required parameter type of string is not presented in {dict(params)}")
    unknown = sorted(set(params) - set(_KNOWN))
    if unknown:
        raise MXNetError(f"gradient compression: unknown parameters {unknown}; known: {list(_KNOWN)}")
    if params["type"] != "2bit":
        raise MXNetError(f"Unknown type for gradient compression {params['type']}; only '2bit' is known")
    threshold = float(params.get("threshold", 0.5))
    if threshold <= 0:
        raise MXNetError(f"gradient compression: threshold must be greater than 0, received {threshold}")
    return TwoBitCompression(threshold)
