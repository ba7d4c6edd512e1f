"""Check that the help texts of methods describe the parameters."""

from __future__ import annotations

import inspect

import pytest
from public_names import WITH_METHODS, methods

import mxnet as mx


def without_parameters(module: str) -> set[str]:
    """Return the methods of a module with parameters that their help text does not describe."""
    return {name for name, method in methods(module)
            if inspect.signature(method).parameters.keys() - {"self", "cls"}
            and "Parameters\n----------\n" not in (inspect.getdoc(method) or "")}


@pytest.mark.parametrize("module", WITH_METHODS)
def test_methods_describe_their_parameters(module: str) -> None:
    assert not without_parameters(module)


def test_the_check_finds_methods_without_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bare:
        def scale(self, factor: float) -> None:
            """Scale the result."""

        def reset(self) -> None:
            """Reset the result."""

    Bare.__module__ = "mxnet.monitor"
    monkeypatch.setattr(mx.monitor, "Bare", Bare, raising=False)
    assert without_parameters("monitor") == {"monitor.Bare.scale"}
