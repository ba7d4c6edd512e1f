"""Record files of images; lists and records of ``golden`` were written by MXNet 1.9.1's tools/im2rec.py."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest
from golden_im2rec import LISTS, RECORDS

import mxnet as mx
from mxnet import cli, recordio
from mxnet_records import im2rec, journal

GOLDEN = Path(__file__).parent / "golden"
IMAGES = GOLDEN / "images"


def run(*arguments: object) -> int:
    return cli.main(["im2rec", *map(str, arguments)])


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """A folder with ten images of several sizes and kinds, and ``all.lst`` beside it."""
    folder = tmp_path / "photos"
    folder.mkdir()
    for number in range(10):
        channels = (3, 1, 4)[number % 3]
        pixels = np.random.randint(0, 256, (20 + 3 * number, 44 - 2 * number, channels)).astype(np.uint8)
        cv2.imwrite(str(folder / f"{number}.png"), pixels)
    (tmp_path / "all.lst").write_text("".join(f"{number}\t{number % 3}\t{number}.png\n" for number in range(10)))
    return folder


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_mxnet(name, tmp_path, capsys):
    assert run(tmp_path / f"list_{name}", IMAGES, "--list", *LISTS[name].split()) == 0
    golden = {file: text for file, text in contents(GOLDEN).items()
              if file == f"list_{name}.lst" or file.startswith(f"list_{name}_")}
    assert golden
    assert contents(tmp_path) == golden
    printed = capsys.readouterr().out
    assert ("cat 1\n" in printed) == ("--recursive" in LISTS[name])


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("name", RECORDS)
def test_records_of_mxnet(name, threads, tmp_path):
    shutil.copy(GOLDEN / f"{name}.lst", tmp_path)
    assert run(tmp_path / name, IMAGES, "--pass-through", *RECORDS[name][0].split(), "--num-thread", threads) == 0
    assert contents(tmp_path) == {f"{name}{end}": (GOLDEN / f"{name}{end}").read_bytes()
                                  for end in (".lst", ".rec", ".idx")}


def test_skipped_lines_and_images_are_reported_and_counted(tmp_path, capsys):
    shutil.copy(GOLDEN / "skips.lst", tmp_path)
    assert run(tmp_path / "skips", IMAGES, "--pass-through") == 0
    printed = capsys.readouterr()
    assert "2 images" in printed.out and "3 skipped" in printed.out
    assert "skips.lst, line 2: expected a key, labels and a file name" in printed.err
    assert "skips.lst, line 4: could not convert" in printed.err
    assert "skipped missing.jpg: No such file or directory" in printed.err


def expected(path: Path, color: int, crop: bool, resize: int) -> np.ndarray:
    image = cv2.imread(str(path), color)
    height, width = image.shape[:2]
    if crop:
        edge, top, left = min(height, width), max(0, height - width) // 2, max(0, width - height) // 2
        image = image[top : top + edge, left : left + edge]
        height = width = edge
    if resize:
        size = (resize, height * resize // width) if height > width else (width * resize // height, resize)
        image = cv2.resize(image, size)
    return image


@pytest.mark.parametrize(("options", "color", "crop", "resize"), [
    ("", 1, False, 0),
    ("--color 0", 0, False, 0),
    ("--color -1", -1, False, 0),
    ("--center-crop", 1, True, 0),
    ("--resize 16", 1, False, 16),
    ("--resize 50 --num-thread 2", 1, False, 50),
    ("--center-crop --resize 7", 1, True, 7),
])
def test_pixels(options, color, crop, resize, photos):
    prefix = photos.parent / "all"
    assert run(prefix, photos, "--encoding", ".png", "--quality", 3, *options.split()) == 0
    reader = recordio.MXIndexedRecordIO(f"{prefix}.idx", f"{prefix}.rec", "r")
    assert reader.keys == list(range(10))
    for key in reader.keys:
        header, image = recordio.unpack_img(reader.read_idx(key), -1)
        assert header.label == key % 3 and header.id == key
        np.testing.assert_array_equal(image, expected(photos / f"{key}.png", color, crop, resize))


@pytest.mark.parametrize("quality", [95, 40])
def test_jpeg_is_that_of_opencv(quality, photos):
    prefix = photos.parent / "all"
    assert run(prefix, photos, "--quality", quality) == 0
    record = recordio.unpack(recordio.MXRecordIO(f"{prefix}.rec", "r").read())[1]
    image = cv2.imread(str(photos / "0.png"))
    assert record == cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def test_what_is_no_image_is_skipped(photos, capsys):
    (photos / "3.png").write_bytes(b"no image")
    (photos / "4.png").write_bytes(b"")
    prefix = photos.parent / "all"
    assert run(prefix, photos, "--num-thread", 2) == 0
    printed = capsys.readouterr()
    assert "8 images" in printed.out and "2 skipped" in printed.out
    assert "skipped 3.png: Decoding failed" in printed.err and "skipped 4.png: " in printed.err
    keys = recordio.MXIndexedRecordIO(f"{prefix}.idx", f"{prefix}.rec", "r").keys
    assert keys == [0, 1, 2, 5, 6, 7, 8, 9]


def test_records_feed_the_iterator(photos):
    prefix = photos.parent / "all"
    assert run(prefix, photos, "--resize", 24) == 0
    batches = mx.io.ImageRecordIter(path_imgrec=f"{prefix}.rec", data_shape=(3, 16, 16), batch_size=5)
    labels = np.concatenate([batch.label[0].asnumpy() for batch in batches])
    np.testing.assert_array_equal(labels, [number % 3 for number in range(10)])


class Cut(Exception):
    """Stands for the end of the process."""


def cut_off(prefix: Path, photos: Path, after: int, monkeypatch: pytest.MonkeyPatch, *options: object) -> None:
    """A run that ends within the record `after`, without a chance to clean up."""
    write = journal.Journal.write

    def cut(self, key, record):
        if len(self.steps) == after:
            self._records.write(record[: len(record) // 2])
            self._records.flush()
            self._journal.write(b"12\t3")
            self._journal.flush()
            raise Cut
        write(self, key, record)
        self.checkpoint()

    with monkeypatch.context() as patch:
        patch.setattr(journal.Journal, "write", cut)
        with pytest.raises(Cut):
            run(prefix, photos, *options)


def test_run_that_was_cut_off_goes_on(photos, monkeypatch, capsys):
    prefix = photos.parent / "all"
    assert run(prefix, photos) == 0
    whole = contents(photos.parent)
    for end in (".rec", ".idx"):
        os.remove(f"{prefix}{end}")
    cut_off(prefix, photos, 6, monkeypatch)
    assert set(contents(photos.parent)) == {"all.lst", "all.rec.partial", "all.rec.journal"}
    for number in range(6):
        os.remove(photos / f"{number}.png")  # what is written already is not needed again
    assert run(prefix, photos, "--num-thread", 2) == 0
    assert contents(photos.parent) == whole
    assert "continuing after image 6 of 10" in capsys.readouterr().err


def test_other_settings_begin_anew(photos, monkeypatch, capsys):
    prefix = photos.parent / "all"
    cut_off(prefix, photos, 6, monkeypatch)
    assert run(prefix, photos, "--quality", 50) == 0
    assert "continuing" not in capsys.readouterr().err
    with_fifty = contents(photos.parent)
    assert run(prefix, photos, "--quality", 50) == 0
    assert contents(photos.parent) == with_fifty


def test_records_lost_behind_the_journal_are_made_again(photos, monkeypatch):
    prefix = photos.parent / "all"
    cut_off(prefix, photos, 6, monkeypatch)
    os.truncate(f"{prefix}.rec.partial", 100)
    assert run(prefix, photos) == 0
    assert len(recordio.MXIndexedRecordIO(f"{prefix}.idx", f"{prefix}.rec", "r").keys) == 10


def test_lists_that_are_done_are_not_made_twice(photos, monkeypatch):
    for number in range(2):
        shutil.copy(photos.parent / "all.lst", photos.parent / f"part_{number}.lst")
    prefix = photos.parent / "part"
    converted = []
    record = im2rec.Conversion.record

    def counted(self, entry):
        converted.append(entry.key)
        if len(converted) == 14:
            raise KeyboardInterrupt
        return record(self, entry)

    monkeypatch.setattr(im2rec.Conversion, "record", counted)
    assert run(prefix, photos) == 130
    assert (photos.parent / "part_0.rec").exists() and not (photos.parent / "part_1.rec").exists()
    first = len(converted)
    os.remove(photos.parent / "part_0.idx")  # as if the end had come just before it was written
    assert run(prefix, photos) == 0
    assert len(converted) - first <= 10
    made = contents(photos.parent)
    assert made["part_0.rec"] == made["part_1.rec"] and made["part_0.idx"] == made["part_1.idx"]
    assert not [name for name in made if "journal" in name or "partial" in name]


def test_old_records_stay_until_the_new_ones_are_whole(photos, monkeypatch):
    prefix = photos.parent / "all"
    assert run(prefix, photos) == 0
    before = contents(photos.parent)
    cut_off(prefix, photos, 6, monkeypatch, "--quality", 20)
    assert {name: content for name, content in contents(photos.parent).items() if name in before} == before


def test_full_disk(photos):
    """The size of files is limited, which stops writing as a full disk does."""
    prefix = photos.parent / "all"
    limited = ("import resource, sys; from mxnet.cli import main; "
               "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)); sys.exit(main(sys.argv[1:]))")
    ended = subprocess.run([sys.executable, "-c", limited, "im2rec", str(prefix), str(photos)], capture_output=True,
                           text=True)
    assert ended.returncode == 1
    assert ended.stderr.splitlines() == [
        f"mxnet im2rec: error: cannot write {prefix}.rec.partial: File too large; fix the cause and run "
        "the same command to continue from here"]
    assert not Path(f"{prefix}.rec").exists() and not Path(f"{prefix}.idx").exists()
    assert run(prefix, photos) == 0
    assert len(recordio.MXIndexedRecordIO(f"{prefix}.idx", f"{prefix}.rec", "r").keys) == 10


@pytest.mark.parametrize(("prefix", "root", "options", "message"), [
    ("single", "nowhere", "", "nowhere with images does not exist"),
    ("single", "nowhere", "--list", "nowhere with images does not exist"),
    ("none", "images", "", "found no list"),
    ("no/folder/x", "images", "", "cannot search for lists in"),
    ("no/folder/x", "images", "--list", "No such file or directory"),
    ("binary", "images", "", "is not a list of images"),
    ("locked", "images", "", "cannot read the list"),
    ("widths", "images", "--pack-label --pass-through", "image 0 has 2 labels and image 1 has 1; packed labels"),
    ("single", "images", "--list --train-ratio 0.6 --test-ratio 0.5", "add up to more than 1"),
])
def test_errors(prefix, root, options, message, tmp_path, capsys, monkeypatch):
    shutil.copytree(IMAGES, tmp_path / "images")
    (tmp_path / "single.lst").write_text("0\t1\te.jpg\n")
    (tmp_path / "binary.lst").write_bytes(bytes(range(256)))
    (tmp_path / "locked.lst").write_text("0\t1\te.jpg\n")
    (tmp_path / "widths.lst").write_text("0\t1\t2\te.jpg\n1\t1\tf.png\n")
    if prefix == "locked":
        unlocked = open

        def locked(path, *args, **keywords):
            if str(path).endswith("locked.lst"):
                raise PermissionError(13, "Permission denied", path)
            return unlocked(path, *args, **keywords)

        monkeypatch.setattr("builtins.open", locked)
    assert run(tmp_path / prefix, tmp_path / root, *options.split()) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines[-1].startswith("mxnet im2rec: error: ") and message in lines[-1]
    assert not list(tmp_path.glob("*.rec*"))


def test_without_opencv(photos, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "cv2", None)
    assert run(photos.parent / "all", photos) == 1
    assert capsys.readouterr().err == "mxnet im2rec: error: images need OpenCV: pip install 'mxnet-torch[image]'\n"


@pytest.mark.parametrize(("line", "reason"), [
    ("-1\t0\te.jpg", "unsigned 64-bit integer"),
    ("1\t1e39\te.jpg", "float32"),
    ("1\t0\te\0.jpg", "zero byte"),
    ("1\te.jpg", "expected a key"),
])
def test_lines_that_no_record_can_hold(line, reason, tmp_path, capsys):
    (tmp_path / "a.lst").write_text(f"0\t1\te.jpg\n{line}\n")
    assert run(tmp_path / "a", IMAGES, "--pass-through") == 0
    printed = capsys.readouterr()
    assert "1 images" in printed.out and reason in printed.err


def test_names_that_no_list_can_hold(tmp_path, capsys):
    images = tmp_path / "images"
    images.mkdir()
    for name in ("tab\t.jpg", "line\n.jpg", " space.jpg", "fine name.jpg", os.fsdecode(b"\xff.jpg")):
        (images / name).write_bytes(b"x")
    assert run(tmp_path / "a", images, "--list", "--no-shuffle") == 0
    assert (tmp_path / "a.lst").read_bytes() == b"0\t0.000000\tfine name.jpg\n1\t0.000000\t\xff.jpg\n"
    assert capsys.readouterr().err.count("skipped ") == 3
    assert run(tmp_path / "a", images, "--pass-through") == 0
    assert "2 images" in capsys.readouterr().out


@pytest.mark.parametrize(("arguments", "message"), [
    (["--chunks", "0"], "--chunks: must be an integer of at least 1, received '0'"),
    (["--train-ratio", "1.5"], "--train-ratio: must be a number from 0 to 1, received '1.5'"),
    (["--resize", "-3"], "--resize: must be an integer of at least 0, received '-3'"),
    (["--quality", "101"], "--quality: must be an integer from 0 to 100, received '101'"),
    (["--color", "2"], "--color: invalid choice: 2 (choose from -1, 0, 1)"),
    (["--encoding", ".gif"], "--encoding: invalid choice: '.gif'"),
])
def test_bad_options_are_refused(arguments, message, capsys):
    with pytest.raises(SystemExit) as stopped:
        run("a", "b", *arguments)
    assert stopped.value.code == 2
    # Releases of Python quote the choices differently.
    assert message.replace("'", "") in capsys.readouterr().err.replace("'", "")


def test_runs_by_its_path(tmp_path):
    """Programs of MXNet ask for the path and run the file."""
    path = mx.test_utils.get_im2rec_path()
    here = os.path.dirname(os.path.dirname(mx.__file__))
    subprocess.run([sys.executable, path, str(tmp_path / "list_tree"), str(IMAGES), "--list", "--recursive"],
                   check=True, capture_output=True, env={**os.environ, "PYTHONPATH": here})
    assert contents(tmp_path) == {"list_tree.lst": (GOLDEN / "list_tree.lst").read_bytes()}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_bar_on_a_terminal_and_lines_elsewhere(photos, monkeypatch):
    from mxnet_records import progress

    monkeypatch.setattr(progress, "_SECONDS_ON_TERMINAL", 0)
    monkeypatch.setattr(progress, "_SECONDS_ELSEWHERE", 0)
    shown = {}
    for stream in (Terminal(), io.StringIO()):
        monkeypatch.setattr(sys, "stderr", stream)
        assert run(photos.parent / "all", photos) == 0
        shown[stream.isatty()] = stream.getvalue()
    assert "[###---" in shown[True] and shown[True].endswith("\r\033[K")
    assert "\r" not in shown[False] and "all.rec: 10/10 images" in shown[False]


def test_threads_work_at_the_same_time(photos, monkeypatch):
    """Two images meet within their conversion, which one thread alone could not do."""
    meeting = threading.Barrier(2, timeout=30)
    record = im2rec.Conversion.record

    def met(self, entry):
        if entry.key in (0, im2rec._GROUP):
            meeting.wait()
        return record(self, entry)

    monkeypatch.setattr(im2rec.Conversion, "record", met)
    assert run(photos.parent / "all", photos, "--num-thread", 2) == 0
    assert not meeting.broken


@pytest.mark.parametrize("missing", [2, 300, 2000])
def test_truncated_jpegs_are_what_opencv_reads(tmp_path, missing):
    """The original's tool reads files by ``cv2.imread``, which takes what there is."""
    whole = cv2.imencode(".jpg", np.random.RandomState(0).randint(0, 256, (40, 40, 3)).astype(np.uint8))[1].tobytes()
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "a.jpg").write_bytes(whole[:-missing])
    (tmp_path / "x.lst").write_text("0\t1.0\ta.jpg\n")
    assert run(tmp_path / "x", tmp_path / "photos") == 0
    image, header = cv2.imread(str(tmp_path / "photos" / "a.jpg")), recordio.IRHeader(0, 1.0, 0, 0)
    assert (tmp_path / "x.rec").read_bytes() == b"".join(recordio.encode_record(recordio.pack_img(header, image)))
