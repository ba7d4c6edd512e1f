"""Lets the script that makes the models be imported by its plain name."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "tools"))
