"""Samples of ``mxnet/_ops/linalg.py``."""

import numpy as np
from sample import Sample, array


def definite(*shape, dtype="float32"):
    """Return symmetric positive definite matrices."""
    values = array(*shape, dtype="float64")
    return (values @ np.swapaxes(values, -1, -2) + 2 * np.eye(shape[-1])).astype(dtype)


def triangular(*shape, dtype="float32"):
    """Return well conditioned lower triangular matrices, with noise above the diagonal that must be ignored."""
    return (array(*shape, dtype="float64") + 3 * np.eye(shape[-1])).astype(dtype)


def symmetric(*shape, dtype="float32"):
    """Return symmetric matrices with distinct eigenvalues."""
    values = array(*shape, low=-0.3, high=0.3, dtype="float64")
    return (values + np.swapaxes(values, -1, -2) + np.diag(np.arange(shape[-1]))).astype(dtype)


PAIRS = [{}, {"transpose": True}, {"rightside": True}, {"transpose": True, "rightside": True}, {"lower": False},
         {"lower": False, "transpose": True, "rightside": True, "alpha": 1.5}]
WIDE = "float64"
SINGULAR = np.array([[[1, 2], [2, 4]], [[1, 2], [3, 4]]], "float64")

SAMPLES = [
    Sample("_linalg_gemm", (array(2, 3), array(3, 4), array(2, 4)), {"alpha": 2.0, "beta": 0.5}),
    Sample("_linalg_gemm", (array(2, 3, 2), array(2, 4, 3), array(2, 2, 4)),
           {"transpose_a": True, "transpose_b": True}),
    Sample("_linalg_gemm", (array(2, 2, 3, dtype=WIDE), array(3, 2, 4, dtype=WIDE), array(2, 2, 4, dtype=WIDE)),
           {"axis": 0}),
    Sample("_linalg_gemm2", (array(2, 3), array(3, 4)), {"alpha": 2.0}),
    Sample("_linalg_gemm2", (array(2, 2, 3), array(2, 4, 3)), {"transpose_b": True}),
    Sample("_linalg_gemm2", (array(3, 2, 4, dtype=WIDE), array(3, 2, 5, dtype=WIDE)), {"transpose_a": True, "axis": 0}),
    Sample("_linalg_gemm2", (array(2, 3, 2, 4), array(2, 4, 2, 5)), {"axis": 1}),
    Sample("_linalg_syrk", (array(3, 2),)),
    Sample("_linalg_syrk", (array(2, 3, 2, dtype=WIDE),), {"transpose": True, "alpha": 0.5}),
    # The gradient treats the argument as symmetric, so changing only one triangle gives another value.
    Sample("_linalg_potrf", (definite(3, 3),), numeric=False),
    Sample("_linalg_potrf", (definite(2, 3, 3, dtype=WIDE),), numeric=False),
    Sample("_linalg_potrf", (definite(1, 1),), numeric=False),
    Sample("_linalg_potrf", (definite(3, 3),), {"lower": False}, numeric=False),
    Sample("_linalg_potri", (triangular(3, 3),)),
    Sample("_linalg_potri", (triangular(3, 3),), {"lower": False}),
    Sample("_linalg_potri", (triangular(2, 3, 3, dtype=WIDE),)),
    *[Sample("_linalg_trmm", (triangular(3, 3), array(3, 3)), p) for p in PAIRS],
    Sample("_linalg_trmm", (triangular(2, 3, 3, dtype=WIDE), array(2, 3, 4, dtype=WIDE)), {"alpha": 2.0}),
    *[Sample("_linalg_trsm", (triangular(3, 3), array(3, 3)), p) for p in PAIRS],
    Sample("_linalg_trsm", (triangular(2, 3, 3, dtype=WIDE), array(2, 4, 3, dtype=WIDE)),
           {"alpha": 2.0, "rightside": True}),
    Sample("_linalg_sumlogdiag", (triangular(3, 3),)),
    Sample("_linalg_sumlogdiag", (triangular(2, 2, 3, 3, dtype=WIDE),)),
    *[Sample("_linalg_extractdiag", (array(2, 4, 4),), {"offset": k}) for k in (0, 1, -2)],
    Sample("_linalg_extractdiag", (array(3, 3, dtype=WIDE),)),
    *[Sample("_linalg_makediag", (array(2, 3),), {"offset": k}) for k in (0, 1, -2)],
    Sample("_linalg_makediag", (array(3, dtype=WIDE),)),
    *[Sample("_linalg_extracttrian", (array(2, 4, 4),), {"offset": k, "lower": low})
      for k, low in ((0, True), (0, False), (1, True), (-1, False))],
    Sample("_linalg_extracttrian", (array(3, 3, dtype=WIDE),)),
    *[Sample("_linalg_maketrian", (array(2, 6),), {"offset": k, "lower": low})
      for k, low in ((0, True), (0, False), (1, True), (-1, False))],
    Sample("_linalg_maketrian", (array(3, dtype=WIDE),)),
    Sample("_linalg_gelqf", (array(2, 3),)),
    Sample("_linalg_gelqf", (array(2, 3, 3, dtype=WIDE),)),
    Sample("_linalg_syevd", (symmetric(3, 3),), numeric=False, rtol=1e-3, atol=1e-4),
    Sample("_linalg_syevd", (symmetric(2, 4, 4, dtype=WIDE),), numeric=False),
    Sample("_linalg_inverse", (triangular(3, 3),)),
    Sample("_linalg_inverse", (triangular(2, 3, 3, dtype=WIDE),)),
    Sample("_linalg_det", (array(3, 3),)),
    Sample("_linalg_det", (array(2, 2, 3, 3, dtype=WIDE),)),
    Sample("_linalg_det", (SINGULAR,), numeric=False),
    Sample("_linalg_slogdet", (array(3, 3),)),
    Sample("_linalg_slogdet", (array(2, 3, 3, dtype=WIDE),)),
    Sample("_linalg_slogdet", (SINGULAR,), numeric=False),
]
