"""Outputs and gradients of ``gluon.contrib`` layers, computed by the real MXNet 1.9.1.

Run in a virtual environment that has it: ``python tools/make_contrib_golden.py``.
"""

import sys
from pathlib import Path

import numpy as np

import mxnet as mx

ROOT = Path(__file__).resolve().parent.parent
sys.path[:] = [p for p in sys.path if Path(p or ".").resolve() != ROOT] + [str(ROOT / "tests" / "gluon" / "contrib")]

from contrib_cases import CASES, run  # noqa: E402


def main() -> None:
    arrays = {}
    for name, case in CASES.items():
        for key, value in run(mx, case).items():
            arrays[f"{name}:{key}"] = value
    np.savez_compressed(ROOT / "tests" / "gluon" / "golden" / "contrib.npz", **arrays)
    print(f"{len(arrays)} arrays of {len(CASES)} cases")


if __name__ == "__main__":
    main()
