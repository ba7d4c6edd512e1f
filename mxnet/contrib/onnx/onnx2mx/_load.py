"""Loading of ONNX files: check the model, inline functions and infer shapes."""

from __future__ import annotations

import os
from typing import Any

from ....base import MXNetError
from ....onnx.mx2onnx._proto import load_onnx


def load(model_file: Any) -> Any:
    """Load the model from a file, or return a model that is already loaded."""
    onnx = load_onnx()
    if isinstance(model_file, onnx.ModelProto):
        return model_file
    path = os.fspath(model_file)
    if not os.path.exists(path):
        raise FileNotFoundError(f"ONNX file {path} does not exist")
    try:
        model = onnx.load_model(path)
    except (FileNotFoundError, onnx.checker.ValidationError) as error:
        raise MXNetError(f"{path} stores its weights in separate files, which are missing or damaged: {error}"
                         ) from error
    except Exception as error:  # untrusted file content
        raise MXNetError(f"{path} is not an ONNX file or is damaged ({type(error).__name__}: {error})") from error
    return model


def prepare(model_file: Any) -> Any:
    """Load a model and prepare it for the import rules."""
    onnx = load_onnx()
    model = load(model_file)
    if not model.graph.node and not model.graph.output:
        raise MXNetError("the file is not an ONNX model, or its graph has neither nodes nor outputs")
    if model.functions:
        model = onnx.inliner.inline_local_functions(model)
    try:
        return onnx.shape_inference.infer_shapes(model)
    except Exception as error:  # shape inference also validates the model
        raise MXNetError(f"the ONNX model is malformed: {error}") from error
