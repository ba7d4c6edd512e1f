"""Pickles as data: what optimizer states of MXNet contain is read, and nothing is called or imported.

A pickle is a program for a small machine with a stack. This one knows the opcodes that pickled states consist of (all
protocols, Python 2 and 3), and a fixed table of constructors of plain data (``constructors.py``). A class that the
pickle names is a pair of texts; an object of it becomes an `Instance`, which the caller of `read` may turn into
something. Sizes, nesting and the sum of all copies are bounded by the size of the file.
"""

from .arrays import NUMBER_TYPES as NUMBER_TYPES
from .arrays import PickleFileError as PickleFileError
from .machine import Instance as Instance
from .machine import Name as Name
from .machine import is_key as is_key
from .values import read as read
