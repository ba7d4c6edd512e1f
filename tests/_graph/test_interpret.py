"""Graphs that run operator by operator, against compiled ones."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet._graph import interpret
from mxnet._graph.ir import Graph


def _run(symbol: mx.sym.Symbol, arrays: dict[str, nd.NDArray], told: list[str] | None = None) -> list[np.ndarray]:
    tell = None if told is None else lambda name, array: told.append(name)
    return [array.asnumpy() for array in interpret.run(Graph(symbol._outputs), arrays.__getitem__, nd.NDArray, tell)]


def test_results_are_those_of_the_executor_and_each_is_told() -> None:
    x = mx.sym.var("x")
    parts = mx.sym.split(mx.sym.FullyConnected(x, num_hidden=4, name="fc"), num_outputs=2, name="halves")
    symbol = mx.sym.Group([parts[1] * parts[0], parts[1]])
    rng = np.random.default_rng(0)
    arrays = {name: nd.array(rng.normal(size=shape)) for name, shape in
              (("x", (3, 5)), ("fc_weight", (4, 5)), ("fc_bias", (4,)))}
    told: list[str] = []
    found = _run(symbol, arrays, told)
    expected = symbol.bind(mx.cpu(), arrays, grad_req="null").forward()
    for mine, its in zip(found, expected, strict=True):
        np.testing.assert_allclose(mine, its.asnumpy(), rtol=1e-6)
    assert told[:3] == ["fc_output", "halves_output0", "halves_output1"] and len(told) == 4


def test_loops_of_one_name_keep_their_own_bodies() -> None:
    data, start = mx.sym.var("data"), mx.sym.var("start")
    arrays = {"data": nd.array([[1.0], [2.0]]), "start": nd.array([10.0])}
    for factor in (2.0, 5.0):
        looped, _ = mx.sym.contrib.foreach(lambda x, state, f=factor: (x * f, state + x), data, start, name="loop")
        np.testing.assert_array_equal(_run(looped, arrays)[0], [[factor], [2 * factor]])


def test_sparse_arrays_stay_sparse() -> None:
    x = mx.sym.var("x", stype="row_sparse")
    given = nd.array([[0, 0], [1, -2]]).tostype("row_sparse")
    result, = interpret.run(Graph((mx.sym.square(x))._outputs), {"x": given}.__getitem__, nd.NDArray)
    assert result.stype == "row_sparse"
    np.testing.assert_array_equal(result.asnumpy(), [[0, 0], [1, 4]])


def test_an_error_is_the_operators() -> None:
    symbol = mx.sym.dot(mx.sym.var("a"), mx.sym.var("b"))
    with pytest.raises(mx.MXNetError, match="dot"):
        _run(symbol, {"a": nd.ones((2, 3)), "b": nd.ones((2, 3))})
