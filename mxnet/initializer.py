"""Initial values of parameters, selected by the parameter's name (``mx.init``)."""

from __future__ import annotations

import json
import logging
import math
import re
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import ndarray, random, registry
from ._runtime.tracebacks import concise_module, user_level
from .ndarray import NDArray


class InitDesc(str):
    """The name of a parameter with its attributes.

    Parameters
    ----------
    name : str
        Name of the parameter.
    attrs : dict of str to str, optional
        Attributes of its variable. ``'__init__'`` specifies an initializer that overrides the default.
    global_init : Initializer, optional
        Initializer of the complete network, for initializers that delegate to it.

    Examples
    --------
    >>> name = mx.init.InitDesc('fc_weight', attrs={'__init__': 'zeros'})
    >>> name, name.attrs
    ('fc_weight', {'__init__': 'zeros'})
    """

    attrs: dict[str, str]
    global_init: Initializer | None

    def __new__(cls, name: str, attrs: dict[str, str] | None = None,
                global_init: Initializer | None = None) -> InitDesc:
        self = super().__new__(cls, name)
        self.attrs = attrs or {}
        self.global_init = global_init
        return self


class Initializer:
    """Base class of initializers. ``init(InitDesc(name), array)`` fills the array.

    :meth:`_init_weight`, which subclasses override, initializes names that end in ``weight``. ``bias``,
    ``gamma`` and ``beta`` have fixed values.

    Parameters
    ----------
    **kwargs
        Arguments of the subclass, for :meth:`dumps`.

    Examples
    --------
    >>> class Three(mx.init.Initializer):
    ...     def _init_weight(self, name, arr):
    ...         arr[:] = 3
    >>> x = mx.nd.zeros((2,))
    >>> Three()(mx.init.InitDesc('fc_weight'), x)
    >>> x.asnumpy()
    array([3., 3.], dtype=float32)
    """

    # Name ending -> (method, description in the log), in MXNet's order.
    _ENDINGS = (
        ("weight", "_init_weight"),
        ("bias", "_init_bias"),
        ("gamma", "_init_gamma"),
        ("beta", "_init_beta"),
        ("min", "_init_zero"),
        ("max", "_init_one"),
        ("weight_quantize", "_init_quantized_weight"),
        ("bias_quantize", "_init_quantized_bias"),
    )
    _LEGACY_ENDINGS = (
        ("bias", "_init_bias"),
        ("gamma", "_init_gamma"),
        ("beta", "_init_beta"),
        ("weight", "_init_weight"),
        ("moving_mean", "_init_zero"),
        ("moving_var", "_init_one"),
        ("moving_inv_var", "_init_zero"),
        ("moving_avg", "_init_zero"),
        ("min", "_init_zero"),
        ("max", "_init_one"),
    )

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = kwargs
        self._verbose = False
        self._print_func: Callable[[NDArray], str] | None = None

    def set_verbosity(self, verbose: bool = False, print_func: Callable[[NDArray], str] | None = None) -> Initializer:
        """Log initialized parameters.

        Parameters
        ----------
        verbose : bool
            Whether to log.
        print_func : callable, optional
            Function that converts the array to a string. The default is its norm over the root of its size.

        Returns
        -------
        Initializer
            The initializer itself.

        Examples
        --------
        >>> initializer = mx.init.One().set_verbosity(True, print_func=lambda array: f'mean {array.mean().asscalar()}')
        >>> initializer(mx.init.InitDesc('fc_weight'), mx.nd.zeros((2, 3)))
        """
        self._verbose = verbose
        self._print_func = print_func or _size_statistic
        return self

    def _verbose_print(self, desc: str, init: str, arr: NDArray) -> None:
        if self._verbose and self._print_func:
            logging.info("Initialized %s as %s: %s", desc, init, self._print_func(arr))

    def dumps(self) -> str:
        """Return JSON of the name and arguments, from which :func:`create` creates the same initializer.

        Returns
        -------
        str
            A list of name and arguments.

        Examples
        --------
        >>> mx.init.Uniform(0.1).dumps()
        '["uniform", {"scale": 0.1}]'
        """
        return json.dumps([type(self).__name__.lower(), self._kwargs])

    def __call__(self, desc: str, arr: NDArray) -> None:
        """Fill ``arr``.

        Parameters
        ----------
        desc : InitDesc
            Name and attributes of the parameter.
        arr : NDArray
            The array to fill.

        Returns
        -------
        None

        Examples
        --------
        >>> weight, bias = mx.nd.zeros(2), mx.nd.ones(2)
        >>> initializer = mx.init.One()
        >>> initializer(mx.init.InitDesc('fc_weight'), weight)
        >>> initializer(mx.init.InitDesc('fc_bias'), bias)
        >>> weight.asnumpy(), bias.asnumpy()
        (array([1., 1.], dtype=float32), array([0., 0.], dtype=float32))
        """
        if not isinstance(desc, InitDesc):
            self._legacy_init(desc, arr)
            return
        desc.global_init = self if desc.global_init is None else desc.global_init
        own = desc.attrs.get("__init__", "")
        if own:
            create(own)._init_weight(desc, arr)
            self._verbose_print(desc, own, arr)
            return
        for ending, method in self._ENDINGS:
            if desc.endswith(ending):
                getattr(self, method)(desc, arr)
                self._verbose_print(desc, ending, arr)
                return
        self._init_default(desc, arr)

    def _legacy_init(self, name: str, arr: NDArray) -> None:
        warnings.warn(
            f"calling an initializer with a name is deprecated; pass mx.init.InitDesc({name!r})",
            DeprecationWarning,
            stacklevel=user_level(),
        )
        if not isinstance(name, str):
            raise TypeError(f"name must be string, received {type(name).__name__}")
        if not isinstance(arr, NDArray):
            raise TypeError(f"arr must be NDArray, received {type(arr).__name__}")
        if name.startswith("upsampling"):
            self._init_bilinear(name, arr)
        elif name.startswith("stn_loc") and name.endswith("weight"):
            self._init_zero(name, arr)
        elif name.startswith("stn_loc") and name.endswith("bias"):
            self._init_loc_bias(name, arr)
        else:
            for ending, method in self._LEGACY_ENDINGS:
                if name.endswith(ending):
                    getattr(self, method)(name, arr)
                    return
            self._init_default(name, arr)

    def _init_bilinear(self, _: Any, arr: NDArray) -> None:
        arr[:] = _bilinear_kernel(arr.shape)

    def _init_loc_bias(self, name: str, arr: NDArray) -> None:
        if arr.shape[0] != 6:
            raise AssertionError(f"{name} must have the 6 numbers of an affine map, received shape {arr.shape}")
        arr[:] = np.array([1.0, 0, 0, 0, 1.0, 0])

    def _init_zero(self, _: Any, arr: NDArray) -> None:
        arr[:] = 0.0

    def _init_one(self, _: Any, arr: NDArray) -> None:
        arr[:] = 1.0

    def _init_bias(self, _: Any, arr: NDArray) -> None:
        arr[:] = 0.0

    def _init_quantized_bias(self, _: Any, arr: NDArray) -> None:
        arr[:] = 0

    def _init_gamma(self, _: Any, arr: NDArray) -> None:
        arr[:] = 1.0

    def _init_beta(self, _: Any, arr: NDArray) -> None:
        arr[:] = 0.0

    def _init_weight(self, name: str, arr: NDArray) -> None:
        raise NotImplementedError(f"{type(self).__name__} must override _init_weight")

    def _init_quantized_weight(self, _: Any, arr: NDArray) -> None:
        arr[:] = random.randint(-127, 127, dtype="int32").asnumpy().astype(np.int8)

    def _init_default(self, name: str, _: Any) -> None:
        raise ValueError(
            f"{name} has no default initialization, because its name does not end with weight, bias, gamma or beta; "
            "pass an initializer, such as mx.sym.var(name, init=mx.init.Zero())"
        )

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Initializer):
            return (type(self), self._kwargs) == (type(other), other._kwargs)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]


