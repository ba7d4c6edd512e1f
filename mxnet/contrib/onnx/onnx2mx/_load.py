"""ONNX files as models that can be imported: checked, with functions put in place and shapes inferred."""

from __future__ import annotations

import os
from typing import Any

from ....base import MXNetError
from ....onnx.mx2onnx._proto import load_onnx


def load(model_file: Any) -> Any:
    """The model in a file, or a model itself."""
    onnx = load_onnx()
    if isinstance(model_file, onnx.ModelProto):
        return model_file
    path = os.fspath(model_file)
    if not os.path.exists(path):
        raise FileNotFoundError(f"there is no ONNX file {path}")
    try:
        model = onnx.load_model(path)
    except (FileNotFoundError, onnx.checker.ValidationError) as error:
        raise MXNetError(f"{path} keeps its weights in files beside it, which are missing or damaged: {error}"
                         ) from error
    except Exception as error:  # whatever protobuf meets in bytes of a stranger is a fault of that file
        raise MXNetError(f"{path} is not an ONNX file or is damaged ({type(error).__name__}: {error})") from error
    return model


def prepared(model_file: Any) -> Any:
    """The model as rules want it."""
    onnx = load_onnx()
    model = load(model_file)
    if not model.graph.node and not model.graph.output:
        raise MXNetError("the file is not an ONNX model or is empty: its graph has neither nodes nor outputs")
    if model.functions:
        model = onnx.inliner.inline_local_functions(model)
    try:
        return onnx.shape_inference.infer_shapes(model)
    except Exception as error:  # inference reads the whole model; what it refuses is malformed
        raise MXNetError(f"the ONNX model is malformed: {error}") from error
