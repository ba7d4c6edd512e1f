"""Tests of sparse arrays: creation, conversion, indexing, assignment, checks and files."""

import pathlib
import pickle

import numpy as np
import pytest
from scipy import sparse as scipy_sparse

import mxnet as mx
from mxnet import nd
from mxnet.ndarray import sparse

DENSE = np.array([[0, 0.5, 0, 0.2], [0, 0, 0, 0], [0.3, 0, 0, -0.4]], "float32")
KINDS = pytest.mark.parametrize("stype", ["csr", "row_sparse"])
# Bytes of MXNet 1.9.1 for {'a': csr [[0, 1.5], [0, 0], [2, 0]], 'b': row_sparse [[0, 0], [3, 4]]}
FILE = bytes.fromhex(
    "120100000000000000000000000000000200000000000000c9fa93f902000000010000000200000000000000020000000300"
    "0000000000000200000000000000010000000000000000000000060000000100000004000000000000000600000001000000"
    "02000000000000000000c03f0000004000000000000000000100000000000000010000000000000002000000000000000100"
    "0000000000000000000000000000c9fa93f90100000002000000010000000000000002000000000000000200000002000000"
    "0000000002000000000000000100000000000000000000000600000001000000010000000000000000004040000080400100"
    "0000000000000200000000000000010000000000000061010000000000000062")


def made(stype: str, values: np.ndarray = DENSE) -> nd.NDArray:
    return nd.array(values, dtype=values.dtype).tostype(stype)


def test_parts_of_csr() -> None:
    array = made("csr")
    assert type(array) is sparse.CSRNDArray and array.stype == "csr"
    assert array.shape == (3, 4) and array.ndim == 2 and len(array) == 3 and array.dtype is np.float32
    assert array.indptr.asnumpy().tolist() == [0, 2, 2, 4]
    assert array.indices.asnumpy().tolist() == [1, 3, 0, 3] and array.indices.dtype is np.int64
    np.testing.assert_array_equal(array.data.asnumpy(), np.array([0.5, 0.2, 0.3, -0.4], "float32"))
    np.testing.assert_array_equal(array.asnumpy(), DENSE)


def test_parts_of_row_sparse() -> None:
    array = made("row_sparse")
    assert type(array) is sparse.RowSparseNDArray
    assert array.indices.asnumpy().tolist() == [0, 2]
    np.testing.assert_array_equal(array.data.asnumpy(), DENSE[[0, 2]])
    three = made("row_sparse", np.stack([DENSE, DENSE * 0]))
    assert three.data.shape == (1, 3, 4)


def test_parts_are_copies() -> None:
    array = made("csr")
    array.data[:] = 7
    np.testing.assert_array_equal(array.asnumpy(), DENSE)


@KINDS
def test_text(stype: str) -> None:
    array = made(stype)
    assert repr(array) == f"\n<{type(array).__name__} 3x4 @cpu(0)>"


def test_csr_matrix_forms() -> None:
    parts = ([1, 2, 3], [1, 0, 2], [0, 1, 2, 2, 3])
    expected = [[0, 1, 0], [2, 0, 0], [0, 0, 0], [0, 0, 3]]
    assert sparse.csr_matrix(parts, shape=(4, 3)).asnumpy().tolist() == expected
    assert sparse.csr_matrix(parts).shape == (4, 3)
    coordinates = sparse.csr_matrix((nd.array([1, 2, 3, 1]), ([0, 1, 3, 3], [1, 0, 2, 2])), shape=(4, 3))
    assert coordinates.asnumpy().tolist() == [[0, 1, 0], [2, 0, 0], [0, 0, 0], [0, 0, 4]]
    assert coordinates.data.shape == (3,)
    matrix = scipy_sparse.csr_matrix(np.array(expected, "float64"))
    assert sparse.csr_matrix(matrix).dtype is np.float64
    assert sparse.array(matrix, dtype="int32").asnumpy().tolist() == expected
    assert nd.array(matrix).stype == "csr"
    assert sparse.csr_matrix((2, 3)).asnumpy().tolist() == [[0] * 3] * 2
    assert sparse.csr_matrix(expected, dtype="float64", ctx=mx.cpu(1)).context == mx.cpu(1)
    assert sparse.csr_matrix(made("csr")).asnumpy().tolist() == DENSE.tolist()
    back = made("csr").asscipy()
    np.testing.assert_array_equal(back.toarray(), DENSE)


