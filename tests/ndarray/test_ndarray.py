"""Tests of NDArray: creation, arithmetic, views, conversion, printing and contexts."""

import copy
import pickle

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd


def test_prints_as_mxnet_does() -> None:
    assert repr(nd.ones((2, 3))) == "\n[[1. 1. 1.]\n [1. 1. 1.]]\n<NDArray 2x3 @cpu(0)>"
    assert str(nd.array([1, 2, 3.5])) == "\n[1.  2.  3.5]\n<NDArray 3 @cpu(0)>"
    assert str(nd.ones((1,), mx.gpu(2))) == "\n[1.]\n<NDArray 1 @gpu(2)>"


def test_creation() -> None:
    assert nd.array([1, 2]).dtype is np.float32
    assert nd.array(np.arange(3, dtype="int64")).dtype is np.float32
    assert nd.array(nd.ones((2,), dtype="int32")).dtype is np.int32
    assert nd.zeros(3).shape == (3,)
    assert nd.full((2,), 7, dtype="int8").asnumpy().tolist() == [7, 7]
    assert nd.arange(1, 5, 0.5).asnumpy().tolist() == [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5]
    assert nd.arange(2, repeat=2).asnumpy().tolist() == [0, 0, 1, 1]
    assert nd.eye(2, 3, 1).asnumpy().tolist() == [[0, 1, 0], [0, 0, 1]]
    assert nd.empty((4, 0)).shape == (4, 0)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "uint8", "int8", "int32", "int64", "bool"])
def test_types_survive_a_round_trip(dtype: str) -> None:
    values = np.array([[0, 1], [1, 0]], dtype=dtype)
    array = nd.array(values, dtype=dtype)
    assert array.dtype is np.dtype(dtype).type
    assert array.asnumpy().dtype == values.dtype
    assert (array.asnumpy() == values).all()


def test_arithmetic_keeps_the_type_of_the_array() -> None:
    a = nd.array([1, 2, 3], dtype="int32")
    assert (a * 2.5).asnumpy().tolist() == [2, 4, 6]
    assert (a / 2).asnumpy().tolist() == [0, 1, 1]
    assert (2 / a).asnumpy().tolist() == [2, 1, 0]
    assert (a == 2.5).asnumpy().tolist() == [0, 1, 0]
    assert (nd.array([250], dtype="uint8") + 10).asnumpy().tolist() == [4]
    assert (2**a).dtype is np.int32
    f = nd.array([-3.0, 3.0])
    assert (f % 2).asnumpy().tolist() == [1, 1]
    assert (1 - f).asnumpy().tolist() == [4, -2]
    assert (-f).asnumpy().tolist() == [3, -3] and abs(f).asnumpy().tolist() == [3, 3]


def test_comparison_gives_numbers() -> None:
    a, b = nd.array([1, 2, 3]), nd.array([3, 2, 1])
    for result, expected in [(a == b, [0, 1, 0]), (a != b, [1, 0, 1]), (a > b, [0, 0, 1]), (a >= b, [0, 1, 1]),
                             (a < 2, [1, 0, 0]), (a >= 2, [0, 1, 1])]:
        assert result.dtype is np.float32
        assert result.asnumpy().tolist() == expected


def test_broadcasting() -> None:
    assert (nd.ones((2, 3)) + nd.arange(3)).asnumpy().tolist() == [[1, 2, 3], [1, 2, 3]]
    assert nd.ones((2, 1)).broadcast_to((2, 3)).shape == (2, 3)
    with pytest.raises(mx.MXNetError, match="broadcast_add"):
        nd.ones((3,)) + nd.ones((2,))
    with pytest.raises(mx.MXNetError, match="elemwise_add.*same shape"):
        nd.elemwise_add(nd.ones((2, 1)), nd.ones((2, 2)))


