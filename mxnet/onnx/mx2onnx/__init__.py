"""From graphs of MXNet to ONNX: `_source` reads the model, `_sizes` infers shapes, `_translate` applies the rules of
operators (``mxnet/_ops/onnx_rules``), `_proto` makes the file's objects of what they write.
"""

from ._export_model import export_model as export_model
from ._export_model import get_operator_support as get_operator_support
