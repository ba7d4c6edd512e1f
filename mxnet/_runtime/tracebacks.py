"""Remove frames of this package from tracebacks, so that they show the lines of the user's program.

Public functions call `shorten` in an ``except`` clause and re-raise by a bare ``raise``, which does not enter the
function in the traceback again. ``MXNET_FULL_TRACEBACK=1`` keeps everything.
"""

from __future__ import annotations

import difflib
import functools
import inspect
import os
import re
import sys
import sysconfig
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import numpy
import torch

from mxnet_records import environment

T = TypeVar("T", bound=Callable[..., Any])
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_OWN = (_PACKAGE + os.sep, os.path.join(os.path.dirname(_PACKAGE), "mxnet_records") + os.sep, "<mxnet ")
_FROM_OPERATORS = (os.path.join(_PACKAGE, "_frontend") + os.sep, "<mxnet ")
_INSTALLED = (os.sep + "site-packages" + os.sep, os.sep + "dist-packages" + os.sep)
_STANDARD = (sysconfig.get_paths()["stdlib"] + os.sep, "<frozen ")
_LIBRARIES = tuple(os.path.dirname(module.__file__ or "") + os.sep for module in (numpy, torch))
# From Python 3.14 on, the message may end with a suggestion, like those of `_suggest_keyword`, which name no method.
_UNEXPECTED = re.compile(r"(.*\bgot an unexpected keyword argument '(\w+)'$"
                         r"|.*\.__init__\(\) got an unexpected keyword argument '(\w+)'\. Did you mean )")


def _is_library(filename: str) -> bool:
    if filename.startswith(_LIBRARIES):
        return True
    return filename.startswith(_STANDARD) and not any(part in filename for part in _INSTALLED)


def _without_own_frames(entry: types.TracebackType | None) -> types.TracebackType | None:
    """Return a traceback without frames of this package and of the libraries that it calls."""
    kept, inside = [], False
    while entry is not None:
        filename = entry.tb_frame.f_code.co_filename
        if filename.startswith(_OWN):
            inside = True
        elif not (inside and _is_library(filename)):
            inside = False
            kept.append(entry)
        entry = entry.tb_next
    result: types.TracebackType | None = None
    for one in reversed(kept):
        result = types.TracebackType(result, one.tb_frame, one.tb_lasti, one.tb_lineno)
    return result


def _of_user(error: BaseException | None, causes_only: bool) -> BaseException | None:
    """Return the first exception of a chain that has frames of user code, shortened; None if there is none.

    Follow causes and contexts, or causes alone (``raise ... from``) if `causes_only`.
    """
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if error.__traceback__ is None or _without_own_frames(error.__traceback__) is not None:
            shorten(error)
            return error
        seen.add(id(error))
        error = error.__cause__ or (None if causes_only else error.__context__)
    return None


def shorten(error: BaseException) -> None:
    """Remove frames of this package from the traceback of `error`, and internal errors that led to it."""
    if environment.FULL_TRACEBACK.get():
        return
    error.__traceback__ = _without_own_frames(error.__traceback__)
    cause, context = error.__cause__, error.__context__
    if cause is not None:
        error.__cause__ = None if cause is error else _of_user(cause, True)
        error.__suppress_context__ = error.__cause__ is not None
    if context is not None:
        error.__context__ = _of_user(context, False)


def raised_inside(error: BaseException) -> bool:
    """Return whether this package raised `error`, as opposed to a user function that it called."""
    entry = error.__traceback__
    if entry is None:
        return True
    while entry.tb_next is not None:
        entry = entry.tb_next
    return entry.tb_frame.f_code.co_filename.startswith(_OWN)


def near(name: str, known: Iterable[str]) -> str:
    """Return a question about similar names, after a space, or an empty string."""
    similar = difflib.get_close_matches(name, list(known), 3, 0.6)
    return f" Did you mean {' or '.join(repr(one) for one in similar)}?" if similar else ""


