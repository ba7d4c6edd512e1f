"""Tests of row-sparse values in a store: pulling rows, sums and invalid arguments."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

SHAPE = (6, 2)


@pytest.fixture(params=["local", "device"])
def kv(request) -> mx.kv.KVStore:
    store = mx.kv.create(request.param)
    store.init("w", nd.ones(SHAPE).tostype("row_sparse"))
    store.init("dense", nd.ones(SHAPE))
    return store


@pytest.mark.parametrize("rows", [[0, 2], [2, 2, 0], [5], [3, 1, 0]])
def test_pull_of_some_rows(kv, rows) -> None:
    out = nd.sparse.zeros("row_sparse", SHAPE)
    kv.row_sparse_pull("w", out=out, row_ids=nd.array(rows, dtype="int64"))
    expected = np.zeros(SHAPE)
    expected[rows] = 1
    np.testing.assert_array_equal(out.asnumpy(), expected)
    assert out.indices.asnumpy().tolist() == sorted(set(rows))


def test_pull_to_several_arrays(kv) -> None:
    outs = [nd.sparse.zeros("row_sparse", SHAPE, ctx=mx.cpu(i)) for i in range(2)]
    kv.row_sparse_pull("w", out=outs, row_ids=nd.array([4]))
    assert all(out.asnumpy().sum() == 2 and out.asnumpy()[4, 0] == 1 for out in outs)
    kv.row_sparse_pull("w", out=outs, row_ids=[nd.array([0]), nd.array([1])])
    assert outs[0].asnumpy()[0, 0] == outs[1].asnumpy()[1, 0] == 1 and outs[1].asnumpy()[0, 0] == 0


def test_sums_of_rows(kv) -> None:
    def rows(number: int, value: float) -> nd.NDArray:
        return nd.sparse.row_sparse_array((np.full((1, 2), value, "float32"), [number]), shape=SHAPE)

    kv.push("w", [rows(1, 2), rows(1, 3), rows(4, 5)])
    out = nd.sparse.zeros("row_sparse", SHAPE)
    kv.row_sparse_pull("w", out=out, row_ids=nd.arange(6))
    assert out.asnumpy()[:, 0].tolist() == [0, 5, 0, 0, 5, 0]


def test_updates_by_an_optimizer(kv) -> None:
    kv.set_optimizer(mx.optimizer.SGD(learning_rate=1.0))
    gradient = nd.sparse.row_sparse_array((np.ones((1, 2), "float32"), [3]), shape=SHAPE)
    kv.push("w", [gradient, gradient])
    out = nd.sparse.zeros("row_sparse", SHAPE)
    kv.row_sparse_pull("w", out=out, row_ids=nd.arange(6))
    assert out.asnumpy()[:, 0].tolist() == [1, 1, 1, -1, 1, 1]


def test_plain_pull_leaves_sparse_arrays_alone(kv, caplog: pytest.LogCaptureFixture) -> None:
    out = nd.sparse.zeros("row_sparse", SHAPE)
    with caplog.at_level("INFO"):
        kv.pull("w", out=out)
        kv.pull("w", out=out)
    assert out.asnumpy().sum() == 0
    assert len([r for r in caplog.records if "kv.row_sparse_pull" in r.getMessage()]) == 1
    kv.pull("w", out=out, ignore_sparse=False)
    assert out.asnumpy().sum() == 12


def test_errors(kv) -> None:
    out = nd.sparse.zeros("row_sparse", SHAPE)
    with pytest.raises(mx.MXNetError, match="PullRowSparse expects row_sparse src NDArray, key dense holds default"):
        kv.row_sparse_pull("dense", out=out, row_ids=nd.array([0]))
    with pytest.raises(mx.MXNetError, match="Expected row_sparse storage type .* default for key w"):
        kv.row_sparse_pull("w", out=nd.zeros(SHAPE), row_ids=nd.array([0]))
    with pytest.raises(AssertionError, match="needs row_ids for each value, received 3 for 2"):
        kv.row_sparse_pull("w", out=[out, out], row_ids=[nd.array([0])] * 3)
    with pytest.raises(AssertionError, match="needs out and row_ids"):
        kv.row_sparse_pull("w", out=out)
    with pytest.raises(mx.MXNetError, match="Unexpected storage type detected during kvstore push: csr"):
        kv.push("dense", nd.ones(SHAPE).tostype("csr"))
