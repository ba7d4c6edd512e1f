"""Conversion of records to objects of the package `onnx`. Only this file of the exporter imports it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet_records import files

from ..._ops.onnx_rules import Body, Record, Value
from ...base import MXNetError

OLDEST_OPSET = 13
DEFAULT_OPSET = 18
_LARGEST_FILE = (1 << 31) - (1 << 20)


def load_onnx() -> Any:
    """Import the package `onnx`."""
    try:
        import onnx
        import onnx.inliner
        import onnx.reference
        import onnx.shape_inference
    except ImportError as error:
        raise ImportError("ONNX export and import need the package onnx: pip install 'mxnet-torch[onnx]'"
                          ) from error
    return onnx


def chosen_opset(wanted: int | None) -> int:
    """Return the opset version to export."""
    newest = load_onnx().defs.onnx_opset_version()
    opset = min(DEFAULT_OPSET, newest) if wanted is None else int(wanted)
    if not OLDEST_OPSET <= opset <= newest:
        raise MXNetError(f"opset_version must be between {OLDEST_OPSET} and {newest}, the newest version of the "
                         f"installed package onnx {load_onnx().__version__}; received {opset}")
    return opset


def _element_type(dtype: np.dtype) -> int:
    return int(load_onnx().helper.np_dtype_to_tensor_dtype(np.dtype(dtype)))


def _attribute(value: Any) -> Any:
    if isinstance(value, Body):
        return _graph("body", value.records, value.inputs, value.outputs, [], [])
    if isinstance(value, np.dtype):
        return _element_type(value)
    return value


def _node(record: Record, name: str) -> Any:
    attributes = {key: _attribute(value) for key, value in record.attributes.items()}
    return load_onnx().helper.make_node(record.kind, record.inputs, record.outputs, name=name, **attributes)


def _info(value: Value, shape: Sequence[int | str | None] | None) -> Any:
    assert value.dtype is not None
    return load_onnx().helper.make_tensor_value_info(value.name, _element_type(value.dtype), shape)


def _graph(name: str, records: list[Record], inputs: list[Value], outputs: list[Value], initializers: list[Any],
           input_shapes: Sequence[Sequence[int | str | None] | None]) -> Any:
    helper = load_onnx().helper
    nodes = [_node(record, f"{record.kind}_{record.outputs[0]}") for record in records]
    shapes = input_shapes or [value.shape for value in inputs]
    return helper.make_graph(nodes, name, [_info(v, s) for v, s in zip(inputs, shapes, strict=True)],
                             [_info(value, value.shape) for value in outputs], initializers)


def make_model(name: str, records: list[Record], inputs: list[Value],
               input_shapes: Sequence[Sequence[int | str | None]], outputs: list[Value],
               constants: dict[str, np.ndarray], opset: int) -> Any:
    """Create the model of a graph."""
    onnx = load_onnx()
    initializers = [onnx.numpy_helper.from_array(np.ascontiguousarray(array).reshape(array.shape), key)
                    for key, array in constants.items()]
    graph = _graph(name, records, inputs, outputs, initializers, input_shapes)
    imports = [onnx.helper.make_opsetid("", opset)]
    version = onnx.helper.find_min_ir_version_for(imports, True)
    return onnx.helper.make_model(graph, producer_name="mxnet-torch", opset_imports=imports, ir_version=version)


def save(model: Any, path: str | os.PathLike[str]) -> None:
    """Write a model to a file. Weights that are too large for it are written to a second file."""
    onnx = load_onnx()
    target = os.fspath(path)
    if model.ByteSize() > _LARGEST_FILE:
        onnx.save_model(model, target, save_as_external_data=True, location=f"{os.path.basename(target)}.data")
    else:
        with files.write(target) as file:
            file.write(model.SerializeToString())
