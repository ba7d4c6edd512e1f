"""Functions that move elements: shapes, axes, joining, splitting."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from .._runtime.error import MXNetError
from ._call import axis_tuple, common_type, invoke, require, sizes

Tensor = torch.Tensor


def _check_order(name: str, order: str) -> None:
    if order != "C":
        raise NotImplementedError(f"{name}: order must be 'C', received {order!r}")


def reshape(a: Any, newshape: Any, order: str = "C", out: Any = None) -> Any:
    """The elements in another shape, of which one size may be -1."""
    _check_order("reshape", order)
    target = (int(newshape),) if isinstance(newshape, (int, np.integer)) else tuple(int(s) for s in newshape)
    return invoke("reshape", lambda t: t.reshape(target), [a], out, alias=True)


def ravel(x: Any, order: str = "C") -> Any:
    """All elements along one axis."""
    return reshape(x, (-1,), order)


def transpose(a: Any, axes: Any = None) -> Any:
    """Axes in another order, reversed without `axes`."""
    return invoke("transpose", lambda t: t.permute(axis_tuple(axes) or tuple(range(t.ndim))[::-1]), [a], alias=True)


def swapaxes(a: Any, axis1: int, axis2: int) -> Any:
    """Two axes exchanged."""
    return invoke("swapaxes", lambda t: t.swapaxes(axis1, axis2), [a], alias=True)


def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    """Axes at new positions, the others in their order."""
    return invoke("moveaxis", lambda t: t.moveaxis(axis_tuple(source), axis_tuple(destination)), [a], alias=True)


def rollaxis(a: Any, axis: int, start: int = 0) -> Any:
    """An axis moved to before position `start`."""
    require("rollaxis", a)
    source, target = axis % a.ndim, start + a.ndim if start < 0 else start
    return moveaxis(a, source, target - 1 if source < target else target)


def expand_dims(a: Any, axis: int) -> Any:
    """With an axis of size 1 inserted."""
    return invoke("expand_dims", lambda t: t.unsqueeze(axis), [a], alias=True)


def squeeze(a: Any, axis: Any = None, out: Any = None) -> Any:
    """Without axes of size 1, all or the given ones."""

    def run(tensor: Tensor) -> Tensor:
        axes = axis_tuple(axis)
        if axes is None:
            return tensor.squeeze()
        for one in axes:
            if tensor.shape[one] != 1:
                raise MXNetError(f"squeeze: axis {one} has size {tensor.shape[one]}; only axes of size 1 can be left "
                                 "out")
        return tensor.squeeze(axes)

    return invoke("squeeze", run, [a], out, alias=True)


def broadcast_to(array: Any, shape: Any) -> Any:
    """Repeated along axes of size 1 up to `shape`."""
    return invoke("broadcast_to", lambda t: t.expand(sizes(shape)).contiguous(), [array], alias=True)


def broadcast_arrays(*args: Any) -> Any:
    """All arrays in the shape they have in common."""
    return invoke("broadcast_arrays", lambda *t: tuple(one.clone() for one in torch.broadcast_tensors(*t)), args)


def flip(m: Any, axis: Any = None, out: Any = None) -> Any:
    """Elements in reverse order along axes, all without `axis`."""

    def run(tensor: Tensor) -> Tensor:
        axes = axis_tuple(axis)
        return tensor.flip(tuple(range(tensor.ndim)) if axes is None else axes)

    return invoke("flip", run, [m], out)


def flipud(m: Any) -> Any:
    """Rows in reverse order."""
    return flip(m, 0)


def fliplr(m: Any) -> Any:
    """Columns in reverse order."""
    return flip(m, 1)


def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> Any:
    """Turned by `k` right angles in the plane of two axes."""
    return invoke("rot90", lambda t: torch.rot90(t, k, list(axes)).clone(), [m])


def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """Elements moved along axes, those pushed out entering at the other end."""
    return invoke("roll", lambda t: torch.roll(t, shift, axis), [a])


def tile(A: Any, reps: Any) -> Any:
    """The array repeated `reps` times along each axis."""
    return invoke("tile", lambda t: torch.tile(t, sizes(reps)).clone(), [A])


def repeat(a: Any, repeats: Any, axis: Any = None) -> Any:
    """Each element repeated along an axis, of the flattened array without `axis`."""

    def run(tensor: Tensor) -> Tensor:
        counts = repeats if isinstance(repeats, int) else torch.as_tensor(repeats, device=tensor.device)
        return torch.repeat_interleave(tensor, counts, dim=axis)

    return invoke("repeat", run, [a])


def pad(x: Any, pad_width: Any = None, mode: str = "constant", **kwargs: Any) -> Any:
    """With elements added at both ends of each axis: constants, or by a mode of ``numpy.pad`` that copies elements."""
    if mode not in ("constant", "edge", "reflect", "symmetric", "wrap"):
        raise ValueError(f"pad: mode {mode!r} is not supported")
    allowed = {"constant": {"constant_values"}}.get(mode, set())
    for name in kwargs:
        if name not in allowed:
            raise ValueError(f"pad: mode {mode!r} takes no argument {name!r}")
    require("pad", x)
    if mode == "constant":
        widths = np.broadcast_to(np.asarray(pad_width), (x.ndim, 2))
        flat = [int(w) for pair in widths[::-1] for w in pair]
        value = kwargs.get("constant_values", 0)
        return invoke("pad", lambda t: torch.nn.functional.pad(t, flat, value=value), [x])
    # The places elements come from do not depend on the elements.
    places = np.pad(np.arange(x.size).reshape(x.shape), pad_width, mode)  # type: ignore[call-overload]
    chosen = torch.from_numpy(np.ascontiguousarray(places))
    return invoke("pad", lambda t: t.reshape(-1)[chosen.to(t.device)], [x])


# Joining


def _listed(name: str, arrays: Any) -> list[Any]:
    found = list(arrays) if not isinstance(arrays, (list, tuple)) else arrays
    if not found:
        raise ValueError(f"{name}: need at least one array")
    require(name, *found)
    return list(found)


def _alike(tensors: tuple[Tensor, ...]) -> list[Tensor]:
    common = tensors[0].dtype
    for tensor in tensors[1:]:
        common = common_type(common, tensor.dtype)
    return [tensor.to(common) for tensor in tensors]


def concatenate(seq: Any, axis: Any = 0, out: Any = None) -> Any:
    """Arrays joined along an axis; flattened first if `axis` is None."""

    def run(*tensors: Tensor) -> Tensor:
        if axis is None:
            return torch.cat([t.reshape(-1) for t in _alike(tensors)])
        # torch lets an empty vector meet anything, NumPy does not
        if len({t.ndim for t in tensors}) > 1:
            raise MXNetError("concatenate: the arrays must have one number of axes")
        return torch.cat(_alike(tensors), axis)

    return invoke("concatenate", run, _listed("concatenate", seq), out)


def append(arr: Any, values: Any, axis: Any = None) -> Any:
    """`values` joined to the end of `arr`."""
    return concatenate([arr, values], axis=axis)


def stack(arrays: Any, axis: int = 0, out: Any = None) -> Any:
    """Arrays of one shape joined along a new axis."""
    return invoke("stack", lambda *t: torch.stack(_alike(t), axis), _listed("stack", arrays), out)


def vstack(arrays: Any, out: Any = None) -> Any:
    """Arrays joined by rows."""
    return invoke("vstack", lambda *t: torch.vstack(_alike(t)), _listed("vstack", arrays), out)


row_stack = vstack


def hstack(arrays: Any, out: Any = None) -> Any:
    """Arrays joined by columns."""
    return invoke("hstack", lambda *t: torch.hstack(_alike(t)), _listed("hstack", arrays), out)


def dstack(arrays: Any, out: Any = None) -> Any:
    """Arrays joined along the third axis."""
    return invoke("dstack", lambda *t: torch.dstack(_alike(t)), _listed("dstack", arrays), out)


def column_stack(tup: Any, out: Any = None) -> Any:
    """Vectors as the columns of a matrix."""
    return invoke("column_stack", lambda *t: torch.column_stack(_alike(t)), _listed("column_stack", tup), out)


# Splitting


def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Parts of nearly equal size, or the parts between given positions."""
    chosen = indices_or_sections if isinstance(indices_or_sections, int) else list(indices_or_sections)
    return invoke("array_split", lambda t: tuple(p.clone() for p in torch.tensor_split(t, chosen, axis)), [ary])


