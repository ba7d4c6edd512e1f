"""What the real MXNet's ImageRecordIter makes of images with ``seed_aug``, for tests/io/golden/seed_aug.npz.

    python tools/make_seed_aug_golden.py     (in an environment with MXNet 1.9.1 and OpenCV)
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np

import mxnet as mx

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "io"
sys.path.insert(0, str(FOLDER))

from seed_aug_cases import CASES, batches, write_records  # noqa: E402


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        write_records(mx, folder)
        found = {}
        for name in CASES:
            for index in (False, True):
                made = batches(mx, folder, name, index)
                small = made.astype(np.uint8) if (made == made.astype(np.uint8)).all() else made
                found[f"{name}, index {index}"] = small
    np.savez_compressed(FOLDER / "golden" / "seed_aug.npz", **found)


if __name__ == "__main__":
    main()
