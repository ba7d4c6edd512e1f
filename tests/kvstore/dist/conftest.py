"""Lets the tests find the module that starts their programs."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