def test_inplace_arithmetic_writes_the_same_memory() -> None:
    a = nd.ones((2, 2))
    row = a[0]
    a += 1
    a *= nd.array([[2.0, 3.0], [4.0, 5.0]])
    a -= 1
    a /= 3
    assert row.asnumpy() == pytest.approx([1, 5 / 3])


def test_views_write_through_where_mxnet_has_views() -> None:
    a = nd.zeros((3, 4))
    a[1][:] = 5
    a[0:1] = 7
    flat = a.reshape((12,))
    flat[0] = -1
    assert a.asnumpy().tolist() == [[-1, 7, 7, 7], [5, 5, 5, 5], [0, 0, 0, 0]]
    column = a[:, 0]
    column[:] = 100
    assert a.asnumpy().max() == 7


def test_results_of_operators_never_share_memory() -> None:
    a = nd.arange(6).reshape((2, 3))
    results = [a.T, a.reshape((3, 2)).copy(), nd.expand_dims(a, 0), nd.flatten(a), nd.identity(a), nd.slice_axis(
        a, axis=0, begin=0, end=1), nd.stop_gradient(a), nd.reshape(a, shape=(6,)), a.astype("float32"),
        a.swapaxes(0, 1), a.broadcast_to((1, 2, 3))]
    before = [r.asnumpy() for r in results]
    a[:] = -1
    for result, values in zip(results, before, strict=True):
        assert (result.asnumpy() == values).all()
        result[:] = 9
    assert (a.asnumpy() == -1).all()


def test_conversions() -> None:
    a = nd.array([[2.5]])
    assert a.asscalar() == np.float32(2.5) and float(a) == 2.5 and int(a) == 2 and a.item() == 2.5
    assert nd.ones((2, 2)).tolist() == [[1, 1], [1, 1]]
    assert "%.1f" % a.asnumpy() == "2.5"  # noqa: UP031 - as the books print losses
    assert a.astype("float32", copy=False) is a
    with pytest.raises(ValueError, match="only an array with one element can be converted to a scalar"):
        nd.ones((2,)).asscalar()
    with pytest.raises(ValueError, match="ambiguous"):
        bool(nd.ones((2,)))
    assert bool(nd.ones((1,))) and len(nd.ones((4, 2))) == 4
    copied = a.asnumpy()
    copied[:] = 0
    assert a.asscalar() == 2.5


def test_contexts() -> None:
    a = nd.ones((2,))
    assert a.as_in_context(mx.cpu()) is a
    on_gpu = a.as_in_context(mx.gpu(1))
    assert on_gpu.context == mx.gpu(1) and a.copyto(mx.cpu()) is not a
    with pytest.raises(mx.MXNetError, match="same context.*cpu.*gpu"):
        a + on_gpu
    with pytest.raises(mx.MXNetError, match="MXNET_SIMULATED_GPUS"):
        nd.ones((1,), ctx=mx.gpu(99))
    with mx.gpu(3):
        assert nd.zeros((1,)).context == mx.gpu(3)
    assert mx.Context("gpu", 2) == mx.gpu(2) and mx.num_gpus() == 4
    assert (nd.ones((1,), ctx=mx.cpu(1)) + nd.ones((1,))).context == mx.cpu(1)


def test_copyto_checks_shapes() -> None:
    target = nd.zeros((2,))
    assert nd.ones((2,)).copyto(target) is target and target.asnumpy().tolist() == [1, 1]
    with pytest.raises(mx.MXNetError, match=r"\(3,\) to shape \(2,\)"):
        nd.ones((3,)).copyto(target)


def test_pickle_and_copy() -> None:
    a = nd.array([[1.5, 2.5]])
    for other in (pickle.loads(pickle.dumps(a)), copy.copy(a), copy.deepcopy(a)):
        assert (other.asnumpy() == a.asnumpy()).all() and other is not a


