"""Samples of ``mxnet/_ops/numpy/products.py`` and ``linalg.py``."""

import numpy as np
from sample import Sample, array

SAMPLES = [
    *[Sample("_np_dot", (array(*left), array(*right, seed=1))) for left, right in (
        ((2, 3), (3, 4)), ((3,), (3,)), ((2, 3), (3,)), ((2, 2, 3), (3,)), ((2, 3), (2, 3, 2)), ((), (2, 3)))],
    *[Sample("_npi_matmul", (array(*left), array(*right, seed=1))) for left, right in (
        ((2, 3), (3, 4)), ((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((4, 3, 2), (4, 2, 3)))],
    # MXNet sums the wrong elements into gradients of broadcast matrices.
    Sample("_npi_matmul", (array(2, 1, 3, 2), array(4, 2, 3, seed=1)), grad=False),
    Sample("_npi_tensordot", (array(2, 3, 4), array(4, 3, 2, seed=1)),
           {"a_axes_summed": (1, 2), "b_axes_summed": (1, 0)}),
    Sample("_npi_tensordot", (array(2, 3), array(3, 2, seed=1)), {"a_axes_summed": (-1,), "b_axes_summed": (0,)}),
    *[Sample("_npi_tensordot_int_axes", (array(2, 3), array(*right, seed=1)), {"axes": axes})
      for right, axes in (((3, 2), 1), ((2, 3), 2), ((4,), 0))],
    *[Sample("_npi_einsum", tuple(array(*shape, seed=i) for i, shape in enumerate(shapes)),
             {"subscripts": text, "optimize": optimize})
      for text, shapes, optimize in (
          ("ij,jk->ik", ((2, 3), (3, 4)), 0), ("ii", ((3, 3),), 0), ("ij->ji", ((2, 3),), 0),
          ("i,i->", ((3,), (3,)), 0),
          ("...ij,...jk->...ik", ((2, 2, 3), (2, 3, 2)), 0), ("ij,jk,kl->il", ((2, 3), (3, 4), (4, 2)), 1),
          ("i,j", ((2,), (3,)), 0))],
    Sample("_np_trace", (array(3, 3),)), Sample("_np_trace", (array(2, 3, 4),), {"offset": 1, "axis1": 1, "axis2": 2}),
    Sample("_np_diagonal", (array(3, 4),), {"offset": 1}),
    Sample("_np_diagonal", (array(2, 3, 4),), {"axis1": 0, "axis2": 2}),
    Sample("_np_diag", (array(3),), {"k": 1}), Sample("_np_diag", (array(3, 4),), {"k": -1}),
    Sample("_np_diag", (array(3),)),
    Sample("_np_diagflat", (array(2, 2),)), Sample("_np_diagflat", (array(3),), {"k": -1}),
    Sample("_npi_tril", (array(3, 4),), {"k": 1}), Sample("_npi_tril", (array(2, 3, 3),)),
    Sample("_npi_tril", (array(3),)),
]


def definite(size, dtype="float32"):
    """Return a positive definite matrix."""
    values = array(size, size, dtype="float64")
    return (values @ values.T + size * np.eye(size)).astype(dtype)


LOOSE = {"rtol": 1e-3, "atol": 1e-3}
INDIRECT = {"numeric": False, "grad": False, **LOOSE}
SAMPLES += [
    Sample("_npi_cholesky", (definite(3),), **LOOSE, numeric=False),
    Sample("_npi_svd", (array(2, 3),), values=False, grad=False),
    Sample("_npi_solve", (definite(3), array(3, 2)), **LOOSE),
    Sample("_npi_solve", (definite(3), array(3)), **INDIRECT),
    Sample("_npi_pinv", (array(3, 2), np.array(1e-6, "float32")), **INDIRECT),
    Sample("_npi_pinv_scalar_rcond", (array(2, 3),), {"rcond": 1e-6}, **INDIRECT),
    Sample("_npi_eigh", (definite(3),), values=False, grad=False), Sample("_npi_eigvalsh", (definite(3),), **INDIRECT),
    Sample("_npi_eigvalsh", (definite(3),), {"UPLO": "U"}, **INDIRECT),
    Sample("_npi_eig", (definite(3),), values=False, grad=False),
    Sample("_npi_eigvals", (definite(3),), values=False, grad=False),
    Sample("_npi_tensorinv", (definite(4).reshape(2, 2, 2, 2),), {"ind": 2}, **LOOSE),
    Sample("_npi_tensorsolve", (definite(4).reshape(2, 2, 2, 2), array(2, 2)), **LOOSE),
    Sample("_npi_norm", (array(2, 3),), {"ord": 2.0, "axis": None, "keepdims": False, "flag": -2}),
    Sample("_npi_norm", (array(2, 3),), {"ord": 2.0, "axis": (1,), "keepdims": True, "flag": -1}),
    Sample("_npi_norm", (array(2, 3),), {"ord": 1.0, "axis": (0,), "keepdims": False, "flag": -1}),
    Sample("_npi_norm", (array(2, 3, 4),), {"ord": 2.0, "axis": (1, 2), "keepdims": False, "flag": 1}),
    Sample("_npi_det", (definite(3),), **LOOSE), Sample("_npi_slogdet", (definite(3),), **LOOSE),
    Sample("_npi_inv", (definite(3),), **LOOSE),
]
