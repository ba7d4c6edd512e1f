"""An LSTM with a narrow state, dropout with one mask for all steps, and unrolling by a loop in the graph."""

from __future__ import annotations

from typing import Any

from ...._runtime.tracebacks import concise_module
from ....ndarray.ndarray import NDArray
from ....numpy._mode import to_mode
from ....symbol.symbol import Symbol
from ...rnn.rnn_cell import (
    BidirectionalCell,
    HybridRecurrentCell,
    ModifierCell,
    SequentialRNNCell,
    _format_sequence,
    _get_begin_state,
    _mask_sequence_variable_length,
)

__all__ = ["LSTMPCell", "VariationalDropoutCell"]

_NO_STATES = "{} has no step in which states could be dropped; put VariationalDropoutCell around the cells inside it"


def _is_bidirectional(cell: Any) -> bool:
    return isinstance(cell, BidirectionalCell) or any(map(_is_bidirectional, cell._children.values()))


class VariationalDropoutCell(ModifierCell):
    """Dropout that drops the same elements in every step of a sequence (Gal and Ghahramani 2015).

    Call `reset` after each sequence if the cell is called step by step.

    Parameters
    ----------
    base_cell : RecurrentCell
        The cell.
    drop_inputs, drop_states, drop_outputs : float
        Rate for inputs, for the first state and for outputs.
    """

    def __init__(self, base_cell: Any, drop_inputs: float = 0.0, drop_states: float = 0.0,
                 drop_outputs: float = 0.0) -> None:
        if drop_states and isinstance(base_cell, BidirectionalCell):
            raise AssertionError(_NO_STATES.format("BidirectionalCell"))
        if drop_states and isinstance(base_cell, SequentialRNNCell) and _is_bidirectional(base_cell):
            raise AssertionError(_NO_STATES.format("Bidirectional SequentialRNNCell"))
        super().__init__(base_cell)
        self.drop_inputs = drop_inputs
        self.drop_states = drop_states
        self.drop_outputs = drop_outputs
        self._forget_masks()

    def _forget_masks(self) -> None:
        self.drop_inputs_mask = self.drop_states_mask = self.drop_outputs_mask = None

    def _alias(self) -> str:
        return "vardrop"

    def reset(self) -> None:
        """Start another sequence, with other masks."""
        super().reset()
        self._forget_masks()

    def _masked(self, F: Any, kind: str, values: Any) -> Any:
        """`values` times their mask, which is drawn when first needed."""
        rate, name = getattr(self, f"drop_{kind}"), f"drop_{kind}_mask"
        if not rate:
            return values
        if getattr(self, name) is None:
            setattr(self, name, F.Dropout(F.ones_like(values), p=rate))
        return values * getattr(self, name)

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        """One step."""
        states = list(states)
        states[0] = self._masked(F, "states", states[0])
        output, states = self.base_cell(self._masked(F, "inputs", inputs), states)
        return self._masked(F, "outputs", output), states

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p_out = {self.drop_outputs}, p_state = {self.drop_states})"

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, Any]:
        """Run the cell over a sequence; parameters as for ``RecurrentCell.unroll``."""
        if self.drop_states:
            return super().unroll(length, inputs, begin_state, layout, merge_outputs, valid_length=valid_length)
        # Without dropout of states, a whole sequence is masked at once.
        self.reset()
        sequence, axis, F, batch_size = _format_sequence(length, inputs, layout, True)
        first_states = _get_begin_state(self, F, begin_state, sequence, batch_size)
        masked = _dropout_over_time(F, sequence, self.drop_inputs, axis)
        outputs, states = self.base_cell.unroll(length, masked, first_states, layout, merge_outputs=True,
                                                valid_length=valid_length)
        outputs = _dropout_over_time(F, outputs, self.drop_outputs, axis)
        merge = isinstance(outputs, (Symbol, NDArray)) if merge_outputs is None else merge_outputs
        outputs = _format_sequence(length, outputs, layout, merge)[0]
        if valid_length is not None:
            outputs = _mask_sequence_variable_length(F, outputs, length, valid_length, axis, merge)
        return outputs, states


