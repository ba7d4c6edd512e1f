"""Tests of WebDataset shards: writing, reading, splitting, and tar files that are damaged or hostile."""

from __future__ import annotations

import io
import itertools
import json
import pickle
import tarfile

import cv2
import numpy as np
import pytest
import torch

from mxnet import cli, recordio
from mxnet_records import MXNetError, WebDataset, webdataset

JPEG = cv2.imencode(".jpg", np.full((8, 6, 3), 90, np.uint8))[1].tobytes()
PNG = cv2.imencode(".png", np.arange(144, dtype=np.uint8).reshape(8, 6, 3))[1].tobytes()


def write_records(path, count=20):
    writer = recordio.MXRecordIO(path, "w")
    for key in range(count):
        label = [key, key + 0.5] if key % 5 == 4 else float(key)
        writer.write(recordio.pack((0, label, key, 0), PNG if key % 2 else JPEG))
    writer.close()


def write_tar(path, members, **options):
    """Write a tar file with Python's module. A member is a name and bytes, or a TarInfo."""
    with tarfile.open(path, "w", **options) as tar:
        for name, content in members:
            information = tarfile.TarInfo(name) if isinstance(name, str) else name
            information.size = len(content) if isinstance(name, str) else information.size
            tar.addfile(information, io.BytesIO(content))
    return str(path)


@pytest.fixture
def shards(tmp_path, monkeypatch):
    """Shards of about 4 KB each, written by the command."""
    write_records(tmp_path / "a.rec")
    written = webdataset.write_shards(str(tmp_path / "a.rec"), str(tmp_path / "train"), 4 << 10)
    assert len(written) > 4
    return str(tmp_path / f"train-{{000000..{len(written) - 1:06d}}}.tar")


def test_command_writes_shards(tmp_path, capsys):
    write_records(tmp_path / "a.rec")
    words = ["rec", str(tmp_path / "a.rec"), "--to-webdataset", str(tmp_path / "train")]
    assert cli.main(words) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'train'}: 1 shards\n"
    with tarfile.open(tmp_path / "train-000000.tar") as tar:
        names = tar.getnames()
        assert names[:4] == ["000000000.cls", "000000000.jpg", "000000001.cls", "000000001.png"]
        assert tar.extractfile("000000004.json").read() == b'{"label": [4.0, 4.5], "id": 4}'
        assert tar.extractfile("000000000.jpg").read() == JPEG
    assert cli.main(words) == 1
    assert "exists; delete the shards" in capsys.readouterr().err
    assert cli.main([*words, "--overwrite"]) == 0


def test_samples_are_decoded(shards):
    samples = list(WebDataset(shards))
    assert [int(sample["__key__"]) for sample in samples] == list(range(20))
    assert samples[0]["jpg"].shape == (8, 6, 3) and samples[0]["cls"] == 0
    np.testing.assert_array_equal(samples[1]["png"], cv2.cvtColor(
        cv2.imdecode(np.frombuffer(PNG, np.uint8), 1), cv2.COLOR_BGR2RGB))
    assert samples[4]["json"]["label"] == [4.0, 4.5]
    assert next(iter(WebDataset(shards, decoded=False)))["jpg"] == JPEG


@pytest.mark.parametrize("buffer", [0, 7])
def test_ranks_and_workers_read_each_sample_once(shards, buffer):
    keys = [sample["__key__"] for rank in range(3)
            for sample in WebDataset(shards, buffer, rank=rank, world_size=3)]
    assert len(keys) == 20 == len(set(keys))
    loader = torch.utils.data.DataLoader(recordio.WebDataset(shards, buffer), batch_size=None, num_workers=2)
    assert len({sample["__key__"] for sample in loader}) == 20
    with pytest.raises(MXNetError, match="cannot be divided among 99 processes"):
        list(WebDataset(shards, rank=0, world_size=99))


def test_order_depends_on_seed_and_epoch(shards):
    def order(epoch=0, **options):
        dataset = WebDataset(shards, shuffle_buffer=6, **options)
        dataset.set_epoch(epoch)
        return [sample["__key__"] for sample in dataset]

    assert order() == order() != order(epoch=1)
    assert order() != order(seed=1) and sorted(order()) == sorted(order(seed=1))


@pytest.mark.parametrize("buffer", [0, 6])
def test_position_in_the_epoch(shards, buffer):
    whole = [sample["__key__"] for sample in WebDataset(shards, buffer, seed=3)]
    first, second = WebDataset(shards, buffer, seed=3), WebDataset(shards, buffer, seed=3)
    begin = [sample["__key__"] for sample in itertools.islice(iter(first), 8)]
    second.load_state_dict(json.loads(json.dumps(first.state_dict())))
    assert begin + [sample["__key__"] for sample in second] == whole


