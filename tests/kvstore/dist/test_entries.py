"""Tests that programs run unchanged under the launchers of clusters, and that rank 0 hosts the store safely."""

from __future__ import annotations

import functools
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest
from launching import PROGRAMS, environment, launch, wait_for
from strangers import harass

_SRUN = """import os, subprocess, sys
words = sys.argv[1:]
count = int(words[words.index('-n') + 1])
command = words[words.index('-n') + 2:]
common = dict(os.environ, SLURM_JOB_ID='%s', SLURM_STEP_ID='0', SLURM_STEP_NODELIST='node[07]', SLURM_JOB_NODELIST='node[07-09]',
              SLURM_NTASKS=str(count), SLURM_STEP_NUM_TASKS=str(count), SLURM_NNODES='1')
started = [subprocess.Popen(command, env=dict(common, SLURM_PROCID=str(i), SLURM_LOCALID=str(i), SLURM_NODEID='0'))
           for i in range(count)]
sys.exit(max(p.wait() for p in started))
"""


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def rank_variables(rank: int, workers: int, port: str) -> dict[str, str]:
    return {"RANK": str(rank), "WORLD_SIZE": str(workers), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}


def trainjob_variables(rank: int, workers: int, port: str) -> dict[str, str]:
    return {"PET_NODE_RANK": str(rank), "PET_NNODES": str(workers), "PET_NPROC_PER_NODE": "1",
            "PET_MASTER_ADDR": "localhost", "PET_MASTER_PORT": port, "KUBERNETES_SERVICE_HOST": "192.0.2.1"}


def open_mpi_variables(rank: int, workers: int, port: str) -> dict[str, str]:
    # As with mpirun inside of a SLURM job, whose variables are those of the batch script.
    return {"OMPI_COMM_WORLD_RANK": str(rank), "OMPI_COMM_WORLD_SIZE": str(workers), "PMIX_NAMESPACE": f"test-{port}",
            "OMPI_COMM_WORLD_LOCAL_RANK": str(rank), "OMPI_COMM_WORLD_LOCAL_SIZE": str(workers), "SLURM_PROCID": "0",
            "SLURM_NTASKS": "1"}


def intel_mpi_variables(rank: int, workers: int, port: str) -> dict[str, str]:
    return {"PMI_RANK": str(rank), "PMI_SIZE": str(workers), "MPI_LOCALRANKID": str(rank), "MASTER_PORT": port}


def begin(program: str, *arguments: str, variables: Callable[[int, int, str], dict[str, str]] = rank_variables,
          workers: int = 2, port: str | None = None, **more: str) -> list[subprocess.Popen[str]]:
    """Start the processes of a program by their variables."""
    port = port or free_port()
    return [subprocess.Popen([sys.executable, str(PROGRAMS / program), *arguments], text=True, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, env=environment(**variables(rank, workers, port), **more))
            for rank in range(workers)]


def finish(processes: list[subprocess.Popen[str]], seconds: float = 90) -> tuple[list[int], str]:
    """Wait for processes, and return their exit codes and outputs."""
    try:
        outputs = [process.communicate(timeout=seconds)[0] for process in processes]
    finally:
        for process in processes:
            process.kill()
    return [process.returncode for process in processes], "\n".join(outputs)


@functools.cache
def digest() -> str:
    """Return the digest of the parameters that `mxnet launch` gives."""
    code, output = launch("entry.py")
    assert code == 0, output
    return check(output, "mxnet launch")


def check(output: str, launcher: str) -> str:
    found = re.findall(rf"launcher={launcher}, worker [01] of 2, parameters (\w+)", output)
    assert len(found) == 2 and found[0] == found[1], output
    return found[0]


@pytest.mark.parametrize(("variables", "launcher"), [
    (rank_variables, "env"), (trainjob_variables, "kubeflow"), (open_mpi_variables, "mpi"), (intel_mpi_variables, "mpi")])
def test_variables_of_a_launcher(variables: Callable[[int, int, str], dict[str, str]], launcher: str) -> None:
    codes, output = finish(begin("entry.py", variables=variables))
    assert codes == [0, 0], output
    assert check(output, launcher) == digest()


