"""Symbol: a graph of operators that has not been run."""

from __future__ import annotations

import ctypes
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mxnet_records import files

from .. import util
from .._graph import backends
from .._graph import json as graph_json
from .._graph.copies import composed, without_amp_casts
from .._graph.infer import Inference, is_known
from .._graph.ir import Entry, Graph, Node, Variable
from .._ops.opdef import ShapeLike
from .._runtime import device, handles
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError
from .._runtime.tracebacks import concise_module, shorten
from ..base import NotImplementedForSymbol
from . import _inference
from ._fluent import FluentMethods


def _only_for_arrays(name: str) -> Callable[..., Any]:
    """Return a method that raises, because only arrays support it."""

    def raise_error(self: Symbol, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedForSymbol(raise_error, None)

    raise_error.__name__, raise_error.__qualname__ = name, f"Symbol.{name}"
    raise_error.__doc__ = _ONLY_FOR_ARRAYS.format(name=name)
    return raise_error


_ONLY_FOR_ARRAYS = """Raise an error, because only arrays have this method. Compute them with `eval`.

Parameters
----------
*args, **kwargs
    Ignored.

Returns
-------
None
    The method never returns.

Examples
--------
>>> mx.sym.var('x').{name}()
Traceback (most recent call last):
    ...
mxnet.base.NotImplementedForSymbol: {name} is not implemented for Symbol; use an NDArray
"""


class Symbol(FluentMethods):
    """One or more outputs of a graph.

    Parameters
    ----------
    handle
        Internal data; create symbols with `Variable` and operators.

    Examples
    --------
    >>> x = mx.sym.Variable('x')
    >>> y = 2 * x + 1
    >>> y.list_arguments()
    ['x']
    >>> y.eval(x=mx.nd.array([1, 2]))[0].asnumpy()
    array([3., 5.], dtype=float32)
    """

    __slots__ = ("__weakref__", "_outputs")
    __array_priority__ = 1000.0

    def __init__(self, handle: Any) -> None:
        """Wrap outputs of nodes, or a handle."""
        if isinstance(handle, (ctypes.c_void_p, int)):
            handle = handles.take(handle, Symbol, self)._outputs
        self._outputs: list[Entry] = list(handle)

    @property
    def handle(self) -> ctypes.c_void_p:
        """Handle of the symbol for the functions of ``mxnet.base._LIB``. `Symbol` accepts it.

        Examples
        --------
        >>> x = mx.sym.var('x')
        >>> mx.sym.Symbol(x.handle).name
        'x'
        """
        return handles.of(self)

    @property
    def _as_parameter_(self) -> ctypes.c_void_p:
        return handles.of(self)  # used by ctypes

    # Structure

    @property
    def name(self) -> str | None:
        """Name of the node, or None for a group.

        Examples
        --------
        >>> mx.sym.exp(mx.sym.var('x'), name='result').name
        'result'
        """
        nodes = {id(n): n for n, _ in self._outputs}
        return next(iter(nodes.values())).name if len(nodes) == 1 else None

    def _graph(self) -> Graph:
        return Graph(self._outputs)

    def list_arguments(self) -> list[str]:
        """Return the names of all variables that are not auxiliary states.

        Returns
        -------
        list of str

        Examples
        --------
        >>> mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=2, name='head').list_arguments()
        ['x', 'head_weight', 'head_bias']
        """
        return [n.name for n in self._graph().arguments()]

    def list_auxiliary_states(self) -> list[str]:
        """Return the names of all auxiliary states.

        Returns
        -------
        list of str

        Examples
        --------
        >>> mx.sym.BatchNorm(mx.sym.var('x'), name='norm').list_auxiliary_states()
        ['norm_moving_mean', 'norm_moving_var']
        """
        return [n.name for n in self._graph().auxiliary()]

    def list_inputs(self) -> list[str]:
        """Return the names of all variables, including auxiliary states.

        Returns
        -------
        list of str

        Examples
        --------
        >>> mx.sym.BatchNorm(mx.sym.var('x'), name='norm').list_inputs()
        ['x', 'norm_gamma', 'norm_beta', 'norm_moving_mean', 'norm_moving_var']
        """
        return [n.name for n in self._graph().variables()]

    def list_outputs(self) -> list[str]:
        """Return the names of the outputs.

        Returns
        -------
        list of str

        Examples
        --------
        >>> mx.sym.split(mx.sym.var('x'), num_outputs=2, name='part').list_outputs()
        ['part_output0', 'part_output1']
        """
        return [node.output_name(index) for node, index in self._outputs]

    @property
    def num_outputs(self) -> int:
        """Number of outputs.

        Examples
        --------
        >>> mx.sym.split(mx.sym.var('x'), num_outputs=2).num_outputs
        2
        """
        return len(self._outputs)

    def __len__(self) -> int:
        return len(self._outputs)

    def __iter__(self) -> Iterator[Symbol]:
        return (self[i] for i in range(len(self._outputs)))

    def __getitem__(self, index: Any) -> Symbol:
        if isinstance(index, str):
            matches = [i for i, n in enumerate(self.list_outputs()) if n == index]
            if len(matches) != 1:
                raise ValueError(f"There are {len(matches)} outputs with name '{index}'; "
                                 f"outputs: {self.list_outputs()}")
            index = matches[0]
        if isinstance(index, slice):
            return Symbol(self._outputs[index])
        if not -len(self._outputs) <= index < len(self._outputs):
            raise IndexError(f"output {index} is out of range for a symbol with {len(self._outputs)} outputs")
        return Symbol([self._outputs[index]])

    def get_internals(self) -> Symbol:
        """Return a group of all outputs of all nodes.

        Returns
        -------
        Symbol

        Examples
        --------
        >>> y = mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=2, name='head')
        >>> y.get_internals().list_outputs()
        ['x', 'head_weight', 'head_bias', 'head_output']
        >>> y.get_internals()['head_output'].name
        'head'
        """
        return Symbol([(n, i) for n in self._graph().nodes for i in range(n.visible_count)])

    def get_children(self) -> Symbol | None:
        """Return a group of the inputs of this node.

        Returns
        -------
        Symbol or None
            None for a variable.

        Examples
        --------
        >>> y = mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=2, name='head')
        >>> y.get_children().list_outputs()
        ['x', 'head_weight', 'head_bias']
        """
        entries = [e for node in dict.fromkeys(n for n, _ in self._outputs) for e in node.inputs]
        return Symbol(entries) if entries else None

    # Attributes

    def attr(self, key: str) -> str | None:
        """Return an attribute of the node.

        Parameters
        ----------
        key : str
            Name of the attribute or of a parameter of the operator.

        Returns
        -------
        str or None
            None if there is no such attribute.

        Examples
        --------
        >>> mx.sym.var('x', lr_mult=2).attr('lr_mult')
        '2'
        """
        attrs = self._outputs[0][0].attrs
        return attrs.get(key, attrs.get(f"__{key}__"))

    def list_attr(self, recursive: bool = False) -> dict[str, str]:
        """Return all attributes of the node.

        Parameters
        ----------
        recursive : bool
            Not supported. Call `attr_dict` for the attributes of all nodes.

        Returns
        -------
        dict of str to str

        Examples
        --------
        >>> mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=2).list_attr()
        {'num_hidden': '2'}
        """
        if recursive:
            raise DeprecationWarning("list_attr does not support recursive=True; call attr_dict for the attributes of "
                                     "all inputs")
        return _with_plain_keys(self._outputs[0][0].attrs)

    def attr_dict(self) -> dict[str, dict[str, str]]:
        """Return the attributes of all nodes by name. Nodes without attributes are left out.

        Returns
        -------
        dict of str to dict

        Examples
        --------
        >>> x = mx.sym.var('x')
        >>> mx.sym.FullyConnected(x, num_hidden=2, no_bias=True, name='head').attr_dict()
        {'head_weight': {'num_hidden': '2', 'no_bias': 'True'}, 'head': {'num_hidden': '2', 'no_bias': 'True'}}
        """
        return {n.name: _with_plain_keys(n.attrs) for n in self._graph().nodes if n.attributes or n.texts}

    def _set_attr(self, **kwargs: str) -> None:
        for key, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError("attributes of symbols must be strings")
            self._outputs[0][0].set_text(f"__{key}__" if key in graph_json.HIDDEN_KEYS else key, value)

    # Composition

    def __call__(self, *args: Any, **kwargs: Any) -> Symbol:
        """Return a copy of this symbol with variables replaced by other symbols.

        Parameters
        ----------
        *args : Symbol
            New symbols with one output, in the order of ``list_arguments()``. Remaining variables are kept.
        **kwargs : Symbol
            New symbols by the names of the variables they replace, and optionally ``name``, the name of the result.

        Returns
        -------
        Symbol
            The copy.

        Examples
        --------
        >>> double = mx.sym.var('x') * 2
        >>> double(x=mx.sym.var('a') + mx.sym.var('b')).list_arguments()
        ['a', 'b']
        """
        try:
            new_name = kwargs.pop("name", None)
            if args and kwargs:
                raise TypeError("compose takes inputs either by position or by name, not both")
            targets = dict(zip(self.list_arguments(), args, strict=False)) if args else kwargs
            for key, value in targets.items():
                if not isinstance(value, Symbol):
                    raise TypeError(f"Compose expect `Symbol` as arguments, received {key}={value!r}")
            unknown = set(targets) - set(self.list_inputs())
            if unknown:
                raise MXNetError(f"compose: {sorted(unknown)} are not variables of this symbol, which has "
                                 f"{self.list_inputs()}")
            for key, value in targets.items():
                if len(value._outputs) != 1:
                    raise MXNetError(f"compose: {key} must be a symbol with one output, received {len(value._outputs)}")
            return Symbol(composed(self._graph(), {k: v._outputs[0] for k, v in targets.items()}, new_name).outputs)
        except Exception as error:
            shorten(error)
            raise

    def _gen_atomic_symbol(self) -> Symbol:
        """Return a symbol with only this operator and new variables as inputs."""
        node = self._outputs[0][0]
        if isinstance(node, Variable):
            raise MXNetError(f"_gen_atomic_symbol: {node.name} is a variable, not an operator")
        alone = node.copy([])
        alone.attributes = {k: v for k, v in node.attributes.items() if not k.startswith("__")}
        alone.inputs = [missing_input(alone, key) for key in list(node.op.input_names(node.params))[:len(node.inputs)]]
        return Symbol([(alone, i) for i in range(alone.visible_count)])

    def __copy__(self) -> Symbol:
        return Symbol(composed(self._graph(), {}).outputs)

    def __deepcopy__(self, memo: Any = None) -> Symbol:
        return self.__copy__()

    # Inference

    def infer_shape(self, *args: Any, **kwargs: Any) -> Any:
        """Infer the shapes of arguments, outputs and auxiliary states from the shapes of some arguments.

        Parameters
        ----------
        *args : tuple of int
            Shapes of the arguments in their order. None stands for an unknown shape.
        **kwargs : tuple of int
            Shapes of arguments by name, in place of `args`.

        Returns
        -------
        tuple of three lists
            Shapes of arguments, outputs and auxiliary states. All three are None if a shape remains unknown.

        Raises
        ------
        MXNetError
            If shapes disagree.

        Examples
        --------
        >>> y = mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=2)
        >>> y.infer_shape(x=(4, 3))
        ([(4, 3), (2, 3), (2,)], [(4, 2)], [])
        """
        parts = self._infer_shape(args, kwargs)
        return parts if all(is_known(shape) for part in parts for shape in part) else (None, None, None)

    def infer_shape_partial(self, *args: Any, **kwargs: Any) -> Any:
        """Infer shapes as `infer_shape` does, but return what is known.

        Parameters
        ----------
        *args, **kwargs : tuple of int
            See `infer_shape`.

        Returns
        -------
        tuple of three lists
            Shapes of arguments, outputs and auxiliary states. Unknown shapes are () and unknown sizes are 0, or None
            and -1 with NumPy shapes.

        Examples
        --------
        >>> y = mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=2) + mx.sym.var('z')
        >>> y.infer_shape_partial(x=(4, 0))
        ([(4, 0), (2, 0), (2,), (4, 2)], [(4, 2)], [])
        """
        parts = self._infer_shape(args, kwargs)
        if util.is_np_shape():
            return tuple([None if s is None else tuple(d or -1 for d in s) for s in part] for part in parts)
        return tuple([s or () for s in part] for part in parts)

    def _infer_shape(self, args: Sequence[Any], kwargs: dict[str, Any]) -> _inference.Listed:
        return _inference.shapes(self._graph(), self._given_shapes(args, kwargs))

    def _given_shapes(self, args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, ShapeLike]:
        return _inference.given_shapes(self._graph(), args, kwargs)

    def infer_type(self, *args: Any, **kwargs: Any) -> Any:
        """Infer the dtypes of arguments, outputs and auxiliary states from the dtypes of some arguments.

        Parameters
        ----------
        *args : str or numpy.dtype
            Dtypes of the arguments in their order. None stands for an unknown dtype.
        **kwargs : str or numpy.dtype
            Dtypes of arguments by name, in place of `args`.

        Returns
        -------
        tuple of three lists
            Dtypes of arguments, outputs and auxiliary states. All three are None if a dtype remains unknown.

        Examples
        --------
        >>> arguments, outputs, states = mx.sym.exp(mx.sym.var('x')).infer_type(x='float16')
        >>> outputs
        [<class 'numpy.float16'>]
        """
        return self._infer_type(args, kwargs, False)

    def infer_type_partial(self, *args: Any, **kwargs: Any) -> Any:
        """Infer dtypes as `infer_type` does, but return None for those that are unknown.

        Parameters
        ----------
        *args, **kwargs : str or numpy.dtype
            See `infer_type`.

        Returns
        -------
        tuple of three lists
            Dtypes of arguments, outputs and auxiliary states.

        Examples
        --------
        >>> mx.sym.exp(mx.sym.var('x')).infer_type_partial()
        ([None], [None], [])
        """
        return self._infer_type(args, kwargs, True)

    def _infer_type(self, args: Sequence[Any], kwargs: dict[str, Any], partial: bool) -> Any:
        graph = self._graph()
        types = _inference.match_arguments("infer_type", "InferTypeKeyword", graph, args, kwargs)
        return _inference.types(graph, types, partial)

    # Binding

    def bind(self, ctx: Any, args: Any, args_grad: Any = None, grad_req: Any = "write", aux_states: Any = None,
             group2ctx: Any = None, shared_exec: Any = None) -> Any:
        """Create an executor with the given arrays.

        Parameters
        ----------
        ctx : Context or None
            Device of the computation. None stands for the current context.
        args : list or dict of NDArray
            Arguments, in their order or by name.
        args_grad : list or dict of NDArray, optional
            Arrays that receive the gradients, in the order of the arguments or by name.
        grad_req : str, list or dict of str
            ``'write'``, ``'add'`` or ``'null'``: for all arguments, in their order, or by name. A dict may leave out
            arguments without a gradient.
        aux_states : list or dict of NDArray, optional
            Auxiliary states, in their order or by name.
        group2ctx : dict of str to Context, optional
            Devices of nodes by the value of their attribute ``ctx_group``.
        shared_exec : Executor, optional
            Accepted for compatibility. Memory is reused without it.

        Returns
        -------
        Executor

        Examples
        --------
        >>> x = mx.sym.var('x')
        >>> executor = (x * x).bind(mx.cpu(), {'x': mx.nd.array([1, 2])})
        >>> executor.forward()[0].asnumpy()
        array([1., 4.], dtype=float32)
        """
        from . import _binding

        _check_executor("bind", shared_exec)
        return _binding.bind(self, ctx, args, args_grad, grad_req, aux_states, group2ctx)

    def simple_bind(self, ctx: Any = None, grad_req: Any = "write", type_dict: Any = None, stype_dict: Any = None,
                    group2ctx: Any = None, shared_arg_names: Any = None, shared_exec: Any = None,
                    shared_buffer: Any = None, **kwargs: Any) -> Any:
        """Create an executor with new arrays.

        Parameters
        ----------
        ctx : Context, optional
            Device of the computation. The default is the current context.
        grad_req : str, list or dict of str
            ``'write'``, ``'add'`` or ``'null'``: for all arguments, in their order, or by name.
        type_dict : dict of str to dtype, optional
            Dtypes of arguments by name. Other dtypes are inferred.
        stype_dict : dict of str to str, optional
            Storage types of arguments by name.
        group2ctx : dict of str to Context, optional
            Devices of nodes by the value of their attribute ``ctx_group``.
        shared_arg_names : list of str, optional
            Arguments whose arrays are taken from `shared_exec`. By default these are all arguments of the same shape
            and dtype.
        shared_exec : Executor, optional
            Executor whose arrays are reused.
        shared_buffer : dict of str to NDArray, optional
            Arrays to reuse if they are large enough. New arrays are added to it.
        **kwargs : tuple of int
            Shapes of arguments by name. Other shapes are inferred.

        Returns
        -------
        Executor

        Examples
        --------
        >>> y = mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=2, name='head')
        >>> executor = y.simple_bind(mx.cpu(), x=(4, 3))
        >>> {name: array.shape for name, array in executor.arg_dict.items()}
        {'x': (4, 3), 'head_weight': (2, 3), 'head_bias': (2,)}
        """
        from . import _binding

        _check_executor("simple_bind", shared_exec)
        return _binding.simple_bind(self, ctx, grad_req, type_dict, group2ctx, shared_exec, shared_buffer, kwargs,
                                    shared_arg_names, stype_dict=stype_dict)

    def eval(self, ctx: Any = None, **kwargs: Any) -> Any:
        """Compute the outputs.

        Parameters
        ----------
        ctx : Context, optional
            Device of the computation. The default is the current context.
        **kwargs : NDArray
            Arguments by name.

        Returns
        -------
        list of NDArray

        Examples
        --------
        >>> x = mx.sym.var('x')
        >>> (x * x).eval(x=mx.nd.array([1, 2]))[0].asnumpy()
        array([1., 4.], dtype=float32)
        """
        return self.bind(ctx, kwargs, grad_req="null").forward()

    # Files

    def tojson(self, remove_amp_cast: bool = True) -> str:
        """Return the graph as JSON, in the format of MXNet.

        Parameters
        ----------
        remove_amp_cast : bool
            Whether to leave out casts of mixed precision.

        Returns
        -------
        str

        Examples
        --------
        >>> text = mx.sym.exp(mx.sym.var('x'), name='result').tojson()
        >>> mx.sym.load_json(text).list_outputs()
        ['result_output']
        """
        graph = self._graph()
        return graph_json.dumps(without_amp_casts(graph) if remove_amp_cast else graph, util.is_np_shape())

    def save(self, fname: str, remove_amp_cast: bool = True) -> None:
        """Write the graph to a JSON file, in the format of MXNet.

        Parameters
        ----------
        fname : str
            Path of the file.
        remove_amp_cast : bool
            Whether to leave out casts of mixed precision.

        Returns
        -------
        None

        Examples
        --------
        >>> mx.sym.exp(mx.sym.var('x'), name='result').save('result-symbol.json')
        >>> mx.sym.load('result-symbol.json').list_outputs()
        ['result_output']
        """
        try:
            with files.write(os.fspath(fname)) as file:
                file.write(self.tojson(remove_amp_cast).encode())
        except OSError as error:
            raise MXNetError(f"save: cannot write {fname!r}: {error.strerror or error}") from error

    def __getstate__(self) -> dict[str, Any]:
        return {"handle": self.tojson()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._outputs = graph_json.loads(state["handle"]).outputs if state["handle"] is not None else []

    def __reduce__(self) -> Any:
        return Symbol, ([],), self.__getstate__()

    def debug_str(self) -> str:
        """Return a text description of the graph.

        Returns
        -------
        str

        Examples
        --------
        >>> print(mx.sym.exp(mx.sym.var('x'), name='result').debug_str())
        %x = variable()
        %result = exp(%x)
        return %result
        """
        return str(self._graph())

    def __repr__(self) -> str:
        if self.name is None:
            return f"<{type(self).__name__} group [{', '.join(str(s.name) for s in self)}]>"
        return f"<{type(self).__name__} {self.name}>"

    def __hash__(self) -> int:
        return id(self)

    def __neg__(self) -> Symbol:
        return self * -1.0

    def __abs__(self) -> Symbol:
        return symbol_functions["abs"](self)

    # Operations of arrays that symbols do not support

    def __bool__(self) -> bool:
        raise NotImplementedForSymbol(self.__bool__, "bool")

    wait_to_read = _only_for_arrays("wait_to_read")
    asnumpy = _only_for_arrays("asnumpy")
    asscalar = _only_for_arrays("asscalar")
    copy = _only_for_arrays("copy")
    as_in_context = _only_for_arrays("as_in_context")
    detach = _only_for_arrays("detach")
    backward = _only_for_arrays("backward")

    def gradient(self, wrt: Sequence[str]) -> Symbol:
        """Raise an error, because MXNet does not implement it. Call ``backward`` of an executor instead.

        Parameters
        ----------
        wrt : list of str
            Names of arguments.

        Returns
        -------
        Symbol
            The method never returns.

        Examples
        --------
        >>> mx.sym.var('x').gradient(['x'])  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        mxnet.base.MXNetError: Symbol.gradient with respect to ['x']: not implemented; ...
        """
        raise MXNetError(f"Symbol.gradient with respect to {list(wrt)}: not implemented; bind the symbol and call "
                         "backward() of its executor")

    def get_backend_symbol(self, backend: str) -> Symbol:
        """Return the symbol optimized for a backend.

        Parameters
        ----------
        backend : str
            Name of a backend; see `optimize_for`. Unknown names raise an error.

        Returns
        -------
        Symbol

        Examples
        --------
        >>> y = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=2), act_type='relu')
        >>> len(y.get_internals()), len(y.get_backend_symbol('MKLDNN').get_internals())
        (5, 4)
        """
        return Symbol(backends.apply(backend, self._graph()).outputs)

    def optimize_for(self, backend: str, args: Any = None, aux: Any = None, ctx: Any = None, shape_dict: Any = None,
                     type_dict: Any = None, stype_dict: Any = None, skip_infer: bool = False, **kwargs: Any) -> Symbol:
        """Return the symbol optimized for `backend`. As in MXNet, an unknown backend is logged and has no effect.

        Parameters
        ----------
        backend : str
            'default' and 'default_v2' create subgraphs. 'MKLDNN' and 'MKLDNN_QUANTIZE' fuse layers for
            prediction, the latter those that exist for 8 bits.
        args, aux : dict of str to NDArray, optional
            Arrays of arguments and auxiliary states. Their shapes and dtypes are checked first.
        ctx : Context, optional
            Only checked. The result is the same for all devices.
        shape_dict, type_dict, stype_dict : dict, optional
            Shapes, dtypes and storage types of arguments without an array in `args`.
        skip_infer : bool
            Skip the check of shapes and dtypes.
        **kwargs
            With ``dedup_subgraph=True``, subgraphs have one input or output for all uses of an entry.

        Returns
        -------
        Symbol

        Examples
        --------
        >>> y = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=2), act_type='relu')
        >>> len(y.get_internals()), len(y.optimize_for('MKLDNN').get_internals())
        (5, 4)
        """
        if not isinstance(backend, str):
            raise TypeError(f"optimize_for: backend must be a string, received {backend!r}")
        if ctx is not None and not isinstance(ctx, device.Context):
            raise AssertionError(f"optimize_for: ctx must be a Context, received {ctx!r}")
        for name, stype in (stype_dict or {}).items():
            if stype not in ("default", "row_sparse", "csr"):
                raise ValueError(f"optimize_for: unknown storage type {stype!r} of {name}")
        for argument, value in (("args", args), ("aux", aux)):
            if value is not None and not isinstance(value, dict):
                raise TypeError(f"optimize_for: {argument} must be a dict of arrays by name, received {type(value)}")
        if not backends.is_known(backend):
            logging.warning("Error optimizing for backend '%s' cannot be found", backend)
            return Symbol(self._outputs)
        if (args or aux) and not skip_infer:
            arrays = {**(args or {}), **(aux or {})}
            shapes = {**(shape_dict or {}), **{k: a.shape for k, a in arrays.items()}}
            types = {**(type_dict or {}), **{k: a.dtype for k, a in arrays.items()}}
            Inference(self._graph(), shapes, {k: dtypes.to_torch(v) for k, v in types.items()}).run()
        merge_equal = str(kwargs.get("dedup_subgraph")) == "True"
        return Symbol(backends.apply(backend, self._graph(), merge_equal).outputs)

    def as_nd_ndarray(self) -> Symbol:
        """Return this symbol, which has the operators of ``mx.sym``.

        Returns
        -------
        Symbol

        Examples
        --------
        >>> x = mx.sym.var('x')
        >>> x.as_nd_ndarray() is x
        True
        """
        return self

    def as_np_ndarray(self) -> Symbol:
        """Return a symbol with the same outputs and the behavior of ``mx.np.ndarray``.

        Returns
        -------
        Symbol

        Examples
        --------
        >>> x = mx.sym.var('x')
        >>> x.as_np_ndarray().as_nd_ndarray().name
        'x'
        """
        from ._numpy_symbol import _Symbol

        return _Symbol(self._outputs)

    def split_v2(self, *args: Any, **kwargs: Any) -> Symbol:
        """Split this symbol along an axis.

        Parameters
        ----------
        *args, **kwargs
            Arguments of `mxnet.symbol.split_v2` after the symbol.

        Returns
        -------
        Symbol
            Symbol with one output for each part.

        Examples
        --------
        >>> len(mx.sym.var('x').split_v2(3))
        3
        """
        from .utils import split_v2

        return split_v2(self, *args, **kwargs)

    def astype(self, dtype: Any) -> Symbol:
        """Cast to another dtype.

        Parameters
        ----------
        dtype : str or numpy.dtype
            New dtype.

        Returns
        -------
        Symbol

        Examples
        --------
        >>> mx.sym.var('x').astype('int32').eval(x=mx.nd.array([1.7, 2.2]))[0].asnumpy()
        array([1, 2], dtype=int32)
        """
        return self.cast(dtype=dtype)

    def reshape(self, *args: Any, **kwargs: Any) -> Symbol:
        """Return the symbol in another shape.

        Parameters
        ----------
        *args, **kwargs
            Arguments of `mxnet.symbol.reshape` after the symbol.

        Returns
        -------
        Symbol

        Examples
        --------
        >>> mx.sym.var('x').reshape((2, -1)).infer_shape(x=(3, 4))[1]
        [(2, 6)]
        """
        return symbol_functions["reshape"](self, *args, **kwargs)


Symbol.__module__ = "mxnet.symbol.symbol"
symbol_functions: dict[str, Any] = {}


def _with_plain_keys(attrs: dict[str, str]) -> dict[str, str]:
    shown = dict(attrs)
    for key in graph_json.HIDDEN_KEYS:
        if f"__{key}__" in attrs:
            shown[key] = attrs[f"__{key}__"]
    return shown


def _check_executor(caller: str, shared_exec: Any) -> None:
    if shared_exec is not None and not hasattr(shared_exec, "arg_dict"):
        raise AttributeError(f"{caller}: shared_exec must be an Executor, received {shared_exec!r}")


def missing_input(node: Node, key: str) -> Entry:
    """Create the variable of a missing input. As in MXNet, it has all attributes of the node."""
    return Variable(f"{node.name}_{key}", node.attrs), 0


concise_module(__name__)
