"""Environment variables, standard error, retries, iterators and platform checks for tests."""

from __future__ import annotations

import contextlib
import functools
import os
import platform
from collections.abc import Callable, Iterator
from typing import Any

from ..io import DataIter
from ..util import setenv


@contextlib.contextmanager
def environment(*args: Any) -> Iterator[None]:
    """Set environment variables (a name and a value, or a dict) inside a ``with`` block."""
    wanted = args[0] if len(args) == 1 else {args[0]: args[1]}
    before = {name: os.environ.get(name) for name in wanted}
    for name, value in wanted.items():
        setenv(name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setenv(name, value)


@contextlib.contextmanager
def discard_stderr() -> Iterator[None]:
    """Discard standard error inside a ``with`` block."""
    saved = os.dup(2)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(saved, 2)
            os.close(saved)


def retry(n: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Run a test up to `n` times until it passes."""
    if n <= 0:
        raise AssertionError(f"n must be positive, received {n}")

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def run(*args: Any, **kwargs: Any) -> Any:
            for _ in range(n - 1):
                with contextlib.suppress(AssertionError):
                    return function(*args, **kwargs)
            return function(*args, **kwargs)

        return run

    return decorate


class DummyIter(DataIter):
    """An iterator that returns the first batch of another iterator forever."""

    def __init__(self, real_iter: Any) -> None:
        super().__init__()
        self.real_iter = real_iter
        self.provide_data, self.provide_label = real_iter.provide_data, real_iter.provide_label
        self.batch_size = real_iter.batch_size
        self.the_batch = next(iter(real_iter))

    def next(self) -> Any:
        """Return the batch."""
        return self.the_batch


def is_aarch64_run() -> bool:
    """Whether the machine is a 64-bit ARM."""
    return platform.machine() == "aarch64"


def is_cd_run() -> bool:
    """Whether a release build is running."""
    return os.environ.get("CD_JOB") == "1"


def has_tvm_ops() -> bool:
    """Return False, because there are no TVM operators."""
    return False


def is_op_runnable() -> bool:
    """Return True, because all operators can run."""
    return True
