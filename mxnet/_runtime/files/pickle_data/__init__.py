"""Safe reader of pickled MXNet optimizer states, which calls and imports nothing.

A pickle is a program for a small stack machine. This implementation supports the opcodes of pickled states (all
protocols, Python 2 and 3) and a fixed table of constructors of plain data (``constructors.py``). A class named in the
pickle is a pair of strings. An object of it becomes an `Instance`, which the caller of `read` may convert. Sizes,
nesting and the total size of all copies are bounded by the size of the file.
"""

from .arrays import NUMBER_TYPES as NUMBER_TYPES
from .arrays import PickleFileError as PickleFileError
from .machine import Instance as Instance
from .machine import Name as Name
from .machine import is_key as is_key
from .values import read as read
