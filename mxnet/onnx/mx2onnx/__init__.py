"""Conversion of MXNet graphs to ONNX.

`_source` reads the model, `_sizes` infers shapes, `_translate` applies the rules of the operators
(``mxnet/_ops/onnx_rules``), and `_proto` creates the objects of the file.
"""

from ._export_model import export_model as export_model
from ._export_model import get_operator_support as get_operator_support
