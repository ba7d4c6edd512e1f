"""Test that torch's fused kernels compute MXNet's updates."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.optimizer import _fused

FAMILY: dict[str, dict[str, Any]] = {"sgd": {}, "sgd with momentum": {"momentum": 0.9}, "nag": {"momentum": 0.9},
                                     "adam": {}, "adagrad": {}, "lbsgd": {"momentum": 0.9}}


def _train(name: str, dtype: str, sizes: tuple[int, ...], steps: int = 4, **options: Any) -> list[np.ndarray]:
    """Return several weights and their states after some steps with random gradients."""
    random = np.random.default_rng(0)
    arrays = [[random.normal(size=size) for size in sizes] for _ in range(steps + 1)]
    weights = [mx.nd.array(array, dtype="float64").astype(dtype) for array in arrays[0]]
    updater = mx.optimizer.get_updater(mx.optimizer.create(name, **options))
    for gradients in arrays[1:]:
        updater(list(range(len(sizes))), [mx.nd.array(g, dtype="float64").astype(dtype) for g in gradients], weights)
    states = [s for s in updater.states.values() if isinstance(s, mx.nd.NDArray)]
    return [array.astype("float64").asnumpy() for array in [*weights, *states]]


@pytest.mark.filterwarnings("ignore:Accumulating with float16")
@pytest.mark.parametrize("dtype", ["float64", "float16", "bfloat16"])
@pytest.mark.parametrize("case", FAMILY)
def test_all_dtypes_take_the_same_steps(case: str, dtype: str) -> None:
    # Torch's kernels handle the first elements of an array in vectors and the rest one by one.
    sizes, options = (3, 16, 33, 200), {"learning_rate": 0.05, "wd": 1e-3, "rescale_grad": 0.5, **FAMILY[case]}
    name = case.partition(" ")[0]
    start = _train(name, "float64", sizes, 0, **options)
    tolerance = {"float64": 1e-5, "float16": 0.05, "bfloat16": 0.4}[dtype]
    for before, one, other in zip(start, _train(name, dtype, sizes, **options),
                                  _train(name, "float32", sizes, **options), strict=False):
        np.testing.assert_allclose(one, other, atol=tolerance * np.abs(other - before).max(), rtol=0)


@pytest.mark.parametrize("options", [
    {"learning_rate": rate, "momentum": momentum, "wd": wd, "rescale_grad": rescale, "clip_gradient": bound}
    for rate, momentum, wd, rescale, bound in itertools.product(
        (0.0, 0.1, 1e-7, 1e-12), (0.9, 0.5), (0.0, 0.01), (1.0, 1 / 64, 0.0), (None, 0.3))])
def test_momentum_by_torch_equals_the_formula(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = (1, 7, 40)
    found = _train("sgd", "float32", sizes, **options)
    monkeypatch.setattr(_fused, "fused_sgd_", None)
    expected = _train("sgd", "float32", sizes, **options)
    assert len(found) == len(expected) == 6
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-6 * np.abs(other).max())


def test_momentum_follows_a_changing_rate() -> None:
    weight, momentum, expected, state = mx.nd.ones((20,)), 0.9, np.ones(20), np.zeros(20)
    optimizer = mx.optimizer.SGD(learning_rate=1.0, momentum=momentum, wd=0.1)
    updater = mx.optimizer.get_updater(optimizer)
    random = np.random.default_rng(1)
    for rate, rescale in ((1.0, 1.0), (0.1, 0.5), (0.5, 0.01), (0.0, 1.0), (2.0, 0.25)):
        gradient = random.normal(size=20)
        optimizer.set_learning_rate(rate)
        optimizer.rescale_grad = rescale
        updater(0, mx.nd.array(gradient), weight)
        state = momentum * state - rate * (rescale * gradient + 0.1 * expected)
        expected = expected + state
    np.testing.assert_allclose(weight.asnumpy(), expected, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(updater.states[0].asnumpy(), state, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("case", FAMILY)
def test_arrays_with_gaps_in_memory(case: str) -> None:
    """Torch's kernels ignore strides, and would write memory that does not belong to the weight."""
    weights, gradients = torch.ones(4, 6), torch.full((4, 6), 100.0)
    gradients[:, :3] = torch.arange(12).reshape(4, 3) / 10
    views = [mx.nd.from_dlpack(torch.utils.dlpack.to_dlpack(one[:, :3])) for one in (weights, gradients)]
    copies = [view.copy() for view in views]
    for weight, gradient in (views, copies):
        optimizer = mx.optimizer.create(case.partition(" ")[0], learning_rate=0.1, **FAMILY[case])
        updater = mx.optimizer.get_updater(optimizer)
        updater(0, gradient, weight)
        updater(0, gradient, weight)
    np.testing.assert_allclose(views[0].asnumpy(), copies[0].asnumpy(), rtol=1e-6)
    assert (weights[:, 3:] == 1).all() and (views[0] != 1).sum().asscalar() == 11
