"""Compare storage types of results with MXNet 1.9.1, and test the results of sparse kernels."""

from collections.abc import Callable

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet.ndarray import sparse

DENSE = np.array([[0, 0.5, 0, 0.2], [0, 0, 0, 0], [0.3, 0, 0, -0.4]], "float32")
SQUARE = np.arange(8, dtype="float32").reshape(4, 2)

# Operation: storage type of the result for a CSR and for a row-sparse array.
STYPES: list[tuple[str, Callable, str, str]] = [
    ("x + x", lambda x, d: x + x, "csr", "row_sparse"),
    ("x - d", lambda x, d: x - d, "default", "default"),
    ("x * x", lambda x, d: x * x, "csr", "row_sparse"),
    ("x * d", lambda x, d: x * d, "csr", "row_sparse"),
    ("d * x", lambda x, d: d * x, "default", "default"),
    ("d + x", lambda x, d: d + x, "default", "default"),
    ("x / x", lambda x, d: x / x, "default", "default"),
    ("x / 2", lambda x, d: x / 2, "csr", "row_sparse"),
    ("2 * x", lambda x, d: 2 * x, "csr", "row_sparse"),
    ("2 - x", lambda x, d: 2 - x, "default", "default"),
    ("x + 0", lambda x, d: x + 0, "csr", "row_sparse"),
    ("x + 1", lambda x, d: x + 1, "default", "default"),
    ("-x", lambda x, d: -x, "csr", "row_sparse"),
    ("abs", lambda x, d: abs(x), "csr", "row_sparse"),
    ("x ** 2", lambda x, d: x ** 2, "default", "default"),
    ("x % 2", lambda x, d: x % 2, "default", "default"),
    ("x == x", lambda x, d: x == x, "default", "default"),
    ("x > 0", lambda x, d: x > 0, "csr", "row_sparse"),
    ("x >= 0", lambda x, d: x >= 0, "default", "default"),
    ("x < 0", lambda x, d: x < 0, "csr", "row_sparse"),
    ("x != 0", lambda x, d: x != 0, "csr", "row_sparse"),
    ("maximum", lambda x, d: nd.maximum(x, x), "default", "default"),
    ("_maximum", lambda x, d: nd._internal._maximum(x, x), "csr", "row_sparse"),
    ("exp", lambda x, d: nd.exp(x), "default", "default"),
    ("sum", lambda x, d: nd.sum(x, axis=0), "default", "default"),
    ("slice", lambda x, d: nd.slice(x, begin=(0, 1), end=(2, 3)), "csr", "default"),
    ("slice step", lambda x, d: nd.slice(x, begin=(0,), end=(3,), step=(2,)), "default", "default"),
    ("take", lambda x, d: nd.take(x, nd.array([0, 2])), "csr", "default"),
    ("concat", lambda x, d: nd.concat(x, x, dim=0), "csr", "default"),
    ("concat dim 1", lambda x, d: nd.concat(x, x, dim=1), "default", "default"),
    ("concat mixed", lambda x, d: nd.concat(x, d, dim=0), "default", "default"),
    ("Cast", lambda x, d: nd.cast(x, dtype="float64"), "default", "default"),
    ("transpose", lambda x, d: x.T, "default", "default"),
    ("add_n", lambda x, d: nd.add_n(x, x), "default", "row_sparse"),
    ("broadcast_mul", lambda x, d: nd.broadcast_mul(x, nd.array([[1, 2, 3, 4]])), "csr", "default"),
    ("broadcast_div", lambda x, d: nd.broadcast_div(x, nd.array([[1], [2], [3]])), "csr", "default"),
    ("broadcast_add", lambda x, d: nd.broadcast_add(x, nd.array([[1], [2], [3]])), "default", "default"),
    ("dot", lambda x, d: nd.dot(x, nd.array(SQUARE)), "default", "default"),
    ("dot transposed", lambda x, d: nd.dot(x, nd.ones((3, 2)), transpose_a=True), "row_sparse", "default"),
    ("dot chosen", lambda x, d: nd.dot(x, nd.ones((3, 2)), transpose_a=True, forward_stype="default"), "default",
     "default"),
    ("dot from the left", lambda x, d: nd.dot(nd.ones((2, 3)), x), "csr", "default"),
    ("dot dense", lambda x, d: nd.dot(d, d, transpose_b=True, forward_stype="csr"), "csr", "csr"),
    ("zeros_like", lambda x, d: nd.zeros_like(x), "csr", "row_sparse"),
    ("ones_like", lambda x, d: nd.ones_like(x), "default", "default"),
    ("where", lambda x, d: nd.where(x, d, d), "default", "default"),
    ("clip", lambda x, d: nd.clip(x, -0.25, 0.75), "csr", "row_sparse"),
    ("cast_storage", lambda x, d: nd.cast_storage(d, x.stype), "csr", "row_sparse"),
    ("sparse.add", lambda x, d: sparse.add(x, d), "default", "default"),
    ("sparse.multiply", lambda x, d: sparse.multiply(x, nd.array([[1, 2, 3, 4]])), "csr", "default"),
]


