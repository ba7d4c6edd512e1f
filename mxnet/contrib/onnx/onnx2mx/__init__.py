"""From ONNX to graphs of MXNet: `_load` reads files, `_importer` walks their nodes, the other files have the rules."""

from .import_model import get_model_metadata as get_model_metadata
from .import_model import import_model as import_model
from .import_to_gluon import import_to_gluon as import_to_gluon
