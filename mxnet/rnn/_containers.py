"""Cells that combine other cells: stacks and bidirectional cells."""

from __future__ import annotations

from typing import Any, NoReturn

from .. import symbol
from .._runtime.tracebacks import concise_module
from ._base import BaseRNNCell, RNNParams, normalize_sequence, require


class _CellOfCells(BaseRNNCell):
    """Base class of cells with children."""

    def __init__(self, params: RNNParams | None) -> None:
        super().__init__(prefix="", params=params)
        self._override_cell_params = params is not None
        self._cells: list[BaseRNNCell] = []

    def _adopt(self, cell: BaseRNNCell) -> None:
        """Share the variables with a child cell: use ours if they were passed, otherwise the child's."""
        if self._override_cell_params:
            require(cell._own_params, f"{type(self).__name__} and the cell in it both received params; pass "
                                      "params to only one of them")
            cell.params._params.update(self.params._params)
        self.params._params.update(cell.params._params)
        self._cells.append(cell)

    @property
    def state_info(self) -> list[Any]:
        """Shape and layout of the states of all cells.

        Examples
        --------
        >>> stack = mx.rnn.SequentialRNNCell()
        >>> stack.add(mx.rnn.GRUCell(4))
        >>> stack.state_info
        [{'shape': (0, 4), '__layout__': 'NC'}]
        """
        return [info for cell in self._cells for info in cell.state_info]

    def begin_state(self, **kwargs: Any) -> list[Any]:  # type: ignore[override]
        """Create the initial states of all cells.

        Parameters
        ----------
        **kwargs
            Arguments for the `begin_state` of each cell.

        Returns
        -------
        list of Symbol
            States of the first cell, followed by those of the next cells.
        """
        self._check_not_modified()
        return [state for cell in self._cells for state in cell.begin_state(**kwargs)]

    def unpack_weights(self, args: dict[str, Any]) -> dict[str, Any]:
        """Split the arrays of all cells by gate.

        Parameters
        ----------
        args : dict of str to NDArray
            Arguments of the network by name.

        Returns
        -------
        dict of str to NDArray
            A new dictionary.
        """
        for cell in self._cells:
            args = cell.unpack_weights(args)
        return args

    def pack_weights(self, args: dict[str, Any]) -> dict[str, Any]:
        """Combine the arrays of the gates. This is the inverse of `unpack_weights`.

        Parameters
        ----------
        args : dict of str to NDArray
            Arguments of the network by name.

        Returns
        -------
        dict of str to NDArray
            A new dictionary.
        """
        for cell in self._cells:
            args = cell.pack_weights(args)
        return args

    def _own_states(self, states: Any) -> list[Any]:
        """Split the states by cell."""
        parts, start = [], 0
        for cell in self._cells:
            count = len(cell.state_info)
            parts.append(states[start:start + count])
            start += count
        return parts


class SequentialRNNCell(_CellOfCells):
    """Stack of cells. Each cell takes the output of the previous one.

    Parameters
    ----------
    params : RNNParams, optional
        Container for the variables of all cells. Cells that already use other variables, such as `LSTMCell`,
        cannot be added to it.

    Examples
    --------
    >>> stack = mx.rnn.SequentialRNNCell()
    >>> stack.add(mx.rnn.LSTMCell(4, prefix='first_'))
    >>> stack.add(mx.rnn.LSTMCell(2, prefix='second_'))
    >>> outputs, states = stack.unroll(3, inputs=mx.sym.var('data'), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 3, 5))[1]
    [(2, 3, 2)]
    >>> len(states)
    4
    """

    def __init__(self, params: RNNParams | None = None) -> None:
        super().__init__(params)

    def add(self, cell: BaseRNNCell) -> None:
        """Append a cell.

        Parameters
        ----------
        cell : BaseRNNCell
            The cell. Its `prefix` must differ from the prefixes of the other cells.

        Returns
        -------
        None

        Examples
        --------
        >>> stack = mx.rnn.SequentialRNNCell()
        >>> stack.add(mx.rnn.LSTMCell(4, prefix='first_'))
        >>> stack.add(mx.rnn.LSTMCell(2, prefix='second_'))
        >>> stack.state_shape
        [(0, 4), (0, 4), (0, 2), (0, 2)]
        """
        self._adopt(cell)

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        self._counter += 1
        following: list[Any] = []
        for cell, own in zip(self._cells, self._own_states(states), strict=True):
            require(not isinstance(cell, BidirectionalCell), "a BidirectionalCell needs the whole sequence; call "
                                                             "unroll")
            inputs, own = cell(inputs, own)
            following.extend(own)
        return inputs, following

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None) -> tuple[Any, Any]:
        """Unroll the stack over a sequence, layer by layer.

        Parameters
        ----------
        length : int
            Number of steps.
        inputs : Symbol or list of Symbol
            One symbol in `layout`, or a list with one symbol of shape (batch, ...) per step.
        begin_state : list of Symbol, optional
            Initial states of all cells. The default is `begin_state()`.
        layout : {'NTC', 'TNC'}
            Layout of the axes: batch, time, channels.
        merge_outputs : bool, optional
            Whether to return one symbol or a list of steps. None selects the cheaper form.

        Returns
        -------
        outputs : Symbol or list of Symbol
            Outputs of the last cell.
        states : list of Symbol
            States of all cells after the last step.

        Examples
        --------
        >>> stack = mx.rnn.SequentialRNNCell()
        >>> for layer in range(2):
        ...     stack.add(mx.rnn.GRUCell(4, prefix=f'layer{layer}_'))
        >>> outputs, states = stack.unroll(3, inputs=mx.sym.var('data'), layout='TNC', merge_outputs=True)
        >>> outputs.infer_shape(data=(3, 2, 5))[1]
        [(3, 2, 4)]
        """
        self.reset()
        states = self._own_states(self.begin_state() if begin_state is None else begin_state)
        following: list[Any] = []
        for number, (cell, own) in enumerate(zip(self._cells, states, strict=True), start=1):
            merge = merge_outputs if number == len(self._cells) else None
            inputs, own = cell.unroll(length, inputs=inputs, begin_state=own, layout=layout, merge_outputs=merge)
            following.extend(own)
        return inputs, following


