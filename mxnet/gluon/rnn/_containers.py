"""Cells that contain other cells: stacks and bidirectional cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

from ..._runtime.tracebacks import concise_module, shorten
from ._recurrent import HybridRecurrentCell, RecurrentCell
from ._sequence import TENSORS, format_sequence, mask_sequence, reverse_sequences, starting_state


class _Group(RecurrentCell):
    """Base class of cells with children. Its states are the concatenated states of the children."""

    _children: Any

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        return [info for cell in self._children.values() for info in cell.state_info(batch_size)]

    def begin_state(self, **kwargs: Any) -> list[Any]:  # type: ignore[override]
        """Return the initial states of all children.

        Parameters
        ----------
        **kwargs
            Arguments for the `begin_state` of each child.

        Returns
        -------
        list of NDArray or Symbol
            States of the first child, followed by those of the others.
        """
        self._check_not_modified()
        return [state for cell in self._children.values() for state in cell.begin_state(**kwargs)]

    def _with_states(self, states: Any) -> Iterator[tuple[Any, Any]]:
        """Yield each child and its part of `states`."""
        start = 0
        for cell in self._children.values():
            stop = start + len(cell.state_info())
            yield cell, states[start:stop]
            start = stop


class _Stack(_Group):
    """Base class of stacked cells."""

    def add(self, cell: RecurrentCell) -> None:
        """Add `cell` on top of the stack.

        Parameters
        ----------
        cell : RecurrentCell
            The cell.

        Examples
        --------
        >>> stack = mx.gluon.rnn.SequentialRNNCell()
        >>> stack.add(mx.gluon.rnn.GRUCell(4))
        >>> len(stack)
        1
        """
        self.register_child(cell)

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, list[Any]]:  # type: ignore[override]
        """Run one step of all cells.

        Parameters
        ----------
        inputs : NDArray or Symbol
            Input of the step, of shape (batch, channels).
        states : list
            States after the previous step, or the result of `begin_state`.

        Returns
        -------
        output : NDArray or Symbol
            Output of the step.
        states : list
            States for the next step.

        Examples
        --------
        >>> stack = mx.gluon.rnn.SequentialRNNCell()
        >>> stack.add(mx.gluon.rnn.GRUCell(4))
        >>> stack.initialize()
        >>> output, states = stack(mx.nd.ones((2, 3)), stack.begin_state(batch_size=2))
        >>> output.shape, len(states)
        ((2, 4), 1)
        """
        try:
            if any(isinstance(cell, BidirectionalCell) for cell in self._children.values()):
                raise AssertionError(f"{self.name} contains a BidirectionalCell, which needs the complete sequence; "
                                     "call unroll")
            self._counter += 1
            next_states: list[Any] = []
            for cell, own in self._with_states(states):
                inputs, new = cell(inputs, own)
                next_states += new
            return inputs, next_states
        except Exception as error:
            shorten(error)
            raise

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, list[Any]]:
        self.reset()
        inputs, _, F, batch_size = format_sequence(length, inputs, layout, None)
        states = starting_state(self, F, begin_state, inputs, batch_size)
        next_states: list[Any] = []
        last = len(self) - 1
        for index, (cell, own) in enumerate(self._with_states(states)):
            inputs, new = cell.unroll(length, inputs=inputs, begin_state=own, layout=layout,
                                      merge_outputs=merge_outputs if index == last else None,
                                      valid_length=valid_length)
            next_states += new
        return inputs, next_states

    def __repr__(self) -> str:
        rows = "\n".join(f"({key}): {repr(cell).replace(chr(10), chr(10) + '  ')}"
                         for key, cell in self._children.items())
        return f"{type(self).__name__}(\n{rows}\n)"

    def __getitem__(self, i: int) -> Any:
        return self._children[str(i)]

    def __len__(self) -> int:
        return len(self._children)


class SequentialRNNCell(_Stack):
    """A stack of cells. The output of each cell is the input of the next one.

    Parameters
    ----------
    prefix : str or None, default None
        Prefix of the parameter names.
    params : default None
        Parameters to share with another block.

    Examples
    --------
    >>> stack = mx.gluon.rnn.SequentialRNNCell()
    >>> stack.add(mx.gluon.rnn.LSTMCell(4))
    >>> stack.add(mx.gluon.rnn.LSTMCell(4))
    >>> stack.initialize()
    >>> outputs, states = stack.unroll(5, mx.nd.ones((2, 5, 3)), merge_outputs=True)
    >>> outputs.shape
    (2, 5, 4)
    """

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def hybrid_forward(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise an error, because only `HybridSequentialRNNCell` can be compiled.

        Parameters
        ----------
        *args, **kwargs
            Ignored.

        Examples
        --------
        >>> mx.gluon.rnn.SequentialRNNCell().hybrid_forward(mx.nd, mx.nd.ones((2, 3)), [])
        Traceback (most recent call last):
        NotImplementedError: SequentialRNNCell has no hybrid_forward; use HybridSequentialRNNCell
        """
        raise NotImplementedError("SequentialRNNCell has no hybrid_forward; use HybridSequentialRNNCell")