def test_braces():
    assert webdataset.expand_braces("a-{08..10}.tar") == ["a-08.tar", "a-09.tar", "a-10.tar"]
    assert webdataset.expand_braces("{x,y}/{0..1}") == ["x/0", "x/1", "y/0", "y/1"]
    assert webdataset.expand_braces("plain{}.tar") == ["plain{}.tar"]
    with pytest.raises(MXNetError, match="range"):
        webdataset.expand_braces("{0..99999999999}")


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_formats_of_tar(form, tmp_path):
    long = "folder/" * (10 if form == tarfile.USTAR_FORMAT else 40) + "é" * 20
    array = io.BytesIO()
    np.save(array, np.arange(3))
    path = write_tar(tmp_path / "a.tar", [(f"{long}.txt", b"text"), (f"{long}.npy", array.getvalue()),
                                          ("b.seg.png", PNG), ("b.other", b"\x00")], format=form)
    first, second = WebDataset(path)
    assert (first["__key__"], first["txt"], first["npy"].tolist()) == (long, "text", [0, 1, 2])
    assert second["seg.png"].shape == (8, 6, 3) and second["other"] == b"\x00"


def _member(kind, name="a.txt", size=0, link=""):
    information = tarfile.TarInfo(name)
    information.type, information.size, information.linkname = kind, size, link
    return information


def test_links_devices_and_paths_are_harmless(tmp_path):
    members = [(_member(tarfile.SYMTYPE, link="/etc/passwd"), b""), (_member(tarfile.LNKTYPE, link="../x"), b""),
               (_member(tarfile.CHRTYPE), b""), (_member(tarfile.DIRTYPE, "folder"), b""), ("../../b.txt", b"inside")]
    (sample,) = WebDataset(write_tar(tmp_path / "a.tar", members))
    assert (sample["__key__"], sample["txt"]) == ("../../b", "inside")
    assert [path.name for path in tmp_path.iterdir()] == ["a.tar"]


def test_pickles_are_not_loaded(tmp_path):
    array = io.BytesIO()
    np.save(array, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    path = write_tar(tmp_path / "a.tar", [("a.pyd", pickle.dumps([1])), ("b.npy", array.getvalue())])
    samples = iter(WebDataset(path))
    assert next(samples)["pyd"] == pickle.dumps([1])
    with pytest.raises(MXNetError, match="cannot decode the npy member"):
        next(samples)


def _header(name=b"a.txt", size=b"%011o\0" % 4, checksum=None):
    head = name.ljust(100, b"\0") + b"0000644\0" + b"0000000\0" * 2 + size + b"0" * 11 + b"\0" + b" " * 8 + b"0"
    head = head.ljust(512, b"\0")
    total = sum(head) if checksum is None else checksum
    return head[:148] + b"%06o\0 " % total + head[156:]


@pytest.mark.parametrize(("content", "message"), [
    (b"no tar", "truncated"), (b"x" * 512, "checksum|invalid number"), (_header(checksum=1), "wrong checksum"),
    (_header(), "truncated"), (_header(size=b"\x80" + b"\xff" * 11), "at most"),
    (_header(size=b"9" * 12), "invalid number"), (_header() + b"text", "truncated"),
])
def test_damaged_tars_are_reported(content, message, tmp_path):
    (tmp_path / "a.tar").write_bytes(content)
    with pytest.raises(MXNetError, match=f"Invalid tar file .*a.tar: .*({message})"):
        list(WebDataset(tmp_path / "a.tar"))


def test_damaged_members_are_named(tmp_path):
    path = write_tar(tmp_path / "a.tar", [("x.cls", b"two")])
    with pytest.raises(MXNetError, match="a.tar, sample 'x': cannot decode the cls member"):
        list(WebDataset(path))
    path = write_tar(tmp_path / "b.tar", [("x.cls", b"1"), ("x.cls", b"2")])
    with pytest.raises(MXNetError, match="two members 'cls'"):
        list(WebDataset(path))
    with pytest.raises(MXNetError, match="cannot open the shard"):
        list(WebDataset(tmp_path / "none.tar"))


def test_package_webdataset_reads_and_writes_the_same(shards, tmp_path):
    package = pytest.importorskip("webdataset")  # not in the test extra
    ours = list(WebDataset(shards, decoded=False))
    theirs = list(package.WebDataset(shards, shardshuffle=False))
    assert [(sample["__key__"], sample.get("jpg"), sample.get("cls")) for sample in ours] == [
        (sample["__key__"], sample.get("jpg"), sample.get("cls")) for sample in theirs]
    with package.TarWriter(str(tmp_path / "b.tar")) as writer:
        writer.write({"__key__": "one", "cls": 3, "json": {"a": 1}, "jpg": JPEG})
    (sample,) = WebDataset(tmp_path / "b.tar")
    assert (sample["cls"], sample["json"], sample["jpg"].shape) == (3, {"a": 1}, (8, 6, 3))