def test_row_sparse_array_forms() -> None:
    parts = ([[1, 2], [3, 4]], [1, 2])
    array = sparse.row_sparse_array(parts, shape=(4, 2), dtype="float64")
    assert array.asnumpy().tolist() == [[0, 0], [1, 2], [3, 4], [0, 0]] and array.dtype is np.float64
    assert sparse.row_sparse_array(parts).shape == (3, 2)
    assert sparse.row_sparse_array((4, 2)).data.shape == (0, 2)
    assert sparse.row_sparse_array((4, 2, 1)).shape == (4, 2, 1)
    assert sparse.row_sparse_array(np.eye(2)).dtype is np.float64
    assert sparse.row_sparse_array(array).asnumpy().tolist() == array.asnumpy().tolist()


def test_wrong_arguments_name_the_rule() -> None:
    with pytest.raises(ValueError, match=r"shape=\(3, 2\) does not match the shape \(2, 2\)"):
        sparse.csr_matrix((2, 2), shape=(3, 2))
    with pytest.raises(ValueError, match="RowSparseNDArray"):
        sparse.csr_matrix(made("row_sparse"))
    with pytest.raises(ValueError, match="CSRNDArray"):
        sparse.row_sparse_array(made("csr"))
    with pytest.raises(ValueError, match="a tuple of 1 elements does not describe"):
        sparse.csr_matrix((1,))
    with pytest.raises(ValueError, match="no indices"):
        sparse.csr_matrix(([], [], [0, 0]))
    with pytest.raises(ValueError, match="invalid shape"):
        sparse.row_sparse_array(([1, 2], [0]), shape=(3, 2))
    with pytest.raises(ValueError, match="unknown storage type"):
        sparse.zeros("coo", (2, 2))
    with pytest.raises(AssertionError, match="tostype"):
        sparse.array(nd.ones((2, 2)))
    with pytest.raises(ValueError, match=r"nd\.array"):
        sparse.array(np.ones((2, 2)))
    with pytest.raises(ValueError, match="needs a matrix, received shape"):
        nd.ones((3,)).tostype("csr")
    with pytest.raises(mx.MXNetError, match="two axes"):
        nd.zeros((3,), stype="csr")


@KINDS
def test_conversions(stype: str) -> None:
    array = made(stype)
    other = "csr" if stype == "row_sparse" else "row_sparse"
    with pytest.raises(ValueError, match="not supported"):
        array.tostype(other)
    with pytest.raises(mx.MXNetError, match="stype"):
        array.tostype("coo")
    assert array.tostype("default").stype == "default"
    same = array.tostype(stype)
    assert same is not array and same.stype == stype
    wide = array.astype("float64")
    assert wide.dtype is np.float64 and wide.stype == stype and array.astype("float32", copy=False) is array
    moved = array.as_in_context(mx.cpu(1))
    assert moved.context == mx.cpu(1) and moved.stype == stype and array.as_in_context(mx.cpu(0)) is array
    for copied in (array.copy(), array.copyto(mx.cpu(0)), array.detach()):
        assert copied.stype == stype
        np.testing.assert_array_equal(copied.asnumpy(), DENSE)


@KINDS
def test_copyto_between_storage_types(stype: str) -> None:
    array = made(stype)
    dense = nd.zeros((3, 4))
    assert array.copyto(dense) is dense
    np.testing.assert_array_equal(dense.asnumpy(), DENSE)
    target = nd.zeros((3, 4), stype=stype)
    assert nd.array(DENSE * 2).copyto(target) is target and array.copyto(target) is target
    np.testing.assert_array_equal(target.asnumpy(), DENSE)
    with pytest.raises(TypeError, match="stype"):
        array.copyto(nd.zeros((3, 4), stype="csr" if stype == "row_sparse" else "row_sparse"))
    with pytest.raises(mx.MXNetError, match="shape"):
        array.copyto(nd.zeros((4, 3)))


def test_reading_parts() -> None:
    csr = made("csr")
    for key, expected in ((0, DENSE[:1]), (-1, DENSE[2:]), (-2, DENSE[1:2]), (slice(1, None), DENSE[1:]),
                          (slice(None, 2), DENSE[:2]), (slice(-2, None), DENSE[1:])):
        assert csr[key].stype == "csr"
        np.testing.assert_array_equal(csr[key].asnumpy(), expected)
    assert csr[:] is csr and [row.shape for row in csr] == [(1, 4)] * 3
    for key in (slice(0, 3, 2), (0, 1), "x"):
        with pytest.raises(ValueError, match="."):
            csr[key]
    rows = made("row_sparse")
    assert rows[:] is rows
    with pytest.raises(Exception, match=r"only supports \[:\]"):
        rows[1]


