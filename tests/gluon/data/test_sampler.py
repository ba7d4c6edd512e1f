"""Tests of samplers that split samples between workers."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import gluon


@pytest.mark.parametrize(("length", "parts"), [(12, 3), (13, 3), (14, 3), (5, 4), (7, 1)])
def test_parts_are_of_one_length_and_miss_nothing(length: int, parts: int) -> None:
    samplers = [gluon.data.SplitSampler(length, num_parts=parts, part_index=i) for i in range(parts)]
    dealt = [list(sampler) for sampler in samplers]
    size = -(-length // parts)
    assert [len(sampler) for sampler in samplers] == [len(part) for part in dealt] == [size] * parts
    assert set().union(*dealt) == set(range(length))
    assert all(len(set(part)) == size for part in dealt)


def test_uneven_parts_hold_each_index_once() -> None:
    parts = [list(gluon.data.SplitSampler(7, 3, i, even_size=False, shuffle=False)) for i in range(3)]
    assert [index for part in parts for index in part] == list(range(7))


def test_repeats_draw_a_new_order_of_the_same_part() -> None:
    np.random.seed(0)
    sampler = gluon.data.SplitSampler(40, 2, 1, repeat=2)
    found = list(sampler)
    assert len(found) == len(sampler) == 40
    assert found[:20] != found[20:]
    assert sorted(found[:20]) == sorted(found[20:]) == list(range(20, 40))
    loader = gluon.data.DataLoader(gluon.data.SimpleDataset(list(range(40))), batch_size=5, sampler=sampler)
    assert len(list(loader)) == 8


@pytest.mark.parametrize(("arguments", "message"), [((4, 2, 2), "part_index"), ((1, 2, 0), "1 indices"),
                                                    ((4, 2, 0, True, 0), "repeat")])
def test_wrong_arguments(arguments: tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        gluon.data.SplitSampler(*arguments)
