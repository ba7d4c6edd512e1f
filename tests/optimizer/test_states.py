"""Optimizer states as bytes."""

import os
import pathlib
import pickle
from typing import Any

import numpy as np
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


def flat(state: Any) -> list[Any]:
    if isinstance(state, (tuple, list)):
        return [array for part in state for array in flat(part)]
    return [] if state is None else [state]


def compare(mine: dict[int, Any], theirs: dict[int, Any]) -> None:
    for index in (0, 1):
        pairs = list(zip(flat(mine[index]), flat(theirs[index]), strict=True))
        assert pairs and all(one.dtype == other.dtype for one, other in pairs)
        for one, other in pairs:
            np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), rtol=5e-5)


@pytest.mark.parametrize(("name", "arguments"), [("sgd", {"momentum": 0.9}), ("adam", {}),
                                                 ("rmsprop", {"centered": True})])
def test_states_of_the_original(name: str, arguments: dict[str, Any]) -> None:
    """Bytes that MXNet 1.9.1 wrote after one step (``tools/make_optimizer_golden.py``) equal ours after that step."""
    loaded = mx.optimizer.get_updater(mx.optimizer.create(name))
    loaded.set_states((pathlib.Path(__file__).parent / "golden" / f"{name}.states").read_bytes())
    optimizer = loaded.optimizer
    assert optimizer.num_update == 1 and optimizer.multi_precision and optimizer.idx2name == {0: "a_weight"}
    assert optimizer.lr_scheduler.base_lr == 0.1 and optimizer.lr_scheduler.step == 3
    own = mx.optimizer.get_updater(mx.optimizer.create(name, multi_precision=True, learning_rate=0.1, **arguments))
    weights = [nd.array([1, 2, 3], dtype=dtype) for dtype in ("float32", "float16")]
    grads = [nd.array([1, -2, 0.5], dtype=weight.dtype) for weight in weights]
    own([0, 1], grads, weights)
    compare(own.states, loaded.states)
    copies = [weight.copy() for weight in weights]
    own([0, 1], grads, weights)
    loaded([0, 1], grads, copies)
    compare(own.states, loaded.states)
    for weight, copy in zip(weights, copies, strict=True):
        np.testing.assert_allclose(weight.asnumpy(), copy.asnumpy(), rtol=1e-5)


def test_optimizers_can_be_pickled() -> None:
    made = mx.optimizer.Adam(learning_rate=0.5, param_dict={0: mx.gluon.Parameter("x", shape=(1,))})
    copy = pickle.loads(pickle.dumps(made))
    assert type(copy) is mx.optimizer.Adam and copy.lr == 0.5 and copy.param_dict == {}
