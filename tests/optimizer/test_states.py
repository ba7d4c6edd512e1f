"""Optimizer states as bytes."""

import os
import pickle

import pytest

import mxnet as mx
from mxnet import nd


class Evil:
    def __reduce__(self):
        return os.getcwd, ()


def test_states_round_trip() -> None:
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9, learning_rate=0.1))
    weight = nd.ones((2,))
    updater(0, nd.ones((2,)), weight)
    other = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9, learning_rate=0.1))
    other.set_states(updater.get_states(dump_optimizer=True))
    assert other.optimizer.momentum == 0.9 and other.optimizer.num_update == 1
    assert (other.states[0].asnumpy() == updater.states[0].asnumpy()).all()


@pytest.mark.parametrize("content", [b"", b"junk", pickle.dumps({0: Evil()}), pickle.dumps(os.system)])
def test_strange_bytes_raise_and_run_nothing(content: bytes) -> None:
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    with pytest.raises(mx.MXNetError, match="optimizer states"):
        updater.set_states(content)
