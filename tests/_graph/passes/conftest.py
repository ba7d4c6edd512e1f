"""Lets the graphs that the tests share be found by a plain name."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
