"""Creating arrays, and reading and writing them as files."""

from __future__ import annotations

import os
import warnings
from typing import Any

import numpy as np
import torch

from mxnet_records import files

from .. import util
from .._frontend.results import wrap
from .._ops import create
from .._runtime import device, profiling, storage
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError
from .._runtime.files import params_file
from .._runtime.storage.sparse import SparseMark
from .._runtime.torch_messages import reworded
from .._runtime.tracebacks import concise_module, shorten, user_level
from . import _convert, _files, _sparse_create
from ._array import NDArray
from ._torch import context_of
from .register import functions

_new = object.__new__
_FLOAT32 = np.float32
_internal = functions("_internal")
_public = functions("")


def array(source_array: Any, ctx: Any = None, dtype: Any = None) -> NDArray:
    """An array with the elements of `source_array`, float32 unless it is an NDArray or `dtype` says so."""
    try:
        context = device.resolve(ctx)
        if isinstance(source_array, SparseMark) or _sparse_create.is_scipy(source_array):
            return _sparse_create.array(source_array, ctx=context, dtype=dtype)
        if isinstance(source_array, NDArray):
            wanted = source_array._data.dtype if dtype is None else dtypes.to_torch(dtype)
            tensor = source_array._data.detach().to(device=device.torch_device(context), dtype=wanted, copy=True)
            return wrap(NDArray, tensor, context)
        wanted = dtypes.default_of_none(dtype)
        try:
            values = np.asarray(source_array)
            tensor = _convert.from_numpy(values, wanted, context)
        except (ValueError, TypeError) as error:
            raise TypeError(f"source_array cannot be made an array: {error}") from None
        return wrap(NDArray, tensor, context)
    except Exception as error:
        shorten(error)
        raise


def _shape(shape: Any) -> tuple[int, ...]:
    sizes = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    for size in sizes:
        if int(size) < 0:
            raise MXNetError(f"shape must have no negative size, received {shape}")
    return tuple(int(s) for s in sizes)


def _known(operator: str, shape: Any) -> tuple[int, ...]:
    """The sizes, none of them 0, which stands for an unknown one unless NumPy shapes are on."""
    sizes = _shape(shape)
    if not util.is_np_shape() and (not sizes or 0 in sizes):
        raise MXNetError(f"Operator {operator} inferring shapes failed: shape {sizes} is not fully known, as 0 and () "
                         "mean unknown; with mx.util.np_shape() they are an empty array and a scalar")
    return sizes


def _fitting(name: str, shape: Any, dtype: Any, out: NDArray | None) -> NDArray | None:
    """`out` if it has the shape and type asked for."""
    kind = dtypes.default_of_none(dtype)
    if out is not None and (out.shape != _shape(shape) or out._data.dtype is not kind):
        raise MXNetError(f"operator {name}: out must have shape {_shape(shape)} and type {dtypes.NAME_OF_TORCH[kind]}, "
                         f"received {out.shape} and {dtypes.NAME_OF_TORCH[out._data.dtype]}")
    return out


def _filled(value: Any, shape: Any, ctx: Any, dtype: Any, out: NDArray | None = None) -> NDArray:
    if out is not None:
        with storage.writing(out._data) as memory:
            memory.fill_(value)
        return out
    context, kind = device.resolve(ctx), dtypes.default_of_none(dtype)
    number = storage.scalar(value, kind).item() if isinstance(value, (int, float, np.generic)) else 0
    try:
        tensor = torch.full(_shape(shape), number, dtype=kind, device=device.torch_device(context))
    except RuntimeError as error:
        raise MXNetError(f"cannot make an array of shape {_shape(shape)} and type {dtypes.NAME_OF_TORCH[kind]}: "
                         f"{reworded(error)}") from error
    array = wrap(NDArray, tensor, context)
    if not isinstance(value, (int, float, np.generic)):
        array[:] = value
    return array


def _quick(make: Any, value: Any, shape: tuple[int, ...], *arguments: Any) -> NDArray:
    """A float32 array on the current context, the most frequent call by far."""
    context = device.current_context()
    if context.device_typeid == 2:
        return _filled(value, shape, context, None)
    try:
        tensor = make(*arguments or shape)  # torch reads sizes faster than a tuple of them
    except (RuntimeError, TypeError):
        return _filled(value, shape, context, None)  # says what is wrong with the shape
    array = _new(NDArray)
    array._data, array._ctx, array._tape = tensor, context, None
    return array


def zeros(shape: Any, ctx: Any = None, dtype: Any = None, stype: str | None = None, **kwargs: Any) -> NDArray:
    """An array of zeros."""
    try:
        if type(shape) is tuple and shape and 0 not in shape and ctx is dtype is stype is None and not kwargs:
            return _quick(torch.zeros, 0, shape)
        if stype is not None and stype != "default":
            return _sparse_create.zeros(stype, shape, ctx, dtype, **kwargs)
        return _filled(0, _known("_zeros", shape), ctx, dtype, _fitting("_zeros", shape, dtype, kwargs.get("out")))
    except Exception as error:
        shorten(error)
        raise


