"""Nodes that run graphs: ``_foreach``, ``_while_loop`` and ``_cond``.

Each such node has an operator definition of its own, which holds its subgraphs. Attributes say, as in
MXNet's files, which input of the node goes to which variable of a subgraph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from .._ops import facts
from .._ops.opdef import OpDef, ShapeLike, find
from .._runtime.error import MXNetError
from .codegen import generate
from .infer import Inference, is_known
from .inline import inlined
from .ir import Graph, Operation
from .kernels import own
from .passes.own_results import own_arguments, separate_outputs
from .passes.pass_zeros import has_losses, tie

_ENVIRONMENT = frozenset({"training", "generator", "device"})


class ControlFlowDef(OpDef):
    """The operator of one control flow node."""

    subgraphs: list[Graph]


class Body:
    """A subgraph as a function of its variables, in order."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.variables = graph.variables()
        flat = inlined(graph)[0]
        # A loss of one step may lie behind the variables of the next.
        self.has_losses = has_losses(flat)
        tied = tie(flat, everywhere=True) if self.has_losses else flat
        self.run = generate(separate_outputs(own_arguments(tied)), self.variables, "body")

    def shapes(self, known: Sequence[ShapeLike]) -> list[ShapeLike]:
        """Shapes of all variables, completed from the known ones."""
        inference = Inference(self.graph, {}, {})
        for node, shape in zip(self.variables, known, strict=True):
            if shape is not None:
                inference.shapes[(node, 0)] = shape
        found = inference.run().shapes
        return [found.get((n, 0)) for n in self.variables]


def _element(sequence: torch.Tensor, step: int) -> torch.Tensor:
    """What a step sees of a sequence: MXNet has no arrays without axes."""
    return sequence[step] if sequence.ndim > 1 else sequence[step : step + 1]


def _alike(first: Sequence[torch.Tensor], second: Sequence[torch.Tensor]) -> bool:
    """Whether tensors have the same shapes and types, one by one."""
    return all(a.shape == b.shape and a.dtype is b.dtype for a, b in zip(first, second, strict=True))


