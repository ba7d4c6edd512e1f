"""Import and export of ONNX files, ``mx.contrib.onnx``. `export_model` is the function of ``mx.onnx``."""

from ...onnx import export_model as export_model
from .onnx2mx import get_model_metadata as get_model_metadata
from .onnx2mx import import_model as import_model
from .onnx2mx import import_to_gluon as import_to_gluon
