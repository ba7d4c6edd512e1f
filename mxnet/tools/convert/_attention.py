"""Attention and sequence operators as plain functions. Their source code is copied into converted models."""

from __future__ import annotations

import torch


def interleaved(projected, heads, parts):
    """Matrices (batch * heads, length, size) of queries, keys and values that stand side by side for each head."""
    length, batch, width = projected.shape
    split = projected.reshape(length, batch * heads, parts, width // (heads * parts))
    return split.permute(2, 1, 0, 3).unbind(0)


def attention_scores(queries, keys):
    """Scaled products, (batch * heads, length of queries, length of keys)."""
    return torch.bmm(queries * queries.shape[-1] ** -0.5, keys.transpose(1, 2))


def attended(attention, values, heads):
    """Values weighted by attention, (length, batch, heads * size)."""
    mixed = torch.bmm(attention, values).transpose(0, 1)
    return mixed.reshape(mixed.shape[0], mixed.shape[1] // heads, heads * mixed.shape[2])


def selfatt_qk(queries_keys_values, heads):
    """Scores of self attention."""
    queries, keys, _ = interleaved(queries_keys_values, heads, 3)
    return attention_scores(queries, keys)


def selfatt_valatt(queries_keys_values, attention, heads):
    """Results of self attention."""
    return attended(attention, interleaved(queries_keys_values, heads, 3)[2], heads)


def encdec_qk(queries, keys_values, heads):
    """Scores of attention to another sequence."""
    return attention_scores(interleaved(queries, heads, 1)[0], interleaved(keys_values, heads, 2)[0])


def encdec_valatt(keys_values, attention, heads):
    """Results of attention to another sequence."""
    return attended(attention, interleaved(keys_values, heads, 2)[1], heads)


def masked_softmax(data, length, axis):
    """Softmax over the first elements of each row; those past its length are 0."""
    axis = axis % data.dim()
    steps = torch.arange(data.shape[axis], device=data.device).reshape([-1] + [1] * (data.dim() - 1 - axis))
    outside = steps >= length.unsqueeze(axis)
    return torch.softmax(data.masked_fill(outside, float("-inf")), axis).masked_fill(outside, 0.0)


def sequence_mask(data, length, value, axis):
    """What follows the end of each sequence is replaced; time is the axis 0 or 1, the batch the other."""
    inside = torch.arange(data.shape[axis], device=data.device).unsqueeze(1) < length.long().unsqueeze(0)
    inside = inside if axis == 0 else inside.t()
    return torch.where(inside.reshape(inside.shape + (1,) * (data.dim() - 2)), data, value)


def shared_dropout(data, p, axes, training):
    """Dropout with one mask for all elements along some axes."""
    if not training:
        return data
    sizes = [1 if axis in axes else size for axis, size in enumerate(data.shape)]
    return data * torch.nn.functional.dropout(data.new_ones(sizes), p)
