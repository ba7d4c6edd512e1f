"""Errors that are raised when a value is read instead of when it is computed.

MXNet computes asynchronously. It raises errors about values (a negative standard deviation, an index out of bounds)
where the program waits for the result, or for a result derived from it. Here such a result is a `FailedTensor`, a
tensor subclass. Results computed from it have failed too, so other modules need no special handling.
"""

from __future__ import annotations

import atexit
import os
import sys
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import torch

from . import environment
from .error import MXNetError

_PACKAGE = os.path.dirname(os.path.dirname(__file__)) + os.sep


class DeferredError:
    """Error that was not raised yet, shared by all tensors computed from the failed one."""

    def __init__(self, error: MXNetError) -> None:
        self.error, self.raised = error, False

    def throw(self) -> None:
        """Raise the error once. As in MXNet, this discards all other pending errors."""
        if not self.raised:
            for other in _unread:
                other.raised = True
            _unread.clear()
            raise self.error


_unread: list[DeferredError] = []


def raise_first() -> None:
    """Raise the first pending error."""
    if _unread:
        _unread[0].throw()


def _caller() -> str:
    """Return file and line of the user code that called the package."""
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith((_PACKAGE, "<")):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def failed_tensor(like: torch.Tensor, message: str, kind: type[MXNetError] = MXNetError) -> torch.Tensor:
    """Return a tensor like `like` that raises an error when it is read.

    With ``MXNET_ENGINE_TYPE=NaiveEngine`` the error is raised immediately.
    """
    if like.is_meta:
        return like
    error = kind(message)
    if environment.computes_at_once():
        raise error
    error.args = (f"{message} (computed by {_caller()})",)
    deferred = DeferredError(error)
    _unread.append(deferred)
    filling = float("nan") if like.is_floating_point() else 0
    return _with_error(torch.full_like(like, filling, requires_grad=False), deferred)


def _with_error(result: Any, deferred: DeferredError) -> Any:
    """Mark all tensors in `result` as failed."""
    if isinstance(result, torch.Tensor):
        tensor = result if isinstance(result, FailedTensor) else result.as_subclass(FailedTensor)
        tensor.deferred = deferred
        return tensor
    if isinstance(result, (list, tuple)) and any(isinstance(part, torch.Tensor) for part in result):
        return type(result)(tuple(_with_error(part, deferred) for part in result))
    return result


def _errors_in(values: Iterable[Any]) -> Iterable[DeferredError]:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _errors_in(value)
        elif type(value) is FailedTensor:
            yield value.deferred


class FailedTensor(torch.Tensor):
    """Tensor without valid values. Reading it raises the error, and results computed from it are failed tensors too."""

    deferred: DeferredError

    @classmethod
    def __torch_function__(cls, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None) -> Any:
        deferred = next(iter(_errors_in((*args, *(kwargs or {}).values()))))
        if func in _READING or (type(args[0]) is not FailedTensor and _overwrites(func.__name__)):
            deferred.throw()
        result = torch.Tensor.__torch_function__(func, (), args, kwargs)
        return result if deferred.raised else _with_error(result, deferred)


_READING = {torch.Tensor.numpy, torch.Tensor.item, torch.Tensor.tolist, torch.Tensor.__bool__, torch.Tensor.__float__,
            torch.Tensor.__int__, torch.Tensor.__index__, torch.Tensor.__array__, torch.Tensor.__dlpack__}


def _overwrites(name: str) -> bool:
    """Return whether a torch function writes into its first argument, whose class cannot change."""
    return name == "__setitem__" or (name.endswith("_") and not name.endswith("__"))


def raise_deferred(tensor: torch.Tensor) -> None:
    """Raise the error of `tensor` if it has failed."""
    if type(tensor) is FailedTensor:
        tensor.deferred.throw()


@atexit.register
def _at_exit() -> None:
    for deferred in _unread:
        warnings.warn(f"deferred error that was never raised, because no result of the failed operator was read: "
                      f"{deferred.error}", stacklevel=1)
