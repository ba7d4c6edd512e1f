"""Parameters of networks, and dictionaries of parameters."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np

from .. import autograd, context, initializer, symbol
from .. import ndarray as nd
from .._runtime import dtype as dtypes
from .._runtime.autograd.attach import attach
from .._runtime.device import Context
from .._runtime.numpy_mode import state as _mode
from .._runtime.tracebacks import concise_module, shorten, user_level
from ..base import MXNetError
from ..ndarray.ndarray import NDArray
from ..numpy._mode import to_mode, to_np
from ._parameter_arrays import ParameterArrays

tensor_types = (symbol.Symbol, NDArray)


class DeferredInitializationError(MXNetError):
    """The shape of the parameter is not known yet, so it has no value.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(2)
    >>> net.initialize()
    >>> try:
    ...     weight = net.weight.data()
    ... except mx.gluon.DeferredInitializationError:
    ...     print('call the network once')
    call the network once
    """


class ParameterError(MXNetError, AssertionError, ValueError):
    """A parameter does not support the requested operation or value."""


_NAMING_HELP = "Do both networks have the same prefix?"


def _shape_known(shape: tuple[int, ...] | None) -> bool:
    return shape is not None and all(s > 0 for s in shape)


def _contexts(ctx: Any) -> list[Context]:
    if ctx is None:
        return [context.current_context()]
    return [ctx] if isinstance(ctx, Context) else list(ctx)


def clear(gradients: Iterable[NDArray]) -> None:
    """Set arrays to zero."""
    for grad in gradients:
        if grad.stype == "default":
            grad[:] = 0
        else:
            nd.zeros_like(grad, out=grad)


def _positions_by_device(contexts: list[Context]) -> list[list[int | None]]:
    """Return the positions of contexts by device id, for GPUs and for CPUs."""
    positions: list[list[int | None]] = [[], []]
    for position, ctx in enumerate(contexts):
        line = positions[ctx.device_typeid & 1]
        line += [None] * (ctx.device_id + 1 - len(line))
        line[ctx.device_id] = position
    return positions


class Parameter:
    """A weight, bias or state of a network, with one array per context.

    Parameters
    ----------
    name : str
        Name of the parameter.
    grad_req : {'write', 'add', 'null'}
        Whether a backward pass replaces the gradient, adds to it, or computes none.
    shape : tuple of int, optional
        Shape, with 0 for sizes that are inferred from the first input.
    dtype : str or numpy.dtype
        Dtype of the values.
    lr_mult : float
        Factor of the learning rate.
    wd_mult : float
        Factor of the weight decay.
    init : Initializer, optional
        Initializer. None uses the initializer of the network.
    allow_deferred_init : bool
        Wait with the initialization until the shape is known. False raises an error for an unknown shape.
    differentiable : bool
        Whether the parameter can have a gradient. False fixes `grad_req` to 'null'.
    stype, grad_stype : {'default', 'row_sparse', 'csr'}
        Storage types of the values and of the gradient.

    Examples
    --------
    >>> weight = mx.gluon.Parameter('weight', shape=(2, 3))
    >>> weight.initialize(mx.init.One())
    >>> weight.data().shape
    (2, 3)
    """

    def __init__(self, name: str, grad_req: str = "write", shape: Any = None, dtype: Any = np.float32,
                 lr_mult: float = 1.0, wd_mult: float = 1.0, init: Any = None, allow_deferred_init: bool = False,
                 differentiable: bool = True, stype: str = "default", grad_stype: str = "default") -> None:
        for argument, value in (("stype", stype), ("grad_stype", grad_stype)):
            if value not in ("default", "row_sparse", "csr"):
                raise ParameterError(f"Parameter '{name}': {argument} must be 'default', 'row_sparse' or 'csr', "
                                     f"received {value!r}")
        self.name = name
        self.lr_mult, self.wd_mult, self.init = lr_mult, wd_mult, init
        self._var: symbol.Symbol | None = None
        self._arrays: ParameterArrays | None = None
        # Gradients have the array class that was active at creation, because users may hold these arrays and backward
        # replaces their memory. Values are written in place, so arrays of mx.np can represent the arrays of mx.nd that
        # Gluon stores.
        self._grad: list[NDArray] | None = None
        # Parameter classes that wrap another parameter, such as GluonNLP's weight drop, copy these attributes.
        self._ctx_list: list[Context] | None = None
        self._ctx_map: list[list[int | None]] | None = None
        self._deferred_init: tuple[Any, ...] = ()
        self._differentiable = differentiable
        self._allow_deferred_init = allow_deferred_init
        self._grad_req: str | None = None
        self._shape = (shape,) if isinstance(shape, int) else None if shape is None else tuple(shape)
        self._dtype = dtype
        self._stype, self._grad_stype = stype, grad_stype
        self._trainer: Any = None
        self.grad_req = grad_req

    def __repr__(self) -> str:
        return f"Parameter {self.name} (shape={self.shape}, dtype={self.dtype})"

    # Facts

    @property
    def stype(self) -> str:
        """Storage type of the values: 'default', 'row_sparse' or 'csr'.

        Examples
        --------
        >>> mx.gluon.Parameter('weight', shape=(2, 3)).stype
        'default'
        """
        return self._stype

    @property
    def grad_req(self) -> str:
        """Gradient update mode: 'write', 'add' or 'null'. It can be changed.

        Examples
        --------
        >>> weight = mx.gluon.Parameter('weight', shape=(2, 3))
        >>> weight.grad_req = 'null'  # freeze the parameter
        >>> weight.grad_req
        'null'
        """
        return self._grad_req or "null"

    @grad_req.setter
    def grad_req(self, req: str) -> None:
        if req not in ("write", "add", "null"):
            raise ParameterError(f"Parameter '{self.name}': grad_req must be 'write', 'add' or 'null', received "
                                 f"{req!r}")
        if not self._differentiable:
            req = "null"
        if self._grad_req == req:
            return
        self._grad_req = req
        if req == "null" and self._grad is not None:
            self._grad = None
            self._data = [d.detach() for d in self._data or []]
        elif self._data is not None:
            self._init_grad()

    @property
    def dtype(self) -> Any:
        """Dtype of the elements. Assigning to it casts the values.

        Examples
        --------
        >>> weight = mx.gluon.Parameter('weight', shape=(2, 3))
        >>> weight.initialize()
        >>> weight.dtype = 'float16'
        >>> weight.data().dtype.__name__
        'float16'
        """
        return self._dtype

    @dtype.setter
    def dtype(self, dtype: Any) -> None:
        self.cast(dtype)

    @property
    def shape(self) -> tuple[int, ...] | None:
        """Shape of the parameter. Unknown sizes are 0, or -1 with NumPy shapes.

        Examples
        --------
        >>> mx.gluon.nn.Dense(2).weight.shape
        (2, 0)
        """
        if _mode.shape and self._shape is not None:
            return tuple(size or -1 for size in self._shape)
        return self._shape

    @shape.setter
    def shape(self, new_shape: Any) -> None:
        if self._shape is None:
            self._shape = tuple(new_shape)
            return
        if len(self._shape) != len(new_shape) or any(a not in (0, -1, b) for a, b in zip(self._shape, new_shape,
                                                                                         strict=True)):
            raise ParameterError(f"Parameter '{self.name}' has shape {self._shape}, which is incompatible with "
                                 f"{tuple(new_shape)}")
        self._shape = tuple(new_shape)

    def _set_trainer(self, trainer: Any) -> None:
        if self._stype != "default" and self._trainer and trainer and self._trainer is not trainer:
            raise RuntimeError(f"Parameter '{self.name}' is sparse and already has a Trainer; it can only have one")
        self._trainer = trainer

    # Values

    def _check_and_get(self, arrays: list[NDArray] | None, ctx: Any) -> Any:
        if arrays is not None:
            if ctx is list:
                return arrays
            if ctx is None:
                ctx = arrays[0]._ctx if len(arrays) == 1 else context.current_context()
            for array in arrays:
                if array._ctx == ctx:
                    return array
            # Pinned and shared host memory uses the arrays of the CPU.
            if ctx.device_type in ("cpu_pinned", "cpu_shared"):
                return self._check_and_get(arrays, context.cpu(ctx.device_id))
            raise RuntimeError(f"Parameter '{self.name}' was not initialized on context {ctx}, only on "
                               f"{[a.context for a in self._data or arrays]}")
        # If there are values now, another thread has just initialized the parameter. The caller retries.
        if self._deferred_init or self._data is not None:
            raise DeferredInitializationError(
                f"Parameter '{self.name}' has no values yet: initialization was deferred, because its shape "
                f"{self._shape} is inferred in the first forward pass. Run the network once, or pass in_units, "
                "in_channels and similar arguments to its layers.")
        raise RuntimeError(
            f"Parameter '{self.name}' has not been initialized. Call initialize() on the network, and use "
            "collect_params(), because params does not include the children.")

    def data(self, ctx: Any = None) -> NDArray:
        """Return the values.

        Parameters
        ----------
        ctx : Context, optional
            Device of the array. It may be left out for parameters on one device; otherwise it is the current context.

        Returns
        -------
        NDArray
            The array of the parameter, not a copy.

        Examples
        --------
        >>> weight = mx.gluon.Parameter('weight', shape=(2,))
        >>> weight.initialize(mx.init.One())
        >>> weight.data().asnumpy()
        array([1., 1.], dtype=float32)
        """
        try:
            array = self._array_on(ctx)
            return to_np(array) if _mode.array and type(array) is NDArray else array
        except Exception as error:
            shorten(error)
            raise

    @property
    def _data(self) -> ParameterArrays | None:
        """The arrays on all contexts. Users may replace them."""
        return self._arrays

    @_data.setter
    def _data(self, arrays: Any) -> None:
        is_shared = arrays is None or isinstance(arrays, ParameterArrays)  # several parameters may share a list
        before, self._arrays = self._arrays, arrays if is_shared else ParameterArrays(arrays)
        if before is not None:
            before.invalidate()

    def _array_on(self, ctx: Any) -> NDArray:
        """Return the array on `ctx` in the class of its creation."""
        arrays = self._arrays
        if self._stype != "default":
            raise RuntimeError(f"data: Parameter '{self.name}' has storage type {self._stype!r}; call row_sparse_data")
        if arrays is not None and len(arrays) == 1 and (ctx is None or arrays[0]._ctx is ctx):
            return arrays[0]
        return self._check_and_get(arrays, ctx)

    def list_data(self) -> list[NDArray]:
        """Return the arrays on all devices.

        Returns
        -------
        list of NDArray

        Examples
        --------
        >>> weight = mx.gluon.Parameter('weight', shape=(2,))
        >>> weight.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
        >>> [array.context for array in weight.list_data()]
        [cpu(0), cpu(1)]
        """
        if self._stype != "default":
            raise RuntimeError(f"list_data: Parameter '{self.name}' has storage type {self._stype!r}; call "
                               "row_sparse_data")
        return to_mode(list(self._check_and_get(self._data, list)))

    def _check_differentiable(self) -> None:
        if self._data is not None and self._grad is None:
            raise RuntimeError(f"Parameter '{self.name}' has no gradient, because grad_req='null'")

    def grad(self, ctx: Any = None) -> NDArray:
        """Return the gradient. Raise RuntimeError with ``grad_req='null'``.

        Parameters
        ----------
        ctx : Context, optional
            Device of the array. It may be left out for parameters on one device; otherwise it is the current context.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> weight = mx.gluon.Parameter('weight', shape=(2,))
        >>> weight.initialize()
        >>> with mx.autograd.record():
        ...     (weight.data() * mx.nd.array([3, 4])).backward()
        >>> weight.grad().asnumpy()
        array([3., 4.], dtype=float32)
        """
        self._check_differentiable()
        return to_mode(self._check_and_get(self._grad, ctx))

    def list_grad(self) -> list[NDArray]:
        """Return the gradients on all devices.

        Returns
        -------
        list of NDArray

        Examples
        --------
        >>> weight = mx.gluon.Parameter('weight', shape=(2,))
        >>> weight.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
        >>> [gradient.shape for gradient in weight.list_grad()]
        [(2,), (2,)]
        """
        self._check_differentiable()
        return to_mode(list(self._check_and_get(self._grad, list)))

    def list_ctx(self) -> list[Context]:
        """Return the devices of the parameter. It must be initialized, but may have no values yet.

        Returns
        -------
        list of Context

        Examples
        --------
        >>> weight = mx.gluon.Parameter('weight', shape=(2,))
        >>> weight.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
        >>> weight.list_ctx()
        [cpu(0), cpu(1)]
        """
        if self._data is None:
            if self._deferred_init:
                return list(self._deferred_init[1])
            raise RuntimeError(f"Parameter '{self.name}' has not been initialized")
        return [d.context for d in self._data]

    def zero_grad(self) -> None:
        """Set the gradients to zero, which is necessary with ``grad_req='add'``.

        Returns
        -------
        None

        Examples
        --------
        >>> weight = mx.gluon.Parameter('weight', grad_req='add', shape=(2,))
        >>> weight.initialize()
        >>> with mx.autograd.record():
        ...     (weight.data() * 3).backward()
        >>> weight.zero_grad()
        >>> weight.grad().asnumpy()
        array([0., 0.], dtype=float32)
        """
        clear(self._grad or ())

    def var(self) -> symbol.Symbol:
        """Return the symbol of this parameter.

        Returns
        -------
        Symbol

        Examples
        --------
        >>> mx.gluon.Parameter('weight', shape=(2,)).var().name
        'weight'
        """
        if self._var is None:
            attributes = {key: getattr(self, key) for key in ("shape", "dtype", "lr_mult", "wd_mult", "init")}
            self._var = symbol.var(self.name, stype=self._stype, **attributes)
        return to_mode(self._var)

    # Initialization

    def initialize(self, init: Any = None, ctx: Any = None, default_init: Any = None,
                   force_reinit: bool = False) -> None:
        """Initialize the values, immediately or as soon as the shape is known.

        Parameters
        ----------
        init : Initializer or str, optional
            Initializer. The default is the initializer of the parameter, or else `default_init`.
        ctx : Context or list of Context, optional
            Devices of the parameter. The default is the current context.
        default_init : Initializer or str, optional
            Initializer of parameters without their own. The default is `mxnet.initializer.Uniform`.
        force_reinit : bool
            Whether to replace existing values.

        Returns
        -------
        None

        Examples
        --------
        >>> weight = mx.gluon.Parameter('weight', shape=(2,))
        >>> weight.initialize(mx.init.Constant(5))
        >>> weight.data().asnumpy()
        array([5., 5.], dtype=float32)
        """
        if self._data is not None and not force_reinit:
            warnings.warn(f"Parameter '{self.name}' is already initialized and keeps its values; pass "
                          "force_reinit=True to draw new ones", stacklevel=user_level())
            return
        self._data = self._grad = None
        contexts = _contexts(ctx)
        fallback = initializer.Uniform() if default_init is None else default_init
        chosen = init if init is not None else (fallback if self.init is None else self.init)
        if not _shape_known(self._shape):
            if not self._allow_deferred_init:
                raise ValueError(f"Parameter '{self.name}' cannot be initialized with shape {self._shape}, which has "
                                 "unknown sizes")
            self._deferred_init = (chosen, contexts, fallback, None)
            return
        self._deferred_init = (chosen, contexts, fallback, None)
        self._finish_deferred_init()

    def _finish_deferred_init(self) -> None:
        if not self._deferred_init:
            return
        init, contexts, default_init, data = self._deferred_init
        if not _shape_known(self._shape):
            raise ParameterError(f"Parameter '{self.name}' cannot be initialized with shape {self._shape}, which has "
                                 "unknown sizes; pass in_units, in_channels or a similar argument to its layer")
        with autograd.pause():
            if data is None:
                data = to_mode(nd.zeros(self._shape, dtype=self.dtype, ctx=context.cpu(), stype=self._stype))
                description = initializer.InitDesc(self.name, {"__init__": init})
                initializer.create(default_init)(description, data)
            self._init_impl(data, contexts)
        self._deferred_init = ()

    def _init_impl(self, data: NDArray, contexts: list[Context]) -> None:
        data = to_mode(data)
        self._set_arrays([data.copyto(ctx) for ctx in contexts])

    def _set_arrays(self, arrays: list[NDArray]) -> None:
        """Use these arrays as values, one for each context, without copying them."""
        self._init_grad(arrays)
        self._ctx_list = [array.context for array in arrays]
        self._ctx_map = _positions_by_device(self._ctx_list)
        # Set the arrays last, because other threads may use them immediately.
        self._data = arrays

    def _init_grad(self, arrays: list[NDArray] | None = None, grads: list[NDArray] | None = None) -> None:
        """Attach gradient arrays, `grads` or new ones, to the values."""
        if self.grad_req == "null":
            self._grad = None
            return
        arrays = self._data or [] if arrays is None else arrays
        self._grad = grads or to_mode([nd.zeros(d.shape, dtype=d.dtype, ctx=d.context, stype=self._grad_stype)
                                       for d in arrays])
        for array, grad in zip(arrays, self._grad or [], strict=True):
            attach(array, grad, self.grad_req)

    def _load_init(self, data: NDArray, ctx: Any, cast_dtype: bool = False, dtype_source: str = "current") -> None:
        """Set the value to an array from a file."""
        if dtype_source not in ("current", "saved"):
            raise ParameterError(f"dtype_source must be in ['current', 'saved'], received {dtype_source!r}")
        self._check_loaded_shape(data)
        data = self._convert_dtype(data, cast_dtype, dtype_source)
        if data.stype != self._stype:
            data = data.tostype(self._stype)
        if self._data is None:
            contexts = self._deferred_init[1] if self._deferred_init else _contexts(ctx)
            if ctx is not None and self._deferred_init and set(_contexts(ctx)) != set(contexts):
                raise ParameterError(f"Parameter '{self.name}' cannot be loaded to {ctx}, because it is on "
                                     f"{self.list_ctx()}; call reset_ctx first")
            self._deferred_init = ()
            self._init_impl(data, contexts)
        else:
            if ctx is not None and set(_contexts(ctx)) != set(self.list_ctx()):
                raise ParameterError(f"Parameter '{self.name}' cannot be loaded to {ctx}, because it is on "
                                     f"{self.list_ctx()}; call reset_ctx first")
            self.set_data(data)
        self._deferred_init = ()

    def _check_loaded_shape(self, data: NDArray) -> None:
        if self._shape is not None:
            fits = len(self._shape) == len(data.shape) and all(
                a in (0, -1, b) for a, b in zip(self._shape, data.shape, strict=True))
            if not fits:
                raise ParameterError(f"Parameter '{self.name}' cannot be loaded: shape incompatible, expected "
                                     f"{self._shape} vs saved {data.shape}")
        self._shape = data.shape

    def _convert_dtype(self, data: NDArray, cast_dtype: bool, dtype_source: str) -> NDArray:
        if cast_dtype:
            if dtype_source == "saved":
                self.cast(data.dtype)
                return data
            return data.astype(self.dtype, copy=False)
        if dtypes.to_torch(self.dtype) is not dtypes.to_torch(data.dtype):
            raise ParameterError(f"Parameter '{self.name}' cannot be loaded: dtype incompatible, expected "
                                 f"{dtypes.name_of(self.dtype)} vs saved {dtypes.name_of(data.dtype)}; pass "
                                 "cast_dtype=True to convert it")
        return data

    def set_data(self, data: Any) -> None:
        """Overwrite the values on all devices.

        Parameters
        ----------
        data : NDArray or numpy.ndarray
            New values. Sizes of the parameter that are still unknown become those of the array.

        Returns
        -------
        None

        Examples
        --------
        >>> weight = mx.gluon.Parameter('weight', shape=(2,))
        >>> weight.initialize()
        >>> weight.set_data(mx.nd.array([3, 4]))
        >>> weight.data().asnumpy()
        array([3., 4.], dtype=float32)
        """
        self.shape = data.shape
        if self._data is None:
            if not self._deferred_init:
                raise ParameterError(f"Parameter '{self.name}' has not been initialized")
            value = data if isinstance(data, NDArray) else nd.array(data, dtype=self.dtype)
            self._deferred_init = (*self._deferred_init[:3], value)
            return
        # A store that runs the optimizer would otherwise continue with its own copy.
        trainer = self._trainer
        if trainer and trainer._kv_initialized and trainer._update_on_kvstore and self not in trainer._params_to_init:
            trainer._reset_kvstore()
        for array in self._data:
            array[:] = data

    def reset_ctx(self, ctx: Any) -> None:
        """Move the parameter to other devices.

        Parameters
        ----------
        ctx : Context or list of Context
            New devices. Several arrays are replaced by their mean.

        Returns
        -------
        None

        Examples
        --------
        >>> weight = mx.gluon.Parameter('weight', shape=(2,))
        >>> weight.initialize()
        >>> weight.reset_ctx(mx.cpu(1))
        >>> weight.list_ctx()
        [cpu(1)]
        """
        contexts = _contexts(ctx)
        if self._data is not None:
            data = self._reduce()
            with autograd.pause():
                self._init_impl(data, contexts)
        elif self._deferred_init:
            self._deferred_init = (self._deferred_init[0], contexts, *self._deferred_init[2:])
        else:
            raise ValueError(f"reset_ctx: Parameter '{self.name}' has not been initialized; call initialize() first")

    def _reduce(self) -> NDArray:
        """Return the mean over all contexts on the CPU. All rows of a sparse parameter come from the store."""
        if self._stype != "default":
            rows = nd.arange(0, self._shape[0], dtype="int64", ctx=context.cpu())  # type: ignore[index]
            data = nd.zeros(self._shape, stype="row_sparse", ctx=context.cpu(), dtype=self.dtype)
            self._trainer._row_sparse_pull(self, data, rows, full_idx=True)
            return data
        arrays = self.list_data()
        if len(arrays) == 1:
            return arrays[0].copyto(context.cpu())
        total = arrays[0].copyto(context.cpu())
        for other in arrays[1:]:
            total += other.copyto(context.cpu())
        total /= len(arrays)
        return total

    def cast(self, dtype: Any) -> None:
        """Cast values and gradients.

        Parameters
        ----------
        dtype : str or numpy.dtype
            New dtype.

        Returns
        -------
        None

        Examples
        --------
        >>> weight = mx.gluon.Parameter('weight', shape=(2,))
        >>> weight.initialize()
        >>> weight.cast('float16')
        >>> weight.data().dtype.__name__, weight.grad().dtype.__name__
        ('float16', 'float16')
        """
        self._dtype = dtype
        self._var = None
        if self._data is None:
            return
        with autograd.pause():
            self._data = [d.astype(dtype) for d in self._data]
            self._init_grad(grads=[g.astype(dtype) for g in self._grad or []])

    def row_sparse_data(self, row_id: Any) -> NDArray:
        """Return rows of a row-sparse parameter, which its trainer updates first.

        Parameters
        ----------
        row_id : NDArray
            Indices of the rows. Its device selects the array.

        Returns
        -------
        RowSparseNDArray

        Examples
        --------
        >>> weight = mx.gluon.Parameter('weight', shape=(4, 2), stype='row_sparse', grad_stype='row_sparse')
        >>> weight.initialize(mx.init.One())
        >>> trainer = mx.gluon.Trainer([weight], 'sgd')
        >>> weight.row_sparse_data(mx.nd.array([1, 3])).indices.asnumpy()
        array([1, 3])
        """
        if self._stype != "row_sparse":
            raise RuntimeError(f"row_sparse_data: Parameter '{self.name}' has storage type {self._stype!r}; call data")
        return self._rows(row_id, row_id.context)

    def list_row_sparse_data(self, row_id: Any) -> list[NDArray]:
        """Return rows of a row-sparse parameter on all devices, which its trainer updates first.

        Parameters
        ----------
        row_id : NDArray
            Indices of the rows.

        Returns
        -------
        list of RowSparseNDArray

        Examples
        --------
        >>> weight = mx.gluon.Parameter('weight', shape=(4, 2), stype='row_sparse', grad_stype='row_sparse')
        >>> weight.initialize(mx.init.One())
        >>> trainer = mx.gluon.Trainer([weight], 'sgd')
        >>> [array.indices.asnumpy() for array in weight.list_row_sparse_data(mx.nd.array([1, 3]))]
        [array([1, 3])]
        """
        if self._stype != "row_sparse":
            raise RuntimeError(f"list_row_sparse_data: Parameter '{self.name}' has storage type {self._stype!r}; call "
                               "list_data")
        return self._rows(row_id, list)

    def _rows(self, row_id: Any, ctx: Any) -> Any:
        """Return the arrays after the trainer's store has refreshed the given rows."""
        if not isinstance(row_id, NDArray):
            raise TypeError(f"row_id must be an NDArray, received {type(row_id)}")
        if not self._trainer:
            raise RuntimeError(f"rows of Parameter '{self.name}' come from its Trainer, but it has no Trainer yet")
        arrays = self._check_and_get(self._data, ctx)
        with autograd.pause():
            self._trainer._row_sparse_pull(self, arrays, row_id)
        return arrays


