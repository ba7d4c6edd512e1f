"""Test that results do not share memory with inputs unless an operator writes its inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import samples
import torch
from sample import Sample

import mxnet as mx
from mxnet import nd
from mxnet._frontend import eager
from mxnet._ops.opdef import find

PARTS: dict[str, Callable[[Any], Any]] = {
    "slice": lambda x: nd.slice(x, begin=(0, 0), end=(1, 2)),
    "whole slice": lambda x: nd.slice(x, begin=(None,), end=(None,)),
    "slice_axis": lambda x: nd.slice_axis(x, axis=1, begin=1, end=3),
    "slice_like": lambda x: nd.slice_like(x, nd.ones((1, 2))),
    "split": lambda x: nd.split(x, num_outputs=2, axis=0)[0],
    "split into one": lambda x: nd.split(x, num_outputs=1, axis=0),
    "split and squeeze": lambda x: nd.split(x, num_outputs=2, axis=0, squeeze_axis=True)[1],
    "sum over nothing": lambda x: nd.sum(x, axis=(0, 1), exclude=True),
    "max over nothing": lambda x: nd.max(x, axis=(0, 1), exclude=True),
    "add_n": lambda x: nd.add_n(x),
    "concat": lambda x: nd.concat(x, dim=0),
    "tile": lambda x: nd.tile(x, reps=(1, 1)),
    "diag": lambda x: nd.diag(x),
    "reshape": lambda x: nd.reshape(x, shape=(3, 2)),
    "broadcast_to": lambda x: nd.broadcast_to(x, shape=(2, 3)),
    "SequenceLast": lambda x: nd.SequenceLast(x),
    "topk": lambda x: nd.topk(x, ret_typ="value", k=3),
    "amp_cast": lambda x: nd.amp_cast(x, dtype="float32"),
    "khatri_rao": lambda x: nd.khatri_rao(x),
}


@pytest.mark.parametrize("name", PARTS)
def test_results_have_memory_of_their_own(name: str) -> None:
    data = nd.arange(6).reshape((2, 3))
    before = data.asnumpy()
    result = PARTS[name](data)
    result[:] = -1
    np.testing.assert_array_equal(data.asnumpy(), before)
    data[:] = 7
    np.testing.assert_array_equal(result.asnumpy(), np.full(result.shape, -1))


def test_reset_arrays_writes_its_inputs() -> None:
    arrays = [nd.ones((2, 3)), nd.ones(4, dtype="float64")]
    nd.reset_arrays(*arrays, num_arrays=2)
    for array in arrays:
        np.testing.assert_array_equal(array.asnumpy(), np.zeros(array.shape))


def test_set_value_fills_out() -> None:
    target = nd.zeros((2, 2))
    nd._internal._set_value(2.5, out=target)
    np.testing.assert_array_equal(target.asnumpy(), np.full((2, 2), 2.5, "float32"))


def test_boolean_mask_shape_is_unknown_before_execution() -> None:
    symbol = mx.sym.contrib.boolean_mask(mx.sym.var("data"), mx.sym.var("index"))
    assert symbol.infer_shape(data=(3, 2), index=(3,)) == (None, None, None)
    assert symbol.infer_shape_partial(data=(3, 2), index=(3,))[1] == [()]


def _shared(sample: Sample, recording: bool) -> set[tuple[int, int]]:
    """Return the pairs of results and inputs of a lowering that share memory."""
    op = find(sample.op)
    params = op.parse(sample.params)
    if op.variadic:
        params[op.variadic] = len(sample.inputs)
    inputs = [torch.from_numpy(values.copy()) for values in (*sample.inputs, *sample.aux)]
    with torch.set_grad_enabled(recording):
        for tensor in inputs:
            tensor.requires_grad_(recording and tensor.is_floating_point())
        results = op.bind(params)(*inputs, **eager.supplies(op, mx.cpu()))
    results = results if isinstance(results, (list, tuple)) else [results]
    return {(i, j) for i, result in enumerate(results) for j, tensor in enumerate(inputs) if result.numel() and
            result.untyped_storage().data_ptr() == tensor.untyped_storage().data_ptr()}


@pytest.mark.parametrize("family", samples.FAMILIES)
def test_lowerings_declare_aliased_results(family: str) -> None:
    """Compiled graphs clone only the results of lowerings that declare this."""
    for sample in samples.of_family(family):
        op = find(sample.op)
        if sample.stypes or sample.refused or op.effects.mutates or "ctx" in sample.params:
            continue
        for recording in (False, True):
            shared = _shared(sample, recording)
            assert shared <= ({(0, 0)} if op.effects.alias else set()), (sample.op, sample.params)
