"""Tests of symbols in NumPy mode."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet.symbol.numpy import _Symbol

X = np.arange(1, 7, dtype="float32").reshape(2, 3)
Y = np.array([[3], [2]], dtype="float32")


def evaluate(symbol: mx.sym.Symbol) -> np.ndarray:
    assert type(symbol) is _Symbol
    values = {k: v for k, v in {"x": nd.array(X), "y": nd.array(Y)}.items() if k in symbol.list_arguments()}
    return symbol.eval(ctx=mx.cpu(), **values)[0].asnumpy()


CASES = {
    "broadcast": lambda x, y: (x + y) * y - x / y,
    "numbers": lambda x, y: 1 - 2 * x + x**2 / 4 % 3,
    "reverse": lambda x, y: 2**y - 6 / x,
    "compare": lambda x, y: x.astype("float32") * (x > 2) + (y <= 2),
    "negative": lambda x, y: -x,
    "transpose": lambda x, y: x.T.reshape(2, -1).transpose(1, 0).swapaxes(0, 1),
    "reshape": lambda x, y: x.reshape((3, 2)).flatten(),
    "sums": lambda x, y: x.sum(axis=1, keepdims=True) + x.mean(axis=0) + x.max(axis=1, keepdims=True),
    "products": lambda x, y: x.T.dot(y) * x.min(axis=0, keepdims=True).prod(axis=1, keepdims=True),
    "clip": lambda x, y: x.clip(2, 4).copy().squeeze(),
    "argmax": lambda x, y: x.argmax(axis=1) + x.argmin(axis=1) * 1.0,
}


@pytest.mark.parametrize("case", CASES)
def test_equals_numpy(case: str) -> None:
    result = evaluate(CASES[case](mx.sym.var("x").as_np_ndarray(), mx.sym.var("y").as_np_ndarray()))
    np.testing.assert_allclose(result, CASES[case](X, Y), rtol=1e-6)


def test_conversion_keeps_the_outputs() -> None:
    plain = mx.sym.var("x") * 2
    converted = plain.as_np_ndarray()
    assert converted.as_np_ndarray() is converted
    assert type(converted.as_nd_ndarray()) is mx.sym.Symbol
    assert converted.tojson() == plain.tojson() == converted.as_nd_ndarray().tojson()
    assert repr(mx.sym.var("x").as_np_ndarray()) == "<_Symbol x>"
    with pytest.raises(TypeError):
        converted + "text"
    with pytest.raises(NotImplementedError, match="order"):
        converted.reshape(2, 3, order="F")


def test_symbols_of_unknown_rank() -> None:
    x = mx.sym.var("x").as_np_ndarray()
    np.testing.assert_array_equal(evaluate(mx.sym.np.pad(x, ((1, 0), (0, 2)))), np.pad(X, ((1, 0), (0, 2))))
    for widths in (1, (1, 2)):
        with pytest.raises(TypeError, match="pair of numbers"):
            mx.sym.np.pad(x, widths)


def test_negative_booleans_and_likeness() -> None:
    x, y = mx.sym.var("x").as_np_ndarray(), mx.sym.var("y").as_np_ndarray()
    assert evaluate(-(x > 2)).tolist() == [[0, 0, -1], [-1, -1, -1]]
    assert evaluate(y.broadcast_like(x)).tolist() == [[3, 3, 3], [2, 2, 2]]


def test_positions_along_axes_as_in_files_of_the_original() -> None:
    found = mx.sym.np.unravel_index(mx.sym.var("x").as_np_ndarray(), (7, 2))
    assert '"unravel_index_fallback"' in found.tojson()
    np.testing.assert_array_equal(evaluate(found), np.stack(np.unravel_index(X.astype(int), (7, 2))))


def test_axes_that_files_of_the_original_leave_open() -> None:
    text = mx.sym.np.linalg.tensorsolve(mx.sym.var("x").as_np_ndarray(), mx.sym.var("y").as_np_ndarray()).tojson()
    changed = text.replace('"attrs": {"a_axes": "()"}', '"attrs": {"a_axes": "None"}')
    assert mx.sym.load_json(changed).list_arguments() == ["x", "y"] and changed != text
