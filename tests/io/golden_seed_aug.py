"""Images of ``ImageRecordIter`` with ``seed_aug``. MXNet needs OpenCV for them."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

import mxnet as mx

FILE = "golden/seed_aug.npz"
COLOURS = {"brightness": 0.3, "contrast": 0.4, "saturation": 0.5}
CASES: dict[str, dict[str, Any]] = {
    "crop": {"rand_crop": True},
    "crop and mirror": {"rand_crop": True, "rand_mirror": True},
    "area": {"random_resized_crop": True, "min_random_area": 0.2, "max_random_area": 0.9},
    "area and ratio": {"random_resized_crop": True, "min_random_area": 0.2, "min_aspect_ratio": 0.7,
                       "max_aspect_ratio": 1.3, "rand_mirror": True},
    "square": {"rand_crop": True, "min_crop_size": 20, "max_crop_size": 30},
    "shuffled": {"rand_crop": True, "shuffle": True, "seed": 3},
    "colours": COLOURS,
    "hue": {"random_h": 20, "random_s": 30, "random_l": 40},
    "noise": {"pca_noise": 0.1},
    "contrast": {"max_random_contrast": 0.3, "max_random_illumination": 20.0},
    "interpolation": {"resize": 28, "inter_method": 10, "rand_crop": True},
    "affine": {"max_rotate_angle": 15, "max_shear_ratio": 0.1, "max_random_scale": 1.2, "min_random_scale": 0.95,
               "max_aspect_ratio": 0.1, "rand_crop": True},
    "everything": {"rand_crop": True, "rand_mirror": True, "pca_noise": 0.05, "max_random_contrast": 0.2, **COLOURS},
}


def write_records(folder: str) -> None:
    """Write six smooth PNG images without OpenCV, whose versions resize differently."""
    recordio = mx.recordio
    writer = recordio.MXIndexedRecordIO(os.path.join(folder, "a.idx"), os.path.join(folder, "a.rec"), "w")
    rows, columns = np.mgrid[0:34, 0:38]
    for number in range(6):
        waves = [127 + 120 * np.sin(rows / (3 + number) + channel) * np.cos(columns / (5 + channel) + number)
                 for channel in range(3)]
        image = np.stack(waves, axis=2).astype(np.uint8)
        writer.write_idx(number, recordio.pack_img(recordio.IRHeader(0, float(number), number, 0), image, 3, ".png"))
    writer.close()


def batches(folder: str, name: str, index: bool) -> np.ndarray:
    """Return the images of two epochs. The last batch of the first epoch has images of the second."""
    options = {"path_imgidx": os.path.join(folder, "a.idx")} if index else {}
    made = mx.io.ImageRecordIter(path_imgrec=os.path.join(folder, "a.rec"), data_shape=(3, 16, 18), batch_size=4,
                                 seed_aug=5, verbose=False, preprocess_threads=1, **options, **CASES[name])
    images = []
    for _ in range(2):
        images += [batch.data[0].asnumpy() for batch in made]
        made.reset()
    return np.concatenate(images)


def observe(case: str) -> dict[str, np.ndarray]:
    write_records(".")
    found = {f"{case}, index {index}": batches(".", case, index) for index in (False, True)}
    small = {key: images.astype(np.uint8) for key, images in found.items()}
    return {key: small[key] if (images == small[key]).all() else images for key, images in found.items()}
