"""Test short forms of calls against the general call: cached parameters must not leak into other calls."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._frontend import eager
from mxnet._ops.opdef import find


def _general(name: str) -> Callable[..., Any]:
    return eager.make(find(name), nd.NDArray)


CALLS: dict[str, list[dict[str, Any]]] = {
    "sum": [{}, {"axis": 0}, {"axis": 1}, {"axis": (0, 1)}, {"axis": 1, "keepdims": True},
            {"axis": 0, "exclude": True}],
    "reshape": [{"shape": (-1,)}, {"shape": (3, 2)}, {"shape": (0, -1)}, {"shape": (-4, 1, 2, -2)}],
    "clip": [{"a_min": 0, "a_max": 1}, {"a_min": -1, "a_max": 0.5}],
    "transpose": [{}, {"axes": (1, 0)}, {"axes": (0, 1)}],
    "softmax": [{}, {"axis": 0}, {"temperature": 2.0}],
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_with_changing_parameters(name: str) -> None:
    rng, general = random.Random(name), _general(name)
    x = nd.array(np.random.default_rng(0).normal(size=(2, 3)))
    for _ in range(60):
        given = rng.choice(CALLS[name])
        found, expected = getattr(nd, name)(x, **given), general(x, **given)
        assert found.shape == expected.shape
        np.testing.assert_array_equal(found.asnumpy(), expected.asnumpy())


def test_equal_numbers_of_other_types_are_distinct() -> None:
    x = nd.array([[1.0, 2.0]])
    for axis, shape in ((0, (2,)), (1, (1,)), (0, (2,))):
        assert nd.sum(x, axis=axis).shape == shape
    # 1 == True and 0 == False, so each would match the cached parameters of the other.
    for keepdims in (True, 1, False, 0, True):
        assert nd.sum(x, axis=1, keepdims=keepdims).shape == ((1, 1) if keepdims else (1,))


def test_unusual_calls_take_the_general_path() -> None:
    x, out = nd.array([[1.0, -2.0]]), nd.zeros((1, 2))
    assert nd.relu(x, out=out) is out
    np.testing.assert_array_equal(out.asnumpy(), [[1, 0]])
    np.testing.assert_array_equal(nd.dot(lhs=x, rhs=x, transpose_b=True).asnumpy(), [[5]])
    assert nd.square(x.tostype("row_sparse")).stype == "row_sparse"
    with pytest.raises(mx.MXNetError, match="sum"):
        nd.sum(x, wrong=3)
    with pytest.raises(mx.MXNetError):
        nd.dot(x, x)
    np.testing.assert_array_equal(nd.dot(x, x, transpose_b=True).asnumpy(), [[5]])  # after the failure


def test_results_are_recorded_by_all_forms() -> None:
    x, y = nd.array([[1.0, 2.0]]), nd.array([[3.0, 4.0]])
    for array in (x, y):
        array.attach_grad()
    with autograd.record():
        result = (nd.concat(x, y, dim=1) * nd.concat(y, x, dim=1)).sum() + nd.dot(x, y, transpose_b=True).sum()
    result.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [[9, 12]])
    np.testing.assert_array_equal(y.grad.asnumpy(), [[3, 6]])


def test_a_name_changes_nothing_on_arrays() -> None:
    x, y = nd.array([[1.0, -2.0]]), nd.array([[3.0, 4.0]])
    for call in (lambda **kw: nd.relu(x, **kw), lambda **kw: nd.sum(x, axis=1, **kw), lambda **kw: nd.dot(x, y.T, **kw),
                 lambda **kw: nd.broadcast_add(x, y, **kw), lambda **kw: nd.concat(x, y, dim=0, **kw),
                 lambda **kw: nd.FullyConnected(x, y, no_bias=True, num_hidden=1, **kw)):
        expected = call().asnumpy()
        for name in ("fwd", "other"):
            np.testing.assert_array_equal(call(name=name).asnumpy(), expected)


def test_symbols_get_the_name_and_functions_without_it_refuse_it() -> None:
    assert mx.npx.relu(mx.sym.var("x").as_np_ndarray(), name="activated").name == "activated"
    ones = mx.np.ones((2,))
    for refused in (lambda: mx.np.concatenate([ones, ones], name="x"), lambda: mx.np.add(ones, ones, name="x"),
                    lambda: mx.np.exp(ones, name="x"), lambda: mx.np.clip(ones, 0, 1, name="x")):
        with pytest.raises(TypeError):
            refused()


def test_full_tracebacks_show_the_generated_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_FULL_TRACEBACK", "1")
    with pytest.raises(mx.MXNetError) as caught:
        nd.dot(nd.ones((2, 3)), nd.ones((2, 3)))
    lines = {str(entry.path): str(entry.statement).strip() for entry in caught.traceback}
    assert any(path.endswith("short form: two arrays and parameters>") for path in lines)


FORMS: list[Callable[..., Any]] = [
    nd.relu,
    lambda x: nd.sum(x, axis=1),
    lambda x: nd.reshape(x, shape=(-1,)),
    lambda x: nd.dot(x, x, transpose_b=True),
    lambda x: nd.broadcast_add(x, x),
    lambda x: nd.maximum(x, 0.5),
    lambda x: nd.add(x, x),
    lambda x: nd.concat(x, x, dim=0),
    lambda x: nd.FullyConnected(x, x, None, no_bias=True, num_hidden=1, name="fwd"),
    lambda x: nd.split(x, num_outputs=2, axis=1)[0],
    lambda x: nd.Dropout(x, p=0.5),
]


@pytest.mark.parametrize("call", FORMS)
def test_results_have_the_class_of_the_first_input(call: Callable[..., Any]) -> None:
    plain = nd.array([[1.0, -2.0]])
    array = plain.as_np_ndarray()
    for _ in range(2):  # bind the parameters, then read them from the cache
        assert type(call(array)) is mx.np.ndarray and type(call(plain)) is nd.NDArray
    array.attach_grad()
    with autograd.record():
        result = call(array)
    result.backward()
    assert type(result) is type(array.grad) is mx.np.ndarray
    np.testing.assert_array_equal(call(array).asnumpy(), call(plain).asnumpy())


def test_symbols_have_the_class_of_the_first_input() -> None:
    plain = mx.sym.var("x")
    for function in (mx.sym.relu, lambda s: mx.sym.concat(s, s, dim=0),
                     lambda s: mx.sym.FullyConnected(s, num_hidden=1)):
        assert type(function(plain)) is mx.sym.Symbol
        assert type(function(plain.as_np_ndarray())) is type(plain.as_np_ndarray())


def test_functions_of_mx_np_refuse_arrays_of_mx_nd() -> None:
    plain = nd.array([[1.0, -2.0]])
    for refused in (lambda: mx.np.sum(plain), lambda: mx.np.sum(plain, axis=1), lambda: mx.np.exp(plain),
                    lambda: mx.np.concatenate([plain, plain]), lambda: mx.npx.relu(plain)):
        with pytest.raises(TypeError):
            refused()
