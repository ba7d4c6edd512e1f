"""Functions that create symbols: variables, groups, operator calls, and symbols from files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet_records import files

from .. import attribute
from .. import name as _name
from .._frontend.symbolic import attribute_text
from .._graph import json as graph_json
from .._graph.ir import Entry, Operation, is_parameter
from .._graph.ir import Variable as VariableNode
from .._graph.upgrade import set_initializers
from .._ops.opdef import OpDef
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError
from .._runtime.tracebacks import concise_module
from ._symbol import Symbol, missing_input


def var(name: str, attr: dict[str, str] | None = None, shape: Any = None, lr_mult: Any = None, wd_mult: Any = None,
        dtype: Any = None, init: Any = None, stype: str | None = None,
        **kwargs: Any) -> Symbol:
    """Create a variable for data or a parameter.

    Parameters
    ----------
    name : str
        Name of the variable.
    attr : dict[str, str] or None, default None
        Attributes of the variable.
    shape : default None
        Shape, if known.
    lr_mult : default None
        Factor of the learning rate.
    wd_mult : default None
        Factor of the weight decay.
    dtype : default None
        Dtype, if known.
    init : default None
        Initializer.
    stype : str or None, default None
        Storage type.
    **kwargs
        Further attributes.

    Returns
    -------
    Symbol

    Examples
    --------
    >>> x = mx.sym.var('x')
    >>> x.name
    'x'
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a variable must be a string, received {name!r}")
    attrs = {(f"__{k}__" if k in graph_json.HIDDEN_KEYS else k): v for k, v in attribute.current().get(attr).items()}
    for key, value in attrs.items():
        if not isinstance(value, str):
            raise ValueError(f"var: attribute {key} of {name} must be a string, received {value!r}")
    if shape is not None:
        attrs["__shape__"] = attribute_text("shape", shape)
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
            raise ValueError(f"attribute names of variables need two leading and trailing underscores, such as "
                             f"__{key.strip('_')}__, received {key}")
        attrs[key] = str(value)
    return Symbol([(VariableNode(name, attrs), 0)])


Variable = var


def Group(symbols: Sequence[Symbol], create_fn: Any = Symbol) -> Symbol:
    """Combine all outputs of several symbols."""
    if not symbols or any(not isinstance(s, Symbol) for s in symbols):
        raise TypeError("Group takes a list of symbols")
    return create_fn([entry for s in symbols for entry in s._outputs])


def load(fname: str) -> Symbol:
    """Load a symbol from a JSON file."""
    try:
        text = files.read(os.fspath(fname)).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MXNetError(f"load: cannot read symbol file {fname!r}: {error}") from error
    try:
        return load_json(text)
    except MXNetError as error:
        raise MXNetError(f"load: {fname!r}: {error}") from error


def fromjson(json_str: str) -> Symbol:
    """Load a symbol from a JSON string."""
    if not isinstance(json_str, str):
        raise TypeError(f"fname required to be string, received {type(json_str)}")
    return Symbol(graph_json.loads(json_str).outputs)


load_json = fromjson


def compose(op: OpDef, inputs: dict[str, Symbol] | Sequence[Symbol], attrs: dict[str, str], name: str | None,
            hint: str, attr: dict[str, str] | None) -> Symbol:
    """Apply an operator to symbols. Missing inputs become variables."""
    # Unlike variables, operators accept any object as attribute. Programs pass initializers to layers this way.
    scope = {(f"__{k}__" if k in graph_json.HIDDEN_KEYS else k): str(v)
             for k, v in attribute.current().get(attr).items()}
    name = _name.current().get(name, hint)
    hidden = {f"__{k}__": attrs.pop(k) for k in graph_json.HIDDEN_KEYS if k in attrs and k not in op.params}
    texts = {k: v for k, v in attrs.items() if is_parameter(op, k)}
    others = {k: v for k, v in attrs.items() if k not in texts}
    node = Operation(op, name, op.parse(attrs), [], {**scope, **hidden, **others}, texts)
    if isinstance(inputs, dict):
        keys = list(op.input_names(node.params))
        for key in keys:
            symbol = inputs.get(key)
            if symbol is None and key in op.optional:
                continue
            node.inputs.append(_single(op, key, symbol) if symbol is not None else missing_input(node, key))
    else:
        node.inputs = [entry for symbol in inputs for entry in symbol._outputs]
        if op.present is not None:
            node.inputs += [missing_input(node, key) for key in list(op.input_names(node.params))[len(node.inputs):]]
    set_initializers(node)
    first = next(iter(inputs.values() if isinstance(inputs, dict) else inputs), None)
    cls = Symbol if first is None else type(first)
    return cls([(node, i) for i in range(node.visible_count)])


def _single(op: OpDef, key: str, symbol: Symbol) -> Entry:
    if len(symbol._outputs) != 1:
        raise MXNetError(f"operator {op.name}: input {key} must be a symbol with one output, received "
                         f"{len(symbol._outputs)}")
    return symbol._outputs[0]


def is_number(value: Any) -> bool:
    """Whether an operand of a symbol is a number."""
    return isinstance(value, (int, float, np.generic))


concise_module(__name__)
