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
    """Whether NumPy shapes are active, in which () is a scalar and 0 a valid size.

    Returns
    -------
    bool
        Whether they are active.

    Examples
    --------
    >>> with mx.util.np_shape(True):
    ...     mx.util.is_np_shape()
    True
    """
    return _mode.shape


def np_shape_is_scoped() -> bool:
    """Whether NumPy shapes are only active in a block of code.

    Returns
    -------
    bool
        Whether a ``with`` block or a decorator is active.

    Examples
    --------
    >>> with mx.util.np_shape(True):
    ...     mx.util.np_shape_is_scoped()
    True
    """
    return _mode.shape and _mode.scoped


def is_np_array() -> bool:
    """Whether Gluon uses NumPy arrays.

    Returns
    -------
    bool
        Whether they are active.

    Examples
    --------
    >>> with mx.util.np_array(True):
    ...     mx.util.is_np_array()
    True
    """
    return _mode.array


def set_np_shape(active: bool) -> bool:
    """Activate or deactivate NumPy shapes, and return the previous state.

    Parameters
    ----------
    active : bool
        Whether to activate them.

    Returns
    -------
    bool
        The previous state.

    Examples
    --------
    >>> before = mx.util.set_np_shape(True)
    >>> mx.util.set_np_shape(before)
    True
    """
    previous, _mode.shape = _mode.shape, bool(active)
    return previous


def np_shape(active: bool = True) -> _Switch:
    """Activate or deactivate NumPy shapes in a ``with`` block.

    Parameters
    ----------
    active : bool
        Whether to activate them.

    Returns
    -------
    context manager
        A manager for a ``with`` block.

    Examples
    --------
    >>> with mx.util.np_shape(True):
    ...     mx.nd.ones(()).shape
    ()
    """
    return _Switch("shape", active)


def np_array(active: bool = True) -> _Switch:
    """Activate or deactivate NumPy arrays in a ``with`` block.

    Parameters
    ----------
    active : bool
        Whether to activate them.

    Returns
    -------
    context manager
        A manager for a ``with`` block.

    Examples
    --------
    >>> with mx.util.np_array(True):
    ...     mx.util.is_np_array()
    True
    """
    return _Switch("array", active)


