"""Cells that modify the results of another cell, and dropout of the input."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from numbers import Number
from typing import Any

from ... import symbol
from ..._runtime.tracebacks import concise_module
from ._containers import BidirectionalCell, SequentialRNNCell
from ._recurrent import HybridRecurrentCell, RecurrentCell
from ._sequence import TENSORS, format_sequence, mask_sequence


class DropoutCell(HybridRecurrentCell):
    """Dropout of the input. The cell has no states.

    Parameters
    ----------
    rate : float
        Probability of a zero, in training.
    axes : tuple of int
        Axes along which elements are dropped together.
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share with another block.

    Examples
    --------
    >>> cell = mx.gluon.rnn.DropoutCell(0.5)
    >>> cell(mx.nd.array([[1, 2]]), [])[0].asnumpy()
    array([[1., 2.]], dtype=float32)
    """

    def __init__(self, rate: float, axes: tuple[int, ...] = (), prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix, params)
        if not isinstance(rate, Number):
            raise AssertionError(f"rate must be a number, received {rate!r}")
        self._rate = rate
        self._axes = axes

    def __repr__(self) -> str:
        return f"{type(self).__name__}(rate={self._rate}, axes={self._axes})"

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        return []

    def _alias(self) -> str:
        return "dropout"

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        if self._rate <= 0:
            return inputs, states
        return F.Dropout(inputs, p=self._rate, axes=self._axes, name=f"t{self._counter}_fwd"), states

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, Any]:
        self.reset()
        inputs, _, F, _ = format_sequence(length, inputs, layout, merge_outputs)
        if isinstance(inputs, TENSORS):
            return self.hybrid_forward(F, inputs, begin_state or [])
        # Dropout keeps the zeros of padding, so lengths do not matter.
        return super().unroll(length, inputs, begin_state=begin_state, layout=layout, merge_outputs=merge_outputs)


class ModifierCell(HybridRecurrentCell):
    """Base class of cells that wrap another cell. The wrapped cell must not be called directly.

    Parameters
    ----------
    base_cell : RecurrentCell
        Cell to wrap.

    Examples
    --------
    >>> isinstance(mx.gluon.rnn.ResidualCell(mx.gluon.rnn.RNNCell(3)), mx.gluon.rnn.ModifierCell)
    True
    """

    def __init__(self, base_cell: Any) -> None:
        if base_cell._modified:
            raise AssertionError(f"{base_cell.name} is already inside another modifier cell; use only one modifier per "
                                 "cell")
        base_cell._modified = True
        super().__init__(prefix=base_cell.prefix + self._alias(), params=None)
        self.base_cell = base_cell

    @property
    def params(self) -> Any:
        """Parameters of the wrapped cell."""
        return self.base_cell.params

    @contextlib.contextmanager
    def _base_callable(self) -> Iterator[RecurrentCell]:
        self.base_cell._modified = False
        try:
            yield self.base_cell
        finally:
            self.base_cell._modified = True

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        return self.base_cell.state_info(batch_size)

    def begin_state(self, func: Callable[..., Any] = symbol.zeros,  # type: ignore[override]
                    **kwargs: Any) -> list[Any]:
        """Return the initial states of the wrapped cell.

        Parameters
        ----------
        func : callable
            Function that creates a state from its name and shape, such as ``mx.sym.zeros`` or ``mx.nd.zeros``.
        **kwargs
            Additional arguments for the `begin_state` of the wrapped cell.

        Returns
        -------
        list of NDArray or Symbol
            One array per state.
        """
        self._check_not_modified()
        with self._base_callable() as base:
            return base.begin_state(func=func, **kwargs)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_cell})"


class ZoneoutCell(ModifierCell):
    """Randomly keeps the previous values of outputs and states.

    Parameters
    ----------
    base_cell : RecurrentCell
        Cell to wrap.
    zoneout_outputs, zoneout_states : float
        Probability that an element keeps its previous value, in training.

    Examples
    --------
    >>> cell = mx.gluon.rnn.ZoneoutCell(mx.gluon.rnn.RNNCell(4), zoneout_states=0.2)
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, mx.nd.ones((2, 5, 3)), merge_outputs=True)
    >>> outputs.shape
    (2, 5, 4)
    """

    def __init__(self, base_cell: Any, zoneout_outputs: float = 0.0, zoneout_states: float = 0.0) -> None:
        parts = base_cell._children.values() if isinstance(base_cell, SequentialRNNCell) else (base_cell,)
        if any(isinstance(part, BidirectionalCell) for part in parts):
            raise AssertionError("zoneout runs step by step, which a BidirectionalCell does not support; apply "
                                 "ZoneoutCell to the cells inside it")
        super().__init__(base_cell)
        self.zoneout_outputs = zoneout_outputs
        self.zoneout_states = zoneout_states
        self._prev_output: Any = None

    def __repr__(self) -> str:
        return (f"{type(self).__name__}(p_out={self.zoneout_outputs}, p_state={self.zoneout_states}, "
                f"{self.base_cell})")

    def _alias(self) -> str:
        return "zoneout"

    def reset(self) -> None:
        super().reset()
        self._prev_output = None

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        def mix(new: Any, old: Any, rate: float) -> Any:
            return F.where(F.Dropout(F.ones_like(new), p=rate), new, old) if rate != 0.0 else new

        output, next_states = self.base_cell(inputs, states)
        previous = F.zeros_like(output) if self._prev_output is None else self._prev_output
        output = mix(output, previous, self.zoneout_outputs)
        self._prev_output = output
        return output, [mix(new, old, self.zoneout_states) for new, old in zip(next_states, states)]


class ResidualCell(ModifierCell):
    """Adds the input to the output of the wrapped cell (https://arxiv.org/abs/1609.08144).

    Parameters
    ----------
    base_cell : RecurrentCell
        Cell to wrap.

    Examples
    --------
    >>> cell = mx.gluon.rnn.ResidualCell(mx.gluon.rnn.RNNCell(3))
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, mx.nd.ones((2, 5, 3)), merge_outputs=True)
    >>> outputs.shape
    (2, 5, 3)
    """

    def __init__(self, base_cell: Any) -> None:
        super().__init__(base_cell)

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        output, states = self.base_cell(inputs, states)
        return F.elemwise_add(output, inputs, name=f"t{self._counter}_fwd"), states

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, Any]:
        self.reset()
        with self._base_callable() as base:
            outputs, states = base.unroll(length, inputs=inputs, begin_state=begin_state, layout=layout,
                                          merge_outputs=merge_outputs, valid_length=valid_length)
        if merge_outputs is None:
            merge_outputs = isinstance(outputs, TENSORS)
        inputs, axis, F, _ = format_sequence(length, inputs, layout, merge_outputs)
        if valid_length is not None:
            inputs = mask_sequence(F, inputs, length, valid_length, axis, merge_outputs)
        if merge_outputs:
            return F.elemwise_add(outputs, inputs), states
        return [F.elemwise_add(output, step) for output, step in zip(outputs, inputs)], states


concise_module(__name__)
