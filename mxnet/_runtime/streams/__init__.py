"""MXNet's random numbers on the CPU, bit for bit.

MXNet draws from Mersenne Twisters with the algorithms of the C++ library. Parallel operators have 1024 of them: an
array is split into as many rows, of at least 64 elements, and each row is drawn from its own twister, independent of
the number of threads (`Rows`). Other operators draw from a single one (`Line`). All CPU contexts share these streams.
Each thread has its own streams, and an unseeded thread starts with seed 0.

`words` implements the twisters and `numbers` the conversion of words as in C++. `fixed` and `lanes` have the
distributions of parallel operators, `line` has the distributions of other operators, and `state` selects the streams.
Operators call `of` to check whether to use these streams.
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