class BidirectionalCell(_CellOfCells):
    """Run two cells over a sequence in opposite directions, and concatenate their outputs.

    Parameters
    ----------
    l_cell, r_cell : BaseRNNCell
        Cells for the forward and the backward direction.
    params : RNNParams, optional
        Container for the variables of both cells. Cells that already use other variables, such as `LSTMCell`,
        cannot be added to it.
    output_prefix : str
        Prefix of the output names.

    Examples
    --------
    >>> cell = mx.rnn.BidirectionalCell(mx.rnn.GRUCell(4, prefix='forward_'), mx.rnn.GRUCell(4, prefix='backward_'))
    >>> outputs, states = cell.unroll(3, inputs=mx.sym.var('data'), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 3, 5))[1]
    [(2, 3, 8)]
    """

    def __init__(self, l_cell: BaseRNNCell, r_cell: BaseRNNCell, params: RNNParams | None = None,
                 output_prefix: str = "bi_") -> None:
        super().__init__(params)
        self._output_prefix = output_prefix
        for cell in (l_cell, r_cell):
            self._adopt(cell)

    def __call__(self, inputs: Any, states: Any) -> NoReturn:
        """Raise an error, because the cell needs the whole sequence.

        Parameters
        ----------
        inputs, states : object
            Ignored.
        """
        raise NotImplementedError("a BidirectionalCell needs the whole sequence and cannot be stepped; call unroll")

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None) -> tuple[Any, Any]:
        """Unroll both cells over a sequence.

        Parameters
        ----------
        length : int
            Number of steps.
        inputs : Symbol or list of Symbol
            One symbol in `layout`, or a list with one symbol of shape (batch, ...) per step.
        begin_state : list of Symbol, optional
            Initial states of both cells. The default is `begin_state()`.
        layout : {'NTC', 'TNC'}
            Layout of the axes: batch, time, channels.
        merge_outputs : bool, optional
            Whether to return one symbol or a list of steps. None selects the cheaper form.

        Returns
        -------
        outputs : Symbol or list of Symbol
            Outputs of both cells for each step, concatenated along the channels.
        states : list of list of Symbol
            States of the forward and the backward cell after their last steps.
        """
        self.reset()
        steps, axis = normalize_sequence(length, inputs, layout, False)
        begin = self._own_states(self.begin_state() if begin_state is None else begin_state)
        results = [cell.unroll(length, inputs=sequence, begin_state=own, layout=layout, merge_outputs=merge_outputs)
                   for cell, sequence, own in zip(self._cells, (steps, list(reversed(steps))), begin, strict=True)]
        left: Any
        right: Any
        (left, left_states), (right, right_states) = results
        if merge_outputs is None:
            merge_outputs = isinstance(left, symbol.Symbol) and isinstance(right, symbol.Symbol)
            flag: Any = 1  # as in files
            left, right = (list(symbol.SliceChannel(side, axis=axis, num_outputs=length, squeeze_axis=flag))
                           if isinstance(side, symbol.Symbol) and not merge_outputs else side for side in (left, right))
        if merge_outputs:
            outputs = symbol.Concat(left, symbol.reverse(right, axis=axis), dim=2, name=f"{self._output_prefix}out")
        else:
            outputs = [symbol.Concat(one, other, dim=1, name=f"{self._output_prefix}t{step}")
                       for step, (one, other) in enumerate(zip(left, reversed(right), strict=True))]
        return outputs, [left_states, right_states]


for _kind in (SequentialRNNCell, BidirectionalCell):
    _kind.__module__ = "mxnet.rnn.rnn_cell"


concise_module(__name__)
