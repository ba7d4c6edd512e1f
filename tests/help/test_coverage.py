"""Check that the help text of public functions and classes has a summary, parameters, results and an example."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

import pytest
from public_names import MODULES, public

# Share of complete help texts in modules that are not complete yet; it must not fall.
INCOMPLETE: dict[str, float] = {}
# Classes whose methods and properties have complete help texts.
CLASSES = (
    "gluon.Block", "gluon.HybridBlock", "gluon.SymbolBlock", "gluon.nn.Sequential", "gluon.nn.HybridSequential",
    "gluon.Parameter", "gluon.Constant", "gluon.ParameterDict", "gluon.Trainer", "gluon.data.Dataset",
    "gluon.data.Sampler", "gluon.data.DataLoader", "ndarray.NDArray", "ndarray.sparse.BaseSparseNDArray",
    "ndarray.sparse.CSRNDArray", "ndarray.sparse.RowSparseNDArray", "numpy.ndarray", "symbol.Symbol",
    "executor.Executor", "autograd.Function",
)


def missing(value: Any) -> list[str]:
    """Return the parts that the help text of a function or class lacks."""
    text = inspect.getdoc(value) or ""
    wanted = ["Examples"]
    try:
        parameters = list(inspect.signature(value).parameters)
    except (TypeError, ValueError):
        parameters = []
    if parameters and not (inspect.isclass(value) and set(parameters) <= {"args", "kwargs"}):
        wanted.append("Parameters")
    if not inspect.isclass(value):
        wanted.append("Returns")
    lacking = [word for word in wanted if f"{word}\n{'-' * len(word)}\n" not in text + "\n"]
    if not text.strip() or text.startswith(tuple(f"{word}\n" for word in wanted)):
        lacking.append("summary")
    return lacking + (["example"] if ">>> " not in text else [])


def missing_of_members(cls: type) -> dict[str, list[str]]:
    """Return the parts that help texts of the class's own methods and properties lack, including inherited texts."""
    found = {}
    for name, value in vars(cls).items():
        if name.startswith("_") or not (callable(value) or isinstance(value, (property, staticmethod))):
            continue
        member = getattr(cls, name)
        parts = missing(member)
        if isinstance(value, property):
            parts = [part for part in parts if part not in ("Parameters", "Returns")]
        elif list(inspect.signature(member).parameters) == ["self"] and "Parameters" in parts:
            parts.remove("Parameters")
        if parts:
            found[name] = parts
    return found


def lacking(module: str) -> dict[str, list[str]]:
    return {name: parts for name, value in public(module).items() if (parts := missing(value))}


@pytest.mark.parametrize("module", MODULES)
def test_help_is_complete(module: str) -> None:
    found = lacking(module)
    share = 1 - len(found) / len(public(module))
    assert share >= INCOMPLETE.get(module, 1), f"{module}: {share:.3f} complete; lacking: {found}"


@pytest.mark.parametrize("module", MODULES)
def test_help_has_no_names_of_torch_and_unexplained_parameters(module: str) -> None:
    found = {}
    for name, value in public(module).items():
        text = inspect.getdoc(value) or ""
        if "torch" not in name.lower() and ("default torch." in text or "See the summary." in text):
            found[name] = [line for line in text.split("\n") if "default torch." in line or "See the summary" in line]
    assert not found


@pytest.mark.parametrize("path", CLASSES)
def test_help_of_methods_is_complete(path: str) -> None:
    module, _, name = path.rpartition(".")
    assert not missing_of_members(getattr(importlib.import_module(f"mxnet.{module}"), name))


def test_the_check_finds_incomplete_help() -> None:
    def bare(x: int) -> int:
        """Return x."""
        return x

    assert missing(bare) == ["Examples", "Parameters", "Returns", "example"]


def test_the_check_finds_incomplete_help_of_methods() -> None:
    class Bare:
        @property
        def size(self) -> int:
            """Size of the object."""
            return 1

        def grow(self) -> None:
            """Grow the object."""

    assert missing_of_members(Bare) == {"size": ["Examples", "example"], "grow": ["Examples", "Returns", "example"]}
