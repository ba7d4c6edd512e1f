"""Lets the scripts of tools/fuzz be imported by plain names."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "fuzz"))
