"""Inference remembers results per operator, parameters, shapes and types, and tells those apart."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet._graph import infer


def test_results_are_told_apart() -> None:
    data = mx.sym.Variable("data")
    for _ in range(2):
        assert mx.sym.sum(data, axis=0).infer_shape(data=(2, 3))[1] == [(3,)]
        assert mx.sym.sum(data, axis=1).infer_shape(data=(2, 3))[1] == [(2,)]
        assert mx.sym.sum(data, axis=1, keepdims=True).infer_shape(data=(2, 3))[1] == [(2, 1)]
        assert mx.sym.sum(data, axis=0).infer_shape(data=(2, 5))[1] == [(5,)]
        for kind in ("float16", "float64"):
            executor = (data + 1).simple_bind(mx.cpu(), data=(2,), type_dict={"data": kind})
            assert executor.outputs[0].dtype == np.dtype(kind)


def test_errors_are_not_remembered_as_results() -> None:
    product = mx.sym.dot(mx.sym.Variable("a"), mx.sym.Variable("b"))
    for _ in range(2):
        with pytest.raises(mx.MXNetError):
            product.infer_shape(a=(2, 3), b=(4, 5))
        assert product.infer_shape(a=(2, 3), b=(3, 5))[1] == [(2, 5)]


def test_the_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(infer, "_META_CACHE_SIZE", 10)
    monkeypatch.setattr(infer, "_meta_cache", {})
    data = mx.sym.Variable("data")
    for size in range(1, 40):
        assert mx.sym.tile(data, reps=(2,)).infer_shape(data=(size,))[1] == [(2 * size,)]
    assert 0 < len(infer._meta_cache) <= 10
