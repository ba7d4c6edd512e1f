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
    """

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._params: dict[str, symbol.Symbol] = {}

    def get(self, name: str, **kwargs: Any) -> symbol.Symbol:
        """Return the variable with this name. Create it with `kwargs` if it does not exist."""
        full = self._prefix + name
        variable = self._params.get(full)
        if variable is None:
            variable = self._params[full] = symbol.Variable(full, **kwargs)
        return variable


class BaseRNNCell:
    """One step of a symbolic recurrent network.

    Parameters
    ----------
    prefix : str
        Prefix of the names of variables and operators.
    params : RNNParams, optional
        Variables that are shared with another cell.
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
        """Reset the step counter before another `unroll`."""
        # Indices of the last named step and state.
        self._counter = self._init_counter = -1
        for cell in getattr(self, "_cells", ()):
            cell.reset()

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        """Run one step, and return the output and the next states."""
        raise NotImplementedError(f"{type(self).__name__} does not define __call__")

    @property
    def params(self) -> RNNParams:
        """Variables of this cell."""
        self._own_params = False
        return self._params

    @property
    def state_info(self) -> list[Any]:
        """Shape and layout of each state."""
        raise NotImplementedError(f"{type(self).__name__} does not define state_info")

    @property
    def state_shape(self) -> list[Any]:
        """Shape of each state. 0 stands for the batch size."""
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
        """
        self._check_not_modified()
        states = []
        for info in self.state_info:
            self._init_counter += 1
            states.append(func(name=f"{self._prefix}begin_state_{self._init_counter}", **{**kwargs, **(info or {})}))
        return states

    def unpack_weights(self, args: dict[str, Any]) -> dict[str, Any]:
        """Split the combined arrays of all gates into one array per gate. Other arrays are unchanged."""
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
        """Combine the arrays of the gates. This is the inverse of `unpack_weights`."""
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
