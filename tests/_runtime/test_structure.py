"""Test the conversion between nested and flat lists."""

import random
from typing import Any

import pytest

from mxnet._runtime.structure import StructureError, flatten, leaves, regroup


def _nested(rng: random.Random, depth: int) -> Any:
    if depth == 0 or rng.random() < 0.3:
        return rng.randrange(1000)
    return [_nested(rng, depth - 1) for _ in range(rng.randrange(4))]


@pytest.mark.parametrize("seed", range(20))
def test_flatten_and_regroup_round_trip(seed: int) -> None:
    values = _nested(random.Random(seed), 4)
    flat, form = flatten(values, int, "values")
    assert flat == list(leaves(values, int))
    assert regroup(flat, form) == values


def test_tuples_come_back_as_lists() -> None:
    flat, form = flatten((1, (2, 3)), int, "values")
    assert flat == [1, 2, 3] and regroup(flat, form) == [1, [2, 3]]


def test_optional_leaves_may_be_none() -> None:
    flat, form = flatten([1, None, [None, 2]], int, "states", optional=True)
    assert flat == [1, None, None, 2]
    assert regroup(flat, form) == [1, None, [None, 2]]
    assert regroup([1, 2], form, absent=True) == [1, None, [None, 2]]
    with pytest.raises(StructureError, match="states must consist of int"):
        flatten([1, None], int, "states")


def test_a_number_in_a_format_stands_for_several_leaves() -> None:
    assert regroup([1, 2, 3, 4], [0, 3]) == [1, [2, 3, 4]]


def test_unsupported_values_are_named() -> None:
    with pytest.raises(StructureError, match=r"the inputs must consist of int or float, .*received 'text'"):
        flatten([1, ["text"]], (int, float), "the inputs")
