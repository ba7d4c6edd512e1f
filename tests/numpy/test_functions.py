"""Compare values and dtypes of functions of ``mx.np`` with NumPy."""

import numpy as onp
import pytest

import mxnet as mx
from mxnet.base import MXNetError

np = mx.np
RANDOM = onp.random.default_rng(0)
POSITIVE = RANDOM.uniform(0.1, 0.9, (3, 4)).astype("float32")
SIGNED = RANDOM.uniform(-3, 3, (3, 4)).astype("float32")
SQUARE = RANDOM.uniform(-1, 1, (4, 4)).astype("float32")

UNARY_POSITIVE = ["log", "log2", "log10", "log1p", "sqrt", "arcsin", "arccos", "arctanh"]
UNARY = ["negative", "abs", "exp", "expm1", "square", "cbrt", "reciprocal", "sin", "cos", "tan", "arctan", "sinh",
         "cosh", "tanh", "arcsinh", "degrees", "radians", "floor", "ceil", "trunc", "fix", "sign", "isnan", "isinf",
         "isfinite", "logical_not"]
BINARY = ["add", "subtract", "multiply", "divide", "true_divide", "mod", "maximum", "minimum", "hypot", "arctan2",
          "copysign", "equal", "not_equal", "greater", "greater_equal", "less", "less_equal", "logical_and",
          "logical_or", "logical_xor"]


def check(result, expected, tolerance=1e-5):
    """Compare values, shape and dtype. Float64 results of NumPy may be float32."""
    assert type(result) is np.ndarray
    expected = onp.asarray(expected)
    assert result.shape == expected.shape
    assert result.dtype == (onp.float32 if expected.dtype == onp.float64 else expected.dtype)
    onp.testing.assert_allclose(onp.asarray(result.asnumpy()), expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", UNARY_POSITIVE + UNARY)
def test_unary(name):
    values = POSITIVE if name in UNARY_POSITIVE else SIGNED
    expected = onp.trunc if name == "fix" else getattr(onp, name)  # np.fix is deprecated since NumPy 2.5
    check(getattr(np, name)(np.array(values)), expected(values))
    assert getattr(np, name)(0.5) == pytest.approx(expected(0.5))


@pytest.mark.parametrize("name", BINARY)
def test_binary(name):
    ours, theirs = getattr(np, name), getattr(onp, name)
    row = SIGNED[:1] + 0.01
    check(ours(np.array(SIGNED), np.array(row)), theirs(SIGNED, row))
    check(ours(np.array(SIGNED), 2.0), theirs(SIGNED, onp.float32(2.0)))
    check(ours(2.0, np.array(SIGNED)), theirs(onp.float32(2.0), SIGNED))
    assert ours(3.0, 2.0) == theirs(3.0, 2.0)


def test_power():
    check(np.power(np.array(POSITIVE), np.array(SIGNED)), POSITIVE ** SIGNED)
    check(2.0 ** np.array(SIGNED), onp.float32(2.0) ** SIGNED)


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "std", "var", "max", "min", "any", "all"])
@pytest.mark.parametrize("options", [{}, {"axis": 0}, {"axis": -1, "keepdims": True}, {"axis": (0, 1)}])
def test_reductions(name, options):
    check(getattr(np, name)(np.array(SIGNED), **options), getattr(onp, name)(SIGNED, **options))
    check(getattr(np.array(SIGNED), name)(**options), getattr(onp, name)(SIGNED, **options))


@pytest.mark.parametrize("name", ["argmax", "argmin", "cumsum"])
@pytest.mark.parametrize("axis", [None, 0, 1])
def test_positions_and_running_sums(name, axis):
    check(getattr(np, name)(np.array(SIGNED), axis=axis), getattr(onp, name)(SIGNED, axis=axis))