@pytest.mark.parametrize(("name", "operation", "csr", "rows"), STYPES, ids=[row[0] for row in STYPES])
def test_storage_type_and_values(name: str, operation: Callable, csr: str, rows: str) -> None:
    dense = nd.array(DENSE)
    for stype, expected in (("csr", csr), ("row_sparse", rows)):
        result = operation(dense.tostype(stype), dense)
        assert result.stype == expected
        if name not in ("cast_storage", "dot chosen"):
            np.testing.assert_allclose(result.asnumpy(), operation(dense, dense).asnumpy(), rtol=1e-6, atol=1e-7)
        if expected != "default":
            result.check_format()


@pytest.mark.parametrize("stype", ["csr", "row_sparse"])
def test_in_place_arithmetic(stype: str) -> None:
    array = nd.array(DENSE).tostype(stype)
    kept = array
    array += array
    array -= nd.array(DENSE)
    array *= 4
    array /= 2
    assert array is kept and array.stype == stype
    np.testing.assert_allclose(array.asnumpy(), DENSE * 2, rtol=1e-6)
    dense = nd.ones((3, 4))
    dense += array
    np.testing.assert_allclose(dense.asnumpy(), 1 + DENSE * 2, rtol=1e-6)


@pytest.mark.parametrize("stype", ["csr", "row_sparse"])
def test_results_written_to_arrays_of_other_storage(stype: str) -> None:
    sparse_out = nd.zeros((3, 4), stype=stype)
    assert nd.relu(nd.array(DENSE), out=sparse_out) is sparse_out
    np.testing.assert_array_equal(sparse_out.asnumpy(), np.maximum(DENSE, 0))
    dense_out = nd.zeros((3, 4))
    nd.relu(nd.array(DENSE).tostype(stype), out=dense_out)
    np.testing.assert_array_equal(dense_out.asnumpy(), np.maximum(DENSE, 0))
    with pytest.raises(mx.MXNetError, match="shape"):
        nd.relu(nd.ones((2, 2)), out=sparse_out)


def test_stored_zeros_are_kept() -> None:
    csr, rows = (nd.array(DENSE).tostype(s) for s in ("csr", "row_sparse"))
    assert (csr - csr).data.shape == (4,) and (rows - rows).data.shape == (2, 4)
    assert (csr * 0).data.shape == (4,)


def test_sparse_states_are_written() -> None:
    arrays = [nd.array(DENSE).tostype(s) for s in ("csr", "row_sparse", "default")]
    nd.reset_arrays(*arrays, num_arrays=3)
    assert all((a.asnumpy() == 0).all() for a in arrays)
    results = []
    for stype in ("default", "row_sparse"):
        weight, grad, state = nd.ones((3, 4)), nd.array(DENSE).tostype(stype), nd.array(DENSE * DENSE).tostype(stype)
        nd.rmsprop_update(weight, grad, state, lr=0.1, out=weight)
        assert state.stype == stype
        results.append((weight.asnumpy(), state.asnumpy()))
    np.testing.assert_allclose(results[0], results[1], rtol=1e-6)


