"""Test that all operators of a family exist and compute the same."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet._ops.families import ARITHMETIC, COMPARISONS, FAMILIES, Family
from mxnet._ops.opdef import find

LEFT, RIGHT = mx.nd.array([1, 2, 3, 0]), mx.nd.array([2, 2, 2, 2])


def called(name: str, *arrays: mx.nd.NDArray, **params: float) -> np.ndarray:
    place = mx.nd.register.FUNCTIONS["_internal" if name.startswith("_") else ""]
    return place[name](*arrays, **params).asnumpy()


@pytest.mark.parametrize("family", dict.fromkeys(FAMILIES.values()), ids=lambda family: family.pair)
def test_members_agree(family: Family) -> None:
    expected = called(family.pair, LEFT, RIGHT)
    assert np.array_equal(called(family.equal_shapes, LEFT, RIGHT), expected)
    assert np.array_equal(called(family.number, LEFT, scalar=2.0), expected)
    assert np.array_equal(called(family.swapped, LEFT, scalar=2.0), called(family.pair, RIGHT, LEFT))


@pytest.mark.parametrize("family", [f for f in FAMILIES.values() if f.direct], ids=lambda family: family.pair)
def test_direct_form_is_the_operator_with_a_number(family: Family) -> None:
    assert family.direct is not None
    found = family.direct(LEFT._data, RIGHT._data[0])
    assert np.array_equal(found.numpy(), called(family.number, LEFT, scalar=2.0))


def test_python_names() -> None:
    for name, family in {**ARITHMETIC, **COMPARISONS}.items():
        if name != "div":
            assert np.array_equal(getattr(LEFT, f"__{name}__")(RIGHT).asnumpy(), called(family.pair, LEFT, RIGHT)), name
        assert find(family.pair).inputs == ("lhs", "rhs")
