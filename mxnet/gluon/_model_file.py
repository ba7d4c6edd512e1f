"""``Block.save`` and ``Block.load``: parameters and the traced graphs of hybridized blocks."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any

from mxnet_records import files

from .. import symbol
from .._graph.trace import Traced
from .._runtime.error import MXNetError


def _key(block: Any, number: int) -> str:
    return f"{type(block).__name__.lower()}{number}"


def describe(block: Any, number: list[int], into: dict[str, Any]) -> None:
    """Add the names and graphs of `block` and its descendants to a dictionary, numbered in visiting order."""
    record: dict[str, Any] = {"orig_name": block.name}
    into[_key(block, number[0])] = record
    if hasattr(block, "_traced"):
        traced = block._traced
        record["hybridized"] = traced is not None
        if traced is not None:
            record.update(in_format=traced.in_format, out_format=traced.out_format,
                          inputs=[entry.tojson() for entry in traced.inputs], symbol=traced.result.tojson())
    record["children"] = {}
    for name, child in block._children.items():
        number[0] += 1
        record["children"][child.name] = name
        describe(child, number, record)


def restore(block: Any, number: list[int], source: dict[str, Any]) -> None:
    """Set the names and graphs of `block` and its descendants from a dictionary written by `describe`."""
    try:
        record = source[_key(block, number[0])]
    except KeyError:
        raise ValueError(f"the saved model has no {_key(block, number[0])}; create the blocks in the same order as in "
                         f"the saved model, which has {[k for k in source if isinstance(source[k], dict)]}") from None
    block._name = record["orig_name"]
    if record.get("hybridized"):
        block._clear_cached_op()
        block._set_graph(Traced([symbol.load_json(text) for text in record["inputs"]],
                                 symbol.load_json(record["symbol"]), record["in_format"], record["out_format"]))
        block._active = True
    _rename_parameters(block)
    children = list(block._children.values())
    for child in children:
        number[0] += 1
        restore(child, number, record)
    # Other threads may be saving the block.
    block._children = OrderedDict((record["children"][child.name], child) for child in children)


def _rename_parameters(block: Any) -> None:
    own = block.params
    renamed = OrderedDict((f"{block.name}_{name[len(own._prefix):]}", parameter)
                          for name, parameter in own._params.items())
    own._params = renamed
    for name, parameter in renamed.items():
        parameter.name = name


def save(block: Any, prefix: str) -> None:
    """Write ``<prefix>-model.json`` and ``<prefix>-model.params``."""
    model: dict[str, Any] = {}
    describe(block, [0], model)
    with files.write(f"{prefix}-model.json") as file:
        file.write(json.dumps(model).encode())
    block.save_parameters(f"{prefix}-model.params")


def load(block: Any, prefix: str) -> None:
    """Load the files of `save` into a block of the same structure."""
    name = f"{prefix}-model.json"
    try:
        restore(block, [0], json.loads(files.read(name).decode()))
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise MXNetError(f"{name!r} is damaged ({type(error).__name__}: {error})") from error
    block.load_parameters(f"{prefix}-model.params")
