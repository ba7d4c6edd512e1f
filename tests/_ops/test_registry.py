"""Every operator has a sample, documentation and MXNet's argument order."""

from __future__ import annotations

import inspect
import json
import pathlib

import pytest
import samples
from calling import function

import mxnet as mx
from mxnet._ops.opdef import REGISTRY

# Custom operators have inputs and parameters of their own; tests/test_operator.py covers them.
OPERATORS = {op.name: op for op in REGISTRY.values() if not op.dynamic}
SIGNATURES = json.loads((pathlib.Path(__file__).parent / "golden" / "signatures.json").read_text())


def test_every_operator_has_a_sample() -> None:
    sampled = {REGISTRY[s.op].name for _, _, s in samples.labelled()}
    assert sorted(set(OPERATORS) - sampled) == []


@pytest.mark.parametrize("name", sorted(OPERATORS))
def test_documented(name: str) -> None:
    assert OPERATORS[name].doc.strip()


@pytest.mark.parametrize("name", sorted(SIGNATURES))
def test_argument_order(name: str) -> None:
    ours = [p for p in inspect.signature(function(mx.nd, name)).parameters if p not in ("out", "name", "kwargs")]
    if REGISTRY[name].variadic or REGISTRY[name].dynamic:
        ours = ours[:1]  # the original's functions over a list of arrays do not name their parameters
    assert ours == SIGNATURES[name]


@pytest.mark.parametrize("name", sorted(n for n, op in OPERATORS.items() if op.params))
def test_unknown_parameter_is_named(name: str) -> None:
    with pytest.raises(mx.MXNetError, match="no_such_parameter"):
        OPERATORS[name].parse({"no_such_parameter": 1})
