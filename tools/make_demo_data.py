"""Make the data set embedded in ``mxnet/cli/demo_data`` from the full Fashion-MNIST.

    python tools/make_demo_data.py path/to/fashion-mnist

The folder holds the four gzip idx files as Zalando publishes them. The first images of each class are taken,
in their original order, then interleaved so that every prefix of the subset is balanced as well. Running the
script again gives the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
from pathlib import Path

import numpy as np

CLASSES = 10
TRAIN_PER_CLASS = 800
TEST_PER_CLASS = 100
SIZE_LIMIT = 4_000_000
TARGET = Path(__file__).resolve().parent.parent / "mxnet" / "cli" / "demo_data" / "fashion_mnist_subset.npz"


def read_idx(path: Path) -> np.ndarray:
    """Return the array stored in a gzip idx file of unsigned bytes."""
    with gzip.open(path, "rb") as stream:
        content = stream.read()
    if content[:3] != b"\x00\x00\x08":
        raise ValueError(f"{path} is not an idx file of unsigned bytes, it starts with {content[:4]!r}")
    dimensions = content[3]
    shape = np.frombuffer(content, dtype=">i4", count=dimensions, offset=4)
    return np.frombuffer(content, dtype=np.uint8, offset=4 + 4 * dimensions).reshape(shape)


def balanced_indices(labels: np.ndarray, per_class: int) -> np.ndarray:
    """Return indices that walk through the classes in turn: 0, 1, ..., 9, 0, 1, ..."""
    columns = []
    for label in range(CLASSES):
        found = np.flatnonzero(labels == label)[:per_class]
        if len(found) < per_class:
            raise ValueError(f"class {label} has {len(found)} images, {per_class} are wanted")
        columns.append(found)
    return np.stack(columns, axis=1).ravel()


def subset(folder: Path, prefix: str, per_class: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the chosen images and labels of one split (``train`` or ``t10k``)."""
    images = read_idx(folder / f"{prefix}-images-idx3-ubyte.gz")
    labels = read_idx(folder / f"{prefix}-labels-idx1-ubyte.gz")
    chosen = balanced_indices(labels, per_class)
    return images[chosen], labels[chosen]


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the data set embedded in mxnet/cli/demo_data.")
    parser.add_argument("folder", type=Path, help="folder with the four gzip files of Fashion-MNIST")
    parser.add_argument("--output", type=Path, default=TARGET, help="file to write (default: the package's)")
    arguments = parser.parse_args()

    train_images, train_labels = subset(arguments.folder, "train", TRAIN_PER_CLASS)
    test_images, test_labels = subset(arguments.folder, "t10k", TEST_PER_CLASS)
    np.savez_compressed(
        arguments.output,
        train_images=train_images,
        train_labels=train_labels,
        test_images=test_images,
        test_labels=test_labels,
    )
    size = arguments.output.stat().st_size
    print(f"{arguments.output.name}: {len(train_labels)} + {len(test_labels)} images, {size:,} bytes")
    if size > SIZE_LIMIT:
        raise SystemExit(f"the file must not exceed {SIZE_LIMIT:,} bytes")


if __name__ == "__main__":
    main()
