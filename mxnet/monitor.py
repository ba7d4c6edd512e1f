"""Monitor: statistics of outputs, weights and gradients during training."""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Callable
from typing import Any

from . import ndarray
from .ndarray import NDArray


class Monitor:
    """Collects a statistic of the arrays of executors after every ``interval`` batches.

    Parameters
    ----------
    interval : int
        Number of batches between collections.
    stat_func : callable, optional
        Function of an NDArray that returns an NDArray or a list. The default is the norm over the root of the size.
    pattern : str
        Regular expression that names must match.
    sort : bool
        Sort the result by name.
    monitor_all : bool
        Also monitor the inputs of operators.

    Examples
    --------
    >>> executor = (mx.sym.var('a') * 2).bind(mx.cpu(), {'a': mx.nd.ones(4)})
    >>> monitor = mx.mon.Monitor(1, stat_func=lambda x: x.sum())
    >>> monitor.install(executor)
    >>> monitor.tic()
    >>> _ = executor.forward()
    >>> [(step, value.strip()) for step, name, value in monitor.toc()]
    [(1, '8.0'), (1, '4.0')]
    """

    def __init__(self, interval: int, stat_func: Callable[..., Any] | None = None, pattern: str = ".*",
                 sort: bool = False, monitor_all: bool = False) -> None:
        self.stat_func = _size_statistic if stat_func is None else stat_func
        self.interval = interval
        self.activated = False
        self.queue: list[tuple[int, str, Any]] = []
        self.step = 0
        self.exes: list[Any] = []
        self.re_prog = re.compile(pattern)
        self.sort = sort
        self.monitor_all = monitor_all

    def stat_helper(self, name: str, array: Any) -> None:
        """Collect the statistic of an array, if its name matches. Executors call it for each of their outputs.

        Parameters
        ----------
        name : str
            Name of the array.
        array : NDArray
            The array.

        Returns
        -------
        None

        Examples
        --------
        >>> monitor = mx.mon.Monitor(1, stat_func=lambda array: array.sum(), pattern='fc')
        >>> monitor.tic()
        >>> monitor.stat_helper('fc_output', mx.nd.ones(4))
        >>> monitor.stat_helper('softmax_output', mx.nd.ones(4))
        >>> [(step, name, text.strip()) for step, name, text in monitor.toc()]
        [(1, 'fc_output', '4.0')]
        """
        if self.activated:
            self._collect(name, array)

    def _collect(self, name: str, array: NDArray) -> None:
        if self.re_prog.match(name):
            entry = self.step, name, self.stat_func(array)
            self.queue.append(entry)

    def install(self, exe: Any) -> None:
        """Monitor an executor. Several executors are supported.

        Parameters
        ----------
        exe : Executor
            The executor.

        Returns
        -------
        None

        Examples
        --------
        >>> executor = mx.sym.square(mx.sym.var('x'), name='square').bind(mx.cpu(), {'x': mx.nd.array([3])})
        >>> monitor = mx.mon.Monitor(1, pattern='square')
        >>> monitor.install(executor)
        >>> monitor.tic()
        >>> _ = executor.forward()
        >>> [(name, text.strip()) for _, name, text in monitor.toc()]
        [('square_output', '9.0')]
        """
        exe.set_monitor_callback(self.stat_helper, self.monitor_all)
        self.exes.append(exe)

    def tic(self) -> None:
        """Start collecting if this batch is due. Call it before each batch.

        Returns
        -------
        None

        Examples
        --------
        >>> monitor = mx.mon.Monitor(interval=2)
        >>> due = []
        >>> for batch in range(4):
        ...     monitor.tic()
        ...     due.append(monitor.activated)
        ...     _ = monitor.toc()
        >>> due
        [True, False, True, False]
        """
        due = self.step % self.interval == 0
        if due:
            self.queue, self.activated = [], True
        self.step += 1

    def toc(self) -> list[tuple[int, str, str]]:
        """Stop collecting. Call it after each batch.

        Returns
        -------
        list of tuple
            Step, name and text of the statistic.

        Examples
        --------
        >>> executor = mx.sym.square(mx.sym.var('x'), name='square').bind(mx.cpu(), {'x': mx.nd.array([3])})
        >>> monitor = mx.mon.Monitor(1)
        >>> monitor.install(executor)
        >>> monitor.tic()
        >>> _ = executor.forward()
        >>> [(step, name, text.strip()) for step, name, text in monitor.toc()]
        [(1, 'square_output', '9.0'), (1, 'x', '3.0')]
        """
        if not self.activated:
            return []
        for exe in self.exes:
            arguments, states = exe._symbol.list_arguments(), exe._symbol.list_auxiliary_states()
            for names, arrays in ((arguments, exe.arg_arrays), (states, exe.aux_arrays)):
                for name, array in zip(names, arrays, strict=True):
                    self._collect(name, array)
        self.activated = False
        if self.sort:
            self.queue.sort(key=lambda entry: entry[1])
        result = [(step, name, _text(name, value)) for step, name, value in self.queue]
        self.queue = []
        return result

    def toc_print(self) -> None:
        """Call :meth:`toc` and log the result.

        Returns
        -------
        None

        Examples
        --------
        >>> monitor = mx.mon.Monitor(1)
        >>> monitor.tic()
        >>> monitor.stat_helper('fc_output', mx.nd.array([3]))
        >>> monitor.toc_print()  # logs batch 1, fc_output and 3.0
        """
        for step, name, text in self.toc():
            logging.info("Batch: %7d %-30s %s", step, name, text)


def _size_statistic(array: NDArray) -> NDArray:
    return ndarray.norm(array) / math.sqrt(array.size)


def _text(name: str, value: Any) -> str:
    values = [value] if isinstance(value, NDArray) else value
    if not isinstance(values, list) or not all(isinstance(item, NDArray) for item in values):
        raise AssertionError(
            f"stat_func must return an NDArray or a list of NDArrays, but returned {type(value).__name__} for {name}"
        )
    # str() does not print meaningless digits of a float32, unlike formatting.
    return "".join(str(item.asnumpy()[0] if item.shape == (1,) else item.asnumpy()) + "\t" for item in values)
