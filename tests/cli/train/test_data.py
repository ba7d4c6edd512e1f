"""Tests of the data of ``mxnet train``: folders, record files, built-in data sets, and errors."""

from __future__ import annotations

import gzip
import hashlib
import json
import struct
from pathlib import Path

import numpy as np
import pytest

from mxnet import cli, recordio
from mxnet.base import MXNetError
from mxnet.cli.train._data import Pictures, open_dataset, split
from mxnet.gluon.data import vision

SMALL = ("--network", "lenet", "--image-size", "28", "--batch-size", "5", "--epochs", "1", "--workers", "1")


def train(*words):
    return cli.main(["train", *map(str, words)])


def make_records(images, prefix):
    assert cli.main(["im2rec", "--list", "--recursive", "--no-shuffle", str(prefix), str(images)]) == 0
    assert cli.main(["im2rec", "--pass-through", "--no-shuffle", str(prefix), str(images)]) == 0


def test_folder_and_records_have_the_same_data(images, tmp_path, capsys):
    make_records(images, tmp_path / "records")
    folder = open_dataset(str(images), None, 0.2, None, 0)
    records = open_dataset(str(tmp_path / "records.rec"), None, 0.2, None, 0)
    assert folder.classes == records.classes == ("blue", "green", "red")
    for one, other in ((folder.train, records.train), (folder.val, records.val)):
        np.testing.assert_array_equal(one.labels, other.labels)
        assert [one.load(i) for i in range(len(one))] == [other.load(i) for i in range(len(other))]
    assert "red/0.png)" in "".join(records.train.names + records.val.names)


def test_folder_and_records_give_the_same_training(images, tmp_path):
    make_records(images, tmp_path / "records")
    assert train(images, *SMALL, "--output", tmp_path / "a") == 0
    assert train(tmp_path / "records.rec", *SMALL, "--output", tmp_path / "b") == 0
    histories = [json.loads((tmp_path / name / "report.json").read_text())["history"][0] for name in "ab"]
    assert [row["loss"] for row in histories] == [histories[0]["loss"]] * 2


def test_split_keeps_the_classes_and_the_seed(images):
    first, second, other = (open_dataset(str(images), None, 0.34, None, seed) for seed in (0, 0, 1))
    assert np.bincount(first.val.labels).tolist() == [2, 2, 2]
    assert first.val.names == second.val.names != other.val.names
    assert not set(first.train.names) & set(first.val.names)


def test_folders_train_and_val(write_images, tmp_path):
    write_images(tmp_path / "data" / "train", 3)
    write_images(tmp_path / "data" / "val", 2, start=10)
    data = open_dataset(str(tmp_path / "data"), None, 0.5, None, 0)
    assert (len(data.train), len(data.val)) == (9, 6)
    write_images(tmp_path / "more", 1, start=20)
    assert len(open_dataset(str(tmp_path / "data"), str(tmp_path / "more"), 0.5, None, 0).val) == 3


def test_names_of_classes_in_records(images, tmp_path):
    make_records(images, tmp_path / "records")
    (tmp_path / "names.txt").write_text("azul\nverde\nrojo\n")
    assert open_dataset(str(tmp_path / "records.rec"), None, 0.2, str(tmp_path / "names.txt"), 0).classes == (
        "azul", "verde", "rojo")
    (tmp_path / "records.lst").unlink()
    assert open_dataset(str(tmp_path / "records.rec"), None, 0.2, None, 0).classes == ("0", "1", "2")
    (tmp_path / "names.txt").write_text("azul\nverde\n")
    with pytest.raises(MXNetError, match=r"2 class names, but labels .* go up to 2"):
        open_dataset(str(tmp_path / "records.rec"), None, 0.2, str(tmp_path / "names.txt"), 0)


def test_built_in_data():
    data = open_dataset("demo", None, 0.2, None, 0)
    assert (len(data.train), len(data.val), data.channels, data.size) == (8000, 1000, 1, 28)
    assert data.train.load(0).shape == (28, 28, 1)


def test_mnist_of_the_home_folder(tmp_path, monkeypatch):
    """The built-in sets read the files of gluon's data sets."""
    monkeypatch.setenv("MXNET_HOME", str(tmp_path))
    folder = tmp_path / "datasets" / "mnist"
    folder.mkdir(parents=True)
    hashes = {}
    for part in ("train", "t10k"):
        for name, content in ((f"{part}-images-idx3-ubyte", struct.pack(">IIII", 2051, 20, 28, 28) + bytes(20 * 784)),
                              (f"{part}-labels-idx1-ubyte", struct.pack(">II", 2049, 20) + bytes(range(10)) * 2)):
            hashes[name] = hashlib.sha256(content).hexdigest()
            (folder / f"{name}.gz").write_bytes(gzip.compress(content))
    monkeypatch.setattr(vision.MNIST, "_sha256", hashes)
    data = open_dataset("mnist", None, 0.2, None, 0)
    assert (len(data.train), data.classes[9], data.flips) == (20, "9", False)


