"""Parameters and the base class of symbolic recurrent cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import ndarray, symbol
from .._runtime.tracebacks import concise_module

_GROUPS = ("i2h", "h2h")


def require(condition: bool, message: str) -> None:
    """Raise AssertionError, as MXNet does for invalid use of cells."""
    if not condition:
        raise AssertionError(message)


def normalize_sequence(length: int, inputs: Any, layout: str, merge: bool | None) -> tuple[Any, int]:
    """Return a sequence as one symbol or as a list of steps (or unchanged if `merge` is None), and its time axis."""
    require(inputs is not None, "unroll needs inputs, a symbol or a list of steps; it creates no variables for them")
    axis = layout.find("T")
    if isinstance(inputs, symbol.Symbol):
        if merge is False:
            require(len(inputs.list_outputs()) == 1, "unroll needs one symbol to split, or a list of steps; received a "
                                                     f"group of {len(inputs.list_outputs())}, so pass list(inputs)")
            flag: Any = 1  # as in files
            inputs = list(symbol.split(inputs, axis=axis, num_outputs=length, squeeze_axis=flag))
        return inputs, axis
    require(len(inputs) == length, f"unroll: needs {length} inputs, received {len(inputs)}")
    if merge is True:
        inputs = symbol.Concat(*(symbol.expand_dims(step, axis=axis) for step in inputs), dim=axis)
    return inputs, axis


class RNNParams:
    """Container of variables by name. Cells that share it share their weights.

    Parameters
    ----------
    prefix : str
        Prefix of all names.

    Examples
    --------
    >>> params = mx.rnn.RNNParams('shared_')
    >>> params.get('weight').name
    'shared_weight'
    >>> params.get('weight') is params.get('weight')
    True
    """

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._params: dict[str, symbol.Symbol] = {}

    def get(self, name: str, **kwargs: Any) -> symbol.Symbol:
        """Return the variable with this name, and create it on the first call.

        Parameters
        ----------
        name : str
            Name without the prefix.
        **kwargs
            Arguments of ``mx.sym.Variable`` for a new variable.

        Returns
        -------
        Symbol
            The variable.
        """
        full = self._prefix + name
        variable = self._params.get(full)
        if variable is None:
            variable = self._params[full] = symbol.Variable(full, **kwargs)
        return variable


class BaseRNNCell:
    """Base class of symbolic recurrent cells. A subclass defines one step of the network in ``__call__``.

    Parameters
    ----------
    prefix : str
        Prefix of the names of variables and operators.
    params : RNNParams, optional
        Variables that are shared with another cell. By default the cell creates its variables.

    Examples
    --------
    >>> class Sum(mx.rnn.BaseRNNCell):
    ...     state_info = [{'shape': (0, 3)}]
    ...     def __call__(self, inputs, states):
    ...         total = inputs + states[0]
    ...         return total, [total]
    >>> outputs, states = Sum('sum_').unroll(2, mx.sym.var('data'), merge_outputs=True)
    >>> outputs.eval(data=mx.nd.ones((1, 2, 3)))[0].asnumpy().tolist()
    [[[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]]
    """

    _num_hidden: int
    _cells: list[BaseRNNCell]

    def __init__(self, prefix: str = "", params: RNNParams | None = None) -> None:
        self._own_params = params is None
        self._prefix = prefix
        self._params = RNNParams(prefix) if params is None else params
        self._modified = False
        self.reset()

    def reset(self) -> None:
        """Reset the step counter before another `unroll`.

        Returns
        -------
        None

        Examples
        --------
        >>> cell, states = mx.rnn.RNNCell(4), [mx.sym.var('state')]
        >>> cell(mx.sym.var('data'), states)[0].name, cell(mx.sym.var('data'), states)[0].name
        ('rnn_t0_out', 'rnn_t1_out')
        >>> cell.reset()
        >>> cell(mx.sym.var('data'), states)[0].name
        'rnn_t0_out'
        """
        # Indices of the last named step and state.
        self._counter = self._init_counter = -1
        for cell in getattr(self, "_cells", ()):
            cell.reset()

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        """Run one step, and return the output and the next states.

        Parameters
        ----------
        inputs : Symbol
            Input of the step, with the batch as the first axis.
        states : list of Symbol
            States after the previous step, or the result of `begin_state`.

        Returns
        -------
        output : Symbol
            Output of the step.
        states : list of Symbol
            States for the next step.

        Examples
        --------
        >>> cell = mx.rnn.GRUCell(4)
        >>> output, states = cell(mx.sym.var('data'), cell.begin_state())
        >>> output.infer_shape(data=(2, 3))[1]
        [(2, 4)]
        """
        raise NotImplementedError(f"{type(self).__name__} does not define __call__")

    @property
    def params(self) -> RNNParams:
        """Variables of this cell.

        Examples
        --------
        >>> cell = mx.rnn.LSTMCell(4, prefix='lstm_')
        >>> other = mx.rnn.LSTMCell(4, prefix='lstm_', params=cell.params)
        >>> cell.params.get('i2h_weight') is other.params.get('i2h_weight')
        True
        """
        self._own_params = False
        return self._params

    @property
    def state_info(self) -> list[Any]:
        """Shape and layout of each state.

        Examples
        --------
        >>> mx.rnn.LSTMCell(4).state_info
        [{'shape': (0, 4), '__layout__': 'NC'}, {'shape': (0, 4), '__layout__': 'NC'}]
        """
        raise NotImplementedError(f"{type(self).__name__} does not define state_info")

    @property
    def state_shape(self) -> list[Any]:
        """Shape of each state. 0 stands for the batch size.

        Examples
        --------
        >>> mx.rnn.LSTMCell(4).state_shape
        [(0, 4), (0, 4)]
        """
        return [info["shape"] for info in self.state_info]

    @property
    def _gate_names(self) -> Any:
        return ()

    def _next_step(self) -> str:
        """Start the next step, and return the prefix for the names of its operators."""
        self._counter += 1
        return f"{self._prefix}t{self._counter}_"

    def _check_not_modified(self) -> None:
        require(not self._modified, f"the cell {self._prefix!r} is wrapped by a modifier cell (such as ZoneoutCell); "
                                    "call the modifier cell instead")

    def begin_state(self, func: Callable[..., Any] = symbol.zeros, **kwargs: Any) -> list[Any]:
        """Create the initial states.

        Parameters
        ----------
        func : callable
            Function that creates each state from its name and shape, such as ``mx.sym.zeros`` or
            ``mx.sym.Variable``.
        **kwargs
            Further arguments for `func`.

        Returns
        -------
        list of Symbol
            One symbol per state.

        Examples
        --------
        >>> cell = mx.rnn.LSTMCell(4)
        >>> [state.name for state in cell.begin_state(func=mx.sym.Variable)]
        ['lstm_begin_state_0', 'lstm_begin_state_1']
        """
        self._check_not_modified()
        states = []
        for info in self.state_info:
            self._init_counter += 1
            states.append(func(name=f"{self._prefix}begin_state_{self._init_counter}", **{**kwargs, **(info or {})}))
        return states

    def unpack_weights(self, args: dict[str, Any]) -> dict[str, Any]:
        """Split the combined arrays of all gates into one array per gate. Other arrays are unchanged.

        Parameters
        ----------
        args : dict of str to NDArray
            Arguments of the network by name.

        Returns
        -------
        dict of str to NDArray
            A new dictionary. The arrays of the gates are copies.

        Examples
        --------
        >>> cell = mx.rnn.GRUCell(2)
        >>> combined = {'gru_i2h_weight': mx.nd.zeros((6, 3)), 'gru_i2h_bias': mx.nd.zeros(6),
        ...             'gru_h2h_weight': mx.nd.zeros((6, 2)), 'gru_h2h_bias': mx.nd.zeros(6)}
        >>> parts = cell.unpack_weights(combined)
        >>> sorted(name for name in parts if name.endswith('weight'))[:3]
        ['gru_h2h_o_weight', 'gru_h2h_r_weight', 'gru_h2h_z_weight']
        >>> cell.pack_weights(parts)['gru_i2h_weight'].shape
        (6, 3)
        """
        args = dict(args)
        size = self._num_hidden if self._gate_names else 0
        for group in _GROUPS if self._gate_names else ():
            for param in ("weight", "bias"):
                combined = args.pop(f"{self._prefix}{group}_{param}")
                for number, gate in enumerate(self._gate_names):
                    part = combined[number * size:(number + 1) * size]
                    args[f"{self._prefix}{group}{gate}_{param}"] = part.copy()
        return args

    def pack_weights(self, args: dict[str, Any]) -> dict[str, Any]:
        """Combine the arrays of the gates. This is the inverse of `unpack_weights`.

        Parameters
        ----------
        args : dict of str to NDArray
            Arguments of the network by name, with one array per gate.

        Returns
        -------
        dict of str to NDArray
            A new dictionary with the combined arrays.

        Examples
        --------
        >>> cell = mx.rnn.RNNCell(2)
        >>> args = {'rnn_i2h_weight': mx.nd.ones((2, 3)), 'rnn_i2h_bias': mx.nd.zeros(2),
        ...         'rnn_h2h_weight': mx.nd.ones((2, 2)), 'rnn_h2h_bias': mx.nd.zeros(2)}
        >>> cell.pack_weights(cell.unpack_weights(args)).keys() == args.keys()
        True
        """
        args = dict(args)
        for group in _GROUPS if self._gate_names else ():
            for param in ("weight", "bias"):
                parts = [args.pop(f"{self._prefix}{group}{gate}_{param}") for gate in self._gate_names]
                args[f"{self._prefix}{group}_{param}"] = ndarray.concatenate(parts)
        return args

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None) -> tuple[Any, Any]:
        """Unroll the cell over a sequence.

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

        Examples
        --------
        >>> cell = mx.rnn.GRUCell(4)
        >>> outputs, states = cell.unroll(3, inputs=mx.sym.var('data'), merge_outputs=True)
        >>> outputs.infer_shape(data=(2, 3, 5))[1]
        [(2, 3, 4)]
        >>> steps, states = cell.unroll(3, inputs=mx.sym.var('data'), merge_outputs=False)
        >>> len(steps)
        3
        """
        self.reset()
        steps, _ = normalize_sequence(length, inputs, layout, False)
        states = self.begin_state() if begin_state is None else begin_state
        outputs = []
        for step in range(length):
            output, states = self(steps[step], states)
            outputs.append(output)
        return normalize_sequence(length, outputs, layout, merge_outputs)[0], states

    def _get_activation(self, inputs: Any, activation: Any, **kwargs: Any) -> Any:
        """Apply an activation given by name or as a callable."""
        if isinstance(activation, str):
            return symbol.Activation(inputs, act_type=activation, **kwargs)
        return activation(inputs, **kwargs)


concise_module(__name__)
