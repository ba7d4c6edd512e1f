"""What operators do with stored values.

A rule receives the operator, its parameters and what each input holds, and returns what the result
holds, or `FALLBACK` where MXNet computes with dense copies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .._ops.opdef import OpDef
from .._runtime.sparse_storage import KINDS, Csr, RowSparse, Stored, dense, stored
from ._sparse_dot import dot, recorded_dot

Content = Tensor | Stored
Rule = Callable[..., Any]
FALLBACK = object()
RULES: dict[str, Rule] = {}
# How some operators are recorded without dense copies of constant inputs.
RECORDED: dict[str, Callable[[dict[str, Any], list[Any]], Any]] = {}
# Storage types of results, where telling them is cheaper than computing the result by its rule.
STYPE_OF: dict[str, Callable[..., str]] = {}


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Enter the decorated function as the rule of operators."""

    def enter(function: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, function))
        return function

    return enter


# Functions that map zero to zero keep the storage type.
@rule("BlockGrad", "_contrib_gradientmultiplier", "_contrib_round_ste", "_contrib_sign_ste", "_copy", "_copyto", "abs",
      "arcsin", "arcsinh", "arctan", "arctanh", "cbrt", "ceil", "degrees", "expm1", "fix", "floor", "log1p",
      "make_loss", "negative", "radians", "relu", "rint", "round", "sign", "sin", "sinh", "sqrt", "square", "tan",
      "tanh", "trunc", "_mul_scalar", "_div_scalar", "_scatter_plus_scalar", "_scatter_minus_scalar")
