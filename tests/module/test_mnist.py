"""Test that Module.fit on MNIST reaches the accuracy of MXNet 1.9.1 with the same initial parameters."""

from __future__ import annotations

import importlib.util
import pathlib
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def mnist() -> ModuleType:
    spec = importlib.util.spec_from_file_location("module_mnist", pathlib.Path(__file__).parent / "mnist.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.real_data
@pytest.mark.parametrize(("name", "settings", "original"), [
    ("mlp", {"train": 6000, "test": 2000, "epochs": 4, "rate": 0.1}, 0.8565),
    ("lenet", {"train": 2000, "test": 1000, "epochs": 3, "rate": 0.05}, 0.921)])
def test_accuracy(mnist, test_data: pathlib.Path, name: str, settings: dict, original: float) -> None:
    assert mnist.accuracy(getattr(mnist, name)(), test_data, **settings) == pytest.approx(original, abs=0.01)
