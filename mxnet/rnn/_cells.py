"""Dense recurrent cells: plain, LSTM and GRU."""

from __future__ import annotations

from typing import Any

from .. import initializer, symbol
from .._runtime.tracebacks import concise_module
from ._base import BaseRNNCell, RNNParams


class _DenseCell(BaseRNNCell):
    """Base class of cells with dense layers."""

    _states = 1

    def __init__(self, num_hidden: int, prefix: str, params: RNNParams | None, **input_bias: Any) -> None:
        super().__init__(prefix=prefix, params=params)
        self._num_hidden = num_hidden
        variable = self.params.get
        self._iW, self._iB = variable("i2h_weight"), variable("i2h_bias", **input_bias)
        self._hW, self._hB = variable("h2h_weight"), variable("h2h_bias")

    @property
    def state_info(self) -> list[dict[str, Any]]:
        """Shape and layout of each state."""
        return [{"shape": (0, self._num_hidden), "__layout__": "NC"} for _ in range(self._states)]

    def _dense(self, inputs: Any, state: Any, name: str) -> tuple[Any, Any]:
        """Apply the dense layers of all gates to the input and to the state."""
        units = self._num_hidden * len(self._gate_names)
        return (symbol.FullyConnected(data=inputs, weight=self._iW, bias=self._iB, num_hidden=units, name=f"{name}i2h"),
                symbol.FullyConnected(data=state, weight=self._hW, bias=self._hB, num_hidden=units, name=f"{name}h2h"))


def lstm_step(gates: Any, cell_state: Any, name: str, squash: Any, **split: Any) -> tuple[Any, Any]:
    """Return the output and the next cell state from the sum of all gates. `squash` is the cell activation."""
    parts = symbol.SliceChannel(gates, num_outputs=4, name=f"{name}slice", **split)
    write = symbol.Activation(parts[0], act_type="sigmoid", name=f"{name}i")
    keep = symbol.Activation(parts[1], act_type="sigmoid", name=f"{name}f")
    content = squash(parts[2], name=f"{name}c")
    show = symbol.Activation(parts[3], act_type="sigmoid", name=f"{name}o")
    state = symbol._internal._plus(keep * cell_state, write * content, name=f"{name}state")
    return symbol._internal._mul(show, squash(state), name=f"{name}out"), state


def gru_step(i2h: Any, h2h: Any, state: Any, name: str, squash: Any, **split: Any) -> Any:
    """Return the next state from the gates of input and state."""
    i2h_reset, i2h_update, i2h_new = symbol.SliceChannel(i2h, num_outputs=3, name=f"{name}_i2h_slice", **split)
    h2h_reset, h2h_update, h2h_new = symbol.SliceChannel(h2h, num_outputs=3, name=f"{name}_h2h_slice", **split)
    reset = symbol.Activation(i2h_reset + h2h_reset, act_type="sigmoid", name=f"{name}_r_act")
    update = symbol.Activation(i2h_update + h2h_update, act_type="sigmoid", name=f"{name}_z_act")
    new = squash(i2h_new + reset * h2h_new, name=f"{name}_h_act")
    return symbol._internal._plus((1.0 - update) * new, update * state, name=f"{name}out")


def _tanh(inputs: Any, **kwargs: Any) -> Any:
    return symbol.Activation(inputs, act_type="tanh", **kwargs)


class RNNCell(_DenseCell):
    """Plain recurrent cell: an activation of the sum of two dense layers.

    Parameters
    ----------
    num_hidden : int
        Number of outputs and of elements of the state.
    activation : str or callable
        Type of an ``Activation`` operator, or a function of a symbol and its `name`.
    prefix : str
        Prefix of the names of variables and operators.
    params : RNNParams, optional
        Variables that are shared with another cell. By default the cell creates its variables.

    Examples
    --------
    >>> cell = mx.rnn.RNNCell(4)
    >>> outputs, states = cell.unroll(3, inputs=mx.sym.var('data'), merge_outputs=True)
    >>> outputs.list_arguments()
    ['data', 'rnn_i2h_weight', 'rnn_i2h_bias', 'rnn_h2h_weight', 'rnn_h2h_bias']
    >>> outputs.infer_shape(data=(2, 3, 5))[1]
    [(2, 3, 4)]
    """

    def __init__(self, num_hidden: int, activation: Any = "tanh", prefix: str = "rnn_",
                 params: RNNParams | None = None) -> None:
        super().__init__(num_hidden, prefix, params)
        self._activation = activation

    @property
    def _gate_names(self) -> tuple[str, ...]:
        return ("",)

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        name = self._next_step()
        i2h, h2h = self._dense(inputs, states[0], name)
        output = self._get_activation(i2h + h2h, self._activation, name=f"{name}out")
        return output, [output]


class LSTMCell(_DenseCell):
    """Long short-term memory cell. Its states are the output and the memory.

    Parameters
    ----------
    num_hidden : int
        Number of outputs and of elements of each state.
    prefix : str
        Prefix of the names of variables and operators.
    params : RNNParams, optional
        Variables that are shared with another cell. By default the cell creates its variables.
    forget_bias : float
        Initial bias of the forget gate.

    Examples
    --------
    >>> cell = mx.rnn.LSTMCell(4)
    >>> outputs, states = cell.unroll(3, inputs=mx.sym.var('data'), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 3, 5))[1]
    [(2, 3, 4)]
    >>> len(states)
    2
    """

    _states = 2

    def __init__(self, num_hidden: int, prefix: str = "lstm_", params: RNNParams | None = None,
                 forget_bias: float = 1.0) -> None:
        super().__init__(num_hidden, prefix, params, init=initializer.LSTMBias(forget_bias=forget_bias))

    @property
    def _gate_names(self) -> list[str]:
        return ["_i", "_f", "_c", "_o"]

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        name = self._next_step()
        i2h, h2h = self._dense(inputs, states[0], name)
        output, state = lstm_step(i2h + h2h, states[1], name, _tanh)
        return output, [output, state]


class GRUCell(_DenseCell):
    """Gated recurrent unit. As in cuDNN, the reset gate is applied after the dense layer of the state.

    Parameters
    ----------
    num_hidden : int
        Number of outputs and of elements of the state.
    prefix : str
        Prefix of the names of variables and operators.
    params : RNNParams, optional
        Variables that are shared with another cell. By default the cell creates its variables.

    Examples
    --------
    >>> cell = mx.rnn.GRUCell(4)
    >>> outputs, states = cell.unroll(3, inputs=mx.sym.var('data'), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 3, 5))[1]
    [(2, 3, 4)]
    """

    def __init__(self, num_hidden: int, prefix: str = "gru_", params: RNNParams | None = None) -> None:
        super().__init__(num_hidden, prefix, params)

    @property
    def _gate_names(self) -> list[str]:
        return ["_r", "_z", "_o"]

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        name = self._next_step()
        i2h, h2h = self._dense(inputs, states[0], f"{name}_")
        output = gru_step(i2h, h2h, states[0], name, _tanh)
        return output, [output]


for _kind in (RNNCell, LSTMCell, GRUCell):
    _kind.__module__ = "mxnet.rnn.rnn_cell"


concise_module(__name__)
