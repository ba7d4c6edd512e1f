# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

from ._symbol import Symbol
