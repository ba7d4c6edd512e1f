"""Test the parts of operator declarations: their defaults and copies."""

from __future__ import annotations

import inspect
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any, get_args

import pytest
import torch

from mxnet._ops.facts import (
    Effects,
    Form,
    Inference,
    Precision,
    Quantized,
    Sparse,
    always,
    drawn_type,
    fixed_type,
)
from mxnet._ops.numpy.twins import twin
from mxnet._ops.opdef import REGISTRY, OpDef, binary, register, unary

PARTS: dict[str, Any] = {"inference": Inference, "effects": Effects, "form": Form, "sparse": Sparse,
                         "precision": Precision, "quantized": Quantized}


def declared(**parts: Any) -> OpDef:
    return OpDef("_declared", torch.neg, ("data",), {}, {}, "Nothing.", **parts)


def test_parts_are_those_of_the_declaration() -> None:
    effects, form = Effects(alias=True), Form(method=False)
    op = declared(effects=effects, form=form)
    assert op.effects is effects and op.form is form and op.precision.float16 == "any"


def test_defaults_claim_nothing() -> None:
    op = declared()
    assert not (op.effects.alias or op.effects.fresh or op.effects.overwritable({}) or op.effects.passes_nan({}))
    assert op.effects.pure and op.effects.cheap and op.effects.gradient == "flows"
    assert op.inference.result_shapes({}, [(2,)], 1) is None and not op.inference.rank_by_sizes({})


@pytest.mark.parametrize("helper", [OpDef, register, unary, binary, twin])
def test_declarations_take_no_untyped_keywords(helper: Any) -> None:
    parameters = inspect.signature(helper).parameters.values()
    assert not [p.name for p in parameters if p.kind is p.VAR_KEYWORD]
    assert all(hint is PARTS[name] or PARTS[name] in get_args(hint)
               for name, hint in inspect.get_annotations(helper, eval_str=True).items() if name in PARTS)


@pytest.mark.parametrize("part", [Inference, Effects, Form, Sparse, Precision, Quantized])
def test_parts_are_immutable_and_reject_unknown_facts(part: Any) -> None:
    with pytest.raises(TypeError, match="fresch"):
        part(fresch=True)
    with pytest.raises(FrozenInstanceError):
        setattr(part(), part.__slots__[0], None)


def test_copy_differs_only_in_replaced_fields() -> None:
    op = REGISTRY["BatchNorm"]
    again = replace(op, name="_other", effects=replace(op.effects, fresh=False))
    assert again.name == "_other" and not again.effects.fresh and op.effects.fresh
    assert all(getattr(again, field.name) is getattr(op, field.name) for field in fields(OpDef)
               if field.name not in ("name", "effects"))


@pytest.mark.parametrize(("half", "brain", "found"), [
    ("any", None, "full"), ("low", None, "full"), ("widest", None, "widest"), ("full", "any", "any"),
    ("unlisted", None, "unlisted")])
def test_class_for_bfloat16(half: Any, brain: Any, found: str) -> None:
    assert Precision(half, brain).of("bfloat16") == found
    assert Precision(half, brain).of("float16") == half


def test_failing_rule_falls_back_to_the_lowering() -> None:
    rules = Inference(shapes=lambda params, shapes: shapes[1])
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
