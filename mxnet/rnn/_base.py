"""Parameters and the base class of symbolic recurrent cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import ndarray, symbol
from .._runtime.tracebacks import concise_module

_GROUPS = ("i2h", "h2h")


def require(condition: bool, message: str) -> None:
    """Raise what the original raises for wrong use of cells."""
    if not condition:
        raise AssertionError(message)


def normalize_sequence(length: int, inputs: Any, layout: str, merge: bool | None) -> tuple[Any, int]:
    """A sequence as one symbol (`merge`), as a list of steps (not `merge`) or as it is, and its time axis."""
    require(inputs is not None, "unroll needs the inputs, a symbol or a list of steps; it makes no variables for them")
    axis = layout.find("T")
    if isinstance(inputs, symbol.Symbol):
        if merge is False:
            require(len(inputs.list_outputs()) == 1, "unroll takes one symbol to split, or a list of steps; received a "
                                                     f"group of {len(inputs.list_outputs())}, so pass list(inputs)")
            flag: Any = 1  # which is how files have it
            inputs = list(symbol.split(inputs, axis=axis, num_outputs=length, squeeze_axis=flag))
        return inputs, axis
    require(len(inputs) == length, f"unroll: needs {length} inputs, received {len(inputs)}")
    if merge is True:
        inputs = symbol.Concat(*(symbol.expand_dims(step, axis=axis) for step in inputs), dim=axis)
    return inputs, axis


class RNNParams:
    """Variables of cells by name; cells that share one share their weights.

    Parameters
    ----------
    prefix : str
        Put before all names.
    """

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._params: dict[str, symbol.Symbol] = {}

    def get(self, name: str, **kwargs: Any) -> symbol.Symbol:
        """The variable of that name, made with `kwargs` if there is none yet."""
        full = self._prefix + name
        found = self._params.get(full)
        if found is None:
            found = self._params[full] = symbol.Variable(full, **kwargs)
        return found


class BaseRNNCell:
    """One step of a recurrent network as symbols.

    Parameters
    ----------
    prefix : str
        Put before the names of variables and operators.
    params : RNNParams, optional
        Variables to share with another cell.
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
        """Count steps from 0 again, as before another `unroll`."""
        # Steps and states that have got a name so far, less one.
        self._counter = self._init_counter = -1
        for cell in getattr(self, "_cells", ()):
            cell.reset()

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        """One step: returns the output and the next states."""
        raise NotImplementedError(f"{type(self).__name__} does not define __call__")

    @property
    def params(self) -> RNNParams:
        """The variables of this cell."""
        self._own_params = False
        return self._params

    @property
    def state_info(self) -> list[Any]:
        """Shape and layout of each state."""
        raise NotImplementedError(f"{type(self).__name__} does not define state_info")

    @property
    def state_shape(self) -> list[Any]:
        """Shape of each state; 0 stands for the batch."""
        return [info["shape"] for info in self.state_info]

    @property
    def _gate_names(self) -> Any:
        return ()

    def _next_step(self) -> str:
        """Begin another step: what names of its operators start with."""
        self._counter += 1
        return f"{self._prefix}t{self._counter}_"

    def _check_not_modified(self) -> None:
        require(not self._modified, f"the cell {self._prefix!r} is inside a modifier cell (such as ZoneoutCell) and "
                                    "takes its steps only there; call that one")

    def begin_state(self, func: Callable[..., Any] = symbol.zeros, **kwargs: Any) -> list[Any]:
        """States before the first step.

        Parameters
        ----------
        func : callable
            Makes each state from its name and shape: ``mx.sym.zeros``, ``mx.sym.Variable`` and so on.
        **kwargs
            Passed on to `func`.
        """
        self._check_not_modified()
        states = []
        for info in self.state_info:
            self._init_counter += 1
            states.append(func(name=f"{self._prefix}begin_state_{self._init_counter}", **{**kwargs, **(info or {})}))
        return states

    def unpack_weights(self, args: dict[str, Any]) -> dict[str, Any]:
        """Arrays of all gates together, split into arrays for each gate; others stay as they are."""
        args = dict(args)
        size = self._num_hidden if self._gate_names else 0
        for group in _GROUPS if self._gate_names else ():
            for kind in ("weight", "bias"):
                whole = args.pop(f"{self._prefix}{group}_{kind}")
                for number, gate in enumerate(self._gate_names):
                    part = whole[number * size:(number + 1) * size]
                    args[f"{self._prefix}{group}{gate}_{kind}"] = part.copy()
        return args

    def pack_weights(self, args: dict[str, Any]) -> dict[str, Any]:
        """The reverse of `unpack_weights`."""
        args = dict(args)
        for group in _GROUPS if self._gate_names else ():
            for kind in ("weight", "bias"):
                parts = [args.pop(f"{self._prefix}{group}{gate}_{kind}") for gate in self._gate_names]
                args[f"{self._prefix}{group}_{kind}"] = ndarray.concatenate(parts)
        return args

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None) -> tuple[Any, Any]:
        """Run the cell over a sequence.

        Parameters
        ----------
        length : int
            Number of steps.
        inputs : Symbol or list of Symbol
            One symbol in `layout`, or one of shape (batch, ...) for each step.
        begin_state : list of Symbol, optional
            States to start from, `begin_state()` by default.
        layout : {'NTC', 'TNC'}
            Meaning of the axes: batch, time, channels.
        merge_outputs : bool, optional
            Whether to return one symbol or a list of steps; None returns whichever costs less.

        Returns
        -------
        outputs : Symbol or list of Symbol
        states : list
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
