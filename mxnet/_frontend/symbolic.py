"""Operators as functions of symbols."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
import torch

from .._ops.opdef import OpDef
from .._runtime import dtype as dtypes
from .._runtime.error import ArgumentTypeError
from .._runtime.tracebacks import concise
from .signature import Null, brief, split_positions

Symbolic = Callable[..., Any]


class Compose(Protocol):
    """Function that creates a symbol from an operator, its inputs by name (or in order), attributes and a name."""

    def __call__(self, op: OpDef, inputs: dict[str, Any] | Sequence[Any], attrs: dict[str, str],
                 name: str | None, hint: str, attr: dict[str, str] | None) -> Any: ...


def attribute_text(key: str, value: Any) -> str:
    """Return a parameter value as the string stored in JSON files."""
    if isinstance(value, torch.dtype) or (key == "dtype" and not isinstance(value, str)):
        return dtypes.name_of(value)
    if isinstance(value, (tuple, list)):
        # str() of NumPy numbers would include their type.
        return str(type(value)(v.item() if isinstance(v, np.generic) else v for v in value))
    return str(value)


def make(op: OpDef, called: str, symbol_class: type, compose: Compose) -> Symbolic:
    """Return the function that applies `op` to symbols of `symbol_class`."""
    names = (*op.inputs, *op.params)
    most = len(names) - len(op.form.hidden)
    hint = called.lower()

    def check(name: str, value: Any) -> Any:
        if not isinstance(value, symbol_class):
            raise ArgumentTypeError(f"operator {op.name}: input {name} must be a Symbol, received {brief(value)}")
        return value

    def call_variadic(*args: Any, name: str | None = None, attr: Any = None, out: Any = None, **kwargs: Any) -> Any:
        if len(args) == 1 and isinstance(args[0], (list, tuple)):
            args = tuple(args[0])
        inputs = [check(f"arg{i}", a) for i, a in enumerate(args)]
        inputs += [kwargs.pop(k) for k in list(kwargs) if isinstance(kwargs[k], symbol_class)]
        attrs = _texts(op, kwargs)
        attrs.setdefault(str(op.variadic), str(len(inputs)))
        return compose(op, inputs, attrs, name, hint, attr)

    def call(*args: Any, name: str | None = None, attr: Any = None, out: Any = None, **kwargs: Any) -> Any:
        if len(args) > most:
            args, last = split_positions(op, args, {"name": name, "attr": attr, "out": out})
            name, attr = last["name"], last["attr"]
        given = dict(zip(names, args, strict=False))
        given.update(kwargs)
        if not op.inputs:
            given = {k: v for k, v in given.items() if not isinstance(v, symbol_class)}  # MXNet ignores them too
        inputs = {k: check(k, given[k]) for k in op.inputs if given.get(k) is not None and given[k] is not Null}
        attrs = _texts(op, {k: v for k, v in given.items() if k not in op.inputs})
        return compose(op, inputs, attrs, name, hint, attr)

    def call_dynamic(*args: Any, name: str | None = None, attr: Any = None, out: Any = None, **kwargs: Any) -> Any:
        attrs = {k: str(v) for k, v in kwargs.items() if not isinstance(v, symbol_class)}
        wanted = op.input_names(op.parse(attrs))
        inputs = {k: check(k, v) for k, v in zip(wanted, args, strict=False)}
        inputs |= {k: v for k, v in kwargs.items() if isinstance(v, symbol_class)}
        return compose(op, inputs, attrs, name, hint, attr)

    if op.dynamic:
        return concise(call_dynamic)
    return concise(call if op.variadic is None else call_variadic)


def _texts(op: OpDef, values: dict[str, Any]) -> dict[str, str]:
    return {k: attribute_text(k, v) for k, v in values.items()
            if (v is not Null and v is not None) or (v is None and _keeps_none(op, k))}


def _keeps_none(op: OpDef, key: str) -> bool:
    """Return whether None is stored: where it differs from omitting the parameter, and in user attributes."""
    if key.startswith("__") and key.endswith("__"):
        return True
    param = op.params.get(key)
    return param is not None and param.optional