def _suggest_keyword(error: TypeError, function: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> None:
    """Add the names of similar parameters to Python's error about an unexpected keyword."""
    match = _UNEXPECTED.match(str(error))
    name = None if match is None else match[2] or match[3]
    if name not in kwargs:
        return
    functions = [function]
    if function.__name__ == "__init__" and args:
        functions = [vars(kind)["__init__"] for kind in type(args[0]).__mro__ if "__init__" in vars(kind)]
    names = dict.fromkeys(name for one in functions if isinstance(one, types.FunctionType)
                          for name, parameter in inspect.signature(one).parameters.items()
                          if name != "self" and parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL))
    owner = type(args[0]).__name__ if function.__name__ == "__init__" and args else function.__name__
    hint = near(name, names) or f" It takes {', '.join(names)}"
    error.args = (f"{owner}() got an unexpected keyword argument '{name}'.{hint}",)


# In Python 3.10, ``raise`` without an argument shows the frames that `shorten` has removed.
_RESTORES_TRACEBACKS = sys.version_info < (3, 11)


def concise(function: T) -> T:
    """Shorten the tracebacks of errors of `function`, a public function that takes more than a microsecond."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            if type(error) is TypeError:
                _suggest_keyword(error, function, args, kwargs)
            shorten(error)
            if _RESTORES_TRACEBACKS:
                raise error
            raise

    return call  # type: ignore[return-value]


_COMPUTATIONS = frozenset({"forward", "hybrid_forward"})
_CALLED_BY_PYTHON = ("__init__", "__bool__", "__float__", "__int__", "__index__", "__next__")


def _wrap(value: Any) -> Any:
    """Return a function, class method or static method with concise errors; other values are unchanged."""
    if isinstance(value, (classmethod, staticmethod)):
        return type(value)(concise(value.__func__))
    # Functions created from operators shorten tracebacks themselves, which is cheaper than a wrapper.
    plain = isinstance(value, types.FunctionType) and not value.__code__.co_filename.startswith(_FROM_OPERATORS)
    if not plain or inspect.isgeneratorfunction(value) or value.__code__ is _CONCISE:
        return value
    return concise(value)


def concise_module(name: str, only: Sequence[str] | None = None, but: Sequence[str] = ()) -> None:
    """Shorten the tracebacks of errors that leave public functions and methods of a module.

    Parameters
    ----------
    name
        The module. Call this function at its end.
    only
        Names of functions and methods, all public ones by default.
    but
        Functions and methods to skip, because they shorten tracebacks themselves or never fail.
    """
    module = vars(sys.modules[name])

    def chosen(key: str) -> bool:
        public = key in _CALLED_BY_PYTHON or not key.startswith("_")
        return key in only if only is not None else public and key not in but

    for owner in [value for value in module.values() if isinstance(value, type)]:
        # Block.__call__ handles computations of blocks.
        inside = _COMPUTATIONS if hasattr(owner, "hybridize") else frozenset()
        concise_methods(owner, [key for key, method in vars(owner).items() if key not in inside and chosen(key)
                                and _is_from(method, module["__file__"])])
    for key, value in list(module.items()):
        if chosen(key) and _is_from(value, module["__file__"]):
            module[key] = _wrap(value)
        elif chosen(key) and isinstance(value, types.MethodType) and _is_from(value.__func__, module["__file__"]):
            module[key] = getattr(value.__self__, value.__name__)


def concise_methods(owner: type, names: Iterable[str]) -> None:
    """Shorten the tracebacks of errors of these methods of a class."""
    for name in names:
        setattr(owner, name, _wrap(vars(owner)[name]))


def _is_from(value: Any, file: str) -> bool:
    """Return whether `value` is a function, class method or static method that a file defines."""
    function = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
    return isinstance(function, types.FunctionType) and inspect.unwrap(function).__code__.co_filename == file


_CONCISE = concise(concise).__code__


def user_level() -> int:
    """Return the ``stacklevel`` of the first frame outside of this package, for ``warnings.warn``.

    If there is none, return the level of the caller; Python would print ``sys:1`` for a level above all frames.
    """
    frame: types.FrameType | None = sys._getframe(1)
    level = 1
    while frame is not None and frame.f_code.co_filename.startswith(_OWN):
        frame, level = frame.f_back, level + 1
    return 1 if frame is None else level
