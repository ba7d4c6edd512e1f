"""ONNX files, ``mx.contrib.onnx``; `export_model` is that of ``mx.onnx``."""

from ...onnx import export_model as export_model
