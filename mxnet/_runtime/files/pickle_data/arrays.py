"""NumPy scalars, dtypes and arrays in pickles, limited to plain numeric dtypes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

_TYPES = {f"{kind}{size}": np.dtype(f"{kind}{size}")
          for kind, sizes in (("b", "1"), ("i", "1248"), ("u", "1248"), ("f", "248")) for size in sizes}
_TYPES.update(c8=np.dtype("c8"), c16=np.dtype("c16"))
NUMBER_TYPES = {dtype.name: dtype.type for dtype in _TYPES.values()}
_MAX_DIMENSIONS = 32


class PickleFileError(ValueError):
    """The bytes are not a pickle of plain data."""

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(f"{reason} (at byte {offset})")
        self.reason = reason
        self.offset = offset


@dataclass(eq=False)
class DtypeParts:
    """Dtype whose byte order is set later."""

    dtype: np.dtype

    def set_state(self, state: Any, offset: int) -> None:
        """Set the byte order from ``(version, order, ...)``."""
        if not isinstance(state, tuple) or len(state) < 2 or state[1] not in ("<", ">", "=", "|"):
            raise PickleFileError("a dtype has an unknown byte order", offset)
        self.dtype = self.dtype.newbyteorder(state[1])

    def to_numpy(self) -> np.dtype:
        """Return the dtype."""
        return self.dtype


@dataclass(eq=False)
class NumpyParts:
    """NumPy array whose content is set later."""

    dtype: np.dtype | None = None
    shape: tuple[int, ...] = (0,)
    content: bytes = b""
    order: str = "C"

    def set_state(self, state: Any, offset: int) -> None:
        """Set the content from ``(version, shape, dtype, Fortran order, bytes)``."""
        if not isinstance(state, tuple) or len(state) != 5:
            raise PickleFileError("a numpy array has an unknown form", offset)
        self.fill(state[4], state[2], state[1], "F" if state[3] else "C", offset)

    def fill(self, content: Any, dtype: Any, shape: Any, order: Any, offset: int) -> None:
        """Check that the bytes match the dtype and shape, and store them."""
        if isinstance(content, str):  # Python 2
            content = _latin(content, offset)
        if not isinstance(dtype, DtypeParts) or not isinstance(content, (bytes, bytearray)) or order not in ("C", "F"):
            raise PickleFileError("a numpy array has an unknown form", offset)
        if (not isinstance(shape, tuple) or len(shape) > _MAX_DIMENSIONS
                or any(type(size) is not int or not 0 <= size < 2**40 for size in shape)):
            raise PickleFileError("a numpy array has an impossible shape", offset)
        if math.prod(shape) * dtype.dtype.itemsize != len(content):
            raise PickleFileError(f"a numpy array of shape {shape} and type {dtype.dtype} has {len(content)} bytes",
                                  offset)
        self.dtype, self.shape, self.content, self.order = dtype.dtype, shape, bytes(content), order

    def to_numpy(self) -> np.ndarray:
        """Return the array in native byte order."""
        if self.dtype is None:
            raise PickleFileError("a numpy array has no content", 0)
        values = np.frombuffer(self.content, self.dtype).astype(self.dtype.newbyteorder("="))
        return values.reshape(self.shape, order="F" if self.order == "F" else "C")


def _latin(text: str, offset: int) -> bytes:
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        raise PickleFileError("a text that represents bytes has characters beyond Latin-1", offset) from None


def make_dtype(offset: int, text: Any = None, align: Any = False, copy: Any = False) -> DtypeParts:
    """Implement ``numpy.dtype('f4', False, True)``."""
    dtype = _TYPES.get(text) if isinstance(text, str) else None
    if dtype is None:
        raise PickleFileError(f"the dtype {text!r} is not one of plain numbers", offset)
    return DtypeParts(dtype)


def make_scalar(offset: int, dtype: Any = None, content: Any = None) -> Any:
    """Decode a number from its bytes."""
    if isinstance(content, str):
        content = _latin(content, offset)
    if not isinstance(dtype, DtypeParts) or not isinstance(content, bytes) or len(content) != dtype.dtype.itemsize:
        raise PickleFileError("a numpy number has an unknown form", offset)
    return np.frombuffer(content, dtype.dtype).astype(dtype.dtype.newbyteorder("="))[0]


def make_empty(offset: int, *arguments: Any) -> NumpyParts:
    """Implement ``_reconstruct(numpy.ndarray, (0,), b'b')``, which creates an array to be filled later."""
    named = arguments[0] if arguments else None
    if (getattr(named, "module", None), getattr(named, "name", None)) != ("numpy", "ndarray"):
        raise PickleFileError("an array has a class other than numpy.ndarray", offset)
    return NumpyParts()


def make_filled(offset: int, content: Any = None, dtype: Any = None, shape: Any = None, order: Any = "C") -> NumpyParts:
    """Implement ``_frombuffer(bytes, dtype, shape, order)`` of protocol 5."""
    parts = NumpyParts()
    parts.fill(content, dtype, shape, order, offset)
    return parts


def number_type(module: str, name: str) -> type:
    """Return ``numpy.float32`` and similar types, the only classes allowed as values."""
    name = {"bool_": "bool"}.get(name, name)
    if module != "numpy" or name not in NUMBER_TYPES:
        raise PickleFileError(f"{module}.{name} is not part of optimizer states", 0)
    return NUMBER_TYPES[name]
