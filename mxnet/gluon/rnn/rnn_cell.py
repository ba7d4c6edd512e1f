"""Recurrent cells: RNN, LSTM and GRU. Other files of this package contain cells built on them."""

from __future__ import annotations

from typing import Any

from ..._runtime.tracebacks import concise_module
from ._containers import BidirectionalCell as BidirectionalCell
from ._containers import HybridSequentialRNNCell as HybridSequentialRNNCell
from ._containers import SequentialRNNCell as SequentialRNNCell
from ._modifiers import DropoutCell as DropoutCell
from ._modifiers import ModifierCell as ModifierCell
from ._modifiers import ResidualCell as ResidualCell
from ._modifiers import ZoneoutCell as ZoneoutCell
from ._recurrent import HybridRecurrentCell as HybridRecurrentCell
from ._recurrent import RecurrentCell as RecurrentCell

# Names that other packages import.
from ._sequence import format_sequence as _format_sequence  # noqa: F401
from ._sequence import mask_sequence as _mask_sequence_variable_length  # noqa: F401
from ._sequence import reverse_sequences as _reverse_sequences  # noqa: F401
from ._sequence import starting_state as _get_begin_state  # noqa: F401

__all__ = ["BidirectionalCell", "DropoutCell", "GRUCell", "HybridRecurrentCell", "HybridSequentialRNNCell", "LSTMCell",
           "ModifierCell", "RNNCell", "RecurrentCell", "ResidualCell", "SequentialRNNCell", "ZoneoutCell"]


class _DenseCell(HybridRecurrentCell):
    """A cell with one input matrix and one hidden matrix. Each contains the rows of all gates."""

    _gates = 1
    _states = 1

    def __init__(self, hidden_size: int, input_size: int, weights: tuple[Any, Any], biases: tuple[Any, Any],
                 prefix: str | None, params: Any) -> None:
        super().__init__(prefix=prefix, params=params)
        self._hidden_size = hidden_size
        self._input_size = input_size
        rows = self._rows = self._gates * hidden_size
        self.i2h_weight = self.params.get("i2h_weight", shape=(rows, input_size), init=weights[0],
                                          allow_deferred_init=True)
        self.h2h_weight = self.params.get("h2h_weight", shape=(rows, hidden_size), init=weights[1],
                                          allow_deferred_init=True)
        self.i2h_bias = self.params.get("i2h_bias", shape=(rows,), init=biases[0], allow_deferred_init=True)
        self.h2h_bias = self.params.get("h2h_bias", shape=(rows,), init=biases[1], allow_deferred_init=True)

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        return [{"shape": (batch_size, self._hidden_size), "__layout__": "NC"} for _ in range(self._states)]

    def _mapping(self) -> str:
        _, columns = self.i2h_weight.shape or (0, 0)
        return f"{columns or None} -> {self._rows}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._mapping()})"

    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any,
                       h2h_weight: Any, i2h_bias: Any, h2h_bias: Any) -> Any:
        prefix = f"t{self._counter}_"
        i2h = F.FullyConnected(inputs, i2h_weight, i2h_bias, num_hidden=self._rows, name=prefix + "i2h")
        h2h = F.FullyConnected(states[0], h2h_weight, h2h_bias, num_hidden=self._rows, name=prefix + "h2h")
        return self._step(F, prefix, i2h, h2h, states)

    def _step(self, F: Any, prefix: str, i2h: Any, h2h: Any, states: Any) -> Any:
        """Return output and next states from the products with the two matrices."""
        raise NotImplementedError


class RNNCell(_DenseCell):
    """Simple recurrent cell: ``h = activation(W_i x + b_i + W_h h + b_h)``.

    Parameters
    ----------
    hidden_size : int
        Size of output and state.
    activation : str or callable
        Activation function, or its name.
    i2h_weight_initializer, h2h_weight_initializer : str or Initializer, optional
        Initializers of the input and hidden matrices.
    i2h_bias_initializer, h2h_bias_initializer : str or Initializer
        Initializers of the biases.
    input_size : int
        Size of the input. With 0, it is inferred from the first input.
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share with another block.

    Examples
    --------
    >>> cell = mx.gluon.rnn.RNNCell(4)
    >>> cell.initialize()
    >>> output, states = cell(mx.nd.ones((2, 3)), cell.begin_state(batch_size=2))
    >>> output.shape
    (2, 4)
    """

    def __init__(self, hidden_size: int, activation: Any = "tanh", i2h_weight_initializer: Any = None,
                 h2h_weight_initializer: Any = None, i2h_bias_initializer: Any = "zeros",
                 h2h_bias_initializer: Any = "zeros", input_size: int = 0, prefix: str | None = None,
                 params: Any = None) -> None:
        super().__init__(hidden_size, input_size, (i2h_weight_initializer, h2h_weight_initializer),
                         (i2h_bias_initializer, h2h_bias_initializer), prefix, params)
        self._activation = activation

    def _alias(self) -> str:
        return "rnn"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._mapping()}, {self._activation})"

    def _step(self, F: Any, prefix: str, i2h: Any, h2h: Any, states: Any) -> Any:
        total = F.elemwise_add(i2h, h2h, name=prefix + "plus0")
        output = self._get_activation(F, total, self._activation, name=prefix + "out")
        return output, [output]


