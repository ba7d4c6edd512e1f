"""Tests of ``mxnet.base``: C names that old programs use."""

import ctypes
import gc
from array import array

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet._graph import backends
from mxnet._runtime import handles
from mxnet.base import (
    _LIB,
    NDArrayHandle,
    SymbolHandle,
    c_array,
    c_array_buf,
    c_handle_array,
    c_str,
    c_str_array,
    check_call,
    ctypes2buffer,
    ctypes2numpy_shared,
    mx_float,
    mx_float_p,
    mx_int,
    mx_uint,
    py_str,
)


def registered() -> int:
    gc.collect()
    return len(handles._objects) + len(handles._known) + len(handles._results)


def test_conversions() -> None:
    assert c_str("Hä").value == "Hä".encode() and py_str(c_str("Hä").value) == py_str("Hä") == "Hä"
    assert list(c_str_array(["a", "b"])) == [b"a", b"b"]
    assert list(c_array(mx_float, [1, 2.5])) == [1.0, 2.5]
    buffer = array("i", [1, 2, 3])
    shared = c_array_buf(ctypes.c_int, buffer)
    buffer[1] = 7
    assert list(shared) == [1, 7, 3]
    text = ctypes.create_string_buffer(b"abcd")
    assert ctypes2buffer(ctypes.cast(text, ctypes.POINTER(ctypes.c_char)), 3) == bytearray(b"abc")
    with pytest.raises(TypeError, match="char pointer"):
        ctypes2buffer(text, 3)
    numbers = c_array(mx_float, [1, 2, 3, 4])
    view = ctypes2numpy_shared(ctypes.cast(numbers, mx_float_p), (2, 2))
    numbers[3] = 9
    assert view.tolist() == [[1, 2], [3, 9]]
    with pytest.raises(RuntimeError, match="float pointer"):
        ctypes2numpy_shared(text, (2, 2))


def test_handles_of_arrays() -> None:
    before = registered()
    x = nd.array([1.0, 2])
    assert x.handle.value == x.handle.value != nd.array([1.0]).handle.value
    assert list(c_handle_array([x])) == [x.handle.value]
    other = nd.NDArray(ctypes.cast(x, NDArrayHandle), writable=True)
    other[0] = 5
    assert x.asnumpy().tolist() == [5, 2] and other.context == x.context
    stale = ctypes.c_void_p(x.handle.value)
    del x, other
    assert registered() == before
    with pytest.raises(mx.MXNetError, match="stands for nothing that exists"):
        nd.NDArray(stale)


@pytest.mark.parametrize("array", [nd.array([[1.0, 2]]), nd.array([[1.0, 2]]).tostype("row_sparse"),
                                   nd.array([[1.0, 2]]).tostype("csr")], ids=lambda array: array.stype)
def test_arrays_that_cannot_be_written(array: nd.NDArray) -> None:
    same = type(array)(array.handle, writable=False)
    assert array.writable and not same.writable
    with pytest.raises(ValueError, match="readonly"):
        same[:] = array
    if array.stype == "default":
        with pytest.raises(ValueError, match="readonly"):
            same += 1
    assert (same + 1).writable
    assert array.asnumpy().tolist() == [[1, 2]]


def test_handles_of_other_kinds() -> None:
    symbol = mx.sym.var("a")
    with pytest.raises(mx.MXNetError, match="stands for a Symbol, not for a NDArray"):
        nd.NDArray(symbol.handle)
    assert mx.sym.Symbol(symbol.handle).list_arguments() == ["a"]
    sparse = nd.array([[0.0, 1]]).tostype("csr")
    assert nd.sparse.CSRNDArray(sparse.handle).asnumpy().tolist() == [[0, 1]]


def test_arrays_keep_their_place_on_the_tape() -> None:
    x = nd.array([2.0])
    x.attach_grad()
    with mx.autograd.record():
        y = nd.NDArray(x.handle) ** 2
    y.backward()
    assert x.grad.asscalar() == 4


