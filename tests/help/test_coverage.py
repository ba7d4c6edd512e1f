"""Check that the help texts of all public functions, classes, methods and properties are complete."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import pytest
from public_names import ALL_MODULES, entries

import mxnet as mx

# Classes whose own methods and properties also have an example, and a table of results even if they return None.
CLASSES = (
    "gluon.Block", "gluon.HybridBlock", "gluon.SymbolBlock", "gluon.nn.Sequential", "gluon.nn.HybridSequential",
    "gluon.Parameter", "gluon.Constant", "gluon.ParameterDict", "gluon.Trainer", "gluon.data.Dataset",
    "gluon.data.Sampler", "gluon.data.DataLoader", "ndarray.NDArray", "ndarray.sparse.BaseSparseNDArray",
    "ndarray.sparse.CSRNDArray", "ndarray.sparse.RowSparseNDArray", "numpy.ndarray", "symbol.Symbol",
    "executor.Executor", "autograd.Function", "module.BaseModule", "module.Module", "module.BucketingModule",
    "kvstore.KVStore", "metric.EvalMetric", "metric.CompositeEvalMetric", "optimizer.Optimizer", "optimizer.Updater",
    "initializer.Initializer", "lr_scheduler.LRScheduler", "io.DataIter", "io.DataBatch", "io.DataDesc",
    "io.NDArrayIter", "recordio.MXRecordIO", "recordio.MXIndexedRecordIO", "gluon.contrib.estimator.Estimator",
    "monitor.Monitor", "rnn.BaseRNNCell", "rnn.SequentialRNNCell", "gluon.rnn.RecurrentCell",
    "gluon.rnn.HybridRecurrentCell", "gluon.rnn.SequentialRNNCell", "operator.CustomOp", "operator.CustomOpProp",
)


@functools.cache
def missing(value: Any, example: bool = True) -> list[str]:
    """Return the parts that the help text of a function, class, method or property lacks.

    If `example` is False, an example and the result None are optional.
    """
    text = inspect.getdoc(value) or ""
    if text == inspect.getdoc(type.__call__):  # Python's text for `__call__` without a docstring
        text = ""
    wanted = ["Examples"] if example else []
    if callable(value):
        wanted += _tables(value, example)
    lacks = [word for word in wanted if f"{word}\n{'-' * len(word)}\n" not in text + "\n"]
    if "Returns" in lacks and "Yields\n------\n" in text:
        lacks.remove("Returns")
    if not text.strip() or text.startswith(("Examples\n", "Parameters\n", "Returns\n", "Yields\n")):
        lacks.append("summary")
    return lacks + (["example"] if example and ">>> " not in text else [])


def _tables(value: Any, example: bool) -> list[str]:
    """Return which of the tables of parameters and results a function or class needs."""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return [] if inspect.isclass(value) else ["Returns"]
    parameters = signature.parameters.keys() - {"self"}
    takes_anything = inspect.isclass(value) and parameters <= {"args", "kwargs"}
    tables = ["Parameters"] if parameters and not takes_anything else []
    without_result = ("NoReturn",) if example else ("NoReturn", "None", None)
    if not inspect.isclass(value) and signature.return_annotation not in without_result:
        tables.append("Returns")
    return tables


def needs_example(module: str, name: str) -> bool:
    """Return whether a function, a class, or ``Class.member`` must have an example."""
    cls, _, member = name.partition(".")
    return not member or (f"{module}.{cls}" in CLASSES and member in vars(entries(module)[cls]))


def lacking(module: str) -> dict[str, list[str]]:
    """Return the parts that the help texts of a module lack, by name."""
    return {name: parts for name, value in entries(module).items()
            if (parts := missing(value, needs_example(module, name)))}


@pytest.mark.parametrize("module", ALL_MODULES)
def test_help_is_complete(module: str) -> None:
    assert not lacking(module)


@pytest.mark.parametrize("module", ALL_MODULES)
def test_help_has_no_names_of_torch_and_unexplained_parameters(module: str) -> None:
    found = {}
    for name, value in entries(module).items():
        text = inspect.getdoc(value) or ""
        if "torch" not in name.lower() and ("default torch." in text or "See the summary." in text):
            found[name] = [line for line in text.split("\n") if "default torch." in line or "See the summary" in line]
    assert not found


def test_classes_with_examples_are_public() -> None:
    public_classes = {f"{module}.{name}" for module in ALL_MODULES for name in entries(module)}
    assert not set(CLASSES) - public_classes


class Bare:
    """Help texts that are not complete.

    Examples
    --------
    >>> Bare()
    """

    def __call__(self, x: int) -> int:
        return x

    @property
    def size(self) -> int:
        """Size of the object."""
        return 1

    @property
    def shape(self) -> int:
        return 1

    def grow(self) -> None:
        """Grow the object."""

    @staticmethod
    def scale(factor: float) -> float:
        """Scale the object."""
        return factor

    @classmethod
    def create(cls) -> Bare:
        """Create an object."""
        return cls()


def bare(x: int) -> int:
    """Return x."""
    return x


@pytest.fixture
def monitor_with_bare_help(monkeypatch: pytest.MonkeyPatch) -> None:
    for value in (bare, Bare, *(vars(Bare)[name] for name in ("__call__", "grow")), Bare.scale, Bare.create.__func__,
                  vars(Bare)["size"].fget, vars(Bare)["shape"].fget):
        monkeypatch.setattr(value, "__module__", "mxnet.monitor")
    monkeypatch.setattr(mx.monitor, "Bare", Bare, raising=False)
    monkeypatch.setattr(mx.monitor, "bare", bare, raising=False)
    monkeypatch.setattr(mx.monitor, "__all__", ["Bare", "bare"], raising=False)


@pytest.mark.usefixtures("monitor_with_bare_help")
def test_the_check_finds_incomplete_help() -> None:
    assert lacking("monitor") == {
        "bare": ["Examples", "Parameters", "Returns", "example"],
        "Bare.__call__": ["Parameters", "Returns", "summary"],
        "Bare.create": ["Returns"],
        "Bare.scale": ["Parameters", "Returns"],
        "Bare.shape": ["summary"],
    }


@pytest.mark.usefixtures("monitor_with_bare_help")
def test_the_check_finds_members_without_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "CLASSES", ("monitor.Bare",))
    found = lacking("monitor")
    assert found["Bare.size"] == ["Examples", "example"]
    assert found["Bare.grow"] == ["Examples", "Returns", "example"]
    assert found["Bare.__call__"] == ["Examples", "Parameters", "Returns", "summary", "example"]
