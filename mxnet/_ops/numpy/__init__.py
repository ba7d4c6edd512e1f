"""The operators of ``mx.np`` and ``mx.npx``: shapes may be () and have sizes of 0, and types of operands may differ.

Those that compute what an operator of ``mx.nd`` computes are declared as its twins; an operator that both share has its
NumPy names as aliases, where it is declared.
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
