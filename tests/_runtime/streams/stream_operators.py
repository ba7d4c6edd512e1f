"""Draws of every random operator, as functions of the package, the number of elements and the dtype.

The real MXNet runs them too (``golden_streams.py``), so they only use the common API.
"""

import hashlib

import numpy as np

SEEDS = (0, 1, 7, 42, 123456)
SIZES = (1, 63, 64, 65, 1000, 100000)
TYPES = ("float32", "float64")
PROBABILITIES = [0.1, 0.2, 0.05, 0.4, 0.25]


def _drawn(name, *args, **kwargs):
    return lambda mx, size, dtype: getattr(mx.nd.random, name)(*args, shape=(size,), dtype=dtype, **kwargs)


def _like(name, **kwargs):
    return lambda mx, size, dtype: getattr(mx.nd.random, name + "_like")(mx.nd.zeros((size,), dtype=dtype), **kwargs)


def _sampled(name, *parameters):
    """Draw from two distributions for odd numbers of elements, and from one per element otherwise."""
    def draw(mx, size, dtype):
        function = getattr(mx.nd, "sample_" + name)
        if size % 2 == 0:
            return function(*(mx.nd.array([a, b], dtype=dtype) for a, b in parameters), shape=(size // 2,), dtype=dtype)
        return function(*(mx.nd.array(np.linspace(a, b, size), dtype=dtype) for a, b in parameters), dtype=dtype)

    return draw


def _numpy(name, *args, typed=False, **kwargs):
    """Draw with mx.np.random and scalar parameters, or array parameters if the dtype is float64."""
    def draw(mx, size, dtype):
        function = getattr(mx.np.random, name)
        if typed:
            return function(*args, size=(size,), dtype=dtype, **kwargs)
        if dtype == "float32":
            return function(*args, size=(size,), **kwargs)
        first = mx.np.array(np.linspace(0.5, 1.5, size).astype("float32") * args[0])
        return function(first, *args[1:], **kwargs)

    return draw


def _shuffled(columns):
    def draw(mx, size, dtype):
        data = mx.nd.array(np.arange(size * columns), dtype=dtype)
        return mx.nd.shuffle(data.reshape((size, columns)) if columns > 1 else data)

    return draw


def _dropped(p, axes=()):
    def draw(mx, size, dtype):
        shape = (4, -(-size // 4), 2) if axes else (size,)
        return mx.nd.Dropout(mx.nd.ones(shape, dtype=dtype), p=p, mode="always", axes=axes)

    return draw


def _multinomial(mx, size, dtype):
    chances = mx.nd.array([PROBABILITIES, PROBABILITIES[::-1]], dtype=dtype)
    drawn, logarithms = mx.nd.sample_multinomial(chances, shape=(size,), get_prob=True)
    return mx.nd.concat(drawn.astype("float32").reshape((-1,)), (logarithms < -1.5).astype("float32").reshape((-1,)),
                        dim=0)


def _zipfian(mx, size, dtype):
    rows = max(1, min(size, 1500) // 10)
    samples, tries = mx.nd._internal._sample_unique_zipfian(range_max=5000, shape=(rows, 10))
    return mx.nd.concat(samples.reshape((-1,)), tries, dim=0)


def _choice(replace, weighted):
    def draw(mx, size, dtype):
        if weighted:
            chances = np.arange(1.0, 12.0) / 66.0
            return mx.np.random.choice(11, size=(size if replace else min(size, 11),), replace=replace,
                                       p=mx.np.array(chances.astype("float32")))
        return mx.np.random.choice(37 if replace else size + (7 if dtype == "float32" else 2 * size), size=(size,),
                                   replace=replace)

    return draw


def _outcomes(mx, size, dtype):
    chances = PROBABILITIES if dtype == "float32" else mx.np.array(np.array(PROBABILITIES, "float32"))
    return mx.np.random.multinomial(3, chances, size=(max(1, size // 5),))


def _bernoulli(mx, size, dtype):
    if dtype == "float32":
        return mx.npx.random.bernoulli(prob=0.3, size=(size,))
    return mx.npx.random.bernoulli(logit=mx.np.array(np.linspace(-2, 2, size).astype("float32")))


def _initialized(name, **kwargs):
    def draw(mx, size, dtype):
        array = mx.nd.zeros((-(-size // 4), 4) if size > 1 else (1, 1), dtype=dtype)
        getattr(mx.init, name)(**kwargs)(mx.init.InitDesc("net_weight"), array)
        return array

    return draw


def _integer(dtype):
    return dtype.replace("float", "int")


OPERATORS = {
    "uniform": _drawn("uniform", -1.5, 2.7),
    "uniform of 0 and 1": _drawn("uniform"),
    "normal": _drawn("normal", 0.3, 1.7),
    "randn": lambda mx, size, dtype: mx.nd.random.randn(size, dtype=dtype),
    "exponential": _drawn("exponential", 1.7),
    "gamma": _drawn("gamma", 2.5, 1.7),
    "gamma below 1": _drawn("gamma", 0.5, 1.7),
    "poisson": _drawn("poisson", 1.3),
    "poisson from 12 on": _drawn("poisson", 30.7),
    "negative_binomial": _drawn("negative_binomial", 3, 0.4),
    "generalized_negative_binomial": _drawn("generalized_negative_binomial", 5.3, 0.7),
    "generalized_negative_binomial of 0": _drawn("generalized_negative_binomial", 5.3, 0.0),
    "randint": lambda mx, size, dtype: mx.nd.random.randint(-3, 997, shape=(size,), dtype=_integer(dtype)),
    "uniform_like": _like("uniform", low=-1.5, high=2.7),
    "normal_like": _like("normal", loc=0.3, scale=1.7),
    "exponential_like": _like("exponential", lam=0.6),
    "gamma_like": _like("gamma", alpha=2.5, beta=1.7),
    "poisson_like": _like("poisson", lam=1.3),
    "negative_binomial_like": _like("negative_binomial", k=3, p=0.4),
    "generalized_negative_binomial_like": _like("generalized_negative_binomial", mu=5.3, alpha=0.7),
    "sample_uniform": _sampled("uniform", (-1.5, 0.5), (0.7, 2.9)),
    "sample_normal": _sampled("normal", (-1.5, 0.5), (0.7, 2.9)),
    "sample_exponential": _sampled("exponential", (0.7, 2.9)),
    "sample_gamma": _sampled("gamma", (0.4, 3.5), (0.7, 2.9)),
    "sample_poisson": _sampled("poisson", (0.7, 20.9)),
    "sample_negative_binomial": _sampled("negative_binomial", (2.0, 5.0), (0.3, 0.7)),
    "sample_generalized_negative_binomial": _sampled("generalized_negative_binomial", (2.0, 5.0), (0.3, 0.7)),
    "sample_multinomial": _multinomial,
    "sample_unique_zipfian": _zipfian,
    "shuffle": _shuffled(1),
    "shuffle rows": _shuffled(3),
    "Dropout": _dropped(0.3),
    "Dropout along axes": _dropped(0.3, (0, 2)),
    "init.Uniform": _initialized("Uniform", scale=0.07),
    "init.Normal": _initialized("Normal", sigma=0.01),
    "init.Xavier": _initialized("Xavier", magnitude=2.24),
    "init.Xavier gaussian": _initialized("Xavier", rnd_type="gaussian", factor_type="in"),
    "init.MSRAPrelu": _initialized("MSRAPrelu"),
    "np.uniform": _numpy("uniform", -1.5, 2.7, typed=True),
    "np.normal": _numpy("normal", 0.3, 1.7, typed=True),
    "np.lognormal": _numpy("lognormal", 0.3, 0.7),
    "np.gumbel": _numpy("gumbel", 0.3, 1.7),
    "np.logistic": _numpy("logistic", 0.3, 1.7),
    "np.rayleigh": _numpy("rayleigh", 1.7),
    "np.exponential": _numpy("exponential", 1.7),
    "np.weibull": _numpy("weibull", 1.7),
    "np.pareto": _numpy("pareto", 1.7),
    "np.power": _numpy("power", 1.7),
    "np.gamma": _numpy("gamma", 2.3, 1.7, typed=True),
    "np.gamma below 1": _numpy("gamma", 0.3, 1.7, typed=True),
    "np.beta": _numpy("beta", 2.3, 0.7, typed=True),
    "np.choice": _choice(True, False),
    "np.choice without replacement": _choice(False, False),
    "np.choice with chances": _choice(True, True),
    "np.choice with chances without replacement": _choice(False, True),
    "np.multinomial": _outcomes,
    "np.randint": lambda mx, size, dtype: mx.np.random.randint(-3, 997, size=(size,), dtype=_integer(dtype)),
    "npx.bernoulli": _bernoulli,
    "npx.uniform_n": lambda mx, size, dtype: mx.npx.random.uniform_n(-1.5, 2.7, batch_shape=(size,), dtype=dtype),
    "npx.normal_n": lambda mx, size, dtype: mx.npx.random.normal_n(0.3, 1.7, batch_shape=(size,), dtype=dtype),
}


def digest(array):
    """Return a short digest of dtype, shape and bytes of an array."""
    values = np.ascontiguousarray(array.asnumpy())
    text = f"{values.dtype} {values.shape} ".encode() + values.tobytes()
    return hashlib.sha256(text).hexdigest()[:12]


def draw(mx, name, size, dtype, seed):
    """Return the digests of an array and of the next draws of both kinds of operators."""
    mx.random.seed(seed)
    drawn = digest(OPERATORS[name](mx, size, dtype))
    return drawn + digest(mx.nd.random.uniform(shape=(70,)))[:4] + digest(mx.np.random.uniform(size=(2,)))[:4]
