"""Import of ONNX models: `_load` reads files, `_importer` visits their nodes, the other files define the rules."""

from .import_model import get_model_metadata as get_model_metadata
from .import_model import import_model as import_model
from .import_to_gluon import import_to_gluon as import_to_gluon
