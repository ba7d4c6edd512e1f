"""Tests of the parts of MXNet's loader that other packages use in their loaders."""

import io
import multiprocessing
import pickle

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon.data.dataloader import (
    ForkingPickler,
    _as_in_context,
    _MultiWorkerIter,
    _thread_worker_fn,
    _worker_fn,
    _worker_initializer,
    default_mp_batchify_fn,
)

DATA = gluon.data.SimpleDataset(list(range(10))).transform(lambda i: nd.dot(nd.ones((300, 300)), nd.ones((300, 1))) * i)


def expected(numbers):
    return 300.0 * np.array(numbers)


def sampler():
    return gluon.data.BatchSampler(gluon.data.SequentialSampler(10), 4, "keep")


def test_batches_of_a_pool_of_processes_come_in_order() -> None:
    nd.dot(nd.ones((300, 300)), nd.ones((300, 300))).wait_to_read()  # start the threads of the parent
    with multiprocessing.get_context("fork").Pool(2, initializer=_worker_initializer, initargs=[DATA]) as pool:
        batches = _MultiWorkerIter(pool, default_mp_batchify_fn, sampler(), prefetch=2, worker_fn=_worker_fn)
        assert len(batches) == 3
        firsts = [batch[:, 0, 0].asnumpy() for batch in batches]
    np.testing.assert_array_equal(np.concatenate(firsts), expected(range(10)))


def test_batches_of_a_pool_of_threads_need_no_pickling() -> None:
    with multiprocessing.pool.ThreadPool(2) as pool:
        batches = _MultiWorkerIter(pool, default_mp_batchify_fn, sampler(), pin_memory=True, dataset=DATA,
                                   worker_fn=_thread_worker_fn)
        first = next(batches)
        assert first.context.device_type == "cpu_pinned"
        np.testing.assert_array_equal(first[:, 0, 0].asnumpy(), expected(range(4)))


def test_an_error_in_a_worker_reaches_the_parent() -> None:
    broken = gluon.data.SimpleDataset([1]).transform(lambda i: nd.ones((2,)) + nd.ones((3,)))
    with multiprocessing.pool.ThreadPool(1) as pool:
        batches = _MultiWorkerIter(pool, default_mp_batchify_fn, [[0]], dataset=broken, worker_fn=_thread_worker_fn)
        with pytest.raises(mx.MXNetError, match="broadcast_add"):
            next(batches)


def test_arrays_travel_through_the_pickler_of_multiprocessing() -> None:
    buffer = io.BytesIO()
    ForkingPickler(buffer, pickle.HIGHEST_PROTOCOL).dump([nd.arange(0, 3), (nd.ones((2,), dtype="int64"),)])
    first, (second,) = pickle.loads(buffer.getvalue())
    assert first.asnumpy().tolist() == [0, 1, 2]
    assert second.dtype == np.int64
    moved = _as_in_context([first, (second, "text")], mx.cpu(1))
    assert moved[0].context == moved[1][0].context == mx.cpu(1)
    assert moved[1][1] == "text"


def test_other_packages_add_their_models_to_the_store(tmp_path) -> None:
    from mxnet.gluon.model_zoo import model_store

    model_store._model_sha1.update({"mine": "0123456789abcdef0123456789abcdef01234567"})
    try:
        assert model_store.short_hash("mine") == "01234567"
    finally:
        del model_store._model_sha1["mine"]
