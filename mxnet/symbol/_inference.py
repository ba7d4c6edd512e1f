"""``infer_shape`` and ``infer_type`` of symbols: what callers say about variables, and the answers in their order."""

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

# Of arguments, outputs and auxiliary states.
Listed = tuple[list[Any], list[Any], list[Any]]


def shapes(graph: Graph, given: Mapping[str, ShapeLike]) -> Listed:
    """Shapes as far as they follow from the given ones."""
    # Shapes do not depend on types: a ``__dtype__`` that is none matters only where types are wanted, as in MXNet.
    types = {n.name: dtypes.to_torch("float32") for n in graph.variables() if not _says_type(n)}
    found = Inference(graph, given, types).run().shapes
    return ([found.get((n, 0)) for n in graph.arguments()], [found.get(e) for e in graph.outputs],
            [found.get((n, 0)) for n in graph.auxiliary()])


def _says_type(node: Node) -> bool:
    try:
        dtypes.of_attribute(node.name, node.attributes.get("__dtype__"))
    except MXNetError:
        return False
    return True


def types(graph: Graph, given: Mapping[str, Any], partial: bool) -> Any:
    """Types as far as they follow from the given ones; None for each that does not, or for all."""
    flat = inlined(graph)[0]
    try:
        found = propagate(flat, declared_types(flat, {k: dtypes.to_torch(v) for k, v in given.items()}), check=True)
    except MXNetError as error:
        raise MXNetError(f"infer_type: {error}") from error
    listed = [[found.get((n, 0)) for n in graph.arguments()], [found.get(e) for e in flat.outputs],
              [found.get((n, 0)) for n in graph.auxiliary()]]
    if not partial and any(kind is None for part in listed for kind in part):
        return None, None, None
    return tuple([None if k is None else dtypes.NUMPY_OF_TORCH[k] for k in part] for part in listed)


def given_shapes(graph: Graph, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, ShapeLike]:
    """The shapes that a caller says, by name of the variable."""
    found = given("infer_shape", "InferShapeKeyword", graph, args, kwargs)
    for key, shape in found.items():
        if not isinstance(shape, (tuple, list)):
            raise TypeError(f"infer_shape takes shapes as tuples, received {key}={shape!r}")
    return {key: tuple(int(s) for s in shape) for key, shape in found.items()}


def given(caller: str, rule: str, graph: Graph, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """What a caller says about variables, by name; raises for more or other ones than there are."""
    if args and kwargs:
        raise ValueError(f"{caller} takes values by position or by name, not both")
    if args:
        names = [n.name for n in graph.arguments()]
        if len(args) > len(names):
            raise MXNetError(f"{caller}: received {len(args)} values by position for the {len(names)} arguments "
                             f"{names}")
        kwargs = dict(zip(names, args, strict=False))
    known = [n.name for n in graph.variables()]
    for key, value in kwargs.items():
        if value is not None and key not in known:
            candidates = "".join(f"\n\t[{i}]{name}" for i, name in enumerate(known))
            raise MXNetError(f"{caller}: {rule} argument name {key} not found.\nCandidate arguments:{candidates}")
    return {key: value for key, value in kwargs.items() if value is not None}