def _size_statistic(array: NDArray) -> str:
    return str((ndarray.norm(array) / math.sqrt(array.size)).asnumpy().reshape(-1)[0])


_register = registry.get_register_func(Initializer, "initializer")
alias = registry.get_alias_func(Initializer, "initializer")
create = registry.get_create_func(Initializer, "initializer")


def register(klass: type) -> type:
    """Register a subclass of :class:`Initializer` under its lower case name, for :func:`create`.

    Parameters
    ----------
    klass : type
        Class to register under its lowercase name.

    Returns
    -------
    type
        The class.

    Examples
    --------
    >>> @mx.init.register
    ... class Four(mx.init.Initializer):
    ...     def _init_weight(self, name, arr):
    ...         arr[:] = 4
    >>> x = mx.nd.zeros((2,))
    >>> mx.init.create('four')(mx.init.InitDesc('fc_weight'), x)
    >>> x.asnumpy()
    array([4., 4.], dtype=float32)
    """
    return _register(klass)


class Load:
    """Load values from a file or a dict.

    Parameters
    ----------
    param : str or dict of str to NDArray
        File name, or arrays by name, with or without the prefixes ``arg:`` and ``aux:``.
    default_init : callable, optional
        Initializer of missing parameters.
    verbose : bool
        Log the source of each value.

    Examples
    --------
    >>> initializer = mx.init.Load({'weight': mx.nd.array([1, 2])})
    >>> x = mx.nd.zeros((2,))
    >>> initializer('weight', x)
    >>> x.asnumpy()
    array([1., 2.], dtype=float32)
    """

    def __init__(self, param: dict[str, NDArray] | str, default_init: Initializer | None = None,
                 verbose: bool = False) -> None:
        if isinstance(param, str):
            param = ndarray.load(param)
        if not isinstance(param, dict):
            raise AssertionError(f"param must be a dict of arrays or its file name, received {type(param).__name__}")
        self.param = {name.removeprefix("arg:").removeprefix("aux:"): arr for name, arr in param.items()}
        self.default_init = default_init
        self.verbose = verbose

    def __call__(self, name: str, arr: NDArray) -> None:
        """Copy the loaded array of this name, or call the default initializer.

        Parameters
        ----------
        name : str
            Name of the array.
        arr : NDArray
            Array to initialize.
        """
        loaded = self.param.get(name)
        if loaded is not None:
            if arr.shape != loaded.shape:
                raise AssertionError(f"{name} has shape {arr.shape}, but the loaded array has {loaded.shape}")
            arr[:] = loaded
        elif self.default_init is None:
            raise AssertionError(f"{name} is not among the loaded parameters; pass default_init to initialize it")
        else:
            self.default_init(name, arr)
        if self.verbose:
            logging.info("Initialized %s by %s", name, "default" if loaded is None else "loading")


