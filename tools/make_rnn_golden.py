"""Write ``tests/gluon/rnn/golden/rnn.npz``: recurrent cells and layers of the real MXNet 1.9.1.

Run it in an environment that has ``mxnet==1.9.1`` and ``numpy==1.23.5``::

    python tools/make_rnn_golden.py tests/gluon/rnn/golden/rnn.npz

Keys are ``case/names`` (of the parameters), ``case/repr``, ``case/output``, ``case/state/<number>`` and
``case/gradient/<input or name of a parameter>``. Cases, inputs and parameters come from
``tests/gluon/rnn/golden_cases.py``, which the tests run as well.
"""

import importlib.util
import sys
from pathlib import Path

import numpy as np


def load_cases():
    path = Path(__file__).parent.parent / "tests" / "gluon" / "rnn" / "golden_cases.py"
    spec = importlib.util.spec_from_file_location("golden_cases", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    cases = load_cases()
    found = {}
    for name in cases.CASES:
        for key, value in cases.run(name).items():
            found[f"{name}/{key}"] = value
    np.savez_compressed(sys.argv[1], **found)


if __name__ == "__main__":
    main()