def ones(shape: Any, ctx: Any = None, dtype: Any = None, **kwargs: Any) -> NDArray:
    """An array of ones."""
    try:
        if type(shape) is tuple and shape and 0 not in shape and ctx is dtype is None and not kwargs:
            return _quick(torch.ones, 1, shape)
        return _filled(1, _known("_ones", shape), ctx, dtype, _fitting("_ones", shape, dtype, kwargs.get("out")))
    except Exception as error:
        shorten(error)
        raise


def full(shape: Any, val: Any, ctx: Any = None, dtype: Any = np.float32, out: NDArray | None = None) -> NDArray:
    """An array filled with `val`."""
    try:
        if type(shape) is tuple and type(val) is float and ctx is None and dtype is np.float32 and out is None:
            return _quick(torch.full, val, shape, shape, val)
        return _filled(val, shape, ctx, dtype, out)
    except Exception as error:
        shorten(error)
        raise


def empty(shape: Any, ctx: Any = None, dtype: Any = None, stype: str | None = None) -> NDArray:
    """An array whose elements are not set."""
    if stype is not None and stype != "default":
        return _sparse_create.empty(stype, shape, ctx, dtype)
    context = device.resolve(ctx)
    tensor = torch.empty(_shape(shape), dtype=dtypes.default_of_none(dtype), device=device.torch_device(context))
    return wrap(NDArray, tensor, context)


def arange(start: Any, stop: Any = None, step: Any = 1.0, repeat: int = 1, infer_range: Any = None, ctx: Any = None,
           dtype: Any = np.float32) -> NDArray:
    """Evenly spaced values in ``[start, stop)``; `infer_range` has no meaning for arrays."""
    try:
        if infer_range is not None:
            warnings.warn("arange: infer_range is deprecated and changes nothing", DeprecationWarning,
                          stacklevel=user_level())
        if type(start) is int and type(stop) is int and start < stop and step == repeat == 1 and ctx is None and (
                dtype is _FLOAT32):
            context = device.current_context()
            if context.device_typeid != 2:
                array = _new(NDArray)
                array._data, array._ctx, array._tape = torch.arange(float(start), float(stop)), context, None
                return array
        context = device.resolve(ctx)
        try:
            tensor = create.arange(start=start, stop=stop, step=step, repeat=repeat,
                                   dtype=dtypes.default_of_none(dtype), device=device.torch_device(context))
        except (ValueError, RuntimeError) as error:
            raise MXNetError(f"operator _arange: {error}") from error
        return wrap(NDArray, tensor, context)
    except Exception as error:
        shorten(error)
        raise


def linspace(start: Any, stop: Any, num: int, endpoint: bool = True, ctx: Any = None,
             dtype: Any = np.float32) -> NDArray:
    """`num` evenly spaced values from `start` to `stop`."""
    return _internal["_linspace"](start=start, stop=stop, num=num, endpoint=endpoint, ctx=device.resolve(ctx),
                                  dtype=dtype)


def eye(N: int, M: int = 0, k: int = 0, ctx: Any = None, dtype: Any = None, **kwargs: Any) -> NDArray:
    """A matrix with ones on diagonal `k`; `kwargs` are further arguments of operators, such as `out`."""
    return _internal["_eye"](N=N, M=M, k=k, ctx=device.resolve(ctx), dtype=dtype or np.float32, **kwargs)


for _function in (zeros, ones, full, arange):
    profiling.mark(_function, f"_{_function.__name__}")


def concatenate(arrays: list[NDArray], axis: int = 0, always_copy: bool = True) -> NDArray:
    """Join arrays along an existing axis."""
    if len(arrays) == 1 and not always_copy:
        return arrays[0]
    return _public["concat"](*arrays, dim=axis)


def moveaxis(tensor: NDArray, source: Any, destination: Any) -> NDArray:
    """Move axes to new positions, keeping the order of the others."""
    try:
        order = np.moveaxis(np.empty((0,) * 0 + tuple(range(tensor.ndim)), dtype=bool), source, destination).shape
    except ValueError as error:
        raise ValueError(f"moveaxis: source {source} and destination {destination}: {error}") from None
    return tensor.transpose(order)


def histogram(a: NDArray, bins: Any = 10, range: tuple[float, float] | None = None) -> Any:
    """Counts of elements in bins, and the edges of the bins."""
    if isinstance(bins, NDArray):
        return _internal["_histogram"](a, bins)
    if not isinstance(bins, int):
        raise ValueError(f"histogram: bins must be their number or an NDArray of edges, received {type(bins)}")
    if range is None:
        counts, edges = np.histogram(a.asnumpy(), bins=bins)
        return array(counts), array(edges)
    return _internal["_histogram"](a, bin_cnt=bins, range=range)


