"""Names that NumPy and Python have removed, by module, and their replacements.

A replacement is a builtin, a number or a dotted name, with an optional minus sign. Names without an exact replacement
are implemented in `functions` while a program runs.
"""

from __future__ import annotations

import builtins
import importlib
import re
from typing import Any

from . import functions

_ABSTRACT = ("AsyncGenerator", "AsyncIterable", "AsyncIterator", "Awaitable", "ByteString", "Callable", "Collection",
             "Container", "Coroutine", "Generator", "Hashable", "ItemsView", "Iterable", "Iterator", "KeysView",
             "Mapping", "MappingView", "MutableMapping", "MutableSequence", "MutableSet", "Reversible", "Sequence",
             "Set", "Sized", "ValuesView")

REPLACEMENTS: dict[str, dict[str, str]] = {
    "numpy": {
        # Removed in 1.24. NumPy 2 has bool and long again, with another meaning.
        "bool": "bool", "int": "int", "float": "float", "complex": "complex", "object": "object", "str": "str",
        "long": "int", "unicode": "str",
        # Removed in 1.24 to 2.0.
        "bool8": "numpy.bool_", "bytes0": "numpy.bytes_", "cfloat": "numpy.complex128",
        "clongfloat": "numpy.clongdouble", "complex_": "numpy.complex128", "float_": "numpy.float64",
        "int0": "numpy.intp", "longcomplex": "numpy.clongdouble", "longfloat": "numpy.longdouble",
        "object0": "numpy.object_", "singlecomplex": "numpy.complex64", "str0": "numpy.str_", "string_": "numpy.bytes_",
        "uint0": "numpy.uintp", "unicode_": "numpy.str_", "void0": "numpy.void",
        "Inf": "numpy.inf", "Infinity": "numpy.inf", "NINF": "-numpy.inf", "NaN": "numpy.nan", "PINF": "numpy.inf",
        "infty": "numpy.inf", "NZERO": "-0.0", "PZERO": "0.0",
        "alen": "len", "alltrue": "numpy.all", "cumproduct": "numpy.cumprod", "in1d": "numpy.isin",
        "issubclass_": "issubclass", "issubsctype": "numpy.issubdtype", "mat": "numpy.asmatrix",
        "product": "numpy.prod", "rank": "numpy.ndim", "round_": "numpy.round", "row_stack": "numpy.vstack",
        "sometrue": "numpy.any", "trapz": "numpy.trapezoid", "typeDict": "numpy.sctypeDict",
        # Moved in 2.0.
        "AxisError": "numpy.exceptions.AxisError", "ComplexWarning": "numpy.exceptions.ComplexWarning",
        "DataSource": "numpy.lib.npyio.DataSource", "RankWarning": "numpy.exceptions.RankWarning",
        "VisibleDeprecationWarning": "numpy.exceptions.VisibleDeprecationWarning",
        "byte_bounds": "numpy.lib.array_utils.byte_bounds", "format_parser": "numpy.rec.format_parser",
    },
    "collections": {name: f"collections.abc.{name}" for name in _ABSTRACT},
    "array": {"ArrayType": "array.array"},
    "base64": {"decodestring": "base64.decodebytes", "encodestring": "base64.encodebytes"},
    "fractions": {"gcd": "math.gcd"},
    "os": {"errno": "errno"},
    "PIL.Image": {"ANTIALIAS": "PIL.Image.LANCZOS"},
    "time": {"clock": "time.process_time"},
}

FUNCTIONS: dict[str, dict[str, Any]] = {
    "numpy": {"asfarray": functions.asfarray, "asscalar": functions.asscalar, "cast": functions.cast,
              "fastCopyAndTranspose": functions.copy_and_transpose, "find_common_type": functions.find_common_type,
              "in1d": functions.in1d, "issctype": functions.issctype, "msort": functions.msort,
              "obj2sctype": functions.obj2sctype, "safe_eval": functions.safe_eval,
              "sctype2char": functions.sctype2char, "sctypes": functions.sctypes},
    "numpy.random": {"random_integers": functions.random_integers},
    "inspect": {"getargspec": functions.getargspec},
    "platform": {"dist": functions.linux_distribution, "linux_distribution": functions.linux_distribution},
}

# Replacements of calls with one argument: the texts before and after it. The module is written as in the program.
CALLS: dict[str, tuple[str, str]] = {
    "numpy.asfarray": ("{module}.asarray(", ", dtype=float)"),
    "numpy.asscalar": ("(", ").item()"),
    "numpy.msort": ("{module}.sort(", ", axis=0)"),
    "numpy.obj2sctype": ("{module}.dtype(", ").type"),
    "numpy.sctype2char": ("{module}.dtype(", ").char"),
}

MODULES = frozenset(REPLACEMENTS) | frozenset(FUNCTIONS)


def replacement(name: str) -> str | None:
    """Return the replacement of a dotted name, or None if there is no rule."""
    module, _, member = name.rpartition(".")
    instead = REPLACEMENTS.get(module, {}).get(member)
    try:
        if instead is not None:
            _evaluate(instead)
    except AttributeError:  # an old NumPy that still has the name
        return None
    except ImportError:
        pass
    return instead


def is_removed(name: str) -> bool:
    """Return whether a dotted name is in the tables."""
    module, _, member = name.rpartition(".")
    return member in REPLACEMENTS.get(module, {}) or member in FUNCTIONS.get(module, {})


def value_of(module: str, member: str) -> Any:
    """Return the value of a removed name, or raise AttributeError if this version has none."""
    stand_ins = FUNCTIONS.get(module, {})
    if member in stand_ins:
        stand_in = stand_ins[member]
        return stand_in.make() if isinstance(stand_in, functions.Computed) else stand_in
    return _evaluate(REPLACEMENTS[module][member])


def _evaluate(text: str) -> Any:
    if text.startswith("-"):
        return -_evaluate(text[1:])
    if re.fullmatch(r"[0-9.]+", text):
        return float(text)
    if hasattr(builtins, text):
        return getattr(builtins, text)
    parts = text.split(".")
    value: Any = importlib.import_module(parts[0])
    for number, part in enumerate(parts[1:], 2):
        try:
            value = getattr(value, part)
        except AttributeError:
            try:
                value = importlib.import_module(".".join(parts[:number]))
            except ImportError as error:
                raise AttributeError(f"{text} does not exist") from error
    return value
