"""Tests of ``mxnet rec``, which shows the content of a record file."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from mxnet import cli, recordio
from mxnet_records.labels import detection_objects


def write(path: Path, labels: list, sizes=((40, 30),), index: bool = True) -> None:
    writer = recordio.MXIndexedRecordIO(path.with_suffix(".idx"), path, "w")
    for key, label in enumerate(labels):
        width, height = sizes[key % len(sizes)]
        writer.write_idx(key, recordio.pack_img((0, label, key, 0), np.full((height, width, 3), 200, np.uint8)))
    writer.close()
    if not index:
        path.with_suffix(".idx").unlink()


def shown(capsys: pytest.CaptureFixture, *arguments: object) -> list[str]:
    assert cli.main(["rec", *map(str, arguments)]) == 0
    return capsys.readouterr().out.splitlines()


def test_single_labels(tmp_path, capsys):
    path = tmp_path / "a.rec"
    write(path, [0.0, 2.0, 2.0, 1.5], sizes=((40, 30), (50, 20)))
    lines = shown(capsys, path)
    assert lines[0] == f"{path}: 4 records, {path.stat().st_size} bytes"
    assert lines[1] == f"index: {tmp_path / 'a.idx'}, 4 keys, as many as records"
    assert lines[3:] == ["images: 4, width 40 to 50, mean 45, height 20 to 30, mean 25 pixels",
                         "labels: 3 different: 0 (1), 1.5 (1), 2 (2)"]


def test_several_labels_and_no_index(tmp_path, capsys):
    path = tmp_path / "a.rec"
    write(path, [[1, 2, 3], [4, 5, 6]], index=False)
    lines = shown(capsys, path)
    assert lines[1] == f"index: none at {tmp_path / 'a.idx'} (mxnet rec2idx makes one)"
    assert lines[-1] == "labels per image: 3"


def test_index_of_another_file(tmp_path, capsys):
    path = tmp_path / "a.rec"
    write(path, [1.0, 2.0])
    path.with_suffix(".idx").write_text("0\t0\n")
    assert "1 keys, but there are 2 records" in shown(capsys, path)[1]


def test_other_records(tmp_path, capsys):
    path = tmp_path / "a.rec"
    writer = recordio.MXRecordIO(path, "w")
    for record in (b"short", recordio.pack((0, 1.0, 0, 0), b"no image, but long enough")):
        writer.write(record)
    writer.close()
    assert shown(capsys, path)[-1] == "other records: 2"
    assert cli.main(["rec", str(path), "--sheet", str(tmp_path / "sheet.png")]) == 1
    assert "none of the records contains an image" in capsys.readouterr().err


def test_empty_file(tmp_path, capsys):
    (tmp_path / "a.rec").write_bytes(b"")
    assert shown(capsys, tmp_path / "a.rec")[0].endswith("0 records, 0 bytes")


def test_sheet_has_the_boxes_of_detection(tmp_path, capsys):
    path, sheet = tmp_path / "a.rec", tmp_path / "sheet.png"
    write(path, [[2, 5, 0, 0.25, 0.25, 0.75, 0.75], [2, 5, 1, 0, 0, 0.5, 0.5, 0, 0.5, 0.5, 1, 1], [2, 5]],
          sizes=((100, 100),))
    lines = shown(capsys, path, "--sheet", sheet)
    assert lines[-2] == "labels: of detection, 3 objects of 2 classes: 0 (2), 1 (1)"
    assert lines[-1] == f"{sheet}: 3 images"
    image = cv2.imread(str(sheet))
    tile = image[8 : 8 + 176, 8 : 8 + 176]
    blue = (tile == (178, 114, 0)).all(axis=2)
    rows, columns = np.nonzero(blue)
    assert abs(rows.min() - 44) <= 2 and abs(rows.max() - 131) <= 2
    assert abs(columns.min() - 44) <= 2 and abs(columns.max() - 131) <= 2
    assert (tile[88, 88] == 200).all()


def test_sheet_is_spread_over_the_file(tmp_path, capsys):
    path, sheet = tmp_path / "a.rec", tmp_path / "sheet.png"
    write(path, [float(number) for number in range(20)])
    assert shown(capsys, path, "--sheet", sheet, "--images", 5)[-1] == f"{sheet}: 5 images"
    assert cv2.imread(str(sheet)).shape[1] == 8 + 3 * (176 + 8)


def test_no_record_file(tmp_path, capsys):
    (tmp_path / "a.rec").write_bytes(b"something else altogether")
    assert cli.main(["rec", str(tmp_path / "a.rec")]) == 1
    assert "Invalid RecordIO File" in capsys.readouterr().err


@pytest.mark.parametrize(("label", "count"), [
    ([2, 5], 0), ([2, 5, 0, 0, 0, 1, 1], 1), ([4, 5, 9, 9, 0, 0, 0, 1, 1], 1), ([2, 6, *range(12)], 2),
    ([1.0], None), ([2, 5, 0, 0], None), ([1, 5, 0, 0, 0, 1], None), ([2, 4, 0, 0, 0, 1], None), ([2.5, 5], None),
    ([float("nan"), 5], None), ([8, 5], None),
])
def test_labels_of_detection(label, count):
    objects = detection_objects(label)
    assert (objects is None) if count is None else len(objects) == count
