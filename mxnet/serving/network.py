"""A compiled network: the shapes of its inputs and outputs, and its execution on NumPy arrays."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
import torch

from .. import ndarray as nd
from .. import symbol as sym
from .._runtime import dtype as dtypes
from ..base import MXNetError
from ..context import cpu
from ..gluon import SymbolBlock
from ..symbol import Symbol
from ..tools.convert import _shapes
from ..tools.convert._compare import random_inputs
from ..tools.convert._sources import Model
from ..util import np_shape
from .interface import TensorSpec

Shape = tuple[int, ...]
Arrays = Mapping[str, np.ndarray]
_VARYING_SIZES = (1, 16, 32, 224)  # tried for sizes that a signature leaves open
_TOLERANCE = 1e-3


class Network:
    """A network that is compiled for prediction.

    Attributes
    ----------
    inputs, outputs : tuple of TensorSpec
    batchable : bool
        Whether rows of the first axis are independent, so that requests can share a batch.
    sample_shapes : dict of str to tuple
        A shape of one row for each input.

    Raises
    ------
    MXNetError
        If the shape of an input is neither stated nor follows from the weights.
    """

    def __init__(self, model: Model, stated: Mapping[str, Shape]) -> None:
        self._model = model
        self._symbol = Symbol(model.source.graph.outputs)
        self._labels: dict[tuple[Shape, ...], list[Any]] = {}
        if not model.source.inputs:
            raise MXNetError(f"the model {model.name} has no inputs")
        self._block = self._compile()
        with self._shape_mode():
            self._types = self._find_types()
            shapes, free = self._find_shapes({**model.shapes, **stated})
            self.sample_shapes = {name: shape[1:] for name, shape in shapes.items()}
            probe = random_inputs(model.source, shapes, self._types)
            results = self.run(probe)
            self.batchable = self._is_batchable(probe, shapes)
            if not self.batchable:
                self._free_first_axes(shapes, free)
            self.inputs = tuple(self._spec(name, str(self._types[name]).removeprefix("torch."), shapes[name],
                                           free[name]) for name in model.source.inputs)
            self.outputs = self._describe_outputs(results, shapes, free)

    def _shape_mode(self) -> AbstractContextManager[Any]:
        return np_shape(True) if self._model.numpy else nullcontext()

    def _compile(self) -> SymbolBlock:
        source = self._model.source
        block = SymbolBlock(self._symbol, [sym.var(name) for name in [*source.inputs, *source.labels]])
        for name, parameter in block.collect_params().items():
            if name not in source.params:
                raise MXNetError(f"the parameter {name} of {self._model.name} has no value")
            parameter._load_init(source.params[name], cpu(), cast_dtype=True, dtype_source="saved")
        block.hybridize(static_alloc=True, static_shape=True)
        return block

    def _find_types(self) -> dict[str, torch.dtype]:
        """Infer the dtypes of the inputs from those of the weights. The default is float32, also for bfloat16."""
        known = {name: array.dtype for name, array in self._model.source.params.items()}
        names = self._symbol.list_arguments()
        try:
            inferred = self._symbol.infer_type_partial(**{n: t for n, t in known.items() if n in names})[0] or []
        except MXNetError:
            inferred = []
        types = dict(zip(names, inferred))
        found = {name: dtypes.to_torch(types.get(name) or "float32") for name in self._model.source.inputs}
        self._bfloat16 = {name for name, kind in found.items() if kind == torch.bfloat16}
        return {name: torch.float32 if name in self._bfloat16 else kind for name, kind in found.items()}

    def _find_shapes(self, stated: Mapping[str, Shape]) -> tuple[dict[str, Shape], dict[str, list[int]]]:
        """Return a shape for each input with one row, and the axes after the first that may vary."""
        names = self._model.source.inputs
        stated = {name: stated[name] for name in names if stated.get(name)}
        if len(stated) < len(names):
            known = {name: tuple(size or 1 for size in shape) for name, shape in stated.items()}
            try:
                shapes = _shapes.input_shapes(self._model, known)
            except MXNetError as error:
                raise MXNetError(f"{str(error).partition(';')[0]}; write it into a file signature.json beside the "
                                 'model, as {"inputs": [{"data_name": ..., "data_shape": ...}]}') from error
            return shapes, {name: self._free_axes(shapes, name) if name not in stated else
                            [axis for axis, size in enumerate(stated[name]) if axis and not size] for name in names}
        free = {name: [axis for axis, size in enumerate(shape) if axis and not size] for name, shape in stated.items()}
        for size in _VARYING_SIZES:
            shapes = {name: (shape[0] or 1, *(known or size for known in shape[1:])) for name, shape in stated.items()}
            if self._infer(shapes) is not None:
                one = {name: (1, *shape[1:]) for name, shape in shapes.items()}
                return (one if self._infer(one) is not None else shapes), free
        raise MXNetError(f"the shapes {dict(stated)} of the signature do not fit the model {self._model.name}; correct "
                         "them")

    def _free_axes(self, shapes: Mapping[str, Shape], name: str) -> list[int]:
        """Return the axes of an input whose size the network does not fix."""
        axes = []
        for axis in range(1, len(shapes[name])):
            larger = tuple(2 * size if i == axis else size for i, size in enumerate(shapes[name]))
            if self._infer({**shapes, name: larger}) is not None:
                axes.append(axis)
        return axes

    def _free_first_axes(self, shapes: Mapping[str, Shape], free: dict[str, list[int]]) -> None:
        """Add the first axis of inputs that may vary although it is not the batch, such as the time."""
        doubled = {name: (2 * shape[0], *shape[1:]) if shape else shape for name, shape in shapes.items()}
        together = self._infer(doubled) is not None
        for name, shape in shapes.items():
            if shape and (together or self._infer({**shapes, name: doubled[name]}) is not None):
                free[name].append(0)

    def _infer(self, shapes: Mapping[str, Shape]) -> list[Shape] | None:
        """Return the shapes of the outputs, or None if the network does not accept these inputs."""
        weights = {name: tuple(array.shape) for name, array in self._model.source.params.items()}
        arguments = set(self._symbol.list_arguments())
        try:
            known = {name: shape for name, shape in weights.items() if name in arguments}
            return self._symbol.infer_shape(**{**known, **shapes})[1]
        except MXNetError:
            return None

    def _is_batchable(self, probe: Arrays, shapes: Mapping[str, Shape]) -> bool:
        """Compare rows that are computed together with rows that are computed alone."""
        if any(not shape or shape[0] != 1 for shape in shapes.values()):
            return False
        doubled = {name: (2, *shape[1:]) for name, shape in shapes.items()}
        if self._infer(doubled) is None:
            return False
        other = random_inputs(self._model.source, shapes, self._types, 1)
        both = {name: np.concatenate([probe[name], other[name]]) for name in probe}
        try:
            together = self.run(both)
            alone = [self.run(probe), self.run(other)]
        except MXNetError:
            return False
        return all(output.ndim and len(output) == 2 * len(row) == 2 and _is_close(output[i : i + 1], row)
                   for i in range(2) for output, row in zip(together, alone[i]))

    def _spec(self, name: str, dtype: str, shape: Shape, free: list[int]) -> TensorSpec:
        sizes = [None if axis in free or (axis == 0 and self.batchable) else size for axis, size in enumerate(shape)]
        return TensorSpec(name, dtype, tuple(sizes))

    def _describe_outputs(self, results: list[np.ndarray], shapes: Mapping[str, Shape],
                          free: Mapping[str, list[int]]) -> tuple[TensorSpec, ...]:
        larger = {name: tuple(2 * size if axis in free[name] else size for axis, size in enumerate(shape))
                  for name, shape in shapes.items()}
        others = self._infer(larger) if any(free.values()) else None
        names = self._symbol.list_outputs()
        return tuple(self._spec(name, result.dtype.name, result.shape,
                                [axis for axis, size in enumerate(result.shape)
                                 if others is not None and others[i][axis:axis + 1] != (size,)])
                     for i, (name, result) in enumerate(zip(names, results)))

    def warm_up(self) -> None:
        """Compile the function for four rows. The checks have already compiled it for one and two rows."""
        if self.batchable:
            shapes = {name: (4, *shape) for name, shape in self.sample_shapes.items()}
            self.run(random_inputs(self._model.source, shapes, self._types))

    def run(self, arrays: Arrays) -> list[np.ndarray]:
        """Compute the outputs.

        Raises
        ------
        MXNetError
            If the network does not accept the shapes of the arrays.
        """
        with self._shape_mode():
            inputs = [self._to_input(name, arrays[name]) for name in self._model.source.inputs]
            results = self._block(*inputs, *self._zero_labels(inputs))
            outputs = results if isinstance(results, (list, tuple)) else [results]
            return [_to_numpy(output) for output in outputs]

    def _to_input(self, name: str, array: np.ndarray) -> Any:
        converted = nd.array(array, dtype=array.dtype)
        return converted.astype("bfloat16") if name in self._bfloat16 else converted  # NumPy has no bfloat16

    def _zero_labels(self, inputs: list[Any]) -> list[Any]:
        """Return zeros for the labels of output layers, which prediction ignores."""
        names = self._model.source.labels
        if not names:
            return []
        key = tuple(array.shape for array in inputs)
        if key not in self._labels:
            shapes = self._symbol.infer_shape(**dict(zip(self._model.source.inputs, key)))[0]
            by_name = dict(zip(self._symbol.list_arguments(), shapes))
            if len(self._labels) > 64:
                self._labels.clear()
            self._labels[key] = [nd.zeros(by_name[name]) for name in names]
        return self._labels[key]


def _to_numpy(output: Any) -> np.ndarray:
    return (output.astype("float32") if output._data.dtype == torch.bfloat16 else output).asnumpy()


def _is_close(actual: np.ndarray, expected: np.ndarray) -> bool:
    if actual.shape != expected.shape:
        return False
    finite = np.abs(expected[np.isfinite(expected)].astype("float64"))
    return bool(np.allclose(actual, expected, rtol=_TOLERANCE, equal_nan=True,
                            atol=_TOLERANCE * max(1.0, float(finite.max(initial=0.0)))))
