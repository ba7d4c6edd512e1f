"""Check of the uses in a source: names, keyword arguments, addresses, GPUs."""

from __future__ import annotations

import ast
import importlib
import platform
import re
import sys

import numpy

from mxnet_records.old_programs import names

from ... import context
from ._findings import Place, Report
from ._reader import Reader, Use
from ._scopes import resolve
from ._sources import Source
from ._support import Lookup, find_rejected, importable, look_up
from ._third_party import check_module

_RETIRED_SERVERS = re.compile(r"\b(?:apache-mxnet\.s3[\w.-]*|data\.mxnet\.io|(?:data\.)?dmlc\.ml)\b")
# Removed in NumPy 1.24, and available again in NumPy 2.
_BACK_IN_NUMPY_2 = {"numpy.bool", "numpy.long", "numpy.ulong"}


class SourceCheck:
    """Check of one source. The uses of all sources are collected before `check` is called."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.uses = Reader(source.tree).uses
        self.registered: dict[str, Place] = {}
        self.expected: set[str] = set()  # names that the project sets itself or tests with hasattr
        for use in self.uses:
            if isinstance(use.node, ast.Call):
                self._note_call(use.node, use)
            elif isinstance(use.node, ast.Attribute) and not isinstance(use.node.ctx, ast.Load):
                self.expected |= resolve(use.node, use.scope) or set()

    def _note_call(self, node: ast.Call, use: Use) -> None:
        texts = [argument.value for argument in node.args if isinstance(argument, ast.Constant)
                 and isinstance(argument.value, str)]
        if isinstance(node.func, ast.Name) and node.func.id in ("hasattr", "setattr") and len(node.args) > 1 and texts:
            self.expected |= {f"{owner}.{texts[0]}" for owner in resolve(node.args[0], use.scope) or ()}
        elif texts and _is(node.func, use, "mxnet.operator.register"):
            self.registered[texts[0]] = self.source.place(node.lineno)

    def check(self, expected: set[str], report: Report) -> None:
        """Report unsupported uses."""
        for use in self.uses:
            place = self.source.place(getattr(use.node, "lineno", 1))
            if isinstance(use.node, ast.Import):
                for alias in use.node.names:
                    _check_import(alias.name, [], use, place, expected, report)
            elif isinstance(use.node, ast.ImportFrom):
                if use.node.level == 0 and use.node.module:
                    _check_import(use.node.module, use.node.names, use, place, expected, report)
                    for alias in use.node.names:
                        _check_python(f"{use.node.module}.{alias.name}", use, place, expected, report)
            elif isinstance(use.node, (ast.Name, ast.Attribute)):
                _check_expression(use.node, use, place, expected, report)
            elif isinstance(use.node, ast.Call):
                _check_call(use.node, use, place, report)
            elif isinstance(use.node, ast.Constant):
                for server in sorted(set(_RETIRED_SERVERS.findall(str(use.node.value)))):
                    report.add(place, "address", server, f"{server}: MXNet's servers are retired; download the file in "
                                                         "advance, or use another address")


def _is(expression: ast.expr, use: Use, name: str) -> bool:
    return resolve(expression, use.scope) == frozenset({name})


def _check_import(module: str, members: list[ast.alias], use: Use, place: Place, expected: set[str],
                  report: Report) -> None:
    """Check an imported module, or imported members of a module."""
    check_module(module, place, report)
    if _of_interest(module) and look_up(module).works and not importable(module):
        if not use.guarded:
            report.use(module, place, False)
        report.add(place, "guarded" if use.guarded else "name", module,
                   f"{module} is not a module, only an attribute, and cannot be imported")
        return
    for name in [f"{module}.{alias.name}" for alias in members] or [module]:
        _check_names([name.removesuffix(".*")], use, place, expected, report)


def _check_expression(node: ast.Name | ast.Attribute, use: Use, place: Place, expected: set[str],
                      report: Report) -> None:
    targets = resolve(node, use.scope)
    if targets is None or not isinstance(node.ctx, ast.Load):
        return
    if len(targets) == 1:
        _check_python(".".join(min(targets).split(".")[:2]), use, place, expected, report)
    root: ast.expr = node
    while isinstance(root, ast.Attribute):
        root = root.value
    bases = resolve(root, use.scope) or frozenset()
    if not all(_of_interest(name) for name in targets) or not any(look_up(base).works for base in bases):
        return  # missing names are reported at the import
    # Gluon passes one of two modules as F, so the report shows the expression in the program instead.
    written = (ast.unparse(root), min(bases)) if len(targets) > 1 else None
    _check_names(sorted(targets), use, place, expected, report, written)


def _check_python(name: str, use: Use, place: Place, expected: set[str], report: Report) -> None:
    """Check a name of the standard library that a newer version of Python has removed."""
    module = name.partition(".")[0]
    if module not in sys.stdlib_module_names or not names.is_removed(name):
        return
    if hasattr(importlib.import_module(module), name.partition(".")[2]):
        return
    instead = names.replacement(name)
    report.add(place, "guarded" if use.guarded or name in expected else "python", name,
               f"{name} does not exist in Python {platform.python_version()}" + (f": use {instead}" if instead else ""))


def _of_interest(name: str) -> bool:
    return name.split(".")[0] in ("mxnet", "numpy")


def _check_names(candidates: list[str], use: Use, place: Place, expected: set[str], report: Report,
                 written: tuple[str, str] | None = None) -> None:
    """Check the names that one expression may refer to. The expression is supported if one of them is.

    `written` is the expression in the program that replaces the first part of the name in the report.
    """
    if not all(_of_interest(name) for name in candidates):
        return
    results = [look_up(name) for name in candidates]
    working = next((result for result in results if result.works), None)
    result = working or results[0]
    missing = f"{result.known}.{candidates[0].removeprefix(result.known + '.').split('.')[0]}"
    if result.known.split(".")[0] == "numpy":
        _check_numpy(result, missing, use, place, report)
        return
    guarded = bool(result.missing) and (use.guarded or missing in expected)
    shown = missing if written is None else missing.replace(written[1], written[0], 1)
    if (result.known != "mxnet" or result.missing) and not guarded:
        report.use(shown if result.missing else result.known, place, not result.missing)
    if result.needs:
        report.add(place, "extra", shown, f"{shown} needs another package: {result.needs}")
    elif result.missing:
        report.add(place, "guarded" if guarded else "name", shown,
                   f"{shown} does not exist here{', which the program tests for' if guarded else ''}")
    elif result.value in (context.gpu, context.num_gpus):
        report.add(place, "gpu", result.known, f"{result.known}: {context.num_gpus()} GPUs here")


def _check_numpy(result: Lookup, missing: str, use: Use, place: Place, report: Report) -> None:
    if result.missing and not isinstance(result.value, type):
        report.add(place, "guarded" if use.guarded else "numpy", missing,
                   f"{missing} does not exist in NumPy {numpy.__version__}{_advice(result.missing)}")
    elif result.works and result.known in _BACK_IN_NUMPY_2:
        report.add(place, "numpy1", result.known, f"{result.known} does not exist in NumPy 1.24 to 1.26")


def _advice(error: str) -> str:
    """Return NumPy's advice from the error message of a missing name."""
    sentences = re.split(r"(?<=\.)\s+", re.sub(r"module '\S+' has no attribute '\w+'\.?", "", error).strip())
    return ": " + " ".join(sentences[:2]) if sentences[0] else ""


def _check_call(node: ast.Call, use: Use, place: Place, report: Report) -> None:
    """Check the keywords of a call. A keyword is reported if all possible callees reject it."""
    targets = resolve(node.func, use.scope)
    if targets is None or not all(name.startswith("mxnet.") for name in targets):
        return
    functions = [result.value for result in map(look_up, sorted(targets)) if result.works and result.known in targets]
    if not functions or use.guarded:
        return
    first = node.args[0] if node.args else None
    if functions == [context.Context] and isinstance(first, ast.Constant) and first.value == "gpu":
        report.add(place, "gpu", min(targets), f"{min(targets)}('gpu'): {context.num_gpus()} GPUs here")
    every = set.intersection(*(set(find_rejected(function, node.keywords)) for function in functions))
    name = min(targets) if len(targets) == 1 else ast.unparse(node.func)
    for keyword in sorted(every):
        report.add(place, "keyword", f"{name}({keyword}=)", f"{name} does not accept the keyword {keyword!r}")