def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Parts of equal size, or the parts between given positions."""
    require("split", ary)
    if isinstance(indices_or_sections, int) and ary.shape[axis] % indices_or_sections:
        raise ValueError(f"split: {ary.shape[axis]} elements do not divide into {indices_or_sections} equal parts")
    return array_split(ary, indices_or_sections, axis)


def vsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Parts by rows."""
    return split(ary, indices_or_sections, 0)


def hsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Parts by columns."""
    require("hsplit", ary)
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


def dsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Parts along the third axis."""
    return split(ary, indices_or_sections, 2)


def _at_least(rank: int, name: str, arrays: tuple[Any, ...]) -> Any:
    compute = {1: torch.atleast_1d, 2: torch.atleast_2d, 3: torch.atleast_3d}[rank]
    results = [invoke(name, compute, [a], alias=True) for a in arrays]
    return results[0] if len(results) == 1 else results


def atleast_1d(*arys: Any) -> Any:
    """Arrays with at least one axis."""
    return _at_least(1, "atleast_1d", arys)


def atleast_2d(*arys: Any) -> Any:
    """Arrays with at least two axes."""
    return _at_least(2, "atleast_2d", arys)


def atleast_3d(*arys: Any) -> Any:
    """Arrays with at least three axes."""
    return _at_least(3, "atleast_3d", arys)
