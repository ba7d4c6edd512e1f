"""Export of control flow: ``foreach`` as Scan, ``while_loop`` as Loop, ``cond`` as If."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._graph.control_flow import ControlFlowDef
from ..._graph.inline import inlined
from ..._graph.ir import Graph, Operation
from ..._ops.onnx_rules import Body, Unsupported, Value
from ..._ops.opdef import find
from ..._runtime import dtype as dtypes
from ._sizes import infer

if TYPE_CHECKING:
    from ._translate import Translation

# Placeholder for an unknown size.
_SOME = 2
_INT = np.dtype("int64")
_BOOL = np.dtype("bool")


def write(translation: Translation, node: Operation, inputs: list[Value]) -> list[Value]:
    """Export a control flow node and return its outputs."""
    op = node.op
    assert isinstance(op, ControlFlowDef)
    declared = find(op.name)
    params = declared.parse({key: text for key, text in node.attributes.items() if key in declared.params})
    results = [Value("", r.shape, r.dtype) for r in translation.emitter.results]
    writers: dict[int, Callable[..., list[Value]]] = {1: _foreach, 2: _while_loop, 3: _cond}
    values = writers[len(op.subgraphs)](translation, op.subgraphs, params, inputs)
    for value, result in zip(values, results, strict=True):
        value.dtype, value.shape = result.dtype, result.shape
    return values


def _run(translation: Translation, graph: Graph, values: Sequence[Value]) -> list[Value]:
    """Export a graph with these values for its variables, and return its outputs."""
    graph = inlined(graph)[0]
    variables = graph.variables()
    given = dict(zip((variable.name for variable in variables), values, strict=True))
    shapes = {name: tuple(_SOME if size is None else size for size in value.sizes) for name, value in given.items()}
    free = {name: [axis for axis, size in enumerate(value.sizes) if size is None] for name, value in given.items()}
    types = {name: dtypes.to_torch(value.kind) for name, value in given.items()}
    facts, _ = infer(graph, graph.nodes, shapes, types, {name: axes for name, axes in free.items() if axes})
    translation.facts.update(facts)
    for variable, value in zip(variables, values, strict=True):
        translation.values[variable, 0] = value
    translation.run(graph.nodes)
    return [translation.values[entry] for entry in graph.outputs]


def _body(translation: Translation, inputs: list[Value], outputs: Callable[[], list[Value]]) -> Body:
    """Create a subgraph from the operators that `outputs` emits. Each of its results gets a new name."""
    g = translation.emitter
    outer, g.records = g.records, []
    results = outputs()
    g.prefix = "body_"
    copies = [g("Identity", value) for value in results]
    for copy, value in zip(copies, results, strict=True):
        copy.shape = value.shape
    body, g.records = Body(inputs, copies, g.records), outer
    return body


def _inner(translation: Translation, name: str, like: Value, shape: Any) -> Value:
    return Value(translation.emitter.unique(name), shape, like.kind)


def _foreach(translation: Translation, graphs: list[Graph], params: dict[str, Any], inputs: list[Value]) -> list[Value]:
    g = translation.emitter
    data, states, rest = (list(params[key]) for key in ("in_data_locs", "in_state_locs", "remain_locs"))
    sequences, first = inputs[:len(data)], inputs[len(data):len(data) + len(states)]
    fixed = inputs[len(data) + len(states):]
    slices = [_inner(translation, "slice", value, value.sizes[1:]) for value in sequences]
    before = [_inner(translation, "state", value, value.sizes) for value in first]
    count = params["num_out_data"]

    def step() -> list[Value]:
        seen = []
        for value in slices:
            if value.sizes == ():  # MXNet has no 0-dimensional arrays
                lifted = g.unsqueeze(value, 0)
                lifted.shape = (1,)
                value = lifted
            seen.append(value)
        arguments: list[Any] = [None] * len(inlined(graphs[0])[0].variables())
        for place, value in zip([*data, *states, *rest], [*seen, *before, *fixed], strict=True):
            if place >= 0:
                arguments[place] = value
        results = _run(translation, graphs[0], arguments)
        return [*results[count:], *results[:count]]

    body = _body(translation, [*before, *slices], step)
    total = len(first) + count
    outputs = g("Scan", *first, *sequences, num_scan_inputs=len(sequences), body=body, outputs=total)
    listed = [outputs] if total == 1 else list(outputs)
    return [*listed[len(first):], *listed[:len(first)]]


def _pick(values: Sequence[Value], places: Sequence[int]) -> list[Value]:
    return [values[place] for place in places]


def _truth(translation: Translation, value: Value) -> Value:
    """Convert a single element to a 0-dimensional bool."""
    g = translation.emitter
    return g.reshape(g.cast(value, "bool"), g.constant(np.zeros(0, np.int64)))


def _while_loop(translation: Translation, graphs: list[Graph], params: dict[str, Any],
                inputs: list[Value]) -> list[Value]:
    g = translation.emitter
    condition, function = graphs
    where_condition, where_function = list(params["cond_input_locs"]), list(params["func_input_locs"])
    variables = [where_function[p] if p >= 0 else k for k, p in enumerate(params["func_var_locs"])]
    count, limit = params["num_out_data"], params["max_iterations"]
    going = _truth(translation, _run(translation, condition, _pick(inputs, where_condition))[0])
    number, still = Value(g.unique("step"), (), _INT), Value(g.unique("going"), (), _BOOL)
    before = [_inner(translation, "variable", inputs[place], inputs[place].sizes) for place in variables]

    def step() -> list[Value]:
        values = list(inputs)
        for place, value in zip(variables, before, strict=True):
            values[place] = value
        results = _run(translation, function, _pick(values, where_function))
        for place, value in zip(variables, results[count:], strict=True):
            values[place] = value
        again = _truth(translation, _run(translation, condition, _pick(values, where_condition))[0])
        return [again, *results[count:], *results[:count]]

    body = _body(translation, [number, still, *before], step)
    total = len(before) + count
    outputs = g("Loop", g.constant(limit, np.int64), going, *_pick(inputs, variables), body=body, outputs=total)
    listed = [outputs] if total == 1 else list(outputs)
    shapes = [value.sizes for value in body.outputs[1 + len(before):]]
    padded = [_pad(translation, value, limit, len(shape), body.outputs[1 + len(before) + i].kind)
              for i, (value, shape) in enumerate(zip(listed[len(before):], shapes, strict=True))]
    return [*padded, *listed[:len(before)]]


def _pad(translation: Translation, value: Value, limit: int, rank: int, dtype: np.dtype) -> Value:
    """Pad with zeros for steps that were not run."""
    g = translation.emitter
    missing = g("Sub", g.constant([limit], np.int64), g("Gather", g("Shape", value), [0], axis=0))
    ends = g("Concat", g.constant([0] * (rank + 1), np.int64), missing, g.constant([0] * rank, np.int64), axis=0)
    value.dtype = dtype
    return g("Pad", value, ends)


def _cond(translation: Translation, graphs: list[Graph], params: dict[str, Any], inputs: list[Value]) -> list[Value]:
    g = translation.emitter
    places = [list(params[key]) for key in ("cond_input_locs", "then_input_locs", "else_input_locs")]
    chosen = _truth(translation, _run(translation, graphs[0], _pick(inputs, places[0]))[0])
    bodies = [_body(translation, [], lambda i=i: _run(translation, graphs[i], _pick(inputs, places[i])))  # type: ignore[misc]
              for i in (1, 2)]
    count = params["num_outputs"]
    if any(len(body.outputs) != count for body in bodies):
        raise Unsupported("both branches must have the same number of results")
    outputs = g("If", chosen, then_branch=bodies[0], else_branch=bodies[1], outputs=count)
    return [outputs] if count == 1 else list(outputs)