def split_v2(ary: NDArray, indices_or_sections: Any, axis: int = 0, squeeze_axis: bool = False) -> Any:
    """Split an axis into equal parts, or at the given positions."""
    if isinstance(indices_or_sections, int):
        if ary.shape[axis] % indices_or_sections:
            raise ValueError(f"split: {ary.shape[axis]} elements do not divide into {indices_or_sections} equal parts")
        sections, indices = indices_or_sections, [0]
    else:
        sections, indices = 0, [0, *indices_or_sections]
        if not -ary.ndim <= axis < ary.ndim:
            raise IndexError(f"split_v2: axis {axis} is out of range for an array of shape {ary.shape}")
    return _internal["_split_v2"](ary, indices=indices, axis=axis, squeeze_axis=squeeze_axis, sections=sections)


def onehot_encode(indices: NDArray, out: NDArray) -> NDArray:
    """Write ones at the given column of each row of `out`, zeros elsewhere."""
    return _internal["_onehot_encode"](indices, out, out=out)


def imdecode(str_img: bytes | str, clip_rect: Any = (0, 0, 0, 0), out: NDArray | None = None, index: int = 0,
             channels: int = 3, mean: NDArray | None = None) -> NDArray:
    """A decoded image as (blue, green, red) x height x width in float32; ``mx.image.imdecode`` is its successor.

    `clip_rect` cuts out columns and rows ``(x0, y0, x1, y1)``, `mean` is subtracted; a 4-d `out` receives the result at
    position `index`. With `channels` 1 it is in grey.
    """
    left, top, right, bottom = clip_rect
    # Calls remember their parameters, but not this type.
    content = bytearray(str_img, "latin-1") if isinstance(str_img, str) else bytearray(str_img)
    image = _internal["_imdecode"](mean, x0=left, y0=top, x1=right, y1=bottom, index=index, c=channels,
                                   size=len(content), str_img=content)
    if out is None:
        return image
    target = out[index] if out.ndim == 4 else out
    if target.shape != image.shape:
        raise MXNetError(f"operator _imdecode: out must have shape {image.shape}, or that of several such images, "
                         f"received {out.shape}")
    target[:] = image
    return out


def from_numpy(ndarray: np.ndarray, zero_copy: bool = True, array_cls: Any = NDArray) -> NDArray:
    """An array that shares the memory of a C-contiguous numpy array, which becomes read-only."""
    if not zero_copy:
        return wrap(array_cls, array(ndarray, dtype=ndarray.dtype)._data, device.CPU)
    if not ndarray.flags["C_CONTIGUOUS"]:
        raise ValueError("from_numpy without a copy needs a C-contiguous array; call numpy.ascontiguousarray first")
    tensor = storage.share_outside(torch.from_numpy(ndarray))
    ndarray.flags["WRITEABLE"] = False
    return wrap(array_cls, tensor, device.CPU)


def from_dlpack(dlpack: Any) -> NDArray:
    """An array that shares the memory of a DLPack capsule or exporter."""
    tensor = storage.share_outside(torch.utils.dlpack.from_dlpack(dlpack))
    return wrap(NDArray, tensor, context_of(tensor))


def to_dlpack_for_read(data: NDArray) -> Any:
    """A DLPack capsule that shares the memory of `data`."""
    return data.to_dlpack_for_read()


to_dlpack_for_write = to_dlpack_for_read


def save(fname: str, data: Any) -> None:
    """Write one array, several in a list, or several by name in a dict, in MXNet's format."""
    if isinstance(data, NDArray):
        data = [data]
    if isinstance(data, dict):
        names, arrays = list(data), list(data.values())
    elif isinstance(data, (list, tuple)):
        names, arrays = [], list(data)
    else:
        raise ValueError(f"save: data must be an NDArray, or a list or dict of them, received {type(data)}")
    for key, value in zip(names or range(len(arrays)), arrays, strict=True):
        if not isinstance(value, NDArray) or not isinstance(key, (str, int)):
            raise TypeError(f"save: names must be text and values NDArrays, received {key!r}: {type(value)}")
    try:
        with files.write(os.fspath(fname)) as file:
            params_file.write_to(file, len(arrays), _files.chunks(arrays), names)
    except OSError as error:
        raise MXNetError(f"save: cannot write {fname!r}: {error.strerror or error}") from error


def load(fname: str) -> Any:
    """The list or dict of arrays that `save` wrote to a file."""
    if not isinstance(fname, (str, os.PathLike)):
        raise TypeError(f"fname must be the path of a file, received {type(fname)}")
    name = os.fspath(fname)
    try:
        with files.open_content(name) as content:
            return _files.load(content, f"load: {name!r}")
    except OSError as error:
        raise MXNetError(f"load: cannot read {name!r}: {error.strerror or error}") from error


def load_frombuffer(buf: Any) -> Any:
    """The list or dict of arrays in the bytes of a file."""
    if not isinstance(buf, (bytes, bytearray, memoryview)):
        raise TypeError(f"buf must be bytes, received {type(buf)}")
    return _files.load(bytes(buf), "load_frombuffer")


concise_module(__name__, but=("array", "zeros", "ones", "full", "arange"))
