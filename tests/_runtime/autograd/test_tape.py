"""Test recording sections and graphs consumed by backward passes."""

import threading

import pytest
import torch

import mxnet as mx
from mxnet import nd
from mxnet._runtime.autograd import backward_pass, tape
from mxnet._runtime.autograd.attach import Leaf


@pytest.fixture
def x() -> nd.NDArray:
    made = nd.array([1.0, 2.0])
    made.attach_grad()
    return made


def test_section_restores_previous_state() -> None:
    section = tape.RecordingScope(True, True)
    with section:
        outer = tape.state.scope
        assert tape.state.recording and tape.state.training and torch.is_grad_enabled()
        with tape.RecordingScope(False, None):
            assert not tape.state.recording and tape.state.training and not torch.is_grad_enabled()
            with section:
                assert tape.state.scope is outer
        assert tape.state.recording and torch.is_grad_enabled()
    assert not tape.state.recording and tape.state.scope is None and not torch.is_grad_enabled()


def test_threads_record_for_themselves() -> None:
    heard: list[bool] = []
    with tape.RecordingScope(True, True):
        thread = threading.Thread(target=lambda: heard.append(tape.state.recording or torch.is_grad_enabled()))
        thread.start()
        thread.join()
    assert heard == [False]


def test_origins_stored_by_arrays(x: nd.NDArray) -> None:
    assert isinstance(x._tape, Leaf)
    with tape.RecordingScope(True, True):
        y = x * 2
        assert y._tape is tape.state.scope
    assert (x * 2)._tape is None


def test_a_used_up_array_becomes_a_constant(x: nd.NDArray) -> None:
    with tape.RecordingScope(True, True):
        state = x * 2
        backward_pass.run([state], [None], False, True)
        assert tape.drop_consumed([state]) and state._tape is None and not state._data.requires_grad
        assert not tape.drop_consumed([state])


def test_results_of_one_operator_are_used_up_together(x: nd.NDArray) -> None:
    with tape.RecordingScope(True, True):
        first, second = nd.split(x.reshape((1, 2)) * 2, num_outputs=2, axis=1)
    backward_pass.run([first], [None], False, True)
    assert tape.drop_if_consumed(second)


def test_recorded_arrays_are_not_written(x: nd.NDArray) -> None:
    with tape.RecordingScope(True, True):
        y = x * 2
        with pytest.raises(mx.MXNetError, match="operator here: the target is already in a computational graph"):
            tape.check_assignable("here", y)
    tape.check_assignable("here", y)