class HybridSequentialRNNCell(_Stack, HybridRecurrentCell):  # type: ignore[misc]  # both are called with states
    """A stack of hybrid cells, which can be compiled.

    Parameters
    ----------
    prefix : str or None, default None
        Prefix of the parameter names.
    params : default None
        Parameters to share with another block.

    Examples
    --------
    >>> stack = mx.gluon.rnn.HybridSequentialRNNCell()
    >>> stack.add(mx.gluon.rnn.LSTMCell(4))
    >>> stack.add(mx.gluon.rnn.DropoutCell(0.5))
    >>> stack.initialize()
    >>> outputs, states = stack.unroll(5, mx.nd.ones((2, 5, 3)), merge_outputs=True)
    >>> outputs.shape
    (2, 5, 4)
    """

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        return self(inputs, states)


class BidirectionalCell(_Group, HybridRecurrentCell):
    """Two cells that run forwards and backwards over a sequence. Their outputs are concatenated.

    Parameters
    ----------
    l_cell, r_cell : RecurrentCell
        The forward and the backward cell.
    output_prefix : str
        Prefix of the output names.

    Examples
    --------
    >>> cell = mx.gluon.rnn.BidirectionalCell(mx.gluon.rnn.LSTMCell(4), mx.gluon.rnn.LSTMCell(4))
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, mx.nd.ones((2, 5, 3)), merge_outputs=True)
    >>> outputs.shape
    (2, 5, 8)
    """

    def __init__(self, l_cell: RecurrentCell, r_cell: RecurrentCell, output_prefix: str = "bi_") -> None:
        super().__init__(prefix="", params=None)
        self.register_child(l_cell, "l_cell")
        self.register_child(r_cell, "r_cell")
        self._output_prefix = output_prefix

    def __call__(self, inputs: Any, states: Any) -> NoReturn:  # type: ignore[override]
        """Raise an error, because the cell needs the complete sequence.

        Parameters
        ----------
        inputs, states : object
            Ignored.
        """
        raise NotImplementedError("a BidirectionalCell needs the complete sequence and cannot run single steps; call "
                                  "unroll")

    def __repr__(self) -> str:
        forward, backward = self._children.values()
        return f"{type(self).__name__}(forward={forward}, backward={backward})"

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, list[Any]]:
        self.reset()
        steps, axis, F, batch_size = format_sequence(length, inputs, layout, False)
        backwards = reverse_sequences(steps, length, valid_length)
        states = starting_state(self, F, begin_state, steps, batch_size)
        (l_cell, l_states), (r_cell, r_states) = self._with_states(states)
        form = {"layout": layout, "valid_length": valid_length}
        l_outputs, l_states = l_cell.unroll(length, inputs=steps, begin_state=l_states, merge_outputs=merge_outputs,
                                            **form)
        r_outputs, r_states = r_cell.unroll(length, inputs=backwards, begin_state=r_states, merge_outputs=False, **form)
        r_outputs = reverse_sequences(r_outputs, length, valid_length)
        if merge_outputs is None:
            merge_outputs = isinstance(l_outputs, TENSORS)
        if merge_outputs:
            outputs = F.concat(l_outputs, F.stack(*r_outputs, axis=axis), dim=2, name=f"{self._output_prefix}out")
        else:
            outputs = [F.concat(left, right, dim=1, name=f"{self._output_prefix}t{step}")
                       for step, (left, right) in enumerate(zip(l_outputs, r_outputs))]
        if valid_length is not None:
            outputs = mask_sequence(F, outputs, length, valid_length, axis, merge_outputs)
        return outputs, l_states + r_states


concise_module(__name__)
