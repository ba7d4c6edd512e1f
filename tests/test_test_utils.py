"""Test that the checks of `mx.test_utils` can fail."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import test_utils


def test_samples_outside_all_buckets_count_against_a_generator() -> None:
    buckets, shares = [(i / 5, (i + 1) / 5) for i in range(5)], [0.2] * 5
    assert test_utils.chi_square_check(lambda n: np.random.rand(n), buckets, shares, 10000)[0] > 1e-3
    p, observed, expected = test_utils.chi_square_check(lambda n: np.random.rand(n) * 2, buckets, shares, 10000)
    assert p < 1e-6
    assert observed.sum() < 6000
    assert expected.tolist() == [2000] * 5
    with pytest.raises(AssertionError, match="do not match the expected distribution"):
        test_utils.verify_generator(lambda n: np.random.randint(0, 4, n), [0, 1], [0.5, 0.5], 10000)


def test_a_bucket_without_probability_stays_empty() -> None:
    assert test_utils.chi_square_check(lambda n: np.arange(n) % 2, [0, 1, 2], [0.5, 0.5, 0.0], 100)[0] == 1
    assert test_utils.chi_square_check(lambda n: np.arange(n) % 3, [0, 1, 2], [0.5, 0.5, 0.0], 100)[0] == 0


@pytest.mark.parametrize("buckets", [[], ((0, 1),), [(0, 2), (1, 3)], [(0, 1), (1, 2), (2, 3)]])
def test_wrong_buckets_are_refused(buckets: object) -> None:
    with pytest.raises(AssertionError, match="buckets"):
        test_utils.chi_square_check(lambda n: np.zeros(n), buckets, [0.5, 0.5], 10)


class Noted(mx.optimizer.SGD):
    """Records the storage types of its inputs."""

    def update_multi_precision(self, index, weight, grad, state):
        self.storage = weight.stype, grad.stype, None if state is None else state.stype
        super().update_multi_precision(index, weight, grad, state)


@pytest.mark.parametrize("weight", ["default", "row_sparse"])
@pytest.mark.parametrize("grad", ["default", "row_sparse"])
def test_optimizers_are_compared_with_the_storage_types_asked_for(weight: str, grad: str) -> None:
    first, second = Noted(momentum=0.9, lazy_update=False), Noted(momentum=0.9, lazy_update=False)
    test_utils.compare_optimizer(first, second, (5, 4), "float32", weight, grad)
    assert first.storage == ("default", "default", "default")
    assert second.storage == (weight, grad, "default")


def test_optimizers_that_differ_are_told_apart() -> None:
    with pytest.raises(AssertionError):
        test_utils.compare_optimizer(mx.optimizer.SGD(learning_rate=0.1), mx.optimizer.SGD(learning_rate=0.2), (5, 4),
                                     "float32", g_stype="row_sparse")
    with pytest.raises(AssertionError):
        test_utils.compare_optimizer(mx.optimizer.SGD(learning_rate=0.1), mx.optimizer.SGD(learning_rate=0.2),
                                     [(5, 4), (3,)], "float32", ntensors=2)
    with pytest.raises(AssertionError, match="ntensors"):
        test_utils.compare_optimizer(mx.optimizer.SGD(), mx.optimizer.SGD(), (2,), "float32", ntensors=2)