@pytest.mark.real_data
def test_real_fashion_mnist(test_data, tmp_path, monkeypatch):
    (tmp_path / "datasets").mkdir()
    (tmp_path / "datasets" / "fashion-mnist").symlink_to(test_data / "fashion-mnist")
    monkeypatch.setenv("MXNET_HOME", str(tmp_path))
    data = open_dataset("fashion_mnist", None, 0.2, None, 0)
    assert (len(data.train), len(data.val), data.train.load(0).shape) == (60000, 10000, (28, 28, 1))


# Errors


def empty_class(root, write_images):
    write_images(root)
    (root / "yellow").mkdir()
    return root


def one_class(root, write_images):
    return write_images(root, classes=["red"])


def no_classes(root, write_images):
    root.mkdir()
    return root


def one_image(root, write_images):
    write_images(root)
    for path in sorted((root / "red").iterdir())[1:]:
        path.unlink()
    return root


def unknown_class(root, write_images):
    write_images(root / "train")
    write_images(root / "val", 1)
    (root / "val" / "red").rename(root / "val" / "pink")
    return root


def empty_records(root, write_images):
    root.mkdir()
    (root / "a.rec").write_bytes(b"")
    (root / "a.idx").write_bytes(b"")
    return root / "a.rec"


def without_index(root, write_images):
    return empty_records(root, write_images).rename(root / "b.rec")


@pytest.mark.parametrize(("make", "message"), [
    (empty_class, "yellow has no images; add images (.jpg"),
    (one_class, "has one class (red); a classifier needs at least two classes"),
    (no_classes, "has no subfolders; put the images of each class into a subfolder"),
    (one_image, "is the only image of its class"),
    (unknown_class, "has the classes pink, which"),
    (empty_records, "has no records"),
    (without_index, "has no index b.idx; run mxnet rec2idx"),
    (lambda root, write_images: root,
     "does not exist; pass a folder with one subfolder per class, a .rec file or one of demo, mnist"),
    (lambda root, write_images: Path(__file__), "is not a folder or .rec file"),
])
def test_errors_name_the_cause(make, message, write_images, tmp_path, capsys):
    assert train(make(tmp_path / "data", write_images), *SMALL, "--output", tmp_path / "run") == 1
    error = capsys.readouterr().err
    assert message in error and error.startswith("mxnet train: error: ")


def test_no_data_is_an_error(tmp_path, capsys):
    assert train("--output", tmp_path) == 1
    assert "no data; pass a folder" in capsys.readouterr().err


def test_labels_must_be_class_numbers(tmp_path):
    writer = recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "w")
    writer.write_idx(0, recordio.pack(recordio.IRHeader(0, 0.5, 0, 0), b"x"))
    writer.close()
    with pytest.raises(MXNetError, match=r"record 0 has the label \[0.5\]; classification needs one class number"):
        open_dataset(str(tmp_path / "a.rec"), None, 0.2, None, 0)


def damage(images):
    """Write one file that is no image and one truncated JPEG among the images."""
    cv2 = pytest.importorskip("cv2")
    (images / "red" / "broken.png").write_bytes(b"\x89PNG no image")
    encoded = cv2.imencode(".jpg", np.random.default_rng(0).integers(0, 255, (64, 64, 3)).astype(np.uint8))[1].tobytes()
    (images / "blue" / "cut.jpg").write_bytes(encoded[: len(encoded) // 2])


def test_damaged_images_are_skipped_by_name(images, tmp_path, capsys):
    damage(images)
    assert train(images, *SMALL, "--epochs", "2", "--output", tmp_path / "run") == 0
    errors = capsys.readouterr().err
    assert errors.count("broken.png: Decoding failed") == 1
    assert errors.count("cut.jpg: the JPEG file is truncated") == 1
    assert "skipped 2 damaged image(s)" in errors
    skipped = json.loads((tmp_path / "run" / "report.json").read_text())["skipped"]
    assert sorted(Path(name).name for name in skipped) == ["broken.png", "cut.jpg"]
    assert "cut.jpg" in (tmp_path / "run" / "report.html").read_text()


def test_damaged_images_stop_a_strict_run(images, tmp_path, capsys):
    damage(images)
    assert train(images, *SMALL, "--strict", "--output", tmp_path / "run") == 1
    assert "omit --strict to skip it" in capsys.readouterr().err


def test_damaged_images_do_not_change_the_loss(images, tmp_path, monkeypatch):
    """The weight of a damaged image is 0, so the mean loss counts the others only."""
    (images / "red" / "zz.png").write_bytes(b"")
    assert train(images, *SMALL, "--val", images, "--batch-size", "32", "--output", tmp_path / "run") == 0
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    assert (report["training_images"], report["validation_images"]) == (19, 18)


def test_too_few_images_for_a_split():
    with pytest.raises(MXNetError, match="a is the only image"):
        split(Pictures(["a", "b", "c"], np.array([0, 1, 1]), lambda i: b""), 0.2, 0)
