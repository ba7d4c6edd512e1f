"""LSTM with projection, variational dropout, and unrolling with a graph loop."""

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

_NO_STATES = ("{} does not run single steps, so states cannot be dropped; apply VariationalDropoutCell to the cells "
              "inside")


def _is_bidirectional(cell: Any) -> bool:
    return isinstance(cell, BidirectionalCell) or any(map(_is_bidirectional, cell._children.values()))


class VariationalDropoutCell(ModifierCell):
    """Dropout with the same mask in all steps of a sequence (Gal and Ghahramani 2015).

    Call `reset` after each sequence if you call the cell for single steps.

    Parameters
    ----------
    base_cell : RecurrentCell
        The cell to wrap.
    drop_inputs, drop_states, drop_outputs : float
        Dropout rates of inputs, the first state and outputs.

    Examples
    --------
    >>> cell = mx.gluon.contrib.rnn.VariationalDropoutCell(mx.gluon.rnn.LSTMCell(4), drop_inputs=0.5)
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(3, mx.nd.ones((2, 3, 5)), layout='NTC', merge_outputs=True)
    >>> outputs.shape
    (2, 3, 4)
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
        self._clear_masks()

    def _clear_masks(self) -> None:
        self.drop_inputs_mask = self.drop_states_mask = self.drop_outputs_mask = None

    def _alias(self) -> str:
        return "vardrop"

    def reset(self) -> None:
        """Reset the step counter and the masks before another sequence."""
        super().reset()
        self._clear_masks()

    def _apply_mask(self, F: Any, role: str, values: Any) -> Any:
        """Multiply `values` by their mask. The mask is drawn on first use."""
        rate, name = getattr(self, f"drop_{role}"), f"drop_{role}_mask"
        if not rate:
            return values
        if getattr(self, name) is None:
            setattr(self, name, F.Dropout(F.ones_like(values), p=rate))
        return values * getattr(self, name)

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        """Run one step.

        Parameters
        ----------
        F : module
            ``mx.nd`` for arrays, or ``mx.sym`` for symbols.
        inputs : NDArray or Symbol
            Input of the step.
        states : list of NDArray or Symbol
            States after the previous step.

        Returns
        -------
        output : NDArray or Symbol
            Output of the step.
        states : list
            States for the next step.
        """
        states = list(states)
        states[0] = self._apply_mask(F, "states", states[0])
        output, states = self.base_cell(self._apply_mask(F, "inputs", inputs), states)
        return self._apply_mask(F, "outputs", output), states

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p_out = {self.drop_outputs}, p_state = {self.drop_states})"

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, Any]:
        """Run the cell over a sequence, with the same masks in all steps.

        Parameters
        ----------
        length : int
            Number of steps.
        inputs : NDArray, Symbol or list of them
            One array in `layout`, or a list with an array of shape (batch, ...) for each step.
        begin_state : list, optional
            Initial states. The default is zeros.
        layout : {'NTC', 'TNC'}
            Order of the axes: batch, time, channels.
        merge_outputs : bool, optional
            Whether to return one array or a list of steps. None returns the cheaper form.
        valid_length : NDArray or Symbol, optional
            The length of each sequence in the batch. Outputs after the end are 0. The returned states are the states
            at the end of each sequence.

        Returns
        -------
        outputs : NDArray, Symbol or list of them
            Outputs of all steps.
        states : list
            States after the last step.
        """
        if self.drop_states:
            return super().unroll(length, inputs, begin_state, layout, merge_outputs, valid_length=valid_length)
        # Without dropout of states, one operation masks the complete sequence.
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
    """An LSTM with a projection of output and hidden state to a smaller size (Sak et al. 2014).

    Parameters
    ----------
    hidden_size : int
        Size of the cell state.
    projection_size : int
        Size of the output.
    i2h_weight_initializer, h2h_weight_initializer, h2r_weight_initializer : Initializer, optional
        Initializers of the input, hidden and projection matrices.
    i2h_bias_initializer, h2h_bias_initializer : Initializer
        Initializers of the biases.
    input_size : int
        Size of the input. With 0, it is inferred from the first input.

    Examples
    --------
    >>> cell = mx.gluon.contrib.rnn.LSTMPCell(8, projection_size=4)
    >>> cell.initialize()
    >>> output, states = cell(mx.nd.ones((2, 5)), cell.begin_state(2))
    >>> output.shape, [state.shape for state in states]
    ((2, 4), [(2, 4), (2, 8)])
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
        """Return the shape and layout of each state.

        Parameters
        ----------
        batch_size : int
            Batch size in the shapes.

        Returns
        -------
        list of dict
            ``{'shape': ..., '__layout__': 'NC'}`` for the projected output and for the cell state.
        """
        return [{"shape": (batch_size, size), "__layout__": "NC"} for size in (self._projection_size,
                                                                               self._hidden_size)]

    def _alias(self) -> str:
        return "lstmp"

    def __repr__(self) -> str:
        rows, columns = self.i2h_weight.shape
        return f"{type(self).__name__}({columns or None} -> {rows} -> {self.h2r_weight.shape[0]})"

    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, h2r_weight: Any,
                       i2h_bias: Any, h2h_bias: Any) -> Any:
        """Run one step.

        Parameters
        ----------
        F : module
            ``mx.nd`` for arrays, or ``mx.sym`` for symbols.
        inputs : NDArray or Symbol
            Input of shape (batch, channels).
        states : list of NDArray or Symbol
            Projected output and cell state after the previous step.
        i2h_weight, h2h_weight, h2r_weight : NDArray or Symbol
            Input, hidden and projection matrices.
        i2h_bias, h2h_bias : NDArray or Symbol
            Biases of the input and the hidden matrix.

        Returns
        -------
        output : NDArray or Symbol
            Output of shape (batch, projection_size).
        states : list
            States for the next step.
        """
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
    """Run a cell over a sequence of any length with a loop in the graph (``contrib.foreach``).

    Parameters
    ----------
    cell : RecurrentCell
        The cell.
    inputs : NDArray or Symbol
        The sequence in `layout`.
    begin_state : list
        Initial states.
    drop_inputs, drop_outputs : float
        Dropout rates, with one mask for all steps.
    layout : {'TNC', 'NTC'}
        Order of the axes. 'TNC' is faster.
    valid_length : NDArray or Symbol, optional
        Length of each sequence in the batch.

    Returns
    -------
    outputs : NDArray or Symbol
    states : list
    """
    inputs, axis, F, _ = _format_sequence(None, inputs, layout, True)

    def swap_time_axis(sequence: Any) -> Any:
        return sequence if axis == 0 else F.swapaxes(sequence, dim1=0, dim2=axis)

    inputs = swap_time_axis(inputs)
    inputs = _dropout_over_time(F, inputs, drop_inputs, axis)
    states = list(begin_state) if isinstance(begin_state, (list, tuple)) else [begin_state]
    body: Any = cell
    if valid_length is not None:
        states.append(to_mode(F.zeros((1,))))

        def body(step: Any, all_states: Any) -> tuple[Any, Any]:
            *before, number = all_states
            output, after = cell(step, before)
            is_active = F.broadcast_greater(valid_length, number)
            selected = [F.where(is_active, new, old) for new, old in zip(after, before, strict=True)]
            return output, [*selected, number + 1]

    outputs, states = F.contrib.foreach(body, inputs, states)
    outputs = swap_time_axis(_dropout_over_time(F, outputs, drop_outputs, axis))
    if valid_length is None:
        return outputs, states
    return F.SequenceMask(outputs, valid_length, use_sequence_length=True, axis=axis), states[:-1]


def _dropout_over_time(F: Any, sequence: Any, rate: float, axis: int) -> Any:
    """Apply dropout with one mask for all steps of a sequence."""
    return F.Dropout(sequence, p=rate, axes=(axis,)) if rate else sequence


concise_module(__name__)
