"""Tests of random numbers: distributions, seeds, parameters as arrays, errors and symbols."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet._runtime import rng
from mxnet._runtime.streams import state

COUNT = 20000
# function, its parameters, mean and variance of the distribution
DISTRIBUTIONS: list[tuple[str, dict[str, float], float, float]] = [
    ("uniform", {"low": -1.0, "high": 3.0}, 1.0, 16 / 12),
    ("normal", {"loc": 2.0, "scale": 3.0}, 2.0, 9.0),
    ("exponential", {"scale": 2.0}, 2.0, 4.0),
    ("gamma", {"alpha": 3.0, "beta": 0.5}, 1.5, 0.75),
    ("gamma", {"alpha": 0.5, "beta": 2.0}, 1.0, 2.0),
    ("poisson", {"lam": 4.0}, 4.0, 4.0),
    ("poisson", {"lam": 50.0}, 50.0, 50.0),
    ("negative_binomial", {"k": 3, "p": 0.4}, 4.5, 11.25),
    ("generalized_negative_binomial", {"mu": 2.0, "alpha": 0.3}, 2.0, 3.2),
    ("generalized_negative_binomial", {"mu": 2.0, "alpha": 0.0}, 2.0, 2.0),
]
IDS = [f"{name}-{i}" for i, (name, *_) in enumerate(DISTRIBUTIONS)]


@pytest.fixture(autouse=True)
def _seeded() -> None:
    mx.random.seed(20)


def _check_moments(values: np.ndarray, mean: float, variance: float) -> None:
    deviation = np.sqrt(variance / values.size)
    assert abs(values.mean() - mean) < 5 * deviation
    assert values.var() == pytest.approx(variance, rel=0.12)


@pytest.mark.parametrize(("name", "parameters", "mean", "variance"), DISTRIBUTIONS, ids=IDS)
def test_moments(name: str, parameters: dict[str, float], mean: float, variance: float) -> None:
    values = getattr(nd.random, name)(**parameters, shape=(COUNT,))
    assert values.dtype == np.float32
    _check_moments(values.asnumpy(), mean, variance)


@pytest.mark.parametrize(("name", "parameters", "mean", "variance"), DISTRIBUTIONS, ids=IDS)
def test_moments_with_arrays_as_parameters(name: str, parameters: dict[str, float], mean: float,
                                           variance: float) -> None:
    arrays = {k: nd.array([v, v]) for k, v in parameters.items()}
    values = getattr(nd.random, name)(**arrays, shape=(COUNT // 2,), dtype="float64")
    assert values.shape == (2, COUNT // 2)
    assert values.dtype == np.float64
    for row in values.asnumpy():
        _check_moments(row, mean, variance)


@pytest.mark.parametrize(("name", "parameters", "mean", "variance"), DISTRIBUTIONS, ids=IDS)
def test_like(name: str, parameters: dict[str, float], mean: float, variance: float) -> None:
    if name == "exponential":
        parameters = {"lam": 1.0 / parameters["scale"]}
    values = getattr(nd.random, f"{name}_like")(nd.zeros((2, COUNT // 2), dtype="float64"), **parameters)
    assert values.shape == (2, COUNT // 2)
    assert values.dtype == np.float64
    _check_moments(values.asnumpy(), mean, variance)


@pytest.mark.parametrize("name", sorted({name for name, *_ in DISTRIBUTIONS}))
def test_seed_repeats(name: str) -> None:
    def draw() -> np.ndarray:
        return getattr(mx.random, name)(shape=(8,)).asnumpy()

    mx.random.seed(3)
    first = draw()
    second = draw()
    mx.random.seed(3)
    np.testing.assert_array_equal(draw(), first)
    np.testing.assert_array_equal(draw(), second)


def test_seed_of_one_context() -> None:
    mx.random.seed(5, ctx=mx.cpu(0))
    first = nd.random.uniform(shape=4, ctx=mx.cpu(0))
    mx.random.seed(5, ctx=mx.cpu(1))
    second = nd.random.uniform(shape=4, ctx=mx.cpu(1))
    assert second.context == mx.cpu(1)
    np.testing.assert_array_equal(first.asnumpy(), second.asnumpy())
    mx.random.seed(5)
    apart = [nd.random.uniform(shape=4, ctx=mx.cpu(i)).asnumpy() for i in range(2)]
    assert not np.array_equal(*apart)


@pytest.mark.parametrize("value", [1.5, "a", None])
def test_seed_must_be_whole(value: Any) -> None:
    with pytest.raises(ValueError, match="seed_state must be int"):
        mx.random.seed(value)


def test_shapes_and_types() -> None:
    assert nd.random.uniform().shape == (1,)
    assert nd.random.uniform(shape=3).shape == (3,)
    assert nd.random.normal(shape=(2, 3), dtype="float16").dtype == np.float16
    assert nd.random.randn(2, 3, loc=1, scale=2, dtype="float64").dtype == np.float64
    low, high = nd.array([1.0, 2.0]), nd.array([2.0, 3.0])
    assert nd.random.uniform(low, high).shape == (2,)
    drawn = nd.random.uniform(low, high, shape=(50, 2)).asnumpy()
    assert drawn.shape == (2, 50, 2)
    assert (drawn[0] >= 1).all() and (drawn[0] < 2).all() and (drawn[1] >= 2).all() and (drawn[1] < 3).all()


def test_out() -> None:
    target = nd.zeros((2, 3), dtype="float64")
    assert nd.random.uniform(1, 2, out=target) is target
    assert (target.asnumpy() >= 1).all()
    with pytest.raises(mx.MXNetError, match="type"):
        nd.random.uniform(dtype="float32", out=target)
    with pytest.raises(mx.MXNetError, match="shape"):
        nd.random.uniform(shape=(4,), out=target)
    with pytest.raises(mx.MXNetError, match="float16, float32 or float64"):
        nd.random.uniform(out=nd.zeros(2, dtype="int32"))


def test_randint() -> None:
    values = nd.random.randint(-2, 3, shape=(COUNT,))
    assert values.dtype == np.int32
    found, counts = np.unique(values.asnumpy(), return_counts=True)
    assert found.tolist() == [-2, -1, 0, 1, 2]
    assert (np.abs(counts / COUNT - 0.2) < 0.02).all()
    assert nd.random.randint(0, 2 ** 40, shape=100, dtype="int64").asnumpy().max() > 2 ** 32


def test_multinomial() -> None:
    shares = np.array([[0.1, 0.2, 0.7], [0.5, 0.0, 0.5]], "float32")
    outcome, logarithm = nd.random.multinomial(nd.array(shares), shape=COUNT, get_prob=True)
    assert outcome.dtype == np.int32
    for row, share, chosen in zip(outcome.asnumpy(), shares, logarithm.asnumpy(), strict=True):
        np.testing.assert_allclose(np.bincount(row, minlength=3) / COUNT, share, atol=0.02)
        np.testing.assert_allclose(chosen, np.log(share[row]), rtol=1e-5)
    assert nd.random.multinomial(nd.array(shares[0])).shape == (1,)


def test_gradient_of_multinomial() -> None:
    shares = nd.array([0.25, 0.75])
    shares.attach_grad()
    with mx.autograd.record():
        outcome, logarithm = nd.random.multinomial(shares, shape=10, get_prob=True)
    logarithm.backward()
    counts = np.bincount(outcome.asnumpy(), minlength=2)
    np.testing.assert_allclose(shares.grad.asnumpy(), counts / np.array([0.25, 0.75]), rtol=1e-5)


def test_shuffle_keeps_rows() -> None:
    rows = np.arange(40, dtype="float32").reshape(20, 2)
    mixed = nd.random.shuffle(nd.array(rows)).asnumpy()
    assert not np.array_equal(mixed, rows)
    np.testing.assert_array_equal(mixed[np.argsort(mixed[:, 0])], rows)


def test_unique_zipfian() -> None:
    samples, trials = nd._internal._sample_unique_zipfian(1000, shape=(3, 200))
    for row, tries in zip(samples.asnumpy(), trials.asnumpy(), strict=True):
        assert len(set(row.tolist())) == 200
        assert row.min() >= 0
        assert row.max() < 1000
        assert tries >= 200
    assert nd._internal._sample_unique_zipfian(1000, shape=(400, 1))[0].asnumpy().mean() < 300
    with pytest.raises(mx.MXNetError, match="cannot exceed"):
        nd._internal._sample_unique_zipfian(4, shape=(1, 5))


@pytest.mark.parametrize(("name", "parameters", "words"), [
    ("uniform", {"low": 2, "high": 1}, "low must be less or equal to high"),
    ("normal", {"scale": 0}, "scale parameter in gaussian has to be positive"),
    ("exponential", {"scale": -1}, "lambda parameter in exponential"),
    ("gamma", {"alpha": 0}, "alpha parameter in gamma"),
    ("gamma", {"beta": -1}, "beta parameter in gamma"),
    ("poisson", {"lam": -1}, "lambda parameter in poisson"),
    ("negative_binomial", {"k": -1}, "k parameter in negative binomial"),
    ("negative_binomial", {"k": 2.5}, "k expect int"),
    ("generalized_negative_binomial", {"mu": -1}, "mu parameter"),
    ("randint", {"low": 5, "high": 0}, "low must be less or equal to high"),
    ("randint", {"low": 0, "high": 5, "dtype": "float32"}, "int32 or int64"),
    ("uniform", {"dtype": "int32"}, "float16, float32 or float64"),
    ("uniform", {"shape": (2, 0)}, "shape"),
    ("uniform", {"nonsense": 1}, "nonsense"),
])
def test_wrong_parameters(name: str, parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(mx.MXNetError, match=words):
        getattr(nd.random, name)(**{"shape": (2,), **parameters}).wait_to_read()


@pytest.mark.parametrize("module", [nd, mx.sym])
def test_parameters_of_one_kind(module: Any) -> None:
    array = nd.ones(2) if module is nd else mx.sym.var("low")
    for low, high in ((array, 2), (0, array)):
        with pytest.raises(AssertionError, match="must all be numbers"):
            module.random.uniform(low, high)
    with pytest.raises(ValueError, match="must be numbers or of type"):
        module.random.uniform("a")
    with pytest.raises(AssertionError):
        module.random.randn(2, loc="a")


def test_symbols() -> None:
    loc = mx.sym.var("loc")
    numbers = mx.sym.random.uniform(1, 2, shape=(3, 4))
    rows = mx.sym.random.normal(loc, mx.sym.var("scale"), shape=(5,))
    like = mx.sym.random.poisson_like(loc, lam=3.0)
    group = mx.sym.Group([numbers, rows, like])
    _, shapes, _ = group.infer_shape(loc=(2,))
    assert shapes == [(3, 4), (2, 5), (2,)]
    results = group.bind(mx.cpu(), {"loc": nd.array([10.0, -10.0]), "scale": nd.array([0.1, 0.1])}).forward()
    assert (results[0].asnumpy() >= 1).all()
    np.testing.assert_allclose(results[1].asnumpy(), [[10] * 5, [-10] * 5], atol=1)


@pytest.mark.parametrize("name", ["uniform", "normal", "exponential", "gamma", "poisson", "negative_binomial",
                                  "generalized_negative_binomial", "randn"])
def test_every_symbol_has_a_shape(name: str) -> None:
    function = getattr(mx.sym.random, name)
    symbol = function(2, 3) if name == "randn" else function(shape=(2, 3))
    assert symbol.infer_shape()[1] == [(2, 3)]


def test_symbol_of_outcomes() -> None:
    both = mx.sym.random.multinomial(mx.sym.var("data"), shape=4)
    assert len(both.list_outputs()) == 2
    assert mx.sym.random.randint(0, 5, shape=(2,)).infer_shape()[1] == [(2,)]
    assert mx.sym.random.shuffle(mx.sym.var("data")).infer_shape(data=(3, 2))[1] == [(3, 2)]


def draw_everything() -> list:
    """Draw from all generators: rows in step and out of step, the single stream, and torch's."""
    return [array.asnumpy() for array in (
        mx.nd.random.uniform(shape=(3000,)), mx.nd.random.uniform(shape=(70,)), mx.nd.random.normal(shape=(50,)),
        mx.nd.random.multinomial(mx.nd.array([[0.2, 0.8]]), shape=40), mx.np.random.gumbel(size=(5,)).as_nd_ndarray(),
        mx.nd.random.uniform(shape=(200_000,)))]


@pytest.mark.parametrize("stream", ["", "mxnet", "torch"])
@pytest.mark.parametrize("draws", [0, 1, 3])
def test_state_of_all_generators(stream: str, draws: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state.policy, "chosen", stream)
    mx.random.seed(7)
    for _ in range(draws):
        draw_everything()
        mx.nd.random.gamma(shape=(300,))  # rejects words, so rows get out of step
    saved = {name: array.copy() for name, array in rng.get_state().items()}
    expected = [draw_everything() for _ in range(2)]
    mx.random.seed(3)
    draw_everything()
    rng.set_state(saved)
    for first in expected:
        for array, other in zip(first, draw_everything(), strict=True):
            np.testing.assert_array_equal(array, other)
