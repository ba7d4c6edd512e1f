"""Operators of ``mx.np`` derived from operators of ``mx.nd``."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor

from ..facts import Effects, Inference, Params, Sparse, TypeLike, Types
from ..opdef import Lowering, add, find


def twin(name: str, of: str, lower: Lowering | None = None, *aliases: str, inputs: tuple[str, ...] | None = None,
         doc: str | None = None, same: bool = False, inference: Inference | None = None,
         effects: Effects | None = None) -> None:
    """Declare `name` like operator `of`, but without sparse rules, because ``mx.np`` has no sparse arrays.

    Parameters
    ----------
    lower
        Lowering. The default is the lowering of `of`.
    same
        The lowering differs, but computes the same for floating point inputs of equal dtype.
    """
    op = find(of)
    same = same or lower is None or lower is op.lower
    add(replace(op, name=name, aliases=aliases, lower=lower or op.lower, inputs=inputs or op.inputs, doc=doc or op.doc,
                inference=inference or replace(op.inference, one_type=False), effects=effects or op.effects,
                form=replace(op.form, method=False, in_sparse=(), twin=of if same else None), sparse=Sparse()))


def common_type(*tensors: Tensor) -> torch.dtype:
    """Return the common dtype of arrays."""
    common = tensors[0].dtype
    for tensor in tensors[1:]:
        common = _promote(common, tensor.dtype)
    return common


def promoted(params: Params, known: Types, count: int) -> list[TypeLike]:
    """Result dtype: the common dtype of the inputs."""
    common = known[0]
    for dtype in known[1:]:
        common = None if common is None or dtype is None else _promote(common, dtype)
    return [common] * count


def quotient(params: Params, known: Types, count: int) -> list[TypeLike]:
    """Result dtype: the common dtype of the inputs, but float32 for integers."""
    dtype = promoted(params, known, 1)[0]
    return [dtype if dtype is None or dtype.is_floating_point else torch.float32] * count


def _promote(left: torch.dtype, right: torch.dtype) -> torch.dtype:
    if left is right:
        return left
    return torch.int32 if {left, right} == {torch.uint8, torch.int8} else torch.promote_types(left, right)


def alike(*tensors: Tensor) -> list[Tensor]:
    """Convert all tensors to their common dtype."""
    dtype = common_type(*tensors)
    return [tensor if tensor.dtype is dtype else tensor.to(dtype) for tensor in tensors]


def real(tensor: Tensor) -> Tensor:
    """Convert integers and booleans to single precision."""
    return tensor if tensor.is_floating_point() else tensor.float()
