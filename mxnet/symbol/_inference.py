"""Shape and dtype inference of symbols from the arguments of ``infer_shape`` and ``infer_type``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .._graph.infer import Inference
from .._graph.inline import inlined
from .._graph.ir import Graph, Node
from .._graph.types import declared_types, propagate
from .._ops.opdef import ShapeLike
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError

# Values of arguments, outputs and auxiliary states.
Listed = tuple[list[Any], list[Any], list[Any]]


def shapes(graph: Graph, given: Mapping[str, ShapeLike]) -> Listed:
    """Infer shapes as far as possible from the given shapes."""
    # Shapes do not depend on dtypes. As in MXNet, an invalid ``__dtype__`` only matters for dtype inference.
    types = {n.name: dtypes.to_torch("float32") for n in graph.variables() if not _has_valid_dtype(n)}
    inferred = Inference(graph, given, types).run().shapes
    return ([inferred.get((n, 0)) for n in graph.arguments()], [inferred.get(e) for e in graph.outputs],
            [inferred.get((n, 0)) for n in graph.auxiliary()])


def _has_valid_dtype(node: Node) -> bool:
    try:
        dtypes.of_attribute(node.name, node.attributes.get("__dtype__"))
    except MXNetError:
        return False
    return True


def types(graph: Graph, given: Mapping[str, Any], partial: bool) -> Any:
    """Infer dtypes as far as possible. Unknown dtypes are None with `partial`. Otherwise the result is None."""
    flat = inlined(graph)[0]
    try:
        inferred = propagate(flat, declared_types(flat, {k: dtypes.to_torch(v) for k, v in given.items()}), check=True)
    except MXNetError as error:
        raise MXNetError(f"infer_type: {error}") from error
    listed = [[inferred.get((n, 0)) for n in graph.arguments()], [inferred.get(e) for e in flat.outputs],
              [inferred.get((n, 0)) for n in graph.auxiliary()]]
    if not partial and any(dtype is None for part in listed for dtype in part):
        return None, None, None
    return tuple([None if k is None else dtypes.NUMPY_OF_TORCH[k] for k in part] for part in listed)


def given_shapes(graph: Graph, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, ShapeLike]:
    """Return the shapes in the arguments of a call, by variable name."""
    shapes_by_name = match_arguments("infer_shape", "InferShapeKeyword", graph, args, kwargs)
    for key, shape in shapes_by_name.items():
        if not isinstance(shape, (tuple, list)):
            raise TypeError(f"infer_shape takes shapes as tuples, received {key}={shape!r}")
    return {key: tuple(int(s) for s in shape) for key, shape in shapes_by_name.items()}


def match_arguments(caller: str, rule: str, graph: Graph, args: Sequence[Any],
                    kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """Match arguments with variables by name. Raise for too many arguments and unknown names."""
    if args and kwargs:
        raise ValueError(f"{caller} takes values by position or by name, not both")
    if args:
        names = [n.name for n in graph.arguments()]
        if len(args) > len(names):
            raise MXNetError(f"{caller}: received {len(args)} positional values for the {len(names)} arguments "
                             f"{names}")
        kwargs = dict(zip(names, args, strict=False))
    variables = [n.name for n in graph.variables()]
    for key, value in kwargs.items():
        if value is not None and key not in variables:
            candidates = "".join(f"\n\t[{i}]{name}" for i, name in enumerate(variables))
            raise MXNetError(f"{caller}: {rule} argument name {key} not found.\nCandidate arguments:{candidates}")
    return {key: value for key, value in kwargs.items() if value is not None}