class LSTMCell(_DenseCell):
    """Long short-term memory cell with a hidden state and a cell state. The gate order is i, f, g, o.

    ``c = f * c + i * g`` and ``h = o * activation(c)``, where the gates are
    ``recurrent_activation(W_i x + b_i + W_h h + b_h)``, except g, which uses `activation`.

    Parameters
    ----------
    hidden_size : int
        Size of output and states.
    i2h_weight_initializer, h2h_weight_initializer : str or Initializer, optional
        Initializers of the input and hidden matrices.
    i2h_bias_initializer, h2h_bias_initializer : str or Initializer
        Initializers of the biases.
    input_size : int
        Size of the input. With 0, it is inferred from the first input.
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share with another block.
    activation, recurrent_activation : str
        Names of the activation functions of the cell state and of the gates.

    Examples
    --------
    >>> cell = mx.gluon.rnn.LSTMCell(4)
    >>> cell.initialize()
    >>> output, states = cell(mx.nd.ones((2, 3)), cell.begin_state(batch_size=2))
    >>> len(states)
    2
    """

    _gates = 4
    _states = 2

    def __init__(self, hidden_size: int, i2h_weight_initializer: Any = None, h2h_weight_initializer: Any = None,
                 i2h_bias_initializer: Any = "zeros", h2h_bias_initializer: Any = "zeros", input_size: int = 0,
                 prefix: str | None = None, params: Any = None, activation: Any = "tanh",
                 recurrent_activation: Any = "sigmoid") -> None:
        super().__init__(hidden_size, input_size, (i2h_weight_initializer, h2h_weight_initializer),
                         (i2h_bias_initializer, h2h_bias_initializer), prefix, params)
        self._activation = activation
        self._recurrent_activation = recurrent_activation

    def _alias(self) -> str:
        return "lstm"

    def _step(self, F: Any, prefix: str, i2h: Any, h2h: Any, states: Any) -> Any:
        total = F.elemwise_add(i2h, h2h, name=prefix + "plus0")
        parts = F.SliceChannel(total, num_outputs=4, name=prefix + "slice")
        gate, new = self._recurrent_activation, self._activation
        in_gate, forget_gate, candidate, out_gate = (
            self._get_activation(F, part, activation, name=prefix + letter)
            for part, activation, letter in zip(parts, (gate, gate, new, gate), "ifco"))
        retained = F.elemwise_mul(forget_gate, states[1], name=prefix + "mul0")
        added = F.elemwise_mul(in_gate, candidate, name=prefix + "mul1")
        memory = F.elemwise_add(retained, added, name=prefix + "state")
        shown = F.Activation(memory, act_type=self._activation, name=prefix + "activation0")
        output = F.elemwise_mul(out_gate, shown, name=prefix + "out")
        return output, [output, memory]


class GRUCell(_DenseCell):
    """Gated recurrent unit in the variant of cuDNN. The reset gate is applied after the hidden matrix.

    ``n = tanh(W_in x + b_in + r * (W_hn h + b_hn))`` and ``h = (1 - z) * n + z * h``, where the gates r
    and z are sigmoids. The row order of the matrices is r, z, n.

    Parameters
    ----------
    hidden_size : int
        Size of output and state.
    i2h_weight_initializer, h2h_weight_initializer : str or Initializer, optional
        Initializers of the input and hidden matrices.
    i2h_bias_initializer, h2h_bias_initializer : str or Initializer
        Initializers of the biases.
    input_size : int
        Size of the input. With 0, it is inferred from the first input.
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share with another block.

    Examples
    --------
    >>> cell = mx.gluon.rnn.GRUCell(4)
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, mx.nd.ones((2, 5, 3)), merge_outputs=True)
    >>> outputs.shape
    (2, 5, 4)
    """

    _gates = 3

    def __init__(self, hidden_size: int, i2h_weight_initializer: Any = None, h2h_weight_initializer: Any = None,
                 i2h_bias_initializer: Any = "zeros", h2h_bias_initializer: Any = "zeros", input_size: int = 0,
                 prefix: str | None = None, params: Any = None) -> None:
        super().__init__(hidden_size, input_size, (i2h_weight_initializer, h2h_weight_initializer),
                         (i2h_bias_initializer, h2h_bias_initializer), prefix, params)

    def _alias(self) -> str:
        return "gru"

    def _step(self, F: Any, prefix: str, i2h: Any, h2h: Any, states: Any) -> Any:
        i2h_reset, i2h_update, i2h_new = F.SliceChannel(i2h, num_outputs=3, name=prefix + "i2h_slice")
        h2h_reset, h2h_update, h2h_new = F.SliceChannel(h2h, num_outputs=3, name=prefix + "h2h_slice")
        reset = F.Activation(F.elemwise_add(i2h_reset, h2h_reset, name=prefix + "plus0"), act_type="sigmoid",
                             name=prefix + "r_act")
        update = F.Activation(F.elemwise_add(i2h_update, h2h_update, name=prefix + "plus1"), act_type="sigmoid",
                              name=prefix + "z_act")
        remembered = F.elemwise_mul(reset, h2h_new, name=prefix + "mul0")
        new = F.Activation(F.elemwise_add(i2h_new, remembered, name=prefix + "plus2"), act_type="tanh",
                           name=prefix + "h_act")
        share = F.elemwise_sub(F.ones_like(update, name=prefix + "ones_like0"), update, name=prefix + "minus0")
        output = F.elemwise_add(F.elemwise_mul(share, new, name=prefix + "mul1"),
                                F.elemwise_mul(update, states[0], name=prefix + "mul20"), name=prefix + "out")
        return output, [output]


concise_module(__name__)
