"""Transforms of dtypes and value ranges."""

from __future__ import annotations

from typing import Any

import torch

from ....._runtime import dtype as dtypes
from ....._runtime.error import MXNetError
from ....._runtime.tracebacks import concise_module
from ....block import HybridBlock
from ..._gather import BatchTransform


class Cast(HybridBlock):
    """Casts to another dtype.

    Parameters
    ----------
    dtype : str
        The new dtype.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.Cast('float16')(mx.nd.array([1, 2])).asnumpy()
    array([1., 2.], dtype=float16)
    """

    def __init__(self, dtype: Any = "float32") -> None:
        super().__init__()
        self._dtype = dtype

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.cast(x, self._dtype)

    def _apply_to_batch(self) -> BatchTransform:
        dtype = dtypes.to_torch(self._dtype)
        return lambda batch: batch.to(dtype)

    def _value_key(self) -> tuple[str, ...]:
        return "cast", str(self._dtype)


class ToTensor(HybridBlock):
    """Converts height x width x channel with values 0 to 255 to channel x height x width, 0 to 1, float32.

    Examples
    --------
    >>> image = mx.nd.array([[[0, 51, 255]]], dtype='uint8')
    >>> mx.gluon.data.vision.transforms.ToTensor()(image).asnumpy().ravel()
    array([0. , 0.2, 1. ], dtype=float32)
    """

    def __init__(self) -> None:
        super().__init__()

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.image.to_tensor(x)

    def _apply_to_batch(self) -> BatchTransform:
        return _to_tensor

    def _value_key(self) -> tuple[str, ...]:
        return ("planes",)


def _to_tensor(batch: torch.Tensor) -> torch.Tensor:
    if batch.dim() != 4:
        raise MXNetError(
            f"ToTensor: Input image must have shape (height, width, channels), received {tuple(batch.shape[1:])}"
        )
    channels_first = batch.permute(0, 3, 1, 2)
    return channels_first.to(torch.float32, memory_format=torch.contiguous_format, copy=True).div_(255.0)


class Normalize(HybridBlock):
    """Subtracts ``mean`` and divides by ``std`` per channel of channel x height x width.

    Parameters
    ----------
    mean, std : float or tuple of float
        One value for all channels, or one for each channel.

    Examples
    --------
    >>> transform = mx.gluon.data.vision.transforms.Normalize(mean=(0.0, 1.0, 2.0), std=(1.0, 2.0, 4.0))
    >>> transform(mx.nd.ones((3, 1, 1))).asnumpy().ravel()
    array([ 1.  ,  0.  , -0.25], dtype=float32)
    """

    def __init__(self, mean: Any = 0.0, std: Any = 1.0) -> None:
        super().__init__()
        self._mean = mean
        self._std = std

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.image.normalize(x, self._mean, self._std)

    def _apply_to_batch(self) -> BatchTransform:
        mean, std = (torch.tensor(value, dtype=torch.float32) for value in (self._mean, self._std))

        def normalize(batch: torch.Tensor) -> torch.Tensor:
            if batch.dim() != 4 or not batch.is_floating_point():
                raise MXNetError(
                    "Normalize: Input tensor must have shape (channels, height, width) and a floating "
                    f"point type, received {tuple(batch.shape[1:])} of {dtypes.name_of(batch.dtype)}"
                )
            shape = (-1, 1, 1)
            return (batch - mean.to(batch).reshape(shape)).div_(std.to(batch).reshape(shape))

        return normalize

    def _value_key(self) -> tuple[str, ...]:
        return "normalize", repr(self._mean), repr(self._std)


concise_module(__name__)
