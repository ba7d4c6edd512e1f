"""``mxnet.base._LIB``: the functions of MXNet's C library that Python programs call.

This package has no C library. The functions that programs commonly use work with handles (`_runtime.handles`) and
ctypes objects as in MXNet. All other functions raise an error that names the replacement.
"""

from __future__ import annotations

import ctypes
import functools
import threading
from collections.abc import Callable
from typing import Any

import torch

from .._graph import backends, partition
from .._graph.ir import Graph
from .._ops.opdef import REGISTRY
from .._runtime import device, environment, handles, rng
from .._runtime.autograd import tape
from .._runtime.error import MXNetError
from . import _array_memory as array_memory
from . import _dlpack_memory as dlpack_memory

_VERSION = 10901
_last = threading.local()
_INSTEAD = {
    "MXNDArray": "mxnet.nd and the methods of NDArray", "MXSymbol": "mxnet.sym and the methods of Symbol",
    "NNSymbol": "mxnet.sym and the methods of Symbol", "MXExecutor": "Symbol.bind and the methods of Executor",
    "MXKVStore": "mxnet.kv", "MXDataIter": "mxnet.io", "MXListDataIters": "mxnet.io", "MXRecordIO": "mxnet.recordio",
    "MXAutograd": "mxnet.autograd", "MXImperativeInvoke": "the functions of mxnet.nd", "MXLibInfo": "mxnet.runtime",
    "MXCreateCachedOp": "mxnet.nd.CachedOp", "MXInvokeCachedOp": "mxnet.nd.CachedOp", "MXPred": "SymbolBlock.imports",
    "MXCustomOp": "mxnet.operator", "MXQuantize": "mxnet.contrib.quantization", "MXIsNumpy": "mxnet.util",
    "MXSetIsNumpy": "mxnet.util", "MXOptimizeForBackend": "Symbol.optimize_for",
}


def last_error() -> MXNetError:
    """Return the error of the last failed call in this thread."""
    return getattr(_last, "error", None) or MXNetError("no call in this thread has failed")


def _reporting(function: Callable[..., Any]) -> Callable[..., int]:
    """Wrap `function` in the C calling convention: return 0 or -1, and keep the error for `last_error`."""

    @functools.wraps(function)
    def call(self: Any, *args: Any) -> int:
        try:
            function(self, *args)
        except MXNetError as error:
            _last.error = error
            return -1
        return 0

    return call


def _value(given: Any) -> Any:
    """Convert a ctypes or Python object to a number or string."""
    value = getattr(given, "value", given)
    return value.decode("utf-8") if isinstance(value, bytes) else value


def _texts(count: Any, given: Any) -> list[str]:
    return [_value(given[i]) for i in range(_value(count))]


def _target(reference: Any) -> Any:
    """Return the ctypes object behind ``ctypes.byref`` or ``ctypes.pointer``."""
    target = getattr(reference, "_obj", None)
    return reference.contents if target is None else target


