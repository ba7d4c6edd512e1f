"""Parameter types of operators: they convert user values and attribute strings to checked Python values.

Lowerings annotate keyword parameters with the aliases at the end of this file (``kernel: Shape``). `OpDef` reads the
`Param` from the annotation.
"""

from __future__ import annotations

import ast
import re
from typing import Annotated, Any

import numpy as np
import torch

from .._runtime import dtype as dtypes


class Param:
    """Parameter type. `fast` lists Python types that need no conversion."""

    expects = "value"
    fast: tuple[type, ...] = ()
    optional = False

    def parse(self, value: Any) -> Any:
        """Return the converted value; raise ValueError if `value` does not have this type."""
        if self.optional and (value is None or value == "None"):
            return None
        return self.convert(value)

    def convert(self, value: Any) -> Any:
        raise NotImplementedError

    def describe(self) -> str:
        """Return the name of this type for documentation and messages."""
        return f"{self.expects} or None" if self.optional else self.expects


def _whole(value: Any) -> int:
    """Integer. ``1.0`` and ``True`` are rejected, as in MXNet."""
    if isinstance(value, (float, np.floating, bool, np.bool_)):
        raise ValueError(value)
    return int(value)


class IntParam(Param):
    expects = "int"
    fast = (int,)

    def __init__(self, optional: bool = False) -> None:
        self.optional = optional

    def convert(self, value: Any) -> int:
        if isinstance(value, str):
            return int(value.strip().rstrip("L"))
        return _whole(value)


class FloatParam(Param):
    expects = "float"
    fast = (float,)

    def __init__(self, optional: bool = False) -> None:
        self.optional = optional

    def convert(self, value: Any) -> float:
        if isinstance(value, (bool, np.bool_)):
            raise ValueError(value)
        return float(value)


_TRUE, _FALSE = {"true", "1"}, {"false", "0"}


class BoolParam(Param):
    expects = "boolean"
    fast = (bool,)

    def __init__(self, optional: bool = False) -> None:
        self.optional = optional

    def convert(self, value: Any) -> bool:
        if isinstance(value, str):
            word = value.strip().lower()
            if word not in _TRUE | _FALSE:
                raise ValueError(value)
            return word in _TRUE
        return bool(value) if isinstance(value, np.bool_) else bool(_whole(value))


def literal(text: str) -> Any:
    """Parse a Python literal from a file; raise ValueError for other text."""
    try:
        return ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError) as error:
        raise ValueError(f"{text[:80]!r} is not a Python literal") from error


def _numbers(value: Any) -> list[Any]:
    """Return the elements of a tuple given as a sequence, a number or text such as '(2L, 3)'."""
    if isinstance(value, str):
        value = literal(re.sub(r"(?<=\d)L\b", "", value.strip()))
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return list(value) if isinstance(value, (tuple, list)) else [value]


class ShapeParam(Param):
    expects = "Shape(tuple)"

    def __init__(self, optional: bool = False) -> None:
        self.optional = optional

    def convert(self, value: Any) -> tuple[int, ...]:
        return tuple([v if type(v) is int else _whole(v) for v in _numbers(value)])


class TupleParam(Param):
    """Tuple of floats, or of ints that may be None (as in slice)."""

    def __init__(self, element: type, optional: bool = False, holes: bool = False) -> None:
        self.element, self.optional, self.holes = element, optional, holes
        self.expects = f"tuple of <{element.__name__}>"

    def convert(self, value: Any) -> tuple[Any, ...]:
        return tuple(None if self.holes and v is None else self.element(v) for v in _numbers(value))


class StringParam(Param):
    expects = "string"
    fast = (str,)

    def __init__(self, optional: bool = False) -> None:
        self.optional = optional

    def convert(self, value: Any) -> str:
        return str(value)


class Choice(Param):
    """One of a fixed set of strings."""

    def __init__(self, *words: str, optional: bool = False) -> None:
        self.words, self.optional = words, optional
        self.expects = "{" + ", ".join(repr(w) for w in sorted(words)) + "}"

    def convert(self, value: Any) -> str:
        if value not in self.words:
            raise ValueError(value)
        return str(value)


class BytesParam(Param):
    """Content of a file. A string is converted by character code, as in C."""

    expects = "bytes"
    fast = (bytes,)

    def convert(self, value: Any) -> bytes:
        return value.encode("latin-1") if isinstance(value, str) else bytes(value)


class DTypeParam(Param):
    """Dtype name. Lowerings receive the torch dtype, or None if it is optional."""

    expects = "dtype name"

    def __init__(self, optional: bool = False) -> None:
        self.optional = optional

    def convert(self, value: Any) -> torch.dtype:
        if isinstance(value, str) and value.lstrip("-").isdigit():
            return dtypes.TORCH_OF_CODE[int(value)]
        return dtypes.to_torch(value)


class Environment:
    """Marker for a keyword that the caller of the lowering passes, not the user."""

    def __init__(self, name: str) -> None:
        self.name = name


Int = Annotated[int, IntParam()]
OptInt = Annotated[int | None, IntParam(optional=True)]
Float = Annotated[float, FloatParam()]
OptFloat = Annotated[float | None, FloatParam(optional=True)]
Bool = Annotated[bool, BoolParam()]
OptBool = Annotated[bool | None, BoolParam(optional=True)]
Shape = Annotated[tuple[int, ...], ShapeParam()]
OptShape = Annotated[tuple[int, ...] | None, ShapeParam(optional=True)]
Holes = Annotated[tuple[int | None, ...], TupleParam(int, holes=True)]
Floats = Annotated[tuple[float, ...], TupleParam(float)]
OptFloats = Annotated[tuple[float, ...] | None, TupleParam(float, optional=True)]
Str = Annotated[str, StringParam()]
Bytes = Annotated[bytes, BytesParam()]
OptStr = Annotated[str | None, StringParam(optional=True)]
DType = Annotated[torch.dtype, DTypeParam()]
OptDType = Annotated[torch.dtype | None, DTypeParam(optional=True)]

Training = Annotated[bool, Environment("training")]
Generator = Annotated[torch.Generator | None, Environment("generator")]
Device = Annotated[torch.device | None, Environment("device")]
