"""Test dtypes by code, name, NumPy dtype and torch dtype."""

import numpy as np
import pytest
import torch

from mxnet import nd
from mxnet._runtime import dtype as dtypes
from mxnet._runtime.error import MXNetError

# Type codes of mshadow, as used in files and attributes.
CODES = {"float32": 0, "float64": 1, "float16": 2, "uint8": 3, "int32": 4, "int8": 5, "int64": 6, "bool": 7,
         "int16": 8, "uint16": 9, "uint32": 10, "uint64": 11, "bfloat16": 12}


@pytest.mark.parametrize("name", CODES)
def test_each_form_of_a_type_finds_it(name: str) -> None:
    found = dtypes.TORCH_OF_CODE[CODES[name]]
    assert found is getattr(torch, name)
    assert dtypes.to_torch(name) is found and dtypes.to_torch(found) is found
    assert dtypes.to_torch(dtypes.NUMPY_OF_TORCH[found]) is found
    assert dtypes.name_of(found) == name and dtypes.CODE_OF_TORCH[found] == CODES[name]
    if name != "bfloat16":
        assert dtypes.to_torch(np.dtype(name)) is found


def test_python_types_and_arrays_stand_for_types() -> None:
    assert [dtypes.to_torch(kind) for kind in (float, int, bool)] == [torch.float64, torch.int64, torch.bool]
    assert dtypes.to_torch(nd.ones(1, dtype="int8")) is torch.int8
    assert dtypes.default_of_none(None) is torch.float32


@pytest.mark.parametrize("wrong", ["float33", object, "complex64", 3.5])
def test_unknown_dtype_error_names_it(wrong: object) -> None:
    with pytest.raises(TypeError, match="not understood; one of"):
        dtypes.to_torch(wrong)


def test_the_attribute_of_a_variable() -> None:
    assert dtypes.of_attribute("x", None) is None and dtypes.of_attribute("x", "-1") is None
    assert dtypes.of_attribute("x", "3") is torch.uint8
    for wrong in ("99", "float32"):
        with pytest.raises(MXNetError, match=f"variable x: .*{wrong}"):
            dtypes.of_attribute("x", wrong)
