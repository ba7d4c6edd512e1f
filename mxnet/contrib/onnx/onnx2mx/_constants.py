"""Constant arrays of an ONNX model: stored weights, and results of nodes with constant inputs.

A file of a hundred bytes can request constants of any size. The size of a result is therefore predicted before it is
computed, and a budget limits the total size of all constants.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...._ops.onnx_rules import Unsupported
from ....base import MXNetError
from ....onnx.mx2onnx._proto import load_onnx

_LEAST_BUDGET, _BUDGET_PER_BYTE = 256 << 20, 20
# Shapes, limits and counts have fewer elements than this. The sizes of results do not depend on other values.
_LARGEST_SHAPE = 1024
# ONNX's reference implementation computes each element of these operators in Python.
_SLOW, _MOST_SLOW_ELEMENTS = frozenset({"Resize", "Upsample"}), 1 << 16
_GROWING = frozenset({"ConstantOfShape", "Expand", "OneHot", "Pad", "Range", "Resize", "Tile", "Upsample"})


class Constants:
    """Read and compute constants within a budget that grows with the size of the stored weights."""

    def __init__(self, model: Any) -> None:
        self._onnx = load_onnx()
        self._model = model
        self._left = _LEAST_BUDGET

    def spend(self, elements: int, itemsize: int = 8) -> None:
        """Subtract an array that is about to be allocated from the budget.

        Raises
        ------
        MXNetError
            If the budget is exceeded.
        """
        size = int(elements) * itemsize
        if size > self._left:
            raise MXNetError(f"the ONNX model computes constants of {size} bytes, but only {self._left} are left of "
                             f"its budget ({_LEAST_BUDGET >> 20} MiB plus {_BUDGET_PER_BYTE} times the stored weights)."
                             " If you trust the model, fold its constants first, for example with onnxsim")
        self._left -= size

    def stored(self, tensor: Any) -> np.ndarray:
        """Return a stored array of the model.

        Raises
        ------
        MXNetError
            If its data is missing, does not match its shape, or is not numeric.
        """
        onnx = self._onnx
        shape = tuple(tensor.dims)
        if tensor.data_type == onnx.TensorProto.STRING:
            raise MXNetError(f"the weight {tensor.name!r} of the ONNX model holds strings, but only numbers can be "
                             "imported")
        try:
            array: np.ndarray = onnx.numpy_helper.to_array(tensor)
        except Exception as error:  # untrusted file content
            raise MXNetError(f"the weight {tensor.name!r} of the ONNX model is malformed: its data is missing, or does "
                             f"not match shape {shape} and type {tensor.data_type} ({type(error).__name__}: {error})"
                             ) from error
        if array.shape != shape or array.dtype.kind not in "biuf":
            raise MXNetError(f"the weight {tensor.name!r} of the ONNX model cannot be imported: it is an array of "
                             f"{array.dtype} with shape {array.shape}, but declared with shape {shape}")
        self._left += _BUDGET_PER_BYTE * array.nbytes
        return array

    def computed(self, node: Any, inputs: Sequence[np.ndarray | None]) -> list[np.ndarray] | None:
        """Compute a node with ONNX's reference implementation. Return None if the graph should compute it."""
        value = next((attribute for attribute in node.attribute if attribute.name == "value"), None)
        if node.op_type == "Constant" and value is not None:
            return [self.stored(value.t)]
        names = [name for name in node.output if name]
        present = {name: array for name, array in zip(node.input, inputs, strict=True) if array is not None}
        model = self._model_of(node, names, present)
        elements = self._spend_results(node, model, names, present)
        if node.op_type in _SLOW and elements > _MOST_SLOW_ELEMENTS:
            return None
        results = [np.asarray(array) for array in self._onnx.reference.ReferenceEvaluator(model).run(names, present)]
        if any(array.dtype.kind not in "biuf" for array in results):
            raise Unsupported("its result is not numeric")
        return results

    def _model_of(self, node: Any, names: list[str], present: dict[str, np.ndarray]) -> Any:
        helper = self._onnx.helper
        graph = helper.make_graph([node], "constant", [], [])
        graph.input.extend(helper.make_tensor_value_info(
            name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape) for name, array in present.items())
        graph.output.extend(helper.make_empty_tensor_value_info(name) for name in names)
        return helper.make_model(graph, opset_imports=self._model.opset_import, ir_version=self._model.ir_version)

    def _spend_results(self, node: Any, model: Any, names: list[str], present: dict[str, np.ndarray]) -> int:
        """Subtract the results from the budget, and return their number of elements."""
        onnx = self._onnx
        known = onnx.ModelProto()
        known.CopyFrom(model)
        known.graph.initializer.extend(onnx.numpy_helper.from_array(array, name) for name, array in present.items()
                                       if array.size <= _LARGEST_SHAPE)
        inferred = onnx.shape_inference.infer_shapes(known).graph.output
        total = 0
        for output in inferred:
            tensor = output.type.tensor_type
            sizes = [size.dim_value if size.HasField("dim_value") else None for size in tensor.shape.dim]
            if tensor.HasField("shape") and all(size is not None and size >= 0 for size in sizes):
                count = math.prod(size for size in sizes if size is not None)
            elif node.op_type in _GROWING:
                raise Unsupported("the size of its result cannot be derived from its inputs")
            else:
                count = sum(array.size * max(array.ndim, 1) for array in present.values())
            dtype = onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type) if tensor.elem_type else np.dtype("float64")
            self.spend(count, dtype.itemsize)
            total += count
        return total
