"""Utilities for users: switches of NumPy mode and information about the machine."""

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
    """Sets a NumPy-mode flag in a ``with`` block. It is also a decorator for functions."""

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
    """Whether NumPy shapes are active, in which () is a scalar and 0 a valid size."""
    return _mode.shape


def np_shape_is_scoped() -> bool:
    """Whether NumPy shapes are only active in a block of code."""
    return _mode.shape and _mode.scoped


def is_np_array() -> bool:
    """Whether Gluon uses NumPy arrays."""
    return _mode.array


def set_np_shape(active: bool) -> bool:
    """Activate or deactivate NumPy shapes, and return the previous state."""
    previous, _mode.shape = _mode.shape, bool(active)
    return previous


def np_shape(active: bool = True) -> _Switch:
    """Activate or deactivate NumPy shapes in a ``with`` block."""
    return _Switch("shape", active)


def np_array(active: bool = True) -> _Switch:
    """Activate or deactivate NumPy arrays in a ``with`` block."""
    return _Switch("array", active)


def _decorate(flag: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        with _Switch(flag, True):
            return function(*args, **kwargs)

    return run


def use_np_shape(func: Any) -> Any:
    """Run a function, or all methods of a class, with NumPy shapes."""
    return _apply("shape", func)


def use_np_array(func: Any) -> Any:
    """Run a function, or all methods of a class, with NumPy arrays."""
    return _apply("array", func)


def use_np(func: Any) -> Any:
    """Apply `use_np_shape` and `use_np_array`."""
    return use_np_shape(use_np_array(func))


def _apply(flag: str, target: Any) -> Any:
    if not isinstance(target, type):
        return _decorate(flag, target)
    # Include inherited methods, because initialization and calls of a block are inherited.
    for name, member in inspect.getmembers(target, lambda m: inspect.isfunction(m) or isinstance(m, property)):
        if isinstance(inspect.getattr_static(target, name), staticmethod):
            continue
        if isinstance(member, property):
            read = None if member.fget is None else _decorate(flag, member.fget)
            setattr(target, name, property(read, member.fset, member.fdel, member.__doc__))
        else:
            setattr(target, name, _decorate(flag, member))
    return target


def set_np(shape: bool = True, array: bool = True) -> None:
    """Activate NumPy mode."""
    if array and not shape:
        raise ValueError("NumPy arrays need NumPy shapes; set_np(array=True) needs shape=True")
    _mode.shape, _mode.array = shape, array


def reset_np() -> None:
    """Deactivate NumPy mode."""
    _mode.shape = _mode.array = False


def makedirs(d: str) -> None:
    """Create a folder and its parents."""
    os.makedirs(os.path.expanduser(d), exist_ok=True)


def get_gpu_count() -> int:
    """Return the number of GPUs."""
    return context.num_gpus()


def get_gpu_memory(gpu_dev_id: int) -> tuple[int, int]:
    """Return free and total bytes of a GPU's memory."""
    return context.gpu_memory_info(gpu_dev_id)


def get_cuda_compute_capability(ctx: Any) -> int | None:
    """Return the compute capability of a GPU as an integer (75 for 7.5), or None for other devices."""
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
    """Return the value of an environment variable."""
    return os.environ.get(name)


_UFUNC_DEFAULTS: dict[str, Any] = {"where": True, "casting": "same_kind", "order": "K", "dtype": None, "subok": True}
_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")
_UFUNC_TYPES = ("int8", "uint8", "int32", "int64", "float16", "float32", "float64")


def np_ufunc_legal_option(key: str, value: Any) -> bool:
    """Whether an option and its value are valid for NumPy's universal functions."""
    if key == "casting":
        return value in _CASTINGS
    if key == "order":
        return isinstance(value, str)
    if key == "dtype":
        return (value if isinstance(value, str) else getattr(value, "__name__", None)) in _UFUNC_TYPES
    return isinstance(value, bool) if key == "subok" else key == "where"


def check_ufunc_options(name: str, options: dict[str, Any]) -> None:
    """Raise for options that are invalid or not implemented. Options with default values are accepted."""
    for key, value in options.items():
        if key not in _UFUNC_DEFAULTS:
            raise TypeError(f"{name} does not take the keyword {key!r}")
        default = _UFUNC_DEFAULTS[key]
        if value is default or (isinstance(value, str) and value == default):
            continue
        if np_ufunc_legal_option(key, value):
            raise NotImplementedError(f"{name}: {key}={value!r} is not implemented")
        raise TypeError(f"{key}={value} not understood for operator {name}")


def wrap_np_unary_func(func: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of NumPy's universal functions to a function of one array. Only defaults are supported."""

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
