"""Tests that the failure of a process is quickly reported by all other processes."""

from __future__ import annotations

import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

import pytest
from launching import PROGRAMS, environment, launch, start, wait_for
from strangers import harass, listening

FROZEN = "4"


def _pids(process: subprocess.Popen[str]) -> set[int]:
    """Return the process ids of the launcher and all processes that it has started."""
    found, waiting = set(), [process.pid]
    while waiting:
        pid = waiting.pop()
        found.add(pid)
        tasks = pathlib.Path(f"/proc/{pid}/task")
        for children in tasks.glob("*/children") if tasks.exists() else ():
            waiting += [int(word) for word in children.read_text().split()]
    return found


def _role(pid: int) -> str:
    variables = pathlib.Path(f"/proc/{pid}/environ").read_bytes().decode().split("\0")
    values = dict(entry.partition("=")[::2] for entry in variables if entry)
    role = values.get("DMLC_ROLE", "launcher")
    return f"{role} {values.get(f'DMLC_{role.upper()}_ID', '')}".strip()


def _alive(pid: int) -> bool:
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _told(folder: pathlib.Path, rank: int) -> tuple[float, str]:
    moment, _, text = wait_for(folder / f"told{rank}", 40).partition(" ")
    return float(moment), text


@pytest.mark.parametrize(("store", "workers", "victim", "number", "limit"), [
    ("dist_sync", 3, "worker 1", signal.SIGKILL, 10), ("dist_sync", 2, "worker 1", signal.SIGSTOP, 30),
    ("trainer", 2, "worker 1", signal.SIGKILL, 10), ("trainer", 2, "worker 0", signal.SIGSTOP, 30),
    ("dist_async", 2, "worker 1", signal.SIGKILL, 10), ("dist_async", 1, "server 1", signal.SIGKILL, 10),
    ("dist_async", 1, "server 0", signal.SIGSTOP, 30)])
def test_a_process_dies_or_freezes(tmp_path: pathlib.Path, store: str, workers: int, victim: str,
                                   number: signal.Signals, limit: float) -> None:
    servers = 1 + int(victim == "server 1")
    process = start("faulty.py", str(tmp_path), store, workers=workers, servers=servers,
                    MXNET_KVSTORE_FROZEN_TIMEOUT=FROZEN)
    for rank in range(workers):
        wait_for(tmp_path / f"beat{rank}")
    pids = _pids(process)
    chosen = next(pid for pid in pids if _role(pid) == victim)
    os.kill(chosen, number)
    moment = time.time()
    for rank in range(workers):
        if f"worker {rank}" != victim:
            told, text = _told(tmp_path, rank)
            assert victim in text
            assert told - moment < limit
    output, _ = process.communicate(timeout=60)
    assert process.returncode != 0, output
    assert not [pid for pid in pids if _alive(pid)]


@pytest.mark.parametrize(("kind", "words"), [
    ("never", "worker 1 did not come within 3 s"), ("version", "worker [01] runs mxnet 1.9.[01]"),
    ("error", "worker 1 ended with exit code 1")])
def test_a_worker_that_does_not_take_part(tmp_path: pathlib.Path, kind: str, words: str) -> None:
    process = start("faulty.py", str(tmp_path), kind, MXNET_KVSTORE_JOIN_TIMEOUT="3" if kind == "never" else "60")
    told, text = _told(tmp_path, 0)
    assert re.search(words, text)
    if kind == "never":
        assert told - float((tmp_path / "begun0").read_text()) < 3 + 10
    pids = _pids(process)
    process.communicate(timeout=60)
    assert process.returncode != 0
    assert not [pid for pid in pids if _alive(pid)]


def test_a_worker_that_comes_late_is_waited_for(tmp_path: pathlib.Path) -> None:
    # It joins later than the timeout for frozen processes.
    process = start("faulty.py", str(tmp_path), "late", MXNET_KVSTORE_FROZEN_TIMEOUT="2", MXNET_KVSTORE_JOIN_TIMEOUT="60")
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 0, output
    assert output.count("passed") == 2
    begun = [float((tmp_path / f"begun{rank}").read_text()) for rank in range(2)]
    assert begun[1] - begun[0] > 2


def test_the_port_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, output = launch("synchronous.py", options=("--port", str(taken.getsockname()[1])))
    assert code == 1
    assert "cannot listen on 127.0.0.1" in output


def test_a_stranger_is_turned_away(tmp_path: pathlib.Path) -> None:
    process = start("faulty.py", str(tmp_path), "dist_async", workers=2, servers=1)
    for rank in range(2):
        wait_for(tmp_path / f"beat{rank}")
    store, = listening({process.pid})
    harass(_pids(process), store)
    before = [float((tmp_path / f"beat{rank}").read_text()) for rank in range(2)]
    time.sleep(2)
    assert all(float((tmp_path / f"beat{rank}").read_text()) > before[rank] for rank in range(2))
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)


def test_a_stranger_cannot_take_the_place_of_a_missing_worker(tmp_path: pathlib.Path) -> None:
    process = start("faulty.py", str(tmp_path), "never", MXNET_KVSTORE_JOIN_TIMEOUT="8")
    wait_for(tmp_path / "begun0")
    port, = listening({process.pid})
    done = subprocess.run([sys.executable, str(PROGRAMS / "stranger.py"), str(port)], env=environment(),
                          capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0 and "entries" in done.stdout, done.stderr
    assert "joined" not in done.stdout and "readable" not in done.stdout, done.stdout
    _, text = _told(tmp_path, 0)
    assert "worker 1 did not come within 8 s" in text
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)


def test_a_program_that_is_started_again_ends_as_an_undisturbed_one(tmp_path: pathlib.Path) -> None:
    results = []
    for kind in ("dies", "lives"):
        folder = tmp_path / kind
        folder.mkdir()
        code, output = launch("restarted.py", str(folder), kind, options=("--max-restarts", "2"))
        assert code == 0, output
        assert ("restarting" in output) == (kind == "dies")
        results.append(float(re.search(r"weight (\S+)", output)[1]))
    assert results[0] == pytest.approx(results[1], rel=1e-6)
