"""Samples of ``mxnet/_ops/numpy/select.py`` and ``order.py``."""

import numpy as np
from sample import Sample, array

CONDITION = np.array([[1.0, 0.0, 2.0], [0.0, 0.0, 1.0]], "float32")
MASK = np.array([True, False, True])
SAMPLES = [
    Sample("_npi_where", (CONDITION, array(2, 3), array(2, 3, seed=1))),
    Sample("_npi_where", (CONDITION.astype(bool), array(3), array(2, 1, seed=1))),
    # MXNet swaps the gradients of these two.
    Sample("_npi_where_lscalar", (CONDITION, array(2, 3)), {"scalar": 4.0}, grad=False),
    Sample("_npi_where_rscalar", (CONDITION, array(2, 3)), {"scalar": 4.0}, grad=False),
    Sample("_npi_where_scalar2", (CONDITION,), {"x": 4.0, "y": 5.0}, grad=False),
    Sample("_npx_nonzero", (CONDITION,), grad=False, symbolic=False),
    Sample("_npi_nonzero", (MASK,), grad=False, symbolic=False),
    Sample("_npx_constraint_check", (np.array([True, True]),), {"msg": "wrong"}, grad=False),
    Sample("_npi_boolean_mask_assign_scalar", (array(3, 2), MASK), {"value": 7.0, "start_axis": 0}, grad=False, out=0),
    Sample("_npi_boolean_mask_assign_scalar", (array(2, 3), MASK), {"value": 7.0, "start_axis": 1}, grad=False, out=0),
    Sample("_npi_boolean_mask_assign_tensor", (array(3, 2), MASK, array(2, 2, seed=1)), {"start_axis": 0}, grad=False,
           out=0),
    *[Sample("_npi_delete", (array(3, 4),), {"axis": axis, **where}, grad=False) for axis, where in (
        (0, {"int_ind": 1}), (1, {"int_ind": -1}), (None, {"int_ind": 5}), (1, {"start": 0, "stop": 3, "step": 2}),
        (0, {"start": None, "stop": None, "step": -1}))],
    Sample("_npi_delete", (array(3, 4), np.array([0, 2], "int64")), {"axis": 1}, grad=False, symbolic=False),
    *[Sample("_npi_insert_scalar", (array(3, 4), array(4, seed=1)), {"int_ind": 1, "axis": 0}, grad=False)],
    # MXNet reads out of bounds when a scalar is inserted, so its results are not usable.
    Sample("_npi_insert_scalar", (array(3),), {"val": 5.0, "int_ind": 2, "axis": None}, grad=False,
           without_golden=True),
    Sample("_npi_insert_slice", (array(3, 4), array(2, 4, seed=1)), {"start": 0, "stop": 3, "step": 2, "axis": 0},
           grad=False),
    Sample("_npi_insert_tensor", (array(3, 4), array(3, 2, seed=1), np.array([1, 3], "int64")), {"axis": 1},
           grad=False),
    Sample("_npi_insert_tensor", (array(3, 4), np.array([1, 3], "int64")), {"val": 2.0, "axis": 1}, grad=False,
           symbolic=False,
           without_golden=True),
    Sample("_npi_share_memory", (array(3), array(3)), grad=False),
    Sample("_npi_unique", (np.array([3.0, 1.0, 3.0, 2.0], "float32"),), grad=False, symbolic=False),
    Sample("_npi_unique", (np.array([3, 1, 3, 2], "int64"),),
           {"return_index": True, "return_inverse": True, "return_counts": True}, grad=False, symbolic=False),
    Sample("_npi_unique", (np.array([[1, 0], [1, 0], [0, 2]], "int32"),), {"axis": 0}, grad=False, symbolic=False),
    Sample("_npi_bincount", (np.array([0, 2, 2, 5], "int64"),), {"minlength": 3, "has_weights": False}, grad=False,
           symbolic=False),
    Sample("_npi_bincount", (np.array([0, 2, 2], "int64"), array(3)), {"has_weights": True}, grad=False,
           symbolic=False),
    *[Sample("_npi_diff", (array(3, 4),), {"n": n, "axis": axis}) for n, axis in ((1, -1), (2, 0), (0, 1))],
    Sample("_npi_ediff1d", (array(2, 3),)),
    Sample("_npi_ediff1d", (array(4),), {"to_begin_scalar": 1.0, "to_end_scalar": 2.0}),
    Sample("_npi_ediff1d", (array(4), array(2, seed=1), array(3, seed=2)),
           {"to_begin_arr_given": True, "to_end_arr_given": True}),
    *[Sample("_npi_percentile", (array(3, 4),), {"q_scalar": 30.0, "axis": axis, "interpolation": kind}, grad=False)
      for axis, kind in ((None, "linear"), ((0,), "lower"), ((1,), "higher"), ((0,), "midpoint"), ((1,), "nearest"))],
    Sample("_npi_percentile", (array(3, 4), np.array([10.0, 90.0], "float32")), {"axis": (1,), "keepdims": True},
           grad=False),
    Sample("_npi_percentile", (array(5, low=0, high=9, dtype="int32"),), {"q_scalar": 50.0}, grad=False),
    *[Sample("_npi_percentile", (array(8, low=-50, high=50, dtype=kind), np.array([33.3, 100, 99.9], "float32")),
             {"interpolation": interpolation}, grad=False, rtol=1e-3 if kind == "float16" else 1e-4)
      for kind in ("float16", "float64") for interpolation in ("linear", "nearest")],
    Sample("_npi_polyval", (array(3), array(2, 2, seed=1))),
    Sample("_npi_polyval", (array(2), np.array(1.5, "float32"))),
    Sample("_npi_diag_indices_from", (array(3, 3),), grad=False),
]