def test_srun(tmp_path: pathlib.Path) -> None:
    script = tmp_path / "srun"
    script.write_text(f"#!{sys.executable}\n{_SRUN % (os.getpid() % 700)}")
    script.chmod(0o755)
    process = subprocess.Popen([script, "-n", "2", sys.executable, str(PROGRAMS / "entry.py")], env=environment(),
                               text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    codes, output = finish([process])
    assert codes == [0], output
    assert check(output, "slurm") == digest()


@pytest.mark.parametrize("variables", [
    {"SLURM_PROCID": "0", "SLURM_NTASKS": "1"}, {"OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_SIZE": "1"},
    {"RANK": "0", "WORLD_SIZE": "1"}])
def test_a_single_process(variables: dict[str, str]) -> None:
    codes, output = finish(begin("small.py", variables=lambda *_: variables, workers=1))
    assert codes == [0] and "sum 1" in output, output


def test_torchrun_restarts_the_group_from_the_checkpoint(tmp_path: pathlib.Path) -> None:
    command = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", "2", "--max-restarts", "2",
               "--rdzv-backend", "c10d", "--rdzv-endpoint", f"localhost:{free_port()}", str(PROGRAMS / "entry.py"),
               str(tmp_path)]
    process = subprocess.Popen(command, env=environment(), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    codes, output = finish([process])
    assert codes == [0] and (tmp_path / "killed").exists(), output
    assert check(output, "torchrun") == digest()


def test_mxnet_launch_restarts_the_group_from_the_checkpoint(tmp_path: pathlib.Path) -> None:
    code, output = launch("entry.py", str(tmp_path), options=("--max-restarts", "2"))
    assert code == 0 and "restarting, attempt 1 of 2" in output, output
    assert check(output, "mxnet launch") == digest()


def test_horovod_programs_get_the_same_entries() -> None:
    codes, output = finish(begin("horovod_functions.py", MXNET_HOROVOD="1"))
    assert codes == [0, 0], output


# Faults of the process that hosts the store


@pytest.fixture
def running(tmp_path: pathlib.Path, request: pytest.FixtureRequest) -> Iterator[list[subprocess.Popen[str]]]:
    """Start two workers that push until they are ended."""
    (tmp_path / "port").write_text(free_port())
    processes = begin("faulty.py", str(tmp_path), request.param, port=(tmp_path / "port").read_text(),
                      MXNET_KVSTORE_FROZEN_TIMEOUT="4")
    for rank in range(2):
        wait_for(tmp_path / f"beat{rank}")
    yield processes
    for process in processes:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(("running", "victim", "words"), [
    ("forks", 0, "worker 0"), ("dist_sync", 1, "worker 1 has died")], indirect=["running"])
def test_a_worker_is_killed(tmp_path: pathlib.Path, running: list[subprocess.Popen[str]], victim: int, words: str) -> None:
    children = pathlib.Path(f"/proc/{running[victim].pid}/task/{running[victim].pid}/children").read_text().split()
    running[victim].kill()
    try:
        text = wait_for(tmp_path / f"told{1 - victim}", 40)
        assert words in text
        assert running[1 - victim].wait(30) == 3
    finally:
        for child in children:
            os.kill(int(child), signal.SIGKILL)


@pytest.mark.parametrize("running", ["dist_sync"], indirect=True)
def test_strangers_do_not_harm_a_store_of_rank_0(tmp_path: pathlib.Path, running: list[subprocess.Popen[str]]) -> None:
    harass({process.pid for process in running}, int((tmp_path / "port").read_text()))
    before = [float((tmp_path / f"beat{rank}").read_text()) for rank in range(2)]
    time.sleep(1)
    assert all(float((tmp_path / f"beat{rank}").read_text()) > before[rank] for rank in range(2))
    assert [process.poll() for process in running] == [None, None]


def test_two_programs_on_one_machine(tmp_path: pathlib.Path) -> None:
    port = free_port()
    first = begin("faulty.py", str(tmp_path), "dist_sync", port=port)
    for rank in range(2):
        wait_for(tmp_path / f"beat{rank}")
    codes, output = finish(begin("small.py", port=port))  # the same port by mistake
    assert codes == [1, 1]
    assert "cannot listen on 127.0.0.1" in output and "or another program uses the port" in output, output
    codes, output = finish(begin("small.py"))
    assert codes == [0, 0], output
    before = [float((tmp_path / f"beat{rank}").read_text()) for rank in range(2)]
    time.sleep(1)
    assert all(float((tmp_path / f"beat{rank}").read_text()) > before[rank] for rank in range(2))
    for process in first:
        process.kill()
        process.communicate()
