"""Shapes and dtypes of all entries in a graph, with None for sizes that depend on the input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch

from ..._graph.infer import Inference, is_known
from ..._graph.ir import Entry, Graph, Node
from ..._ops.onnx_rules import Result
from ..._ops.opdef import ShapeLike
from ...base import MXNetError

Shape = tuple[int, ...]
Facts = dict[Entry, Result]
_NUMPY = {torch.float32: "float32", torch.float64: "float64", torch.float16: "float16", torch.int8: "int8",
          torch.uint8: "uint8", torch.int32: "int32", torch.int64: "int64", torch.bool: "bool", torch.int16: "int16"}


def numpy_type(dtype: torch.dtype, what: str) -> np.dtype:
    """Convert a torch dtype to a NumPy dtype."""
    if dtype not in _NUMPY:
        raise MXNetError(f"{what} is of type {str(dtype).removeprefix('torch.')}, which cannot be exported to ONNX; "
                         "convert the model to float32 or float16 first")
    return np.dtype(_NUMPY[dtype])


def _infer(graph: Graph, shapes: Mapping[str, Shape], types: Mapping[str, torch.dtype]) -> Inference:
    return Inference(graph, shapes, types).run()


def varied(shape: Shape, axes: Sequence[int]) -> Shape:
    """Return a shape with different sizes of these axes."""
    return tuple(2 * size if axis in axes else size for axis, size in enumerate(shape))


def _fixed_axes(graph: Graph, shapes: Mapping[str, Shape], types: Mapping[str, torch.dtype],
                free: Mapping[str, list[int]]) -> dict[str, list[int]]:
    """Return the free axes whose size is not fixed by weights."""
    try:
        _infer(graph, {**shapes, **{name: varied(shapes[name], axes) for name, axes in free.items()}}, types)
        return dict(free)
    except MXNetError:
        pass
    kept: dict[str, list[int]] = {}
    for name, axes in free.items():
        for axis in axes:
            trial = {**kept, name: [*kept.get(name, []), axis]}
            larger = {n: varied(shapes[n], a) for n, a in trial.items()}
            try:
                _infer(graph, {**shapes, **larger}, types)
            except MXNetError:
                continue
            kept = trial
    return kept


def infer(graph: Graph, nodes: Sequence[Node], shapes: Mapping[str, Shape], types: Mapping[str, torch.dtype],
          free: Mapping[str, list[int]]) -> tuple[Facts, dict[str, list[int]]]:
    """Return the facts of the entries of some nodes, and the input axes that are really free.

    The graph is inferred twice with different sizes for the free axes. Sizes that differ depend on them.
    """
    first = _infer(graph, shapes, types)
    free = _fixed_axes(graph, shapes, types, free) if free else {}
    larger = {name: varied(shapes[name], axes) for name, axes in free.items()}
    second = _infer(graph, {**shapes, **larger}, types) if free else first
    facts: Facts = {}
    for node in nodes:
        for index in range(node.output_count):
            entry = (node, index)
            facts[entry] = Result(_merge(entry, first.shapes.get(entry), second.shapes.get(entry)),
                                  numpy_type(first.types.get(entry, torch.float32), node.name))
    return facts, free


def _merge(entry: Entry, one: ShapeLike, two: ShapeLike) -> tuple[int | None, ...]:
    if one is None or two is None or len(one) != len(two) or not is_known(one):
        if one is not None and 0 in one and one == two:
            return tuple(one)
        raise MXNetError(f"the shape of {entry[0].name} cannot be inferred; give in_shapes for all inputs")
    return tuple(a if a == b else None for a, b in zip(one, two, strict=True))
