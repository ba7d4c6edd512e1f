"""Test that functions created from the registry look like handwritten ones."""

from __future__ import annotations

import inspect

import pytest

from mxnet import nd, sym


@pytest.mark.parametrize("module", [nd, sym])
@pytest.mark.parametrize(("name", "parameters"), [
    ("FullyConnected", ["data", "weight", "bias", "num_hidden", "no_bias", "flatten", "out", "name"]),
    ("sum", ["data", "axis", "keepdims", "exclude", "out", "name"])])
def test_parameters_are_named_in_order(module, name: str, parameters: list[str]) -> None:
    shown = [p for p in inspect.signature(getattr(module, name)).parameters if p not in ("attr", "kwargs")]
    assert [p for p in shown if p in parameters] == [p for p in parameters if p in shown]
    assert set(parameters) - {"out"} <= set(shown)


@pytest.mark.parametrize("module", [nd, sym])
def test_names_modules_and_documentation(module) -> None:
    for name in ("Convolution", "softmax", "broadcast_add", "Embedding"):
        function = getattr(module, name)
        assert function.__name__ == name
        assert function.__module__.startswith(module.__name__)
        assert "Parameters" in inspect.getdoc(function)
