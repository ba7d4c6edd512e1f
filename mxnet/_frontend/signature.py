"""Signatures and documentation of generated functions."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

import numpy as np

from .._ops.opdef import REQUIRED, OpDef
from .._runtime.error import ArgumentTypeError


class _NullType:
    """Marker for omitted arguments in signatures, as in MXNet."""

    def __repr__(self) -> str:
        return "_Null"

    def __bool__(self) -> bool:
        return False


Null = _NullType()


def brief(value: Any) -> str:
    """Describe a wrong argument in one line."""
    if isinstance(value, np.ndarray):
        return f"a numpy.ndarray of shape {value.shape}; make it an array with nd.array"
    if hasattr(value, "shape"):
        return f"a {type(value).__name__} of shape {value.shape}"
    text = repr(value)
    return text if len(text) <= 80 and "\n" not in text else f"a {type(value).__name__}"


def signature_of(op: OpDef, array: str) -> inspect.Signature:
    """Return the signature of `op`; `array` is the annotation of tensor inputs."""
    positional, keyword = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    parameters = []
    if op.variadic is not None:
        parameters.append(inspect.Parameter(op.inputs[0], inspect.Parameter.VAR_POSITIONAL, annotation=array))
    else:
        parameters += [inspect.Parameter(n, positional, default=None, annotation=array) for n in op.inputs
                       if n not in op.form.unlisted]
    parameter_kind = keyword if op.variadic is not None else positional
    parameters += [inspect.Parameter(n, parameter_kind, default=_shown_default(op, n)) for n in op.params
                   if n != op.variadic and n not in op.form.hidden]
    parameters += [inspect.Parameter(n, parameter_kind, default=None) for n in ("out", "name") if n not in op.params]
    parameters.append(inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD))
    return inspect.Signature(parameters, return_annotation=array)


def _shown_default(op: OpDef, name: str) -> Any:
    default = op.defaults[name]
    return Null if default is REQUIRED else default


def documentation_of(op: OpDef, array: str) -> str:
    """Return the operator's documentation with a parameter section."""
    lines = [op.doc, "", "Parameters", "----------"]
    lines += [f"{name} : {array}" for name in op.inputs]
    for name, param in op.params.items():
        default = op.defaults[name]
        lines.append(f"{name} : {param.describe()}, " + ("required" if default is REQUIRED else f"default {default!r}"))
    if array == "NDArray":
        lines += ["out : NDArray, optional", "    Where to write the result."]
    else:
        lines.append("name : str, optional")
    return "\n".join(lines)


def dress(function: Any, op: OpDef, name: str, module: str, array: str) -> Any:
    """Give a closure the name, signature and documentation of its operator."""
    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    function.__doc__ = documentation_of(op, array)
    function.__signature__ = signature_of(op, array)
    return function


def split_positions(op: OpDef, args: Sequence[Any], last: dict[str, Any]) -> tuple[Sequence[Any], dict[str, Any]]:
    """Return the positional arguments up to the parameters, and `last` (``out``, ``name``) with the further ones."""
    most = len(op.inputs) + sum(name not in op.form.hidden for name in op.params)
    if len(args) <= most or op.variadic is not None or op.dynamic:
        return args, last
    if len(args) > most + len(last):
        raise ArgumentTypeError(f"operator {op.name}: takes {most + len(last)} arguments, received {len(args)}")
    following = dict(zip(last, args[most:], strict=False))
    for name in following:
        if last[name] is not None:
            raise ArgumentTypeError(f"operator {op.name}: got multiple values for argument '{name}'")
    return args[:most], last | following
