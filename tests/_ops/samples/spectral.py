"""Samples of ``mxnet/_ops/spectral.py``; ``test_spectral.py`` checks the values, which MXNet computes on GPUs only."""

import numpy as np
from sample import Sample, array

PLACES, SIGNS = np.array([[0, 2, 2, 1]], "float32"), np.array([[1, -1, 1, -1]], "float32")

SAMPLES = [
    Sample("_contrib_fft", (array(3, 4),), without_golden=True),
    Sample("_contrib_fft", (array(2, 3, 5),), {"compute_size": 2}, without_golden=True),
    Sample("_contrib_ifft", (array(3, 8),), without_golden=True),
    Sample("_contrib_count_sketch", (array(3, 4), PLACES, SIGNS), {"out_dim": 3}, grad=False, without_golden=True),
]
