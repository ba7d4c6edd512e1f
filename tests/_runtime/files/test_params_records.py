"""Test the records of parameter files."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet._runtime.files.params_records import BFLOAT16, DTYPE_OF_CODE, ParamsFileError, SavedArray, type_code_of


def test_type_codes_round_trip():
    for code, dtype in DTYPE_OF_CODE.items():
        assert code == BFLOAT16 or type_code_of(dtype) == code == type_code_of(dtype.newbyteorder(">"))
    with pytest.raises(ValueError, match="complex64"):
        type_code_of(np.dtype("complex64"))


def test_dense_arrays():
    record = SavedArray.dense(np.zeros((2, 3), "int8"), dev_type=2, dev_id=1, np_shape=True)
    assert (record.shape, record.type_code, record.dev_type, record.dev_id, record.np_shape) == ((2, 3), 5, 2, 1, True)
    assert SavedArray.dense(np.zeros(2, "uint16"), BFLOAT16).type_code == BFLOAT16


def test_errors_have_an_offset():
    error = ParamsFileError("too short", 12)
    assert (error.reason, error.offset) == ("too short", 12) and "at byte 12" in str(error)