SHAPES = {
    "reshape": lambda n, a: n.reshape(a, (2, -1)),
    "ravel": lambda n, a: n.ravel(a),
    "transpose": lambda n, a: n.transpose(a),
    "swapaxes": lambda n, a: n.swapaxes(a, 0, 1),
    "moveaxis": lambda n, a: n.moveaxis(a, 0, 1),
    "rollaxis": lambda n, a: n.rollaxis(a, 1),
    "expand_dims": lambda n, a: n.expand_dims(a, 1),
    "squeeze": lambda n, a: n.squeeze(a[:1]),
    "broadcast_to": lambda n, a: n.broadcast_to(a, (2, 3, 4)),
    "flip": lambda n, a: n.flip(a, 1),
    "fliplr": lambda n, a: n.fliplr(a),
    "rot90": lambda n, a: n.rot90(a),
    "roll": lambda n, a: n.roll(a, 2),
    "roll axis": lambda n, a: n.roll(a, 1, axis=1),
    "tile": lambda n, a: n.tile(a, (2, 1)),
    "repeat": lambda n, a: n.repeat(a, 2, axis=1),
    "pad": lambda n, a: n.pad(a, ((1, 0), (2, 1))),
    "pad reflect": lambda n, a: n.pad(a, ((1, 0), (2, 1)), mode="reflect"),
    "concatenate": lambda n, a: n.concatenate([a, a], axis=1),
    "stack": lambda n, a: n.stack([a, a], axis=1),
    "vstack": lambda n, a: n.vstack([a, a]),
    "hstack": lambda n, a: n.hstack([a, a]),
    "dstack": lambda n, a: n.dstack([a, a]),
    "split": lambda n, a: n.split(a, 2, axis=1)[1],
    "split at": lambda n, a: n.split(a, [1, 3], axis=1)[1],
    "array_split": lambda n, a: n.array_split(a, 3, axis=1)[0],
    "clip": lambda n, a: n.clip(a, -1, 1),
    "around": lambda n, a: n.around(a, 1),
    "sort": lambda n, a: n.sort(a, axis=0),
    "argsort": lambda n, a: n.argsort(a),
    "unique": lambda n, a: n.unique(a),
    "nonzero": lambda n, a: n.nonzero(a > 0)[1],
    "where": lambda n, a: n.where(a > 0, a, a * 2),
    "diff": lambda n, a: n.diff(a),
    "delete": lambda n, a: n.delete(a, 1, axis=1),
    "meshgrid": lambda n, a: n.meshgrid(a[0], a[1])[1],
    "average": lambda n, a: n.average(a, axis=1),
    "quantile": lambda n, a: n.quantile(a, 0.3, axis=1, keepdims=True),
    "quantiles": lambda n, a: n.quantile(a, n.array([0.25, 0.5])).astype("float32"),
    "percentile": lambda n, a: n.percentile(a, 40),
    "ediff1d": lambda n, a: n.ediff1d(a),
    "polyval": lambda n, a: n.polyval(a[0], a),
    "insert": lambda n, a: n.insert(a, 1, 5.0, axis=1),
    "insert several": lambda n, a: n.insert(a, n.array([0, 2], dtype="int64"), a[:, :2], axis=1),
    "resize": lambda n, a: n.resize(a, (5, 3)),
    "unravel_index": lambda n, a: n.unravel_index(n.argsort(a.reshape(-1)), (3, 4))[1],
    "indices": lambda n, a: n.indices((2, 3)).astype("int32"),
    "histogram": lambda n, a: n.histogram(a, bins=4, range=(-2, 2))[0],
    "nan_to_num": lambda n, a: n.nan_to_num(n.where(a > 0, a, n.inf)),
    "hanning": lambda n, a: n.hanning(5),
    "nanmax": lambda n, a: n.array(n.nanmax(a, axis=1)),
    "searchsorted": lambda n, a: n.searchsorted(n.sort(a[0]), a[1]),
    "atleast_2d": lambda n, a: n.atleast_2d(a[0]),
}
PRODUCTS = {
    "dot": lambda n, a: n.dot(a, a),
    "dot vector": lambda n, a: n.dot(a, a[0]),
    "matmul": lambda n, a: n.matmul(n.stack([a, a]), a),
    "tensordot": lambda n, a: n.tensordot(a, a, axes=([0], [1])),
    "einsum": lambda n, a: n.einsum("ij,kj->ik", a, a),
    "outer": lambda n, a: n.outer(a[0], a[1]),
    "inner": lambda n, a: n.inner(a, a),
    "vdot": lambda n, a: n.vdot(a, a),
    "trace": lambda n, a: n.trace(a, offset=1),
    "tril": lambda n, a: n.tril(a, 1),
    "triu": lambda n, a: n.triu(a, 1),
    "diag": lambda n, a: n.diag(a[0], 1),
    "diagonal": lambda n, a: n.diagonal(a),
    "norm": lambda n, a: n.linalg.norm(a),
    "norm fro": lambda n, a: n.linalg.norm(a, "fro", axis=(0, 1)),
    "norm axis": lambda n, a: n.linalg.norm(a, 1, axis=1),
    "inv": lambda n, a: n.linalg.inv(a),
    "det": lambda n, a: n.linalg.det(a),
    "slogdet": lambda n, a: n.linalg.slogdet(a)[1],
    "cholesky": lambda n, a: n.linalg.cholesky(n.dot(a, n.transpose(a)) + n.eye(4, dtype="float32")),
    "solve": lambda n, a: n.linalg.solve(a, a[0]),
    "eigvalsh": lambda n, a: n.linalg.eigvalsh(a + n.transpose(a)),
    "lstsq": lambda n, a: n.linalg.lstsq(a, a[0], rcond=None)[0],
    "tensorinv": lambda n, a: n.linalg.tensorinv(a, 1),
    "singular values": lambda n, a: n.linalg.svd(a)[1],
}


