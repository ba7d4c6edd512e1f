"""Convolutional recurrent cells: RNN, LSTM and GRU in 1 to 3 dimensions."""

from __future__ import annotations

from typing import Any

from ...._runtime.tracebacks import concise_module
from ...rnn.rnn_cell import HybridRecurrentCell

__all__ = ["Conv1DGRUCell", "Conv1DLSTMCell", "Conv1DRNNCell", "Conv2DGRUCell", "Conv2DLSTMCell", "Conv2DRNNCell",
           "Conv3DGRUCell", "Conv3DLSTMCell", "Conv3DRNNCell"]

_LAYOUTS = {1: "NCW", 2: "NCHW", 3: "NCDHW"}


class _ConvCell(HybridRecurrentCell):
    """A cell with one convolution of the input and one of the hidden state. Each contains the filters of all gates.

    Parameters
    ----------
    input_shape : tuple
        Shape of an input without batch and time axes, in the order of `conv_layout`.
    hidden_channels : int
        Number of channels of output and states.
    i2h_kernel, h2h_kernel : int or tuple
        Kernel sizes. The hidden kernel must be odd, so that states keep their size.
    i2h_pad, i2h_dilate, h2h_dilate : int or tuple
        Padding and dilation.
    {i2h,h2h}_{weight,bias}_initializer : Initializer
        Initializers of weights and biases.
    conv_layout : str, optional
        Order of the axes, such as 'NCHW' or 'NHWC'.
    activation : str or Block
        Activation of the output and of new state values.

    Examples
    --------
    >>> cell = mx.gluon.contrib.rnn.Conv2DLSTMCell((3, 8, 8), hidden_channels=4, i2h_kernel=3, h2h_kernel=3,
    ...                                            i2h_pad=1)
    >>> cell.initialize()
    >>> output, states = cell(mx.nd.zeros((1, 3, 8, 8)), cell.begin_state(1))
    >>> output.shape, len(states)
    ((1, 4, 8, 8), 2)
    """

    i2h_weight: Any
    _dims = 0
    _gate_names: tuple[str, ...] = ("",)
    _states = 1

    def __init__(self, input_shape: tuple[int, ...], hidden_channels: int, i2h_kernel: Any, h2h_kernel: Any,
                 i2h_pad: Any = 0, i2h_dilate: Any = 1, h2h_dilate: Any = 1, i2h_weight_initializer: Any = None,
                 h2h_weight_initializer: Any = None, i2h_bias_initializer: Any = "zeros",
                 h2h_bias_initializer: Any = "zeros", conv_layout: str | None = None, activation: Any = "tanh",
                 prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._hidden_channels = hidden_channels
        self._input_shape = tuple(input_shape)
        self._conv_layout = _LAYOUTS[self._dims] if conv_layout is None else conv_layout
        self._activation = activation
        self._channel_axis = self._conv_layout.find("C")
        self._i2h = {"kernel": self._sizes(i2h_kernel), "pad": self._sizes(i2h_pad),
                     "dilate": self._sizes(i2h_dilate)}
        kernel, dilate = self._sizes(h2h_kernel), self._sizes(h2h_dilate)
        if any(k % 2 == 0 for k in kernel):
            raise AssertionError(f"h2h_kernel must consist of odd numbers, received {h2h_kernel}")
        pad = tuple(d * (k - 1) // 2 for d, k in zip(dilate, kernel, strict=True))
        self._h2h = {"kernel": kernel, "pad": pad, "dilate": dilate}
        self._in_channels = self._input_shape[self._channel_axis - 1]
        filters = self._filters = hidden_channels * self._num_gates
        i2h_shape = filters, *self._order_axes(self._in_channels, self._i2h["kernel"])
        for name, shape, initializer in (
                ("i2h_weight", i2h_shape, i2h_weight_initializer),
                ("h2h_weight", (filters, *self._order_axes(hidden_channels, kernel)), h2h_weight_initializer),
                ("i2h_bias", (filters,), i2h_bias_initializer), ("h2h_bias", (filters,), h2h_bias_initializer)):
            setattr(self, name, self.params.get(name, shape=shape, init=initializer, allow_deferred_init=True))

    @property
    def _num_gates(self) -> int:
        return len(self._gate_names)

    def _sizes(self, size: Any) -> tuple[int, ...]:
        if isinstance(size, (int, float)):
            return (int(size),) * self._dims
        if len(size) != self._dims:
            raise AssertionError(f"a {self._dims}D convolution takes one number, or a list of length {self._dims}, "
                                 f"received {size}")
        return tuple(size)

    def _order_axes(self, channels: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
        """Return channels and sizes in the order of the layout."""
        return (channels, *sizes) if self._channel_axis == 1 else (*sizes, channels)

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Return the shape and layout of each state.

        Parameters
        ----------
        batch_size : int
            Batch size in the shapes.

        Returns
        -------
        list of dict
            One ``{'shape': ..., '__layout__': ...}`` per state.
        """
        sizes = self._input_shape[1:] if self._channel_axis == 1 else self._input_shape[:-1]
        settings = zip(sizes, *(self._i2h[key] for key in ("kernel", "pad", "dilate")), strict=True)
        state_sizes = tuple(size + 2 * pad - dilate * (kernel - 1) if size else 0
                            for size, kernel, pad, dilate in settings)
        shape = (batch_size, *self._order_axes(self._hidden_channels, state_sizes))
        return [{"shape": shape, "__layout__": self._conv_layout} for _ in range(self._states)]

    def __repr__(self) -> str:
        shape = self.i2h_weight.shape
        return (f"{type(self).__name__}({shape[1 if self._channel_axis == 1 else -1] or None} -> {shape[0]}, "
                f"{self._activation}, {self._conv_layout})")

    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any = None, h2h_weight: Any = None,
                       i2h_bias: Any = None, h2h_bias: Any = None) -> Any:
        """Run one step.

        Parameters
        ----------
        F : module
            ``mx.nd`` for arrays, or ``mx.sym`` for symbols.
        inputs : NDArray or Symbol
            Input of the step.
        states : list of NDArray or Symbol
            States after the previous step.
        i2h_weight, i2h_bias : NDArray or Symbol
            Parameters of the input convolution.
        h2h_weight, h2h_bias : NDArray or Symbol
            Parameters of the hidden convolution.

        Returns
        -------
        output : NDArray or Symbol
            Output of the step.
        states : list
            States for the next step.
        """
        prefix = f"t{self._counter}_"
        common = {"num_filter": self._filters, "stride": (1,) * self._dims, "layout": self._conv_layout}
        i2h = F.Convolution(data=inputs, weight=i2h_weight, bias=i2h_bias, name=f"{prefix}i2h", **self._i2h, **common)
        h2h = F.Convolution(data=states[0], weight=h2h_weight, bias=h2h_bias, name=f"{prefix}h2h", **self._h2h,
                            **common)
        return self._step(F, prefix, i2h, h2h, states)

    def _step(self, F: Any, prefix: str, i2h: Any, h2h: Any, states: Any) -> Any:
        """Return output and next states from the results of the two convolutions."""
        raise NotImplementedError

    def _activate(self, F: Any, inputs: Any, **name: str) -> Any:
        return self._get_activation(F, inputs, self._activation, **name)


class _ConvRNNCell(_ConvCell):
    __doc__ = _ConvCell.__doc__

    def _alias(self) -> str:
        return "conv_rnn"

    def _step(self, F: Any, prefix: str, i2h: Any, h2h: Any, states: Any) -> Any:
        output = self._activate(F, i2h + h2h, name=f"{prefix}out")
        return output, [output]


class _ConvLSTMCell(_ConvCell):
    __doc__ = _ConvCell.__doc__
    _gate_names = ("_i", "_f", "_c", "_o")
    _states = 2

    def _alias(self) -> str:
        return "conv_lstm"

    def _step(self, F: Any, prefix: str, i2h: Any, h2h: Any, states: Any) -> Any:
        gates = F.SliceChannel(i2h + h2h, num_outputs=4, name=f"{prefix}slice", axis=self._channel_axis)
        enter = F.Activation(gates[0], act_type="sigmoid", name=f"{prefix}i")
        forget = F.Activation(gates[1], act_type="sigmoid", name=f"{prefix}f")
        candidate = self._activate(F, gates[2], name=f"{prefix}c")
        leave = F.Activation(gates[3], act_type="sigmoid", name=f"{prefix}o")
        memory = F.elemwise_add(forget * states[1], enter * candidate, name=f"{prefix}state")
        output = F.elemwise_mul(leave, self._activate(F, memory), name=f"{prefix}out")
        return output, [output, memory]


class _ConvGRUCell(_ConvCell):
    __doc__ = _ConvCell.__doc__
    _gate_names = ("_r", "_z", "_o")

    def _alias(self) -> str:
        return "conv_gru"

    def _step(self, F: Any, prefix: str, i2h: Any, h2h: Any, states: Any) -> Any:
        i2h_reset, i2h_update, i2h_new = F.SliceChannel(i2h, num_outputs=3, name=f"{prefix}i2h_slice",
                                                        axis=self._channel_axis)
        h2h_reset, h2h_update, h2h_new = F.SliceChannel(h2h, num_outputs=3, name=f"{prefix}h2h_slice",
                                                        axis=self._channel_axis)
        reset = F.Activation(i2h_reset + h2h_reset, act_type="sigmoid", name=f"{prefix}r_act")
        update = F.Activation(i2h_update + h2h_update, act_type="sigmoid", name=f"{prefix}z_act")
        candidate = self._activate(F, i2h_new + reset * h2h_new, name=f"{prefix}h_act")
        output = F.elemwise_add((1.0 - update) * candidate, update * states[0], name=f"{prefix}out")
        return output, [output]


class Conv1DRNNCell(_ConvRNNCell):
    __doc__ = _ConvCell.__doc__
    _dims = 1


class Conv2DRNNCell(_ConvRNNCell):
    __doc__ = _ConvCell.__doc__
    _dims = 2


class Conv3DRNNCell(_ConvRNNCell):
    __doc__ = _ConvCell.__doc__
    _dims = 3


class Conv1DLSTMCell(_ConvLSTMCell):
    __doc__ = _ConvCell.__doc__
    _dims = 1


class Conv2DLSTMCell(_ConvLSTMCell):
    __doc__ = _ConvCell.__doc__
    _dims = 2


class Conv3DLSTMCell(_ConvLSTMCell):
    __doc__ = _ConvCell.__doc__
    _dims = 3


class Conv1DGRUCell(_ConvGRUCell):
    __doc__ = _ConvCell.__doc__
    _dims = 1


class Conv2DGRUCell(_ConvGRUCell):
    __doc__ = _ConvCell.__doc__
    _dims = 2


class Conv3DGRUCell(_ConvGRUCell):
    __doc__ = _ConvCell.__doc__
    _dims = 3


concise_module(__name__)