def test_batch_norm_of_sparse_arrays_learns_gamma() -> None:
    arguments = [nd.array(DENSE).tostype("row_sparse"), *[nd.ones((4,)).tostype("row_sparse") for _ in range(4)]]
    expected = nd.BatchNorm(*[a.tostype("default") for a in arguments], fix_gamma=False)
    np.testing.assert_allclose(nd.BatchNorm(*arguments, fix_gamma=False).asnumpy(), expected.asnumpy(), rtol=1e-6)
    with pytest.raises(mx.MXNetError, match="fix_gamma"):
        nd.BatchNorm(*arguments)


def test_retain_keeps_rows_that_are_asked_for() -> None:
    rows = nd.array(DENSE).tostype("row_sparse")
    kept = sparse.retain(rows, nd.array([0, 1]))
    assert kept.indices.asnumpy().tolist() == [0, 1]
    np.testing.assert_array_equal(kept.asnumpy(), DENSE * [[1], [1], [0]])
    np.testing.assert_array_equal(rows.retain(nd.array([2])).asnumpy(), DENSE * [[0], [0], [1]])
    with pytest.raises(mx.MXNetError, match="row_sparse"):
        sparse.retain(nd.array(DENSE).tostype("csr"), nd.array([0]))


def test_errors_name_the_operator() -> None:
    csr = nd.array(DENSE).tostype("csr")
    with pytest.raises(mx.MXNetError, match="elemwise_add"):
        nd.elemwise_add(csr, nd.ones((2, 2)).tostype("csr"))
    with pytest.raises(mx.MXNetError, match=r"operator dot: .*inner axes"):
        nd.dot(csr, nd.ones((3, 2)))


def test_large_products_stay_sparse() -> None:
    """A dense copy of this matrix would need terabytes of memory."""
    size = 10 ** 7
    matrix = sparse.csr_matrix(([1.0, 2.0, 3.0], [0, size - 1, 5], [0, 2, 3, 3]), shape=(3, size))
    product = nd.dot(matrix, nd.array([[1.0], [1.0], [2.0]]), transpose_a=True)
    assert product.stype == "row_sparse" and product.indices.asnumpy().tolist() == [0, 5, size - 1]
    assert product.data.asnumpy().ravel().tolist() == [1, 3, 2]
    back = nd.dot(matrix, product)
    assert back.asnumpy().ravel().tolist() == [5, 9, 0]
    assert (matrix * 2 + matrix).data.asnumpy().tolist() == [3, 6, 9]


@pytest.mark.parametrize("dtype", ["float16", "int32", "float64"])
def test_products_of_other_types(dtype: str) -> None:
    left, right = (DENSE * 10).round().astype(dtype), SQUARE.astype(dtype)
    matrix = nd.array(left, dtype=dtype).tostype("csr")
    result = nd.dot(matrix, nd.array(right, dtype=dtype))
    assert result.dtype == np.dtype(dtype)
    np.testing.assert_allclose(result.asnumpy(), left @ right)


def test_optimizer_step_touches_rows_with_a_gradient_only() -> None:
    weight, momentum = nd.ones((3, 2)), nd.ones((3, 2))
    grad = sparse.row_sparse_array(([[1, 1]], [1]), shape=(3, 2))
    before = weight._data
    nd.sgd_mom_update(weight, grad, momentum, lr=0.5, momentum=0.5, wd=0.1, out=weight)
    assert weight._data is before
    np.testing.assert_allclose(weight.asnumpy(), [[1, 1], [0.95, 0.95], [1, 1]])
    np.testing.assert_allclose(momentum.asnumpy(), [[1, 1], [-0.05, -0.05], [1, 1]], atol=1e-7)
    state = nd.zeros((3, 2), stype="row_sparse")
    sparse_weight = nd.ones((3, 2)).tostype("row_sparse")
    nd.sgd_mom_update(sparse_weight, grad, state, lr=0.5, momentum=0.5, out=sparse_weight)
    np.testing.assert_allclose(sparse_weight.asnumpy(), [[1, 1], [0.5, 0.5], [1, 1]])
    assert state.indices.asnumpy().tolist() == [1]
