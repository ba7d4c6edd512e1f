"""Functions that create arrays, and read and write array files."""

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
    """Create an array from `source_array`. The default dtype is float32, or the dtype of an NDArray."""
    try:
        context = device.resolve(ctx)
        if isinstance(source_array, SparseMark) or _sparse_create.is_scipy(source_array):
            return _sparse_create.array(source_array, ctx=context, dtype=dtype)
        if isinstance(source_array, NDArray):
            torch_dtype = source_array._data.dtype if dtype is None else dtypes.to_torch(dtype)
            tensor = source_array._data.detach().to(device=device.torch_device(context), dtype=torch_dtype, copy=True)
            return wrap(NDArray, tensor, context)
        torch_dtype = dtypes.default_of_none(dtype)
        try:
            values = np.asarray(source_array)
            tensor = _convert.from_numpy(values, torch_dtype, context)
        except (ValueError, TypeError) as error:
            raise TypeError(f"source_array cannot be converted to an array: {error}") from None
        return wrap(NDArray, tensor, context)
    except Exception as error:
        shorten(error)
        raise


def _shape(shape: Any) -> tuple[int, ...]:
    sizes = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    for size in sizes:
        if int(size) < 0:
            raise MXNetError(f"shape must not have negative sizes, received {shape}")
    return tuple(int(s) for s in sizes)


def _check_shape(operator: str, shape: Any) -> tuple[int, ...]:
    """Return the sizes. Raise if one is 0, which means unknown unless NumPy shapes are on."""
    sizes = _shape(shape)
    if not util.is_np_shape() and (not sizes or 0 in sizes):
        raise MXNetError(f"Operator {operator} inferring shapes failed: shape {sizes} is not fully known, because 0 "
                         "and () mean unknown; use mx.util.np_shape() for empty arrays and scalars")
    return sizes


def _check_out(name: str, shape: Any, dtype: Any, out: NDArray | None) -> NDArray | None:
    """Return `out` after checking its shape and dtype."""
    torch_dtype = dtypes.default_of_none(dtype)
    if out is not None and (out.shape != _shape(shape) or out._data.dtype is not torch_dtype):
        raise MXNetError(f"operator {name}: out must have shape {_shape(shape)} and dtype "
                         f"{dtypes.NAME_OF_TORCH[torch_dtype]}, received {out.shape} and "
                         f"{dtypes.NAME_OF_TORCH[out._data.dtype]}")
    return out


def _fill(value: Any, shape: Any, ctx: Any, dtype: Any, out: NDArray | None = None) -> NDArray:
    if out is not None:
        with storage.writing(out._data) as memory:
            memory.fill_(value)
        return out
    context, torch_dtype = device.resolve(ctx), dtypes.default_of_none(dtype)
    number = storage.scalar(value, torch_dtype).item() if isinstance(value, (int, float, np.generic)) else 0
    try:
        tensor = torch.full(_shape(shape), number, dtype=torch_dtype, device=device.torch_device(context))
    except RuntimeError as error:
        raise MXNetError(f"cannot create an array of shape {_shape(shape)} and dtype "
                         f"{dtypes.NAME_OF_TORCH[torch_dtype]}: {reworded(error)}") from error
    array = wrap(NDArray, tensor, context)
    if not isinstance(value, (int, float, np.generic)):
        array[:] = value
    return array


def _create_float32(make: Any, value: Any, shape: tuple[int, ...], *arguments: Any) -> NDArray:
    """Create a float32 array on the current context, which is the most frequent call."""
    context = device.current_context()
    if context.device_typeid == 2:
        return _fill(value, shape, context, None)
    try:
        tensor = make(*arguments or shape)  # separate sizes are faster than a tuple
    except (RuntimeError, TypeError):
        return _fill(value, shape, context, None)  # raises an error for an invalid shape
    array = _new(NDArray)
    array._data, array._ctx, array._tape = tensor, context, None
    return array


def zeros(shape: Any, ctx: Any = None, dtype: Any = None, stype: str | None = None, **kwargs: Any) -> NDArray:
    """Return an array of zeros."""
    try:
        if type(shape) is tuple and shape and 0 not in shape and ctx is dtype is stype is None and not kwargs:
            return _create_float32(torch.zeros, 0, shape)
        if stype is not None and stype != "default":
            return _sparse_create.zeros(stype, shape, ctx, dtype, **kwargs)
        out = _check_out("_zeros", shape, dtype, kwargs.get("out"))
        return _fill(0, _check_shape("_zeros", shape), ctx, dtype, out)
    except Exception as error:
        shorten(error)
        raise


