"""Base classes of recurrent cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import ndarray as nd
from ..._runtime.tracebacks import concise_module
from ...numpy._mode import to_mode
from ..block import Block, HybridBlock
from ..nn import LeakyReLU
from ._sequence import format_sequence, mask_sequence, starting_state

# Activations with a dedicated operator.
_OWN_OPERATOR = ("tanh", "relu", "sigmoid", "softsign")


class RecurrentCell(Block):
    """One step of a recurrent network. It maps an input and states to an output and new states.

    Parameters
    ----------
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters shared with another cell.

    Examples
    --------
    >>> isinstance(mx.gluon.rnn.SequentialRNNCell(), mx.gluon.rnn.RecurrentCell)
    True
    """

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._modified = False
        self.reset()

    def reset(self) -> None:
        """Reset the step counter before another sequence.

        Returns
        -------
        None

        Examples
        --------
        >>> cell = mx.gluon.rnn.ZoneoutCell(mx.gluon.rnn.GRUCell(4), zoneout_outputs=0.5)
        >>> cell.initialize()
        >>> states = [mx.nd.zeros((2, 4))]
        >>> for step in range(3):
        ...     output, states = cell(mx.nd.ones((2, 3)), states)
        >>> cell.reset()
        """
        # Index of the last named step and state.
        self._counter = self._init_counter = -1
        for child in self._children.values():
            child.reset()  # type: ignore[attr-defined]

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Return the shape and layout of each state.

        Parameters
        ----------
        batch_size : int
            Batch size. 0 means unknown.

        Returns
        -------
        list of dict
            One dictionary per state, with ``shape`` and ``__layout__``.

        Examples
        --------
        >>> mx.gluon.rnn.LSTMCell(4).state_info(batch_size=2)[0]
        {'shape': (2, 4), '__layout__': 'NC'}
        """
        raise NotImplementedError(f"{type(self).__name__} does not define state_info")

    def _check_not_modified(self) -> None:
        if self._modified:
            raise AssertionError(f"{self.name} is inside a modifier cell such as ZoneoutCell and cannot run on its "
                                 "own; call the modifier cell instead")

    def begin_state(self, batch_size: int = 0, func: Callable[..., Any] = nd.zeros, **kwargs: Any) -> list[Any]:
        """Return the initial states.

        Parameters
        ----------
        batch_size : int
            Batch size. It is required for arrays. Symbols infer it.
        func : callable
            Function that creates a state from its name and shape, such as ``mx.nd.zeros``, ``mx.sym.zeros`` or
            ``mx.sym.var``.
        **kwargs
            Additional arguments of `func`.

        Returns
        -------
        list of NDArray or Symbol
            One array per state.

        Examples
        --------
        >>> [state.shape for state in mx.gluon.rnn.LSTMCell(4).begin_state(batch_size=2)]
        [(2, 4), (2, 4)]
        """
        self._check_not_modified()
        states = []
        for info in self.state_info(batch_size):
            self._init_counter += 1
            states.append(func(name=f"{self._prefix}begin_state_{self._init_counter}", **{**(info or {}), **kwargs}))
        return to_mode(states)

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, Any]:
        """Run the cell over a sequence.

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

        Examples
        --------
        >>> cell = mx.gluon.rnn.GRUCell(4)
        >>> cell.initialize()
        >>> outputs, states = cell.unroll(5, mx.nd.ones((2, 5, 3)), merge_outputs=True)
        >>> outputs.shape, states[0].shape
        ((2, 5, 4), (2, 4))
        >>> outputs, _ = cell.unroll(5, mx.nd.ones((2, 5, 3)), merge_outputs=True, valid_length=mx.nd.array([5, 2]))
        >>> (outputs[1] != 0).sum(axis=1).asnumpy()
        array([4., 4., 0., 0., 0.], dtype=float32)
        """
        self.reset()
        steps, axis, F, batch_size = format_sequence(length, inputs, layout, False)
        states = starting_state(self, F, begin_state, steps, batch_size)
        outputs: Any = []
        history = []
        for step in range(length):
            output, states = self(steps[step], states)
            outputs.append(output)
            history.append(states)
        if valid_length is not None:
            states = [F.SequenceLast(F.stack(*values, axis=0), sequence_length=valid_length, use_sequence_length=True,
                                     axis=0) for values in zip(*history)]
            outputs = mask_sequence(F, outputs, length, valid_length, axis, True)
        return format_sequence(length, outputs, layout, merge_outputs)[0], states

    def _get_activation(self, F: Any, inputs: Any, activation: Any, **kwargs: Any) -> Any:
        """Apply an activation specified by name or as a callable."""
        if isinstance(activation, str):
            if activation in _OWN_OPERATOR:
                return getattr(F, activation)(inputs, **kwargs)
            return F.Activation(inputs, act_type=activation, **kwargs)
        if not isinstance(activation, LeakyReLU):
            return activation(inputs, **kwargs)
        return F.LeakyReLU(inputs, act_type="leaky", slope=activation._alpha, **kwargs)

    def forward(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        """Run one step.

        Parameters
        ----------
        inputs : NDArray or Symbol
            Input of the step, of shape (batch, channels).
        states : list
            States after the previous step, or the result of `begin_state`.

        Returns
        -------
        output : NDArray or Symbol
            Output of the step.
        states : list
            States for the next step.

        Examples
        --------
        >>> cell = mx.gluon.rnn.GRUCell(4)
        >>> cell.initialize()
        >>> output, states = cell(mx.nd.ones((2, 3)), cell.begin_state(batch_size=2))
        >>> output.shape
        (2, 4)
        """
        self._counter += 1
        return super().forward(inputs, states)


class HybridRecurrentCell(RecurrentCell, HybridBlock):
    """A recurrent cell that can be compiled with `hybridize`.

    Parameters
    ----------
    prefix : str or None, default None
        Prefix of the parameter names.
    params : default None
        Parameters to share with another block.

    Examples
    --------
    >>> class Sum(mx.gluon.rnn.HybridRecurrentCell):
    ...     def state_info(self, batch_size=0):
    ...         return [{'shape': (batch_size, 2)}]
    ...     def hybrid_forward(self, F, inputs, states):
    ...         total = inputs + states[0]
    ...         return total, [total]
    >>> outputs, states = Sum().unroll(3, mx.nd.ones((1, 3, 2)), merge_outputs=True)
    >>> states[0].asnumpy()
    array([[3., 3.]], dtype=float32)
    """

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} does not define hybrid_forward")


concise_module(__name__)
