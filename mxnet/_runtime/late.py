"""Errors that come to light when a value is read.

MXNet computes while the program goes on. What it finds wrong while it computes (a negative standard deviation, an
index out of bounds) it raises where somebody waits for the result, or for one made from it. Here such a result is a
`FailedTensor`: torch lets it speak for itself, so whatever is made from it has failed too, and nothing else has to
know about it.
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


class Failure:
    """One error, which all arrays that it spoiled have in common."""

    def __init__(self, error: MXNetError) -> None:
        self.error, self.reported = error, False

    def report(self) -> None:
        """Raise the error, unless one was raised since: then all are forgotten, as in MXNet."""
        if not self.reported:
            for other in _unread:
                other.reported = True
            _unread.clear()
            raise self.error


_unread: list[Failure] = []


def report_first() -> None:
    """Raise the first error nobody has met."""
    if _unread:
        _unread[0].report()


def _caller() -> str:
    """Where the program called the package."""
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith((_PACKAGE, "<")):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def failed(like: torch.Tensor, message: str) -> torch.Tensor:
    """In the place of a result like `like`: a tensor that raises an error when it is read.

    ``MXNET_ENGINE_TYPE=NaiveEngine`` asks for errors at once.
    """
    if like.is_meta:
        return like
    error = MXNetError(message)
    if environment.computes_at_once():
        raise error
    error.args = (f"{message} (computed by {_caller()})",)
    failure = Failure(error)
    _unread.append(failure)
    filling = float("nan") if like.is_floating_point() else 0
    return _spoilt(torch.full_like(like, filling, requires_grad=False), failure)


def _spoilt(result: Any, failure: Failure) -> Any:
    if isinstance(result, torch.Tensor):
        tensor = result if isinstance(result, FailedTensor) else result.as_subclass(FailedTensor)
        tensor.failure = failure
        return tensor
    if isinstance(result, (list, tuple)) and any(isinstance(part, torch.Tensor) for part in result):
        return type(result)(tuple(_spoilt(part, failure) for part in result))
    return result


def _failures(values: Iterable[Any]) -> Iterable[Failure]:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _failures(value)
        elif type(value) is FailedTensor:
            yield value.failure


class FailedTensor(torch.Tensor):
    """A tensor without a value: results of it are such tensors again, reading it raises the error."""

    failure: Failure

    @classmethod
    def __torch_function__(cls, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None) -> Any:
        failure = next(iter(_failures((*args, *(kwargs or {}).values()))))
        if func in _READING or (type(args[0]) is not FailedTensor and _overwrites(func.__name__)):
            failure.report()
        with torch._C.DisableTorchFunctionSubclass():
            result = func(*args, **(kwargs or {}))
        return result if failure.reported else _spoilt(result, failure)


_READING = {torch.Tensor.numpy, torch.Tensor.item, torch.Tensor.tolist, torch.Tensor.__bool__, torch.Tensor.__float__,
            torch.Tensor.__int__, torch.Tensor.__index__, torch.Tensor.__array__, torch.Tensor.__dlpack__}


def _overwrites(name: str) -> bool:
    """Whether a function of torch writes into its first argument, which cannot fail after the fact."""
    return name == "__setitem__" or (name.endswith("_") and not name.endswith("__"))


def wait_for(tensor: torch.Tensor) -> None:
    """Raise the error of a result that has failed."""
    if type(tensor) is FailedTensor:
        tensor.failure.report()


@atexit.register
def _at_exit() -> None:
    for failure in _unread:
        warnings.warn(f"an error that no array was read to meet: {failure.error}", stacklevel=1)