class Mixed:
    """Use the initializer of the first pattern that matches the name.

    Parameters
    ----------
    patterns : list of str
        Regular expressions, matched at the start of the name.
    initializers : list of Initializer
        One for each pattern.

    Examples
    --------
    >>> initializer = mx.init.Mixed(['bias', '.*'], [mx.init.Zero(), mx.init.One()])
    >>> x = mx.nd.zeros((2,))
    >>> initializer(mx.init.InitDesc('fc_weight'), x)
    >>> x.asnumpy()
    array([1., 1.], dtype=float32)
    """

    def __init__(self, patterns: Sequence[str], initializers: Sequence[Initializer]) -> None:
        if len(patterns) != len(initializers):
            raise AssertionError(f"patterns and initializers must have the same length, received {len(patterns)} and "
                                 f"{len(initializers)}")
        self.map = [(re.compile(p), init) for p, init in zip(patterns, initializers, strict=True)]

    def __call__(self, name: str, arr: NDArray) -> None:
        """Call the initializer of the first pattern that matches the name.

        Parameters
        ----------
        name : str
            Name of the array.
        arr : NDArray
            Array to initialize.
        """
        for pattern, init in self.map:
            if pattern.match(name):
                init(name, arr)
                return
        raise ValueError(
            f"Parameter name {name} did not match any pattern. "
            'Consider adding a ".*" pattern at the end with a default Initializer.'
        )


@register
@alias("zeros")
class Zero(Initializer):
    """Zeros.

    Examples
    --------
    >>> x = mx.nd.ones((2,))
    >>> mx.init.Zero()(mx.init.InitDesc('fc_weight'), x)
    >>> x.asnumpy()
    array([0., 0.], dtype=float32)
    """

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, _: Any, arr: NDArray) -> None:
        arr[:] = 0


