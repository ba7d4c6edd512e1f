"""Contexts and the corresponding torch devices.

``cpu(i)`` are logical devices over one memory. ``gpu(i)`` is a CUDA device or, with ``MXNET_SIMULATED_GPUS=n``, host
memory with another label.
"""

from __future__ import annotations

import functools
import logging
import threading
from typing import Any

import torch

from . import environment
from .error import MXNetError

_NO_GPU = (
    "Context {context} is not available: torch sees {count} CUDA device(s) on this machine. Use mx.cpu(), install "
    "a CUDA build of torch, or set MXNET_SIMULATED_GPUS=<n> before importing mxnet to study multi-GPU code on the CPU."
)


class _DefaultContext(threading.local):
    value: Context | None = None


class _DefaultContextProperty(type):
    """Metaclass with the attribute ``default_ctx``, the context of this thread, which old code reads and sets."""

    @property
    def default_ctx(cls) -> Context:
        return current_context()

    @default_ctx.setter
    def default_ctx(cls, context: Context) -> None:
        Context._default_ctx.value = context


class Context(metaclass=_DefaultContextProperty):
    """Device that holds arrays and runs operators.

    Parameters
    ----------
    device_type : {'cpu', 'gpu', 'cpu_pinned', 'cpu_shared'} or Context
        Type of the device, or a context to copy.
    device_id : int, default 0
        Number of the device among those of its type.

    Examples
    --------
    >>> mx.Context('cpu', 1)
    cpu(1)
    """

    devtype2str = {1: "cpu", 2: "gpu", 3: "cpu_pinned", 5: "cpu_shared"}
    devstr2type = {"cpu": 1, "gpu": 2, "cpu_pinned": 3, "cpu_shared": 5}
    _default_ctx = _DefaultContext()

    __slots__ = ("_old_ctx", "device_id", "device_typeid")

    device_typeid: int
    device_id: int

    def __init__(self, device_type: Any, device_id: int = 0) -> None:
        if isinstance(device_type, Context):
            self.device_typeid, self.device_id = device_type.device_typeid, device_type.device_id
        else:
            if device_type not in self.devstr2type:
                raise MXNetError(f"unknown device type {device_type!r}; one of {sorted(self.devstr2type)}")
            self.device_typeid, self.device_id = self.devstr2type[device_type], device_id
        self._old_ctx: Context | None = None

    @property
    def device_type(self) -> str:
        """Device type, such as 'cpu' or 'gpu'."""
        return self.devtype2str[self.device_typeid]

    def __hash__(self) -> int:
        return hash((self.device_typeid, self.device_id))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Context)
            and self.device_typeid == other.device_typeid
            and self.device_id == other.device_id
        )

    def __str__(self) -> str:
        return f"{self.device_type}({self.device_id})"

    __repr__ = __str__

    def __enter__(self) -> Context:
        self._old_ctx = getattr(Context._default_ctx, "value", None)
        Context._default_ctx.value = self
        return self

    def __exit__(self, *exc_info: object) -> None:
        Context._default_ctx.value = self._old_ctx

    def empty_cache(self) -> None:
        """Release cached device memory to the system."""
        if self.device_type == "gpu" and torch.cuda.is_available():
            torch.cuda.empty_cache()


Context.__module__ = "mxnet.context"

CPU = Context("cpu", 0)
_HOST = torch.device("cpu")


def current_context() -> Context:
    """Return the context for new arrays.

    Returns
    -------
    Context
        The innermost ``with`` block's context, or ``cpu(0)``.

    Examples
    --------
    >>> with mx.cpu(2):
    ...     mx.current_context()
    cpu(2)
    """
    return Context._default_ctx.value or CPU


def cpu(device_id: int = 0) -> Context:
    """Return a CPU context; `device_id` is only a label.

    Parameters
    ----------
    device_id : int
        Number of the logical device.

    Returns
    -------
    Context
        The context.

    Examples
    --------
    >>> mx.cpu()
    cpu(0)
    >>> mx.nd.zeros(2, ctx=mx.cpu(1)).context
    cpu(1)
    """
    return Context("cpu", device_id)


def cpu_pinned(device_id: int = 0) -> Context:
    """Return a context with page-locked host memory.

    Parameters
    ----------
    device_id : int
        Number of the device.

    Returns
    -------
    Context
        The context.

    Examples
    --------
    >>> mx.cpu_pinned()
    cpu_pinned(0)
    """
    return Context("cpu_pinned", device_id)


def gpu(device_id: int = 0) -> Context:
    """Return the context of GPU `device_id`.

    Parameters
    ----------
    device_id : int
        Number of the GPU.

    Returns
    -------
    Context
        The context, also if there is no such GPU. Creating an array on it raises `MXNetError` then.

    Examples
    --------
    >>> mx.gpu(1)
    gpu(1)
    """
    return Context("gpu", device_id)


@functools.cache
def _announce_simulation(count: int) -> None:
    logging.getLogger("mxnet").info("MXNET_SIMULATED_GPUS=%d: gpu(0..%d) live in host memory", count, count - 1)


def num_gpus() -> int:
    """Return the number of usable GPUs, including simulated ones.

    Returns
    -------
    int
        Number of GPUs.

    Examples
    --------
    >>> ctx = mx.gpu() if mx.context.num_gpus() else mx.cpu()
    """
    count = environment.simulated_gpus()
    if count:
        _announce_simulation(count)
        return count
    return torch.cuda.device_count()


def torch_device(context: Context) -> torch.device:
    """Return the torch device of `context`.

    Raises
    ------
    MXNetError
        If the machine has no such device. The message contains a hint.
    """
    return _HOST if context.device_typeid != 2 else _gpu_device(context)


@functools.cache
def _gpu_device(context: Context) -> torch.device:
    count = num_gpus()
    if context.device_id >= count or context.device_id < 0:
        raise MXNetError(_NO_GPU.format(context=context, count=count))
    return _HOST if environment.simulated_gpus() else torch.device("cuda", context.device_id)


def resolve(ctx: Any) -> Context:
    """Return the context given by the user, or the current one for None."""
    if ctx is None:
        return current_context()
    if isinstance(ctx, Context):
        return ctx
    if isinstance(ctx, str):
        device_type, _, number = ctx.rstrip(")").partition("(")
        return Context(device_type, int(number or 0))
    raise MXNetError(f"ctx must be a Context such as mx.cpu() or mx.gpu(0), received {ctx!r}")


def check_same(operator: str, first: Context, other: Context) -> None:
    """Raise unless two operands of `operator` can be combined.

    All host contexts share one memory and can be combined. A GPU context can only be combined with itself.
    """
    if (first.device_typeid == 2 or other.device_typeid == 2) and first != other:
        raise MXNetError(
            f"operator {operator}: all inputs must live on the same context, received {first} and {other}; "
            "move one with as_in_context()"
        )
