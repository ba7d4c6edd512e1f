"""Shapes and types of everything in a graph.

Forward shapes come from running the lowering on ``meta`` tensors, or from a rule where that would take long.
An operator's `fill` completes inputs (weights from data), its `back` passes a shape back from the output.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from .._ops.opdef import REGISTRY, ShapeLike, same_shapes
from .._ops.params import literal
from .._runtime import numpy_mode
from .._runtime.error import MXNetError
from .._runtime.host.meta import without_compiler
from .inline import inlined
from .ir import Entry, Graph, Node, Operation
from .types import check_one_type, declared_types, propagate, types_of_node

_META = torch.device("meta")


def is_known(shape: ShapeLike) -> bool:
    """Return whether all sizes are known. 0 and None are unknown."""
    return shape is not None and all(s > 0 for s in shape)


def merged(first: ShapeLike, second: ShapeLike, what: str) -> ShapeLike:
    """Merge two partial shapes of one entry. Raise if they disagree."""
    if first is None or second is None:
        return first if second is None else second
    if len(first) != len(second) or any(a > 0 and b > 0 and a != b for a, b in zip(first, second, strict=True)):
        raise MXNetError(f"{what}: inferred shape {second} does not agree with the given shape {first}")
    return tuple(a if a > 0 else b for a, b in zip(first, second, strict=True))


class Inference:
    """What is known about the entries of a graph; `run` completes it."""

    def __init__(self, graph: Graph, shapes: Mapping[str, ShapeLike], types: Mapping[str, torch.dtype]) -> None:
        self.graph = graph
        self._flat, self._places = inlined(graph)
        self.shapes: dict[Entry, ShapeLike] = {}
        self.types = declared_types(graph, types)
        self._propagated: dict[Entry, torch.dtype] | None = None
        self._done: set[int] = set()
        # Results of calls by operator, parameters, shapes and types: networks repeat their layers.
        self._calls: dict[Any, list[tuple[ShapeLike, torch.dtype]]] = {}
        for node in graph.variables():
            shape = shapes.get(node.name)
            if shape is None and "__shape__" in node.attributes:
                shape = _declared_shape(node)
            if shape is not None:
                self.shapes[(node, 0)] = tuple(max(0, s) for s in shape)
        # With NumPy shapes 0 is a size; where all are given, nothing has to be found out but what follows from them.
        self._all_given = numpy_mode.state.shape and all(
            (given := shapes.get(node.name)) is not None and min(given, default=0) >= 0 for node in graph.variables())

    def run(self) -> Inference:
        """Repeat until no new shape is found."""
        progress = not self._all_given
        operations = self._flat.operations()
        for node in operations if self._all_given else ():
            if all(entry in self.shapes for entry in node.inputs):
                self._checked(self._checked_forward, node)
        while progress:
            progress = False
            for node in operations:
                if id(node) not in self._done:
                    progress |= self._checked(self._visit, node)
        for entry, place in self._places.items():
            if place in self.shapes:
                self.shapes[entry] = self.shapes[place]
            if place in self.types:
                self.types[entry] = self.types[place]
        return self

    def _checked_forward(self, node: Operation) -> None:
        try:
            self._forward(node)
        except MXNetError as error:
            if not depends_on_values(error):
                raise

    def _checked(self, visit: Callable[[Operation], Any], node: Operation) -> Any:
        """Visit a node, and include its name in errors. Files may contain values that shape rules do not expect."""
        try:
            return visit(node)
        except MXNetError as error:
            error.node = error.node or node.name
            raise
        except Exception as error:
            shapes = [self.shapes.get(entry) for entry in node.inputs]
            failed = MXNetError(f"operator {node.op.name} ({node.name}): inputs of shapes {shapes} do not fit: {error}")
            failed.node = node.name
            raise failed from error

    def _explanation(self, node: Operation) -> str:
        """Return what the operator itself says about shapes that do not fit, if they are known."""
        shapes = [self.shapes.get(entry) for entry in node.inputs]
        if not all(map(is_known, shapes)):
            return ""
        try:
            run_on_meta(node, [torch.empty(shape or (), dtype=kind, device=_META)
                               for shape, kind in zip(shapes, self._types_of_inputs(node), strict=True)])
        except MXNetError as error:
            return f". {str(error).removeprefix(f'Error in node {node.name}: ')}"
        return ""

    def _visit(self, node: Operation) -> bool:
        key = self._call_key(node)
        if key in self._calls:
            for index, (shape, kind) in enumerate(self._calls[key]):
                self.shapes[node, index], self.types[node, index] = shape, kind
            self._done.add(id(node))
            return True
        changed = self._fill(node) | self._back(node)
        if all(is_known(self.shapes.get(e)) for e in node.inputs):
            self._checked_forward(node)
            self._done.add(id(node))
            if key is not None and all((node, i) in self.shapes for i in range(node.output_count)):
                self._calls[key] = [(self.shapes[node, i], self.types[node, i]) for i in range(node.output_count)]
            return True
        return self._partial_forward(node) or changed

    def _call_key(self, node: Operation) -> Any:
        """Return a key that is equal for calls with equal results; None unless all inputs and only these are known."""
        shapes, types = self.shapes, self.types
        if node.op.dynamic or (node, 0) in shapes or not all(
                is_known(shapes.get(e)) and e in types for e in node.inputs):
            return None
        values = node.params.values()
        key = (id(node.op), *values, *map(type, values), *[(shapes[entry], types[entry]) for entry in node.inputs])
        try:
            hash(key)
        except TypeError:
            return None
        return key

    def _partial_forward(self, node: Operation) -> bool:
        """Return the shape of the result as far as it is known.

        The lowering runs with two different sizes for each unknown one. Result sizes that are equal in both runs do not
        depend on it.
        """
        shapes = [self.shapes.get(e) for e in node.inputs]
        if not shapes or any(s is None for s in shapes) or all(is_known(self.shapes.get((node, i)))
                                                                for i in range(node.output_count)):
            return False
        if node.op.inference.partial is not None:
            known = self.shapes.get((node, 0))
            found = merged(known, node.op.inference.partial(node.params, shapes), f"{node.name}: output")
            self.shapes[(node, 0)] = found
            return found != known
        given = next((self.types[e] for e in node.inputs if e in self.types), torch.float32)
        runs = []
        for stand_in in (2, 3):
            tensors = [torch.empty([d or stand_in for d in s or ()], dtype=self.types.get(e, given), device=_META)
                       for e, s in zip(node.inputs, shapes, strict=True)]
            try:
                result = run_on_meta(node, tensors)
            except MXNetError:
                return False
            runs.append([tuple(t.shape) for t in (result if isinstance(result, tuple) else (result,))])
        changed = False
        for index, (one, two) in enumerate(zip(*runs, strict=True)):
            if len(one) != len(two):
                continue
            partial = tuple(a if a == b else 0 for a, b in zip(one, two, strict=True))
            full = merged(self.shapes.get((node, index)), partial, f"{node.name}: output")
            if full != self.shapes.get((node, index)):
                self.shapes[(node, index)] = full
                changed = True
        return changed

    def _fill(self, node: Operation) -> bool:
        op = node.op
        if op.inference.fill is None:
            return False
        known = [self.shapes.get(e) for e in node.inputs]
        try:
            if op.inference.fill is same_shapes:
                # The result has the same shape too: it tells about the inputs, and the other way round.
                filled = op.inference.fill(node.params, [*known, self.shapes.get((node, 0))])
                if filled[-1] is not None:
                    self.shapes[(node, 0)] = filled[-1]
            else:
                filled = op.inference.fill(node.params, list(known))
        except (IndexError, TypeError) as error:
            raise MXNetError(f"operator {op.name} ({node.name}): inputs of shapes {known} do not fit: "
                             f"{error}") from error
        return self._take(node, filled)

    def _back(self, node: Operation) -> bool:
        if node.op.inference.back is None:
            return False
        outputs = [self.shapes.get((node, i)) for i in range(node.output_count)]
        result = next((s for s in outputs if is_known(s)), outputs[0])
        if result is None:
            return False
        return self._take(node, node.op.inference.back(node.params, [self.shapes.get(e) for e in node.inputs], result))

    def _take(self, node: Operation, filled: list[ShapeLike]) -> bool:
        """Store the shapes of the inputs of `node`. Return whether one of them is new."""
        changed = False
        for (source, index), shape in zip(node.inputs, filled, strict=False):
            entry = (source, index)
            if shape is None:
                continue
            what = f"{node.op.name} {node.name}: input {source.name}"
            try:
                full = merged(self.shapes.get(entry), shape, what)
            except MXNetError as error:
                error.args = (f"{error}{self._explanation(node)}",)
                raise
            if full != self.shapes.get(entry):
                self.shapes[entry] = full
                changed = True
        return changed

    def _types_of_inputs(self, node: Operation) -> list[torch.dtype]:
        """Return the dtypes of all inputs: from known inputs, then from the rest of the graph, then float32."""
        kinds = types_of_node(node, [self.types.get(entry) for entry in node.inputs])[0]
        if None in kinds:
            if self._propagated is None:
                self._propagated = propagate(self._flat, dict(self.types))
            kinds = [kind or self._propagated.get(e) for kind, e in zip(kinds, node.inputs, strict=True)]
        return [kind or torch.float32 for kind in kinds]

    def _forward(self, node: Operation) -> None:
        kinds = self._types_of_inputs(node)
        check_one_type(node, kinds)
        for entry, kind in zip(node.inputs, kinds, strict=True):
            self.types.setdefault(entry, kind)
        result = run_on_meta(node, [torch.empty(self.shapes[entry] or (), dtype=kind, device=_META)
                                    for entry, kind in zip(node.inputs, kinds, strict=True)])
        results = result if isinstance(result, tuple) else (result,)
        for index, tensor in enumerate(results):
            entry = (node, index)
            self.shapes[entry] = merged(self.shapes.get(entry), tuple(tensor.shape),
                                        f"{node.op.name} {node.name}: output")
            self.types[entry] = tensor.dtype


def depends_on_values(error: MXNetError) -> bool:
    """Whether a shape stays unknown until the graph runs."""
    return isinstance(error.__cause__, NotImplementedError)


def extend(graph: Graph) -> Graph:
    """Complete the shapes and types of a graph, in place, by those of nodes that passes have added."""
    for node in graph.operations():
        if (node, 0) in graph.shapes or not all(is_known(graph.shapes.get(e)) for e in node.inputs):
            continue
        try:
            results = results_on_meta(node, [(graph.shapes[e], graph.types[e]) for e in node.inputs])
        except MXNetError as error:
            if not depends_on_values(error):
                raise
            continue
        for index, tensor in enumerate(results):
            graph.shapes[node, index], graph.types[node, index] = tuple(tensor.shape), tensor.dtype
    return graph


def _declared_shape(node: Node) -> tuple[int, ...]:
    text = node.attributes["__shape__"]
    try:
        found = literal(text)
        shape = (found,) if isinstance(found, int) else tuple(found)
    except (ValueError, TypeError):
        shape = (None,)
    if not all(isinstance(size, int) and size < 2**63 for size in shape):
        raise MXNetError(f"variable {node.name}: its attribute __shape__ is {text[:80]!r}, not a tuple of integers")
    return shape


def _by_rule(node: Operation, tensors: list[torch.Tensor]) -> Any:
    """Return the results of a shape rule if all dtypes are the same floating point dtype, otherwise None."""
    op = node.op
    kind = tensors[0].dtype if tensors else torch.bool
    if not kind.is_floating_point or any(t.dtype is not kind for t in tensors):
        return None
    if node.params.get("dtype") not in (None, kind):
        return None
    shapes = op.inference.result_shapes(node.params, [tuple(t.shape) for t in tensors], node.output_count)
    if shapes is None:
        return None
    rule = op.inference.result_types
    kinds = [kind] * len(shapes) if rule is None else rule(node.params, [kind] * len(tensors), len(shapes))
    if None in kinds:
        return None
    return tuple(torch.empty(shape, dtype=one, device=_META) for shape, one in zip(shapes, kinds, strict=True))


def results_on_meta(node: Operation, inputs: Sequence[tuple[ShapeLike, torch.dtype]]) -> tuple[torch.Tensor, ...]:
    """The results of `node`, as meta tensors, for inputs of these shapes and types."""
    result = run_on_meta(node, [torch.empty(shape or (), dtype=kind, device=_META) for shape, kind in inputs])
    return result if isinstance(result, tuple) else (result,)


def run_on_meta(node: Operation, tensors: list[torch.Tensor]) -> Any:
    """The lowering of `node` on tensors that have a shape and type but no elements."""
    op = node.op
    known = _by_rule(node, tensors)
    if known is not None:
        return known
    key = _meta_key(node, tensors)
    if key is not None and key in _meta_cache:
        return _meta_cache[key]
    supplied: dict[str, Any] = {"training": False, "generator": None, "device": _META}
    try:
        with without_compiler():
            result = op.bind(node.params)(*tensors, **{k: supplied[k] for k in op.environment})
        if key is not None:
            if len(_meta_cache) >= _META_CACHE_SIZE:
                _meta_cache.clear()
            _meta_cache[key] = result
        return result
    except Exception as error:
        wrapped = op.wrap_error(error, tensors)
        raise MXNetError(f"Error in node {node.name}: {wrapped}") from error


# Torch takes up to a millisecond for an operator on meta tensors, and unrolled networks ask the same again and again:
# an LSTM of 40 steps takes 23 ms to bind instead of 185, and its first run 117 instead of 421.
_meta_cache: dict[Any, Any] = {}
_META_CACHE_SIZE = 8192


def _meta_key(node: Operation, tensors: list[torch.Tensor]) -> Any:
    """Return a key for the result of an operator, or None if there is none."""
    op = node.op
    if op.dynamic or REGISTRY.get(op.name) is not op:
        return None
    key = (numpy_mode.state.shape, op.name, tuple([(k, type(v), v) for k, v in node.params.items()]),
           tuple([(t.shape, t.dtype) for t in tensors]))
    try:
        hash(key)
    except TypeError:
        return None
    return key