class Library:
    """C functions as attributes."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        instead = next((text for prefix, text in _INSTEAD.items() if name.startswith(prefix)),
                       "the Python interface of mxnet")

        def missing(*args: Any) -> Any:
            raise MXNetError(f"{name}: the C library of MXNet is not part of this package; use {instead}")

        missing.__name__ = name
        return missing

    # Errors and version information

    def MXGetLastError(self) -> bytes:
        return str(last_error()).encode("utf-8")

    @_reporting
    def MXGetVersion(self, out: Any) -> None:
        _target(out).value = _VERSION

    @_reporting
    def MXGetGPUCount(self, out: Any) -> None:
        _target(out).value = environment.simulated_gpus() or torch.cuda.device_count()

    @_reporting
    def MXListAllOpNames(self, out_size: Any, out_array: Any) -> None:
        names = [name.encode("utf-8") for name in REGISTRY]
        self._listed = (ctypes.c_char_p * len(names))(*names)  # must stay alive until the next call
        _target(out_size).value = len(names)
        pointer = ctypes.cast(self._listed, ctypes.POINTER(ctypes.c_char_p))
        ctypes.memmove(ctypes.byref(_target(out_array)), ctypes.byref(pointer), ctypes.sizeof(pointer))

    # Record files, whose handles are Python file objects

    @_reporting
    def MXRecordIOReaderTell(self, handle: Any, position: Any) -> None:
        _target(position).value = handle.tell()

    MXRecordIOWriterTell = MXRecordIOReaderTell

    @_reporting
    def MXRecordIOReaderSeek(self, handle: Any, position: Any) -> None:
        handle.seek(_value(position))

    def omp_get_max_threads(self) -> int:
        return torch.get_num_threads()

    @_reporting
    def MXSetNumOMPThreads(self, thread_num: Any) -> None:
        torch.set_num_threads(_value(thread_num))

    # State

    @_reporting
    def MXNotifyShutdown(self) -> None:
        pass

    @_reporting
    def MXNDArrayWaitAll(self) -> None:
        if torch.cuda.is_initialized():
            torch.cuda.synchronize()

    @_reporting
    def MXRandomSeed(self, seed: Any) -> None:
        rng.seed(int(_value(seed)), None)

    @_reporting
    def MXRandomSeedContext(self, seed: Any, dev_type: Any, dev_id: Any) -> None:
        rng.seed(int(_value(seed)), device.Context(device.Context.devtype2str[_value(dev_type)], _value(dev_id)))

    @_reporting
    def MXAutogradIsRecording(self, out: Any) -> None:
        _target(out).value = tape.state.recording

    @_reporting
    def MXAutogradIsTraining(self, out: Any) -> None:
        _target(out).value = tape.state.training

    @_reporting
    def MXAutogradSetIsTraining(self, is_training: Any, previous: Any) -> None:
        _target(previous).value = tape.set_training(bool(_value(is_training)))

    # Handles

    @_reporting
    def MXNDArrayFree(self, handle: Any) -> None:
        handles.free(handle)

    @_reporting
    def MXSymbolFree(self, handle: Any) -> None:
        handles.free(handle)

    NNSymbolFree = MXSymbolFree

    # Elements of arrays

    @_reporting
    def MXNDArraySyncCopyToCPU(self, handle: Any, data: Any, size: Any) -> None:
        array_memory.copy_to(array_memory.array_of(handle), data, _value(size))

    @_reporting
    def MXNDArraySyncCopyFromCPU(self, handle: Any, data: Any, size: Any) -> None:
        array_memory.copy_from(array_memory.array_of(handle), data, _value(size))

    @_reporting
    def MXNDArrayWaitToRead(self, handle: Any) -> None:
        array_memory.array_of(handle).wait_to_read()

    MXNDArrayWaitToWrite = MXNDArrayWaitToRead

    @_reporting
    def MXNDArrayGetData(self, handle: Any, out_pdata: Any) -> None:
        _target(out_pdata).value = array_memory.address_of(array_memory.array_of(handle))

    # Subgraphs

    @_reporting
    def MXBuildSubgraphByOpNames(self, sym_handle: Any, prop_name: Any, num_ops: Any, op_names: Any, out: Any) -> None:
        graph, names = _graph(sym_handle), _texts(num_ops, op_names)
        if names:
            backends.check_known(_value(prop_name))
            graph = partition.partition(graph, names)
        _give_symbol(out, graph)

    @_reporting
    def MXGenBackendSubgraph(self, sym_handle: Any, backend_name: Any, out: Any) -> None:
        _give_symbol(out, backends.apply(_value(backend_name), _graph(sym_handle)))

    @_reporting
    def MXSetSubgraphPropertyOpNames(self, prop_name: Any, num_ops: Any, op_names: Any) -> None:
        backends.choose_for_binding(_value(prop_name), _texts(num_ops, op_names))

    @_reporting
    def MXSetSubgraphPropertyOpNamesV2(self, prop_name: Any, num_ops: Any, op_names: Any) -> None:
        backends.choose(_value(prop_name), _texts(num_ops, op_names))

    @_reporting
    def MXRemoveSubgraphPropertyOpNames(self, prop_name: Any) -> None:
        backends.forget_for_binding(_value(prop_name))

    @_reporting
    def MXRemoveSubgraphPropertyOpNamesV2(self, prop_name: Any) -> None:
        backends.forget(_value(prop_name))

    # DLPack

    @_reporting
    def MXNDArrayFromDLPack(self, dlpack: Any, out_handle: Any) -> None:
        from ..ndarray.ndarray import NDArray

        _target(out_handle).value = handles.keep(NDArray(dlpack_memory.take(_value(dlpack))))

    @_reporting
    def MXNDArrayFromDLPackEx(self, dlpack: Any, transient_handle: Any, out_handle: Any) -> None:
        from ..ndarray.ndarray import NDArray

        _target(out_handle).value = handles.keep(NDArray(dlpack_memory.take(_value(dlpack))))

    @_reporting
    def MXNDArrayToDLPack(self, handle: Any, out_dlpack: Any) -> None:
        from ..ndarray.ndarray import NDArray

        _target(out_dlpack).value = dlpack_memory.give(handles.find(handle, NDArray)._data)

    @_reporting
    def MXNDArrayCallDLPackDeleter(self, dlpack: Any) -> None:
        dlpack_memory.delete(_value(dlpack))


def _graph(handle: Any) -> Graph:
    from ..symbol.symbol import Symbol

    return handles.find(handle, Symbol)._graph()


def _give_symbol(out: Any, graph: Graph) -> None:
    from ..symbol.symbol import Symbol

    _target(out).value = handles.keep(Symbol(graph.outputs))


LIBRARY = Library()
