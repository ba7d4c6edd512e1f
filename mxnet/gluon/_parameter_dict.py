"""Dictionaries of parameters."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from typing import Any

import numpy as np

from .. import initializer
from .. import ndarray as nd
from .._runtime import dtype as dtypes
from .._runtime.device import Context
from .._runtime.tracebacks import concise, concise_module
from ..ndarray.ndarray import NDArray
from .parameter import _NAMING_HELP, Constant, Parameter, ParameterError, brief_names, clear


def _merged_shape(requested: tuple[int, ...], stored: tuple[int, ...]) -> tuple[int, ...] | None:
    """Merge two shapes of a parameter, or return None if they disagree."""
    if len(requested) != len(stored):
        return None
    if any(a != b and a > 0 and b > 0 for a, b in zip(requested, stored, strict=True)):
        return None
    return tuple(b if a in (0, -1) else a for a, b in zip(requested, stored, strict=True))


class ParameterDict:
    """Parameters by name.

    Parameters
    ----------
    prefix : str
        Put before the name of each parameter that `get` creates.
    shared : ParameterDict, optional
        Dictionary that `get` searches first, so that blocks can share parameters.

    Examples
    --------
    >>> params = mx.gluon.ParameterDict('net_')
    >>> weight = params.get('weight', shape=(2, 3))
    >>> list(params.keys())
    ['net_weight']
    """

    def __init__(self, prefix: str = "", shared: ParameterDict | None = None) -> None:
        self._prefix = prefix
        self._params: OrderedDict[str, Parameter] = OrderedDict()
        self._shared = shared

    def __repr__(self) -> str:
        name = self._prefix + " " if self._prefix else ""
        content = "\n".join("  " + repr(p).replace("\n", "\n  ") for p in self.values())
        return f"{name}(\n{content}\n)"

    @concise
    def __getitem__(self, key: str) -> Parameter:
        return self._params[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._params)

    def __len__(self) -> int:
        return len(self._params)

    def __contains__(self, key: object) -> bool:
        return key in self._params

    def items(self) -> ItemsView[str, Parameter]:
        """Return names and parameters.

        Returns
        -------
        view of tuples

        Examples
        --------
        >>> params = mx.gluon.nn.Dense(2, prefix='head_').collect_params()
        >>> [(name, parameter.shape) for name, parameter in params.items()]
        [('head_weight', (2, 0)), ('head_bias', (2,))]
        """
        return self._params.items()

    def keys(self) -> KeysView[str]:
        """Return the names.

        Returns
        -------
        view of str

        Examples
        --------
        >>> list(mx.gluon.nn.Dense(2, prefix='head_').collect_params().keys())
        ['head_weight', 'head_bias']
        """
        return self._params.keys()

    def values(self) -> ValuesView[Parameter]:
        """Return the parameters.

        Returns
        -------
        view of Parameter

        Examples
        --------
        >>> [parameter.shape for parameter in mx.gluon.nn.Dense(2).collect_params().values()]
        [(2, 0), (2,)]
        """
        return self._params.values()

    @property
    def prefix(self) -> str:
        """Prefix of the names that `get` creates.

        Examples
        --------
        >>> mx.gluon.nn.Dense(2, prefix='head_').params.prefix
        'head_'
        """
        return self._prefix

    def _find(self, name: str) -> Parameter | None:
        existing = self._params.get(name)
        if existing is None and self._shared is not None:
            existing = self._shared._params.get(name)
            if existing is not None:
                self._params[name] = existing
        return existing

    _get_impl = _find

    def get(self, name: str, **kwargs: Any) -> Parameter:
        """Return a parameter, and create it if it does not exist.

        Parameters
        ----------
        name : str
            Name without the prefix.
        **kwargs
            Arguments of `Parameter` for a new parameter. An existing one must agree with them.

        Returns
        -------
        Parameter

        Examples
        --------
        >>> params = mx.gluon.ParameterDict('net_')
        >>> weight = params.get('weight', shape=(2, 3))
        >>> weight.name, params.get('weight') is weight
        ('net_weight', True)
        """
        full = self.prefix + name
        existing = self._find(full)
        if existing is None:
            existing = self._params[full] = Parameter(full, **kwargs)
            return existing
        for key, requested in kwargs.items():
            self._reconcile(existing, key, requested)
        return existing

    @staticmethod
    def _reconcile(parameter: Parameter, key: str, requested: Any) -> None:
        stored = getattr(parameter, key, None)
        if stored is None:
            setattr(parameter, key, requested)
            return
        if key == "shape" and requested is not None:
            shape = _merged_shape((requested,) if isinstance(requested, int) else tuple(requested), stored)
            if shape is not None:
                parameter._shape = shape
                return
        elif key == "dtype" and requested is not None and dtypes.to_torch(requested) is dtypes.to_torch(stored):
            return
        if requested is not None and requested != stored:
            raise ParameterError(f"Parameter '{parameter.name}' exists with {key}={stored!r}, but {key}={requested!r} "
                                 "was requested")

    def get_constant(self, name: str, value: Any = None) -> Constant:
        """Return a constant, and create it if it does not exist.

        Parameters
        ----------
        name : str
            Name without the prefix.
        value : array-like, optional
            Value of a new constant. An existing one must have the same value.

        Returns
        -------
        Constant

        Examples
        --------
        >>> params = mx.gluon.ParameterDict('net_')
        >>> params.get_constant('scale', [1, 2]).value.asnumpy()
        array([1., 2.], dtype=float32)
        """
        full = self.prefix + name
        existing = self._find(full)
        if existing is None:
            if value is None:
                raise KeyError(f"there is no constant '{full}'; pass its value to create it")
            constant = Constant(full, value)
            self._params[full] = constant
            return constant
        if value is not None:
            if not isinstance(existing, Constant):
                raise ParameterError(f"'{full}' is a trainable Parameter, not a Constant")
            expected = value.asnumpy() if isinstance(value, NDArray) else np.asarray(value)
            if existing.shape != expected.shape or not (existing.value.asnumpy() == expected).all():
                raise ParameterError(f"Constant '{full}' already exists with a different value")
        return existing  # type: ignore[return-value]

    def update(self, other: ParameterDict) -> None:
        """Add all parameters of another dictionary.

        Parameters
        ----------
        other : ParameterDict
            Dictionary to add. Different parameters of the same name raise an error.

        Returns
        -------
        None

        Examples
        --------
        >>> params = mx.gluon.nn.Dense(2, prefix='a_').collect_params()
        >>> params.update(mx.gluon.nn.Dense(2, prefix='b_').collect_params())
        >>> list(params)
        ['a_weight', 'a_bias', 'b_weight', 'b_bias']
        """
        for key, parameter in other.items():
            if key in self._params and self._params[key] is not parameter:
                raise ParameterError(f"update: both dictionaries have a Parameter '{key}', but they are different "
                                     "objects")
        self._params.update(other.items())

    def initialize(self, init: Any = None, ctx: Any = None, verbose: bool = False,
                   force_reinit: bool = False) -> None:
        """Initialize all parameters.

        Parameters
        ----------
        init : Initializer, optional
            Initializer of parameters without their own. The default is `mxnet.initializer.Uniform`.
        ctx : Context or list of Context, optional
            Devices of the parameters. The default is the current context.
        verbose : bool
            Whether to log how each parameter is initialized.
        force_reinit : bool
            Whether to replace existing values.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.collect_params('.*weight').initialize(mx.init.One())
        >>> net.weight.data().asnumpy()
        array([[1., 1., 1.],
               [1., 1., 1.]], dtype=float32)
        """
        init = initializer.Uniform() if init is None else init
        if verbose:
            init.set_verbosity(verbose=verbose)
        for parameter in self.values():
            parameter.initialize(None, ctx, init, force_reinit=force_reinit)

    def zero_grad(self) -> None:
        """Set all gradients to zero.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.initialize()
        >>> net.collect_params().zero_grad()
        >>> net.bias.grad().asnumpy()
        array([0., 0.], dtype=float32)
        """
        for parameter in self.values():
            if parameter.grad_req != "null" and parameter._grad is not None:
                clear(parameter.list_grad())

    def reset_ctx(self, ctx: Any) -> None:
        """Move all parameters to other devices.

        Parameters
        ----------
        ctx : Context or list of Context
            New devices.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.initialize()
        >>> net.collect_params().reset_ctx(mx.cpu(1))
        >>> net.weight.list_ctx()
        [cpu(1)]
        """
        for parameter in self.values():
            parameter.reset_ctx(ctx)

    def list_ctx(self) -> list[Context]:
        """Return all devices that hold a parameter.

        Returns
        -------
        list of Context

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
        >>> net.collect_params().list_ctx()
        [cpu(0), cpu(1)]
        """
        return list(dict.fromkeys(c for p in self.values() for c in p.list_ctx()))

    def setattr(self, name: str, value: Any) -> None:
        """Set an attribute of all parameters.

        Parameters
        ----------
        name : str
            Attribute, such as ``'lr_mult'`` or ``'grad_req'``.
        value
            Its value.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2)
        >>> net.collect_params().setattr('grad_req', 'null')
        >>> net.weight.grad_req
        'null'
        """
        for parameter in self.values():
            setattr(parameter, name, value)

    def save(self, filename: str, strip_prefix: str = "") -> None:
        """Write all parameters to a file.

        Parameters
        ----------
        filename : str
            Path of the file.
        strip_prefix : str
            Prefix to remove from all names.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3, prefix='head_')
        >>> net.initialize()
        >>> net.collect_params().save('head.params', strip_prefix='head_')
        >>> sorted(mx.nd.load('head.params'))
        ['bias', 'weight']
        """
        arrays = {}
        for parameter in self.values():
            if not parameter.name.startswith(strip_prefix):
                raise ValueError(f"save: the name of Parameter '{parameter.name}' does not start with the prefix "
                                 f"'{strip_prefix}' to strip. Check whether it is shared with another block, or "
                                 "whether its block was created outside name_scope().")
            arrays[parameter.name[len(strip_prefix):]] = parameter._reduce()
        nd.save(filename, arrays)

    def load(self, filename: str, ctx: Any = None, allow_missing: bool = False, ignore_extra: bool = False,
             restore_prefix: str = "", cast_dtype: bool = False, dtype_source: str = "current") -> None:
        """Read parameters from a file.

        Parameters
        ----------
        filename : str
            Path of the file.
        ctx : Context or list of Context, optional
            Devices for parameters that are not initialized. The default is the current context.
        allow_missing : bool
            Whether parameters that the file lacks keep their values. Otherwise they raise an error.
        ignore_extra : bool
            Whether to ignore arrays of the file without a parameter. Otherwise they raise an error.
        restore_prefix : str
            Prefix to add to the names in the file.
        cast_dtype : bool
            Whether to convert between the dtypes of the file and of the parameters. Otherwise different dtypes raise an
            error.
        dtype_source : {'current', 'saved'}
            Where the dtype after a conversion comes from: the parameter or the file.

        Returns
        -------
        None

        Examples
        --------
        >>> mx.nd.save('head.params', {'weight': mx.nd.ones((2, 3)), 'bias': mx.nd.zeros(2)})
        >>> net = mx.gluon.nn.Dense(2, prefix='head_')
        >>> net.collect_params().load('head.params', restore_prefix='head_')
        >>> net(mx.nd.ones((1, 3))).asnumpy()
        array([[3., 3.]], dtype=float32)
        """
        for name in self.keys() if restore_prefix else ():
            if not name.startswith(restore_prefix):
                raise ParameterError(f"load: Parameter '{name}' does not start with restore_prefix "
                                     f"'{restore_prefix}'")
        self.load_dict(nd.load(filename), ctx, allow_missing, ignore_extra, restore_prefix, filename, cast_dtype,
                       dtype_source)

    def load_dict(self, param_dict: Any, ctx: Any = None, allow_missing: bool = False, ignore_extra: bool = False,
                  restore_prefix: str = "", filename: str | None = None, cast_dtype: bool = False,
                  dtype_source: str = "current") -> None:
        """Set parameters from a dictionary of arrays.

        Parameters
        ----------
        param_dict : dict of str to NDArray
            Arrays by name. The prefixes ``arg:`` and ``aux:`` of names are removed.
        ctx, allow_missing, ignore_extra, restore_prefix
            See `load`.
        filename : str, optional
            Name of the file in messages.
        cast_dtype, dtype_source
            See `load`.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, prefix='head_')
        >>> net.collect_params().load_dict({'head_weight': mx.nd.ones((2, 3)), 'head_bias': mx.nd.zeros(2)})
        >>> net(mx.nd.ones((1, 3))).asnumpy()
        array([[3., 3.]], dtype=float32)
        """
        pairs = param_dict.items() if isinstance(param_dict, dict) else param_dict
        in_file = {re.sub(r"^(arg|aux):", "", k): v for k, v in pairs}
        arrays = {restore_prefix + name: array for name, array in in_file.items()}
        source = f"file: {filename}" if filename else "param_dict"
        if not allow_missing:
            for name in self.keys():
                if name not in arrays:
                    raise ParameterError(f"Parameter '{name.removeprefix(restore_prefix)}' is missing in {source}, "
                                         f"which has {brief_names(in_file)}. {_NAMING_HELP}")
        for name, array in arrays.items():
            if name in self._params:
                self[name]._load_init(array, ctx, cast_dtype=cast_dtype, dtype_source=dtype_source)
            elif not ignore_extra:
                raise ParameterError(f"{source} has a parameter '{name.removeprefix(restore_prefix)}', but the network "
                                     f"only has {brief_names(self._params)}; pass ignore_extra=True to ignore it. "
                                     f"{_NAMING_HELP}")


ParameterDict.__module__ = "mxnet.gluon.parameter"


concise_module(__name__)
