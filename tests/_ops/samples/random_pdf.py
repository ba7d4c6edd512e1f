"""Samples of ``mxnet/_ops/random_pdf.py``."""

import numpy as np
from sample import Sample, array

COUNTS = np.array([[0.0, 2.0, 5.0], [1.0, 1.0, 3.0]], "float32")
VALUES = array(2, 3, low=0.2, high=2.0)


def parameter(low, high, seed=0):
    """Return one parameter for each row."""
    return array(2, low=low, high=high, seed=seed)


KINDS = {
    "uniform": (VALUES, parameter(0.0, 0.5), parameter(1.0, 2.0, 1)),
    "normal": (VALUES, parameter(-1.0, 1.0), parameter(0.5, 2.0, 1)),
    "gamma": (VALUES, parameter(0.5, 3.0), parameter(0.5, 2.0, 1)),
    "exponential": (VALUES, parameter(0.5, 2.0)),
    "poisson": (COUNTS, parameter(0.5, 4.0)),
    "negative_binomial": (COUNTS, parameter(1.0, 4.0), parameter(0.2, 0.8, 1)),
    "generalized_negative_binomial": (COUNTS, parameter(1.0, 4.0), parameter(0.2, 0.8, 1)),
}
DISCRETE = ("poisson", "negative_binomial", "generalized_negative_binomial")
SHARES = array(2, 3, 4, low=0.2, high=1.0) / np.float32(2.5)

SAMPLES = []
for name, inputs in KINDS.items():
    smooth = name not in DISCRETE
    for is_log in (False, True):
        SAMPLES.append(Sample(f"_random_pdf_{name}", inputs, {"is_log": is_log}, numeric=smooth, rtol=1e-3, atol=1e-4))
    SAMPLES.append(Sample(f"_random_pdf_{name}", tuple(i.astype("float64") for i in inputs), {}, numeric=smooth))
SAMPLES += [
    Sample("_random_pdf_normal", (array(2), parameter(-1.0, 1.0), parameter(0.5, 2.0, 1))),
    Sample("_random_pdf_dirichlet", (SHARES, array(2, 4, low=0.5, high=2.0))),
    Sample("_random_pdf_dirichlet", (SHARES, array(2, 4, low=0.5, high=2.0)), {"is_log": True}),
    Sample("_random_pdf_dirichlet", (SHARES[0, 0], array(4, low=0.5, high=2.0))),
]
