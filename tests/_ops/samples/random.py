"""Samples of ``mxnet/_ops/random.py``."""

from sample import Sample, array

KINDS = {
    "uniform": {"low": -1.0, "high": 2.0},
    "normal": {"loc": 1.0, "scale": 2.0},
    "exponential": {"lam": 2.0},
    "gamma": {"alpha": 2.0, "beta": 0.5},
    "poisson": {"lam": 3.0},
    "negative_binomial": {"k": 3, "p": 0.4},
    "generalized_negative_binomial": {"mu": 2.0, "alpha": 0.3},
}


def drawn(op, inputs, params):
    """Return a sample that only compares shapes and dtypes of random numbers."""
    return Sample(op, inputs, params, grad=False, values=False)


SAMPLES = []
for name, chosen in KINDS.items():
    SAMPLES += [drawn(f"_random_{name}", (), {**chosen, "shape": (2, 3)}),
                drawn(f"_random_{name}", (), {"shape": 4, "dtype": "float64"}),
                drawn(f"_random_{name}", (), {**chosen, "shape": (2,), "dtype": "float16"}),
                drawn(f"_random_{name}_like", (array(2, 3),), chosen),
                drawn(f"_random_{name}_like", (array(2, 3, dtype="float64"),), {})]
SAMPLES += [
    drawn("_random_randint", (), {"low": -3, "high": 5, "shape": (2, 3)}),
    drawn("_random_randint", (), {"low": 0, "high": 2 ** 40, "shape": (4,), "dtype": "int64"}),
    drawn("_shuffle", (array(4, 2),), {}),
    drawn("_shuffle", (array(5, low=0, high=9, dtype="int32"),), {}),
]
