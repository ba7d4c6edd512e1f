"""Examples of operators, written once for arrays, symbols and ``mx.np`` arrays.

Each entry of a family is a call and its printed result, for example::

    sum({[[1, 2], [3, 4]]}, axis=1)
    array([3., 7.], dtype=float32)

Braces mark input arrays: values for ``array``, or a call such as ``{ones((2, 3))}``. ``.round(4)`` and ``.shape`` after
the call apply to the result. Several results are printed as a list. Indented lines continue the call.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from . import elementwise, layers, select, shapes, sparse, statistics, vision

_INPUT = re.compile(r"\{(.*?)\}")
_KEYWORD = re.compile(r"(\w+)=\{")
_SUFFIX = re.compile(r"\)((?:\.round\(\d\)|\.shape)?)$")


class Example(NamedTuple):
    """Call of an operator without its name, operations on the result, and the printed text."""

    arguments: str
    suffix: str
    output: str


def _parse(text: str) -> dict[str, Example]:
    found = {}
    for entry in text.strip().split("\n\n"):
        lines = entry.split("\n")
        end = next(i for i in range(1, len(lines)) if lines[i][0] != " ")
        name, _, rest = "\n".join(lines[:end]).partition("(")
        suffix = _SUFFIX.search(rest)
        assert suffix is not None, entry
        found[name] = Example(rest[:suffix.start()].replace("\n", "\n... "), suffix[1], "\n".join(lines[end:]))
    return found


EXAMPLES = {name: example for family in (elementwise, layers, select, shapes, statistics, vision)
            for name, example in _parse(family.EXAMPLES).items()}

# Examples with other inputs than dense arrays: text for arrays and for symbols.
WITHOUT_FORM = sparse.EXAMPLES


def _value(content: str, package: str) -> str:
    return f"{package}.{content}" if content[0].isalpha() else f"{package}.array({content})"


def _shown(expression: str, example: Example, convert: str) -> list[str]:
    if example.output.startswith("[array"):
        return [f">>> [part{convert}{example.suffix} for part in {expression}]", example.output]
    convert = "" if example.suffix == ".shape" else convert
    return [f">>> {expression}{convert}{example.suffix}", example.output]


def on_arrays(example: Example, path: str) -> list[str]:
    """Return the example as a call of the function `path`, such as ``mx.nd.sum``."""
    package = ".".join(path.split(".")[:2]).replace("npx", "np")
    arguments = _INPUT.sub(lambda match: _value(match[1], package), example.arguments)
    if package == "mx.np":
        call, output = _shown(f"{path}({arguments})", example, "")
        # mx.np prints dtypes other than float32, NumPy other than float64 and int64.
        integers = output.startswith("array") and "dtype" not in output and "." not in output
        return [call, output[:-1] + ", dtype=int64)" if integers else output.replace(", dtype=float32", "")]
    return _shown(f"{path}({arguments})", example, ".asnumpy()")


def _symbolic_values(names: list[str], contents: list[str], aux: tuple[str, ...]) -> str:
    """Return the call that evaluates ``result``; auxiliary states need an executor."""
    values = {name: _value(content, "mx.nd") for name, content in zip(names, contents, strict=True)}
    if not aux:
        text = ", ".join(f"{name}={value}" for name, value in values.items())
        if len(text) > 80:
            text = "\n...     " + text.replace("), ", "),\n...     ")
        return f"result.eval({text})"
    args, states = (", ".join(f"'{name}': {value}" for name, value in values.items() if (name in aux) is chosen)
                    for chosen in (False, True))
    return f"result.bind(\n...     mx.cpu(), {{{args}}},\n...     aux_states={{{states}}}).forward()"


def on_symbols(example: Example, path: str, op_inputs: tuple[str, ...], variadic: bool,
               aux: tuple[str, ...]) -> list[str]:
    """Return the example as a symbol that is evaluated with the input arrays."""
    contents = _INPUT.findall(example.arguments)
    several = variadic or len(contents) > len(op_inputs)
    names = [f"{op_inputs[0]}{i}" for i in range(len(contents))] if several else list(op_inputs[:len(contents)])
    keywords = _KEYWORD.findall(example.arguments)
    names[len(names) - len(keywords):] = keywords
    waiting = iter(names)
    arguments = _INPUT.sub(lambda _: next(waiting), example.arguments)
    lines = [f">>> {name} = mx.sym.Variable('{name}')" for name in names]
    evaluated = _symbolic_values(names, contents, aux) + ("" if example.output.startswith("[array") else "[0]")
    return [*lines, f">>> result = {path}({arguments})", *_shown(evaluated, example, ".asnumpy()")]
