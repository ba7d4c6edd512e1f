"""Test that every operator has a sample, documentation and MXNet's argument order."""

from __future__ import annotations

import inspect
import json
import pathlib
from typing import Annotated

import pytest
import samples
from calling import function
from torch import Tensor

import mxnet as mx
from mxnet._ops.opdef import REGISTRY, read_signature
from mxnet._ops.params import Choice

OPERATORS = {op.name: op for op in REGISTRY.values()}
GOLDEN = pathlib.Path(__file__).parent / "golden"
SIGNATURES = json.loads((GOLDEN / "signatures.json").read_text())
# Quantized operators that are not implemented: the 8-bit recurrent network.
MISSING = ["_contrib_quantized_rnn"]


def test_every_operator_of_the_original_is_here() -> None:
    names = json.loads((GOLDEN / "operators.json").read_text())
    # Other names of operators that accept sparse arrays.
    sparse = [n for n in names if n.startswith("_sparse_") and n not in REGISTRY]
    assert [n for n in sparse if not hasattr(mx.nd.sparse, n.removeprefix("_sparse_"))] == []
    assert sorted(set(names) - set(REGISTRY) - set(sparse)) == MISSING


def test_every_operator_has_a_sample() -> None:
    sampled = {REGISTRY[s.op].name for _, s in samples.labelled()}
    # Custom takes the inputs and parameters of a user-defined operator: tests/test_operator.py.
    assert sorted(set(OPERATORS) - sampled) == ["Custom"]


def test_annotation_with_default_none() -> None:
    # typing.get_type_hints of Python 3.10 turns this into Optional[Annotated[...]].
    def lowering(data: Tensor, *, kind: Annotated[str | None, Choice("a", "b", optional=True)] = None) -> Tensor:
        return data

    assert list(read_signature(lowering)[1]) == ["kind"]


@pytest.mark.parametrize("name", sorted(OPERATORS))
def test_documented(name: str) -> None:
    assert OPERATORS[name].doc.strip()


@pytest.mark.parametrize("name", sorted(SIGNATURES))
def test_argument_order(name: str) -> None:
    ours = [p for p in inspect.signature(function(mx.nd, name)).parameters if p not in ("out", "name", "kwargs")]
    if REGISTRY[name].variadic or REGISTRY[name].dynamic:
        ours = ours[:1]  # MXNet's functions over a list of arrays do not name their parameters
    assert ours == SIGNATURES[name]


@pytest.mark.parametrize("name", sorted(n for n, op in OPERATORS.items() if op.params and n != "Custom"))
def test_unknown_parameter_is_named(name: str) -> None:
    with pytest.raises(mx.MXNetError, match="no_such_parameter"):
        OPERATORS[name].parse({"no_such_parameter": 1})