class Constant(Parameter):
    """A parameter that is not trained.

    Parameters
    ----------
    name : str
        Name of the parameter.
    value : array-like
        Value, an NDArray or anything that ``mx.nd.array`` takes.

    Examples
    --------
    >>> constant = mx.gluon.Constant('scale', mx.nd.array([1, 2]))
    >>> constant.initialize()
    >>> constant.data().asnumpy()
    array([1., 2.], dtype=float32)
    """

    def __init__(self, name: str, value: Any) -> None:
        if not isinstance(value, NDArray):
            value = nd.array(value)
        self.value = value

        class Init(initializer.Initializer):
            def _init_weight(self, _: Any, arr: NDArray) -> None:
                value.copyto(arr)

        self._init_name = f"Constant_{name}_{id(self)}"
        initializer.register(type(self._init_name, (Init,), {}))
        super().__init__(name, grad_req="null", shape=value.shape, dtype=value.dtype, init=self._init_name.lower())

    def __repr__(self) -> str:
        return f"Constant {self.name} (shape={self.shape}, dtype={self.dtype})"

    @property
    def grad_req(self) -> str:
        """Always 'null'. Other values are ignored with a warning.

        Examples
        --------
        >>> mx.gluon.Constant('scale', [1, 2]).grad_req
        'null'
        """
        return "null"

    @grad_req.setter
    def grad_req(self, req: str) -> None:
        if req != "null":
            warnings.warn(f"grad_req={req!r} is ignored: '{self.name}' is a constant, which has no gradient",
                          stacklevel=user_level())


def brief_names(names: Any, limit: int = 7) -> str:
    """Return the names in quotes, without the middle of a long list."""
    listed = [f"'{n}'" for n in names]
    if len(listed) > limit:
        listed = [*listed[: limit // 2], "...", *listed[-limit // 2:]]
    return ", ".join(listed)


from ._parameter_dict import ParameterDict as ParameterDict  # noqa: E402  # it uses the classes above

concise_module(__name__, but=("data",))
