"""Convolutional recurrent cells, whose states are feature maps."""

from __future__ import annotations

import functools
from typing import Any

from .. import symbol
from .._runtime.tracebacks import concise_module
from ._base import BaseRNNCell, RNNParams, require
from ._cells import gru_step, lstm_step

Pair = tuple[int, int]
_LEAKY = functools.partial(symbol.LeakyReLU, act_type="leaky", slope=0.2)


class BaseConvRNNCell(BaseRNNCell):
    """Base class of cells whose states are feature maps.

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the input of one step, including the batch.
    num_hidden : int
        Number of channels of a state.
    h2h_kernel, h2h_dilate : tuple of int
        Kernel size and dilation of the convolution of the state. The kernel sizes must be odd.
    i2h_kernel, i2h_stride, i2h_pad, i2h_dilate : tuple of int
        Kernel size, stride, padding and dilation of the convolution of the input.
    i2h_weight_initializer, h2h_weight_initializer : str or Initializer, optional
        Initializers of the weights. None selects the initializer of the network.
    i2h_bias_initializer, h2h_bias_initializer : str or Initializer, optional
        Initializers of the biases.
    activation : str or callable
        Type of an ``Activation`` operator, or a function of a symbol and its `name`.
    prefix : str
        Prefix of the names of variables and operators.
    params : RNNParams, optional
        Variables that are shared with another cell. By default the cell creates its variables.
    conv_layout : str
        ``'NCHW'`` or ``'NHWC'``.

    Examples
    --------
    >>> issubclass(mx.rnn.ConvLSTMCell, mx.rnn.BaseConvRNNCell)
    True
    >>> cell = mx.rnn.ConvLSTMCell(input_shape=(1, 3, 8, 8), num_hidden=4, i2h_stride=(2, 2), i2h_pad=(1, 1))
    >>> cell.state_shape
    [(0, 4, 4, 4), (0, 4, 4, 4)]
    """

    _states = 2

    def __init__(self, input_shape: Any, num_hidden: int, h2h_kernel: Pair, h2h_dilate: Pair, i2h_kernel: Pair,
                 i2h_stride: Pair, i2h_pad: Pair, i2h_dilate: Pair, i2h_weight_initializer: Any,
                 h2h_weight_initializer: Any, i2h_bias_initializer: Any, h2h_bias_initializer: Any, activation: Any,
                 prefix: str = "", params: RNNParams | None = None, conv_layout: str = "NCHW") -> None:
        super().__init__(prefix=prefix, params=params)
        require(all(size % 2 == 1 for size in h2h_kernel[:2]), "h2h_kernel must consist of odd numbers, received "
                                                               f"{h2h_kernel}")
        self._num_hidden, self._input_shape = num_hidden, input_shape
        self._conv_layout, self._activation = conv_layout, activation
        same = tuple(d * (k - 1) // 2 for d, k in zip(h2h_dilate, h2h_kernel, strict=True))
        self._h2h: dict[str, Any] = {"kernel": h2h_kernel, "dilate": h2h_dilate, "stride": (1, 1), "pad": same}
        self._i2h: dict[str, Any] = {"kernel": i2h_kernel, "stride": i2h_stride, "pad": i2h_pad, "dilate": i2h_dilate}
        probe = symbol.Convolution(data=symbol.Variable("data"), num_filter=num_hidden, layout=conv_layout, **self._i2h)
        self._state_shape = (0, *probe.infer_shape(data=input_shape)[1][0][1:])
        self._iW = self.params.get("i2h_weight", init=i2h_weight_initializer)
        self._hW = self.params.get("h2h_weight", init=h2h_weight_initializer)
        self._iB = self.params.get("i2h_bias", init=i2h_bias_initializer)
        self._hB = self.params.get("h2h_bias", init=h2h_bias_initializer)

    @property
    def _num_gates(self) -> int:
        return len(self._gate_names)

    @property
    def state_info(self) -> list[dict[str, Any]]:
        """Shape and layout of each state."""
        return [{"shape": self._state_shape, "__layout__": self._conv_layout} for _ in range(self._states)]

    def _conv_forward(self, inputs: Any, states: Any, name: str) -> tuple[Any, Any]:
        """Apply the convolutions of all gates to the input and to the state."""
        common: dict[str, Any] = {"num_filter": self._num_hidden * self._num_gates, "layout": self._conv_layout}
        i2h = symbol.Convolution(name=f"{name}i2h", data=inputs, weight=self._iW, bias=self._iB, **self._i2h, **common)
        h2h = symbol.Convolution(name=f"{name}h2h", data=states[0], weight=self._hW, bias=self._hB, **self._h2h,
                                 **common)
        return i2h, h2h

    def _squash(self, inputs: Any, **kwargs: Any) -> Any:
        return self._get_activation(inputs, self._activation, **kwargs)

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        raise NotImplementedError("BaseConvRNNCell is abstract; use one of its subclasses")


class ConvRNNCell(BaseConvRNNCell):
    """Plain convolutional recurrent cell.

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the input of one step, including the batch.
    num_hidden : int
        Number of channels of a state.
    h2h_kernel, h2h_dilate : tuple of int
        Kernel size and dilation of the convolution of the state. The kernel sizes must be odd.
    i2h_kernel, i2h_stride, i2h_pad, i2h_dilate : tuple of int
        Kernel size, stride, padding and dilation of the convolution of the input.
    i2h_weight_initializer, h2h_weight_initializer : str or Initializer, optional
        Initializers of the weights. None selects the initializer of the network.
    i2h_bias_initializer, h2h_bias_initializer : str or Initializer, optional
        Initializers of the biases.
    activation : str or callable
        Type of an ``Activation`` operator, or a function of a symbol and its `name`. The default is a leaky ReLU
        with slope 0.2.
    prefix : str
        Prefix of the names of variables and operators.
    params : RNNParams, optional
        Variables that are shared with another cell. By default the cell creates its variables.
    conv_layout : str
        ``'NCHW'`` or ``'NHWC'``.

    Examples
    --------
    >>> cell = mx.rnn.ConvRNNCell(input_shape=(1, 3, 8, 8), num_hidden=4)
    >>> output, states = cell(mx.sym.var('frame'), cell.begin_state())
    >>> output.infer_shape(frame=(1, 3, 8, 8))[1]
    [(1, 4, 8, 8)]
    """

    _states = 1

    def __init__(self, input_shape: Any, num_hidden: int, h2h_kernel: Pair = (3, 3), h2h_dilate: Pair = (1, 1),
                 i2h_kernel: Pair = (3, 3), i2h_stride: Pair = (1, 1), i2h_pad: Pair = (1, 1),
                 i2h_dilate: Pair = (1, 1), i2h_weight_initializer: Any = None, h2h_weight_initializer: Any = None,
                 i2h_bias_initializer: Any = "zeros", h2h_bias_initializer: Any = "zeros", activation: Any = _LEAKY,
                 prefix: str = "ConvRNN_", params: RNNParams | None = None, conv_layout: str = "NCHW") -> None:
        super().__init__(input_shape, num_hidden, h2h_kernel, h2h_dilate, i2h_kernel, i2h_stride, i2h_pad, i2h_dilate,
                         i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer,
                         activation, prefix, params, conv_layout)

    @property
    def _gate_names(self) -> tuple[str, ...]:
        return ("",)

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        name = self._next_step()
        i2h, h2h = self._conv_forward(inputs, states, name)
        output = self._squash(i2h + h2h, name=f"{name}out")
        return output, [output]


class ConvLSTMCell(BaseConvRNNCell):
    """Convolutional LSTM cell.

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the input of one step, including the batch.
    num_hidden : int
        Number of channels of a state.
    h2h_kernel, h2h_dilate : tuple of int
        Kernel size and dilation of the convolution of the state. The kernel sizes must be odd.
    i2h_kernel, i2h_stride, i2h_pad, i2h_dilate : tuple of int
        Kernel size, stride, padding and dilation of the convolution of the input.
    i2h_weight_initializer, h2h_weight_initializer : str or Initializer, optional
        Initializers of the weights. None selects the initializer of the network.
    i2h_bias_initializer, h2h_bias_initializer : str or Initializer, optional
        Initializers of the biases.
    activation : str or callable
        Type of an ``Activation`` operator, or a function of a symbol and its `name`. The default is a leaky ReLU
        with slope 0.2.
    prefix : str
        Prefix of the names of variables and operators.
    params : RNNParams, optional
        Variables that are shared with another cell. By default the cell creates its variables.
    conv_layout : str
        ``'NCHW'`` or ``'NHWC'``.

    Examples
    --------
    >>> cell = mx.rnn.ConvLSTMCell(input_shape=(1, 3, 8, 8), num_hidden=4)
    >>> output, states = cell(mx.sym.var('frame'), cell.begin_state())
    >>> output.infer_shape(frame=(1, 3, 8, 8))[1]
    [(1, 4, 8, 8)]
    """

    def __init__(self, input_shape: Any, num_hidden: int, h2h_kernel: Pair = (3, 3), h2h_dilate: Pair = (1, 1),
                 i2h_kernel: Pair = (3, 3), i2h_stride: Pair = (1, 1), i2h_pad: Pair = (1, 1),
                 i2h_dilate: Pair = (1, 1), i2h_weight_initializer: Any = None, h2h_weight_initializer: Any = None,
                 i2h_bias_initializer: Any = "zeros", h2h_bias_initializer: Any = "zeros", activation: Any = _LEAKY,
                 prefix: str = "ConvLSTM_", params: RNNParams | None = None, conv_layout: str = "NCHW") -> None:
        super().__init__(input_shape, num_hidden, h2h_kernel, h2h_dilate, i2h_kernel, i2h_stride, i2h_pad, i2h_dilate,
                         i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer,
                         activation, prefix, params, conv_layout)

    @property
    def _gate_names(self) -> list[str]:
        return ["_i", "_f", "_c", "_o"]

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        name = self._next_step()
        i2h, h2h = self._conv_forward(inputs, states, name)
        output, state = lstm_step(i2h + h2h, states[1], name, self._squash, axis=self._conv_layout.find("C"))
        return output, [output, state]


class ConvGRUCell(BaseConvRNNCell):
    """Convolutional gated recurrent unit.

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the input of one step, including the batch.
    num_hidden : int
        Number of channels of a state.
    h2h_kernel, h2h_dilate : tuple of int
        Kernel size and dilation of the convolution of the state. The kernel sizes must be odd.
    i2h_kernel, i2h_stride, i2h_pad, i2h_dilate : tuple of int
        Kernel size, stride, padding and dilation of the convolution of the input.
    i2h_weight_initializer, h2h_weight_initializer : str or Initializer, optional
        Initializers of the weights. None selects the initializer of the network.
    i2h_bias_initializer, h2h_bias_initializer : str or Initializer, optional
        Initializers of the biases.
    activation : str or callable
        Type of an ``Activation`` operator, or a function of a symbol and its `name`. The default is a leaky ReLU
        with slope 0.2.
    prefix : str
        Prefix of the names of variables and operators.
    params : RNNParams, optional
        Variables that are shared with another cell. By default the cell creates its variables.
    conv_layout : str
        ``'NCHW'`` or ``'NHWC'``.

    Examples
    --------
    >>> cell = mx.rnn.ConvGRUCell(input_shape=(1, 3, 8, 8), num_hidden=4)
    >>> output, states = cell(mx.sym.var('frame'), cell.begin_state())
    >>> output.infer_shape(frame=(1, 3, 8, 8))[1]
    [(1, 4, 8, 8)]
    """

    _states = 1

    def __init__(self, input_shape: Any, num_hidden: int, h2h_kernel: Pair = (3, 3), h2h_dilate: Pair = (1, 1),
                 i2h_kernel: Pair = (3, 3), i2h_stride: Pair = (1, 1), i2h_pad: Pair = (1, 1),
                 i2h_dilate: Pair = (1, 1), i2h_weight_initializer: Any = None, h2h_weight_initializer: Any = None,
                 i2h_bias_initializer: Any = "zeros", h2h_bias_initializer: Any = "zeros", activation: Any = _LEAKY,
                 prefix: str = "ConvGRU_", params: RNNParams | None = None, conv_layout: str = "NCHW") -> None:
        super().__init__(input_shape, num_hidden, h2h_kernel, h2h_dilate, i2h_kernel, i2h_stride, i2h_pad, i2h_dilate,
                         i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer,
                         activation, prefix, params, conv_layout)

    @property
    def _gate_names(self) -> list[str]:
        return ["_r", "_z", "_o"]

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        name = self._next_step()
        i2h, h2h = self._conv_forward(inputs, states, name)
        output = gru_step(i2h, h2h, states[0], name, self._squash, axis=self._conv_layout.find("C"))
        return output, [output]


for _kind in (BaseConvRNNCell, ConvRNNCell, ConvLSTMCell, ConvGRUCell):
    _kind.__module__ = "mxnet.rnn.rnn_cell"


concise_module(__name__)
