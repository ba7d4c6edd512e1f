"""Lets the sample modules, which the real MXNet imports too, be found by plain names."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
