"""ONNX files of MXNet models, ``mx.onnx``; importing needs nothing, writing needs the package `onnx`."""

from .mx2onnx import export_model as export_model
from .mx2onnx import get_operator_support as get_operator_support
