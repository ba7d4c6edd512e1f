"""Export of models to ONNX files, ``mx.onnx``. Exporting needs the package `onnx`, importing this module does not."""

from .mx2onnx import export_model as export_model
from .mx2onnx import get_operator_support as get_operator_support
