"""Test the generators of contexts."""

import torch

from mxnet import nd
from mxnet._runtime import rng
from mxnet._runtime.device import cpu


def _numbers(context_number: int) -> list[float]:
    return torch.rand(3, generator=rng.generator_of(cpu(context_number))).tolist()


def test_contexts_draw_for_themselves_and_a_seed_restarts_all() -> None:
    rng.seed(3)
    first, second = _numbers(0), _numbers(1)
    assert first != second
    rng.seed(3)
    assert _numbers(1) == second and _numbers(0) == first  # in any order


def test_seeding_one_context_keeps_the_others() -> None:
    rng.seed(3)
    first, following = _numbers(0), _numbers(0)
    rng.seed(3)
    assert _numbers(0) == first
    rng.seed(8, cpu(1))
    assert _numbers(0) == following


def _drawn() -> list[list[float]]:
    return [draw(shape=(3,)).asnumpy().tolist() for draw in (nd.random.normal, nd.random.uniform)]


def test_numbers_drawn_for_shapes_only_are_drawn_again() -> None:
    rng.seed(5)
    expected = _drawn()
    rng.seed(5)
    with rng.unused(cpu(0)):
        _drawn()
    assert _drawn() == expected
