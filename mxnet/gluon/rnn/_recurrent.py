"""What all recurrent cells have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import ndarray as nd
from ..._runtime.tracebacks import concise_module
from ...numpy._mode import to_mode
from ..block import Block, HybridBlock
from ..nn import LeakyReLU
from ._sequence import format_sequence, mask_sequence, starting_state

# Activations that have an operator of their own.
_OWN_OPERATOR = ("tanh", "relu", "sigmoid", "softsign")


class RecurrentCell(Block):
    """One step of a recurrent network: input and states in, output and next states out.

    Parameters
    ----------
    prefix : str, optional
        Put before the names of parameters.
    params : ParameterDict, optional
        Parameters to share with another cell.
    """

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._modified = False
        self.reset()

    def reset(self) -> None:
        """Count steps from 0 again, as at the start of another sequence."""
        # Steps and states that have got a name so far, less one.
        self._counter = self._init_counter = -1
        for child in self._children.values():
            child.reset()  # type: ignore[attr-defined]

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Shape and layout of each state."""
        raise NotImplementedError(f"{type(self).__name__} does not define state_info")

    def _check_not_modified(self) -> None:
        if self._modified:
            raise AssertionError(f"{self.name} is inside a modifier cell (such as ZoneoutCell) and takes its steps "
                                 "only there; call that one")

    def begin_state(self, batch_size: int = 0, func: Callable[..., Any] = nd.zeros, **kwargs: Any) -> list[Any]:
        """States before the first step.

        Parameters
        ----------
        batch_size : int
            Needed for arrays; symbols infer it.
        func : callable
            Makes each state from its name and shape: ``mx.nd.zeros``, ``mx.sym.zeros``, ``mx.sym.var`` and so on.
        **kwargs
            Passed on to `func`.
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
            One array in `layout`, or one of shape (batch, ...) for each step.
        begin_state : list, optional
            States to start from, zeros by default.
        layout : {'NTC', 'TNC'}
            Meaning of the axes: batch, time, channels.
        merge_outputs : bool, optional
            Whether to return one array or a list of steps; None returns whichever costs less.
        valid_length : NDArray or Symbol, optional
            The length of each sequence of the batch. Outputs past it are 0, and the states returned
            are those at its end.

        Returns
        -------
        outputs : NDArray, Symbol or list of them
        states : list
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
        """Apply an activation given by name or as a callable."""
        if isinstance(activation, str):
            if activation in _OWN_OPERATOR:
                return getattr(F, activation)(inputs, **kwargs)
            return F.Activation(inputs, act_type=activation, **kwargs)
        if not isinstance(activation, LeakyReLU):
            return activation(inputs, **kwargs)
        return F.LeakyReLU(inputs, act_type="leaky", slope=activation._alpha, **kwargs)

    def forward(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        """One step: `inputs` of shape (batch, channels) and the list of states; returns output and next states."""
        self._counter += 1
        return super().forward(inputs, states)


class HybridRecurrentCell(RecurrentCell, HybridBlock):
    """A recurrent cell that can be compiled with `hybridize`."""

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} does not define hybrid_forward")


concise_module(__name__)
