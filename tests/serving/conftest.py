"""Make the helpers importable, also in worker processes, which get the search path."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
