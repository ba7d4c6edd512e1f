"""The model to export: an inference graph, its parameters, and the names of its inputs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..._graph.inline import inlined
from ..._graph.ir import Graph, Node, Variable
from ..._ops.onnx_rules import LABELS
from ...base import MXNetError
from ...gluon.block import HybridBlock
from ...ndarray import NDArray
from ...ndarray import load as load_arrays
from ...symbol import Symbol
from ...symbol import load as load_symbol


@dataclass
class Source:
    """A graph, its nodes for inference, the values of its parameters, and the names of its other variables."""

    graph: Graph
    nodes: list[Node]
    params: dict[str, NDArray]
    inputs: list[str]
    labels: list[str]


def plain_names(params: Mapping[str, Any]) -> dict[str, NDArray]:
    """Return parameters without the prefixes ``arg:`` and ``aux:`` of files."""
    return {name.removeprefix("arg:").removeprefix("aux:"): value for name, value in params.items()}


def load_params(path: str) -> dict[str, NDArray]:
    """Load the parameters of a file. An empty file means a model without parameters."""
    loaded = load_arrays(path)
    if not isinstance(loaded, dict) and loaded:
        raise MXNetError(f"{path} has arrays without names, so they are not parameters of a model")
    return plain_names(dict(loaded))


def read(sym: Any, params: Any) -> tuple[Symbol, dict[str, NDArray]]:
    """Return the symbol and parameters from files, objects or a block that was hybridized and called."""
    if isinstance(sym, HybridBlock):
        return _of_block(sym, params)
    if isinstance(sym, (str, os.PathLike)) and isinstance(params, (str, os.PathLike)):
        return load_symbol(os.fspath(sym)), load_params(os.fspath(params))
    if isinstance(sym, Symbol) and isinstance(params, Mapping):
        return sym, plain_names(params)
    if isinstance(sym, Symbol) and isinstance(params, (list, tuple)) and len(params) == 2:
        return sym, {**plain_names(params[0]), **plain_names(params[1])}
    raise ValueError("the model must be two file names, a Symbol with a dictionary of parameters (or a list of "
                     f"arg_params and aux_params), or a HybridBlock; received {type(sym).__name__} and "
                     f"{type(params).__name__}")


def _of_block(block: HybridBlock, params: Any) -> tuple[Symbol, dict[str, NDArray]]:
    if params is not None:
        raise ValueError("a block has its own parameters: pass params=None")
    traced = block._traced
    if traced is None:
        raise MXNetError(f"{block.name} has no graph yet; hybridize it and call it once with data")
    held = block.collect_params() if block._program is None else block._program.block_parameters
    return traced.result, {name: parameter._reduce() for name, parameter in held.items()}


def live_nodes(graph: Graph) -> list[Node]:
    """Return the nodes for inference, without labels of output layers and the nodes that compute them."""
    wanted = {id(node) for node, _ in graph.outputs}
    for node in reversed(graph.nodes):
        if id(node) not in wanted or isinstance(node, Variable):
            continue
        labels = LABELS.get(node.op.name, ())
        wanted.update(id(source) for i, (source, _) in enumerate(node.inputs) if i not in labels)
    return [node for node in graph.nodes if id(node) in wanted]


def make(sym: Symbol, params: dict[str, NDArray]) -> Source:
    """Create an inference model from a symbol and parameters."""
    graph = inlined(sym._graph())[0]
    nodes = live_nodes(graph)
    names = [node.name for node in nodes if isinstance(node, Variable)]
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise MXNetError(f"ONNX requires unique variable names, but these occur more than once: {', '.join(doubled)}")
    labels = [node.name for node in graph.variables() if node.name not in names and node.name not in params]
    known = {node.name: params[node.name] for node in graph.variables() if node.name in params}
    return Source(graph, nodes, known, [name for name in names if name not in params], labels)
