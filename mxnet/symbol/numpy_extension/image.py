"""``mx.sym.npx.image``: operators on images, for symbols."""

from ...numpy_extension.image import FUNCTIONS as _FUNCTIONS

globals().update(_FUNCTIONS)