@register
@alias("ones")
class One(Initializer):
    """Ones.

    Examples
    --------
    >>> x = mx.nd.zeros((2,))
    >>> mx.init.One()(mx.init.InitDesc('fc_weight'), x)
    >>> x.asnumpy()
    array([1., 1.], dtype=float32)
    """

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, _: Any, arr: NDArray) -> None:
        arr[:] = 1


@register
class Constant(Initializer):
    """A constant value, or the values of an array of the same shape.

    Parameters
    ----------
    value : float, numpy.ndarray or NDArray
        The value.

    Examples
    --------
    >>> x = mx.nd.zeros((2,))
    >>> mx.init.Constant(5)(mx.init.InitDesc('fc_weight'), x)
    >>> x.asnumpy()
    array([5., 5.], dtype=float32)
    """

    def __init__(self, value: Any) -> None:
        super().__init__(value=value)
        self.value = value

    def _init_weight(self, _: Any, arr: NDArray) -> None:
        arr[:] = self.value

    def dumps(self) -> str:
        value = self._kwargs["value"]
        if not np.isscalar(value):
            value = value.asnumpy() if isinstance(value, NDArray) else np.asarray(value)
            self._kwargs["value"] = value.tolist()
        return super().dumps()


def _draw(distribution: str, first: float, second: float, arr: NDArray) -> None:
    """Fill an array with random numbers. With the same seed, ``mx.np`` draws different numbers than ``mx.nd``."""
    from . import numpy as numpy_arrays

    if isinstance(arr, numpy_arrays.ndarray):
        getattr(numpy_arrays.random, distribution)(first, second, arr.shape, dtype=arr.dtype, ctx=arr.ctx, out=arr)
    else:
        getattr(random, distribution)(first, second, arr.shape, out=arr)


@register
class Uniform(Initializer):
    """Uniform distribution over ``[-scale, scale)``.

    Parameters
    ----------
    scale : float, default 0.07
        Largest absolute value.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 3))
    >>> mx.init.Uniform(0.1)(mx.init.InitDesc('fc_weight'), x)
    >>> bool((x.abs() <= 0.1).min())
    True
    """

    def __init__(self, scale: float = 0.07) -> None:
        super().__init__(scale=scale)
        self.scale = scale

    def _init_weight(self, _: Any, arr: NDArray) -> None:
        _draw("uniform", -self.scale, self.scale, arr)


@register
class Normal(Initializer):
    """Normal distribution with mean 0 and standard deviation ``sigma``.

    Parameters
    ----------
    sigma : float, default 0.01
        Standard deviation.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 3))
    >>> mx.init.Normal(0.1)(mx.init.InitDesc('fc_weight'), x)
    >>> bool((x != 0).min())
    True
    """

    def __init__(self, sigma: float = 0.01) -> None:
        super().__init__(sigma=sigma)
        self.sigma = sigma

    def _init_weight(self, _: Any, arr: NDArray) -> None:
        _draw("normal", 0, self.sigma, arr)


@register
class Orthogonal(Initializer):
    """Orthogonal rows or columns (Saxe et al., arXiv:1312.6120).

    Parameters
    ----------
    scale : float
        Factor of the orthogonal matrix.
    rand_type : {'uniform', 'normal'}
        Distribution of the matrix before orthogonalization.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 2))
    >>> mx.init.Orthogonal(scale=1)(mx.init.InitDesc('fc_weight'), x)
    >>> mx.nd.dot(x, x.T).asnumpy().round(4) + 0
    array([[1., 0.],
           [0., 1.]], dtype=float32)
    """

    def __init__(self, scale: float = 1.414, rand_type: str = "uniform") -> None:
        super().__init__(scale=scale, rand_type=rand_type)
        self.scale = scale
        self.rand_type = rand_type

    def _init_weight(self, name: str, arr: NDArray) -> None:
        shape = (arr.shape[0], math.prod(arr.shape[1:]))
        if self.rand_type == "uniform":
            start = random.uniform(-1.0, 1.0, shape=shape)
        elif self.rand_type == "normal":
            start = random.normal(0.0, 1.0, shape=shape)
        else:
            raise ValueError(f"rand_type must be 'uniform' or 'normal', received {self.rand_type!r}")
        left, _, right = np.linalg.svd(start.asnumpy(), full_matrices=False)
        basis = left if left.shape == shape else right
        arr[:] = self.scale * basis.reshape(arr.shape)


