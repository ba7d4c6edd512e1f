"""Symbol: a graph of operators that has not been run yet."""

from __future__ import annotations

import ctypes
import logging
import os
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from .. import attribute, util
from .. import name as _name
from .._graph import backends
from .._graph import json as graph_json
from .._graph.infer import Inference, is_known
from .._graph.inline import inlined
from .._graph.ir import Entry, Graph, Node, is_parameter
from .._graph.types import declared_types, propagate
from .._graph.upgrade import set_initializers
from .._ops.opdef import OpDef
from .._runtime import device, files, handles
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError
from ..base import NotImplementedForSymbol
from ._fluent import FluentMethods


def _without_amp_casts(graph: Graph) -> Graph:
    """The graph in which the results of casts are what was cast."""
    casts = {id(n) for n in graph.nodes if n.op is not None and n.op.form.left_out}
    if not casts:
        return graph
    made: dict[int, Node] = {}

    def of(entry: Entry) -> Entry:
        node, index = entry
        while id(node) in casts:
            node, index = node.inputs[index]
        return (made[id(node)] if node.op is not None else node), index

    for node in graph.nodes:
        if node.op is not None and id(node) not in casts:
            made[id(node)] = node.copy([of(entry) for entry in node.inputs])
    return Graph([of(entry) for entry in graph.outputs])


