"""Test Python operators on arrays: result classes and in-place writes."""

from __future__ import annotations

import operator

import numpy as np
import pytest

from mxnet import nd, sym

LEFT, RIGHT = np.array([[5.0, -7.0], [2.0, 3.0]], "float32"), np.array([[2.0, 3.0], [-4.0, 2.0]], "float32")
ARITHMETIC = [operator.add, operator.sub, operator.mul, operator.truediv, operator.mod, operator.pow]
COMPARISONS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]


def _same(result, wanted) -> None:
    np.testing.assert_allclose(result.asnumpy(), np.asarray(wanted, "float32"), rtol=1e-6)


@pytest.mark.parametrize("function", [*ARITHMETIC, *COMPARISONS], ids=lambda f: f.__name__)
def test_arrays_and_numbers_on_either_side(function) -> None:
    left = abs(LEFT) if function is operator.pow else LEFT
    with np.errstate(all="ignore"):
        _same(function(nd.array(left), nd.array(RIGHT)), function(left, RIGHT))
        _same(function(nd.array(left), 2), function(left, np.float32(2)))
        _same(function(3.0, nd.array(abs(RIGHT))), function(np.float32(3), abs(RIGHT)))
        _same(function(nd.array(left), nd.array(RIGHT[:1])), function(left, RIGHT[:1]))


@pytest.mark.parametrize("function", [*ARITHMETIC, *COMPARISONS], ids=lambda f: f.__name__)
def test_symbols_match_arrays(function) -> None:
    a, b = sym.var("a"), sym.var("b")
    arrays = {"a": nd.array(abs(LEFT)), "b": nd.array(RIGHT)}
    for built, wanted in ((function(a, b), function(arrays["a"], arrays["b"])),
                          (function(a, 2.5), function(arrays["a"], 2.5)),
                          (function(2.5, a), function(2.5, arrays["a"]))):
        given = {name: arrays[name] for name in built.list_arguments()}
        _same(built.eval(**given)[0], wanted.asnumpy())


@pytest.mark.parametrize("function", [operator.iadd, operator.isub, operator.imul, operator.itruediv],
                         ids=lambda f: f.__name__)
def test_in_place_operators_write_the_same_memory(function) -> None:
    array = nd.array(LEFT)
    view = array[0:1]
    assert function(array, nd.array(RIGHT)) is array
    wanted = function(LEFT.copy(), RIGHT)
    _same(array, wanted)
    _same(view, wanted[0:1])


def test_unary_operators() -> None:
    _same(-nd.array(LEFT), -LEFT)
    _same(abs(nd.array(LEFT)), abs(LEFT))
    with pytest.raises((ValueError, TypeError)):
        bool(nd.array(LEFT))
