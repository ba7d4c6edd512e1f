"""Complete the shapes of created arrays from the rest of the graph.

Before, where 0 stands for a size that was unknown when the graph was built::

    %s = _zeros() {shape=(0, 4)}
    %y = elemwise_add(%x, %s)

After, for ``%x`` of shape (8, 4)::

    %s = _zeros() {shape=(8, 4)}
    %y = elemwise_add(%x, %s)
"""

from __future__ import annotations

from ..._runtime import numpy_mode
from ..._runtime.error import MXNetError
from ..infer import is_known
from ..ir import Entry, Graph, Node, Operation, Variable
from .options import PassOptions


def _is_open_range(node: Node) -> bool:
    return node.is_op("_arange") and node.params["infer_range"] and (
        node.params["stop"] is None)


def is_open(node: Node) -> bool:
    """Return whether a node without inputs gets its sizes from its consumers."""
    if _is_open_range(node):
        return True
    if isinstance(node, Variable) or node.inputs or "shape" not in node.op.params or numpy_mode.state.shape:
        return False
    shape = node.params.get("shape")
    return 0 in (shape or ()) or (not shape and "generator" in node.op.environment)


def has_open_shapes(graph: Graph) -> bool:
    """Whether arrays get sizes from the inputs of the graph."""
    return any(is_open(node) for node in graph.nodes)


def complete_shapes(graph: Graph, options: PassOptions) -> Graph:
    """Fill in unknown sizes of operators without inputs."""
    if not has_open_shapes(graph):
        return graph

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        shape = graph.shapes.get((node, 0))
        if not is_open(node) or not is_known(shape):
            return None
        if _is_open_range(node):
            assert shape is not None
            steps, rest = divmod(shape[0], node.params["repeat"])
            if rest or len(shape) != 1:
                raise MXNetError(f"operator _arange ({node.name}): a result of shape {shape} was inferred, which "
                                 f"repeat={node.params['repeat']} cannot give")
            stop = node.params["start"] + node.params["step"] * steps
            return node.copy(inputs, params={"stop": stop, "infer_range": False})
        return node.copy(inputs, params={"shape": shape})

    return graph.rewrite(change)
