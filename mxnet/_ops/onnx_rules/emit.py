"""Emitter for ONNX nodes as plain records. Neither the rules nor this module need the `onnx` package."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Sizes = tuple[int | None, ...]
INT64 = np.dtype("int64")
FLOAT32 = np.dtype("float32")
BOOL = np.dtype("bool")
_COMPARISONS = frozenset({"Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "And", "Or", "Xor", "Not",
                          "IsNaN", "IsInf"})
_INDICES = frozenset({"Shape", "Size", "ArgMax", "ArgMin", "NonZero", "NonMaxSuppression"})


class Unsupported(Exception):
    """ONNX cannot express the node; the message names the reason."""


@dataclass(slots=True, eq=False)
class Value:
    """Tensor of the ONNX graph. Sizes that depend on the input are None; `array` returns constant content."""

    name: str
    shape: Sizes | None = None
    dtype: np.dtype | None = None
    array: Callable[[], np.ndarray | None] = lambda: None
    # Real value of an 8-bit or 32-bit integer, for integer graphs that are exported as float graphs.
    real: Value | None = None
    # Value of all elements if no tensor was written because its size depends on the input.
    fill: float | None = None

    @property
    def sizes(self) -> Sizes:
        if self.shape is None:
            raise Unsupported(f"the shape of {self.name} is unknown")
        return self.shape

    @property
    def rank(self) -> int:
        return len(self.sizes)

    @property
    def kind(self) -> np.dtype:
        if self.dtype is None:
            raise Unsupported(f"the type of {self.name} is unknown")
        return self.dtype

    @property
    def floating(self) -> bool:
        return self.kind.kind == "f"


@dataclass(slots=True)
class Record:
    """One ONNX node."""

    kind: str
    inputs: list[str]
    outputs: list[str]
    attributes: dict[str, Any]


@dataclass(slots=True)
class Body:
    """Body graph of a loop, an attribute of its node."""

    inputs: list[Value]
    outputs: list[Value]
    records: list[Record]


@dataclass(slots=True)
class Result:
    """Shape and dtype of an output of the current node."""

    shape: Sizes
    dtype: np.dtype


Given = Value | np.ndarray | Sequence[int] | None


@dataclass(slots=True, eq=False)
class Emitter:
    """Builder that collects the nodes and constants of an ONNX graph.

    Attributes
    ----------
    opset
        ONNX operator set version.
    results
        Shapes and dtypes of the results of the current node.
    prefix
        Prefix of the names of new values.
    """

    opset: int
    results: list[Result] = field(default_factory=list)
    prefix: str = ""
    records: list[Record] = field(default_factory=list)
    constants: dict[str, np.ndarray] = field(default_factory=dict)
    _constant_names: dict[Any, str] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)

    # Names and constants

    def unique(self, wanted: str) -> str:
        """Return an unused name."""
        name, count = wanted, 0
        while name in self._taken:
            count += 1
            name = f"{wanted}_{count}"
        self._taken.add(name)
        return name

    def constant(self, content: Any, dtype: Any = None) -> Value:
        """Return a constant value; equal constants are stored once."""
        if dtype is not None and np.dtype(dtype).kind in "iu" and isinstance(content, (int, float)):
            content = np.array(int(content), np.int64)  # overflow wraps around, as in MXNet
        array = np.ascontiguousarray(np.asarray(content).astype(dtype or np.asarray(content).dtype))
        array = array.reshape(np.shape(content))
        key = (array.dtype.str, array.shape, array.tobytes()) if array.size <= 1024 else id(array)
        name = self._constant_names.get(key)
        if name is None:
            name = self._constant_names[key] = self.unique(f"{self.prefix}constant")
            self.constants[name] = array
        return Value(name, array.shape, array.dtype, lambda: array)

    def like(self, number: float, value: Value) -> Value:
        """Return a number in the dtype of `value`."""
        return self.constant(number, value.kind)

    def value(self, given: Given) -> Value | None:
        if given is None or isinstance(given, Value):
            return given
        return self.constant(given) if isinstance(given, np.ndarray) else self.constant(list(given), INT64)

    # Nodes

    def __call__(self, kind: str, *inputs: Given, outputs: int = 1, result: Any = None, **attributes: Any) -> Any:
        """Write a node and return its result or list of results, with dtype `result` or that of the first input.

        Attributes that are None are omitted.
        """
        values = [self.value(given) for given in inputs]
        while values and values[-1] is None:
            values.pop()
        names = [self.unique(f"{self.prefix}{kind}") for _ in range(outputs)]
        given = {key: value for key, value in attributes.items() if value is not None}
        self.records.append(Record(kind, [v.name if v is not None else "" for v in values], names, given))
        if result is None:
            result = BOOL if kind in _COMPARISONS else INT64 if kind in _INDICES else next(
                (v.dtype for v in values if v is not None), None)
        results = [Value(name, None, None if result is None else np.dtype(result)) for name in names]
        return results[0] if outputs == 1 else results

    def cast(self, value: Value, dtype: Any) -> Value:
        """Cast `value` to another dtype."""
        wanted = np.dtype(dtype)
        if value.dtype == wanted:
            return value
        cast = self("Cast", value, result=wanted, to=wanted)
        cast.shape = value.shape
        return cast

    def whole(self, value: Value) -> Value:
        """Convert indices to int64."""
        return self.cast(value, INT64)

    # Sizes

    def shape_of(self, value: Value) -> Value:
        """Return the shape as an int64 tensor."""
        if value.shape is not None and None not in value.shape:
            return self.constant(list(value.shape), INT64)
        return self("Shape", value)

    def size(self, value: Value, axis: int) -> Value:
        """Return one size as an int64 tensor with one element."""
        if value.shape is not None:
            axis %= len(value.shape)
            known = value.shape[axis]
            if known is not None:
                return self.constant([known], INT64)
        return self("Gather", self("Shape", value), [axis], axis=0)

    def joined_sizes(self, parts: Sequence[int | Value]) -> Value:
        """Return a shape joined from numbers and size tensors."""
        if all(isinstance(part, int) for part in parts):
            return self.constant(list(parts), INT64)
        values = [self.constant([part], INT64) if isinstance(part, int) else part for part in parts]
        return self("Concat", *values, axis=0) if len(values) > 1 else values[0]

    def sizes_of(self, value: Value) -> list[int | Value]:
        """Return each size, as a number if it is known."""
        return [self.size(value, axis) if size is None else size for axis, size in enumerate(value.sizes)]

    # Shapes

    def reshape(self, value: Value, shape: Sequence[int | Value] | Value) -> Value:
        sizes = shape if isinstance(shape, Value) else self.joined_sizes(shape)
        return self("Reshape", value, sizes)

    def result_shape(self, index: int = 0) -> list[int]:
        """Return the shape of a result, with -1 for at most one size that depends on the input."""
        sizes = self.results[index].shape
        if sum(size is None for size in sizes) > 1:
            raise Unsupported(f"more than one size of the result {sizes} depends on the input")
        return [-1 if size is None else size for size in sizes]

    def known_result(self) -> list[int]:
        """Return the shape of the result, which must not depend on the input."""
        sizes = self.results[0].shape
        if None in sizes:
            raise Unsupported(f"the shape {sizes} of the result depends on the input")
        return [size or 0 for size in sizes]

    def transpose(self, value: Value, axes: Sequence[int]) -> Value:
        if list(axes) == list(range(len(axes))):
            return value
        return self("Transpose", value, perm=list(axes))

    def squeeze(self, value: Value, *axes: int) -> Value:
        return self("Squeeze", value, axes) if axes else value

    def unsqueeze(self, value: Value, *axes: int) -> Value:
        return self("Unsqueeze", value, axes) if axes else value

    def slice(self, value: Value, starts: Any, ends: Any, axes: Sequence[int], steps: Sequence[int] | None = None,
              ) -> Value:
        return self("Slice", value, starts, ends, axes, steps)

    def part(self, value: Value, axis: int, start: int, end: int) -> Value:
        """Slice a range of one axis."""
        return self.slice(value, [start], [end], [axis])

    def column(self, value: Value, index: int, axis: int = -1) -> Value:
        """Select one element of an axis and remove the axis."""
        return self("Gather", value, self.constant(index, INT64), axis=axis)

    def concat(self, values: Sequence[Value], axis: int) -> Value:
        return values[0] if len(values) == 1 else self("Concat", *values, axis=axis)

    def expand(self, value: Value, shape: Sequence[int | Value] | Value) -> Value:
        return self("Expand", value, shape if isinstance(shape, Value) else self.joined_sizes(shape))

    def reduce(self, kind: str, value: Value, axes: Sequence[int], keepdims: bool = True) -> Value:
        """Write a reduction. The opset in which `axes` became an input depends on the operator."""
        if not axes:
            return value
        if kind == "ReduceSum" or self.opset >= 18:
            return self(kind, value, list(axes), keepdims=int(keepdims))
        return self(kind, value, axes=list(axes), keepdims=int(keepdims))

    def split(self, value: Value, sizes: Sequence[int], axis: int) -> list[Value]:
        """Split an axis into parts of these sizes."""
        if len(sizes) == 1:
            return [value]
        return list(self("Split", value, list(sizes), axis=axis, outputs=len(sizes)))

    def counting(self, count: Value, dtype: Any = INT64) -> Value:
        """Return 0, 1, 2, ... up to a length given as an int64 tensor with one element."""
        known = count.array()
        if known is not None:
            return self.constant(np.arange(int(known.reshape(-1)[0])), dtype)
        zero, one = self.constant(0, INT64), self.constant(1, INT64)
        return self.cast(self("Range", zero, self.squeeze(count, 0), one), dtype)

    def where(self, condition: Value, first: Value, second: Value) -> Value:
        return self("Where", condition, first, second, result=first.dtype)

    def rows_at(self, value: Value, places: Value, width: int) -> Value:
        """Select rows (batch, place, width) of `value` by indices (batch, place)."""
        index = self("Tile", self.unsqueeze(places, 2), [1, 1, width])
        return self("GatherElements", value, index, axis=1)

    def loop(self, count: Value, states: Sequence[Value], step: Callable[[Value, list[Value]], list[Value]],
             ) -> list[Value]:
        """Return the states after `count` steps; `step` writes one step from its number and the previous states."""
        number = Value(self.unique(f"{self.prefix}step"), (), INT64)
        going = Value(self.unique(f"{self.prefix}going"), (), BOOL)
        inner = [Value(self.unique(f"{self.prefix}state"), None, state.dtype) for state in states]
        outer, self.records = self.records, []
        after = step(number, inner)
        results = [self("Identity", going), *(self("Identity", value) for value in after)]
        body, self.records = Body([number, going, *inner], results, self.records), outer
        final = self("Loop", self.squeeze(count, 0), self.constant(True), *states, body=body, outputs=len(states))
        listed = [final] if len(states) == 1 else final
        for value, state in zip(listed, states, strict=True):
            value.dtype = state.dtype
        return list(listed)

    def scan(self, states: Sequence[Value], sequences: Sequence[Value],
             step: Callable[[list[Value], list[Value]], tuple[list[Value], Value]], backwards: bool,
             ) -> tuple[list[Value], Value]:
        """Return the final states and the stacked outputs of a scan along the first axis of the sequences."""
        inner = [Value(self.unique(f"{self.prefix}state"), None, state.dtype) for state in states]
        elements = [Value(self.unique(f"{self.prefix}element"), None, sequence.dtype) for sequence in sequences]
        outer, self.records = self.records, []
        after, output = step(inner, elements)
        results = [self("Identity", value) for value in (*after, output)]
        body, self.records = Body([*inner, *elements], results, self.records), outer
        turned = [int(backwards)]
        values = self("Scan", *states, *sequences, body=body, outputs=len(states) + 1, num_scan_inputs=len(sequences),
                      scan_input_directions=turned * len(sequences), scan_output_directions=turned)
        return list(values[:-1]), values[-1]

    def typed(self, value: Value, index: int = 0) -> Value:
        """Cast `value` to the dtype of a result."""
        return self.cast(value, self.results[index].dtype)
