"""Tests of options of universal functions."""

import pytest

from mxnet import util


@util.wrap_np_unary_func
def negative(x, out=None):
    return -x


@util.wrap_np_binary_func
def add(x1, x2, out=None):
    return x1 + x2


def test_default_options_are_accepted() -> None:
    assert negative(2, where=True, casting="same_kind", order="K", dtype=None, subok=True) == -2
    assert add(1, 2, casting="same_kind") == 3 and add.__name__ == "add"


@pytest.mark.parametrize(("option", "error"), [
    ({"dtype": "float32"}, NotImplementedError), ({"casting": "safe"}, NotImplementedError),
    ({"where": [True]}, NotImplementedError), ({"subok": False}, NotImplementedError),
    ({"order": 1}, TypeError), ({"dtype": "bfloat99"}, TypeError), ({"other": 1}, TypeError),
])
def test_other_options_raise(option: dict, error: type[Exception]) -> None:
    with pytest.raises(error):
        negative(1, **option)
    with pytest.raises(error):
        add(1, 2, **option)


def test_legal_options() -> None:
    assert util.np_ufunc_legal_option("dtype", float) is False
    assert util.np_ufunc_legal_option("order", "C") and not util.np_ufunc_legal_option("thing", True)
