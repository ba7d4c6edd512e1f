"""Files of ``mx.np`` arrays."""

from __future__ import annotations

from typing import Any

from .. import util
from ..ndarray import utils
from ..numpy.multiarray import ndarray, rewrapped


def _plain(array: Any) -> Any:
    if not isinstance(array, ndarray):
        raise TypeError(f"save only accepts arrays of mx.np, received {type(array)}")
    return array.as_nd_ndarray()


def save(file: str, arr: Any) -> None:
    """Write an array, a list of arrays or a dict of arrays in MXNet's format."""
    content: Any
    if isinstance(arr, dict):
        content = {name: _plain(array) for name, array in arr.items()}
    elif isinstance(arr, (list, tuple)):
        content = [_plain(array) for array in arr]
    else:
        content = [_plain(arr)]
    with util.np_shape(True):
        utils.save(file, content)


def load(file: str) -> Any:
    """Read the list or dict of arrays in a file written by `save`."""
    loaded = utils.load(file)
    if isinstance(loaded, dict):
        return {name: rewrapped(ndarray, array) for name, array in loaded.items()}
    return [rewrapped(ndarray, array) for array in loaded]
