"""Help text of functions that are written by hand: parameters from the signature, meanings and examples from tables."""

from __future__ import annotations

import inspect
import re
from typing import Any

from .._ops.help import functions
from .._ops.help.parameters import SHARED

_INPUT = re.compile(r"\{(.*?)\}")
_PLAIN = re.compile(r"(?:int|float|bool|str|None|tuple|list|\W|\.\.\.)+")


def _kind(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else ""
    return text.replace(" | ", " or ") if text and _PLAIN.fullmatch(text) else ""


def _described(function: Any) -> list[tuple[str, str]]:
    """Return name and type of each parameter. Reading the code object takes a tenth of the time of a `Signature`."""
    given = getattr(function, "__signature__", None)
    if given is not None:
        return [(str(one).partition(":")[0].partition("=")[0], "" if one.default is one.empty else "optional")
                for one in given.parameters.values()]
    plain = inspect.unwrap(function)
    code, hints = plain.__code__, plain.__annotations__
    count = code.co_argcount + code.co_kwonlyargcount
    optional = {*code.co_varnames[code.co_argcount - len(plain.__defaults__ or ()):code.co_argcount],
                *(plain.__kwdefaults__ or ())}
    found = [(name, ", ".join(filter(None, (_kind(hints.get(name)), "optional" if name in optional else ""))))
             for name in code.co_varnames[:count] if name != "self"]
    stars = [star for star, flag in (("*", inspect.CO_VARARGS), ("**", inspect.CO_VARKEYWORDS)) if code.co_flags & flag]
    return found + [(star + name, "") for star, name in zip(stars, code.co_varnames[count:], strict=False)]


def _meaning(path: str, name: str, first: str) -> str:
    """Return the meaning of a parameter of the function `path`, whose first parameter is `first`."""
    short = path.split(".", 2)[-1]
    keywords = functions.KEYWORDS.get(first) if name == "kwargs" else None
    return (functions.SPECIAL.get((path, name)) or functions.SPECIAL.get((short, name)) or keywords
            or functions.SHARED.get(name) or SHARED.get(name) or "See the summary.")


def _parameter_lines(function: Any, path: str) -> list[str]:
    described, lines = _described(function), []
    for name, kind in described:
        meaning = _meaning(path, name.lstrip("*"), described[0][0].lstrip("*"))
        lines += [f"{name} : {kind}" if kind else name, f"    {meaning}"]
    return lines


def _example_lines(entry: str, path: str, package: str) -> list[str]:
    def value(match: re.Match[str]) -> str:
        content = match[1]
        return f"{package}.{content}" if content[0].isalpha() else f"{package}.array({content})"

    call, newline, output = entry.partition("\n")
    if call.endswith(":"):
        return [output]
    prefix = ".".join(path.split(".")[:2])
    return [f">>> {prefix}.{_INPUT.sub(value, call)}{newline}{output}"]


def complete(namespace: dict[str, Any], package: str, text: str, result: str) -> None:
    """Add parameters, results and examples to the functions in `namespace`.

    `text` has one entry per function: a call as in ``_ops.help.examples``, with the printed result, or ``name:`` and
    lines of an interactive session. `package` is what users write, such as ``mx.np``. `result` is the class of results.
    """
    arrays = package.replace("npx", "np")
    for entry in re.split(r"\n\n(?=\S)", text.strip()):
        name = re.match(r"[\w.]+", entry)[0]  # type: ignore[index]
        function = namespace
        for part in name.split("."):
            function = function[part] if isinstance(function, dict) else getattr(function, part)
        function = getattr(function, "__func__", function)
        doc = inspect.cleandoc(function.__doc__ or "")
        if "Examples\n" in doc:
            continue
        lines = [doc.rstrip()]
        listed = _parameter_lines(function, f"{package}.{name}")
        if listed and "Parameters\n" not in doc:
            lines += ["", "Parameters", "----------", *listed]
        if "Returns\n" not in doc:
            results = functions.RETURNS
            lines += ["", "Returns", "-------", results.get(f"{package}.{name}") or results.get(name, result)]
        lines += ["", "Examples", "--------", *_example_lines(entry, f"{package}.{name}", arrays)]
        function.__doc__ = "\n".join(lines)
