"""Shapes and dtypes of the inputs of a model, from the user, from its files or inferred from its weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch

from ..._graph.infer import Inference, is_known
from ..._graph.ir import Graph, Node, Operation
from ..._runtime import dtype as dtypes
from ...base import MXNetError
from ._sources import Model

Shape = tuple[int, ...]
# Common image sizes of networks, most frequent first.
_IMAGE_SIZES = (224, 299, 32, 28, 112, 64, 256, 300, 512, 128, 96, 48, 160, 416, 331, 20, 16, 8)
_LENGTH = 16


def input_types(model: Model, given: Mapping[str, str]) -> dict[str, torch.dtype]:
    """Return the dtypes of all inputs. The default is float32."""
    for name in given:
        _check_name(model, name)
    try:
        return {name: dtypes.to_torch(given.get(name, "float32")) for name in model.source.inputs}
    except TypeError as error:
        raise MXNetError(str(error)) from error


def _check_name(model: Model, name: str) -> None:
    if name not in model.source.inputs:
        raise MXNetError(f"the model has no input {name}; its inputs are {', '.join(model.source.inputs)}")


def input_shapes(model: Model, given: Mapping[str, Shape]) -> dict[str, Shape]:
    """Return the shapes of all inputs."""
    for name in given:
        _check_name(model, name)
    graph = model.source.graph
    known = {**{name: shape for name, shape in model.shapes.items() if name in model.source.inputs}, **given}
    missing = [name for name in model.source.inputs if name not in known]
    weights = {name: tuple(array.shape) for name, array in model.source.params.items()}
    declared = _infer(graph, {**weights, **known}, missing)
    if declared is not None:
        return {**known, **declared}
    for candidate in _candidates(graph, missing, weights):
        inferred = _infer(graph, {**weights, **known, **candidate}, missing)
        if inferred is not None:
            return {**known, **inferred}
    if not missing:
        return known
    raise MXNetError(f"the shape of {', '.join(missing)} cannot be inferred from the model; pass it with "
                     f"--shape, for example --shape {missing[0]}=1,3,224,224")


def open_sizes(model: Model, shapes: Mapping[str, Shape], dynamic: Mapping[str, Sequence[int | str]],
               ) -> dict[str, tuple[int | str, ...]]:
    """Return the sizes of all inputs, with names for sizes that may change: the user's choice, or the first axis."""
    sizes_by_input: dict[str, tuple[int | str, ...]] = {
        name: ("batch", *shape[1:]) if shape else () for name, shape in shapes.items()}
    for name, sizes in dynamic.items():
        _check_name(model, name)
        if len(sizes) != len(shapes[name]) or any(isinstance(size, int) and size != known
                                                  for size, known in zip(sizes, shapes[name], strict=True)):
            listed = ", ".join(map(str, sizes))
            raise MXNetError(f"the sizes {listed} of input {name} must have one name or number for each axis of its "
                             f"shape {shapes[name]}")
        sizes_by_input[name] = tuple(sizes)
    return sizes_by_input


def _infer(graph: Graph, shapes: Mapping[str, Shape], missing: list[str]) -> dict[str, Shape] | None:
    """Infer the shapes of the missing inputs. Return None unless the whole graph can be inferred."""
    try:
        inferred = Inference(graph, shapes, {}).run().shapes
    except MXNetError:
        return None
    result = {}
    for node in graph.variables():
        shape = inferred.get((node, 0))
        if node.name in missing:
            if shape is None or not is_known(shape):
                return None
            result[node.name] = tuple(shape)
    return result if all(is_known(inferred.get(entry)) for entry in graph.outputs) else None


def _candidates(graph: Graph, missing: list[str], weights: Mapping[str, Shape]) -> list[dict[str, Shape]]:
    """Return possible shapes of a single missing input, from the layer that reads it."""
    if len(missing) != 1:
        return []
    first = next((node for node in graph.nodes
                  if isinstance(node, Operation) and any(source.name == missing[0] for source, _ in node.inputs)), None)
    while first is not None and len(first.inputs) > 1 and _weight(first, weights) is None:
        following = next((node for node in graph.nodes if any(source is first for source, _ in node.inputs)), None)
        first = following
    weight = None if first is None else _weight(first, weights)
    if first is None or weight is None:
        return []
    if "kernel" in first.params:
        channels, rank = weight[1] * first.params["num_group"], len(weight) - 2
        return [{missing[0]: (1, channels, *(size,) * rank)} for size in _IMAGE_SIZES]
    if "num_hidden" in first.params:
        return [{missing[0]: (1, weight[1])}, {missing[0]: (1, _LENGTH, weight[1])}]
    if "input_dim" in first.params:
        return [{missing[0]: (1, _LENGTH)}, {missing[0]: (_LENGTH, 1)}]
    return []


def _weight(node: Node, weights: Mapping[str, Shape]) -> Shape | None:
    """Return the shape of a layer's weight."""
    return weights.get(node.inputs[1][0].name) if len(node.inputs) > 1 else None
