"""Constructors of plain data that a pickle may call, by module and name. Each checks its arguments."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any

from . import arrays
from .machine import Instance, Machine, Name

_FACTORIES: dict[tuple[str, str], Any] = {("builtins", kind.__name__): kind for kind in (int, float, list, dict)}
_FACTORIES["builtins", "long"] = int  # Python 2


def _make_bytearray(machine: Machine, value: Any = b"", encoding: Any = "latin-1") -> bytearray:
    if not isinstance(value, bytes):
        return bytearray(_encode(machine, value, encoding))
    machine.charge(len(value))
    return bytearray(value)


def _encode(machine: Machine, text: Any = None, encoding: Any = None) -> bytes:
    if not isinstance(text, str) or encoding not in ("latin1", "latin-1"):
        raise machine.fail("a text has an unknown encoding")
    machine.charge(len(text))
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        raise machine.fail("a text that stands for bytes has other letters") from None


def _items(machine: Machine, value: Any) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        raise machine.fail(f"a {type(value).__name__} is not a list of items")
    machine.charge(len(value))
    return list(value)


def _make_set(machine: Machine, value: Any = ()) -> set[Any]:
    return set(map(machine.key, _items(machine, value)))


def _make_frozenset(machine: Machine, value: Any = ()) -> frozenset[Any]:
    return frozenset(_make_set(machine, value))


def _make_ordered(machine: Machine, value: Any = ()) -> OrderedDict[Any, Any]:
    result: OrderedDict[Any, Any] = OrderedDict()
    for pair in _items(machine, value):
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise machine.fail("an OrderedDict has items that are not pairs")
        result[machine.key(pair[0])] = pair[1]
    return result


def _make_default(machine: Machine, factory: Any = None) -> defaultdict[Any, Any]:
    default_factory = _FACTORIES.get((factory.module, factory.name)) if isinstance(factory, Name) else None
    if factory is not None and default_factory is None:
        raise machine.fail(f"a defaultdict has the factory {factory}")
    return defaultdict(default_factory)


def _make_complex(machine: Machine, real: Any = 0.0, imaginary: Any = 0.0) -> complex:
    if not isinstance(real, (int, float)) or not isinstance(imaginary, (int, float)):
        raise machine.fail("a complex number has parts that are not numbers")
    return complex(float(real), float(imaginary))


def _make_bytes(machine: Machine) -> bytes:
    return b""


def _make_instance(machine: Machine, of: Any = None, base: Any = None, state: Any = None) -> Instance:
    """Create an object as written by protocols 0 and 1."""
    if not isinstance(of, Name) or base != Name("builtins", "object") or state is not None:
        raise machine.fail("an object is created from something that is not a class")
    return Instance(of)


def _from_numpy(make: Callable[..., Any]) -> Callable[..., Any]:
    def constructor(machine: Machine, *arguments: Any) -> Any:
        machine.charge(sum(len(part) for part in arguments if isinstance(part, (bytes, bytearray, str))))
        return make(machine.offset, *arguments)
    return constructor


_CONSTRUCTORS: dict[tuple[str, str], tuple[Callable[..., Any], int]] = {  # with the maximum number of arguments
    ("builtins", "bytearray"): (_make_bytearray, 2),
    ("builtins", "bytes"): (_make_bytes, 0),
    ("_codecs", "encode"): (_encode, 2),
    ("builtins", "set"): (_make_set, 1),
    ("builtins", "frozenset"): (_make_frozenset, 1),
    ("builtins", "complex"): (_make_complex, 2),
    ("collections", "OrderedDict"): (_make_ordered, 1),
    ("collections", "defaultdict"): (_make_default, 1),
    ("copyreg", "_reconstructor"): (_make_instance, 3),
    ("numpy", "dtype"): (_from_numpy(arrays.make_dtype), 3),
    ("numpy.core.multiarray", "scalar"): (_from_numpy(arrays.make_scalar), 2),
    ("numpy.core.multiarray", "_reconstruct"): (_from_numpy(arrays.make_empty), 3),
    ("numpy.core.numeric", "_frombuffer"): (_from_numpy(arrays.make_filled), 4),
}


def call(machine: Machine) -> None:
    """Pop arguments and a name from the stack, call the constructor of that name and push its result."""
    arguments, called = machine.pop(), machine.pop()
    if not isinstance(called, Name) or not isinstance(arguments, tuple):
        raise machine.fail("the called object has no name")
    make, most = _CONSTRUCTORS.get((called.module, called.name), (None, 0))
    if make is not None and len(arguments) <= most:
        machine.push_object(make(machine, *arguments))
    elif make is None and (not arguments or (len(arguments) == 1 and arguments[0] is None)):
        machine.push_object(Instance(called))
    else:
        raise machine.fail(f"{called} is called with {len(arguments)} arguments, which is not part of optimizer states")
