"""Gradients that travel in half precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...ndarray import NDArray


class NoneCompressor:
    """Sends arrays as they are."""

    @staticmethod
    def compress(tensor: NDArray) -> Any:
        """The array to send, and what `decompress` needs to know."""
        return tensor, None

    @staticmethod
    def decompress(tensor: NDArray, ctx: Any) -> Any:
        """The array that arrived."""
        return tensor


class FP16Compressor:
    """Sends floating point arrays in half precision."""

    @staticmethod
    def compress(tensor: NDArray) -> Any:
        """The array to send, and its type."""
        kind: Any = tensor.dtype
        return (tensor.astype("float16"), kind) if "float" in getattr(kind, "__name__", str(kind)) else (tensor, None)

    @staticmethod
    def decompress(tensor: NDArray, ctx: Any) -> Any:
        """The array that arrived, in its own type."""
        return tensor if ctx is None else tensor.astype(ctx)


class Compression:
    """How gradients are sent."""

    none = NoneCompressor
    fp16 = FP16Compressor
