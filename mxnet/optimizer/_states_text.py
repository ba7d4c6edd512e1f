"""States as a JSON text and a list of arrays.

Numbers, texts, None and lists are written as they are; everything else is an object with one entry that says what it
is: ``{"tuple": [...]}``, ``{"dict": [[key, value], ...]}``, ``{"array": 3}`` for the array of that number,
``{"object": [module, class, state]}`` for optimizers and schedulers.
"""

from __future__ import annotations

import dataclasses
from collections import OrderedDict, defaultdict
from typing import Any

import numpy as np

from .. import lr_scheduler
from .._runtime.files.params_file import SavedArray
from .._runtime.files.pickle_data import NUMBER_TYPES, is_key
from ..ndarray import _convert
from ..ndarray.ndarray import NDArray
from ._base import Optimizer
from ._states_objects import Builder, StatesError, array_of_saved, state_of

_MAX_DEPTH = 50
_FACTORIES: dict[str, Any] = {"None": None, **{kind.__name__: kind for kind in (int, float, list, dict)}}
_DICTS: dict[type, str] = {dict: "dict", OrderedDict: "ordered_dict"}
_SEQUENCES: dict[type, str] = {tuple: "tuple", set: "set", frozenset: "frozenset"}


class Encoder:
    """Writes values as JSON and collects the arrays in them."""

    def __init__(self) -> None:
        self.records: list[SavedArray] = []
        self._numbers: dict[int, int] = {}

    def encoded(self, value: Any, place: str = "states", depth: int = 0) -> Any:
        """What stands for a value in the text; `place` names it in messages."""
        kind = type(value)
        if value is None or kind in (bool, int, float, str):
            return value
        if depth > _MAX_DEPTH:
            raise StatesError(f"{place} is nested more than {_MAX_DEPTH} deep")
        if kind is list:
            return [self.encoded(part, f"{place}[{i}]", depth + 1) for i, part in enumerate(value)]
        if kind in _SEQUENCES:
            parts = [self.encoded(part, f"{place}[{i}]", depth + 1) for i, part in enumerate(value)]
            return {_SEQUENCES[kind]: parts}
        if kind in _DICTS:
            return {_DICTS[kind]: self._pairs(value, place, depth)}
        if kind is defaultdict:
            factory = getattr(value.default_factory, "__name__", "None")
            if _FACTORIES.get(factory, self) is not value.default_factory:
                raise StatesError(f"{place} is a defaultdict with the factory {value.default_factory!r}")
            return {"defaultdict": [factory, self._pairs(value, place, depth)]}
        return self._encoded_object(value, place, depth)

    def _pairs(self, value: dict[Any, Any], place: str, depth: int) -> list[Any]:
        return [[self.encoded(key, f"a key of {place}", depth + 1), self.encoded(part, f"{place}[{key!r}]", depth + 1)]
                for key, part in value.items()]

    def _encoded_object(self, value: Any, place: str, depth: int) -> Any:
        if isinstance(value, NDArray):
            return {"np_array" if value.__class__.__module__.startswith("mxnet.numpy") else "array": self._array(value)}
        if isinstance(value, np.ndarray) and value.dtype.name in NUMBER_TYPES and value.dtype.kind != "c":
            return {"numpy": self._keep(SavedArray.dense(np.array(value)))}
        if isinstance(value, np.generic) and value.dtype.name in NUMBER_TYPES:
            return {"number": [value.dtype.name, self.encoded(value.item(), place, depth + 1)]}
        if isinstance(value, np.dtype) and value.name in NUMBER_TYPES:
            return {"dtype": value.name}
        if isinstance(value, type) and value in NUMBER_TYPES.values():
            return {"number_type": np.dtype(value).name}
        if isinstance(value, complex):
            return {"complex": [value.real, value.imag]}
        if isinstance(value, (bytes, bytearray)):
            return {type(value).__name__: value.decode("latin-1")}
        if isinstance(value, (Optimizer, lr_scheduler.LRScheduler)):
            kind = type(value)
            state = {key: self.encoded(part, f"attribute {key!r} of {kind.__name__}", depth + 1)
                     for key, part in state_of(value).items()}
            return {"object": [kind.__module__, kind.__qualname__, state]}
        raise StatesError(f"{place} is a {type(value).__name__}, which is neither an array nor plain data; keep it out "
                          "of the states, or out of the optimizer with a method __getstate__")

    def _array(self, array: NDArray) -> int:
        """The number of an array; one that is used twice is written once."""
        if id(array) not in self._numbers:
            record = _convert.to_saved(array)
            self._numbers[id(array)] = self._keep(record)
        return self._numbers[id(array)]

    def _keep(self, record: SavedArray) -> int:
        if not record.shape:  # without the mark, a shape of () is that of no array
            record = dataclasses.replace(record, np_shape=True)
        self.records.append(record)
        return len(self.records) - 1


