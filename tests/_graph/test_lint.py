"""Broken graphs are found, and the error names the pass and the node."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from pass_graphs import facts, inferred, lenet

import mxnet as mx
from mxnet._graph import passes
from mxnet._graph.ir import Graph, Operation, Variable
from mxnet._graph.kernels import COPY_ON_WRITE, WEIGHT_LIST
from mxnet._ops.opdef import find

X, Y = mx.sym.var("x"), mx.sym.var("y")


def graph_of(symbol: mx.sym.Symbol) -> tuple[Graph, Operation]:
    """A graph with shapes and types, and its last operation."""
    graph = inferred(symbol, x=(2, 3), y=(2, 3))
    graph.lint()
    return graph, graph.operations()[-1]


def stranger(graph: Graph, node: Operation) -> None:
    node.inputs = [(Variable("stranger"), 0)]


def order(graph: Graph, node: Operation) -> None:
    graph.nodes.reverse()


def twice(graph: Graph, node: Operation) -> None:
    graph.nodes.append(node)


def output_of_input(graph: Graph, node: Operation) -> None:
    node.inputs = [(node.inputs[0][0], 3)]


def too_many(graph: Graph, node: Operation) -> None:
    node.inputs = node.inputs * 2


def too_few(graph: Graph, node: Operation) -> None:
    node.inputs = []


def missing_output(graph: Graph, node: Operation) -> None:
    graph.nodes.remove(node)


def output_number(graph: Graph, node: Operation) -> None:
    graph.outputs = [(node, 1)]


def shape(graph: Graph, node: Operation) -> None:
    graph.shapes[node, 0] = (3, 2)


def rank(graph: Graph, node: Operation) -> None:
    graph.shapes[node, 0] = (2, 3, 1)


def dtype(graph: Graph, node: Operation) -> None:
    graph.types[node, 0] = torch.float16


def dangling_shape(graph: Graph, node: Operation) -> None:
    graph.shapes[Variable("gone"), 0] = (1,)


def dangling_type(graph: Graph, node: Operation) -> None:
    graph.types[node, 1] = torch.float32


def input_shape(graph: Graph, node: Operation) -> None:
    node.op, node.inputs = find("elemwise_add"), [*node.inputs, (Variable("z"), 0)]
    graph.nodes.insert(0, node.inputs[1][0])
    graph.shapes[node.inputs[1]], graph.types[node.inputs[1]] = (5, 5), torch.float32


FAULTS: dict[Callable[[Graph, Operation], None], str] = {
    stranger: "uses stranger before it is defined",
    order: "before it is defined",
    twice: "is listed twice",
    output_of_input: "uses output 3 of <variable x>, which has 1",
    too_many: "has 2 inputs, exp takes",
    too_few: "has 0 inputs, exp needs data",
    missing_output: "is not part of the graph",
    output_number: "returns output 1 of <exp node",
    shape: r"<exp node\(x\)> has shape \(3, 2\), but \(2, 3\) float32 gives \(2, 3\)",
    rank: r"has shape \(2, 3, 1\)",
    dtype: "has type float16, but .* gives float32",
    dangling_shape: "recorded for <variable gone>, which is not part",
    dangling_type: "recorded for output 1 of <exp node",
    input_shape: r"does not take \(2, 3\) float32, \(5, 5\) float32",
}


@pytest.mark.parametrize("spoil", FAULTS, ids=lambda spoil: spoil.__name__)
def test_a_broken_graph_is_found(spoil: Callable[[Graph, Operation], None]) -> None:
    graph, node = graph_of(mx.sym.exp(X, name="node"))
    spoil(graph, node)
    with pytest.raises(ValueError, match=FAULTS[spoil]):
        graph.lint()


def test_operators_of_many_inputs() -> None:
    graph, node = graph_of(mx.sym.Concat(X, Y, name="node"))
    node.inputs = node.inputs[:1]
    with pytest.raises(ValueError, match="has 1 inputs, but its num_args is 2"):
        graph.lint()


def test_new_nodes_are_inferred_without_being_recorded() -> None:
    graph, node = graph_of(mx.sym.exp(X, name="node"))
    transposed = Operation(find("transpose"), "new", {}, node.inputs)
    node.inputs = [(transposed, 0)]
    changed = graph.with_outputs(graph.outputs)
    with pytest.raises(ValueError, match=r"<exp node\(new\)> has shape \(2, 3\), but \(3, 2\) float32 gives \(3, 2\)"):
        changed.lint()
    assert (transposed, 0) not in changed.shapes


def test_values_without_a_shape() -> None:
    graph, node = graph_of(mx.sym.exp(X, name="node"))
    node.op = WEIGHT_LIST
    with pytest.raises(ValueError, match="has a recorded shape or type, but is a list"):
        graph.lint()


def spoiled(change: Callable[[Graph], Graph], monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile a graph with a pass that is wrong."""

    def wrong_pass(graph: Graph, options: passes.PassOptions) -> Graph:
        return change(graph)

    monkeypatch.setattr(passes, "PIPELINE", [passes.common_subexpressions, wrong_pass])
    passes.optimize(inferred(lenet(), data=(2, 1, 14, 14)), facts())


def half(graph: Graph) -> Graph:
    cast = Operation(find("Cast"), "half", {"dtype": torch.float16}, [graph.outputs[0]])
    return graph.with_outputs([(cast, 0)])


def flat(graph: Graph) -> Graph:
    return graph.with_outputs([(Operation(find("Reshape"), "flat", {"shape": (-1,)}, [graph.outputs[0]]), 0)])


def doubled(graph: Graph) -> Graph:
    return graph.with_outputs(graph.outputs * 2)


def other_variable(graph: Graph) -> Graph:
    return graph.rewrite(lambda node, inputs: node.copy([inputs[0], (Variable("new"), 0), *inputs[2:]])
                         if node.is_op("Convolution") else None)


@pytest.mark.parametrize(("change", "message"), [
    (half, "has type float16, before it was float32"), (flat, r"has shape \(8,\), before .* shape \(2, 4\)"),
    (doubled, "has 2 outputs, before it had 1"), (other_variable, "<variable new> was not in the graph before")])
def test_a_wrong_pass_is_named(change: Callable[[Graph], Graph], message: str,
                               monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=f"^graph after wrong_pass: .*{message}"):
        spoiled(change, monkeypatch)


def test_a_sound_pass_goes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    spoiled(lambda graph: graph.with_outputs([(Operation(COPY_ON_WRITE, "own", {}, [graph.outputs[0]]), 0)]),
            monkeypatch)


def test_rewriting_forgets_shapes_of_removed_nodes() -> None:
    graph, _ = graph_of(mx.sym.exp(mx.sym.relu(X), name="node"))
    changed = graph.rewrite(lambda node, inputs: inputs[0] if node.is_op("relu") else None)
    assert len(graph.shapes) == 3 and len(changed.shapes) == len(changed.types) == 2
    changed.lint()
