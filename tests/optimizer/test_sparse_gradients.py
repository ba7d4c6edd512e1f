"""Test which updates decay rows without a gradient, compared with MXNet 1.9.1."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

WEIGHT = np.array([[1, 2], [3, 4]])
GRADIENT = np.array([[1, 1], [0, 0]])


def _updated(optimizer: mx.optimizer.Optimizer, dtype: str, stype: str) -> tuple[np.ndarray, mx.optimizer.Updater]:
    weight = nd.array(WEIGHT, dtype=dtype).tostype(stype)
    updater = mx.optimizer.get_updater(optimizer)
    for _ in range(2):
        updater(0, nd.array(GRADIENT, dtype=dtype).tostype("row_sparse"), weight)
    return weight.asnumpy(), updater


@pytest.mark.parametrize("stype", ["default", "row_sparse"])
def test_nesterov_without_momentum_leaves_rows_without_gradient(stype: str) -> None:
    values, _ = _updated(mx.optimizer.NAG(learning_rate=0.5, wd=0.1), "float32", stype)
    assert values == pytest.approx(np.array([[-0.0725, 0.83], [3, 4]]), rel=1e-5)


@pytest.mark.parametrize("stype", ["default", "row_sparse"])
def test_nesterov_with_momentum_decays_every_row(stype: str) -> None:
    values, _ = _updated(mx.optimizer.NAG(learning_rate=0.5, wd=0.1, momentum=0.5), "float32", stype)
    assert values[1] == pytest.approx(np.array([2.5321877, 3.37625]), rel=1e-5)


@pytest.mark.parametrize("momentum", [0.0, 0.5])
@pytest.mark.parametrize("stype", ["default", "row_sparse"])
@pytest.mark.parametrize("kind", [mx.optimizer.SGD, mx.optimizer.NAG])
def test_float32_copies_decay_every_row(kind: type, stype: str, momentum: float) -> None:
    optimizer = kind(learning_rate=0.5, wd=0.1, momentum=momentum, multi_precision=True)
    values, updater = _updated(optimizer, "float16", stype)
    dense = nd.array(WEIGHT, dtype="float16")
    reference = mx.optimizer.get_updater(kind(learning_rate=0.5, wd=0.1, momentum=momentum, multi_precision=True))
    for _ in range(2):
        reference(0, nd.array(GRADIENT, dtype="float16"), dense)
    assert (values == dense.asnumpy()).all() and (values[1] < WEIGHT[1]).all()
    assert updater.states[0][1].asnumpy() == pytest.approx(reference.states[0][1].asnumpy(), rel=1e-6)


def test_signum_refuses_its_decay_without_momentum() -> None:
    updater = mx.optimizer.get_updater(mx.optimizer.Signum(momentum=0.0, wd_lh=0.1))
    with pytest.raises(mx.MXNetError, match="wd_lh=0.1"):
        updater(0, nd.ones((2,)), nd.ones((2,)))
