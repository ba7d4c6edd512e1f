"""MXNet's own random numbers on the CPU, bit for bit.

MXNet draws from Mersenne twisters by the rules of C++'s library. Operators that work in parallel have 1024 of them:
an array is cut into as many rows, of at least 64 elements, and each row is drawn from its own twister, whatever the
number of threads (`Rows`). Others draw from a single one (`Line`). All CPU contexts share both, each thread has its
own, and a thread that seeds nothing begins with 0.

`words` has the twisters, `numbers` what C++ makes of their words, `fixed` and `lanes` the distributions of parallel
operators, `line` those of the others, `state` whose turn it is. Operators ask `of` whether to draw from here.
"""

from . import fixed as fixed
from . import line as line
from .lanes import Lanes as Lanes
from .numbers import logarithm as logarithm
from .numbers import scaled_logarithm as scaled_logarithm
from .numbers import single as single
from .state import CpuGenerator as CpuGenerator
from .state import Streams as Streams
from .state import of as of
from .state import thread as thread
from .words import ROWS as ROWS
