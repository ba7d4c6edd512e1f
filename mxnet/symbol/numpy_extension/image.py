"""``mx.sym.npx.image``: image operators for symbols."""

from ...numpy_extension.image import FUNCTIONS as _FUNCTIONS

globals().update(_FUNCTIONS)