def _on_values(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    if isinstance(data, Tensor):
        return FALLBACK
    result = op.bind(params)(data.values)
    return data.with_values(result.clone() if result is data.values else result)


@rule("_plus_scalar", "_minus_scalar", "_equal_scalar", "_not_equal_scalar", "_greater_scalar",
      "_greater_equal_scalar", "_lesser_scalar", "_lesser_equal_scalar", "clip", "_contrib_quadratic")
def _if_zero_stays(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    if isinstance(data, Tensor) or (op.name == "_contrib_quadratic" and not isinstance(data, Csr)):
        return FALLBACK
    # In double precision, as MXNet asks: the scalar 0.5 makes no integers, but it is larger than zero.
    if bool(op.bind(params)(data.values.new_zeros(1, dtype=torch.float64)) != 0):
        return FALLBACK
    return _on_values(op, params, data)


@rule("zeros_like")
def _zeros_like(op: OpDef, params: dict[str, Any], data: Stored) -> Stored:
    return KINDS[data.stype].zeros(data.shape, data.dtype, data.values.device)


def _same_kind(lhs: Content, rhs: Content) -> bool:
    return not isinstance(lhs, Tensor) and not isinstance(rhs, Tensor) and lhs.stype == rhs.stype


def _check_shapes(lhs: Content, rhs: Content) -> None:
    if tuple(lhs.shape) != tuple(rhs.shape) or lhs.dtype is not rhs.dtype:
        raise ValueError(f"lhs and rhs must have one shape and type, received lhs={tuple(lhs.shape)} {lhs.dtype} and "
                         f"rhs={tuple(rhs.shape)} {rhs.dtype}")


@rule("elemwise_add", "elemwise_sub", "_grad_add", "_maximum", "_minimum", "_hypot")
def _pair(op: OpDef, params: dict[str, Any], lhs: Content, rhs: Content) -> Any:
    if not _same_kind(lhs, rhs):
        return FALLBACK
    _check_shapes(lhs, rhs)
    places, left, right = lhs.aligned(rhs)  # type: ignore[union-attr, arg-type]  # the rule is for two of one kind
    return places.with_values(op.lower(left, right))


def _at_places(content: Tensor, like: Stored) -> Tensor:
    """Elements of a dense tensor at the places that `like` stores."""
    if isinstance(like, RowSparse):
        return content[like.indices]
    return content.reshape(-1)[like.keys()]


@rule("elemwise_mul")
def _multiply(op: OpDef, params: dict[str, Any], lhs: Content, rhs: Content) -> Any:
    if _same_kind(lhs, rhs):
        return _pair(op, params, lhs, rhs)
    _check_shapes(lhs, rhs)
    if isinstance(rhs, Tensor) and not isinstance(lhs, Tensor):
        return lhs.with_values(lhs.values * _at_places(rhs, lhs))
    if isinstance(lhs, Tensor) and not isinstance(rhs, Tensor):
        return rhs.with_values(_at_places(lhs, rhs) * rhs.values)
    return FALLBACK


@rule("_scatter_elemwise_div")
def _scatter_divide(op: OpDef, params: dict[str, Any], lhs: Content, rhs: Content) -> Any:
    if not isinstance(lhs, RowSparse):
        return FALLBACK
    _check_shapes(lhs, rhs)
    divisor = rhs.rows(lhs.indices) if isinstance(rhs, RowSparse) else dense(rhs)[lhs.indices]
    return lhs.with_values(op.lower(lhs.values, divisor))


@rule("broadcast_mul", "broadcast_div")
def _scaled(op: OpDef, params: dict[str, Any], lhs: Content, rhs: Content) -> Any:
    if not isinstance(lhs, Csr) or not isinstance(rhs, Tensor) or lhs.dtype is not rhs.dtype:
        return FALLBACK
    if torch.broadcast_shapes(lhs.shape, rhs.shape) != lhs.shape:
        return FALLBACK
    if op.name == "broadcast_div" and tuple(rhs.shape) == lhs.shape and 1 not in lhs.shape:
        return FALLBACK
    factor = rhs.expand(lhs.shape)[lhs.rows(), lhs.indices]
    return lhs.with_values(op.lower(lhs.values, factor))


@rule("_identity_with_attr_like_rhs")
def _like(op: OpDef, params: dict[str, Any], lhs: Content, rhs: Content) -> Any:
    if isinstance(rhs, Tensor):
        return dense(lhs).clone()
    made = stored(lhs, rhs.stype)
    return made.convert(torch.clone) if made is lhs else made


@rule("cast_storage")
def _cast(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    wanted = params["stype"]
    if isinstance(data, Tensor) or data.stype == wanted:
        return stored(data, wanted) if isinstance(data, Tensor) else data.convert(torch.clone)
    if wanted != "default":
        raise ValueError(f"cast_storage from {data.stype} to {wanted} is not supported")
    return data.dense()


@rule("add_n")
def _add_all(op: OpDef, params: dict[str, Any], *args: Content) -> Any:
    if not all(isinstance(a, RowSparse) for a in args):
        return FALLBACK
    total: Any = args[0]
    if len(args) == 1:
        return total.convert(torch.clone)
    for other in args[1:]:
        _check_shapes(total, other)
        places, left, right = total.aligned(other)
        total = places.with_values(left + right)
    return total


@rule("sum", "mean")
def _sum(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    axis = params["axis"]
    axes = (axis,) if isinstance(axis, int) else tuple(axis or ())
    if not isinstance(data, Csr) or len(axes) != 1 or params["exclude"] or not -2 <= axes[0] < 2:
        return FALLBACK
    across = axes[0] % 2
    total = data.values.new_zeros(data.shape[1 - across])
    total.index_add_(0, data.rows() if across else data.indices, data.values)
    if op.name == "mean":
        whole = None if data.values.is_floating_point() else "trunc"
        total = torch.div(total, data.shape[across], rounding_mode=whole)
    return total.unsqueeze(across) if params["keepdims"] else total


@rule("norm")
def _norm(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    if isinstance(data, Tensor) or params["axis"] not in (None, ()) or params["ord"] != 2 or params["keepdims"]:
        return FALLBACK
    return op.bind(params)(data.values.reshape(-1))


@rule("_square_sum")
def _square_sum(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    if not isinstance(data, RowSparse):
        raise ValueError("data must be row_sparse")
    axes = params["axis"]
    if axes not in ((0,), (1,)) or params["exclude"] or len(data.shape) != 2:
        raise ValueError(f"row_sparse data is summed over axis 0 or 1, received axis={axes}")
    squares = data.values * data.values
    if axes == (0,):
        return squares.sum(0, keepdim=params["keepdims"])
    rows = RowSparse(squares.sum(1, keepdim=True), data.indices, (data.shape[0], 1))
    return rows if params["keepdims"] else rows.dense().squeeze(1)


@rule("slice")
def _slice(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    steps = params["step"] or ()
    if not isinstance(data, Csr) or any(s not in (None, 1) for s in steps):
        return FALLBACK
    (top, bottom), *columns = [_bounds(b, e, size) for b, e, size in zip(
        params["begin"], params["end"], data.shape, strict=False)]
    if len(params["begin"]) > 2:
        raise ValueError(f"begin has {len(params['begin'])} entries for two axes")
    rows = data.row_block(top, bottom)
    return rows.column_block(*columns[0]) if columns else rows


def _bounds(begin: int | None, end: int | None, size: int) -> tuple[int, int]:
    first, last = 0 if begin is None else begin, size if end is None else end
    first, last = first + size * (first < 0), last + size * (last < 0)
    if not 0 <= first < last <= size:
        raise ValueError(f"begin={begin} and end={end} are no part of an axis of size {size}")
    return first, last


@rule("take")
def _take(op: OpDef, params: dict[str, Any], data: Content, indices: Content) -> Any:
    if not isinstance(data, Csr) or not isinstance(indices, Tensor) or params["axis"] != 0 or indices.ndim != 1:
        return FALLBACK
    wanted = indices.long()
    if params["mode"] == "raise":
        if bool(((wanted < 0) | (wanted >= data.shape[0])).any()):
            raise IndexError(f"take operator contains indices out of bound {data.shape[0]}")
        return data.gather(wanted)
    return data.gather(wanted % data.shape[0] if params["mode"] == "wrap" else wanted.clamp(0, data.shape[0] - 1))


@rule("Concat")
def _concat(op: OpDef, params: dict[str, Any], *data: Content) -> Any:
    if params["dim"] != 0 or not all(isinstance(d, Csr) for d in data):
        return FALLBACK
    parts: list[Any] = list(data)
    if len({p.shape[1] for p in parts}) != 1:
        raise ValueError(f"all inputs must have as many columns, received shapes {[p.shape for p in parts]}")
    starts = [p.indptr[1:] for p in parts]
    offset = 0
    for i, part in enumerate(parts):
        starts[i] = starts[i] + offset
        offset += part.values.numel()
    indptr = torch.cat([parts[0].indptr[:1], *starts])
    return Csr(torch.cat([p.values for p in parts]), torch.cat([p.indices for p in parts]), indptr,
               (sum(p.shape[0] for p in parts), parts[0].shape[1]))


@rule("_sparse_retain")
def _retain(op: OpDef, params: dict[str, Any], data: Content, indices: Content) -> RowSparse:
    if not isinstance(data, RowSparse) or not isinstance(indices, Tensor):
        raise ValueError("data must be row_sparse and indices dense")
    wanted = indices.long().reshape(-1).sort().values
    return RowSparse(data.rows(wanted), wanted, data.shape)


@rule("_contrib_getnnz")
def _count(op: OpDef, params: dict[str, Any], data: Content) -> Tensor:
    if not isinstance(data, Csr):
        raise ValueError("data must be csr")
    if params["axis"] is None:
        return data.indptr[-1:].clone()
    if params["axis"] != 1:
        raise ValueError(f"axis must be None or 1, received {params['axis']}")
    return data.indptr.diff()


@rule("_contrib_edge_id")
def _edge_id(op: OpDef, params: dict[str, Any], data: Content, u: Tensor, v: Tensor) -> Tensor:
    if not isinstance(data, Csr):
        raise ValueError("data must be csr")
    ordered = data.sorted()
    keys, wanted = ordered.keys(), u.long() * data.shape[1] + v.long()
    found = data.values.new_full(wanted.shape, -1)
    if keys.numel():
        at = torch.searchsorted(keys, wanted).clamp_(max=keys.numel() - 1)
        found = torch.where(keys[at] == wanted, ordered.values[at], found)
    return found


@rule("_contrib_dgl_adjacency")
def _adjacency(op: OpDef, params: dict[str, Any], data: Content) -> Csr:
    if not isinstance(data, Csr) or data.dtype is not torch.int64:
        raise ValueError("data must be csr of int64")
    return data.with_values(torch.ones_like(data.values, dtype=torch.float32))


@rule("Embedding", "_contrib_SparseEmbedding")
def _embedding(op: OpDef, params: dict[str, Any], data: Content, weight: Content) -> Any:
    if not isinstance(data, Tensor) or isinstance(weight, (Tensor, Csr)):
        return FALLBACK
    return weight.rows(data.long().clamp(0, weight.shape[0] - 1))


@rule("BatchNorm")
def _batch_norm(op: OpDef, params: dict[str, Any], *inputs: Content) -> Any:
    if params["fix_gamma"]:
        raise ValueError("fix_gamma=True is not supported for sparse arrays")
    return FALLBACK


@rule("dot")
def _dot(op: OpDef, params: dict[str, Any], lhs: Content, rhs: Content) -> Any:
    kind = dot_kind(params, lhs, rhs)
    result = dot(params, lhs, rhs, kind == "row_sparse")
    if result is None:
        result = op.lower(dense(lhs), dense(rhs), transpose_a=params["transpose_a"],
                          transpose_b=params["transpose_b"])
    return dense(result) if kind == "default" else stored(result, kind)


def dot_kind(params: dict[str, Any], lhs: Content, rhs: Content) -> str:
    """The storage type of a product."""
    if params["forward_stype"] is not None:
        return params["forward_stype"]
    if isinstance(lhs, Csr) and not isinstance(rhs, Csr) and params["transpose_a"] and not params["transpose_b"]:
        return "row_sparse"
    return "csr" if isinstance(lhs, Tensor) and isinstance(rhs, Csr) and not params["transpose_a"] else "default"


def _recorded_dot(params: dict[str, Any], inputs: list[Any]) -> Any:
    lhs, rhs = inputs
    if not isinstance(lhs, Csr) or not isinstance(rhs, Tensor) or params["transpose_b"] or rhs.ndim != 2:
        return FALLBACK
    return recorded_dot(lhs, rhs, params["transpose_a"])


RECORDED["dot"] = _recorded_dot
STYPE_OF["dot"] = dot_kind
STYPE_OF["Embedding"] = STYPE_OF["_contrib_SparseEmbedding"] = lambda params, data, weight: "default"
