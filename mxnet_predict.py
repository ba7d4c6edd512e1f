"""Prediction interface of MXNet's amalgamation: a network from the contents of its two files, with NumPy arrays.

Old deployments import it by this name. It uses the package ``mxnet``, which has more features.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import mxnet as mx
from mxnet.base import MXNetError

__all__ = ["Predictor", "load_ndarray_file"]


class Predictor:
    """A network for prediction.

    Parameters
    ----------
    symbol_file : str
        Content of a ``-symbol.json`` file.
    param_raw_bytes : bytes
        Content of a ``.params`` file.
    input_shapes : dict of str to tuple
        Shape of each input.
    dev_type : {'cpu', 'gpu', 'cpu_pinned'}
    dev_id : int
    type_dict : dict of str to numpy type, optional
        Dtypes of inputs that are not float32.

    Examples
    --------
    >>> predictor = Predictor(open("net-symbol.json").read(), open("net-0000.params", "rb").read(), {"data": (1, 3)})
    >>> predictor.forward(data=numpy.ones((1, 3)))
    >>> predictor.get_output(0)
    """

    def __init__(self, symbol_file: str, param_raw_bytes: bytes, input_shapes: Mapping[str, tuple[int, ...]],
                 dev_type: str = "cpu", dev_id: int = 0, type_dict: Mapping[str, Any] | None = None) -> None:
        self._symbol = mx.sym.load_json(symbol_file)
        self._context = mx.Context(dev_type, dev_id)
        self.type_dict = type_dict
        self._types = {name: np.dtype(dtype).type for name, dtype in (type_dict or {}).items()}
        self._parameters = _parameters(param_raw_bytes)
        self._bind(input_shapes)

    def _bind(self, input_shapes: Mapping[str, tuple[int, ...]]) -> None:
        for name, shape in input_shapes.items():
            if not isinstance(shape, tuple):
                raise ValueError(f"input_shapes must have a tuple for {name}, received {shape!r}")
        unknown = sorted(set(input_shapes) - set(self._symbol.list_arguments()))
        if unknown:
            raise MXNetError(f"the network has no input {', '.join(unknown)}; its arguments are "
                             f"{', '.join(self._symbol.list_arguments())}")
        types = {**{name: array.dtype for name, array in self._parameters.items()}, **self._types}
        names = {*self._symbol.list_arguments(), *self._symbol.list_auxiliary_states()}
        executor = self._symbol.simple_bind(self._context, "null", {k: v for k, v in types.items() if k in names},
                                            **dict(input_shapes))
        # Labels of losses are not in a file. They are zero.
        executor.copy_params_from({k: v for k, v in self._parameters.items() if k in executor.arg_dict},
                                  {k: v for k, v in self._parameters.items() if k in executor.aux_dict})
        self._executor, self._inputs = executor, list(input_shapes)

    def forward(self, **kwargs: np.ndarray) -> None:
        """Compute the outputs.

        Parameters
        ----------
        **kwargs : numpy.ndarray
            Inputs by name. Other inputs keep their values. The first elements are used, as many as the shape has.
        """
        if self._types and len(self._types) != len(kwargs):
            raise ValueError(f"type_dict has {len(self._types)} inputs, but forward received {len(kwargs)} inputs")
        for name, value in kwargs.items():
            if not isinstance(value, np.ndarray):
                raise ValueError(f"input {name} must be a numpy array, received {type(value)}")
            if name not in self._inputs:
                raise MXNetError(f"the network has no input {name}; its inputs are {', '.join(self._inputs)}")
            target = self._executor.arg_dict[name]
            if value.size != target.size:
                raise MXNetError(f"input {name} must have the shape {target.shape}, received {value.shape}")
            target[:] = np.asarray(value, self._types.get(name, np.float32)).reshape(target.shape)
        self._executor.forward(is_train=False)

    def reshape(self, input_shapes: Mapping[str, tuple[int, ...]]) -> None:
        """Change the shapes of the inputs."""
        self._bind(input_shapes)

    def get_output(self, index: int) -> np.ndarray:
        """Return an output as a numpy array."""
        outputs = self._executor.outputs
        if not 0 <= index < len(outputs):
            raise MXNetError(f"output {index} does not exist; the network has {len(outputs)} outputs")
        return outputs[index].asnumpy()

    def set_monitor_callback(self, callback: Callable[[str, Any], None], monitor_all: bool = False) -> None:
        """Call `callback` with name and array of each result. With `monitor_all`, also call it for each input."""
        self._executor.set_monitor_callback(callback, monitor_all)


def _parameters(content: bytes) -> dict[str, mx.nd.NDArray]:
    loaded = mx.nd.load_frombuffer(bytes(content))
    if not isinstance(loaded, dict):
        if loaded:
            raise MXNetError("the arrays of the parameter file have no names")
        return {}
    return {name.partition(":")[2] if name.startswith(("arg:", "aux:")) else name: array
            for name, array in loaded.items()}


def load_ndarray_file(nd_bytes: bytes) -> dict[str, np.ndarray] | list[np.ndarray]:
    """Return the arrays in the content of a file as float32, by name if they have names."""
    loaded = mx.nd.load_frombuffer(bytes(nd_bytes))
    if isinstance(loaded, dict):
        return {name: array.asnumpy().astype(np.float32) for name, array in loaded.items()}
    return [array.asnumpy().astype(np.float32) for array in loaded]
