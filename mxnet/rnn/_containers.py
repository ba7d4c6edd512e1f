"""Cells made of cells: stacks and pairs of directions."""

from __future__ import annotations

from typing import Any

from .. import symbol
from .._runtime.tracebacks import concise_module
from ._base import BaseRNNCell, RNNParams, normalize_sequence, require


class _CellOfCells(BaseRNNCell):
    """What cells with children share."""

    def __init__(self, params: RNNParams | None) -> None:
        super().__init__(prefix="", params=params)
        self._override_cell_params = params is not None
        self._cells: list[BaseRNNCell] = []

    def _adopt(self, cell: BaseRNNCell) -> None:
        """Make a child's variables ours, or ours the child's if we were given some."""
        if self._override_cell_params:
            require(cell._own_params, f"{type(self).__name__} and the cell in it both have params of their own; pass "
                                      "params to one")
            cell.params._params.update(self.params._params)
        self.params._params.update(cell.params._params)
        self._cells.append(cell)

    @property
    def state_info(self) -> list[Any]:
        """Shape and layout of each state of all cells."""
        return [info for cell in self._cells for info in cell.state_info]

    def begin_state(self, **kwargs: Any) -> list[Any]:  # type: ignore[override]
        """States of all cells before the first step."""
        self._check_not_modified()
        return [state for cell in self._cells for state in cell.begin_state(**kwargs)]

    def unpack_weights(self, args: dict[str, Any]) -> dict[str, Any]:
        """Arrays split by gate, cell by cell."""
        for cell in self._cells:
            args = cell.unpack_weights(args)
        return args

    def pack_weights(self, args: dict[str, Any]) -> dict[str, Any]:
        """The reverse of `unpack_weights`."""
        for cell in self._cells:
            args = cell.pack_weights(args)
        return args

    def _own_states(self, states: Any) -> list[Any]:
        """States by cell."""
        parts, start = [], 0
        for cell in self._cells:
            count = len(cell.state_info)
            parts.append(states[start:start + count])
            start += count
        return parts


class SequentialRNNCell(_CellOfCells):
    """A stack of cells: each takes the output of the one before.

    Parameters
    ----------
    params : RNNParams, optional
    """

    def __init__(self, params: RNNParams | None = None) -> None:
        super().__init__(params)

    def add(self, cell: BaseRNNCell) -> None:
        """Put a cell on top."""
        self._adopt(cell)

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        """One step: returns the output and the next states."""
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
        """Run the stack over a sequence, layer by layer; see `BaseRNNCell.unroll`."""
        self.reset()
        states = self._own_states(self.begin_state() if begin_state is None else begin_state)
        following: list[Any] = []
        for number, (cell, own) in enumerate(zip(self._cells, states, strict=True), start=1):
            merge = merge_outputs if number == len(self._cells) else None
            inputs, own = cell.unroll(length, inputs=inputs, begin_state=own, layout=layout, merge_outputs=merge)
            following.extend(own)
        return inputs, following


class BidirectionalCell(_CellOfCells):
    """Two cells, one of which reads the sequence from its end; their outputs are put side by side.

    Parameters
    ----------
    l_cell, r_cell : BaseRNNCell
        Forwards and backwards.
    params : RNNParams, optional
    output_prefix : str
        Put before the names of outputs.
    """

    def __init__(self, l_cell: BaseRNNCell, r_cell: BaseRNNCell, params: RNNParams | None = None,
                 output_prefix: str = "bi_") -> None:
        super().__init__(params)
        self._output_prefix = output_prefix
        for cell in (l_cell, r_cell):
            self._adopt(cell)

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        """Not possible: the sequence must be known to its end."""
        raise NotImplementedError("a BidirectionalCell needs the whole sequence and cannot be stepped; call unroll")

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None) -> tuple[Any, Any]:
        """Run both cells over a sequence; see `BaseRNNCell.unroll`. States come as a list for each cell."""
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
            flag: Any = 1  # which is how files have it
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
