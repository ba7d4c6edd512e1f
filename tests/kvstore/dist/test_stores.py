"""Tests of distributed stores with real processes."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest
from launching import PROGRAMS, environment, launch

import mxnet as mx


@pytest.mark.parametrize("workers", [2, 3])
def test_synchronous(workers: int) -> None:
    code, output = launch("synchronous.py", workers=workers)
    assert code == 0, output
    assert output.count("passed") == workers


def test_asynchronous(tmp_path: pathlib.Path) -> None:
    code, output = launch("asynchronous.py", str(tmp_path), workers=2, servers=2)
    assert code == 0, output
    assert output.count("passed") == 2
    traces = {"rank0_trace.json", "rank1_trace.json"}
    assert {path.name for path in tmp_path.iterdir()} == {"states", "states.1", *traces}
    assert any("aten::" in (tmp_path / name).read_text() for name in traces)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts threads in /proc")
@pytest.mark.parametrize("how", ["wait", "leave"])
def test_no_thread_outlives_a_store(how: str) -> None:
    code, output = launch("threads.py", how, workers=2)
    assert code == 0, output
    assert output.count("passed") == 2, output


def test_torchrun_starts_the_same_program(tmp_path: pathlib.Path) -> None:
    command = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", "2", "--master-port", "0",
               "--rdzv-backend", "c10d", "--rdzv-endpoint", "localhost:0", str(PROGRAMS / "synchronous.py")]
    done = subprocess.run(command, env=environment(TMPDIR=str(tmp_path)), capture_output=True, text=True, timeout=120,
                          check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("passed") == 2
    assert not list(tmp_path.glob("mxnet-secret-*")), "the file with the secret of worker 0 was not removed"


def test_horovod_without_horovod() -> None:
    code, output = launch("horovod_functions.py", workers=2, MXNET_HOROVOD="1")
    assert code == 0, output
    assert output.count("passed") == 2, output


def test_a_process_alone_is_told_how_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DMLC_PS_ROOT_URI", "DMLC_ROLE", "RANK", "MASTER_ADDR"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(mx.MXNetError, match="mxnet launch"):
        mx.kv.create("dist_sync")
    with pytest.raises(mx.MXNetError, match="unknown kvstore 'dist_often'"):
        mx.kv.create("dist_often")
