"""Functions that rearrange elements: shapes, axes, concatenation and splitting."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._runtime.tracebacks import concise_module
from ._operators import NUMBERS, axis_tuple, check_order, in_short, is_array, operator, require
from .multiarray import ndarray

_reshape, _transpose, _moveaxis = operator("_np_reshape"), operator("_np_transpose"), operator("_np_moveaxis")
_swapaxes, _expand_dims = operator("_npi_swapaxes"), operator("_npi_expand_dims")
_squeeze, _broadcast_to, _flip = operator("_np_squeeze"), operator("_npi_broadcast_to"), operator("_npi_flip")
_rot90, _roll, _tile, _repeat = operator("_npi_rot90"), operator("_np_roll"), operator("_npi_tile"), operator(
    "_np_repeat")
_pad, _concatenate, _stack = operator("_npi_pad"), operator("_npi_concatenate"), operator("_npi_stack")
_split, _hsplit, _dsplit = operator("_npi_split"), operator("_npi_hsplit"), operator("_npi_dsplit")


@in_short("_np_reshape", "newshape")
def reshape(a: Any, newshape: Any, order: str = "C", out: Any = None) -> Any:
    """Return the elements in another shape. One size may be -1."""
    check_order("reshape", order)
    return _reshape(a, newshape=newshape, out=out)


def ravel(x: Any, order: str = "C") -> Any:
    """Return all elements along one axis."""
    check_order("ravel", order)
    return np.reshape(x, -1) if isinstance(x, NUMBERS) else _reshape(x, newshape=(-1,))


@in_short("_np_transpose", "axes")
def transpose(a: Any, axes: Any = None) -> Any:
    """Permute the axes, or reverse them without `axes`."""
    return _transpose(a) if axes is None else _transpose(a, axes=axes)


@in_short("_npi_swapaxes", by_position=2)
def swapaxes(a: Any, axis1: int, axis2: int) -> Any:
    """Exchange two axes."""
    return _swapaxes(a, dim1=axis1, dim2=axis2)


@in_short("_np_moveaxis", "source", "destination")
def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    """Move axes to new positions and keep the order of the other axes."""
    places = axis_tuple(source), axis_tuple(destination)
    if len(places[0] or ()) != len(places[1] or ()):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    return _moveaxis(a, source=places[0], destination=places[1])


@in_short("_npi_expand_dims", "axis")
def expand_dims(a: Any, axis: int) -> Any:
    """Insert an axis of size 1."""
    return _expand_dims(a, axis=axis)


@in_short("_np_squeeze", "axis")
def squeeze(a: Any, axis: Any = None, out: Any = None) -> Any:
    """Remove all or the given axes of size 1."""
    return _squeeze(a, axis=axis) if out is None else _squeeze(a, axis=axis, out=out)


@in_short("_npi_broadcast_to", "shape")
def broadcast_to(array: Any, shape: Any) -> Any:
    """Broadcast an array to `shape`."""
    if isinstance(array, NUMBERS):
        from ._create import full

        return full(shape, array)
    return _broadcast_to(array, shape=shape)


def broadcast_arrays(*args: Any) -> Any:
    """Broadcast arrays to their common shape."""
    shape = np.broadcast_shapes(*[a.shape for a in args])
    return [_broadcast_to(a, shape=shape) for a in args]


@in_short("_npi_flip", "axis")
def flip(m: Any, axis: Any = None, out: Any = None) -> Any:
    """Reverse elements along the given axes, or along all axes."""
    if isinstance(m, NUMBERS):
        return np.flip(m, axis)
    axes = axis_tuple(axis)
    return _flip(m, axis=axes) if out is None else _flip(m, axis=axes, out=out)


def flipud(m: Any) -> Any:
    """Reverse the rows."""
    return flip(m, 0)


def fliplr(m: Any) -> Any:
    """Reverse the columns."""
    return flip(m, 1)


def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> Any:
    """Rotate by `k` right angles in the plane of two axes."""
    return _rot90(m, k=k, axes=tuple(axes))


def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """Shift elements along axes cyclically."""
    return _roll(a, shift=axis_tuple(shift), axis=axis_tuple(axis))


@in_short("_npi_tile", "reps")
def tile(A: Any, reps: Any) -> Any:
    """Repeat the array `reps` times along each axis."""
    return np.tile(A, reps) if isinstance(A, NUMBERS) else _tile(A, reps=reps)


@in_short("_np_repeat", "repeats", "axis")
def repeat(a: Any, repeats: Any, axis: Any = None) -> Any:
    """Repeat each element along an axis, or of the flattened array without `axis`."""
    if not isinstance(repeats, (int, np.integer)):
        raise NotImplementedError(f"repeat: repeats must be a single number, received {repeats!r}")
    return _repeat(a, repeats=int(repeats), axis=axis)


_PAD_OPTIONS: dict[str, dict[str, Any]] = {
    "constant": {"constant_values": 0}, "edge": {}, "maximum": {"stat_length": None},
    "minimum": {"stat_length": None}, "reflect": {"reflect_type": "even"}, "symmetric": {"reflect_type": "even"}}


def pad(x: Any, pad_width: Any = None, mode: str = "constant", **kwargs: Any) -> Any:
    """Pad both ends of each axis with a constant, the edge, a reflection, or the maximum or minimum."""
    if mode not in _PAD_OPTIONS:
        raise ValueError(f"pad: mode {mode!r} is not supported")
    allowed = _PAD_OPTIONS[mode]
    for name, value in kwargs.items():
        if name not in allowed:
            raise ValueError(f"pad: mode {mode!r} does not take the argument {name!r}")
        if name != "constant_values" and value != allowed[name]:
            raise ValueError(f"pad: {name} must be {allowed[name]!r}, received {value!r}")
    if np.asarray(pad_width).dtype.kind != "i":
        raise TypeError(f"pad: pad_width must consist of integers, received {pad_width!r}")
    widths = tuple((int(a), int(b)) for a, b in np.broadcast_to(np.asarray(pad_width), (_rank(x, pad_width), 2)))
    return _pad(x, pad_width=widths, mode=mode, constant_value=float(kwargs.get("constant_values", 0)))


def _rank(x: Any, pad_width: Any) -> int:
    """Return the rank of `x`. The rank of a symbol is unknown, so `pad_width` must have a pair for each axis."""
    if hasattr(x, "ndim"):
        return int(x.ndim)
    if np.ndim(pad_width) != 2:
        raise TypeError(f"pad: pad_width must have a pair of numbers for each axis of a symbol, received {pad_width!r}")
    return len(pad_width)


# Joining


def _check_arrays(name: str, arrays: Any) -> list[Any]:
    inputs = [arrays] if is_array(arrays) and not hasattr(arrays, "ndim") else list(arrays)
    if not inputs:
        raise ValueError(f"{name}: need at least one array")
    require(name, *inputs)
    return inputs


def _make_concatenation(name: str, parameter: str, doc: str) -> Any:
    """Return a function of a list of arrays, which is called `parameter`."""
    operator_name = f"_npi_{name}"
    call = operator(operator_name)

    def concatenate_arrays(arrays: Any, out: Any = None) -> Any:
        inputs = _check_arrays(name, arrays)
        return call(*inputs) if out is None else call(*inputs, out=out)

    def concatenate_tuple(tup: Any, out: Any = None) -> Any:
        return concatenate_arrays(tup, out)

    function = in_short(operator_name)(concatenate_tuple if parameter == "tup" else concatenate_arrays)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


vstack = row_stack = _make_concatenation("vstack", "arrays", "Concatenate arrays by rows.")
hstack = _make_concatenation("hstack", "arrays", "Concatenate arrays by columns.")
dstack = _make_concatenation("dstack", "arrays", "Concatenate arrays along the third axis.")
column_stack = _make_concatenation("column_stack", "tup", "Stack vectors as columns of a matrix.")


@in_short("_npi_concatenate", "axis")
def concatenate(seq: Any, axis: Any = 0, out: Any = None) -> Any:
    """Concatenate arrays along an axis. They are flattened first if `axis` is None."""
    inputs = _check_arrays("concatenate", seq)
    return _concatenate(*inputs, axis=axis) if out is None else _concatenate(*inputs, axis=axis, out=out)


def append(arr: Any, values: Any, axis: Any = None) -> Any:
    """Append `values` to `arr`."""
    return concatenate([arr, values], axis=axis)


@in_short("_npi_stack", "axis")
def stack(arrays: Any, axis: int = 0, out: Any = None) -> Any:
    """Concatenate arrays of the same shape along a new axis."""
    inputs = _check_arrays("stack", arrays)
    return _stack(*inputs, axis=axis) if out is None else _stack(*inputs, axis=axis, out=out)


# Splitting


def _parts(name: str, split: Any) -> dict[str, Any]:
    """Return the parameters of the split operators: start positions, or the number of parts."""
    if isinstance(split, (int, np.integer)):
        if split <= 0:
            raise ValueError(f"{name}: number sections must be larger than 0.")
        return {"indices": (), "sections": int(split)}
    if isinstance(split, (list, set, tuple)):
        return {"indices": (0, *split), "sections": 0}
    raise ValueError(f"{name}: indices_or_sections must be a number or a tuple of numbers, received {split!r}")


def _as_list(parts: Any) -> Any:
    """Return arrays in a list, even a single one. Symbols become one symbol with several outputs."""
    return [parts] if not isinstance(parts, list) and (hasattr(parts, "ndim") or len(parts) == 1) else parts


def _check_even(name: str, ary: Any, sections: Any, axis: int) -> None:
    if isinstance(sections, int) and hasattr(ary, "ndim") and sections > 0 and ary.shape[axis] % sections:
        raise ValueError(f"{name}: array split does not result in an equal division: {ary.shape[axis]} elements into "
                         f"{sections} parts")


def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Split into parts of nearly equal size, or at the given positions."""
    require("array_split", ary)
    return _as_list(_split(ary, axis=axis, **_clip_positions(_parts("array_split", indices_or_sections), ary, axis)))