@KINDS
def test_assigning(stype: str) -> None:
    array = nd.zeros((3, 4), stype=stype)
    array[:] = made(stype)
    np.testing.assert_array_equal(array.asnumpy(), DENSE)
    array[:] = nd.array(DENSE * 2)
    np.testing.assert_array_equal(array.asnumpy(), DENSE * 2)
    with pytest.warns(RuntimeWarning, match="not efficient"):
        array[:] = DENSE
    assert array.stype == stype and array.data.size == (4 if stype == "csr" else 8)
    with pytest.raises(ValueError, match="slice"):
        array[0:1] = 1.0 if stype == "row_sparse" else nd.ones((1, 4))


def test_assigning_to_dense_arrays() -> None:
    dense = nd.zeros((3, 4))
    dense[:] = made("csr")
    np.testing.assert_array_equal(dense.asnumpy(), DENSE)
    dense[1:2] = made("csr")[2]
    np.testing.assert_array_equal(dense.asnumpy()[1], DENSE[2])


def test_assigning_numbers() -> None:
    rows = nd.zeros((3, 4), stype="row_sparse")
    rows[:] = 2
    assert rows.indices.shape == (3,) and (rows.asnumpy() == 2).all()
    with pytest.raises(ValueError, match="cannot be set to the number 1"):
        made("csr")[:] = 1


@pytest.mark.parametrize(("parts", "rule"), [
    (([7, 8, 9], [0, 2, 1], [0, 5, 2, 3]), "indptr"),
    (([7, 8, 9], [2, 1, 1], [0, 2, 2, 3]), "must increase"),
    (([7, 8, 9], [1, 2, 1], [0, 2, 2, 4]), "indptr"),
    (([7, 8, 9], [0, 2, 9], [0, 2, 2, 3]), "within"),
])
def test_check_format_of_csr(parts: tuple, rule: str) -> None:
    with pytest.raises(mx.MXNetError, match=rule):
        sparse.csr_matrix(parts, shape=(3, 4)).check_format()


@pytest.mark.parametrize(("indices", "rule"), [([1, 4], "within"), ([1, 0], "must increase"), ([-2, 1], "within")])
def test_check_format_of_row_sparse(indices: list, rule: str) -> None:
    with pytest.raises(mx.MXNetError, match=rule):
        sparse.row_sparse_array(([[1, 2], [3, 4]], indices), shape=(3, 2)).check_format()
    made("row_sparse").check_format()
    made("csr").check_format(full_check=False)


def test_file_bytes_are_those_of_mxnet(tmp_path: pathlib.Path) -> None:
    loaded = nd.load_frombuffer(FILE)
    assert [a.stype for a in loaded.values()] == ["csr", "row_sparse"]
    assert loaded["a"].asnumpy().tolist() == [[0, 1.5], [0, 0], [2, 0]]
    assert loaded["b"].asnumpy().tolist() == [[0, 0], [3, 4]]
    path = tmp_path / "sparse.params"
    nd.save(str(path), loaded)
    assert path.read_bytes() == FILE


@KINDS
def test_pickling(stype: str) -> None:
    array = pickle.loads(pickle.dumps(made(stype)))
    assert array.stype == stype
    np.testing.assert_array_equal(array.asnumpy(), DENSE)


@KINDS
def test_what_sparse_arrays_refuse(stype: str) -> None:
    array = made(stype)
    with pytest.raises(mx.base.NotSupportedForSparseNDArray, match="reshape"):
        array.reshape((4, 3))
    with pytest.raises(NotImplementedError):
        _ = array.size
    with pytest.raises(NotImplementedError):
        array.asscalar()
    with pytest.raises(ValueError, match="ambiguous"):
        bool(array)


def test_unsorted_columns_are_understood() -> None:
    shuffled = sparse.csr_matrix(([1.0, 2.0, 3.0], [2, 0, 1], [0, 2, 3]), shape=(2, 3))
    assert shuffled.asnumpy().tolist() == [[2, 0, 1], [0, 3, 0]]
    assert (shuffled + shuffled).asnumpy().tolist() == [[4, 0, 2], [0, 6, 0]]
    assert nd.dot(shuffled, nd.array(np.eye(3))).asnumpy().tolist() == [[2, 0, 1], [0, 3, 0]]


@pytest.mark.parametrize(("shape", "density"), [((1000, 1000000), 1e-5), ((6, 5), 0.5), ((30, 100), 0.05)])
def test_random_csr_arrays_of_any_size_have_the_density_asked_for(shape, density):
    array = mx.test_utils.rand_ndarray(shape, "csr", density=density)
    indptr, indices = array.indptr.asnumpy(), array.indices.asnumpy()
    assert array.shape == shape and indices.size == indptr[-1] == round(density * shape[0] * shape[1])
    places = np.repeat(np.arange(shape[0]), np.diff(indptr)) * shape[1] + indices
    assert np.unique(places).size == places.size and indices.max() < shape[1]
