"""Lets `layer_cases`, which the real MXNet imports too, be found by its plain name."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