def _clip_positions(parts: dict[str, Any], ary: Any, axis: int) -> dict[str, Any]:
    """Clip positions to the size. As in NumPy, parts after the end or with decreasing positions are empty."""
    if hasattr(ary, "ndim") and parts["indices"]:
        size = ary.shape[axis]
        parts["indices"] = tuple(min(position, size) for position in parts["indices"])
    return parts


def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Split into parts of equal size, or at the given positions."""
    if type(indices_or_sections) is int and type(ary) is ndarray and indices_or_sections > 1 and not (
            ary._data.shape[axis] % indices_or_sections):
        return _split(ary, axis=axis, indices=(), sections=indices_or_sections)
    require("split", ary)
    _check_even("split", ary, indices_or_sections, axis)
    return array_split(ary, indices_or_sections, axis)


def vsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Split by rows."""
    require("vsplit", ary)
    if hasattr(ary, "ndim") and ary.ndim < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


def hsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Split by columns."""
    require("hsplit", ary)
    if hasattr(ary, "ndim") and ary.ndim < 1:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    along = 1 if not hasattr(ary, "ndim") or ary.ndim > 1 else 0
    return _as_list(_hsplit(ary, axis=1, **_clip_positions(_parts("hsplit", indices_or_sections), ary, along)))


def dsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Split along the third axis."""
    require("dsplit", ary)
    if hasattr(ary, "ndim") and ary.ndim < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    _check_even("dsplit", ary, indices_or_sections, 2)
    return _as_list(_dsplit(ary, axis=2, **_clip_positions(_parts("dsplit", indices_or_sections), ary, 2)))


def _at_least(rank: int) -> Any:
    call = operator(f"_np_atleast_{rank}d")

    def function(*arys: Any) -> Any:
        require(function.__name__, *arys)
        return call(*arys)

    function.__name__ = function.__qualname__ = f"atleast_{rank}d"
    function.__doc__ = f"Arrays with at least {rank} {'axis' if rank == 1 else 'axes'}."
    return function


atleast_1d, atleast_2d, atleast_3d = (_at_least(rank) for rank in (1, 2, 3))


concise_module(__name__)
