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
    """Set environment variables inside a ``with`` block, and restore them afterwards.

    Parameters
    ----------
    *args
        A name and a value, or a dict from names to values. None removes a variable.

    Returns
    -------
    context manager

    Examples
    --------
    >>> import os
    >>> with mx.test_utils.environment('EXAMPLE_VALUE', '1'):
    ...     os.environ['EXAMPLE_VALUE']
    '1'
    >>> 'EXAMPLE_VALUE' in os.environ
    False
    """
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
    """Discard standard error inside a ``with`` block, even if compiled code writes to it.

    Returns
    -------
    context manager

    Examples
    --------
    >>> import os
    >>> with mx.test_utils.discard_stderr():
    ...     count = os.write(2, b'not shown')
    """
    saved = os.dup(2)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(saved, 2)
            os.close(saved)


def retry(n: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that repeats a failing test.

    Parameters
    ----------
    n : int
        Maximum number of attempts. Only AssertionError leads to another attempt.

    Returns
    -------
    callable

    Examples
    --------
    >>> attempts = []
    >>> @mx.test_utils.retry(3)
    ... def test():
    ...     attempts.append(1)
    ...     assert len(attempts) == 2
    >>> test()
    >>> len(attempts)
    2
    """
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
    """Repeat the first batch of another iterator forever.

    Parameters
    ----------
    real_iter : DataIter
        Iterator that provides the batch.

    Examples
    --------
    >>> data = mx.io.NDArrayIter(mx.nd.arange(4), batch_size=2)
    >>> batches = mx.test_utils.DummyIter(data)
    >>> batches.next().data[0].asnumpy(), batches.next().data[0].asnumpy()
    (array([0., 1.], dtype=float32), array([0., 1.], dtype=float32))
    """

    def __init__(self, real_iter: Any) -> None:
        super().__init__()
        self.real_iter = real_iter
        self.provide_data, self.provide_label = real_iter.provide_data, real_iter.provide_label
        self.batch_size = real_iter.batch_size
        self.the_batch = next(iter(real_iter))

    def next(self) -> Any:
        """Return the batch.

        Returns
        -------
        DataBatch

        Examples
        --------
        >>> batches = mx.test_utils.DummyIter(mx.io.NDArrayIter(mx.nd.arange(4), batch_size=2))
        >>> batches.next() is batches.next()
        True
        """
        return self.the_batch


def is_aarch64_run() -> bool:
    """Return whether the machine has a 64-bit ARM processor.

    Returns
    -------
    bool

    Examples
    --------
    >>> import platform
    >>> mx.test_utils.is_aarch64_run() == (platform.machine() == 'aarch64')
    True
    """
    return platform.machine() == "aarch64"


def is_cd_run() -> bool:
    """Return whether the environment variable ``CD_JOB`` marks a release build.

    Returns
    -------
    bool

    Examples
    --------
    >>> with mx.test_utils.environment('CD_JOB', '1'):
    ...     mx.test_utils.is_cd_run()
    True
    """
    return os.environ.get("CD_JOB") == "1"


def has_tvm_ops() -> bool:
    """Return False, because there are no TVM operators.

    Returns
    -------
    bool

    Examples
    --------
    >>> mx.test_utils.has_tvm_ops()
    False
    """
    return False


def is_op_runnable() -> bool:
    """Return True, because all operators can run.

    Returns
    -------
    bool

    Examples
    --------
    >>> mx.test_utils.is_op_runnable()
    True
    """
    return True