def ones(shape: Any, ctx: Any = None, dtype: Any = None, **kwargs: Any) -> NDArray:
    """Return an array of ones."""
    try:
        if type(shape) is tuple and shape and 0 not in shape and ctx is dtype is None and not kwargs:
            return _create_float32(torch.ones, 1, shape)
        return _fill(1, _check_shape("_ones", shape), ctx, dtype, _check_out("_ones", shape, dtype, kwargs.get("out")))
    except Exception as error:
        shorten(error)
        raise


def full(shape: Any, val: Any, ctx: Any = None, dtype: Any = np.float32, out: NDArray | None = None) -> NDArray:
    """Return an array filled with `val`."""
    try:
        if type(shape) is tuple and type(val) is float and ctx is None and dtype is np.float32 and out is None:
            return _create_float32(torch.full, val, shape, shape, val)
        return _fill(val, shape, ctx, dtype, out)
    except Exception as error:
        shorten(error)
        raise


def empty(shape: Any, ctx: Any = None, dtype: Any = None, stype: str | None = None) -> NDArray:
    """Return an array with undefined elements."""
    if stype is not None and stype != "default":
        return _sparse_create.empty(stype, shape, ctx, dtype)
    context = device.resolve(ctx)
    tensor = torch.empty(_shape(shape), dtype=dtypes.default_of_none(dtype), device=device.torch_device(context))
    return wrap(NDArray, tensor, context)


