"""Activation layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import initializer
from ..._runtime.tracebacks import concise_module
from ..block import BlockOptions, HybridBlock

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Activation(HybridBlock):
    """Applies 'relu', 'sigmoid', 'softrelu', 'softsign' or 'tanh'.

    Parameters
    ----------
    activation : str
        Name of the activation function.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.Activation('relu')(mx.nd.array([-1, 2])).asnumpy()
    array([0., 2.], dtype=float32)
    """

    def __init__(self, activation: str, **kwargs: Unpack[BlockOptions]) -> None:
        self._act_type = activation
        super().__init__(**kwargs)

    def _alias(self) -> str:
        return self._act_type

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.Activation(x, act_type=self._act_type, name="fwd")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._act_type})"


class LeakyReLU(HybridBlock):
    """``x`` for positive values, else ``alpha * x``.

    Parameters
    ----------
    alpha : float
        Slope for negative elements, at least 0.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.LeakyReLU(0.25)(mx.nd.array([-4, 2])).asnumpy()
    array([-1.,  2.], dtype=float32)
    """

    def __init__(self, alpha: float, **kwargs: Unpack[BlockOptions]) -> None:
        if alpha < 0:
            raise AssertionError(f"LeakyReLU: alpha must not be negative, received {alpha}")
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.LeakyReLU(x, act_type="leaky", slope=self._alpha, name="fwd")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._alpha})"


class PReLU(HybridBlock):
    """Leaky relu with a learned slope.

    Parameters
    ----------
    alpha_initializer : default None
        Initializer of the slope; 0.25 by default.
    in_channels : int, default 1
        Number of slopes: 1, or the number of channels (axis 1).
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.nn.PReLU()
    >>> layer.initialize()
    >>> layer(mx.nd.array([[-4, 2]])).asnumpy()
    array([[-1.,  2.]], dtype=float32)
    """

    def __init__(self, alpha_initializer: Any = None, in_channels: int = 1, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        alpha_initializer = initializer.Constant(0.25) if alpha_initializer is None else alpha_initializer
        with self.name_scope():
            self.alpha = self.params.get("alpha", shape=(in_channels,), init=alpha_initializer)

    def hybrid_forward(self, F: Any, x: Any, alpha: Any) -> Any:
        return F.LeakyReLU(x, gamma=alpha, act_type="prelu", name="fwd")


class ELU(HybridBlock):
    """``x`` for positive values, else ``alpha * (exp(x) - 1)``.

    Parameters
    ----------
    alpha : float, default 1.0
        Factor of the curve for negative elements.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.ELU()(mx.nd.array([-1, 2])).asnumpy().round(4)
    array([-0.6321,  2.    ], dtype=float32)
    """

    def __init__(self, alpha: float = 1.0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.LeakyReLU(x, act_type="elu", slope=self._alpha)


class SELU(HybridBlock):
    """Scaled exponential linear unit.

    Parameters
    ----------
    prefix : str or None, default None
        Prefix of the parameter names.
    params : ParameterDict or None, default None
        Parameters to share with another block.

    Examples
    --------
    >>> mx.gluon.nn.SELU()(mx.nd.array([-1, 2])).asnumpy().round(4)
    array([-1.1113,  2.1014], dtype=float32)
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.LeakyReLU(x, act_type="selu", name="fwd")


class GELU(HybridBlock):
    """Gaussian error linear unit.

    Parameters
    ----------
    prefix : str or None, default None
        Prefix of the parameter names.
    params : ParameterDict or None, default None
        Parameters to share with another block.

    Examples
    --------
    >>> mx.gluon.nn.GELU()(mx.nd.array([-1, 2])).asnumpy().round(4)
    array([-0.1587,  1.9545], dtype=float32)
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.LeakyReLU(x, act_type="gelu", name="fwd")


class Swish(HybridBlock):
    """``x * sigmoid(beta * x)``.

    Parameters
    ----------
    beta : float, default 1.0
        Factor inside the sigmoid.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.Swish()(mx.nd.array([-1, 2])).asnumpy().round(4)
    array([-0.2689,  1.7616], dtype=float32)
    """

    def __init__(self, beta: float = 1.0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._beta = beta

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x * F.sigmoid(self._beta * x, name="fwd")


concise_module(__name__)