@pytest.mark.parametrize("name", SHAPES)
def test_moving_and_choosing(name):
    check(SHAPES[name](np, np.array(SIGNED)), SHAPES[name](onp, SIGNED))


@pytest.mark.parametrize("name", PRODUCTS)
def test_products(name):
    with mx.util.np_shape(True):
        _compare_products(name)


def _compare_products(name):
    check(PRODUCTS[name](np, np.array(SQUARE)), PRODUCTS[name](onp, SQUARE), 2e-4)


def test_take_modes():
    vector = np.arange(5)
    assert np.take(vector, np.array([1, 9]), mode="wrap").tolist() == [1, 4]
    assert np.take(vector, np.array([1, 9]), mode="clip").tolist() == [1, 4]
    with pytest.raises(MXNetError, match="indices out of bound"):
        np.take(vector, np.array([-1])).tolist()
    with pytest.raises(MXNetError, match="indices out of bound"):
        np.take(vector, np.array([1, 9])).tolist()
    check(np.take(np.array(SIGNED), np.array([2, 0]), axis=1), onp.take(SIGNED, [2, 0], axis=1))


def test_counting():
    assert np.bincount(np.array([1, 1, 3], dtype="int32")).tolist() == [0, 2, 0, 1]
    values, first, inverse, counts = np.unique(np.array([3, 1, 1]), True, True, True)
    assert (values.tolist(), first.tolist(), inverse.tolist(), counts.tolist()) == ([1, 3], [1, 0], [1, 0, 0], [2, 1])


def test_scalars_through_everything():
    scalar = np.array(2.0)
    for result in (scalar.sum(), scalar.max(), scalar.mean(), scalar.T, scalar.copy(), np.std(scalar), scalar + 1,
                   np.take(np.arange(3), np.array(1)), np.squeeze(scalar), np.concatenate([scalar.reshape(1)])[0]):
        assert result.shape == ()
    assert scalar.reshape(1, 1).shape == (1, 1)
    assert scalar.reshape(1).reshape(()).shape == ()


def test_functions_numpy_computes_are_not_recorded():
    with mx.autograd.record(), pytest.raises(ValueError, match="outside of"):
        np.interp(np.ones((1,)), np.ones((1,)), np.ones((1,)))
    assert "interp" in dir(np)
    with pytest.raises(AttributeError, match="no attribute"):
        _ = np.unknown_function


