"""Tests of the embedded data set: class balance, size, licence, and the output of tools/make_demo_data.py."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from mxnet.cli import demo

TOOL = Path(__file__).resolve().parents[2] / "tools" / "make_demo_data.py"


@pytest.fixture(scope="module")
def data():
    return demo.load_data()


@pytest.mark.parametrize(("split", "per_class"), [("train", 800), ("test", 100)])
def test_classes_are_balanced(data, split, per_class):
    images, labels = data[f"{split}_images"], data[f"{split}_labels"]
    assert images.shape == (10 * per_class, 28, 28)
    assert images.dtype == labels.dtype == np.uint8
    assert np.bincount(labels).tolist() == [per_class] * 10


def test_every_prefix_is_balanced():
    assert np.bincount(demo.load_data(limit=50)["train_labels"]).tolist() == [5] * 10


def test_images_are_pictures(data):
    assert data["train_images"].max() == 255
    # No image is blank, and no image is in both splits.
    assert (data["train_images"].reshape(8000, -1).max(axis=1) > 50).all()
    train = {image.tobytes() for image in data["train_images"]}
    assert not train & {image.tobytes() for image in data["test_images"]}


def test_folder_is_small_and_licensed():
    folder = demo.DATA_FILE.parent
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 4_000_000
    licence = (folder / "LICENSE").read_text(encoding="utf-8")
    assert "MIT License" in licence
    assert "2017 Zalando SE" in licence
    assert "Permission is hereby granted, free of charge" in licence


@pytest.mark.real_data
def test_tool_makes_the_same_arrays(data, test_data):
    specification = importlib.util.spec_from_file_location("make_demo_data", TOOL)
    tool = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(tool)
    images, labels = tool.subset(test_data / "fashion-mnist", "t10k", tool.TEST_PER_CLASS)
    np.testing.assert_array_equal(images, data["test_images"])
    np.testing.assert_array_equal(labels, data["test_labels"])


def test_running_mean_grows_to_its_window():
    plot = pytest.importorskip("mxnet.cli._plot", reason="matplotlib is not installed")
    np.testing.assert_allclose(plot._running_mean([1.0, 3.0, 5.0, 7.0], 2), [1.0, 2.0, 4.0, 6.0])
