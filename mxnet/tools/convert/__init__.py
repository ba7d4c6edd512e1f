"""Models of MXNet in other formats, ``mxnet convert``.

`_sources` finds graph and parameters in what the user has, `_shapes` the sizes of its inputs. `_module` writes a module
of torch as source, with `_layers` and `_expressions` for operators that torch has and `_traced` for all others;
`_snippets` has those that decide by values. `_targets` has the formats, `_compare` runs both models.
"""

from ._convert import Options as Options
from ._convert import convert as convert
