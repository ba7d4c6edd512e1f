"""States as JSON and a list of arrays.

Numbers, strings, None and lists are written directly. Other values are objects with one entry that specifies the
type: ``{"tuple": [...]}``, ``{"dict": [[key, value], ...]}``, ``{"array": 3}`` for the array with this number,
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
_FACTORIES: dict[str, Any] = {"None": None, **{factory.__name__: factory for factory in (int, float, list, dict)}}
_DICTS: dict[type, str] = {dict: "dict", OrderedDict: "ordered_dict"}
_SEQUENCES: dict[type, str] = {tuple: "tuple", set: "set", frozenset: "frozenset"}


class Encoder:
    """Converts values to JSON and collects their arrays."""

    def __init__(self) -> None:
        self.records: list[SavedArray] = []
        self._numbers: dict[int, int] = {}

    def encode(self, value: Any, place: str = "states", depth: int = 0) -> Any:
        """Return the JSON form of a value. `place` is its location in error messages."""
        cls = type(value)
        if value is None or cls in (bool, int, float, str):
            return value
        if depth > _MAX_DEPTH:
            raise StatesError(f"{place} has more than {_MAX_DEPTH} nested levels")
        if cls is list:
            return [self.encode(part, f"{place}[{i}]", depth + 1) for i, part in enumerate(value)]
        if cls in _SEQUENCES:
            parts = [self.encode(part, f"{place}[{i}]", depth + 1) for i, part in enumerate(value)]
            return {_SEQUENCES[cls]: parts}
        if cls in _DICTS:
            return {_DICTS[cls]: self._pairs(value, place, depth)}
        if cls is defaultdict:
            factory = getattr(value.default_factory, "__name__", "None")
            if _FACTORIES.get(factory, self) is not value.default_factory:
                raise StatesError(f"{place} is a defaultdict with the factory {value.default_factory!r}")
            return {"defaultdict": [factory, self._pairs(value, place, depth)]}
        return self._encode_object(value, place, depth)

    def _pairs(self, value: dict[Any, Any], place: str, depth: int) -> list[Any]:
        return [[self.encode(key, f"a key of {place}", depth + 1), self.encode(part, f"{place}[{key!r}]", depth + 1)]
                for key, part in value.items()]

    def _encode_object(self, value: Any, place: str, depth: int) -> Any:
        if isinstance(value, NDArray):
            return {"np_array" if value.__class__.__module__.startswith("mxnet.numpy") else "array": self._array(value)}
        if isinstance(value, np.ndarray) and value.dtype.name in NUMBER_TYPES and value.dtype.kind != "c":
            return {"numpy": self._keep(SavedArray.dense(np.array(value)))}
        if isinstance(value, np.generic) and value.dtype.name in NUMBER_TYPES:
            return {"number": [value.dtype.name, self.encode(value.item(), place, depth + 1)]}
        if isinstance(value, np.dtype) and value.name in NUMBER_TYPES:
            return {"dtype": value.name}
        if isinstance(value, type) and value in NUMBER_TYPES.values():
            return {"number_type": np.dtype(value).name}
        if isinstance(value, complex):
            return {"complex": [value.real, value.imag]}
        if isinstance(value, (bytes, bytearray)):
            return {type(value).__name__: value.decode("latin-1")}
        if isinstance(value, (Optimizer, lr_scheduler.LRScheduler)):
            cls = type(value)
            state = {key: self.encode(part, f"attribute {key!r} of {cls.__name__}", depth + 1)
                     for key, part in state_of(value).items()}
            return {"object": [cls.__module__, cls.__qualname__, state]}
        raise StatesError(f"{place} is a {type(value).__name__}, which is neither an array nor plain data; exclude it "
                          "from the states, or from the optimizer with a method __getstate__")

    def _array(self, array: NDArray) -> int:
        """Return the number of an array. A shared array is written once."""
        if id(array) not in self._numbers:
            record = _convert.to_saved(array)
            self._numbers[id(array)] = self._keep(record)
        return self._numbers[id(array)]

    def _keep(self, record: SavedArray) -> int:
        if not record.shape:  # without this mark, a shape of () means an array without a shape
            record = dataclasses.replace(record, np_shape=True)
        self.records.append(record)
        return len(self.records) - 1


class Decoder:
    """Reads the JSON of an `Encoder`."""

    def __init__(self, records: list[SavedArray], builder: Builder) -> None:
        self._records = records
        self._builder = builder
        self._arrays: dict[tuple[str, int], Any] = {}

    def decode(self, text: Any, depth: int = 0) -> Any:
        """Return the value of a part of the JSON."""
        if depth > _MAX_DEPTH:
            raise StatesError(f"values have more than {_MAX_DEPTH} nested levels")
        if isinstance(text, list):
            return [self.decode(part, depth + 1) for part in text]
        if not isinstance(text, dict):
            return text
        if len(text) != 1:
            raise StatesError(f"an object in the JSON must have one entry, received {len(text)}")
        (type_name, content), = text.items()
        if type_name in ("array", "np_array", "numpy"):
            return self._array(type_name, content)
        read = _READERS.get(type_name)
        if read is None:
            raise StatesError(f"the JSON contains a value of the unknown type {type_name!r}")
        return read(self, content, depth + 1)

    def parts(self, content: Any, depth: int, count: int | None = None) -> list[Any]:
        """Decode a list, and check its length against `count` if given."""
        if not isinstance(content, list) or count not in (None, len(content)):
            raise StatesError("a list in the JSON is damaged")
        return [self.decode(part, depth) for part in content]

    def pairs(self, content: Any, depth: int) -> list[tuple[Any, Any]]:
        """Decode the items of a dict."""
        if not isinstance(content, list):
            raise StatesError("a dict in the JSON is damaged")
        pairs = [self.parts(pair, depth, 2) for pair in content]
        return [(check_hashable(key), value) for key, value in pairs]

    def object(self, content: Any, depth: int) -> Any:
        """Decode an optimizer or a scheduler."""
        if (not isinstance(content, list) or len(content) != 3 or not all(isinstance(part, str) for part in content[:2])
                or not isinstance(content[2], dict)):
            raise StatesError("an object in the JSON is damaged")
        module, name, state = content
        return self._builder.build(module, name, {key: self.decode(part, depth) for key, part in state.items()})

    def _array(self, type_name: str, number: Any) -> Any:
        if type(number) is not int or not 0 <= number < len(self._records):
            raise StatesError(f"array {number!r} is not in the file")
        if (type_name, number) not in self._arrays:
            record = self._records[number]
            if type_name == "numpy" and record.data is not None:
                array: Any = np.array(record.data)
            else:
                array = array_of_saved(record)
                if type_name == "np_array":
                    array = array.as_np_ndarray()
            self._arrays[type_name, number] = array
        return self._arrays[type_name, number]


def check_hashable(value: Any) -> Any:
    """Check that a value is a valid key: a string, a number or a short tuple of them."""
    if is_key(value):
        return value
    raise StatesError(f"a {type(value).__name__} cannot be the key of a dict or the member of a set")


def _bytes(decoder: Decoder, content: Any, depth: int) -> bytes:
    try:
        return content.encode("latin-1")
    except (AttributeError, UnicodeEncodeError):
        raise StatesError("bytes in the JSON are damaged") from None


def _number(decoder: Decoder, content: Any, depth: int) -> Any:
    name, value = decoder.parts(content, depth, 2)
    if not isinstance(name, str) or name not in NUMBER_TYPES or not isinstance(value, (bool, int, float, complex)):
        raise StatesError("a number in the JSON is damaged")
    kind = NUMBER_TYPES[name]
    try:
        if issubclass(kind, np.integer) and isinstance(value, int) and not (
                np.iinfo(kind).min <= value <= np.iinfo(kind).max):
            raise OverflowError  # NumPy 1 would wrap around
        return kind(value)
    except (OverflowError, TypeError, ValueError):
        raise StatesError(f"{value!r} is not a valid {name}") from None


def _type(decoder: Decoder, content: Any, depth: int) -> type:
    if not isinstance(content, str) or content not in NUMBER_TYPES:
        raise StatesError("a type in the JSON is unknown")
    return NUMBER_TYPES[content]


def _complex(decoder: Decoder, content: Any, depth: int) -> complex:
    parts = decoder.parts(content, depth, 2)
    if not all(isinstance(part, float) for part in parts):
        raise StatesError("a complex number in the JSON is damaged")
    return complex(*parts)


def _default_dict(decoder: Decoder, content: Any, depth: int) -> Any:
    if not isinstance(content, list) or len(content) != 2 or content[0] not in _FACTORIES:
        raise StatesError("a defaultdict in the JSON is damaged")
    return defaultdict(_FACTORIES[content[0]], decoder.pairs(content[1], depth))


_READERS: dict[str, Any] = {
    "tuple": lambda decoder, content, depth: tuple(decoder.parts(content, depth)),
    "set": lambda decoder, content, depth: set(map(check_hashable, decoder.parts(content, depth))),
    "frozenset": lambda decoder, content, depth: frozenset(map(check_hashable, decoder.parts(content, depth))),
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
