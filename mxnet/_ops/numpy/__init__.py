"""Operators of ``mx.np`` and ``mx.npx``. Shapes may be () or have sizes of 0, and operand dtypes may differ.

Operators that compute the same as an operator of ``mx.nd`` are declared as its twins. An operator shared by both APIs
has its NumPy names as aliases of its declaration.
"""

from . import create as create
from . import elementwise as elementwise
from . import join as join
from . import linalg as linalg
from . import order as order
from . import products as products
from . import random as random
from . import reduce as reduce
from . import select as select
from . import shape as shape
