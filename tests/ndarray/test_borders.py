"""Test unusual indexing, arithmetic and arguments, with shapes and values of MXNet 1.9.1."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._ops.opdef import find

INDEXED = [
    ((1, slice(None), 0, [0, 1, 1]), (3, 3), [24, 32, 40, 25, 33, 41]),
    ((slice(None), 1, [0, 2]), (2, 2, 2), [8, 9, 12, 13, 32, 33]),
    ((1, None, [0, 2]), (2, 1, 4, 2), [24, 25, 26, 27, 28, 29]),
    (([0, 1], None), (1, 2, 3, 4, 2), [0, 1, 2, 3, 4, 5]),
    ((slice(None), [0, 1], None, slice(1, 3)), (2, 1, 2, 2, 2), [2, 3, 4, 5, 10, 11]),
    (([1], slice(None), 2), (1, 3, 2), [28, 29, 36, 37, 44, 45]),
    ((..., [0, 1], None, 0), (2, 2, 3, 1), [0, 8, 16, 24, 32, 40]),
    (([0, 1], [1, 2], slice(None, None, -1)), (2, 4, 2), [14, 15, 12, 13, 10, 11]),
    ([True, False], (2, 3, 4, 2), [24, 25, 26, 27, 28, 29]),
    (np.array([True, True, False]), (3, 3, 4, 2), [24, 25, 26, 27, 28, 29]),
    (True, (3, 4, 2), [24, 25, 26, 27, 28, 29]),
]


@pytest.mark.parametrize(("key", "shape", "first"), INDEXED, ids=[str(k) for k, _, _ in INDEXED])
def test_numbers_and_flags_beside_arrays(key: Any, shape: tuple[int, ...], first: list[int]) -> None:
    part = nd.arange(48).reshape((2, 3, 4, 2))[key]
    assert part.shape == shape
    assert part.asnumpy().ravel()[:6].tolist() == first


def test_assignment_with_new_axis_behind_arrays() -> None:
    array = nd.zeros((2, 3, 2))
    array[[0, 1], None] = nd.arange(12).reshape((1, 2, 3, 2))
    assert array.asnumpy().ravel().tolist() == list(range(12))


def test_gradient_of_numbers_beside_arrays() -> None:
    array = nd.arange(12).reshape((2, 3, 2))
    array.attach_grad()
    with autograd.record():
        part = array[1, :, [0, 1, 1]]
        total = (part * part).sum()
    total.backward()
    assert part.shape == (3, 3)
    assert array.grad.asnumpy()[1].tolist() == [[12, 28], [16, 36], [20, 44]]


def test_slice_of_one_element_shares_memory_in_either_direction() -> None:
    array = nd.arange(3).reshape((1, 3))
    array[::-1][:] = 7
    assert array.asnumpy().tolist() == [[7, 7, 7]]


@pytest.mark.parametrize(("key", "error"), [
    (1.0, ValueError), (np.float32(1), ValueError), ("x", ValueError), (([0, 1, 2], [0, 1]), ValueError),
    ((..., ...), IndexError), (([0], ..., ...), IndexError), (([0], 9), IndexError), ((0, 0, 0, [0]), IndexError)])
def test_index_that_is_none(key: Any, error: type[Exception]) -> None:
    array = nd.zeros((4, 3, 2))
    with pytest.raises(error):
        array[key]
    with pytest.raises(error):
        array[key] = 1


def test_boolean_arrays_are_no_index_of_legacy_arrays() -> None:
    with pytest.raises(ValueError, match="boolean"):
        nd.arange(4)[nd.array([1, 0, 1, 0], dtype="bool")]


@pytest.mark.parametrize("value", [nd.ones((7,)), np.ones((2, 5)), [[1], [2]]])
def test_assignment_of_wrong_shape(value: Any) -> None:
    with pytest.raises(ValueError, match="assign"):
        nd.zeros((4, 3))[0] = value


def test_assignment_of_complex_number() -> None:
    with pytest.raises(TypeError, match="1j"):
        nd.zeros((4, 3))[0] = 1j


FLAGS = [("+ 2", [3, 2, 3]), ("- 1.5", [0, -1, 0]), ("* 2", [2, 0, 2]), ("/ 2", [0, 0, 0]), ("% 2", [1, 0, 1]),
         ("** 2", [1, 0, 1]), ("== 1.5", [1, 0, 1]), ("< 2", [1, 1, 1]), (">= 2", [0, 0, 0])]


@pytest.mark.parametrize(("operation", "expected"), FLAGS)
def test_boolean_arrays_count_as_int64_beside_numbers(operation: str, expected: list[int]) -> None:
    flags = nd.array([1, 0, 1], dtype="bool")  # noqa: F841
    result = eval(f"flags {operation}")
    assert result.dtype == np.int64
    assert result.asnumpy().tolist() == expected


def test_numbers_that_do_not_fit_the_type() -> None:
    small = nd.array([5], dtype="int8")
    assert [(small + 1000).asscalar(), (small == 261).asscalar(), (small > 300).asscalar()] == [-19, 1, 0]
    assert (nd.array([5], dtype="int32") + 1e10).asscalar() == -2147483643
    assert (nd.array([5], dtype="int64") + 1e30).asscalar() == -9223372036854775803
    assert nd.full((2,), 300, dtype="int8").asnumpy().tolist() == [44, 44]
    small -= 300
    assert small.asscalar() == -39


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("number", [np.float16(1.5), np.uint8(7), np.int8(-3), np.bool_(True), np.float64("nan")])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64"])
def test_numbers_of_numpy_beside_whole_numbers(dtype: str, number: Any) -> None:
    array = nd.array([1, 2], dtype=dtype)
    expected = np.array([1, 2]) + (0 if np.isnan(number) and dtype in ("int8", "uint8") else
                                   np.iinfo(dtype).min if np.isnan(number) else int(number))
    assert (array + number).asnumpy().tolist() == expected.astype(dtype).tolist()
    array[0] = number
    assert array.dtype == np.dtype(dtype)


def test_power_in_place_makes_another_array() -> None:
    array = nd.array([2, 3])
    same = array
    array **= 2
    assert array.asnumpy().tolist() == [4, 9]
    assert same.asnumpy().tolist() == [2, 3]


@pytest.mark.parametrize("other", ["a", [1, 2], (1,), 2j])
def test_reflected_operator_of_something_else(other: Any) -> None:
    with pytest.raises(AssertionError, match="lhs"):
        other / nd.ones((2,))


def test_out_of_another_type() -> None:
    wrong = nd.zeros((2,), dtype="float64")
    for call in (nd.abs, nd.identity, lambda a, out: nd.elemwise_add(a, a, out=out),
                 lambda a, out: nd.cast(a, dtype="int32", out=out), lambda a, out: nd.ones((2,), out=out)):
        with pytest.raises(mx.MXNetError, match="type"):
            call(nd.ones((2,)), out=wrong)


@pytest.mark.parametrize(("operator", "parameter", "value"), [
    ("argmax", "axis", 1.0), ("sum", "axis", (1.0,)), ("one_hot", "depth", np.float32(3)), ("argmax", "axis", True),
    ("sum", "keepdims", 1.0), ("Reshape", "shape", (3.0, 2))])
def test_whole_parameters_take_no_fractions(operator: str, parameter: str, value: Any) -> None:
    with pytest.raises(mx.MXNetError, match=f"{operator}: Invalid Parameter format for {parameter}"):
        find(operator).parse({parameter: value})


def test_full_of_an_array() -> None:
    assert nd.full((2, 2), nd.array([1, 2])).asnumpy().tolist() == [[1, 2], [1, 2]]
    with pytest.raises(ValueError, match="assign"):
        nd.full((2,), nd.array([1, 2, 3]))


def test_histogram_without_range() -> None:
    counts, edges = nd.histogram(nd.arange(4), 3)
    assert counts.asnumpy().tolist() == [1, 1, 2]
    assert counts.dtype == np.float32
    assert edges.asnumpy().tolist() == [0, 1, 2, 3]


def test_broadcast_like_adds_leading_axes() -> None:
    assert nd.ones((3,)).broadcast_like(nd.ones((2, 3))).shape == (2, 3)
    with pytest.raises(ValueError, match="broadcast"):
        nd.ones((4,)).broadcast_like(nd.ones((2, 3)))
    with pytest.raises(mx.MXNetError, match="axis"):
        nd.broadcast_like(nd.ones((2, 3)), nd.ones((2, 3)), lhs_axes=(1,), rhs_axes=(1,))


def test_copy_to_itself_and_conversions_to_numbers() -> None:
    array = nd.ones((2,))
    with pytest.warns(RuntimeWarning, match="no effect"):
        assert array.copyto(array) is False
    for convert in (float, int):
        with pytest.raises(TypeError):
            convert(array)


@pytest.mark.parametrize(("shape", "error"), [((), AssertionError), ((-3, -2), mx.MXNetError), ((7, 7), ValueError)])
def test_reshape_that_does_not_fit(shape: tuple[int, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        nd.ones((4,)).reshape(*shape)


def test_dot_repeats_no_axis() -> None:
    with pytest.raises(mx.MXNetError, match="dot shape error"):
        nd.dot(nd.ones((4, 1)), nd.ones((1, 4, 1)), transpose_a=True)
    for product in (nd.dot, nd.batch_dot):
        with pytest.raises(mx.MXNetError, match="floating point"):
            product(nd.ones((1, 2, 2), dtype="int32"), nd.ones((1, 2, 2), dtype="int32"))


def test_take_checks_fractions() -> None:
    for index in (-0.5, 2.5):
        with pytest.raises((mx.MXNetError, IndexError)):
            nd.take(nd.ones((3,)), nd.array([index]), mode="raise").wait_to_read()


@pytest.mark.parametrize("call", [
    lambda a: nd.min(a, nd.array([0, 1]), axis=1), lambda a: a.sort(0, axis=1), lambda a: nd.tile(a, 2, 3),
    lambda a: a.transpose(1, 0), lambda a: nd.clip(a, 0, 1, 2)])
def test_arguments_that_do_not_fit(call: Any) -> None:
    with pytest.raises(TypeError, match="argument"):
        call(nd.ones((2, 2)))


def test_array_for_an_input_that_is_not_used() -> None:
    with pytest.raises(mx.MXNetError, match="softmax"):
        nd.softmax(nd.ones((2, 2)), nd.array([1, 2]))


@pytest.mark.parametrize(("function", "left", "right"), [(nd.maximum, [0, 2, 2], [2, 0, 0]),
                                                         (nd.minimum, [2, 0, 2], [0, 2, 0])])
def test_gradients_of_whole_numbers_in_module_functions(function: Any, left: list[int], right: list[int]) -> None:
    first, second = nd.array([1, 5, 3], dtype="int32"), nd.array([4, 2, 3], dtype="int32")
    first.attach_grad()
    second.attach_grad()
    with autograd.record():
        result = function(first, second)
    result.backward(nd.ones_like(result) * 2)
    assert first.grad.asnumpy().tolist() == left
    assert second.grad.asnumpy().tolist() == right


def test_operands_must_have_one_type_also_with_out():
    half, single = mx.nd.ones((2,), dtype="float16"), mx.nd.ones((2,))
    with pytest.raises(mx.MXNetError, match="same type"):
        mx.nd.broadcast_add(half, single, out=single)
    with pytest.raises(mx.MXNetError, match="same type"):
        mx.nd.broadcast_add(lhs=half, rhs=single)


@pytest.mark.parametrize("kind", [">f4", ">f8", ">i4", ">i8", ">u2", "<f4"])
def test_assignment_of_either_byte_order(kind: str) -> None:
    values = np.array([[1, 2], [3, 4]], kind)
    for zeros in (nd.zeros((2, 2)), mx.np.zeros((2, 2))):
        zeros[:] = values
        assert zeros.asnumpy().tolist() == [[1, 2], [3, 4]]
        zeros[0] = values[1]
        zeros[:, 1:] = values[:, :1]
        assert zeros.asnumpy().tolist() == [[3, 1], [3, 3]]
    whole = nd.zeros((2, 2), dtype="int64")
    whole._sync_copyfrom(values)
    assert whole.asnumpy().tolist() == [[1, 2], [3, 4]]
    with pytest.raises(ValueError, match=r"\(2, 2\)"):
        nd.zeros((3,))._sync_copyfrom(values)


def test_sparse_assignment_of_either_byte_order() -> None:
    array = nd.sparse.zeros("row_sparse", (2, 2))
    with pytest.warns(RuntimeWarning, match="not efficient"):
        array[:] = np.array([[1, 2], [3, 4]], ">f4")
    assert array.asnumpy().tolist() == [[1, 2], [3, 4]]


def test_a_new_state_replaces_what_was_derived_from_a_parameter() -> None:
    net = mx.gluon.nn.Dense(2, in_units=2, use_bias=False)
    net.initialize(mx.init.One())
    net.hybridize()
    x = nd.ones((1, 2))
    assert [net(x).asnumpy().tolist() for _ in range(2)] == [[[2, 2]]] * 2
    net.weight.data().__setstate__(nd.full((2, 2), 5).__getstate__())
    assert net(x).asnumpy().tolist() == [[10, 10]]
