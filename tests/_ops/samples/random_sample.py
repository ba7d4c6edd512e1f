"""Samples of ``mxnet/_ops/random_sample.py``."""

import numpy as np
from sample import Sample, array

ONE, TWO = array(2, low=0.5, high=1.5), array(2, low=1.6, high=2.5)
SHARE = np.array([[0.1, 0.9], [0.5, 0.5], [1.0, 0.0]], "float32")
KINDS = {
    "uniform": (ONE, TWO),
    "normal": (ONE, TWO),
    "exponential": (ONE,),
    "gamma": (ONE, TWO),
    "poisson": (ONE,),
    "negative_binomial": (TWO, ONE / 2),
    "generalized_negative_binomial": (ONE, TWO),
}


def drawn(op, inputs, params):
    """Return a sample that only compares shapes and dtypes of random numbers."""
    return Sample(op, inputs, params, grad=False, values=False)


SAMPLES = []
for name, inputs in KINDS.items():
    op = f"_sample_{name}"
    SAMPLES += [drawn(op, inputs, {}), drawn(op, inputs, {"shape": (3, 2), "dtype": "float64"}),
                drawn(op, tuple(i.astype("float64") for i in inputs), {"shape": 3})]
SAMPLES += [
    drawn("_sample_multinomial", (SHARE,), {}),
    drawn("_sample_multinomial", (SHARE,), {"shape": (2, 3), "get_prob": True}),
    drawn("_sample_multinomial", (SHARE[0],), {"dtype": "float64"}),
    drawn("_sample_multinomial", (SHARE[0],), {"shape": 4, "dtype": "uint8"}),
    # Deterministic outcomes, so that values and gradients are known.
    Sample("_sample_multinomial", (np.array([[0.0, 1.0], [1.0, 0.0]], "float32"),), {"get_prob": True, "shape": 2},
           numeric=False),
    drawn("_sample_unique_zipfian", (), {"range_max": 100, "shape": (2, 5)}),
]