def _decorate(flag: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        with _Switch(flag, True):
            return function(*args, **kwargs)

    return run


def use_np_shape(func: Any) -> Any:
    """Run a function, or all methods of a class, with NumPy shapes.

    Parameters
    ----------
    func : callable or class
        The function, or a class whose methods are changed.

    Returns
    -------
    callable or class
        The changed function or class.

    Examples
    --------
    >>> @mx.util.use_np_shape
    ... def active():
    ...     return mx.util.is_np_shape()
    >>> active()
    True
    """
    return _apply("shape", func)


def use_np_array(func: Any) -> Any:
    """Run a function, or all methods of a class, with NumPy arrays.

    Parameters
    ----------
    func : callable or class
        The function, or a class whose methods are changed.

    Returns
    -------
    callable or class
        The changed function or class.

    Examples
    --------
    >>> @mx.util.use_np_array
    ... def active():
    ...     return mx.util.is_np_array()
    >>> active()
    True
    """
    return _apply("array", func)


def use_np(func: Any) -> Any:
    """Apply `use_np_shape` and `use_np_array`.

    Parameters
    ----------
    func : callable or class
        The function, or a class whose methods are changed.

    Returns
    -------
    callable or class
        The changed function or class.

    Examples
    --------
    >>> @mx.util.use_np
    ... def active():
    ...     return mx.util.is_np_array()
    >>> active()
    True
    """
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
    """Activate NumPy mode.

    Parameters
    ----------
    shape : bool
        Activate shapes with scalars and sizes of 0.
    array : bool
        Let Gluon create and accept arrays of ``mx.np``.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.util.set_np()
    >>> mx.util.is_np_array()
    True
    >>> mx.util.reset_np()
    """
    if array and not shape:
        raise ValueError("NumPy arrays need NumPy shapes; set_np(array=True) needs shape=True")
    _mode.shape, _mode.array = shape, array


def reset_np() -> None:
    """Deactivate NumPy mode.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.util.set_np()
    >>> mx.util.reset_np()
    >>> mx.util.is_np_array()
    False
    """
    _mode.shape = _mode.array = False


def makedirs(d: str) -> None:
    """Create a folder and its parents.

    Parameters
    ----------
    d : str
        Path of the folder. It may exist.

    Returns
    -------
    None

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> mx.util.makedirs(os.path.join(folder.name, 'a', 'b'))
    >>> os.listdir(folder.name)
    ['a']
    >>> folder.cleanup()
    """
    os.makedirs(os.path.expanduser(d), exist_ok=True)


def get_gpu_count() -> int:
    """Return the number of GPUs.

    Returns
    -------
    int
        Number of GPUs, including simulated ones.

    Examples
    --------
    >>> mx.util.get_gpu_count() == mx.context.num_gpus()
    True
    """
    return context.num_gpus()


def get_gpu_memory(gpu_dev_id: int) -> tuple[int, int]:
    """Return free and total bytes of a GPU's memory.

    Parameters
    ----------
    gpu_dev_id : int
        Number of the GPU.

    Returns
    -------
    int, int
        Free and total memory in bytes.

    Examples
    --------
    >>> try:
    ...     free, total = mx.util.get_gpu_memory(0)
    ... except mx.MXNetError:  # no CUDA device
    ...     free = total = 0
    >>> free <= total
    True
    """
    return context.gpu_memory_info(gpu_dev_id)


def get_cuda_compute_capability(ctx: Any) -> int | None:
    """Return the compute capability of a GPU as an integer (75 for 7.5), or None for other devices.

    Parameters
    ----------
    ctx : Context
        The device.

    Returns
    -------
    int or None
        The compute capability.

    Examples
    --------
    >>> mx.util.get_cuda_compute_capability(mx.cpu()) is None
    True
    """
    import torch

    if ctx.device_type != "gpu" or not torch.cuda.is_available():
        return None
    major, minor = torch.cuda.get_device_capability(ctx.device_id)
    return major * 10 + minor


def setenv(name: str, value: str | None) -> None:
    """Set an environment variable, or remove it with None.

    Parameters
    ----------
    name : str
        Name of the variable.
    value : str or None
        The value. None removes the variable.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.util.setenv('EXAMPLE_VALUE', '1')
    >>> mx.util.getenv('EXAMPLE_VALUE')
    '1'
    >>> mx.util.setenv('EXAMPLE_VALUE', None)
    """
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


def getenv(name: str) -> str | None:
    """Return the value of an environment variable.

    Parameters
    ----------
    name : str
        Name of the variable.

    Returns
    -------
    str or None
        The value, or None if it is not set.

    Examples
    --------
    >>> mx.util.setenv('EXAMPLE_VALUE', '1')
    >>> mx.util.getenv('EXAMPLE_VALUE')
    '1'
    >>> mx.util.setenv('EXAMPLE_VALUE', None)
    """
    return os.environ.get(name)


_UFUNC_DEFAULTS: dict[str, Any] = {"where": True, "casting": "same_kind", "order": "K", "dtype": None, "subok": True}
_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")
_UFUNC_TYPES = ("int8", "uint8", "int32", "int64", "float16", "float32", "float64")


def np_ufunc_legal_option(key: str, value: Any) -> bool:
    """Whether an option and its value are valid for NumPy's universal functions.

    Parameters
    ----------
    key : str
        Name of the option.
    value : object
        Its value.

    Returns
    -------
    bool
        Whether NumPy accepts it.

    Examples
    --------
    >>> mx.util.np_ufunc_legal_option('where', True)
    True
    """
    if key == "casting":
        return value in _CASTINGS
    if key == "order":
        return isinstance(value, str)
    if key == "dtype":
        return (value if isinstance(value, str) else getattr(value, "__name__", None)) in _UFUNC_TYPES
    return isinstance(value, bool) if key == "subok" else key == "where"


def check_ufunc_options(name: str, options: dict[str, Any]) -> None:
    """Raise for options that are invalid or not implemented. Options with default values are accepted.

    Parameters
    ----------
    name : str
        Name of the function in messages.
    options : dict
        The options.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.util.check_ufunc_options('exp', {'where': True})
    """
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
    """Add the options of NumPy's universal functions to a function of one array. Only defaults are supported.

    Parameters
    ----------
    func : callable
        The function.

    Returns
    -------
    callable
        The function with options.

    Examples
    --------
    >>> double = mx.util.wrap_np_unary_func(lambda x, out=None, **kwargs: x * 2)
    >>> double(mx.np.ones(2), where=True)
    array([2., 2.])
    """

    @functools.wraps(func)
    def run(x: Any, out: Any = None, **kwargs: Any) -> Any:
        check_ufunc_options(func.__name__, kwargs)
        return func(x, out=out)

    return run


def wrap_np_binary_func(func: Callable[..., Any]) -> Callable[..., Any]:
    """`wrap_np_unary_func` for a function of two arrays.

    Parameters
    ----------
    func : callable
        The function.

    Returns
    -------
    callable
        The function with options.

    Examples
    --------
    >>> add = mx.util.wrap_np_binary_func(lambda x, y, out=None, **kwargs: x + y)
    >>> add(mx.np.ones(2), mx.np.ones(2), where=True)
    array([2., 2.])
    """

    @functools.wraps(func)
    def run(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
        check_ufunc_options(func.__name__, kwargs)
        return func(x1, x2, out=out)

    return run