def _foreach(params: Mapping[str, Any], bodies: list[Body]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    data, states, rest = (params[k] for k in ("in_data_locs", "in_state_locs", "remain_locs"))
    outputs, body = params["num_out_data"], bodies[0]
    places = [*data, *states, *rest]

    def arranged(values: Sequence[Any]) -> list[Any]:
        arguments: list[Any] = [None] * len(body.variables)
        for place, value in zip(places, values, strict=True):
            if place >= 0:
                arguments[place] = value
        return arguments

    def lower(*tensors: torch.Tensor, **environment: Any) -> tuple[torch.Tensor, ...]:
        sequences, state = tensors[: len(data)], list(tensors[len(data): len(data) + len(states)])
        fixed = tensors[len(data) + len(states):]
        columns: list[list[torch.Tensor]] = [[] for _ in range(outputs)]
        steps = sequences[0].shape[0]
        for step in range(steps):
            results = body.run(*arranged([*[_element(s, step) for s in sequences], *state, *fixed]), **environment)
            for column, value in zip(columns, results[:outputs], strict=True):
                column.append(value)
            before, state = state, list(results[outputs:])
            if step == 0 and sequences[0].is_meta and _alike(before, state):
                # Only shapes and types are asked for, and all steps have the same.
                return (*[value.new_empty((steps, *value.shape)) for (value,) in columns], *state)
        return (*[torch.stack(column) for column in columns], *state)

    def fill(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
        inner = [s if s is None or i >= len(data) else s[1:] or (1,) for i, s in enumerate(shapes)]
        found = body.shapes(arranged(inner))
        return [s if is_known(s) or p < 0 or i < len(data) else found[p]
                for i, (s, p) in enumerate(zip(shapes, places, strict=True))]

    return lower, fill


def _picked(values: Sequence[Any], places: Sequence[int]) -> list[Any]:
    return [values[p] for p in places]


def _fill_by_places(bodies: list[Body], places: list[Sequence[int]]) -> Callable[..., Any]:
    def fill(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
        result = list(shapes)
        for body, where in zip(bodies, places, strict=True):
            found = body.shapes(_picked(result, where))
            for shape, place in zip(found, where, strict=True):
                if not is_known(result[place]):
                    result[place] = shape
        return result

    return fill


def _while_loop(params: Mapping[str, Any], bodies: list[Body]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    condition, function = bodies
    condition_places, function_places = params["cond_input_locs"], params["func_input_locs"]
    # Which inputs of the node the loop variables are; one that the body does not read is found by its own number.
    variables = [function_places[p] if p >= 0 else k for k, p in enumerate(params["func_var_locs"])]
    outputs, limit = params["num_out_data"], params["max_iterations"]

    def lower(*tensors: torch.Tensor, **environment: Any) -> tuple[torch.Tensor, ...]:
        values = list(tensors)
        on_meta = bool(tensors) and tensors[0].device.type == "meta"
        columns: list[list[torch.Tensor]] = [[] for _ in range(outputs)]
        for _ in range(1 if on_meta else limit):
            if not on_meta and not bool(condition.run(*_picked(values, condition_places), **environment)[0].item()):
                break
            results = function.run(*_picked(values, function_places), **environment)
            for column, value in zip(columns, results[:outputs], strict=True):
                column.append(value)
            for place, value in zip(variables, results[outputs:], strict=True):
                values[place] = value
        if outputs and not columns[0]:
            results = function.run(*_picked(values, function_places), **environment)
            columns = [[torch.zeros_like(r)] for r in results[:outputs]]
        padded = [torch.stack([*c, *[torch.zeros_like(c[0])] * (limit - len(c))]) for c in columns]
        return (*padded, *map(own, (values[p] for p in variables)))

    return lower, _fill_by_places(bodies, [condition_places, function_places])


def _cond(params: Mapping[str, Any], bodies: list[Body]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    places = [params[k] for k in ("cond_input_locs", "then_input_locs", "else_input_locs")]
    predicate, then, otherwise = bodies

    def lower(*tensors: torch.Tensor, **environment: Any) -> tuple[torch.Tensor, ...]:
        chosen = 1
        if not tensors or tensors[0].device.type != "meta":
            chosen = 1 if bool(predicate.run(*_picked(tensors, places[0]), **environment)[0].item()) else 2
        return (then, otherwise)[chosen - 1].run(*_picked(tensors, places[chosen]), **environment)

    return lower, _fill_by_places(bodies, places)


_KINDS = {"_foreach": _foreach, "_while_loop": _while_loop, "_cond": _cond}
_SUBGRAPHS = {"_foreach": 1, "_while_loop": 2, "_cond": 3}


def is_control_flow(name: str) -> bool:
    """Return whether the operator `name` contains subgraphs."""
    return name in _KINDS


def make_node(kind: str, name: str, attrs: Mapping[str, str], subgraphs: list[Graph], inputs: list[Any]) -> Operation:
    """Return a control flow node. `attrs` contains its parameters as strings."""
    if len(subgraphs) != _SUBGRAPHS[kind]:
        raise MXNetError(f"{name} of type {kind} has {len(subgraphs)} subgraphs, not {_SUBGRAPHS[kind]}")
    bodies = [Body(g) for g in subgraphs]
    declared = find(kind)
    params = declared.parse({k: v for k, v in attrs.items() if k in declared.params})
    lower, fill = _KINDS[kind](params, bodies)
    count = params["num_outputs"]

    def run(*tensors: torch.Tensor, **environment: Any) -> Any:
        results = tuple(lower(*tensors, **environment))
        if len(results) != count:
            raise MXNetError(f"{name} of type {kind} has {len(results)} results, but its num_outputs is {count}")
        return results if count > 1 else results[0]

    op = ControlFlowDef(kind, run, tuple(f"arg{i}" for i in range(len(inputs))), {}, {}, declared.doc,
                        environment=_ENVIRONMENT, outputs=count, inference=facts.Inference(fill=fill),
                        effects=facts.Effects(ignores_head=any(body.has_losses for body in bodies)))
    op.subgraphs = subgraphs
    return Operation(op, name, {}, inputs, attrs)