def test_reshape_codes() -> None:
    a = nd.zeros((2, 3, 4))
    for shape, expected in [((4, 0, 2), (4, 3, 2)), ((6, 1, -1), (6, 1, 4)), ((-2, 1, 1), (2, 3, 4, 1, 1)),
                            ((-3, 4), (6, 4)), ((-4, 1, 2, -2), (1, 2, 3, 4)), ((0, -3), (2, 12)), ((-1,), (24,))]:
        assert a.reshape(shape).shape == expected
        assert nd.reshape(a, shape=shape).shape == expected
    assert nd.zeros((10, 5, 4)).reshape((-1, 0), reverse=True).shape == (50, 4)
    assert a.reshape(4, 6).shape == (4, 6)
    with pytest.raises(mx.MXNetError, match="Reshape"):
        a.reshape((5, 5))


@pytest.mark.parametrize(("call", "error", "words"), [
    (lambda: nd.relu(5), AssertionError, "Argument data must have NDArray type"),
    (lambda: nd.FullyConnected(nd.ones((1, 2)), nd.ones((3, 2)), num_hidden="x", no_bias=True), mx.MXNetError,
     "FullyConnected.*num_hidden expect int but value='x'"),
    (lambda: nd.Activation(nd.ones((1,)), act_type="xx"), mx.MXNetError, "Activation.*act_type.*'xx'"),
    (lambda: nd.Activation(nd.ones((1,))), mx.MXNetError, "Required parameter act_type"),
    (lambda: nd.sum(nd.ones((2,)), axis=5), mx.MXNetError, "operator sum: .*5"),
    (lambda: nd.sum(nd.ones((2,)), foo=5), mx.MXNetError, "Cannot find argument 'foo'"),
    (lambda: nd.ones((2,)) + nd.ones((2,), dtype="int32"), mx.MXNetError, "same type.*float32.*int32"),
    (lambda: nd.ones((2,)) + "a", TypeError, "not supported"),
    (lambda: nd.ones((2,)) + np.ones(2), TypeError, "not supported"),
    (lambda: nd.ones((3,))[5], IndexError, "index 5 is out of bounds for axis 0 with size 3"),
    (lambda: nd.ones((3,))[0, 0], IndexError, "too many indices"),
    (lambda: nd.array([[1, 2], [3]]), TypeError, "source_array"),
    (lambda: nd.zeros((-1, 2)), mx.MXNetError, "negative"),
    (lambda: nd.ones((2,)).astype("foo"), TypeError, "foo"),
    (lambda: nd.zeros((2,), ctx=3), mx.MXNetError, "ctx"),
    (lambda: nd.ones((2, 3)).foo, AttributeError, "foo"),
    (lambda: nd.no_such_operator, AttributeError, "no_such_operator"),
    (lambda: nd.dot(nd.ones((2, 3)), nd.ones((2, 3))), mx.MXNetError, "operator dot.*lhs=\\(2, 3\\)"),
    (lambda: nd.Convolution(nd.ones((1, 1, 3, 3)), nd.ones((1, 1, 5, 5)), kernel=(5, 5), num_filter=1, no_bias=True),
     mx.MXNetError, "operator Convolution"),
    (lambda: nd.concat(nd.ones((2, 2)), nd.ones((2, 2), dtype="int32")), mx.MXNetError, "Concat"),
    (lambda: nd.relu(nd.ones((2,)), out=nd.ones((3,))), mx.MXNetError, "out must have shape"),
])
def test_wrong_input_names_operator_argument_and_value(call, error, words) -> None:
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize("repeat", [
    lambda row: nd.broadcast_to(row, shape=(2, 3)),
    lambda row: nd.broadcast_like(row, nd.zeros((2, 3))),
    lambda row: nd.broadcast_axis(row, axis=0, size=2),
])
def test_repeated_rows_can_be_written_apart(repeat):
    row = nd.array([[1, 2, 3]])
    result = repeat(row)
    result[0] = 9
    assert result.asnumpy().tolist() == [[9, 9, 9], [1, 2, 3]]
    assert row.asnumpy().tolist() == [[1, 2, 3]]


