"""Test labels out of range, with and without MXNET_CHECK_LABELS=1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd


def _loss(hybridize: bool) -> Any:
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    if hybridize:
        loss.hybridize()
    return loss(nd.ones((2, 3)), nd.array([1, 7]))


def _embedding(hybridize: bool) -> Any:
    layer = gluon.nn.Embedding(3, 2)
    layer.initialize()
    if hybridize:
        layer.hybridize()
    return layer(nd.array([1, 7]))


def _softmax_output() -> Any:
    with autograd.record():
        return nd.SoftmaxOutput(nd.ones((2, 3)), nd.array([1, 7]))


def _module() -> Any:
    symbol = mx.sym.SoftmaxOutput(mx.sym.var("data"), mx.sym.var("label"))
    executor = symbol.bind(mx.cpu(), {"data": nd.ones((2, 3)), "label": nd.array([1, 7])})
    return executor.forward(is_train=True)[0]


CALLS: list[tuple[str, Callable[[], Any]]] = [
    ("loss", lambda: _loss(False)), ("hybridized loss", lambda: _loss(True)),
    ("embedding", lambda: _embedding(False)), ("hybridized embedding", lambda: _embedding(True)),
    ("pick", lambda: nd.pick(nd.ones((2, 3)), nd.array([1, 7]))),
    ("negative", lambda: nd.pick(nd.ones((2, 3)), nd.array([1, -1]))),
    ("softmax_cross_entropy", lambda: nd.softmax_cross_entropy(nd.ones((2, 3)), nd.array([1, 7]))),
    ("SoftmaxOutput", _softmax_output), ("executor", _module),
]


@pytest.mark.parametrize(("name", "call"), CALLS, ids=[name for name, _ in CALLS])
def test_labels_are_checked_on_request_only(name: str, call: Callable[[], Any],
                                            monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MXNET_CHECK_LABELS", raising=False)
    assert np.isfinite(call().asnumpy()).all()
    monkeypatch.setenv("MXNET_CHECK_LABELS", "1")
    with pytest.raises(mx.MXNetError, match="must be between 0 and 2, received values from (1 to 7|-1 to 1)"):
        call()
    monkeypatch.setenv("MXNET_CHECK_LABELS", "0")
    call()


def test_ignored_labels_may_be_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_CHECK_LABELS", "1")
    nd.SoftmaxOutput(nd.ones((2, 3)), nd.array([1, -1]), use_ignore=True, ignore_label=-1)
    with pytest.raises(mx.MXNetError, match="received values from -1 to 1"):
        nd.SoftmaxOutput(nd.ones((2, 3)), nd.array([1, -1]))


def test_labels_in_range(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_CHECK_LABELS", "1")
    assert nd.pick(nd.array([[1, 2, 3]]), nd.array([2])).asscalar() == 3
    assert nd.pick(nd.array([[1, 2, 3]]), nd.array([4]), mode="wrap").asscalar() == 2


def test_pick_clips_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MXNET_CHECK_LABELS", raising=False)
    data = nd.array([[1, 2, 3], [4, 5, 6]])
    data.attach_grad()
    with autograd.record():
        picked = nd.pick(data, nd.array([9, -9]))
    picked.backward()
    assert picked.asnumpy().tolist() == [3, 4]
    assert data.grad.asnumpy().tolist() == [[0, 0, 1], [1, 0, 0]]
