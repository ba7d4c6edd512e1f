"""Sizes that depend on the sizes of the inputs.

Sizes of inputs may be open. The graph is therefore evaluated for several sets of sizes at once, called worlds. A value
that is equal in all worlds is constant. Other values are a `Varying` with one value per world. Exporters compute shapes
for everything that depends on the batch size. These computations become plain integer arithmetic, once per world.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from ...._graph.infer import run_on_meta
from ...._graph.ir import Entry, Node, Operation
from ...._runtime import dtype as dtypes
from ....base import MXNetError

# Sizes of batches, of images and of other axes. Open sizes are distinct in every world. Their remainders by 2, 4 and 8
# differ, so that a value computed from a remainder is not mistaken for a constant.
_BATCHES = ((2, 3, 5), (7, 11, 13), (17, 19, 23), (29, 31, 37))
_IMAGE, _OTHER = (225, 246, 271), (25, 30, 39)
# For models that only accept multiples, such as models that split images into patches of 32.
_ROUND_IMAGE, _ROUND_OTHER = (224, 256, 288), (32, 64, 96)


@dataclass(frozen=True)
class Varying:
    """A size that depends on the sizes of the inputs, with one value per world."""

    values: tuple[int, ...]

    def __str__(self) -> str:
        return "?"

    __repr__ = __str__


Size = int | Varying
Sizes = tuple[Size, ...]


def size_of(values: Sequence[int]) -> Size:
    """Return the size with these values in all worlds."""
    return int(values[0]) if len(set(values)) == 1 else Varying(tuple(int(v) for v in values))


def in_worlds(size: Size, count: int) -> tuple[int, ...]:
    """Return the values of a size in all worlds."""
    return size.values if isinstance(size, Varying) else (size,) * count


def joint(shapes: Sequence[Sizes]) -> Sizes:
    """Return the broadcast shape."""
    rank = max(map(len, shapes))
    wide = [(1,) * (rank - len(shape)) + tuple(shape) for shape in shapes]
    return tuple(next((size for size in sizes if size != 1), 1) for sizes in zip(*wide, strict=True))


class Worlds:
    """Shapes and dtypes of all entries of the graph in all worlds.

    Parameters
    ----------
    inputs
        Shapes of the inputs. Open sizes are names or None.
    multiples
        Whether the model only accepts multiples of small powers of two.

    Attributes
    ----------
    failed
        Whether an operator rejects the sizes of some world.
    """

    def __init__(self, inputs: Mapping[str, Sequence[int | str | None]], multiples: bool = False) -> None:
        self.names = _open_sizes(inputs, multiples)
        self.failed = False
        self.count = 1 if not self.names else next(len(size.values) for size in self.names.values())
        self._known: list[dict[Entry, tuple[tuple[int, ...], torch.dtype] | None]] = [{} for _ in range(self.count)]
        # A symbol and axis for each varying size.
        self.places: dict[Varying, tuple[Any, int]] = {}

    def declare(self, symbol: Any, sizes: Sizes, dtype: np.dtype | None) -> None:
        """Set the shape and dtype of a variable."""
        entry = symbol._outputs[0]
        torch_dtype = torch.float32 if dtype is None or dtype.kind == "b" else dtypes.to_torch(dtype.name)
        for number, known in enumerate(self._known):
            known[entry] = tuple(in_worlds(size, self.count)[number] for size in sizes), torch_dtype
        self._note(symbol, sizes)

    def sizes(self, symbol: Any) -> Sizes | None:
        """Return the shape of a symbol, or None if it depends on values."""
        entry = symbol._outputs[0]
        candidates = [self._shape(known, entry) for known in self._known]
        if any(shape is None for shape in candidates):
            return None
        shapes = [shape for shape in candidates if shape is not None]
        if len({len(shape) for shape in shapes}) > 1:
            return None
        sizes = tuple(size_of(values) for values in zip(*shapes, strict=True))
        self._note(symbol, sizes)
        return sizes

    def _note(self, symbol: Any, sizes: Sizes) -> None:
        for axis, size in enumerate(sizes):
            if isinstance(size, Varying):
                self.places.setdefault(size, (symbol, axis))

    def _shape(self, known: dict[Entry, Any], entry: Entry) -> tuple[int, ...] | None:
        for node in _unknown_below(entry[0], known):
            below = [known.get(e) for e in node.inputs]
            results: tuple[Any, ...] = (None,) * node.output_count
            if isinstance(node, Operation) and all(fact is not None for fact in below):
                tensors = [torch.empty(shape, dtype=dtype, device="meta") for shape, dtype in below]  # type: ignore[misc]
                try:
                    outputs = run_on_meta(node, tensors)
                    results = outputs if isinstance(outputs, tuple) else (outputs,)
                except MXNetError:
                    self.failed = True
            for index, result in enumerate(results):
                known[node, index] = None if result is None else (tuple(result.shape), result.dtype)
        fact = known.get(entry)
        return None if fact is None else fact[0]


def _unknown_below(node: Node, known: Mapping[Entry, Any]) -> Iterator[Node]:
    """Yield the nodes that must be evaluated before `node`, then `node` itself."""
    stack, seen = [(node, False)], set()
    while stack:
        current, ready = stack.pop()
        if ready:
            yield current
        elif (current, 0) not in known and id(current) not in seen:
            seen.add(id(current))
            stack.append((current, True))
            stack.extend((below, False) for below, _ in current.inputs)


def _open_sizes(inputs: Mapping[str, Sequence[int | str | None]], multiples: bool) -> dict[str, Varying]:
    """Return values for the open sizes, by name. Each changes alone in one world, and all change in the last."""
    image, other = (_ROUND_IMAGE, _ROUND_OTHER) if multiples else (_IMAGE, _OTHER)
    values: dict[str, tuple[int, ...]] = {}
    for name, shape in inputs.items():
        for axis, size in enumerate(shape):
            key = size if isinstance(size, str) else f"{name} {axis}"
            if not isinstance(size, int) and key not in values:
                number = len(values)
                if axis == 0 and number < len(_BATCHES):
                    values[key] = _BATCHES[number]
                else:
                    chosen = image if len(shape) > 3 and axis > 1 else other
                    values[key] = tuple(value + 96 * number for value in chosen)
    return {key: Varying((first, *(second if other == key else first for other in values), third))
            for key, (first, second, third) in values.items()}
