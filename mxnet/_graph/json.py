"""Write graphs as MXNet's JSON, and read JSON of all its versions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from .._ops.opdef import REGISTRY, OpDef, find
from .._runtime.error import MXNetError
from . import fused, nested
from .control_flow import ControlFlowDef, is_control_flow, make_node
from .inline import SubgraphDef
from .ir import Entry, Graph, Node, Operation, Variable
from .upgrade import HIDDEN_KEYS as HIDDEN_KEYS
from .upgrade import upgrade, version_of

VERSION = 10901
# Of one node. Far above real networks. Without a limit, a file could request any amount of memory.
_MOST_OUTPUTS = 1 << 16


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _listing(items: Sequence[Any], indent: str) -> str:
    """Format short lists on one line and long ones with one item per line, as MXNet does."""
    if len(items) <= 10:
        return "[" + ", ".join(map(str, items)) + "]"
    inner = ", \n".join(f"{indent}  {item}" for item in items)
    return f"[\n{inner}\n{indent}]"


def _mapping(attrs: dict[str, str], indent: str) -> str:
    pairs = [f"{_text(k)}: {_text(v)}" for k, v in sorted(attrs.items())]
    if len(pairs) == 1:
        return "{" + pairs[0] + "}"
    inner = ", \n".join(f"{indent}  {p}" for p in pairs)
    return f"{{\n{inner}\n{indent}}}"


def _indented(text: str) -> str:
    return "\n".join(f"        {line}" for line in text.splitlines())


def dumps(graph: Graph, numpy_shapes: bool = False) -> str:
    """The JSON text of a graph, byte for byte as MXNet 1.9.1 writes it."""
    return _body(graph, _closing(numpy_shapes))


def _closing(numpy_shapes: bool) -> str:
    """Return the text after the heads: the version, and the format of unknown sizes if it differs."""
    version = f'"mxnet_version": ["int", {VERSION}]'
    return f'{{\n    "is_np_shape": ["int", 1], \n    {version}\n  }}' if numpy_shapes else f"{{{version}}}"


def _subgraphs(node: Node) -> list[str]:
    """Return the subgraphs that are stored next to the inputs of a node."""
    if isinstance(node, Variable):
        return []
    if isinstance(node.op, ControlFlowDef):
        return [_body(graph) for graph in node.op.subgraphs]
    if isinstance(node.op, SubgraphDef) and "subgraph" not in node.attributes:
        # MXNet separated this graph from another one, and does not mark its states.
        return [_body(node.op.subgraph, marks=False)]
    return []


def _body(graph: Graph, closing: str | None = None, marks: bool = True) -> str:
    number = {id(node): i for i, node in enumerate(graph.nodes)}
    nodes, rows = [], [0]
    for node in graph.nodes:
        if isinstance(node, Operation) and node.op.name not in REGISTRY:
            raise MXNetError(f"the graph cannot be written to a file: {node.name} runs {node.op.name}, which exists in "
                             "this process only; save its parameters instead (save_parameters)")
        aux = set(node.aux_positions() if marks else ())
        inputs = [[number[id(source)], index, int(i in aux)] for i, (source, index) in enumerate(node.inputs)]
        fields = [f'"op": {_text(node.kind)}', f'"name": {_text(node.name)}']
        if attrs := node.attrs:
            fields.append(f'"attrs": {_mapping(attrs, "      ")}')
        fields.append(f'"inputs": {_listing(inputs, "      ")}')
        subgraphs = _subgraphs(node)
        if subgraphs:
            inner = ", \n".join(map(_indented, subgraphs))
            fields.append(f'"subgraphs": [\n{inner}\n      ]')
        nodes.append("    {\n" + ", \n".join(f"      {f}" for f in fields) + "\n    }")
        rows.append(rows[-1] + node.output_count + _workspace_count(node))
    variables = [i for i, node in enumerate(graph.nodes) if isinstance(node, Variable)]
    heads = [[number[id(node)], index, 0] for node, index in graph.outputs]
    end = "\n}" if closing is None else f', \n  "attrs": {closing}\n}}'
    return ('{\n  "nodes": [\n' + ", \n".join(nodes) + "\n  ], \n"
            + f'  "arg_nodes": {_listing(variables, "  ")}, \n'
            + f'  "node_row_ptr": {_listing(rows, "  ")}, \n'
            + f'  "heads": {_listing(heads, "  ")}' + end)


def _workspace_count(node: Node) -> int:
    """How many arrays of scratch memory MXNet counts as further results."""
    if isinstance(node, Variable) or node.op.form.workspace is None:
        return 0
    return int(node.op.form.workspace(node.params))


def _attributes(record: dict[str, Any]) -> dict[str, str]:
    attrs: dict[str, str] = {}
    for field in ("param", "attr", "attrs"):
        found = record.get(field)
        if isinstance(found, dict):
            attrs.update({str(k): str(v) for k, v in found.items()})
    for key in HIDDEN_KEYS:
        if key in attrs:
            attrs[f"__{key}__"] = attrs.pop(key)
    return attrs


def _entry(nodes: list[Node], reference: Any) -> Entry:
    index, output = int(reference[0]), int(reference[1])
    if not 0 <= index < len(nodes):
        raise MXNetError(f"invalid JSON graph: {reference} refers to node {index}, but only {len(nodes)} are defined "
                         "so far")
    return nodes[index], output


def loads(text: str) -> Graph:
    """The graph in a JSON text of any MXNet version; raises MXNetError that says what is wrong."""
    try:
        content = json.loads(text)
        return _parsed(content, version_of(content) if isinstance(content, dict) else 0)
    except MXNetError as error:
        raise MXNetError(f"cannot load symbol: {error}") from error
    except Exception as error:  # whatever reading a file of a stranger meets is a fault of that file
        raise MXNetError(f"cannot load symbol: invalid JSON graph ({type(error).__name__}: {error})") from error


def _operator(record: dict[str, Any]) -> OpDef:
    try:
        return find(record["op"])
    except MXNetError as error:
        raise MXNetError(f"Failed loading Op {record['name']} of type {record['op']}: {error}") from error


def _nested(record: dict[str, Any], attrs: dict[str, str], inner: list[Graph], inputs: list[Entry]) -> Operation:
    """Return a node whose graph is stored next to its inputs or, as text, in its attributes."""
    kind, name = record["op"], record["name"]
    if inner:
        return nested.make_node(kind, name, attrs, inner[0], inputs)
    if "subgraph" not in attrs:
        raise MXNetError(f"{name} of type {kind} has no subgraph")
    content = json.loads(attrs["subgraph"])
    return nested.make_node(kind, name, attrs, _parsed(content, version_of(content)), inputs)


def _with_graphs(record: dict[str, Any], attrs: dict[str, str], inputs: list[Entry], version: int) -> Operation | None:
    """A node that has graphs of its own; None for others."""
    kind, name = record["op"], record["name"]
    inner = [_parsed(part, version) for part in record.get("subgraphs") or ()]
    if is_control_flow(kind):
        return make_node(kind, name, attrs, inner, inputs)
    if kind in nested.NAMES:
        return _nested(record, attrs, inner, inputs)
    if kind in fused.NAMES and (inner or find(kind).dynamic):
        return fused.make_node(kind, name, attrs, inner, inputs)
    return None


def _parsed(content: Any, version: int) -> Graph:
    """The graph in parsed JSON."""
    for field in ("nodes", "heads"):
        if not isinstance(content, dict) or not isinstance(content.get(field), list):
            raise MXNetError(f'invalid JSON graph: Missing field "{field}", which must be a list')
    if not content["heads"]:
        raise MXNetError('invalid JSON graph: field "heads" is empty, so the graph has no outputs')
    nodes: list[Node] = []
    for record in content["nodes"]:
        _check_record(record, len(nodes))
        try:
            nodes.append(_node(record, nodes, version))
        except MXNetError:
            raise
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, SyntaxError) as error:
            raise MXNetError(f"invalid JSON graph: node {len(nodes)}, {record['name']!r} of type {record['op']!r} "
                             f"({type(error).__name__}: {error})") from error
    heads = [_entry(nodes, reference if len(reference) > 1 else [*reference, 0]) for reference in content["heads"]]
    graph = Graph(heads)
    graph.lint()
    for node in graph.operations():
        _check_node(node)
    return graph


def _check_record(record: Any, number: int) -> None:
    """Raise unless a node has a name, an operator, inputs, and attributes that are strings."""
    wanted = {"name": str, "op": str, "inputs": list}
    for field, kind in wanted.items():
        if not isinstance(record, dict) or not isinstance(record.get(field), kind):
            raise MXNetError(f'invalid JSON graph: field "{field}" of node {number} is missing or no {kind.__name__}')


def _node(record: dict[str, Any], nodes: list[Node], version: int) -> Node:
    attrs = _attributes(record)
    inputs = [_entry(nodes, reference) for reference in record["inputs"]]
    node = _with_graphs(record, attrs, inputs, version)
    if node is None:
        if record["op"] == "null":
            if inputs:
                raise MXNetError(f"invalid JSON graph: variable {record['name']!r} has {len(inputs)} input(s)")
            return Variable(record["name"], attrs)
        node = Operation.of_texts(_operator(record), record["name"], attrs, inputs)
        upgrade(node, version)
    return node


def _check_node(node: Operation) -> None:
    """Raise if a node has fewer inputs than its operator requires, or too many outputs."""
    if node.output_count > _MOST_OUTPUTS:
        raise MXNetError(f"node {node.name} has {node.output_count} outputs; files may have at most {_MOST_OUTPUTS}")
    op = node.op
    if op.variadic is not None or op.dynamic:
        return
    wanted = op.input_names(node.params)
    least = sum(name not in op.optional for name in wanted)
    if len(node.inputs) < least:
        raise MXNetError(f"node {node.name} of type {op.name} has {len(node.inputs)} input(s), but needs "
                         f"{', '.join(wanted)}")