class LSTMPCell(HybridRecurrentCell):
    """An LSTM whose output and hidden state are projected to fewer numbers (Sak et al. 2014).

    Parameters
    ----------
    hidden_size : int
        Size of the memory.
    projection_size : int
        Size of the output.
    i2h_weight_initializer, h2h_weight_initializer, h2r_weight_initializer : Initializer, optional
        For the matrices of input, hidden state and projection.
    i2h_bias_initializer, h2h_bias_initializer : Initializer
        For the biases of input and hidden state.
    input_size : int
        Taken from the first input if 0.
    """

    i2h_weight: Any
    h2r_weight: Any

    def __init__(self, hidden_size: int, projection_size: int, i2h_weight_initializer: Any = None,
                 h2h_weight_initializer: Any = None, h2r_weight_initializer: Any = None,
                 i2h_bias_initializer: Any = "zeros", h2h_bias_initializer: Any = "zeros", input_size: int = 0,
                 prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._input_size, self._hidden_size, self._projection_size = input_size, hidden_size, projection_size
        rows = 4 * hidden_size
        for name, shape, initializer in (("i2h_weight", (rows, input_size), i2h_weight_initializer),
                                         ("h2h_weight", (rows, projection_size), h2h_weight_initializer),
                                         ("h2r_weight", (projection_size, hidden_size), h2r_weight_initializer),
                                         ("i2h_bias", (rows,), i2h_bias_initializer),
                                         ("h2h_bias", (rows,), h2h_bias_initializer)):
            setattr(self, name, self.params.get(name, shape=shape, init=initializer, allow_deferred_init=True))

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Shape and layout of each state."""
        return [{"shape": (batch_size, size), "__layout__": "NC"} for size in (self._projection_size,
                                                                               self._hidden_size)]

    def _alias(self) -> str:
        return "lstmp"

    def __repr__(self) -> str:
        rows, columns = self.i2h_weight.shape
        return f"{type(self).__name__}({columns or None} -> {rows} -> {self.h2r_weight.shape[0]})"

    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, h2r_weight: Any,
                       i2h_bias: Any, h2h_bias: Any) -> Any:
        """One step."""
        prefix, rows = f"t{self._counter}_", 4 * self._hidden_size
        i2h = F.FullyConnected(data=inputs, weight=i2h_weight, bias=i2h_bias, num_hidden=rows, name=f"{prefix}i2h")
        h2h = F.FullyConnected(data=states[0], weight=h2h_weight, bias=h2h_bias, num_hidden=rows, name=f"{prefix}h2h")
        gates = F.SliceChannel(i2h + h2h, num_outputs=4, name=f"{prefix}slice")
        enter = F.Activation(gates[0], act_type="sigmoid", name=f"{prefix}i")
        forget = F.Activation(gates[1], act_type="sigmoid", name=f"{prefix}f")
        candidate = F.Activation(gates[2], act_type="tanh", name=f"{prefix}c")
        leave = F.Activation(gates[3], act_type="sigmoid", name=f"{prefix}o")
        memory = F.elemwise_add(forget * states[1], enter * candidate, name=f"{prefix}state")
        hidden = F.elemwise_mul(leave, F.Activation(memory, act_type="tanh"), name=f"{prefix}hidden")
        output = F.FullyConnected(hidden, h2r_weight, no_bias=True, num_hidden=self._projection_size,
                                  name=f"{prefix}out")
        return output, [output, memory]


def dynamic_unroll(cell: Any, inputs: Any, begin_state: Any, drop_inputs: float = 0, drop_outputs: float = 0,
                   layout: str = "TNC", valid_length: Any = None) -> tuple[Any, Any]:
    """Run a cell over a sequence of any length by a loop in the graph (``contrib.foreach``).

    Parameters
    ----------
    cell : RecurrentCell
        The cell.
    inputs : NDArray or Symbol
        The sequence in `layout`.
    begin_state : list
        States to start from.
    drop_inputs, drop_outputs : float
        Rates of dropout, with one mask for all steps.
    layout : {'TNC', 'NTC'}
        Meaning of the axes; 'TNC' is faster.
    valid_length : NDArray or Symbol, optional
        The length of each sequence of the batch.

    Returns
    -------
    outputs : NDArray or Symbol
    states : list
    """
    inputs, axis, F, _ = _format_sequence(None, inputs, layout, True)

    def turned(sequence: Any) -> Any:
        return sequence if axis == 0 else F.swapaxes(sequence, dim1=0, dim2=axis)

    inputs = turned(inputs)
    inputs = _dropout_over_time(F, inputs, drop_inputs, axis)
    states = list(begin_state) if isinstance(begin_state, (list, tuple)) else [begin_state]
    body: Any = cell
    if valid_length is not None:
        states.append(to_mode(F.zeros((1,))))

        def body(step: Any, all_states: Any) -> tuple[Any, Any]:
            *before, number = all_states
            output, after = cell(step, before)
            going_on = F.broadcast_greater(valid_length, number)
            kept = [F.where(going_on, new, old) for new, old in zip(after, before, strict=True)]
            return output, [*kept, number + 1]

    outputs, states = F.contrib.foreach(body, inputs, states)
    outputs = turned(_dropout_over_time(F, outputs, drop_outputs, axis))
    if valid_length is None:
        return outputs, states
    return F.SequenceMask(outputs, valid_length, use_sequence_length=True, axis=axis), states[:-1]


def _dropout_over_time(F: Any, sequence: Any, rate: float, axis: int) -> Any:
    """Dropout with one mask for all steps of a sequence."""
    return F.Dropout(sequence, p=rate, axes=(axis,)) if rate else sequence


concise_module(__name__)