def build(symbol: mx.sym.Symbol, backend: str, names: list[str]) -> SymbolHandle:
    out = SymbolHandle()
    check_call(_LIB.MXBuildSubgraphByOpNames(symbol.handle, c_str(backend), mx_uint(len(names)), c_str_array(names),
                                             ctypes.byref(out)))
    return out


def test_results_live_until_they_are_taken() -> None:
    before = registered()
    symbol = mx.sym.sin(mx.sym.exp(mx.sym.var("a")))
    out = build(symbol, "default", ["exp", "sin"])
    gc.collect()
    made = mx.sym.Symbol(out)
    assert made.handle.value == out.value
    assert [n.op.name for n in made._graph().operations()] == ["_CachedOp"]
    freed = build(symbol, "default", [])
    check_call(_LIB.NNSymbolFree(freed))
    with pytest.raises(mx.MXNetError, match="nothing that exists"):
        mx.sym.Symbol(freed)
    del made, symbol
    assert registered() == before


def test_errors_are_reported_as_in_c() -> None:
    symbol = mx.sym.exp(mx.sym.var("a"))
    out = SymbolHandle()
    arguments = (symbol.handle, c_str("nix"), mx_uint(1), c_str_array(["exp"]), ctypes.byref(out))
    assert _LIB.MXBuildSubgraphByOpNames(*arguments) == -1
    assert b"nix is not found" in _LIB.MXGetLastError()
    with pytest.raises(mx.MXNetError, match="SubgraphProperty nix is not found"):
        check_call(_LIB.MXBuildSubgraphByOpNames(*arguments))
    with pytest.raises(mx.MXNetError, match=r"MXNDArraySlice: .* use mxnet.nd"):
        _LIB.MXNDArraySlice(symbol.handle)
    with pytest.raises(mx.MXNetError, match=r"MXFooBar: .* use the Python interface"):
        _LIB.MXFooBar()


def test_operators_of_backends() -> None:
    symbol = mx.sym.exp(mx.sym.var("a"))
    names = (mx_uint(1), c_str_array(["exp"]))
    check_call(_LIB.MXSetSubgraphPropertyOpNamesV2(c_str("default"), *names))
    assert symbol.optimize_for("default").list_outputs()[0].startswith("_CachedOp0")
    check_call(_LIB.MXRemoveSubgraphPropertyOpNamesV2(c_str("default")))
    with pytest.raises(mx.MXNetError, match="op_names"):
        symbol.optimize_for("default")
    check_call(_LIB.MXSetSubgraphPropertyOpNames(c_str("default"), *names))
    assert "default" in backends._chosen_for_binding
    check_call(_LIB.MXRemoveSubgraphPropertyOpNames(c_str("default")))
    assert "default" not in backends._chosen_for_binding


def test_facts_and_state() -> None:
    number = mx_int()
    check_call(_LIB.MXGetVersion(ctypes.byref(number)))
    assert number.value == 10901
    assert _LIB.omp_get_max_threads() >= 1
    check_call(_LIB.MXNDArrayWaitAll())
    check_call(_LIB.MXNotifyShutdown())
    drawn = []
    for _ in range(2):
        check_call(_LIB.MXRandomSeed(7))
        drawn.append(nd.random.uniform(shape=(3,)).asnumpy())
    np.testing.assert_array_equal(*drawn)
    size, listed = mx_uint(), ctypes.POINTER(ctypes.c_char_p)()
    check_call(_LIB.MXListAllOpNames(ctypes.byref(size), ctypes.byref(listed)))
    names = {py_str(listed[i]) for i in range(size.value)}
    assert len(names) == size.value and {"Convolution", "elemwise_add"} <= names
    flag = ctypes.c_bool()
    with mx.autograd.record():
        check_call(_LIB.MXAutogradIsRecording(ctypes.byref(flag)))
    assert flag.value


