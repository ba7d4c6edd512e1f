"""Signatures and documentation of generated functions."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from .._ops.help import examples
from .._ops.help.parameters import SHARED
from .._ops.help.results import RESULTS
from .._ops.help.special import SPECIAL
from .._ops.opdef import REQUIRED, OpDef
from .._ops.shapes import broadcast, of_all
from .._runtime import dtype as dtypes
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


@functools.cache
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


def _default_text(value: Any) -> str:
    if value is REQUIRED:
        return "required"
    return f"default {dtypes.name_of(value)!r}" if isinstance(value, torch.dtype) else f"default {value!r}"


def _meaning(op: OpDef, name: str) -> str:
    meaning = SPECIAL.get((op.name, name)) or SHARED.get(name, "See the summary.")
    return "    " + ("Input arrays." if meaning == "Input array." and op.variadic is not None else meaning)


def _parameter_lines(op: OpDef, array: str) -> list[str]:
    lines = []
    for name in op.inputs:
        if name not in op.form.unlisted:
            lines += [f"{'*' * (op.variadic is not None)}{name} : {array}", _meaning(op, name)]
    for name, param in op.params.items():
        if name != op.variadic and name not in op.form.hidden:
            lines += [f"{name} : {param.describe()}, {_default_text(op.defaults[name])}", _meaning(op, name)]
    if array != "Symbol" and "out" not in op.params:
        lines += [f"out : {array}, optional", "    Array that receives the result."]
    if "name" not in op.params:
        lines += ["name : str, optional", "    Name of the symbol." if array == "Symbol" else
                  "    Accepted for compatibility with symbols."]
    return lines


def _result_lines(op: OpDef, array: str) -> list[str]:
    """Describe the results. A symbol is one object for any number of them."""
    count = op.outputs if op.visible is None else op.visible
    text = RESULTS.get(op.name)
    if array == "Symbol":
        return ["Symbol", f"    {text or 'The result.'}"]
    if not isinstance(count, int):
        return [f"{array} or list of {array}", f"    {text or 'One result, or several, depending on the parameters.'}"]
    if count > 1:
        return [f"list of {array}", f"    {text or f'The {count} results.'}"]
    if text is not None:
        return [array, f"    {text}"]
    if op.inference.shapes is of_all:
        return [array, "    The result, with the shape of the input."]
    return [array, "    The result, with the broadcast shape of the operands." if op.inference.shapes is broadcast else
            "    The result."]


def _example_lines(op: OpDef, array: str, path: str) -> list[str]:
    example = examples.EXAMPLES.get(op.name)
    if example is not None:
        if array == "Symbol":
            return examples.on_symbols(example, path, op.inputs, op.variadic is not None, op.aux)
        return examples.on_arrays(example, path)
    texts = examples.WITHOUT_FORM.get(op.name)
    return [] if texts is None else [texts[array == "Symbol"].replace("{path}", path)]


def documentation_of(op: OpDef, array: str, path: str = "") -> str:
    """Return the help text of the operator as the function `path`, such as ``mx.nd.sum``: no example without it."""
    lines = [op.doc, "", "Parameters", "----------", *_parameter_lines(op, array), "",
             "Returns", "-------", *_result_lines(op, array)]
    example = _example_lines(op, array, path) if path else []
    if example:
        lines += ["", "Examples", "--------", *example]
    return "\n".join(lines)


_SHORT_NAMES = {"ndarray": "nd", "symbol": "sym", "numpy": "np", "numpy_extension": "npx"}


def short_path(module: str, name: str) -> str:
    """Return how users write a function: ``mx.nd.sum`` for ``sum`` in ``mxnet.ndarray``; '' if it is private."""
    parts = module.split(".")[1:]
    if name.startswith("_") or any(part.startswith("_") for part in parts):
        return ""
    return ".".join(["mx", *(_SHORT_NAMES.get(part, part) for part in parts), name])


def dress(function: Any, op: OpDef, name: str, module: str, array: str) -> Any:
    """Give a closure the name, signature and documentation of its operator."""
    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    function.__doc__ = documentation_of(op, array, short_path(module, name))
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
