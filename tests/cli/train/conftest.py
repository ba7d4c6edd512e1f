"""Small folders of images, and the amp state."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet.contrib import amp
from mxnet.contrib.amp import _wrapping

COLOURS = {"blue": (200, 40, 40), "green": (40, 200, 40), "red": (40, 40, 200)}  # OpenCV's order


def _write_images(root, count=6, size=24, classes=COLOURS, start=0):
    """Write noisy images of one colour per class."""
    cv2 = pytest.importorskip("cv2")
    generator = np.random.default_rng(start)
    for name in classes:
        (root / name).mkdir(parents=True, exist_ok=True)
        for number in range(start, start + count):
            noise = generator.integers(-40, 40, (size, size + number % 3, 3))
            pixels = np.clip(np.array(COLOURS[name]) + noise, 0, 255).astype(np.uint8)
            cv2.imwrite(str(root / name / f"{number}.png"), pixels)
    return root


@pytest.fixture
def write_images():
    """A function that writes images into a folder."""
    return _write_images


@pytest.fixture
def images(tmp_path):
    """A folder with three classes of six images."""
    return _write_images(tmp_path / "images")


@pytest.fixture
def restored_amp():
    """Undo ``amp.init`` after the test."""
    yield
    _wrapping.restore()
    amp.amp._amp_initialized = amp.amp._amp_loss_scale_initialized = False
    amp.amp._loss_scaler = None
