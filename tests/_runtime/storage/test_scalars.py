"""Test the cache of numbers as tensors."""

import math

import numpy as np
import pytest
import torch

from mxnet._runtime.storage import scalar, scalars


def test_scalar_is_cached_per_dtype() -> None:
    assert scalar(2.5, torch.float32) is scalar(2.5, torch.float32)
    assert scalar(2.5, torch.float64).dtype is torch.float64


@pytest.mark.parametrize("value", [0.0, -0.0, math.nan])
def test_ambiguous_keys_are_not_cached(value: float) -> None:
    before = dict(scalars.cache)
    found = scalar(value, torch.float32)
    assert math.copysign(1, found.item()) == math.copysign(1, value)
    assert scalars.cache == before


@pytest.mark.parametrize(("value", "dtype", "expected"), [
    (300, torch.uint8, 44), (-1, torch.uint8, 255), (1 << 40, torch.int32, -(1 << 31)), (2.9, torch.int8, 2),
    (np.uint8(200), torch.int8, -56)])
def test_integers_wrap_as_in_c(value: float, dtype: torch.dtype, expected: int) -> None:
    assert scalar(value, dtype).item() == expected


def test_the_cache_is_bounded() -> None:
    for number in range(5000):
        scalar(number + 0.5, torch.float32)
    assert len(scalars.cache) <= 4097
