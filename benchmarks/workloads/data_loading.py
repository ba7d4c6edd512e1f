"""Gluon's DataLoader with images of MNIST's size and ``ToTensor``, and with a Python dataset and two workers."""

from __future__ import annotations

import numpy as np

from . import Work

MEMBERS = {
    "to_tensor": "DataLoader, 2,560 images, `ToTensor`",
    "python_callback": "DataLoader, 2,560 samples, Python callback, 2 workers",
}
IMAGES, BATCH_SIZE = 2560, 128
MEAN, DEVIATION = 0.13, 0.31


def make_data() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    return rng.integers(0, 256, (IMAGES, 28, 28, 1), dtype=np.uint8), rng.integers(0, 10, IMAGES).astype(np.int32)


def normalized(image: np.ndarray, label: int) -> tuple[np.ndarray, int]:
    """Preprocess a sample as user code does."""
    return ((image.astype(np.float32) / 255 - MEAN) / DEVIATION).transpose(2, 0, 1), label


class Normalized:
    """Dataset written in Python."""

    def __init__(self) -> None:
        self._images, self._labels = make_data()

    def __len__(self) -> int:
        return IMAGES

    def __getitem__(self, index: int) -> tuple[np.ndarray, int]:
        return normalized(self._images[index], self._labels[index])


def build_mxnet(member: str) -> Work:
    import mxnet as mx
    from mxnet.gluon import data as gluon_data

    if member == "to_tensor":
        images, labels = make_data()
        dataset = gluon_data.ArrayDataset(mx.nd.array(images, dtype="uint8"), labels)
        dataset = dataset.transform_first(gluon_data.vision.transforms.ToTensor())
        loader = gluon_data.DataLoader(dataset, batch_size=BATCH_SIZE)
    else:
        loader = gluon_data.DataLoader(Normalized(), batch_size=BATCH_SIZE, num_workers=2)

    def step():
        last = None
        for last in loader:
            last[0].wait_to_read()
        return last

    def result():
        total = [0.0, 0.0]
        for images, labels in loader:
            total[0] += float(images.astype("float64").sum().asscalar())
            total[1] += float(labels.astype("float64").sum().asscalar())
        return total

    return Work(step, result)
