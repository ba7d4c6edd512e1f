"""Outputs and gradients of every layer of ``gluon.nn``, computed by the real MXNet 1.9.1.

Run in a virtual environment that has it: ``python tools/make_layer_golden.py``.
"""

import sys
from pathlib import Path

import numpy as np

import mxnet as mx

ROOT = Path(__file__).resolve().parent.parent
sys.path[:] = [p for p in sys.path if Path(p or ".").resolve() != ROOT] + [str(ROOT / "tests" / "gluon" / "nn")]

from layer_cases import CASES, INTEGER_INPUT, fill, input_of, make, run  # noqa: E402


def main() -> None:
    arrays = {}
    for case in CASES:
        if case == "dropout":
            continue  # random
        layer = make(mx, case)
        data = mx.nd.array(input_of(case))
        layer(data)
        fill(mx, layer)
        arrays[f"{case}:predicted"] = layer(data).asnumpy()
        if case not in INTEGER_INPUT:
            data.attach_grad()
        for key, value in run(mx, layer, data).items():
            arrays[f"{case}:{key}"] = value
        arrays[f"{case}:repr"] = np.array(repr(layer))
    np.savez_compressed(ROOT / "tests" / "gluon" / "golden" / "layers.npz", **arrays)
    print(f"{len(arrays)} arrays of {len(CASES)} cases")


if __name__ == "__main__":
    main()
