"""Helpers that MXNet users import: NumPy-mode switches and machine facts."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable
from typing import Any

from . import context
from ._runtime import numpy_mode

_mode = numpy_mode.state


class _Switch:
    """Sets one NumPy-mode flag for a ``with`` block; also a decorator for functions."""

    def __init__(self, flag: str, active: bool) -> None:
        self._flag, self._active = flag, active

    @property
    def _is_np_array(self) -> bool:
        return self._flag == "array" and self._active

    @property
    def _is_np_shape(self) -> bool:
        return self._flag == "shape" and self._active

    def __enter__(self) -> None:
        self._previous, self._scoped = getattr(_mode, self._flag), _mode.scoped
        setattr(_mode, self._flag, self._active)
        if self._flag == "shape":
            _mode.scoped = self._active

    def __exit__(self, *exc_info: Any) -> None:
        setattr(_mode, self._flag, self._previous)
        _mode.scoped = self._scoped


_NumpyShapeScope = functools.partial(_Switch, "shape")
_NumpyArrayScope = functools.partial(_Switch, "array")


def is_np_shape() -> bool:
    """Whether shapes follow NumPy: () is a scalar and 0 a size."""
    return _mode.shape


def np_shape_is_scoped() -> bool:
    """Whether NumPy shapes are on for a block of code only."""
    return _mode.shape and _mode.scoped


def is_np_array() -> bool:
    """Whether Gluon passes NumPy-style arrays."""
    return _mode.array


def set_np_shape(active: bool) -> bool:
    """Switch NumPy shapes; returns the previous state."""
    previous, _mode.shape = _mode.shape, bool(active)
    return previous


def np_shape(active: bool = True) -> _Switch:
    """Switch NumPy shapes for a ``with`` block."""
    return _Switch("shape", active)


def np_array(active: bool = True) -> _Switch:
    """Switch NumPy-style arrays for a ``with`` block."""
    return _Switch("array", active)


def _decorated(flag: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        with _Switch(flag, True):
            return function(*args, **kwargs)

    return run


def use_np_shape(func: Any) -> Any:
    """Run a function, or all methods of a class, with NumPy shapes."""
    return _applied("shape", func)


def use_np_array(func: Any) -> Any:
    """Run a function, or all methods of a class, with NumPy-style arrays."""
    return _applied("array", func)


def use_np(func: Any) -> Any:
    """`use_np_shape` and `use_np_array` together."""
    return use_np_shape(use_np_array(func))


def _applied(flag: str, target: Any) -> Any:
    if not isinstance(target, type):
        return _decorated(flag, target)
    # Inherited methods too: initializing and calling a block belong to what it does.
    for name, member in inspect.getmembers(target, lambda m: inspect.isfunction(m) or isinstance(m, property)):
        if isinstance(inspect.getattr_static(target, name), staticmethod):
            continue
        if isinstance(member, property):
            read = None if member.fget is None else _decorated(flag, member.fget)
            setattr(target, name, property(read, member.fset, member.fdel, member.__doc__))
        else:
            setattr(target, name, _decorated(flag, member))
    return target


def set_np(shape: bool = True, array: bool = True) -> None:
    """Switch NumPy mode on."""
    if array and not shape:
        raise ValueError("NumPy arrays need NumPy shapes: set_np(array=True) goes with shape=True")
    _mode.shape, _mode.array = shape, array


def reset_np() -> None:
    """Switch NumPy mode off."""
    _mode.shape = _mode.array = False


def makedirs(d: str) -> None:
    """Create a folder and its parents."""
    os.makedirs(os.path.expanduser(d), exist_ok=True)


def get_gpu_count() -> int:
    """Number of GPUs."""
    return context.num_gpus()


def get_gpu_memory(gpu_dev_id: int) -> tuple[int, int]:
    """Free and total bytes of a GPU's memory."""
    return context.gpu_memory_info(gpu_dev_id)


def get_cuda_compute_capability(ctx: Any) -> int | None:
    """Compute capability of a GPU as an integer (75 for 7.5), or None for other devices."""
    import torch

    if ctx.device_type != "gpu" or not torch.cuda.is_available():
        return None
    major, minor = torch.cuda.get_device_capability(ctx.device_id)
    return major * 10 + minor


def setenv(name: str, value: str | None) -> None:
    """Set an environment variable, or remove it with None."""
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


def getenv(name: str) -> str | None:
    """Value of an environment variable."""
    return os.environ.get(name)


_UFUNC_DEFAULTS: dict[str, Any] = {"where": True, "casting": "same_kind", "order": "K", "dtype": None, "subok": True}
_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")
_UFUNC_TYPES = ("int8", "uint8", "int32", "int64", "float16", "float32", "float64")


def np_ufunc_legal_option(key: str, value: Any) -> bool:
    """Whether NumPy's universal functions know an option and such a value of it."""
    if key == "casting":
        return value in _CASTINGS
    if key == "order":
        return isinstance(value, str)
    if key == "dtype":
        return (value if isinstance(value, str) else getattr(value, "__name__", None)) in _UFUNC_TYPES
    return isinstance(value, bool) if key == "subok" else key == "where"


def check_ufunc_options(name: str, options: dict[str, Any]) -> None:
    """Accept options that change nothing; say of others whether they are wrong or not available."""
    for key, value in options.items():
        if key not in _UFUNC_DEFAULTS:
            raise TypeError(f"{name} takes no keyword {key!r}")
        default = _UFUNC_DEFAULTS[key]
        if value is default or (isinstance(value, str) and value == default):
            continue
        if np_ufunc_legal_option(key, value):
            raise NotImplementedError(f"{name}: {key}={value!r} is not implemented")
        raise TypeError(f"{key}={value} not understood for operator {name}")


def wrap_np_unary_func(func: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function of one array take the options of NumPy's universal functions, with their defaults only."""

    @functools.wraps(func)
    def run(x: Any, out: Any = None, **kwargs: Any) -> Any:
        check_ufunc_options(func.__name__, kwargs)
        return func(x, out=out)

    return run


def wrap_np_binary_func(func: Callable[..., Any]) -> Callable[..., Any]:
    """`wrap_np_unary_func` for a function of two arrays."""

    @functools.wraps(func)
    def run(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
        check_ufunc_options(func.__name__, kwargs)
        return func(x1, x2, out=out)

    return run