class Decoder:
    """Reads the JSON that an `Encoder` wrote."""

    def __init__(self, records: list[SavedArray], builder: Builder) -> None:
        self._records = records
        self._builder = builder
        self._arrays: dict[tuple[str, int], Any] = {}

    def decoded(self, text: Any, depth: int = 0) -> Any:
        """The value that a part of the text stands for."""
        if depth > _MAX_DEPTH:
            raise StatesError(f"values are nested more than {_MAX_DEPTH} deep")
        if isinstance(text, list):
            return [self.decoded(part, depth + 1) for part in text]
        if not isinstance(text, dict):
            return text
        if len(text) != 1:
            raise StatesError(f"an object of the text has {len(text)} entries")
        (kind, content), = text.items()
        if kind in ("array", "np_array", "numpy"):
            return self._array(kind, content)
        read = _READERS.get(kind)
        if read is None:
            raise StatesError(f"the text holds an unknown kind of value, {kind!r}")
        return read(self, content, depth + 1)

    def parts(self, content: Any, depth: int, count: int | None = None) -> list[Any]:
        """A list of the text, decoded; of `count` parts if that is given."""
        if not isinstance(content, list) or count not in (None, len(content)):
            raise StatesError("a list of the text is damaged")
        return [self.decoded(part, depth) for part in content]

    def pairs(self, content: Any, depth: int) -> list[tuple[Any, Any]]:
        """The items of a dict."""
        if not isinstance(content, list):
            raise StatesError("a dict of the text is damaged")
        pairs = [self.parts(pair, depth, 2) for pair in content]
        return [(hashable(key), value) for key, value in pairs]

    def object(self, content: Any, depth: int) -> Any:
        """An optimizer or a scheduler."""
        if (not isinstance(content, list) or len(content) != 3 or not all(isinstance(part, str) for part in content[:2])
                or not isinstance(content[2], dict)):
            raise StatesError("an object of the text is damaged")
        module, name, state = content
        return self._builder.build(module, name, {key: self.decoded(part, depth) for key, part in state.items()})

    def _array(self, kind: str, number: Any) -> Any:
        if type(number) is not int or not 0 <= number < len(self._records):
            raise StatesError(f"array {number!r} is not in the file")
        if (kind, number) not in self._arrays:
            record = self._records[number]
            if kind == "numpy" and record.data is not None:
                made: Any = np.array(record.data)
            else:
                made = array_of_saved(record)
                if kind == "np_array":
                    made = made.as_np_ndarray()
            self._arrays[kind, number] = made
        return self._arrays[kind, number]


def hashable(value: Any) -> Any:
    """A key; texts, numbers, and short tuples of them."""
    if is_key(value):
        return value
    raise StatesError(f"a {type(value).__name__} is the key of a dict or the member of a set")


def _bytes(decoder: Decoder, content: Any, depth: int) -> bytes:
    try:
        return content.encode("latin-1")
    except (AttributeError, UnicodeEncodeError):
        raise StatesError("bytes in the text are damaged") from None


def _number(decoder: Decoder, content: Any, depth: int) -> Any:
    name, value = decoder.parts(content, depth, 2)
    if not isinstance(name, str) or name not in NUMBER_TYPES or not isinstance(value, (bool, int, float, complex)):
        raise StatesError("a number of the text is damaged")
    try:
        return NUMBER_TYPES[name](value)
    except (OverflowError, TypeError, ValueError):
        raise StatesError(f"{value!r} is no {name}") from None


def _type(decoder: Decoder, content: Any, depth: int) -> type:
    if not isinstance(content, str) or content not in NUMBER_TYPES:
        raise StatesError("a type in the text is unknown")
    return NUMBER_TYPES[content]


def _complex(decoder: Decoder, content: Any, depth: int) -> complex:
    parts = decoder.parts(content, depth, 2)
    if not all(isinstance(part, float) for part in parts):
        raise StatesError("a complex number of the text is damaged")
    return complex(*parts)


def _default_dict(decoder: Decoder, content: Any, depth: int) -> Any:
    if not isinstance(content, list) or len(content) != 2 or content[0] not in _FACTORIES:
        raise StatesError("a defaultdict of the text is damaged")
    return defaultdict(_FACTORIES[content[0]], decoder.pairs(content[1], depth))


_READERS: dict[str, Any] = {
    "tuple": lambda decoder, content, depth: tuple(decoder.parts(content, depth)),
    "set": lambda decoder, content, depth: set(map(hashable, decoder.parts(content, depth))),
    "frozenset": lambda decoder, content, depth: frozenset(map(hashable, decoder.parts(content, depth))),
    "dict": lambda decoder, content, depth: dict(decoder.pairs(content, depth)),
    "ordered_dict": lambda decoder, content, depth: OrderedDict(decoder.pairs(content, depth)),
    "defaultdict": _default_dict,
    "bytes": _bytes,
    "bytearray": lambda decoder, content, depth: bytearray(_bytes(decoder, content, depth)),
    "number": _number,
    "dtype": lambda decoder, content, depth: np.dtype(_type(decoder, content, depth)),
    "number_type": _type,
    "complex": _complex,
    "object": Decoder.object,
}
