"""Write ``tests/image/golden/image.npz``: results of the real MXNet 1.9.1's ``mx.image``.

Run it in an environment that has ``mxnet==1.9.1`` and ``numpy==1.23.5``::

    python tools/make_image_golden.py tests/image/golden/image.npz

Keys are ``case/<number of the result>``. Cases come from ``tests/image/golden_cases.py``, which the tests run as
well.
"""

import importlib.util
import sys
import tempfile
from pathlib import Path

import numpy as np

import mxnet as mx


def load_cases():
    path = Path(__file__).parent.parent / "tests" / "image" / "golden_cases.py"
    spec = importlib.util.spec_from_file_location("golden_cases", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    cases = load_cases()
    found = {}
    for name in cases.CASES:
        with tempfile.TemporaryDirectory() as folder:
            for number, result in enumerate(cases.results_of(mx, name, Path(folder))):
                found[f"{name}/{number}"] = result
    np.savez_compressed(sys.argv[1], **found)


if __name__ == "__main__":
    main()
