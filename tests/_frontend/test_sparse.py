"""Test operators on sparse arrays, with sparse rules and on dense copies."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import nd
from mxnet._frontend import sparse
from mxnet._ops.opdef import find
from mxnet.base import MXNetError

ROWS = np.array([[0, 0], [1, 2], [0, 3]], "float32")


def test_a_rule_keeps_the_storage_type() -> None:
    result = sparse.call(find("square"), {}, [nd.array(ROWS).tostype("row_sparse")], None)
    assert result.stype == "row_sparse"
    np.testing.assert_array_equal(result.asnumpy(), ROWS**2)


def test_without_a_rule_dense_copies_are_computed_with() -> None:
    result = sparse.call(find("cos"), {}, [nd.array(ROWS).tostype("csr")], None)
    assert result.stype == "default"
    np.testing.assert_allclose(result.asnumpy(), np.cos(ROWS), rtol=1e-6)


@pytest.mark.parametrize("stype", ["default", "row_sparse", "csr"])
def test_assignment_converts_to_the_type_of_the_target(stype: str) -> None:
    target = nd.zeros((3, 2), stype=stype)
    sparse.assign(target, sparse.content_of(nd.array(ROWS).tostype("row_sparse")))
    assert target.stype == stype
    np.testing.assert_array_equal(target.asnumpy(), ROWS)


def test_out_of_wrong_shape_raises() -> None:
    with pytest.raises(MXNetError, match="shape"):
        sparse.call(find("square"), {}, [nd.array(ROWS).tostype("row_sparse")], nd.zeros((2, 2), stype="row_sparse"))


def test_a_dense_view_of_a_dense_array_is_the_array() -> None:
    array = nd.array(ROWS)
    assert sparse.dense_view(array) is array
    np.testing.assert_array_equal(sparse.dense_view(array.tostype("csr")).asnumpy(), ROWS)
