"""Recurrent layers that run complete sequences in one operator."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ... import ndarray as nd
from ... import symbol
from ..._runtime.numpy_mode import state as _numpy_mode
from ..._runtime.tracebacks import concise_module, shorten
from ...ndarray.ndarray import NDArray
from ...numpy._mode import to_mode
from ..block import BlockOptions, HybridBlock
from ..parameter import Parameter
from . import rnn_cell
from ._sequence import TENSORS

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["GRU", "LSTM", "RNN"]

_GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}
_OPERATOR_ARGUMENTS = ("use_sequence_length", "projection_size", "num_layers", "mode", "lstm_state_clip_min",
                       "lstm_state_clip_max", "lstm_state_clip_nan")
_PARAMETER = re.compile(r"([lr])(\d+)_((?:i2h|h2h|h2r)_(?:weight|bias))\Z")


class _RNNLayer(HybridBlock):
    """Base class of recurrent layers. The operator takes the parameters of all cells as one vector."""

    def __init__(self, hidden_size: int, num_layers: int, layout: str, dropout: float, bidirectional: bool,
                 input_size: int, i2h_weight_initializer: Any, h2h_weight_initializer: Any, i2h_bias_initializer: Any,
                 h2h_bias_initializer: Any, mode: str, projection_size: int | None, h2r_weight_initializer: Any,
                 lstm_state_clip_min: float | None, lstm_state_clip_max: float | None, lstm_state_clip_nan: bool,
                 dtype: Any, use_sequence_length: bool = False, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        if layout not in ("TNC", "NTC"):
            raise AssertionError(f"layout must be 'TNC' or 'NTC', received {layout!r}")
        if mode not in _GATES:
            raise ValueError(f"{type(self).__name__}: activation must be 'relu' or 'tanh', received {mode[4:]!r}")
        self._mode, self._gates, self._layout, self._dtype = mode, _GATES[mode], layout, dtype
        self._input_size, self._hidden_size, self._num_layers = input_size, hidden_size, num_layers
        self._projection_size = projection_size or None
        self._dir, self._dropout = 2 if bidirectional else 1, dropout
        self._cell_initializers = {
            "i2h_weight_initializer": i2h_weight_initializer, "h2h_weight_initializer": h2h_weight_initializer,
            "i2h_bias_initializer": i2h_bias_initializer, "h2h_bias_initializer": h2h_bias_initializer}
        self._lstm_state_clip_min, self._lstm_state_clip_max = lstm_state_clip_min, lstm_state_clip_max
        self._lstm_state_clip_nan = lstm_state_clip_nan
        self._use_sequence_length = use_sequence_length
        self.skip_states: bool | None = None
        for layer, direction in self._cells():
            self._register_cell(f"{direction}{layer}_", input_size if layer == 0 else self._width * self._dir,
                                h2r_weight_initializer)

    @property
    def _width(self) -> int:
        """Output size of one direction of a layer."""
        return self._projection_size or self._hidden_size

    def _cells(self) -> Iterator[tuple[int, str]]:
        return ((layer, direction) for layer in range(self._num_layers) for direction in "lr"[:self._dir])

    def _register_cell(self, prefix: str, input_size: int, h2r_weight_initializer: Any) -> None:
        rows = self._gates * self._hidden_size
        shapes: dict[str, tuple[int, ...]] = {"i2h_weight": (rows, input_size), "h2h_weight": (rows, self._width),
                                              "i2h_bias": (rows,), "h2h_bias": (rows,)}
        for name, shape in shapes.items():
            self._register_param(prefix + name, shape, self._cell_initializers[f"{name}_initializer"], self._dtype)
        if self._projection_size:
            self._register_param(prefix + "h2r_weight", (self._projection_size, self._hidden_size),
                                 h2r_weight_initializer, self._dtype)

    def _register_param(self, name: str, shape: tuple[int, ...], init: Any, dtype: Any) -> Parameter:
        setattr(self, name, self.params.get(name, shape=shape, dtype=dtype, init=init, allow_deferred_init=True))
        return getattr(self, name)

    def __repr__(self) -> str:
        _, columns = self._reg_params["l0_i2h_weight"].shape or (0, 0)
        parts = [f"{columns or None} -> {self._hidden_size}", self._layout]
        if self._num_layers != 1:
            parts.append(f"num_layers={self._num_layers}")
        if self._dropout != 0:
            parts.append(f"dropout={self._dropout}")
        if self._dir == 2:
            parts.append("bidirectional")
        return f"{type(self).__name__}({', '.join(parts)})"

    def _collect_params_with_prefix(self, prefix: str = "") -> dict[str, Parameter]:
        """Return the parameters under the paths of the cells that `_unfuse` creates, as in files."""
        parameters = {}
        start = f"{prefix}._unfused." if prefix else "_unfused."
        for key, value in self._reg_params.items():
            match = _PARAMETER.match(key)
            assert match is not None
            direction, layer, name = match.groups()
            path = f"{layer}.{direction}_cell.{name}" if self._dir == 2 else f"{layer}.{name}"
            parameters[start + path] = value
        return parameters

    # States

    def _state_sizes(self) -> list[int]:
        return [self._hidden_size]

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Return the shape, layout and dtype of each state.

        Parameters
        ----------
        batch_size : int
            Batch size. 0 means unknown.

        Returns
        -------
        list of dict
            One dictionary per state, with ``shape``, ``__layout__`` and ``dtype``.
        """
        return [{"shape": (self._num_layers * self._dir, batch_size, size), "__layout__": "LNC", "dtype": self._dtype}
                for size in self._state_sizes()]

    def begin_state(self, batch_size: int = 0, func: Callable[..., Any] = nd.zeros, **kwargs: Any) -> list[Any]:
        """Return the initial states.

        Parameters
        ----------
        batch_size : int
            Batch size. It is required for arrays. Symbols infer it.
        func : callable
            Function that creates a state from its name, shape and dtype.
        **kwargs
            Additional arguments of `func`.

        Returns
        -------
        list of NDArray or Symbol
            One array per state.

        Examples
        --------
        >>> layer = mx.gluon.rnn.LSTM(4, num_layers=2)
        >>> [state.shape for state in layer.begin_state(batch_size=3)]
        [(2, 3, 4), (2, 3, 4)]
        """
        return to_mode([func(name=f"{self.prefix}h0_{index}", **{**info, **kwargs})
                        for index, info in enumerate(self.state_info(batch_size))])

    # Cells

    def _cell(self, prefix: str, input_size: int) -> Any:
        options = {"input_size": input_size, "prefix": prefix, **self._cell_initializers}
        if self._mode == "lstm":
            return rnn_cell.LSTMCell(self._hidden_size, **options)
        if self._mode == "gru":
            return rnn_cell.GRUCell(self._hidden_size, **options)
        return rnn_cell.RNNCell(self._hidden_size, activation=self._mode[len("rnn_"):], **options)

    def _unfuse(self) -> rnn_cell.HybridSequentialRNNCell:
        """Return a stack of cells that shares this layer's parameters."""
        if self._projection_size:
            raise AssertionError("a layer with projection cannot be unfused, because no cell supports projection")
        if self._lstm_state_clip_min or self._lstm_state_clip_max:
            raise AssertionError("a layer with state clipping cannot be unfused, because no cell supports clipping")
        stack = rnn_cell.HybridSequentialRNNCell(prefix=self.prefix, params=self.params)
        input_size = self._input_size
        with stack.name_scope():
            for layer in range(self._num_layers):
                cell = self._cell(f"l{layer}_", input_size)
                if self._dir == 2:
                    cell = rnn_cell.BidirectionalCell(cell, self._cell(f"r{layer}_", input_size))
                stack.add(cell)
                if self._dropout > 0 and layer != self._num_layers - 1:
                    stack.add(rnn_cell.DropoutCell(self._dropout))
                input_size = self._hidden_size * self._dir
        return stack

    # Computation

    def cast(self, dtype: Any) -> None:
        super().cast(dtype)
        self._dtype = dtype

    def infer_shape(self, *args: Any) -> None:
        """Complete the shapes of the first layer's parameters. All other shapes are already known.

        Parameters
        ----------
        *args : NDArray or Symbol
            The input, followed by the states.
        """
        for direction in "lr"[:self._dir]:
            self._reg_params[f"{direction}0_i2h_weight"].shape = (self._gates * self._hidden_size, args[0].shape[2])

    def __call__(self, inputs: Any, states: Any = None, sequence_length: Any = None) -> Any:
        """Run all layers over a sequence.

        Parameters
        ----------
        inputs : NDArray or Symbol
            The sequence in the layout of the layer.
        states : NDArray, Symbol or list, optional
            Initial states. The default is zeros.
        sequence_length : NDArray or Symbol, optional
            The length of each sequence in the batch. Only used with `use_sequence_length`.

        Returns
        -------
        outputs : NDArray or Symbol
            Outputs of the last layer.
        states : list
            States after the last step. Only returned if `states` are given.

        Examples
        --------
        >>> layer = mx.gluon.rnn.LSTM(4)
        >>> layer.initialize()
        >>> layer(mx.nd.ones((5, 2, 3))).shape
        (5, 2, 4)
        >>> outputs, states = layer(mx.nd.ones((5, 2, 3)), layer.begin_state(batch_size=2))
        >>> len(states)
        2
        """
        try:
            if self.skip_states is not (states is None):
                # Compiled graphs differ depending on whether they return states.
                self._clear_cached_op()
            self.skip_states = states is None
            if states is None:
                states = self._zero_states(inputs)
            if isinstance(states, TENSORS):
                states = [states]
            if self._use_sequence_length:
                return super().__call__(inputs, states, sequence_length)
            return super().__call__(inputs, states)
        except Exception as error:
            shorten(error)
            raise

    def hybrid_forward(self, F: Any, inputs: Any, states: Any,  # type: ignore[override]
                       sequence_length: Any = None, **kwargs: Any) -> Any:
        if F is nd:
            self._check_states(states, inputs.shape[self._layout.find("N")])
        result = self._forward_kernel(F, inputs, states, sequence_length, **kwargs)
        return result[0] if self.skip_states else result

    def _zero_states(self, inputs: Any) -> list[Any]:
        if not isinstance(inputs, NDArray):
            # With NumPy shapes, 0 is a valid size and does not mean an unknown batch size.
            return self._states_like(inputs) if _numpy_mode.shape else self.begin_state(0, func=symbol.zeros)
        samples = inputs.shape[self._layout.find("N")]
        return self.begin_state(samples, ctx=inputs.context, dtype=inputs.dtype)

    def _states_like(self, inputs: Any) -> list[Any]:
        """Return zero states with the batch size of a symbol."""
        if self._layout == "NTC":
            inputs = symbol.swapaxes(inputs, dim1=0, dim2=1)
        one_step = symbol.slice_axis(symbol.slice_axis(inputs, axis=0, begin=0, end=1), axis=2, begin=0, end=1)
        return [symbol.broadcast_axis(symbol.zeros_like(one_step), axis=(0, 2), size=(rows, width),
                                      name=f"{self.prefix}h0_{index}")
                for index, (rows, _, width) in enumerate(info["shape"] for info in self.state_info(1))]

    def _check_states(self, states: Any, batch_size: int) -> None:
        for state, info in zip(states, self.state_info(batch_size)):
            if state.shape != info["shape"]:
                raise ValueError(f"{self.name} needs states of shape {info['shape']}, received {state.shape}")

    def _parameter_vector(self, F: Any, parameters: dict[str, Any]) -> Any:
        """Concatenate all weights and then all biases, ordered by layer and direction."""
        weights = ["i2h_weight", "h2h_weight"] + (["h2r_weight"] if self._projection_size else [])
        names = [f"{direction}{layer}_{name}" for group in (weights, ["i2h_bias", "h2h_bias"])
                 for layer, direction in self._cells() for name in group]
        return F._internal._rnn_param_concat(*[F.reshape(parameters[name], shape=-1) for name in names], dim=0)

    def _forward_kernel(self, F: Any, inputs: Any, states: Any, sequence_length: Any,
                        **kwargs: Any) -> tuple[Any, list[Any]]:
        """Return the output and the list of final states."""
        if self._layout == "NTC":
            inputs = F.swapaxes(inputs, dim1=0, dim2=1)
        arguments = dict(zip(("state", "state_cell"), states))
        if self._use_sequence_length:
            arguments["sequence_length"] = sequence_length
        arguments.update({name: getattr(self, f"_{name}") for name in _OPERATOR_ARGUMENTS})
        output, *finals = F.RNN(inputs, self._parameter_vector(F, kwargs), **arguments, state_outputs=True,
                                state_size=self._hidden_size, bidirectional=self._dir == 2, p=self._dropout)
        if self._layout == "NTC":
            output = F.swapaxes(output, dim1=0, dim2=1)
        return output, finals


