"""Attention products over queries, keys and values that are interleaved per head."""

from __future__ import annotations

from torch import Tensor

from . import low_precision
from .facts import NAMED_OUTPUTS, Precision
from .opdef import register
from .params import Int


def _heads(projected: Tensor, heads: int, parts: int) -> list[Tensor]:
    """Split the last axis into its interleaved parts, each of shape (batch * heads, length, size)."""
    if projected.ndim != 3 or projected.shape[2] % (heads * parts):
        raise ValueError(f"inputs must have 3 axes and a last one that {parts} * heads={parts * heads} divides, "
                         f"received {tuple(projected.shape)}")
    length, batch, width = projected.shape
    size = width // (heads * parts)
    split = projected.reshape(length, batch * heads, parts, size)
    return [split[:, :, part].transpose(0, 1) for part in range(parts)]


def _scores(queries: Tensor, keys: Tensor) -> Tensor:
    return low_precision.bmm(queries * queries.shape[-1] ** -0.5, keys.transpose(1, 2))


def _attend(attention: Tensor, values: Tensor, heads: int) -> Tensor:
    """Return the weighted values with shape (length, batch, heads * size)."""
    if attention.ndim != 3 or attention.shape[::2] != values.shape[:2]:
        raise ValueError(f"attention must have shape ({values.shape[0]}, length, {values.shape[1]}), "
                         f"received {tuple(attention.shape)}")
    mixed = low_precision.bmm(attention, values)
    return mixed.transpose(0, 1).reshape(attention.shape[1], values.shape[0] // heads, heads * values.shape[2])


_PRECISION = Precision("widest", bfloat16="unlisted")


@register("_contrib_interleaved_matmul_selfatt_qk", form=NAMED_OUTPUTS, precision=_PRECISION)
def selfatt_qk(queries_keys_values: Tensor, *, heads: Int) -> Tensor:
    """Compute scaled query-key products of shape (batch * heads, length, length) for self-attention."""
    queries, keys, _ = _heads(queries_keys_values, heads, 3)
    return _scores(queries, keys)


@register("_contrib_interleaved_matmul_selfatt_valatt", form=NAMED_OUTPUTS, precision=_PRECISION)
def selfatt_valatt(queries_keys_values: Tensor, attention: Tensor, *, heads: Int) -> Tensor:
    """Return the values weighted by self-attention with shape (length, batch, heads * size)."""
    return _attend(attention, _heads(queries_keys_values, heads, 3)[2], heads)


@register("_contrib_interleaved_matmul_encdec_qk", form=NAMED_OUTPUTS, precision=_PRECISION)
def encdec_qk(queries: Tensor, keys_values: Tensor, *, heads: Int) -> Tensor:
    """Compute scaled products of the queries of a decoder and the keys of an encoder."""
    if queries.shape[1:2] != keys_values.shape[1:2] or 2 * queries.shape[-1] != keys_values.shape[-1]:
        raise ValueError("keys_values must have the batch size of queries and twice their width")
    return _scores(_heads(queries, heads, 1)[0], _heads(keys_values, heads, 2)[0])


@register("_contrib_interleaved_matmul_encdec_valatt", form=NAMED_OUTPUTS, precision=_PRECISION)
def encdec_valatt(keys_values: Tensor, attention: Tensor, *, heads: Int) -> Tensor:
    """Return the values of an encoder weighted by attention with shape (length, batch, heads * size)."""
    return _attend(attention, _heads(keys_values, heads, 2)[1], heads)
