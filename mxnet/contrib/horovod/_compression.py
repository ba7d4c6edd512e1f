"""Compression of gradients to half precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...ndarray import NDArray


class NoneCompressor:
    """Send arrays unchanged."""

    @staticmethod
    def compress(tensor: NDArray) -> Any:
        """Return the array to send, and the context for `decompress`."""
        return tensor, None

    @staticmethod
    def decompress(tensor: NDArray, ctx: Any) -> Any:
        """Return the received array."""
        return tensor


class FP16Compressor:
    """Send floating point arrays in half precision."""

    @staticmethod
    def compress(tensor: NDArray) -> Any:
        """Return the array to send, and its original dtype."""
        dtype: Any = tensor.dtype
        is_float = "float" in getattr(dtype, "__name__", str(dtype))
        return (tensor.astype("float16"), dtype) if is_float else (tensor, None)

    @staticmethod
    def decompress(tensor: NDArray, ctx: Any) -> Any:
        """Return the received array in its original dtype."""
        return tensor if ctx is None else tensor.astype(ctx)


class Compression:
    """Available compressors for gradients: `none` sends them unchanged, `fp16` in half precision.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> small, dtype = hvd.Compression.fp16.compress(mx.nd.ones(2))
    >>> small.dtype
    <class 'numpy.float16'>
    >>> hvd.Compression.fp16.decompress(small, dtype).dtype
    <class 'numpy.float32'>
    """

    none = NoneCompressor
    fp16 = FP16Compressor