@register
class Xavier(Initializer):
    """Random values with a scale that preserves the magnitude of activations between layers.

    Parameters
    ----------
    rnd_type : {'uniform', 'gaussian'}
        Distribution of the values.
    factor_type : {'avg', 'in', 'out'}
        Factor: the number of inputs ('in') or outputs ('out'), or their mean ('avg').
    magnitude : float
        The limit of uniform values, or the standard deviation of gaussian ones, is ``sqrt(magnitude / factor)``.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 3))
    >>> mx.init.Xavier()(mx.init.InitDesc('fc_weight'), x)
    >>> bool((x != 0).min())
    True
    """

    def __init__(self, rnd_type: str = "uniform", factor_type: str = "avg", magnitude: float = 3) -> None:
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=magnitude)
        self.rnd_type, self.factor_type, self.magnitude = rnd_type, factor_type, float(magnitude)

    def _init_weight(self, name: str, arr: NDArray) -> None:
        scale = math.sqrt(self.magnitude / self._factor(name, arr.shape))
        if self.rnd_type == "uniform":
            _draw("uniform", -scale, scale, arr)
        elif self.rnd_type == "gaussian":
            _draw("normal", 0, scale, arr)
        else:
            raise ValueError(f"Unknown random type, received rnd_type={self.rnd_type!r}")

    def _factor(self, name: str, shape: tuple[int, ...]) -> float:
        if len(shape) < 2:
            raise ValueError(f"Xavier needs at least two axes, but {name} has shape {shape}")
        window = math.prod(shape[2:])
        fan_in, fan_out = shape[1] * window, shape[0] * window
        factors = {"avg": (fan_in + fan_out) / 2.0, "in": fan_in, "out": fan_out}
        if self.factor_type not in factors:
            raise ValueError(f"Incorrect factor type, received factor_type={self.factor_type!r}")
        return factors[self.factor_type]


@register
class MSRAPrelu(Xavier):
    """Initializer for layers with (leaky) rectifiers (He et al., arXiv:1502.01852).

    Parameters
    ----------
    factor_type : {'avg', 'in', 'out'}
        Divide the variance by the number of inputs ('in') or outputs ('out'), or by their mean ('avg').
    slope : float
        Slope of the rectifier for negative values.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 3))
    >>> mx.init.MSRAPrelu()(mx.init.InitDesc('fc_weight'), x)
    >>> bool((x != 0).min())
    True
    """

    def __init__(self, factor_type: str = "avg", slope: float = 0.25) -> None:
        super().__init__("gaussian", factor_type, 2.0 / (1 + slope**2))
        self._kwargs = {"factor_type": factor_type, "slope": slope}


@register
class Bilinear(Initializer):
    """Kernel of bilinear upsampling.

    Examples
    --------
    >>> x = mx.nd.zeros((1, 1, 2, 2))
    >>> mx.init.Bilinear()(mx.init.InitDesc('up_weight'), x)
    >>> x.asnumpy()
    array([[[[1., 0.],
             [0., 0.]]]], dtype=float32)
    """

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, _: Any, arr: NDArray) -> None:
        arr[:] = _bilinear_kernel(arr.shape)


def _bilinear_kernel(shape: tuple[int, ...]) -> np.ndarray:
    half = math.ceil(shape[3] / 2.0)
    centre = (2 * half - 1 - half % 2) / (2.0 * half)
    row = 1 - np.abs(np.arange(shape[3]) / half - centre)
    column = 1 - np.abs(np.arange(shape[2]) / half - centre)
    return np.broadcast_to(column[:, None] * row, shape).astype("float32")


@register
class LSTMBias(Initializer):
    """Zeros, with ``forget_bias`` for the forget gate.

    Parameters
    ----------
    forget_bias : float, default 1.0
        Bias of the forget gate.

    Examples
    --------
    >>> x = mx.nd.zeros((8,))
    >>> mx.init.LSTMBias(1.0)(mx.init.InitDesc('lstm_weight'), x)
    >>> x.asnumpy()
    array([0., 0., 1., 1., 0., 0., 0., 0.], dtype=float32)
    """

    def __init__(self, forget_bias: float = 1.0) -> None:
        super().__init__(forget_bias=forget_bias)
        self.forget_bias = forget_bias

    def _init_weight(self, name: str, arr: NDArray) -> None:
        arr[:] = 0.0
        hidden = arr.shape[0] // 4
        arr[hidden : 2 * hidden] = self.forget_bias