def arange(start: Any, stop: Any = None, step: Any = 1.0, repeat: int = 1, infer_range: Any = None, ctx: Any = None,
           dtype: Any = np.float32) -> NDArray:
    """Return evenly spaced values in ``[start, stop)``. `infer_range` has no effect on arrays."""
    try:
        if infer_range is not None:
            warnings.warn("arange: infer_range is deprecated and has no effect", DeprecationWarning,
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
    """Return `num` evenly spaced values from `start` to `stop`."""
    return _internal["_linspace"](start=start, stop=stop, num=num, endpoint=endpoint, ctx=device.resolve(ctx),
                                  dtype=dtype)


def eye(N: int, M: int = 0, k: int = 0, ctx: Any = None, dtype: Any = None, **kwargs: Any) -> NDArray:
    """Return a matrix with ones on diagonal `k`. `kwargs` are arguments of the operator, such as `out`."""
    return _internal["_eye"](N=N, M=M, k=k, ctx=device.resolve(ctx), dtype=dtype or np.float32, **kwargs)


for _function in (zeros, ones, full, arange):
    profiling.mark(_function, f"_{_function.__name__}")


def concatenate(arrays: list[NDArray], axis: int = 0, always_copy: bool = True) -> NDArray:
    """Concatenate arrays along an existing axis."""
    if len(arrays) == 1 and not always_copy:
        return arrays[0]
    return _public["concat"](*arrays, dim=axis)


def moveaxis(tensor: NDArray, source: Any, destination: Any) -> NDArray:
    """Move axes to new positions and keep the order of the other axes."""
    try:
        order = np.moveaxis(np.empty((0,) * 0 + tuple(range(tensor.ndim)), dtype=bool), source, destination).shape
    except ValueError as error:
        raise ValueError(f"moveaxis: source {source} and destination {destination}: {error}") from None
    return tensor.transpose(order)


def histogram(a: NDArray, bins: Any = 10, range: tuple[float, float] | None = None) -> Any:
    """Return the counts of elements in bins, and the bin edges."""
    if isinstance(bins, NDArray):
        return _internal["_histogram"](a, bins)
    if not isinstance(bins, int):
        raise ValueError(f"histogram: bins must be an int or an NDArray of edges, received {type(bins)}")
    if range is None:
        counts, edges = np.histogram(a.asnumpy(), bins=bins)
        return array(counts), array(edges)
    return _internal["_histogram"](a, bin_cnt=bins, range=range)


def split_v2(ary: NDArray, indices_or_sections: Any, axis: int = 0, squeeze_axis: bool = False) -> Any:
    """Split an axis into equal parts, or at the given positions."""
    if isinstance(indices_or_sections, int):
        if ary.shape[axis] % indices_or_sections:
            raise ValueError(f"split: {ary.shape[axis]} elements cannot be split into {indices_or_sections} equal "
                             "parts")
        sections, indices = indices_or_sections, [0]
    else:
        sections, indices = 0, [0, *indices_or_sections]
        if not -ary.ndim <= axis < ary.ndim:
            raise IndexError(f"split_v2: axis {axis} is out of range for an array of shape {ary.shape}")
    return _internal["_split_v2"](ary, indices=indices, axis=axis, squeeze_axis=squeeze_axis, sections=sections)


def onehot_encode(indices: NDArray, out: NDArray) -> NDArray:
    """Write one-hot rows to `out`."""
    return _internal["_onehot_encode"](indices, out, out=out)


def imdecode(str_img: bytes | str, clip_rect: Any = (0, 0, 0, 0), out: NDArray | None = None, index: int = 0,
             channels: int = 3, mean: NDArray | None = None) -> NDArray:
    """Decode an image to (blue, green, red) x height x width in float32. Use ``mx.image.imdecode`` in new programs.

    `clip_rect` crops to ``(x0, y0, x1, y1)``, and `mean` is subtracted. A 4-d `out` receives the result at position
    `index`. With `channels` 1, the image is grayscale.
    """
    left, top, right, bottom = clip_rect
    # A bytearray is not hashable, so the call is not cached.
    content = bytearray(str_img, "latin-1") if isinstance(str_img, str) else bytearray(str_img)
    image = _internal["_imdecode"](mean, x0=left, y0=top, x1=right, y1=bottom, index=index, c=channels,
                                   size=len(content), str_img=content)
    if out is None:
        return image
    target = out[index] if out.ndim == 4 else out
    if target.shape != image.shape:
        raise MXNetError(f"operator _imdecode: out must have shape {image.shape}, or an additional leading axis, "
                         f"received {out.shape}")
    target[:] = image
    return out


def from_numpy(ndarray: np.ndarray, zero_copy: bool = True, array_cls: Any = NDArray) -> NDArray:
    """Return an array that shares the memory of a C-contiguous numpy array. The numpy array becomes read-only."""
    if not zero_copy:
        return wrap(array_cls, array(ndarray, dtype=ndarray.dtype)._data, device.CPU)
    if not ndarray.flags["C_CONTIGUOUS"]:
        raise ValueError("from_numpy without a copy needs a C-contiguous array; call numpy.ascontiguousarray first")
    tensor = storage.share_outside(torch.from_numpy(ndarray))
    ndarray.flags["WRITEABLE"] = False
    return wrap(array_cls, tensor, device.CPU)


def from_dlpack(dlpack: Any) -> NDArray:
    """Return an array that shares the memory of a DLPack capsule or exporter."""
    tensor = storage.share_outside(torch.utils.dlpack.from_dlpack(dlpack))
    return wrap(NDArray, tensor, context_of(tensor))


def to_dlpack_for_read(data: NDArray) -> Any:
    """Return a DLPack capsule that shares the memory of `data`."""
    return data.to_dlpack_for_read()


to_dlpack_for_write = to_dlpack_for_read


def save(fname: str, data: Any) -> None:
    """Write an array, a list of arrays or a dict of arrays in MXNet's format."""
    if isinstance(data, NDArray):
        data = [data]
    if isinstance(data, dict):
        names, arrays = list(data), list(data.values())
    elif isinstance(data, (list, tuple)):
        names, arrays = [], list(data)
    else:
        raise ValueError(f"save: data must be an NDArray, or a list or dict of NDArrays, received {type(data)}")
    for key, value in zip(names or range(len(arrays)), arrays, strict=True):
        if not isinstance(value, NDArray) or not isinstance(key, (str, int)):
            raise TypeError(f"save: names must be strings and values NDArrays, received {key!r}: {type(value)}")
    try:
        with files.write(os.fspath(fname)) as file:
            params_file.write_to(file, len(arrays), _files.chunks(arrays), names)
    except OSError as error:
        raise MXNetError(f"save: cannot write {fname!r}: {error.strerror or error}") from error


def load(fname: str) -> Any:
    """Read the list or dict of arrays in a file written by `save`."""
    if not isinstance(fname, (str, os.PathLike)):
        raise TypeError(f"fname must be the path of a file, received {type(fname)}")
    name = os.fspath(fname)
    try:
        with files.open_content(name) as content:
            return _files.load(content, f"load: {name!r}")
    except OSError as error:
        raise MXNetError(f"load: cannot read {name!r}: {error.strerror or error}") from error


def load_frombuffer(buf: Any) -> Any:
    """Read the list or dict of arrays from the bytes of a file."""
    if not isinstance(buf, (bytes, bytearray, memoryview)):
        raise TypeError(f"buf must be bytes, received {type(buf)}")
    return _files.load(bytes(buf), "load_frombuffer")


concise_module(__name__, but=("array", "zeros", "ones", "full", "arange"))
