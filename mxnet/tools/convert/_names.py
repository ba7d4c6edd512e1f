"""Python identifiers from the names of nodes, models and files, which may be arbitrary text."""

from __future__ import annotations

import builtins
import keyword
import re
import sys
import unicodedata
from types import FunctionType

from . import _attention, _snippets

_LONGEST = 100
_GLOBALS = frozenset({"F", "Path", "device", "inf", "json", "load", "nan", "nn", "read_tensors", "self", "struct",
                      "torch"})
_HELPERS = frozenset(name for module in (_attention, _snippets) for name, value in vars(module).items()
                     if isinstance(value, FunctionType))
# `input` is a frequent name of an input, and generated source code does not call the builtin.
_RESERVED = frozenset({*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *_GLOBALS, *_HELPERS}) - {"input"}
_MODULES = frozenset({*sys.stdlib_module_names, "mxnet", "numpy", "safetensors", "torch"})


def _word(name: str) -> str:
    """Convert a name to letters, digits and underscores, so that Python uses it unchanged.

    Python normalizes identifiers with NFKC, mangles names with two leading underscores in classes, and reserves dunder
    names.
    """
    text = unicodedata.normalize("NFKC", name)[:_LONGEST]
    text = "".join(c if c.isalnum() and f"_{c}".isidentifier() else "_" for c in text)
    text = unicodedata.normalize("NFKC", re.sub("^__+", "_", text))
    if text.strip("_") == "":
        return "value"
    return text if text.isidentifier() else f"_{text}"


def identifier(name: str, taken: set[str]) -> str:
    """Convert the name of a node to a Python identifier that is not in `taken`, and add it to `taken`."""
    word = _word(name)
    if word in _RESERVED:
        word = f"_{word.lstrip('_')}"
    chosen, count = word, 1
    while chosen in taken or chosen in _RESERVED:
        count += 1
        chosen = f"{word}_{count}"
    taken.add(chosen)
    return chosen


def class_name(name: str) -> str:
    """Return the class name of a model."""
    camel = "".join(part[:1].upper() + part[1:] for part in _word(name).split("_"))
    if camel == "Value" or not camel.isidentifier() or camel in _RESERVED:
        camel = f"Model{camel}" if camel != "Value" else "Model"
    return camel


def module_name(name: str) -> str:
    """Return an importable module name for a model that does not shadow another module."""
    word = _word(name)
    return f"model_{word.lstrip('_')}" if word in _MODULES or word in _RESERVED or word[0] == "_" else word
