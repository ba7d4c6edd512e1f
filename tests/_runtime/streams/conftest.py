"""Lets the programs, which the real MXNet runs too, be found by plain names."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
