"""Cells that modify the inputs or outputs of another cell."""

from __future__ import annotations

from typing import Any

from .. import symbol
from .._runtime.tracebacks import concise_module
from ..base import numeric_types
from ._base import BaseRNNCell, RNNParams, normalize_sequence, require
from ._containers import BidirectionalCell, SequentialRNNCell


class DropoutCell(BaseRNNCell):
    """Apply dropout to the input. This cell has no states.

    Parameters
    ----------
    dropout : float
        Fraction of elements to set to zero in training.
    prefix : str
        Prefix of the cell. It does not change any name, because the cell has no variables.
    params : RNNParams, optional
        Accepted for compatibility: the cell has no variables.

    Examples
    --------
    >>> stack = mx.rnn.SequentialRNNCell()
    >>> stack.add(mx.rnn.LSTMCell(4, prefix='first_'))
    >>> stack.add(mx.rnn.DropoutCell(0.5))
    >>> stack.add(mx.rnn.LSTMCell(2, prefix='second_'))
    >>> outputs, states = stack.unroll(3, inputs=mx.sym.var('data'), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 3, 5))[1]
    [(2, 3, 2)]
    """

    def __init__(self, dropout: float, prefix: str = "dropout_", params: RNNParams | None = None) -> None:
        super().__init__(prefix, params)
        require(isinstance(dropout, numeric_types), f"dropout must be a probability, received {dropout!r}")
        self.dropout = dropout

    @property
    def state_info(self) -> list[Any]:
        """Empty list, because this cell has no states."""
        return []

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        return (symbol.Dropout(data=inputs, p=self.dropout) if self.dropout > 0 else inputs), states

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None) -> tuple[Any, Any]:
        """Apply dropout to a sequence, in one call if it is one symbol.

        Parameters
        ----------
        length : int
            Number of steps.
        inputs : Symbol or list of Symbol
            One symbol in `layout`, or a list with one symbol of shape (batch, ...) per step.
        begin_state : list of Symbol, optional
            States to return. The default is an empty list.
        layout : {'NTC', 'TNC'}
            Layout of the axes: batch, time, channels.
        merge_outputs : bool, optional
            Whether to return one symbol or a list of steps. None selects the cheaper form.

        Returns
        -------
        outputs : Symbol or list of Symbol
            The sequence after dropout.
        states : list of Symbol
            Empty list, or `begin_state` if the sequence is a list of steps.
        """
        self.reset()
        sequence, _ = normalize_sequence(length, inputs, layout, merge_outputs)
        if isinstance(sequence, symbol.Symbol):
            return self(sequence, [])
        return super().unroll(length, sequence, begin_state, layout, merge_outputs)


class ModifierCell(BaseRNNCell):
    """Base class of cells that wrap another cell and use its variables and states.

    Parameters
    ----------
    base_cell : BaseRNNCell
        The cell to wrap. Its states must then be created by the wrapper.

    Examples
    --------
    >>> class Doubled(mx.rnn.ModifierCell):
    ...     def __call__(self, inputs, states):
    ...         output, states = self.base_cell(inputs, states)
    ...         return output * 2, states
    >>> cell = Doubled(mx.rnn.RNNCell(4))
    >>> outputs, states = cell.unroll(3, inputs=mx.sym.var('data'), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 3, 5))[1]
    [(2, 3, 4)]
    """

    def __init__(self, base_cell: BaseRNNCell) -> None:
        super().__init__()
        self.base_cell = base_cell
        base_cell._modified = True

    @property
    def params(self) -> RNNParams:
        """Variables of the inner cell."""
        self._own_params = False
        return self.base_cell.params

    @property
    def state_info(self) -> list[Any]:
        """Shape and layout of each state of the inner cell."""
        return self.base_cell.state_info

    def begin_state(self, init_sym: Any = symbol.zeros, **kwargs: Any) -> list[Any]:  # type: ignore[override]
        """Create the initial states of the inner cell.

        Parameters
        ----------
        init_sym : callable
            Function that creates each state from its name and shape, such as ``mx.sym.zeros`` or ``mx.sym.Variable``.
        **kwargs
            Further arguments for the `begin_state` of the inner cell.

        Returns
        -------
        list of Symbol
            One symbol per state.
        """
        self._check_not_modified()
        self.base_cell._modified = False
        try:
            return self.base_cell.begin_state(init_sym, **kwargs)
        finally:
            self.base_cell._modified = True

    def unpack_weights(self, args: dict[str, Any]) -> dict[str, Any]:
        """Split the arrays of the inner cell by gate.

        Parameters
        ----------
        args : dict of str to NDArray
            Arguments of the network by name.

        Returns
        -------
        dict of str to NDArray
            A new dictionary.
        """
        return self.base_cell.unpack_weights(args)

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
        return self.base_cell.pack_weights(args)

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        raise NotImplementedError(f"{type(self).__name__} does not define __call__")