@register
class FusedRNN(Initializer):
    """Initialize the packed parameter vector of the fused RNN operator.

    Parameters
    ----------
    init : Initializer, str or None
        Initializer of the parts. None uses the initializer of the network.
    num_hidden, num_layers : int
        Size and number of the layers.
    mode : {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'}
        Type of the cells.
    bidirectional : bool
        Whether there are backward layers.
    forget_bias : float
        Bias of the forget gates of an LSTM.

    Examples
    --------
    >>> initializer = mx.init.FusedRNN(mx.init.Xavier(), num_hidden=2, num_layers=1, mode='lstm')
    >>> x = mx.nd.zeros((48,))
    >>> initializer(mx.init.InitDesc('rnn_weight'), x)
    >>> x.shape
    (48,)
    """

    def __init__(self, init: Any, num_hidden: int, num_layers: int, mode: str, bidirectional: bool = False,
                 forget_bias: float = 1.0) -> None:
        init = create(init) if isinstance(init, str) else init
        super().__init__(
            init=None if init is None else init.dumps(),
            num_hidden=num_hidden,
            num_layers=num_layers,
            mode=mode,
            bidirectional=bidirectional,
            forget_bias=forget_bias,
        )
        self._init, self._mode = init, mode
        self._num_hidden, self._num_layers, self._bidirectional = num_hidden, num_layers, bidirectional
        self._forget_bias = forget_bias

    def _init_weight(self, desc: Any, arr: NDArray) -> None:
        start = 0
        for name, shape in self._pieces(arr.size):
            piece = ndarray.zeros(shape, ctx=arr.context, dtype=arr.dtype)
            if self._mode == "lstm" and name.endswith("_f_bias"):
                piece[:] = self._forget_bias
            else:
                init = desc.global_init if self._init is None else self._init
                init(InitDesc(name, global_init=desc.global_init), piece)
            arr[start : start + piece.size] = piece.reshape((-1,))
            start += piece.size

    def _pieces(self, size: int) -> list[tuple[str, tuple[int, ...]]]:
        """Return names and shapes in the order of the packed vector."""
        gates = _GATES_OF_MODE.get(self._mode)
        if gates is None:
            raise ValueError(f"mode must be one of {sorted(_GATES_OF_MODE)}, received {self._mode!r}")
        hidden, layers = self._num_hidden, self._num_layers
        directions = "lr" if self._bidirectional else "l"
        inputs = self._input_size(size, len(gates), len(directions))
        weights: list[tuple[str, tuple[int, ...]]] = []
        biases: list[tuple[str, tuple[int, ...]]] = []
        for layer in range(layers):
            below = inputs if layer == 0 else hidden * len(directions)
            for direction in directions:
                for group, width in (("i2h", below), ("h2h", hidden)):
                    for gate in gates:
                        name = f"{direction}{layer}_{group}{gate}"
                        weights.append((f"{name}_weight", (hidden, width)))
                        biases.append((f"{name}_bias", (hidden,)))
        return weights + biases

    def _input_size(self, size: int, gates: int, directions: int) -> int:
        """Compute the input size from the length of the parameter vector."""
        hidden = self._num_hidden
        upper = (self._num_layers - 1) * (hidden * directions + hidden + 2)
        inputs, remainder = divmod(size, hidden * gates * directions)
        inputs -= upper + hidden + 2
        if remainder or inputs < 1:
            raise ValueError(
                f"a parameter vector of length {size} does not match {self._num_layers} {self._mode} "
                f"layers of {hidden} units"
            )
        return inputs


_GATES_OF_MODE: dict[str, tuple[Any, ...]] = {
    "rnn_relu": ("",),
    "rnn_tanh": ("",),
    "lstm": ("_i", "_f", "_c", "_o"),
    "gru": ("_r", "_z", "_o"),
}


concise_module(__name__, only=("__init__",))
