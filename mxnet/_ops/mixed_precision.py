"""Operators for mixed precision training and fused optimizers: casts, checks of many arrays, resets."""

from __future__ import annotations

from typing import Annotated, Any

import torch
from torch import Tensor

from .._runtime import storage
from . import nonfinite, sparse_values
from .facts import FLOAT32, NO_GRADIENT, UNLISTED, Effects, Form, Inference, Params, Precision, Sparse, TypeLike, Types
from .opdef import ONE_SHAPE, register, same_shapes
from .params import Bool, Choice, DType

_CASTABLE = (torch.float32, torch.float16, torch.bfloat16)


def _cast_type(params: Params, known: Types, count: int) -> list[TypeLike]:
    return [params["dtype"] if known[0] in _CASTABLE else known[0]]


def _common_type(params: Params, known: Types, count: int) -> list[TypeLike]:
    """Cast all float inputs to the narrowest or widest dtype among them; other dtypes stay unchanged."""
    floating = [dtype for dtype in known if dtype in _CASTABLE]
    if params["cast_narrow"]:
        common = next((dtype for dtype in floating if dtype is not torch.float32), torch.float32)
    else:
        common = torch.float32 if torch.float32 in floating else known[0]
    return [common if dtype in _CASTABLE else dtype for dtype in known]


_CAST = Precision(bfloat16="unlisted", casts=True)


@register("amp_cast", inference=Inference(fill=same_shapes, result_types=_cast_type),
          effects=Effects(keeps_layout=True), form=Form(method=True), precision=_CAST)
def amp_cast(data: Tensor, *, dtype: DType) -> Tensor:
    """Convert single or half precision data to another dtype; copy other data."""
    return data.to(dtype if data.dtype in _CASTABLE else data.dtype, copy=True)


@register("amp_multicast", variadic="num_outputs", outputs=lambda p: p["num_outputs"],
          inference=Inference(input_types=lambda params, known: list(known), result_types=_common_type),
          precision=_CAST)
def amp_multicast(*data: Tensor, cast_narrow: Bool = False) -> Any:
    """Convert all single and half precision inputs to the widest, or narrowest, dtype among them."""
    kinds = _common_type({"cast_narrow": cast_narrow}, [d.dtype for d in data], len(data))
    results = [d.to(dtype, copy=True) for d, dtype in zip(data, kinds, strict=True)]
    return results[0] if len(results) == 1 else tuple(results)


def _check_floating(data: tuple[Tensor, ...]) -> None:
    for tensor in data:
        if not tensor.is_floating_point():
            raise ValueError(f"This operation only support floating point types, not {tensor.dtype}")


def _finite(data: tuple[Tensor, ...]) -> Tensor:
    """Return 1 if all elements are finite, else 0.

    The sums of arrays on the CPU are checked first, because they take a thirtieth of the time of ``torch.isfinite``.
    """
    if all(d.is_cpu for d in data) and not torch.compiler.is_compiling() and all(map(nonfinite.all_finite, data)):
        return torch.ones(1)
    return torch.stack([torch.isfinite(d).all() for d in data]).all().reshape(1).to(torch.float32)


@register("all_finite", inference=FLOAT32, effects=NO_GRADIENT, form=Form(named_input=True))
def all_finite(data: Tensor, *, init_output: Bool = True) -> Tensor:
    """Return 1 if all elements are finite, else 0."""
    _check_floating((data,))
    return _finite((data,))


@register("multi_all_finite", variadic="num_arrays", inference=FLOAT32, effects=NO_GRADIENT)
def multi_all_finite(*data: Tensor, init_output: Bool = True) -> Tensor:
    """Return 1 if all elements of all inputs are finite, else 0."""
    _check_floating(data)
    return _finite(data)


@register("multi_sum_sq", variadic="num_arrays", inference=FLOAT32, effects=NO_GRADIENT, precision=UNLISTED)
def multi_sum_sq(*data: Tensor) -> Tensor:
    """Compute the sum of squares of each input as float32."""
    _check_floating(data)
    # Squares have the dtype of the data and overflow with it; only their sum is wider.
    return torch.stack([torch.sum(torch.square(d), dtype=torch.float32) for d in data])


@register("reset_arrays", variadic="num_arrays", outputs=0, effects=Effects(mutates=("data",)), precision=UNLISTED)
def reset_arrays(*data: Tensor) -> Any:
    """Set all elements of all inputs to zero."""
    for tensor in data:
        with storage.writing(tensor) as memory:
            memory.zero_()
    return ()


@register("cast_storage", inference=ONE_SHAPE, form=Form(in_sparse=("cast_storage",)),
          sparse=Sparse(stored=sparse_values.cast, stype_parameter="stype"))
def cast_storage(data: Tensor, *, stype: Annotated[str, Choice("csr", "default", "row_sparse")]) -> Tensor:
    """Return a copy of `data` with another storage type. Compiled graphs are always dense."""
    return data.clone()