def test_an_array_stands_for_its_type_where_a_type_is_wanted() -> None:
    assert nd.ones((2,)).astype(nd.zeros((3,), dtype="int8")).dtype == np.int8
    assert nd.zeros((2,), dtype=nd.zeros((1,), dtype="float64")).dtype == np.float64
    for size in (2, 3):
        assert nd.cast(nd.ones((2,)), dtype=nd.zeros((size,), dtype="int8")).dtype == np.int8


def test_numpy_arrays_of_one_element_become_numbers() -> None:
    values = nd.array([2.5]).asnumpy()
    assert float(values) == 2.5 and int(values) == 2 and "%.1f" % values == "2.5"  # noqa: UP031
    assert float(values * 2) == 5.0
    assert repr(values) == "array([2.5], dtype=float32)"
    assert type(values.mean()) is np.float32 and type(np.sum(values)) is np.float32
    assert (values + np.ones(3)).shape == (3,)


@pytest.mark.parametrize("source", [["1", "2.5"], np.array(["1", "2.5"]), np.array([1, 2.5], dtype=object)])
def test_numbers_given_as_texts_or_objects(source):
    array = mx.nd.array(source)
    assert array.dtype == np.float32 and array.asnumpy().tolist() == [1, 2.5]
    target = mx.nd.zeros(2)
    target[:] = source
    assert target.asnumpy().tolist() == [1, 2.5]


def test_texts_of_whole_numbers_and_missing_values():
    assert mx.nd.array(["1", "2"], dtype="int32").asnumpy().tolist() == [1, 2]
    assert np.isnan(mx.nd.array([None, 2]).asnumpy()).tolist() == [True, False]
    with pytest.raises(TypeError, match="source_array cannot be converted to an array"):
        mx.nd.array(["1", "x"], dtype="int32")
    with pytest.raises(TypeError, match="assignment needs a number or an array"):
        mx.nd.zeros(2)[:] = ["a", "b"]


@pytest.mark.parametrize("view", [lambda x: nd.reshape(x, shape=(4,)), nd.flatten, lambda x: nd.expand_dims(x, axis=0),
                                  nd.BlockGrad])
def test_functions_give_memory_of_their_own_to_arrays_with_gradients(view) -> None:
    x = nd.zeros((2, 2))
    x.attach_grad()
    result = view(x)
    result[:] = 5
    assert x.asnumpy().sum() == 0
    x[:] = 1
    assert result.asnumpy().min() == 5


def test_parameters_may_be_arrays_after_calls_with_other_parameters() -> None:
    x = nd.arange(0, 6).reshape((2, 3))
    for begin in ((0, 1), np.array([1, 0]), [0, 2], nd.array([0, 0]).asnumpy().astype(int), (0, 1)):
        part = nd.slice(x, begin=begin, end=(2, 3))
        np.testing.assert_array_equal(part.asnumpy(), x.asnumpy()[begin[0]:, begin[1]:])
    assert nd.sum(x, axis=1).shape == (2,) and nd.sum(x, axis=0).shape == (3,) and nd.sum(x, axis=1).shape == (2,)
    assert nd.dot(lhs=x, rhs=x.T).shape == nd.dot(x, x, transpose_b=True).shape == nd.dot(lhs=x, rhs=x.T).shape
    assert nd.concat(x, x, dim=0).shape == (4, 3) and nd.concat(x, x, x, dim=0).shape == (6, 3)
    with pytest.raises((mx.MXNetError, TypeError, ValueError)):
        nd.sum(x, axis=nd.array([0, 1]))


@pytest.mark.parametrize("kind", ["float32", "int64", "uint8"])
@pytest.mark.filterwarnings("ignore:in the future the `.dtype` attribute:DeprecationWarning")  # NumPy 1
def test_numpy_knows_the_type_of_an_array(kind):
    assert np.dtype(mx.nd.ones(2, dtype=kind)) == np.dtype(kind)
    assert np.dtype(mx.nd.sparse.zeros("csr", (2, 2), dtype=kind)) == np.dtype(kind)
