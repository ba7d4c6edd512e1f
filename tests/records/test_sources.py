"""Tests of record files as sources of other data libraries."""

from __future__ import annotations

import pytest

from mxnet import recordio
from mxnet_records import sources, to_hf_dataset, to_ray_dataset


@pytest.fixture
def records(tmp_path):
    writer = recordio.MXRecordIO(tmp_path / "a.rec", "w")
    for key in range(50):
        # The magic number within a record must not be mistaken for the start of one.
        content = bytes([key]) * (key * 7 % 40 + 1) + b"\x0a\x23\xd7\xce" * 3
        writer.write(recordio.pack((0, [key, 0.5] if key % 2 else float(key), key, 0), content))
    writer.close()
    return str(tmp_path / "a.rec")


@pytest.mark.parametrize("parts", [1, 3, 16, 1000])
def test_parts_have_each_record_once(records, parts):
    rows = [row for part in sources.split(records, parts) for row in sources.read_rows(records, [part])]
    assert [row["id"] for row in rows] == list(range(50))
    assert rows[3]["label"] == [3.0, 0.5] and rows[3]["image"].startswith(b"\x03")


def test_hugging_face(records):
    pytest.importorskip("datasets")  # not in the test extra
    dataset = to_hf_dataset(records, shards=4)
    assert dataset.num_shards == 4
    rows = list(dataset)
    assert [row["id"] for row in rows] == list(range(50)) and rows[3]["label"] == [3.0, 0.5]
    halves = [dataset.shard(2, index) for index in range(2)]
    assert sorted(row["id"] for half in halves for row in half) == list(range(50))


@pytest.mark.filterwarnings("ignore")
def test_ray(records):
    ray = pytest.importorskip("ray")  # not in the test extra
    pytest.importorskip("pyarrow")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        rows = to_ray_dataset(records, blocks=3).take_all()
    finally:
        ray.shutdown()
    assert sorted(row["id"] for row in rows) == list(range(50))


@pytest.mark.parametrize(("function", "package"), [(to_hf_dataset, "datasets"), (to_ray_dataset, "ray")])
def test_missing_packages_are_named(function, package, records, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(ImportError, match=f"needs .*{package}"):
        function(records)
