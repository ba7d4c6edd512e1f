"""Parts of declarations: where facts go, what holds without them, and how a declaration is copied."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from mxnet._ops.facts import Precision, always, drawn_type, fixed_type
from mxnet._ops.opdef import REGISTRY, OpDef


def declared(**facts: Any) -> OpDef:
    return OpDef("_declared", torch.neg, ("data",), {}, {}, "Nothing.", **facts)


def test_facts_go_to_their_parts() -> None:
    op = declared(alias=True, index_inputs=(0,), method=False, stype_parameter="stype", float16="full", sums=True)
    assert op.effects.alias and op.inference.index_inputs == (0,) and not op.form.method
    assert op.sparse.stype_parameter == "stype" and op.precision.float16 == "full" and op.quantized.sums


def test_defaults_claim_nothing() -> None:
    op = declared()
    assert not (op.effects.alias or op.effects.fresh or op.effects.overwritable({}) or op.effects.passes_nan({}))
    assert op.effects.pure and op.effects.cheap and op.effects.gradient == "flows"
    assert op.inference.result_shapes({}, [(2,)], 1) is None and not op.inference.rank_by_sizes({})


def test_unknown_fact_is_refused() -> None:
    with pytest.raises(TypeError, match="_declared: fresch is no fact that operators have"):
        declared(fresch=True)


def test_declaration_declares_the_same_again() -> None:
    op = REGISTRY["BatchNorm"]
    again = OpDef(**{**op.declaration(), "name": "_other", "fresh": False})
    assert again.name == "_other" and not again.effects.fresh and op.effects.fresh
    assert {**op.declaration(), "name": "_other", "fresh": False} == again.declaration()


@pytest.mark.parametrize(("half", "brain", "found"), [
    ("any", None, "full"), ("low", None, "full"), ("widest", None, "widest"), ("full", "any", "any"),
    ("unlisted", None, "unlisted")])
def test_class_for_bfloat16(half: Any, brain: Any, found: str) -> None:
    assert Precision(half, brain).of("bfloat16") == found
    assert Precision(half, brain).of("float16") == half


def test_rule_that_fails_leaves_the_answer_to_the_lowering() -> None:
    rules = declared(shapes=lambda params, shapes: shapes[1]).inference
    assert rules.result_shapes({}, [(2,)], 1) is None
    assert rules.result_shapes({}, [(2,), (3,)], 1) == [(3,)]
    assert rules.result_shapes({}, [(2,), (3,)], 2) is None


def test_rules_for_types() -> None:
    assert fixed_type(torch.int64)({}, [torch.float32], 2) == [torch.int64, torch.int64] and always({})
    assert drawn_type({"dtype": None}, [], 1) == [torch.float32]
    assert drawn_type({"dtype": torch.float16}, [torch.float64], 1) == [torch.float16]


def test_facts_that_exclude_each_other() -> None:
    for op in REGISTRY.values():
        assert not (op.effects.alias and op.effects.fresh), op.name
        assert op.quantized.form_of is None or op.quantized.form_of in REGISTRY, op.name
        assert set(op.form.in_sparse) <= {op.name, *op.aliases}, op.name
        assert op.sparse.update is None or "grad" in op.inputs, op.name