class RNN(_RNNLayer):
    """Layers of simple recurrent cells.

    Parameters
    ----------
    hidden_size : int
        Size of output and state.
    num_layers : int
        Number of layers.
    activation : {'relu', 'tanh'}
        Activation function of the cells.
    layout : {'TNC', 'NTC'}
        Order of the axes of input and output: time, batch, channels.
    dropout : float
        Dropout rate between layers, in training.
    bidirectional : bool
        Whether to run a second set of cells backwards over the sequence. This doubles the output size.
    i2h_weight_initializer, h2h_weight_initializer : str or Initializer, optional
        Initializers of the input and hidden matrices.
    i2h_bias_initializer, h2h_bias_initializer : str or Initializer
        Initializers of the biases.
    input_size : int
        Size of the input. With 0, it is inferred from the first input.
    dtype : str
        Dtype of parameters and states.
    use_sequence_length : bool
        Whether calls take the length of each sequence, as in ``layer(inputs, states, lengths)``.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.rnn.RNN(100, num_layers=3)
    >>> layer.initialize()
    >>> data = mx.nd.random.uniform(shape=(5, 3, 10))
    >>> output = layer(data)
    >>> output, states = layer(data, layer.begin_state(batch_size=3))
    """

    def __init__(self, hidden_size: int, num_layers: int = 1, activation: str = "relu", layout: str = "TNC",
                 dropout: float = 0, bidirectional: bool = False, i2h_weight_initializer: Any = None,
                 h2h_weight_initializer: Any = None, i2h_bias_initializer: Any = "zeros",
                 h2h_bias_initializer: Any = "zeros", input_size: int = 0, dtype: Any = "float32",
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(hidden_size, num_layers, layout, dropout, bidirectional, input_size, i2h_weight_initializer,
                         h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, "rnn_" + activation,
                         None, None, None, None, False, dtype, **kwargs)


class LSTM(_RNNLayer):
    """Layers of long short-term memory cells, see `LSTMCell`.

    Parameters
    ----------
    hidden_size : int
        Size of the cell state, and of output and hidden state without projection.
    num_layers : int
        Number of layers.
    layout : {'TNC', 'NTC'}
        Order of the axes of input and output: time, batch, channels.
    dropout : float
        Dropout rate between layers, in training.
    bidirectional : bool
        Whether to run a second set of cells backwards over the sequence. This doubles the output size.
    input_size : int
        Size of the input. With 0, it is inferred from the first input.
    i2h_weight_initializer, h2h_weight_initializer : str or Initializer, optional
        Initializers of the input and hidden matrices.
    i2h_bias_initializer, h2h_bias_initializer : str or Initializer
        Initializers of the biases.
    projection_size : int, optional
        Size of the projected hidden state. None does not project.
    h2r_weight_initializer : str or Initializer, optional
        Initializer of the projection matrix.
    state_clip_min, state_clip_max : float, optional
        Limits of the cell state; used if both are given.
    state_clip_nan : bool
        Whether clipping also replaces NaN by the lower limit.
    dtype : str
        Dtype of parameters and states.
    use_sequence_length : bool
        Whether calls take the length of each sequence, as in ``layer(inputs, states, lengths)``.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.rnn.LSTM(100, num_layers=3)
    >>> layer.initialize()
    >>> data = mx.nd.random.uniform(shape=(5, 3, 10))
    >>> output, (hidden, memory) = layer(data, layer.begin_state(batch_size=3))
    """

    def __init__(self, hidden_size: int, num_layers: int = 1, layout: str = "TNC", dropout: float = 0,
                 bidirectional: bool = False, input_size: int = 0, i2h_weight_initializer: Any = None,
                 h2h_weight_initializer: Any = None, i2h_bias_initializer: Any = "zeros",
                 h2h_bias_initializer: Any = "zeros", projection_size: int | None = None,
                 h2r_weight_initializer: Any = None, state_clip_min: float | None = None,
                 state_clip_max: float | None = None, state_clip_nan: bool = False, dtype: Any = "float32",
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(hidden_size, num_layers, layout, dropout, bidirectional, input_size, i2h_weight_initializer,
                         h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, "lstm", projection_size,
                         h2r_weight_initializer, state_clip_min, state_clip_max, state_clip_nan, dtype, **kwargs)

    def _state_sizes(self) -> list[int]:
        return [self._width, self._hidden_size]


class GRU(_RNNLayer):
    """Layers of gated recurrent units, see `GRUCell`.

    Parameters
    ----------
    hidden_size : int
        Size of output and state.
    num_layers : int
        Number of layers.
    layout : {'TNC', 'NTC'}
        Order of the axes of input and output: time, batch, channels.
    dropout : float
        Dropout rate between layers, in training.
    bidirectional : bool
        Whether to run a second set of cells backwards over the sequence. This doubles the output size.
    input_size : int
        Size of the input. With 0, it is inferred from the first input.
    i2h_weight_initializer, h2h_weight_initializer : str or Initializer, optional
        Initializers of the input and hidden matrices.
    i2h_bias_initializer, h2h_bias_initializer : str or Initializer
        Initializers of the biases.
    dtype : str
        Dtype of parameters and states.
    use_sequence_length : bool
        Whether calls take the length of each sequence, as in ``layer(inputs, states, lengths)``.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.rnn.GRU(100, num_layers=3)
    >>> layer.initialize()
    >>> data = mx.nd.random.uniform(shape=(5, 3, 10))
    >>> output = layer(data)
    """

    def __init__(self, hidden_size: int, num_layers: int = 1, layout: str = "TNC", dropout: float = 0,
                 bidirectional: bool = False, input_size: int = 0, i2h_weight_initializer: Any = None,
                 h2h_weight_initializer: Any = None, i2h_bias_initializer: Any = "zeros",
                 h2h_bias_initializer: Any = "zeros", dtype: Any = "float32", **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(hidden_size, num_layers, layout, dropout, bidirectional, input_size, i2h_weight_initializer,
                         h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, "gru", None, None, None,
                         None, False, dtype, **kwargs)


concise_module(__name__)