def test_dlpack_pointers() -> None:
    x = nd.array([[1.0, 2], [3, 4]])
    given, out = ctypes.c_void_p(), NDArrayHandle()
    check_call(_LIB.MXNDArrayToDLPack(x.handle, ctypes.byref(given)))
    check_call(_LIB.MXNDArrayFromDLPack(given, ctypes.byref(out)))
    y = nd.NDArray(handle=out)
    y[0, 0] = 9
    assert x.asnumpy().tolist() == [[9, 2], [3, 4]]
    check_call(_LIB.MXNDArrayToDLPack(x.handle, ctypes.byref(given)))
    check_call(_LIB.MXNDArrayCallDLPackDeleter(given))
    with pytest.raises(mx.MXNetError, match="null pointer"):
        check_call(_LIB.MXNDArrayFromDLPack(ctypes.c_void_p(), ctypes.byref(out)))


def test_capsules_taken_apart() -> None:
    x = nd.ones((2, 3))
    capsule = ctypes.py_object(nd.to_dlpack_for_read(x))
    pointer = ctypes.c_void_p(ctypes.pythonapi.PyCapsule_GetPointer(capsule, c_str("dltensor")))
    out = NDArrayHandle()
    check_call(_LIB.MXNDArrayFromDLPack(pointer, ctypes.byref(out)))
    ctypes.pythonapi.PyCapsule_SetName(capsule, b"used_dltensor")
    assert nd.NDArray(handle=out).asnumpy().tolist() == np.ones((2, 3)).tolist()


def test_errors_by_name() -> None:
    from mxnet import base, error

    @error.register
    class Strange(mx.MXNetError):
        pass

    assert base.error_types["Strange"] is Strange and base.error_types["ValueError"] is ValueError
    assert base.register_error("Other", KeyError) is KeyError and base.error_types.pop("Other") is KeyError
    del base.error_types["Strange"]
    assert "MXNet hint" in str(error.InternalError("bad"))
    message, kind = base.c2pyerror("ValueError: no\nStack trace:\n  inner\n  outer\n")
    assert (message, kind) == ("Traceback (most recent call last):\n  outer\n  inner\nValueError: no", "ValueError")
    assert base.c2pyerror("[12:00] no: such") == ("[12:00] no: such", None)


@pytest.mark.parametrize("dtype", ["float32", "float16", "int8", "float64"])
def test_elements_are_copied_from_and_to_memory(dtype: str) -> None:
    array, memory = mx.nd.array([[1, 2, 3], [4, 5, 6]], dtype=dtype), np.zeros(8, dtype)
    inside = memory[1:7].ctypes.data_as(ctypes.c_void_p)
    turned = array.T
    check_call(_LIB.MXNDArraySyncCopyToCPU(turned.handle, inside, ctypes.c_size_t(6)))
    assert memory.tolist() == [0, 1, 4, 2, 5, 3, 6, 0]
    row = array[1:]
    check_call(_LIB.MXNDArraySyncCopyFromCPU(row.handle, inside, ctypes.c_size_t(3)))
    assert array.asnumpy().tolist() == [[1, 2, 3], [1, 4, 2]]
    check_call(_LIB.MXNDArrayWaitToRead(array.handle))
    address = ctypes.c_void_p()
    check_call(_LIB.MXNDArrayGetData(row.handle, ctypes.byref(address)))
    elements = (ctypes.c_char * (3 * memory.itemsize)).from_address(address.value or 0)
    assert np.frombuffer(elements, dtype).tolist() == [1, 4, 2]


def test_only_all_elements_are_copied() -> None:
    array, memory = mx.nd.ones((2, 3)), np.zeros(9, "float32")
    address = memory.ctypes.data_as(ctypes.c_void_p)
    for copy in (_LIB.MXNDArraySyncCopyToCPU, _LIB.MXNDArraySyncCopyFromCPU):
        for size in (3, 7):
            with pytest.raises(mx.MXNetError, match=f"6 elements, received size={size}"):
                check_call(copy(array.handle, address, ctypes.c_size_t(size)))
        with pytest.raises(mx.MXNetError, match="null pointer"):
            check_call(copy(array.handle, ctypes.c_void_p(), ctypes.c_size_t(6)))