def _can_step(cell: BaseRNNCell) -> bool:
    if isinstance(cell, SequentialRNNCell):
        return all(_can_step(child) for child in cell._cells)
    return not isinstance(cell, BidirectionalCell)


class ZoneoutCell(ModifierCell):
    """Zoneout: outputs and states randomly keep their previous value in training.

    Parameters
    ----------
    base_cell : BaseRNNCell
        The cell to wrap. It must support single steps.
    zoneout_outputs, zoneout_states : float
        Probabilities of keeping the previous value.

    Examples
    --------
    >>> cell = mx.rnn.ZoneoutCell(mx.rnn.LSTMCell(4), zoneout_outputs=0.2, zoneout_states=0.1)
    >>> outputs, states = cell.unroll(3, inputs=mx.sym.var('data'), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 3, 5))[1]
    [(2, 3, 4)]
    """

    def __init__(self, base_cell: BaseRNNCell, zoneout_outputs: float = 0.0, zoneout_states: float = 0.0) -> None:
        from ._fused import FusedRNNCell

        require(not isinstance(base_cell, FusedRNNCell), "zoneout needs single steps, which a FusedRNNCell does not "
                                                         "support; unfuse it first")
        require(_can_step(base_cell), "zoneout needs single steps, which a BidirectionalCell does not support; apply "
                                      "ZoneoutCell to the cells inside it")
        super().__init__(base_cell)
        self.zoneout_outputs, self.zoneout_states = zoneout_outputs, zoneout_states
        self.prev_output: Any = None

    def reset(self) -> None:
        """Reset the cell and its previous output."""
        super().reset()
        self.prev_output = None

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        output, following = self.base_cell(inputs, states)
        if self.zoneout_outputs:
            former = symbol.zeros_like(output) if self.prev_output is None else self.prev_output
            output = _mix(output, former, self.zoneout_outputs)
        if self.zoneout_states:
            following = [_mix(new, old, self.zoneout_states) for new, old in zip(following, states, strict=True)]
        self.prev_output = output
        return output, following


def _mix(new: Any, old: Any, share: float) -> Any:
    return symbol.where(symbol.Dropout(symbol.ones_like(new), p=share), new, old)


class ResidualCell(ModifierCell):
    """Add the input to the output of a cell.

    Parameters
    ----------
    base_cell : BaseRNNCell
        The cell to wrap. Its output must have the shape of its input.

    Examples
    --------
    >>> cell = mx.rnn.ResidualCell(mx.rnn.RNNCell(5))
    >>> outputs, states = cell.unroll(3, inputs=mx.sym.var('data'), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 3, 5))[1]
    [(2, 3, 5)]
    """

    def __init__(self, base_cell: BaseRNNCell) -> None:
        super().__init__(base_cell)

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        output, states = self.base_cell(inputs, states)
        return _with_residual(output, inputs), states

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None) -> tuple[Any, Any]:
        """Unroll the inner cell over a sequence, and add the inputs.

        Parameters
        ----------
        length : int
            Number of steps.
        inputs : Symbol or list of Symbol
            One symbol in `layout`, or a list with one symbol of shape (batch, ...) per step.
        begin_state : list of Symbol, optional
            Initial states. The default is `begin_state()`.
        layout : {'NTC', 'TNC'}
            Layout of the axes: batch, time, channels.
        merge_outputs : bool, optional
            Whether to return one symbol or a list of steps. None selects the cheaper form.

        Returns
        -------
        outputs : Symbol or list of Symbol
            Outputs of all steps.
        states : list of Symbol
            States after the last step.
        """
        self.reset()
        self.base_cell._modified = False
        try:
            outputs, states = self.base_cell.unroll(length, inputs=inputs, begin_state=begin_state, layout=layout,
                                                    merge_outputs=merge_outputs)
        finally:
            self.base_cell._modified = True
        merge = isinstance(outputs, symbol.Symbol) if merge_outputs is None else merge_outputs
        inputs, _ = normalize_sequence(length, inputs, layout, merge)
        if merge:
            return _with_residual(outputs, inputs), states
        return [_with_residual(output, step) for output, step in zip(outputs, inputs, strict=True)], states


def _with_residual(output: Any, inputs: Any) -> Any:
    return symbol.elemwise_add(output, inputs, name=f"{output.name}_plus_residual")


for _kind in (DropoutCell, ModifierCell, ZoneoutCell, ResidualCell):
    _kind.__module__ = "mxnet.rnn.rnn_cell"


concise_module(__name__)