def test_creation():
    check(np.arange(1, 2, 0.25), onp.arange(1, 2, 0.25))
    check(np.linspace(0, 1, 5), onp.linspace(0, 1, 5))
    check(np.eye(2, 3, 1), onp.eye(2, 3, 1))
    check(np.full((2, 2), 3.5), onp.full((2, 2), 3.5))
    assert np.full((2,), True).dtype == onp.bool_
    assert np.zeros_like(np.array([1], dtype="int32")).dtype == onp.int32
    assert np.array(onp.arange(3)).dtype == onp.int64
    assert np.array([True, False]).dtype == onp.float32
    assert np.ones(()).shape == ()
    assert np.zeros((0, 2)).size == 0


def test_results_have_memory_of_their_own():
    source = np.ones((2, 2))
    for result in (source.reshape(4), source.T, np.squeeze(source), np.expand_dims(source, 0), source.ravel()):
        result[...] = 5
    assert source.sum() == 4
    row = source[0]
    row[:] = 3
    assert source.sum() == 8
    assert np.may_share_memory(source, row)
    assert not np.may_share_memory(source, source.reshape(4))


def test_out():
    target = np.zeros((2,))
    assert np.exp(np.zeros((2,)), out=target) is target
    assert target.tolist() == [1, 1]
    with pytest.raises(MXNetError, match="out must have shape"):
        np.exp(np.zeros((3,)), out=target)


@pytest.mark.parametrize("wrong", [
    lambda: np.ones((10, 10)).reshape((1,)),
    lambda: np.reshape(np.ones((10, 10)), (-1, 3)),
    lambda: np.ones((2, 3)) + np.ones((4, 5)),
    lambda: np.ones((2,)) @ np.ones((3,)),
    lambda: np.sum(np.ones((2,)), axis=5),
    lambda: np.squeeze(np.ones((2, 1)), axis=0),
    lambda: np.concatenate([np.ones((2, 3)), np.ones((3, 4))]),
    lambda: np.max(np.array([])),
])
def test_shape_errors(wrong):
    with pytest.raises(MXNetError, match="^operator "):
        wrong()


def test_other_kinds_of_arrays_are_refused():
    for other in (mx.nd.ones((1,)), onp.ones(1), [1], None):
        with pytest.raises(TypeError, match="not supported"):
            np.ones((1,)) + other
    with pytest.raises(TypeError, match="not supported"):
        np.exp([1, 2])
    with pytest.raises(TypeError, match="exp does not take the keyword 'unknown'"):
        np.exp(np.ones((1,)), unknown=1)


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", [0, -1, (0, 2)])
def test_extremes_along_axes_that_have_elements(axis, keepdims):
    empty = onp.zeros((2, 0, 3), "float32")
    for name in ("max", "min"):
        found = getattr(np, name)(np.array(empty), axis=axis, keepdims=keepdims)
        assert found.shape == getattr(onp, name)(empty, axis=axis, keepdims=keepdims).shape
    for without in (None, 1, (0, 1)):
        with pytest.raises(mx.MXNetError, match="no elements"):
            np.max(np.array(empty), axis=without)


def test_sums_of_whole_numbers_keep_their_type():
    whole = np.array([[1, 2], [3, 4]], dtype="int32")
    for subscripts, total in (("ij->", 10), ("ij->i", [3, 7]), ("ii", 5)):
        found = np.einsum(subscripts, whole)
        assert found.dtype == onp.int32 and found.tolist() == total


def test_whole_turns_of_a_vector():
    assert np.rot90(np.arange(3), 4).tolist() == [0, 1, 2]
    with pytest.raises(mx.MXNetError):
        np.rot90(np.arange(3), 1)


