"""Tests of ``mx.np.random``: shapes, dtypes, moments and seeds."""

import numpy as onp
import pytest

import mxnet as mx

np = mx.np
MANY = 40000


@pytest.mark.parametrize("draw, mean, deviation", [
    (lambda: np.random.uniform(1, 3, size=MANY), 2, 2 / 12 ** 0.5),
    (lambda: np.random.normal(1, 2, size=MANY), 1, 2),
    (lambda: np.random.lognormal(0, 0.5, size=MANY), 1.1331, 0.6039),
    (lambda: np.random.rand(MANY), 0.5, 1 / 12 ** 0.5),
    (lambda: np.random.randn(MANY), 0, 1),
    (lambda: np.random.gamma(4, 2, size=MANY), 8, 4),
    (lambda: np.random.chisquare(4, size=MANY), 4, 8 ** 0.5),
    (lambda: np.random.beta(2, 2, size=MANY), 0.5, 0.2236),
    (lambda: np.random.exponential(2, size=MANY), 2, 2),
    (lambda: np.random.gumbel(0, 1, size=MANY), 0.5772, 1.2825),
    (lambda: np.random.logistic(1, 1, size=MANY), 1, 1.8138),
    (lambda: np.random.rayleigh(1, size=MANY), 1.2533, 0.6551),
    (lambda: np.random.weibull(2, size=MANY), 0.8862, 0.4633),
    (lambda: np.random.pareto(5, size=MANY), 0.25, 0.3227),
    (lambda: np.random.power(2, size=MANY), 2 / 3, 0.2357),
    (lambda: np.random.normal(np.ones(MANY), 2), 1, 2),
])
def test_moments(draw, mean, deviation):
    mx.random.seed(3)
    sample = draw()
    assert type(sample) is np.ndarray
    assert sample.dtype == onp.float32
    assert float(sample.mean()) == pytest.approx(mean, abs=0.05 * max(deviation, 1))
    assert float(sample.std()) == pytest.approx(deviation, rel=0.08)


@pytest.mark.parametrize("source", ["", "mxnet", "torch"])
@pytest.mark.parametrize("size, shape", [(None, ()), ((), ()), (3, (3,)), ((1,), (1,)), ((2, 3), (2, 3)), ((0,), (0,)),
                                         ((2, 0), (2, 0))])
def test_every_distribution_has_every_shape(source, size, shape, monkeypatch):
    monkeypatch.setattr("mxnet._runtime.streams.state.policy.chosen", source)
    draws = {"uniform": (0.0, 1.0), "normal": (0.0, 1.0), "lognormal": (0.0, 1.0), "gamma": (2.0, 1.0),
             "beta": (2.0, 2.0), "chisquare": (2.0,), "exponential": (2.0,), "gumbel": (0.0, 1.0),
             "logistic": (0.0, 1.0), "rayleigh": (1.0,), "weibull": (2.0,), "pareto": (2.0,), "power": (2.0,)}
    for name, parameters in draws.items():
        for given in (parameters, [int(one) for one in parameters]):
            assert getattr(np.random, name)(*given, size=size).shape == shape, name


@pytest.mark.parametrize("name, parameters", [("exponential", (-1.0,)), ("rayleigh", (-1.0,)), ("gamma", (0.0, 1.0)),
                                              ("gamma", (1.0, 0.0))])
def test_parameters_out_of_range(name, parameters):
    arrays = [np.array([one]) for one in parameters]
    for given in (parameters, arrays):
        with pytest.raises(ValueError, match="negative|positive"):
            getattr(np.random, name)(*given, size=(2,))


def test_shapes_types_and_seeds():
    assert np.random.uniform().shape == ()
    assert np.random.normal(size=(), dtype="float16").dtype == onp.float16
    assert np.random.uniform(np.zeros((2, 1)), np.ones((1, 3))).shape == (2, 3)
    np.random.seed(5)
    first = np.random.normal(size=4)
    mx.npx.seed(5)
    assert np.random.normal(size=4).tolist() == first.tolist()


def test_integers_and_choices():
    drawn = np.random.randint(2, 5, size=1000)
    assert drawn.dtype == onp.int64
    assert sorted(set(drawn.tolist())) == [2, 3, 4]
    assert sorted(np.random.choice(5, 5, replace=False).tolist()) == [0, 1, 2, 3, 4]
    assert set(np.random.choice(np.array([7, 8, 9]), 50, p=[0, 1, 0]).tolist()) == {8}
    with pytest.raises(mx.MXNetError, match="larger sample"):
        np.random.choice(2, 3, replace=False)
    assert np.random.multinomial(10, [0.5, 0.5], size=(3,)).sum(axis=1).tolist() == [10, 10, 10]


def test_vectors_with_covariances():
    mx.random.seed(2)
    wanted = onp.array([[2.0, 0.5], [0.5, 1.0]], dtype="float32")
    drawn = np.random.multivariate_normal(np.array([1.0, -1.0]), np.array(wanted), size=MANY)
    assert drawn.shape == (MANY, 2)
    onp.testing.assert_allclose(onp.cov(drawn.asnumpy().T), wanted, atol=0.08)
    onp.testing.assert_allclose(drawn.asnumpy().mean(0), [1, -1], atol=0.05)


def test_orders():
    array = np.arange(20)
    np.random.shuffle(array)
    assert sorted(array.tolist()) == list(range(20))
    assert sorted(np.random.permutation(6).tolist()) == list(range(6))


@pytest.mark.parametrize("name", ["uniform", "normal", "randint", "choice"])
def test_wrong_names(name):
    with pytest.raises(TypeError):
        getattr(np.random, name)(shape=())


def test_gradient_of_parameters():
    width = np.ones((3,))
    width.attach_grad()
    with mx.autograd.record():
        sample = np.random.normal(0.0, width)
    sample.backward()
    onp.testing.assert_allclose(width.grad.asnumpy(), sample.asnumpy(), rtol=1e-6)