class Symbol(FluentMethods):
    """One or more outputs of a graph."""

    __slots__ = ("__weakref__", "_outputs")
    __array_priority__ = 1000.0

    def __init__(self, handle: Any) -> None:
        """Wrap outputs of nodes, or what a handle stands for."""
        if isinstance(handle, (ctypes.c_void_p, int)):
            handle = handles.take(handle, Symbol, self)._outputs
        self._outputs: list[Entry] = list(handle)

    @property
    def handle(self) -> ctypes.c_void_p:
        """What functions of ``mxnet.base._LIB`` know the symbol by, and `Symbol` makes another one of."""
        return handles.of(self)

    @property
    def _as_parameter_(self) -> ctypes.c_void_p:
        return handles.of(self)  # ctypes asks for it

    # Structure

    @property
    def name(self) -> str | None:
        """Name of the node, None for a group."""
        nodes = {id(n): n for n, _ in self._outputs}
        return next(iter(nodes.values())).name if len(nodes) == 1 else None

    def _graph(self) -> Graph:
        return Graph(self._outputs)

    def list_arguments(self) -> list[str]:
        """Names of all variables that are not auxiliary states."""
        return [n.name for n in self._graph().arguments()]

    def list_auxiliary_states(self) -> list[str]:
        """Names of all auxiliary states."""
        return [n.name for n in self._graph().auxiliary()]

    def list_inputs(self) -> list[str]:
        """Names of all variables."""
        return [n.name for n in self._graph().variables()]

    def list_outputs(self) -> list[str]:
        """Names of the outputs."""
        return [node.output_name(index) for node, index in self._outputs]

    @property
    def num_outputs(self) -> int:
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
            raise IndexError(f"output {index} of a symbol with {len(self._outputs)} outputs")
        return Symbol([self._outputs[index]])

    def get_internals(self) -> Symbol:
        """A group of all outputs of all nodes."""
        return Symbol([(n, i) for n in self._graph().nodes for i in range(n.visible_count)])

    def get_children(self) -> Symbol | None:
        """A group of the inputs of this node, or None for a variable."""
        entries = [e for node in dict.fromkeys(n for n, _ in self._outputs) for e in node.inputs]
        return Symbol(entries) if entries else None

    # Attributes

    def attr(self, key: str) -> str | None:
        """An attribute of the node."""
        attrs = self._outputs[0][0].attrs
        return attrs.get(key, attrs.get(f"__{key}__"))

    def list_attr(self, recursive: bool = False) -> dict[str, str]:
        """All attributes of the node."""
        if recursive:
            raise DeprecationWarning("list_attr lists the attributes of one symbol; attr_dict has those of all "
                                     "inputs, for which recursive=True once was")
        return _with_plain_keys(self._outputs[0][0].attrs)

    def attr_dict(self) -> dict[str, dict[str, str]]:
        """Attributes of all nodes by name."""
        return {n.name: _with_plain_keys(n.attrs) for n in self._graph().nodes if n.attributes or n.texts}

    def _set_attr(self, **kwargs: str) -> None:
        for key, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError("attributes of symbols are strings")
            self._outputs[0][0].set_text(f"__{key}__" if key in graph_json.HIDDEN_KEYS else key, value)

    # Composition

    def __call__(self, *args: Any, **kwargs: Any) -> Symbol:
        """A copy of this symbol in which variables are replaced by other symbols."""
        new_name = kwargs.pop("name", None)
        if args and kwargs:
            raise TypeError("compose takes its inputs by position or by name, not both")
        targets = dict(zip(self.list_arguments(), args, strict=False)) if args else kwargs
        for key, value in targets.items():
            if not isinstance(value, Symbol):
                raise TypeError(f"Compose expect `Symbol` as arguments, received {key}={value!r}")
        unknown = set(targets) - set(self.list_inputs())
        if unknown:
            raise MXNetError(f"compose: {sorted(unknown)} are no variables of this symbol: {self.list_inputs()}")
        return _composed(self, targets, new_name)

    def _gen_atomic_symbol(self) -> Symbol:
        """The operator of this symbol alone, with variables of its own as inputs."""
        node = self._outputs[0][0]
        if node.op is None:
            raise MXNetError(f"_gen_atomic_symbol: {node.name} is a variable, not an operator")
        alone = node.copy([])
        alone.attributes = {k: v for k, v in node.attributes.items() if not k.startswith("__")}
        alone.inputs = [_missing(alone, key) for key in list(node.op.input_names(node.params))[:len(node.inputs)]]
        return Symbol([(alone, i) for i in range(alone.visible_count)])

    def __copy__(self) -> Symbol:
        return _composed(self, {}, None)

    def __deepcopy__(self, memo: Any = None) -> Symbol:
        return _composed(self, {}, None)

    # Inference

    def infer_shape(self, *args: Any, **kwargs: Any) -> Any:
        """Shapes of arguments, outputs and auxiliary states, from the shapes of some arguments.

        Raises
        ------
        MXNetError
            If shapes disagree.
        """
        arguments, outputs, states = self._infer_shape(*args, **kwargs)
        if any(not is_known(s) for s in (*arguments, *outputs, *states)):
            return None, None, None
        return arguments, outputs, states

    def infer_shape_partial(self, *args: Any, **kwargs: Any) -> Any:
        """As `infer_shape`, with () and 0 (None and -1 with NumPy shapes) for what stays unknown."""
        parts = self._infer_shape(*args, **kwargs)
        if util.is_np_shape():
            return tuple([None if s is None else tuple(d or -1 for d in s) for s in part] for part in parts)
        return tuple([s or () for s in part] for part in parts)

    def _infer_shape(self, *args: Any, **kwargs: Any) -> tuple[list[Any], list[Any], list[Any]]:
        graph = self._graph()
        if args and kwargs:
            raise ValueError("infer_shape takes shapes by position or by name, not both")
        known = self._given_shapes(args, kwargs)
        # Shapes do not depend on types: a ``__dtype__`` that is none matters only where types are wanted, as in MXNet.
        types = {n.name: dtypes.to_torch("float32") for n in graph.variables() if not _says_type(n)}
        found = Inference(graph, known, types).run().shapes
        return ([found.get((n, 0)) for n in graph.arguments()], [found.get(e) for e in self._outputs],
                [found.get((n, 0)) for n in graph.auxiliary()])

    def _given_shapes(self, args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, tuple[int, ...]]:
        given = self._given("infer_shape", "InferShapeKeyword", args, kwargs)
        for key, shape in given.items():
            if not isinstance(shape, (tuple, list)):
                raise TypeError(f"infer_shape takes shapes as tuples, received {key}={shape!r}")
        return {key: tuple(int(s) for s in shape) for key, shape in given.items()}

    def infer_type(self, *args: Any, **kwargs: Any) -> Any:
        """Types of arguments, outputs and auxiliary states, from the types of some arguments."""
        if args and kwargs:
            raise ValueError("infer_type takes types by position or by name, not both")
        return self._infer_types(args, kwargs, False)

    def infer_type_partial(self, *args: Any, **kwargs: Any) -> Any:
        """As `infer_type`, with None for what stays unknown."""
        return self._infer_types(args, kwargs, True)

    def _infer_types(self, args: Sequence[Any], kwargs: dict[str, Any], partial: bool) -> Any:
        given = self._given("infer_type", "InferTypeKeyword", args, kwargs)
        return _infer_types(self._graph(), {k: dtypes.to_torch(v) for k, v in given.items()}, partial)

    def _given(self, caller: str, rule: str, args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
        """What a caller says about variables, by name; raises for more or other ones than there are."""
        if args:
            names = self.list_arguments()
            if len(args) > len(names):
                raise MXNetError(f"{caller}: received {len(args)} values by position for the {len(names)} arguments "
                                 f"{names}")
            kwargs = dict(zip(names, args, strict=False))
        given = {key: value for key, value in kwargs.items() if value is not None}
        known = self.list_inputs()
        for key in given:
            if key not in known:
                candidates = "".join(f"\n\t[{i}]{name}" for i, name in enumerate(known))
                raise MXNetError(f"{caller}: {rule} argument name {key} not found.\nCandidate arguments:{candidates}")
        return given

    # Binding

    def bind(self, ctx: Any, args: Any, args_grad: Any = None, grad_req: Any = "write", aux_states: Any = None,
             group2ctx: Any = None, shared_exec: Any = None) -> Any:
        """An `Executor` over given arrays; `shared_exec` would share memory, which is reused here without it."""
        from . import _binding

        _check_executor("bind", shared_exec)
        return _binding.bind(self, ctx, args, args_grad, grad_req, aux_states, group2ctx)

    def simple_bind(self, ctx: Any = None, grad_req: Any = "write", type_dict: Any = None, stype_dict: Any = None,
                    group2ctx: Any = None, shared_arg_names: Any = None, shared_exec: Any = None,
                    shared_buffer: Any = None, **kwargs: Any) -> Any:
        """An `Executor` over new arrays, whose shapes follow from those given as keywords."""
        from . import _binding

        _check_executor("simple_bind", shared_exec)
        return _binding.simple_bind(self, ctx, grad_req, type_dict, group2ctx, shared_exec, shared_buffer, kwargs,
                                    shared_arg_names, stype_dict=stype_dict)

    def eval(self, ctx: Any = None, **kwargs: Any) -> Any:
        """The outputs for given arrays."""
        return self.bind(ctx, kwargs, grad_req="null").forward()

    # Files

    def tojson(self, remove_amp_cast: bool = True) -> str:
        """The graph as MXNet's JSON, without the casts of mixed precision unless `remove_amp_cast` is False."""
        graph = self._graph()
        return graph_json.dumps(_without_amp_casts(graph) if remove_amp_cast else graph, util.is_np_shape())

    def save(self, fname: str, remove_amp_cast: bool = True) -> None:
        """Write `tojson` to a file."""
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
        """The graph as text."""
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

    # What only arrays can do

    def __bool__(self) -> bool:
        raise NotImplementedForSymbol(self.__bool__, "bool")

    def wait_to_read(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedForSymbol(self.wait_to_read, None)

    def asnumpy(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedForSymbol(self.asnumpy, None)

    def asscalar(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedForSymbol(self.asscalar, None)

    def copy(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedForSymbol(self.copy, None)

    def as_in_context(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedForSymbol(self.as_in_context, None)

    def detach(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedForSymbol(self.detach, None)

    def backward(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedForSymbol(self.backward, None)

    def gradient(self, wrt: Sequence[str]) -> Symbol:
        """MXNet never implemented it: bind the symbol and call ``backward`` of its executor instead."""
        raise MXNetError(f"Symbol.gradient with respect to {list(wrt)}: not implemented; bind the symbol and call "
                         "backward() of its executor")

    def get_backend_symbol(self, backend: str) -> Symbol:
        """The symbol as `backend` prefers it."""
        return Symbol(backends.apply(backend, self._graph()).outputs)

    def optimize_for(self, backend: str, args: Any = None, aux: Any = None, ctx: Any = None, shape_dict: Any = None,
                     type_dict: Any = None, stype_dict: Any = None, skip_infer: bool = False, **kwargs: Any) -> Symbol:
        """The symbol prepared for `backend`; an unknown one is reported and changes nothing, as in MXNet.

        Parameters
        ----------
        backend : str
            'default' and 'default_v2' make subgraphs, 'MKLDNN' and 'MKLDNN_QUANTIZE' change nothing.
        args, aux : dict of str to NDArray, optional
            Arrays of arguments and auxiliary states, whose shapes and types are checked first.
        ctx : Context, optional
            Checked only: the result is the same for all devices.
        shape_dict, type_dict, stype_dict : dict, optional
            Shapes, types and storage types of arguments that have no array in `args`.
        skip_infer : bool
            Do not check shapes and types.
        **kwargs
            With ``dedup_subgraph=True``, subgraphs have one input or output for all uses of an entry.
        """
        if not isinstance(backend, str):
            raise TypeError(f"optimize_for: backend must be a string, received {backend!r}")
        if ctx is not None and not isinstance(ctx, device.Context):
            raise AssertionError(f"optimize_for: ctx must be a Context, received {ctx!r}")
        for name, kind in (stype_dict or {}).items():
            if kind not in ("default", "row_sparse", "csr"):
                raise ValueError(f"optimize_for: unknown storage type {kind!r} of {name}")
        for what, given in (("args", args), ("aux", aux)):
            if given is not None and not isinstance(given, dict):
                raise TypeError(f"optimize_for: {what} must be a dict of arrays by name, received {type(given)}")
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
        """This symbol, whose operators are those of ``mx.sym``."""
        return self

    def as_np_ndarray(self) -> Symbol:
        """The same outputs with the behaviour of ``mx.np.ndarray``."""
        from .numpy import _Symbol

        return _Symbol(self._outputs)

    def split_v2(self, *args: Any, **kwargs: Any) -> Symbol:
        """As ``mx.sym.split_v2`` of this symbol."""
        from .utils import split_v2

        return split_v2(self, *args, **kwargs)

    def astype(self, dtype: Any) -> Symbol:
        """The symbol in another type."""
        return self.cast(dtype=dtype)

    def reshape(self, *args: Any, **kwargs: Any) -> Symbol:
        """The symbol in another shape."""
        single = len(args) == 1 and isinstance(args[0], int)  # which files have without parentheses
        if len(args) == 1 and isinstance(args[0], (tuple, list)):
            args = tuple(args[0])
        if args:
            kwargs["shape"] = args[0] if single else args
        return symbol_functions["reshape"](self, **kwargs)


Symbol.__module__ = "mxnet.symbol.symbol"
symbol_functions: dict[str, Any] = {}


def _with_plain_keys(attrs: dict[str, str]) -> dict[str, str]:
    shown = dict(attrs)
    for key in graph_json.HIDDEN_KEYS:
        if f"__{key}__" in attrs:
            shown[key] = attrs[f"__{key}__"]
    return shown


def _composed(symbol: Symbol, targets: dict[str, Symbol], new_name: str | None) -> Symbol:
    """Copy a graph with variables replaced; `new_name` renames the node of a single output."""
    made: dict[int, Entry] = {}
    copies: dict[int, Node] = {}
    heads = {id(n) for n, _ in symbol._outputs}
    for node in symbol._graph().nodes:
        if node.op is None and node.name in targets:
            made[id(node)] = targets[node.name]._outputs[0]
            continue
        inputs = [made[id(s)] if id(s) in made else (copies[id(s)], i) for s, i in node.inputs]
        name = new_name if new_name and id(node) in heads else node.name
        copies[id(node)] = node.copy(inputs, name)
    return Symbol([made.get(id(n)) or (copies[id(n)], i) for n, i in symbol._outputs])


def _infer_types(graph: Graph, types: dict[str, Any], partial: bool = False) -> Any:
    """Types of arguments, outputs and auxiliary states; None for each that is not known, or for all."""
    flat = inlined(graph)[0]
    try:
        found = propagate(flat, declared_types(flat, types), check=True)
    except MXNetError as error:
        raise MXNetError(f"infer_type: {error}") from error
    listed = [[found.get((n, 0)) for n in graph.arguments()], [found.get(e) for e in flat.outputs],
              [found.get((n, 0)) for n in graph.auxiliary()]]
    if not partial and any(kind is None for part in listed for kind in part):
        return None, None, None
    return tuple([None if k is None else dtypes.NUMPY_OF_TORCH[k] for k in part] for part in listed)


def compose(op: OpDef, inputs: dict[str, Symbol] | Sequence[Symbol], attrs: dict[str, str], name: str | None,
            hint: str, attr: dict[str, str] | None) -> Symbol:
    """The symbol of an operator applied to symbols; missing inputs become variables."""
    # Operators keep the text of any object, which variables refuse: programs give initializers to layers this way.
    scope = {(f"__{k}__" if k in graph_json.HIDDEN_KEYS else k): str(v)
             for k, v in attribute.current().get(attr).items()}
    name = _name.current().get(name, hint)
    hidden = {f"__{k}__": attrs.pop(k) for k in graph_json.HIDDEN_KEYS if k in attrs and k not in op.params}
    texts = {k: v for k, v in attrs.items() if is_parameter(op, k)}
    others = {k: v for k, v in attrs.items() if k not in texts}
    node = Node(op, name, op.parse(attrs), [], {**scope, **hidden, **others}, texts)
    if isinstance(inputs, dict):
        wanted = list(op.input_names(node.params))
        for key in wanted:
            given = inputs.get(key)
            if given is None and key in op.optional:
                continue
            node.inputs.append(_single(op, key, given) if given is not None else _missing(node, key))
    else:
        node.inputs = [entry for symbol in inputs for entry in symbol._outputs]
        if op.present is not None:
            node.inputs += [_missing(node, key) for key in list(op.input_names(node.params))[len(node.inputs):]]
    set_initializers(node)
    return Symbol([(node, i) for i in range(node.visible_count)])


def _single(op: OpDef, key: str, symbol: Symbol) -> Entry:
    if len(symbol._outputs) != 1:
        raise MXNetError(f"operator {op.name}: input {key} must have one output, received {len(symbol._outputs)}")
    return symbol._outputs[0]


def _missing(node: Node, key: str) -> Entry:
    # MXNet gives such variables all attributes of the node that asked for them.
    return Node(None, f"{node.name}_{key}", {}, [], node.attrs), 0


def _says_type(node: Node) -> bool:
    try:
        dtypes.of_attribute(node.name, node.attributes.get("__dtype__"))
    except MXNetError:
        return False
    return True


def _check_executor(caller: str, shared_exec: Any) -> None:
    if shared_exec is not None and not hasattr(shared_exec, "arg_dict"):
        raise AttributeError(f"{caller}: shared_exec must be an Executor, received {shared_exec!r}")


def var(name: str, attr: dict[str, str] | None = None, shape: Any = None, lr_mult: Any = None, wd_mult: Any = None,
        dtype: Any = None, init: Any = None, stype: str | None = None,
        **kwargs: Any) -> Symbol:
    """A variable: a place for data or a parameter."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a variable must be a string, received {name!r}")
    attrs = {(f"__{k}__" if k in graph_json.HIDDEN_KEYS else k): v for k, v in attribute.current().get(attr).items()}
    for key, value in attrs.items():
        if not isinstance(value, str):
            raise ValueError(f"var: attribute {key} of {name} must be a string, received {value!r}")
    if shape is not None:
        attrs["__shape__"] = str(tuple(shape) if isinstance(shape, (tuple, list)) else (shape,))
    if lr_mult is not None:
        attrs["__lr_mult__"] = str(lr_mult)
    if wd_mult is not None:
        attrs["__wd_mult__"] = str(wd_mult)
    if dtype is not None:
        attrs["__dtype__"] = str(dtypes.CODE_OF_TORCH[dtypes.to_torch(dtype)])
    if init is not None:
        attrs["__init__"] = init if isinstance(init, str) else init.dumps()
    if stype is not None:
        attrs["__storage_type__"] = str({"default": 0, "row_sparse": 1, "csr": 2}[stype])
    for key, value in kwargs.items():
        if not (key.startswith("__") and key.endswith("__")):
            raise ValueError(f"attributes of variables are named with two underscores on both sides, such as "
                             f"__{key.strip('_')}__, received {key}")
        attrs[key] = str(value)
    return Symbol([(Node(None, name, {}, [], attrs), 0)])


Variable = var


def Group(symbols: Sequence[Symbol], create_fn: Any = Symbol) -> Symbol:
    """All outputs of several symbols as one."""
    if not symbols or any(not isinstance(s, Symbol) for s in symbols):
        raise TypeError("Group takes a list of symbols")
    return create_fn([entry for s in symbols for entry in s._outputs])


def load(fname: str) -> Symbol:
    """The symbol in a JSON file."""
    try:
        text = files.read(os.fspath(fname)).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MXNetError(f"load: cannot read symbol file {fname!r}: {error}") from error
    try:
        return load_json(text)
    except MXNetError as error:
        raise MXNetError(f"load: {fname!r}: {error}") from error


def fromjson(json_str: str) -> Symbol:
    """The symbol in a JSON text."""
    if not isinstance(json_str, str):
        raise TypeError(f"fname required to be string, received {type(json_str)}")
    return Symbol(graph_json.loads(json_str).outputs)


load_json = fromjson


def is_number(value: Any) -> bool:
    """Whether an operand of a symbol is a number."""
    return isinstance(value, (int, float, np.generic))