@pytest.mark.parametrize("call", [
    lambda m, x: m.sum(x, 1), lambda m, x: m.sum(x, axis=1, keepdims=True), lambda m, x: m.sum(a=x, axis=1),
    lambda m, x: m.sum(x, 1, None), lambda m, x: x.sum(1), lambda m, x: m.max(x, 0, out=None), lambda m, x: x.max(0),
    lambda m, x: x.max(axis=0, keepdims=True), lambda m, x: m.reshape(x, 6), lambda m, x: m.reshape(x, [3, 2]),
    lambda m, x: x.reshape(3, 2), lambda m, x: x.reshape(-1), lambda m, x: x.reshape((3, -1)),
    lambda m, x: x.transpose(1, 0), lambda m, x: x.transpose((1, 0)), lambda m, x: x.transpose(),
    lambda m, x: m.transpose(x, [1, 0]), lambda m, x: x.astype(int), lambda m, x: x.astype("float64"),
    lambda m, x: x.astype(onp.float16, copy=False), lambda m, x: m.clip(x, None, 2), lambda m, x: m.clip(x, 1, 2),
    lambda m, x: m.concatenate((x, x), 1), lambda m, x: m.concatenate([x, x], axis=None),
    lambda m, x: m.concatenate(x), lambda m, x: m.stack([x, x], -1), lambda m, x: m.dot(x, x.T),
    lambda m, x: m.split(x, 3, 1)[2], lambda m, x: m.zeros_like(x), lambda m, x: m.ones_like(x, dtype="int32"),
    lambda m, x: m.expand_dims(x, -1), lambda m, x: m.std(x, 1, ddof=1), lambda m, x: m.argmax(x),
    lambda m, x: m.zeros(()), lambda m, x: m.ones((2, 0))])
def test_ways_to_call(call):
    values = onp.arange(6, dtype="float32").reshape(2, 3)
    expected = call(onp, values)
    for _ in range(3):  # the second call uses a fast path
        found = call(np, np.array(values))
        onp.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-6)
        assert found.shape == onp.shape(expected)


@pytest.mark.parametrize("call", [
    lambda: np.vdot(np.ones(()), np.ones((2, 3))), lambda: np.tensordot(np.ones((3, 1)), np.ones((4, 2)), 1),
    lambda: np.tensordot(np.ones((3, 1)), np.ones((4, 2)), ((1,), (0,))), lambda: np.inner(np.ones(1), np.ones(3)),
    lambda: np.radians(np.ones(2, dtype=bool)), lambda: np.deg2rad(np.ones(2, dtype=bool)),
    lambda: np.var(np.ones(2, dtype=bool)), lambda: np.std(np.ones(2, dtype=bool), axis=0)])
def test_what_has_no_right_result_is_refused(call):
    with pytest.raises(mx.MXNetError):
        call()


def test_errors_have_the_classes_of_the_original():
    with pytest.raises(ValueError, match="equal size"):
        np.diag_indices_from(np.zeros((2, 3)))
    with pytest.raises(mx.MXNetError, match="without elements"):
        np.pad(np.zeros((0, 2)), ((1, 1), (0, 0)), mode="symmetric")


@pytest.mark.parametrize("left, right, kind", [
    ("float32", "float32", "float32"), ("float32", "float64", "float64"), ("float64", "float32", "float64"),
    ("int32", "float32", "float64"), ("int32", "int32", "float64")])
def test_equations_of_two_types_are_solved_in_double_precision(left, right, kind):
    matrix, vector = np.array([[2, 1], [1, 3]], dtype=left), np.array([3, 4], dtype=right)
    for solve in (np.linalg.solve, np.linalg.tensorsolve):
        assert str(solve(matrix, vector).dtype) == kind
        assert onp.allclose(solve(matrix, vector).asnumpy(), [1, 1])


def test_whole_numbers_are_decomposed_in_double_precision():
    matrix = np.array([[2, 1], [1, 3]], dtype="int32")
    for results in (np.linalg.eig(matrix), np.linalg.eigh(matrix)):
        assert [str(one.dtype) for one in results] == ["float64", "float64"]
    for function in (np.linalg.eigvals, np.linalg.eigvalsh, np.linalg.pinv):
        assert str(function(matrix).dtype) == "float64"
