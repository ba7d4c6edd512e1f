"""The index of a record file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mxnet import cli, recordio

GOLDEN = Path(__file__).parents[1] / "golden"


def test_index_of_mxnet(tmp_path):
    """The keys count from 0, as those of MXNet's tool do; the positions are those it wrote with other keys."""
    index = tmp_path / "a.idx"
    assert cli.main(["rec2idx", str(GOLDEN / "records.rec"), str(index)]) == 0
    lines = (GOLDEN / "records.idx").read_text().splitlines()
    assert index.read_text() == "".join(f"{key}\t{line.split()[1]}\n" for key, line in enumerate(lines))
    reader = recordio.MXIndexedRecordIO(index, GOLDEN / "records.rec", "r")
    assert reader.read_idx(9) == bytes(range(256))


def test_runs_as_a_module(tmp_path):
    (tmp_path / "a.rec").write_bytes(b"")
    subprocess.run([sys.executable, "-m", "mxnet.tools.rec2idx", str(tmp_path / "a.rec"), str(tmp_path / "a.idx")],
                   check=True, capture_output=True)
    assert (tmp_path / "a.idx").read_bytes() == b""


@pytest.mark.parametrize("damage", ["cut", "magic", "missing"])
def test_damaged_files_leave_no_index(damage, tmp_path, capsys):
    content = (GOLDEN / "records.rec").read_bytes()
    if damage != "missing":
        (tmp_path / "a.rec").write_bytes(content[:-8] if damage == "cut" else b"x" + content)
    assert cli.main(["rec2idx", str(tmp_path / "a.rec"), str(tmp_path / "a.idx")]) == 1
    assert capsys.readouterr().err.startswith("mxnet rec2idx: error: ")
    assert not (tmp_path / "a.idx").exists()
