"""Experimental parts of MXNet, ``mx.contrib``."""

from ..ndarray import contrib as nd
from ..ndarray import contrib as ndarray
from ..symbol import contrib as sym
from ..symbol import contrib as symbol
from . import autograd as autograd
from . import text as text
