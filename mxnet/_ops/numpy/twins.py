"""Operators of ``mx.np`` declared after operators of ``mx.nd``."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor

from ..facts import Effects, Inference, Params, Sparse, TypeLike, Types
from ..opdef import Lowering, add, find


def twin(name: str, of: str, lower: Lowering | None = None, *aliases: str, inputs: tuple[str, ...] | None = None,
         doc: str | None = None, same: bool = False, inference: Inference | None = None,
         effects: Effects | None = None) -> None:
    """Declare `name` with the facts of operator `of`, except for sparse arrays, which ``mx.np`` does not have.

    Parameters
    ----------
    lower
        The lowering, by default the one of `of`.
    same
        The lowering differs, but computes the same from floating point numbers of one type.
    """
    op = find(of)
    same = same or lower is None or lower is op.lower
    add(replace(op, name=name, aliases=aliases, lower=lower or op.lower, inputs=inputs or op.inputs, doc=doc or op.doc,
                inference=inference or replace(op.inference, one_type=False), effects=effects or op.effects,
                form=replace(op.form, method=False, in_sparse=(), twin=of if same else None), sparse=Sparse()))


def common_type(*tensors: Tensor) -> torch.dtype:
    """The type in which arrays of several types meet."""
    found = tensors[0].dtype
    for tensor in tensors[1:]:
        found = _met(found, tensor.dtype)
    return found


def promoted(params: Params, known: Types, count: int) -> list[TypeLike]:
    """The rule that the result has the type in which the inputs meet."""
    found = known[0]
    for kind in known[1:]:
        found = None if found is None or kind is None else _met(found, kind)
    return [found] * count


def quotient(params: Params, known: Types, count: int) -> list[TypeLike]:
    """The rule that the result has the type in which the inputs meet, single precision for whole numbers."""
    kind = promoted(params, known, 1)[0]
    return [kind if kind is None or kind.is_floating_point else torch.float32] * count


def _met(left: torch.dtype, right: torch.dtype) -> torch.dtype:
    if left is right:
        return left
    return torch.int32 if {left, right} == {torch.uint8, torch.int8} else torch.promote_types(left, right)


def alike(*tensors: Tensor) -> list[Tensor]:
    """All in the type in which they meet."""
    kind = common_type(*tensors)
    return [tensor if tensor.dtype is kind else tensor.to(kind) for tensor in tensors]


def real(tensor: Tensor) -> Tensor:
    """Whole numbers and booleans as single precision."""
    return tensor if tensor.is_floating_point() else tensor.float()
