"""All layers of a recurrent network in a single operator."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from typing import Any, NoReturn

from .. import initializer, ndarray, symbol
from .._runtime.tracebacks import concise_module, user_level
from ._base import BaseRNNCell, RNNParams, normalize_sequence, require
from ._cells import GRUCell, LSTMCell, RNNCell
from ._containers import BidirectionalCell, SequentialRNNCell
from ._modifiers import DropoutCell

_GATES = {"rnn_relu": [""], "rnn_tanh": [""], "lstm": ["_i", "_f", "_c", "_o"], "gru": ["_r", "_z", "_o"]}


class FusedRNNCell(BaseRNNCell):
    """Stack of recurrent layers as a single ``RNN`` operator with one parameter array.

    Parameters
    ----------
    num_hidden : int
        Number of elements of each state, and of outputs per direction.
    num_layers : int
        Number of layers.
    mode : {'lstm', 'gru', 'rnn_relu', 'rnn_tanh'}
        Type of the layers.
    bidirectional : bool
        Whether each layer runs in both directions and concatenates the outputs.
    dropout : float
        Dropout rate between layers.
    get_next_state : bool
        Whether `unroll` also returns the states after the last step.
    forget_bias : float
        Initial bias of the forget gates of an LSTM.
    prefix : str, optional
        Prefix of the names of variables and operators. The default is `mode` and an underscore.
    params : RNNParams, optional
        Variables that are shared with another cell. By default the cell creates its variables.

    Examples
    --------
    >>> cell = mx.rnn.FusedRNNCell(4, num_layers=2, mode='gru', bidirectional=True)
    >>> outputs, _ = cell.unroll(3, inputs=mx.sym.var('data'), layout='TNC', merge_outputs=True)
    >>> outputs.list_arguments()
    ['data', 'gru_parameters']
    >>> outputs.infer_shape(data=(3, 2, 5))[1]
    [(3, 2, 8)]
    """

    def __init__(self, num_hidden: int, num_layers: int = 1, mode: str = "lstm", bidirectional: bool = False,
                 dropout: float = 0.0, get_next_state: bool = False, forget_bias: float = 1.0,
                 prefix: str | None = None, params: RNNParams | None = None) -> None:
        super().__init__(prefix=f"{mode}_" if prefix is None else prefix, params=params)
        self._num_hidden, self._num_layers, self._mode = num_hidden, num_layers, mode
        self._bidirectional, self._dropout, self._get_next_state = bidirectional, dropout, get_next_state
        self._directions = ["l", "r"] if bidirectional else ["l"]
        self._parameter = self.params.get("parameters", init=initializer.FusedRNN(
            None, num_hidden, num_layers, mode, bidirectional, forget_bias))

    @property
    def state_info(self) -> list[dict[str, Any]]:
        """Shape and layout of each state."""
        shape = (len(self._directions) * self._num_layers, 0, self._num_hidden)
        return [{"shape": shape, "__layout__": "LNC"} for _ in range(2 if self._mode == "lstm" else 1)]

    @property
    def _gate_names(self) -> list[str]:
        return _GATES[self._mode]

    @property
    def _num_gates(self) -> int:
        return len(self._gate_names)

    def _parts(self, num_input: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield the names and shapes of the parts of the parameter array in order: all weights, then all biases."""
        hidden = self._num_hidden
        places = [(layer, f"{self._prefix}{direction}{layer}") for layer in range(self._num_layers)
                  for direction in self._directions]
        for layer, place in places:
            width = num_input if layer == 0 else hidden * len(self._directions)
            for group, columns in (("i2h", width), ("h2h", hidden)):
                for gate in self._gate_names:
                    yield f"{place}_{group}{gate}_weight", (hidden, columns)
        for _, place in places:
            for group in ("i2h", "h2h"):
                for gate in self._gate_names:
                    yield f"{place}_{group}{gate}_bias", (hidden,)

    def _views(self, whole: Any, num_input: int) -> dict[str, Any]:
        """Return views of the parameter array by name."""
        views, start = {}, 0
        for name, shape in self._parts(num_input):
            views[name] = whole[start:start + math.prod(shape)].reshape(shape)
            start += math.prod(shape)
        require(start == whole.size, f"Invalid parameters size for FusedRNNCell: {whole.size} instead of {start}")
        return views

    def unpack_weights(self, args: dict[str, Any]) -> dict[str, Any]:
        """Split the parameter array into arrays by layer, direction and gate.

        Parameters
        ----------
        args : dict of str to NDArray
            Arguments of the network by name.

        Returns
        -------
        dict of str to NDArray
            A new dictionary, with the names of the cells of `unfuse`.
        """
        args = dict(args)
        whole = args.pop(f"{self.params._prefix}parameters")
        per_input = self._num_hidden * self._num_gates * len(self._directions)
        without_input = sum(math.prod(shape) for _, shape in self._parts(0))
        views = self._views(whole, (whole.size - without_input) // per_input)
        return {**args, **{name: view.copy() for name, view in views.items()}}

    def pack_weights(self, args: dict[str, Any]) -> dict[str, Any]:
        """Combine the arrays. This is the inverse of `unpack_weights`.

        Parameters
        ----------
        args : dict of str to NDArray
            Arguments of the network by name, with one array per layer, direction and gate.

        Returns
        -------
        dict of str to NDArray
            A new dictionary with one parameter array.
        """
        args = dict(args)
        first = args[f"{self._prefix}l0_i2h{self._gate_names[0]}_weight"]
        names = [name for name, _ in self._parts(first.shape[1])]
        parts = [args.pop(name).reshape((-1,)) for name in names]
        args[f"{self.params._prefix}parameters"] = ndarray.concatenate(parts)
        return args

    def __call__(self, inputs: Any, states: Any) -> NoReturn:
        """Raise an error, because all steps run in one operator.

        Parameters
        ----------
        inputs, states : object
            Ignored.
        """
        raise NotImplementedError("a FusedRNNCell runs whole sequences and cannot be stepped; call unroll")

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None) -> tuple[Any, Any]:
        """Run all layers over a sequence.

        Parameters
        ----------
        length : int
            Number of steps.
        inputs : Symbol or list of Symbol
            One symbol in `layout`, or a list with one symbol of shape (batch, channels) per step.
        begin_state : list of Symbol, optional
            Initial states. The default is `begin_state()`.
        layout : {'NTC', 'TNC'}
            Layout of the axes: batch, time, channels. ``'TNC'`` is faster.
        merge_outputs : bool, optional
            Whether to return one symbol, which is the default, or a list of steps.

        Returns
        -------
        outputs : Symbol or list of Symbol
            Outputs of all steps.
        states : list of Symbol
            States after the last step. The list is empty unless `get_next_state` is set.
        """
        self.reset()
        inputs, axis = normalize_sequence(length, inputs, layout, True)
        require(axis in (0, 1), f"Unsupported layout {layout}")
        if axis == 1:
            warnings.warn("FusedRNNCell swaps the axes of layout NTC; TNC is faster", stacklevel=user_level())
            inputs = symbol.swapaxes(inputs, dim1=0, dim2=1)
        begin = self.begin_state() if begin_state is None else begin_state
        states = dict(zip(("state", "state_cell") if self._mode == "lstm" else ("state",), begin, strict=False))
        result = symbol.RNN(inputs, self._parameter, **states, mode=self._mode, num_layers=self._num_layers,
                            state_size=self._num_hidden, bidirectional=self._bidirectional, p=self._dropout,
                            state_outputs=self._get_next_state, name=f"{self._prefix}rnn")
        outputs, next_states = result, []
        if self._get_next_state:
            outputs, *next_states = list(result)
            for state in next_states:
                state._set_attr(__layout__="LNC")
        if axis == 1:
            outputs = symbol.swapaxes(outputs, dim1=0, dim2=1)
        return normalize_sequence(length, outputs, layout, merge_outputs)[0], next_states

    def _single(self, prefix: str) -> BaseRNNCell:
        """Return one layer as a cell that supports single steps."""
        if self._mode == "lstm":
            return LSTMCell(self._num_hidden, prefix=prefix)
        if self._mode == "gru":
            return GRUCell(self._num_hidden, prefix=prefix)
        return RNNCell(self._num_hidden, activation=self._mode.removeprefix("rnn_"), prefix=prefix)

    def unfuse(self) -> SequentialRNNCell:
        """Convert the network to a stack of cells that support single steps.

        Returns
        -------
        SequentialRNNCell
            Stack whose cells use the weight names of `unpack_weights`.

        Examples
        --------
        >>> stack = mx.rnn.FusedRNNCell(4, num_layers=2, mode='lstm').unfuse()
        >>> outputs, _ = stack.unroll(1, inputs=mx.sym.var('data'), merge_outputs=True)
        >>> [name for name in outputs.list_arguments() if name.endswith('weight')]
        ['lstm_l0_i2h_weight', 'lstm_l0_h2h_weight', 'lstm_l1_i2h_weight', 'lstm_l1_h2h_weight']
        """
        stack = SequentialRNNCell()
        for layer in range(self._num_layers):
            left = self._single(f"{self._prefix}l{layer}_")
            if self._bidirectional:
                right = self._single(f"{self._prefix}r{layer}_")
                stack.add(BidirectionalCell(left, right, output_prefix=f"{self._prefix}bi_l{layer}_"))
            else:
                stack.add(left)
            if self._dropout > 0 and layer != self._num_layers - 1:
                stack.add(DropoutCell(self._dropout, prefix=f"{self._prefix}_dropout{layer}_"))
        return stack


FusedRNNCell.__module__ = "mxnet.rnn.rnn_cell"


concise_module(__name__)
