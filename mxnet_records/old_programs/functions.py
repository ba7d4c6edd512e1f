"""Functions for removed names that have no replacement. NumPy is imported on first use."""

from __future__ import annotations

import ast
import inspect
import platform
from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class Computed(NamedTuple):
    """A name for an object that `make` returns."""

    make: Callable[[], Any]


def asscalar(a: Any) -> Any:
    """Return the only element of an array as a Python number."""
    return a.item()


def asfarray(a: Any, dtype: Any = None) -> Any:
    """Return an array of real numbers: float64 unless `dtype` is another floating type."""
    import numpy as np

    kind = np.float64 if dtype is None or not np.issubdtype(dtype, np.inexact) else dtype
    return np.asarray(a, dtype=kind)


def copy_and_transpose(a: Any) -> Any:
    """Return a transposed copy of an array."""
    import numpy as np

    return np.asarray(a).T.copy()


def find_common_type(array_types: Sequence[Any], scalar_types: Sequence[Any]) -> Any:
    """Return the common dtype. Scalars only contribute if their kind is higher."""
    import numpy as np

    arrays = np.result_type(*array_types) if len(array_types) else None
    scalars = np.result_type(*scalar_types) if len(scalar_types) else None
    if arrays is None or scalars is None:
        return scalars if arrays is None else arrays
    kinds = "buifc"
    return scalars if kinds.find(scalars.kind) > kinds.find(arrays.kind) else arrays


def in1d(ar1: Any, ar2: Any, assume_unique: bool = False, invert: bool = False, **kind: Any) -> Any:
    """Return whether each element of the flattened first array is in the second array."""
    import numpy as np

    return np.isin(np.ravel(ar1), ar2, assume_unique=assume_unique, invert=invert, **kind)


def issctype(rep: Any) -> bool:
    """Return whether the argument is a NumPy scalar type."""
    import numpy as np

    try:
        return isinstance(rep, (type, np.dtype)) and np.dtype(rep).type is not np.object_
    except TypeError:
        return False


def msort(a: Any) -> Any:
    """Return an array sorted along its first axis."""
    import numpy as np

    return np.sort(a, axis=0)


def obj2sctype(rep: Any, default: Any = None) -> Any:
    """Return the NumPy scalar type of an object."""
    import numpy as np

    try:
        return np.dtype(rep).type
    except TypeError:
        return default


def safe_eval(source: str) -> Any:
    """Return the value of a literal."""
    return ast.literal_eval(source)


def sctype2char(sctype: Any) -> str:
    """Return the character code of a dtype."""
    import numpy as np

    return np.dtype(sctype).char


class _Cast(dict[Any, Any]):
    def __missing__(self, key: Any) -> Callable[[Any], Any]:
        import numpy as np

        return lambda x: np.asarray(x).astype(key)


def _sctypes() -> dict[str, list[Any]]:
    import numpy as np

    return {"int": [np.int8, np.int16, np.int32, np.int64], "uint": [np.uint8, np.uint16, np.uint32, np.uint64],
            "float": [np.float16, np.float32, np.float64, np.longdouble],
            "complex": [np.complex64, np.complex128, np.clongdouble],
            "others": [bool, object, bytes, str, np.void]}


cast = Computed(_Cast)
sctypes = Computed(_sctypes)


def random_integers(low: int, high: int | None = None, size: Any = None) -> Any:
    """Return random integers from `low` to `high`, or from 1 to `low`, both included."""
    import numpy as np

    first, last = (1, low) if high is None else (low, high)
    return np.random.randint(first, last + 1, size)


_ArgSpec = namedtuple("ArgSpec", ("args", "varargs", "keywords", "defaults"))  # type: ignore[name-match]


def getargspec(func: Any) -> Any:
    """Return the argument names and defaults of a function without keyword-only arguments."""
    spec = inspect.getfullargspec(func)
    if spec.kwonlyargs or spec.annotations:
        raise ValueError("Function has keyword-only parameters or annotations, use inspect.signature() instead")
    return _ArgSpec(spec.args, spec.varargs, spec.varkw, spec.defaults)


def linux_distribution(*_: Any, **__: Any) -> tuple[str, str, str]:
    """Return the name, version and code name of a Linux distribution."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return "", "", ""
    return release.get("NAME", ""), release.get("VERSION_ID", ""), release.get("VERSION_CODENAME", "")
