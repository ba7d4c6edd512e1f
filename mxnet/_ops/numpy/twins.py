"""Operators of ``mx.np`` declared after operators of ``mx.nd``."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..facts import Params, TypeLike, Types
from ..opdef import Lowering, OpDef, add, find
from ..params import FloatParam


def twin(name: str, of: str, lower: Lowering | None = None, *aliases: str, **changes: Any) -> None:
    """Declare `name` with the facts of operator `of`, except for sparse arrays, which ``mx.np`` does not have."""
    facts = find(of).declaration()
    facts |= {"in_sparse": (), "stored": None, "recorded": None, "stype": None, "method": False, "one_type": False}
    facts |= {"twin": of if lower is None or lower is facts["lower"] else None}
    facts |= {"name": name, "aliases": aliases, "lower": facts["lower"] if lower is None else lower}
    add(OpDef(**(facts | changes)))


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


SCALAR = FloatParam()
