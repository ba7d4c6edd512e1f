"""Test errors that are raised when a value is read."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.base import MXNetError

RULE = "scale parameter in gaussian has to be positive"


def broken() -> nd.NDArray:
    return nd.random.normal(0, -1, (2, 2))


@pytest.fixture(autouse=True)
def _nothing_left() -> Any:
    yield
    nd.waitall()


READS: dict[str, Callable[[nd.NDArray], Any]] = {
    "asnumpy": lambda a: a.asnumpy(), "wait": lambda a: a.wait_to_read(), "item": lambda a: a[0, 0].asscalar(),
    "text": repr, "bool": lambda a: bool(a[0, 0]), "list": lambda a: a.tolist(),
    "dlpack": lambda a: a.to_dlpack_for_read(), "numpy": np.asarray, "copied": lambda a: a.copyto(nd.zeros((2, 2))),
    "assigned": lambda a: nd.zeros((2, 2)).__setitem__(slice(None), a), "waitall": lambda a: nd.waitall()}


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_reading_raises(read: Callable[[nd.NDArray], Any]) -> None:
    array = broken()
    assert array.shape == (2, 2) and array.dtype == np.float32
    with pytest.raises(MXNetError, match=RULE):
        read(array)


def test_saving_raises(tmp_path: Any) -> None:
    with pytest.raises(MXNetError, match=RULE):
        nd.save(str(tmp_path / "a"), broken())


def test_only_results_of_a_failed_array_fail() -> None:
    array = broken()
    result = nd.relu(nd.dot(nd.ones((2, 2)), array) + 1).reshape((4,))[1:3]
    result = nd.concat(*nd.topk(result, k=1, ret_typ="both"), nd.max(result), dim=0)
    other = nd.ones((2, 2)) * 3
    assert other.asnumpy().tolist() == [[3, 3], [3, 3]]
    with pytest.raises(MXNetError, match=RULE):
        result.asnumpy()


def test_an_error_is_raised_once() -> None:
    first, second = broken(), broken()
    with pytest.raises(MXNetError, match=RULE):
        first.asnumpy()
    nd.waitall()
    assert np.isnan(first.asnumpy()).all() and np.isnan((second * 2).asnumpy()).all()


def test_the_error_names_the_line() -> None:
    array = broken()
    with pytest.raises(MXNetError, match=r"computed by .*test_deferred_error\.py:\d+"):
        array.asnumpy()


@pytest.mark.parametrize("call", [
    lambda: nd.random.uniform(3, 1, (2,)), lambda: nd.random.randint(5, 2, (2,)), lambda: nd.random.gamma(-1, 1, (2,)),
    lambda: nd.random.poisson(-1.0, (2,)), lambda: nd.random.negative_binomial(-1, 0.5, (2,)),
    lambda: nd.take(nd.arange(3), nd.array([7]), mode="raise"), lambda: nd.linalg.potrf(-nd.eye(2)),
    lambda: nd.linalg.inverse(nd.zeros((2, 2)))])
def test_deferred_errors(call: Callable[[], nd.NDArray]) -> None:
    array = call()
    with pytest.raises(MXNetError):
        array.wait_to_read()


def test_networks_pass_errors_on() -> None:
    for hybridize in (False, True):
        net = gluon.nn.HybridSequential()
        net.add(gluon.nn.Dense(4, activation="relu"), gluon.nn.BatchNorm(), gluon.nn.Dense(3))
        net.initialize()
        if hybridize:
            net.hybridize()
        with autograd.record():
            result = net(broken())
        with pytest.raises(MXNetError, match=RULE):
            result.backward()


def test_executors_pass_errors_on() -> None:
    net = mx.sym.take(mx.sym.var("a"), mx.sym.var("i"), mode="raise") * 2
    executor = net.bind(mx.cpu(), {"a": nd.arange(3), "i": nd.array([1, 3])})
    executor.forward()
    with pytest.raises(MXNetError, match="out of bound"):
        executor.outputs[0].asnumpy()
    executor.forward(i=nd.array([1, 2]))
    assert executor.outputs[0].asnumpy().tolist() == [2, 4]


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", f"import mxnet as mx\n{program}"], capture_output=True, text=True,
                          env={**os.environ, **environment}, check=False)


def test_naive_engine_raises_at_once_and_unread_errors_are_told_at_the_end() -> None:
    program = "mx.nd.random.normal(0, -1, (2, 2))\nprint('went on')"
    late = run(program)
    assert late.returncode == 0 and "went on" in late.stdout and RULE in late.stderr
    at_once = run(program, MXNET_ENGINE_TYPE="NaiveEngine")
    assert at_once.returncode != 0 and "went on" not in at_once.stdout and RULE in at_once.stderr
