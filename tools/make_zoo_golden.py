"""Outputs of every network of the model zoo, computed by the real MXNet 1.9.1.

Run in a virtual environment that has it: ``python tools/make_zoo_golden.py``. Parameters are a function of their
names (`zoo_parameters.py`), so the file holds ten numbers per network and no parameters.
"""

import sys
from pathlib import Path

import numpy as np

import mxnet as mx

ROOT = Path(__file__).resolve().parent.parent
sys.path[:] = [p for p in sys.path if Path(p or ".").resolve() != ROOT] + [str(ROOT / "tests" / "gluon" / "model_zoo")]

from zoo_parameters import SIZES, fill, picture  # noqa: E402


def main() -> None:
    results = {}
    for name, size in SIZES.items():
        net = mx.gluon.model_zoo.vision.get_model(name)
        fill(mx, net, size)
        results[name] = net(mx.nd.array(picture(size))).asnumpy()[0, :10]
        print(name, results[name][:3])
    np.savez_compressed(ROOT / "tests" / "gluon" / "golden" / "model_zoo.npz", **results)


if __name__ == "__main__":
    main()
