"""Conversion of MXNet models to other formats, ``mxnet convert``.

`_sources` loads the graph and the parameters, and `_shapes` determines the input shapes. `_module` writes a torch
module as source code, with `_layers` and `_expressions` for operators that torch has and `_traced` for all others.
`_snippets` has the operators with data-dependent control flow. `_targets` defines the formats, and `_compare` runs both
models.
"""

from ._convert import Options as Options
from ._convert import convert as convert
