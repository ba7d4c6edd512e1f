"""Write the .pyi stubs of functions and methods that are created from the operator registry.

    python tools/make_stubs.py            # write
    python tools/make_stubs.py --check    # fail if a committed stub is out of date
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import pathlib
import re
import sys
import textwrap
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import mxnet  # noqa: E402
from mxnet._frontend import methods, namespaces  # noqa: E402
from mxnet._ops import params  # noqa: E402
from mxnet._ops.opdef import REGISTRY, REQUIRED, OpDef  # noqa: E402

HEADER = ("# Made by tools/make_stubs.py from the operator registry. Do not edit.\n"
          "from builtins import bool as _bool\nfrom typing import Any\n\nfrom typing_extensions import Self\n\n")
_TYPES: list[tuple[type, str]] = [
    (params.IntParam, "int"), (params.FloatParam, "float"), (params.BoolParam, "bool"),
    (params.ShapeParam, "int | tuple[int, ...] | list[int]"), (params.TupleParam, "tuple[Any, ...] | list[Any]"),
    (params.Choice, "str"), (params.StringParam, "str"), (params.DTypeParam, "Any"),
]
_OPERATORS = ["add", "sub", "mul", "truediv", "div", "mod", "pow"]
_COMPARISONS = ["gt", "ge", "lt", "le"]
_CONVERSIONS = ("as_nd_ndarray", "as_np_ndarray")


def _annotation(kind: params.Param) -> str:
    name = next((text for cls, text in _TYPES if isinstance(kind, cls)), "Any")
    return f"{name} | None" if kind.optional and name != "Any" else name


def _result(op: OpDef, array: str) -> str:
    """Return the annotation of the result. The number of results can depend on the parameters."""
    count = op.outputs if op.visible is None else op.visible
    if array == "Symbol" or count == 1:
        return array
    return f"list[{array}]" if isinstance(count, int) and count else "Any"


def _documented_result(function: Any, array: str) -> str:
    """Return the annotation of the result of a function from its help text."""
    found = re.search(r"^Returns\n-+\n(.*)$", inspect.getdoc(function) or "", re.MULTILINE)
    text = found[1] if found else ""
    text = re.sub(r"\b(NDArray|ndarray|Symbol|arrays)\b", array, text)
    known = {array: array, f"list of {array}": f"list[{array}]", f"tuple of {array}": f"tuple[{array}, ...]",
             f"pair of {array}": f"tuple[{array}, {array}]", "bool": "_bool", "int": "int", "None": "None",
             "tuple of int": "tuple[int, ...]"}
    return known.get(text, "Any")


def _parameters(op: OpDef, array: str, method: bool) -> str:
    parts = []
    if method:
        parts.append("self")
    if op.variadic is not None or op.dynamic:
        parts.append(f"*{op.inputs[0] if op.inputs else 'data'}: {array}")
    else:
        parts += [f"{name}: {array} | None = None" for name in op.inputs[1 if method else 0:]]
    for name, kind in op.params.items():
        if name == op.variadic:
            parts.append(f"{name}: int = ...")
        else:
            default = "..." if op.defaults[name] is REQUIRED else repr(op.defaults[name])
            default = "..." if not default.isascii() or "torch" in default or "<" in default else default
            parts.append(f"{name}: {_annotation(kind)} = {default}")
    last = ("out", "name", "attr") if array == "Symbol" else ("out", "name")
    parts += [f"{name}: Any = None" for name in last if name not in op.params]
    return ", ".join([*parts, *(["**kwargs: Any"] if op.dynamic else [])])


def _function(name: str, op: OpDef, array: str, method: bool = False) -> str:
    doc = textwrap.indent(f'"""{op.doc}"""', "    ")
    result = _result(op, "Self" if method and array == "NDArray" else array)
    return f"def {name}({_parameters(op, array, method)}) -> {result}:\n{doc}\n    ...\n"


def _submodule(package: str, submodule: str, array: str) -> str:
    module = "_array" if array == "NDArray" else "_symbol"
    lines = [HEADER + f"from .{module} import {array}\n"]
    for name, op in sorted(REGISTRY.items()):
        place, public = namespaces.place(name)
        if place == submodule and public.isidentifier():
            lines.append(_function(public, op, array))
    if submodule == "sparse":
        return "\n".join(lines)
    name = f"mxnet.{package}.{submodule or 'op'}"
    return "\n".join([*lines, *_handwritten(importlib.import_module(name), "\n".join(lines), array)])


def _handwritten(module: Any, stub: str, array: str) -> list[str]:
    """Return the stubs of functions that a module has in addition to operators."""
    known = set(re.findall(r"^def (\w+)", stub, re.MULTILINE))
    return [_shown(name, value, array) for name, value in sorted(vars(module).items())
            if inspect.isfunction(value) and not name.startswith("_") and name not in known
            and name not in ("concise_module", "current_context") and value.__module__.startswith("mxnet.")]


def _sparse(package: str, array: str) -> str:
    """Return the stub of ``sparse``: explicit imports, sparse operators, and other operators that it exports."""
    source = (ROOT / "mxnet" / package / "sparse.py").read_text()
    named = [line for line in source.splitlines() if line.startswith("from ._")]
    lines = [_submodule(package, "sparse", array).rstrip("\n"), *named]
    shown = [name for name in namespaces.sparse_names() if not name.startswith("_")]
    return "\n".join([*lines, *[f"from .op import {name} as {name}" for name in shown]]) + "\n"


def _fluent(package: str, array: str) -> str:
    functions = getattr(mxnet, package).register.functions("")
    made = namespaces.fluent({n: f for n, f in functions.items() if n in REGISTRY
                              and n not in methods.MODULE_FUNCTIONS})
    module = "_array" if array == "NDArray" else "_symbol"
    owner = getattr(mxnet, package)._fluent.FluentMethods
    lines = [HEADER + f"from .{module} import {array}\n", "class FluentMethods:"]
    body = [_function(name, REGISTRY[name], array, True) for name in sorted(made) if name in vars(owner)]
    result = "Self" if array == "NDArray" else array
    for name in _OPERATORS:
        kinds = ("", "r", "i") if array == "NDArray" else ("", "r")
        body += [f"def __{kind}{name}__(self, other: Any) -> {result}: ..." for kind in kinds]
    body += [f"def __{name}__(self, other: Any) -> {result}: ..." for name in _COMPARISONS]
    body += [f"def __{name}__(self, other: Any) -> {result}: ...  # type: ignore[override]" for name in ("eq", "ne")]
    return "\n".join([*lines, textwrap.indent("\n".join(body), "    ")]) + "\n"


def _package(package: str, array: str) -> str:
    """Return the stub of the package: explicit imports of its ``__init__.py``, and all operators."""
    source = (ROOT / "mxnet" / package / "__init__.py").read_text()
    named = [line.split("  # noqa")[0] for line in source.splitlines() if line.startswith("from .")]
    explicit = {line.rpartition(" ")[2] for line in named}
    public = sorted({n for n in REGISTRY if namespaces.place(n)[0] == "" and n.isidentifier()} - explicit)
    internal = sorted(n for n in REGISTRY if namespaces.place(n)[0] == "_internal")
    lines = [HEADER.rstrip("\n"), *[line for line in named if "_functions" not in line]]
    home = ".." if package == "ndarray" else "."
    lines += [f"from {home} import numpy as np", f"from {home} import numpy_extension as npx"]
    lines += ["from . import numpy as numpy", "from . import numpy_extension as numpy_extension"] if home == "." else []
    lines += [f"from .op import {name} as {name}" for name in public]
    lines += [f"from ._internal import {name} as {name}" for name in internal]
    functions = getattr(mxnet, package).register.functions("")
    extra = sorted(n for n in functions if n not in REGISTRY and n not in explicit)
    lines += [f"from .{'_array' if array == 'NDArray' else '_symbol'} import {array}"] if extra else []
    lines += [f"def {name}(lhs: Any, rhs: Any) -> {array}: ..." for name in extra]
    return "\n".join(lines) + "\n"


def _default(value: Any) -> str:
    """Return the text of a default value; other than plain values become "..."."""
    plain = value is None or type(value) in (bool, int, float, str) or (
        type(value) is tuple and all(type(one) in (int, float, str) for one in value))
    return repr(value) if plain and value == value else "..."


def _written(name: str, function: Any, one: inspect.Parameter) -> str:
    """Return the annotation of a parameter, from the operator with this name or from the source if it is plain."""
    op = REGISTRY.get(f"_npx_{name}")
    if op is not None and one.name in op.params:
        return _annotation(op.params[one.name])
    text = str(getattr(function, "__annotations__", {}).get(one.name, "Any"))
    return text if set(re.findall(r"\w+", text)) <= {"int", "float", "bool", "str", "tuple", "list", "None"} else "Any"


def _shown(name: str, function: Any, array: str) -> str:
    """Return the stub of a function from its signature; arguments are symbols, arrays or plain values."""
    parts: list[str] = []
    named_only = False
    op = REGISTRY.get(f"_npx_{name}")
    for one in inspect.signature(function).parameters.values():
        if one.kind is one.VAR_KEYWORD and op is not None and not op.dynamic:
            continue  # operators reject unknown arguments
        if one.kind is one.KEYWORD_ONLY and not named_only:
            parts += [] if any(part.startswith("*") for part in parts) else ["*"]
            named_only = True
        star = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
        default = "" if one.default is one.empty else f" = {_default(one.default)}"
        parts.append(f"{star}{one.name}: {_written(name, function, one)}{default}")
    doc = (inspect.getdoc(function) or "").partition("\n")[0].replace("\\", "\\\\")
    body = textwrap.indent(f'"""{doc}"""\n...', "    ") if doc else "    ..."
    return f"def {name}({', '.join(parts)}) -> {_documented_result(function, array)}:\n{body}\n"


def _numpy_module(module: Any, array: str, source: str) -> str:
    """Return the stub of a module of ``mx.np`` or ``mx.npx``: explicit imports, constants and functions.

    `source` is the module that defines the class of arrays, `array`.
    """
    text = pathlib.Path(module.__file__).read_text()
    named, functions = [], []
    for line in text.splitlines():
        found = re.fullmatch(r"from [\w.]+ import (\w+) as (\w+)", line)
        value = getattr(module, found[2], None) if found else None
        if found and found[1] == found[2] and not inspect.isfunction(value) and (
                found[1][0] != "_" or isinstance(value, type) or inspect.ismodule(value)):
            named.append(line)
    explicit = {line.rpartition(" as ")[2] for line in named}
    private = {name for line in re.findall(r"^from \S+ import ([\w, ]+)$", text, re.MULTILINE) if " as " not in line
               for name in line.split(", ")}
    for name, value in sorted(vars(module).items()):
        if name.startswith("_") or name in explicit | private or inspect.ismodule(value):
            continue
        if name == "bool":
            named.append("bool = bool_")
        elif callable(value) and not isinstance(value, type):
            functions.append(_shown(name, value, array).replace(": bool", ": _bool"))
        elif isinstance(value, (int, float)):
            named.append(f"{name}: {type(value).__name__}")
    imported = [] if array in explicit or array == "Any" else [f"from {source} import {array}"]
    return "\n".join([HEADER.rstrip("\n"), *imported, *named, "", *functions])


def _numpy_methods() -> str:
    """Return the stub of the methods of ``mx.np.ndarray`` that its class does not define itself."""
    array = mxnet.np.ndarray
    source = pathlib.Path(sys.modules[array.__module__].__file__ or "").read_text()
    body = []
    for name, method in sorted(vars(array).items()):
        if not inspect.isfunction(method) or name.startswith("_") or name in _CONVERSIONS or f"def {name}(" in source:
            continue
        first, *others = inspect.signature(method).parameters.values()
        if [one.name for one in others] != ["args", "kwargs"]:  # others only raise an error
            text = _shown(name, method, "Self").replace(f"({first.name}: Any", "(self")
            body.append(text.replace("-> Any:", "-> Self:").replace(": bool", ": _bool"))
    for name in (*_OPERATORS, "matmul", "and", "or", "xor"):
        body += [f"def __{kind}{name}__(self, other: Any) -> Self: ..." for kind in ("", "r", "i")]
    body += [f"def __{name}__(self, other: Any) -> Self: ..." for name in _COMPARISONS]
    body.append("def __invert__(self) -> Self: ...")
    return "\n".join([HEADER, "class NumpyMethods:", textwrap.indent("\n".join(body), "    ")]) + "\n"


def _numpy_stubs() -> dict[pathlib.Path, str]:
    made = {ROOT / "mxnet" / "numpy" / "_fluent.pyi": _numpy_methods()}
    for package, files in (("numpy", ("__init__", "random", "linalg")),
                           ("numpy_extension", ("__init__", "random", "image"))):
        for home, array, source in (("", "ndarray", "mxnet.numpy.multiarray"),
                                    ("symbol.", "_Symbol", "mxnet.symbol._numpy_symbol")):
            for file in files:
                module = importlib.import_module(
                    f"mxnet.{home}{package}" + ("" if file == "__init__" else f".{file}"))
                made[pathlib.Path(module.__file__).with_suffix(".pyi")] = _numpy_module(module, array, source)
    return made


def stubs() -> dict[pathlib.Path, str]:
    """Return the contents of all stub files."""
    made: dict[pathlib.Path, Any] = {}
    for package, array in (("ndarray", "NDArray"), ("symbol", "Symbol")):
        folder = ROOT / "mxnet" / package
        for file, submodule in (("op", ""), ("contrib", "contrib"), ("linalg", "linalg"), ("image", "image"),
                                ("_internal", "_internal")):
            made[folder / f"{file}.pyi"] = _submodule(package, submodule, array)
        made[folder / "sparse.pyi"] = _sparse(package, array)
        made[folder / "_fluent.pyi"] = _fluent(package, array)
        made[folder / "__init__.pyi"] = _package(package, array)
    return made | _numpy_stubs()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    check = parser.parse_args().check
    stale = []
    for path, text in stubs().items():
        if check:
            if not path.exists() or path.read_text() != text:
                stale.append(str(path.relative_to(ROOT)))
        else:
            path.write_text(text)
    if stale:
        print("stale stubs, run tools/make_stubs.py:", *stale, sep="\n  ")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
