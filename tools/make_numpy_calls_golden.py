"""Writes tests/numpy/golden/calls.json: what the calls in tests/numpy/numpy_calls.py give in the real MXNet 1.9.1.

Run it in an environment with ``mxnet==1.9.1 numpy==1.23.5``, from the root of the project.
"""

import json
import pathlib
import sys

import mxnet as mx

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "tests" / "numpy"
sys.path.insert(0, str(FOLDER))

from numpy_calls import CALLS, outcome  # noqa: E402

mx.npx.set_np()
lines = [f"{json.dumps(call)}: {json.dumps(outcome(call))}" for call in CALLS]
(FOLDER / "golden" / "calls.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
