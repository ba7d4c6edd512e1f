"""Test the conversion of tensors to arrays on the tape."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, nd
from mxnet._frontend.results import any_on_tape, finished, put_on_tape, record_into, wrap
from mxnet._ops.opdef import find

COPY = find("_copy")


def attached(*values: float) -> nd.NDArray:
    array = nd.array(values)
    array.attach_grad()
    return array


def test_wrapped_tensors_are_constants() -> None:
    array = wrap(nd.NDArray, torch.ones(2), mx.cpu(0))
    assert type(array) is nd.NDArray and array._tape is None and array.context == mx.cpu(0)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_recorded_result_stores_its_origin(count: int) -> None:
    inputs = [attached(1.0), nd.array([2.0]), nd.array([3.0])][:count]
    with autograd.record():
        result = wrap(nd.NDArray, sum(array._data for array in inputs), mx.cpu())
        assert put_on_tape(result, inputs, COPY, None, 4)
        operator, run, sources, index = result._made
        assert (operator, run, index) == (COPY, None, 4) and result._tape is autograd.tape.state.scope
        assert sources[0] is inputs[0]._tape
        assert [source() for source in sources[1:]] == inputs[1:]  # constants are referenced weakly


def test_outside_a_section_a_result_is_a_constant() -> None:
    given = attached(1.0)
    with torch.enable_grad():
        result = wrap(nd.NDArray, given._data * 2, mx.cpu())
    assert put_on_tape(result, (given,), COPY, None)
    assert result._tape is None and not result._data.requires_grad


@pytest.mark.parametrize("count", [1, 2, 3])
def test_results_of_a_consumed_graph_are_computed_again(count: int) -> None:
    given = attached(1.0)
    with autograd.record():
        inputs = [given * 2, given + 0, nd.ones(1)][:count]
        inputs[0].backward()
        result = wrap(nd.NDArray, sum(array._data for array in inputs), mx.cpu())
        assert not put_on_tape(result, inputs, COPY, None)
        assert inputs[0]._tape is None and not inputs[0]._data.requires_grad


def test_unrecorded_results_have_zero_gradients() -> None:
    given = attached(1.0, 2.0)
    with autograd.record():
        assert any_on_tape([nd.ones(1), given]) and not any_on_tape([nd.ones(1)])
        result, = finished(nd.NDArray, [given._data.argmax().float()], mx.cpu(), [given], COPY, None)
    assert not any_on_tape([given])
    result.backward()
    np.testing.assert_array_equal(given.grad.asnumpy(), [0, 0])


def test_several_results_are_used_up_together() -> None:
    given = attached(1.0, 2.0)
    with autograd.record():
        first, second = finished(nd.NDArray, [given._data * 2, given._data * 3], mx.cpu(), [given], COPY, None)
        assert first._siblings == second._siblings and len(first._siblings) == 2


def test_results_in_given_memory_join_the_graph() -> None:
    given, target = attached(1.0, 2.0), nd.zeros(2)
    memory = target._data.data_ptr()
    with autograd.record():
        record_into(target, given._data * 3, (given,), COPY, None)
        target.backward()
    assert target._data.data_ptr() == memory and target.asnumpy().tolist() == [3, 6]
    np.testing.assert_array_equal(given.grad.asnumpy(), [3, 3])
    with autograd.record(), pytest.raises(mx.MXNetError, match="Inplace operations"):
        record_into(given, given._data * 2, (given,), COPY, None)
