"""Tests of the role of this process and the source of its secret."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable

import pytest
import torch.distributed as dist

from mxnet import MXNetError
from mxnet.kvstore.dist import place, secret_file
from mxnet.kvstore.dist.host_list import expand

ELSEWHERE = "192.0.2.1"


def _set(monkeypatch: pytest.MonkeyPatch, **variables: str) -> None:
    for name in ("DMLC_PS_ROOT_URI", "DMLC_ROLE", "RANK", "MASTER_ADDR", "LOCAL_WORLD_SIZE", place.SECRET):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)


def _torchrun(address: str, **more: str) -> dict[str, str]:
    return {"RANK": "0", "WORLD_SIZE": "2", "MASTER_ADDR": address, "MASTER_PORT": "29500", "TORCHELASTIC_RUN_ID": "none",
            "TORCHELASTIC_RESTART_COUNT": "3", **more}


def _by_hand(address: str, role: str = "worker") -> dict[str, str]:
    return {"DMLC_PS_ROOT_URI": address, "DMLC_PS_ROOT_PORT": "9091", "DMLC_NUM_WORKER": "1", "DMLC_ROLE": role}


@pytest.mark.parametrize("variables", [
    _torchrun(ELSEWHERE), _torchrun(ELSEWHERE, TORCHELASTIC_RUN_ID="a-run"), _torchrun(ELSEWHERE, LOCAL_WORLD_SIZE="1"),
    _by_hand(ELSEWHERE), {**_by_hand(ELSEWHERE), place.SECRET: ""}])
def test_a_secret_is_required_where_other_machines_reach(
        monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]) -> None:
    _set(monkeypatch, **variables)
    with pytest.raises(MXNetError, match=f"{ELSEWHERE}.* set MXNET_CLUSTER_SECRET to the same .*openssl rand -hex 32"):
        place.find()


def test_torchrun_on_one_machine_draws_a_secret_and_stays_on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    for address, more in (("127.0.0.1", {}), (ELSEWHERE, {"LOCAL_WORLD_SIZE": "2"})):
        _set(monkeypatch, **_torchrun(address, **more))
        found = place.find()
        assert (found.secret, found.draws, found.host, found.attempt) == (None, True, "127.0.0.1", "3")
        monkeypatch.setenv("RANK", "1")
        assert not place.find().draws


def test_a_secret_that_is_given_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, "own_address", lambda other: other)
    for variables in (_torchrun(ELSEWHERE), _by_hand(ELSEWHERE), _torchrun("127.0.0.1"), _by_hand("127.0.0.1")):
        _set(monkeypatch, **variables, MXNET_CLUSTER_SECRET="given")
        assert place.find().secret == "given"


@pytest.mark.parametrize(("role", "draws"), [("scheduler", True), ("worker", False), ("server", False)])
def test_the_scheduler_draws_the_secret_of_processes_started_by_hand(
        monkeypatch: pytest.MonkeyPatch, role: str, draws: bool) -> None:
    _set(monkeypatch, **_by_hand("127.0.0.1", role))
    assert (place.find().secret, place.find().draws) == (None, draws)


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_a_secret_travels_by_a_file_that_only_its_user_reads(folder: pathlib.Path) -> None:
    store = dist.HashStore()
    secret, path = secret_file.share(store, "0")
    assert secret_file.receive(store, "0", "worker 0") == secret
    assert path.parent == folder and path.stat().st_mode & 0o777 == 0o600
    assert not any(secret.encode() in store.get(name) for name in store.list_keys())
    assert secret_file.share(store, "1")[0] != secret


@pytest.mark.parametrize(("damage", "words"), [
    ("mode", "another user owns it or can read it"), ("missing", "No such file"), ("link", "symbolic links"),
    ("pipe", "not a regular file"), ("folder", "not a regular file"), ("text", "not contain a secret"),
    ("name", "not contain a secret")])
def test_another_file_is_refused(folder: pathlib.Path, damage: str, words: str) -> None:
    store = dist.HashStore()
    _, path = secret_file.share(store, "0")
    if damage == "mode":
        path.chmod(0o644)
    elif damage == "text":
        path.write_text("x" * 64)
    elif damage == "name":
        store.set("mxnet/secret-file/0", str(path.rename(folder / "other")))
    else:
        kept = path.rename(folder / "kept")
        if damage == "link":
            path.symlink_to(kept)
        elif damage == "pipe":
            os.mkfifo(path)
        elif damage == "folder":
            path.mkdir()
    with pytest.raises(MXNetError, match=f"cannot be used: .*{words}.*MXNET_CLUSTER_SECRET"):
        secret_file.receive(store, "0", "worker 0")


def test_a_path_that_is_none_is_refused(folder: pathlib.Path) -> None:
    store = dist.HashStore()
    store.set("mxnet/secret-file/0", "a\0b")
    with pytest.raises(MXNetError, match="cannot be used"):
        secret_file.receive(store, "0", "worker 0")


# Variables of other launchers

_ALL = ("DMLC_PS_ROOT_URI", "DMLC_ROLE", "RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT", "LOCAL_WORLD_SIZE",
        "TORCHELASTIC_RUN_ID", "TORCHELASTIC_USE_AGENT_STORE", "PET_NODE_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK",
        "SLURM_PROCID", "SLURM_NTASKS", "SLURM_JOB_ID", "SLURM_STEP_ID", "SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST",
        "SLURM_NODELIST", "KUBERNETES_SERVICE_HOST", place.SECRET)


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that sets variables of launchers and removes all others."""
    def set_only(**variables: str) -> None:
        for name in _ALL:
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)

    return set_only


_PLAIN = {"RANK": "1", "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "29500"}
_SLURM = {"SLURM_PROCID": "1", "SLURM_NTASKS": "2", "SLURM_JOB_ID": "1234", "SLURM_JOB_NODELIST": "node7"}
_OPEN_MPI = {"OMPI_COMM_WORLD_RANK": "1", "OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_LOCAL_SIZE": "2"}
_INTEL_MPI = {"PMI_RANK": "1", "PMI_SIZE": "2", "MPI_LOCALRANKID": "1"}


@pytest.mark.parametrize(("variables", "launcher"), [
    ({**_by_hand("127.0.0.1"), **_PLAIN, **_SLURM}, "dmlc"), ({**_torchrun("127.0.0.1"), **_SLURM}, "torchrun"),
    ({**_torchrun("127.0.0.1"), "TORCHELASTIC_USE_AGENT_STORE": "False"}, "env"), ({**_PLAIN, **_OPEN_MPI}, "env"),
    ({**_OPEN_MPI, **_SLURM}, "mpi"), ({**_INTEL_MPI, **_SLURM, "SLURM_PROCID": "0"}, "mpi"),
    ({**_INTEL_MPI, **_SLURM}, "slurm"), (_INTEL_MPI, "mpi"), (_SLURM, "slurm")])
def test_one_set_of_variables_counts(only: Callable[..., None], variables: dict[str, str], launcher: str) -> None:
    only(**variables)
    found = place.find()
    assert (found.launcher, found.host) == (launcher, "127.0.0.1")
    assert found.bind is None or found.rank == 0


def test_rank_0_hosts_the_store(only: Callable[..., None]) -> None:
    only(**{**_PLAIN, "RANK": "0"})
    found = place.find()
    assert (found.bind, found.draws, found.port) == ("127.0.0.1", True, 29500)
    only(**_torchrun("127.0.0.1"))
    assert place.find().bind is None


def test_ports_of_jobs_and_steps_differ(only: Callable[..., None]) -> None:
    ports = set()
    for job, step in ((1234, 0), (1234, 1), (1235, 0), (1236, 3)):
        only(**{**_SLURM, "SLURM_JOB_ID": str(job), "SLURM_STEP_ID": str(step)})
        ports.add(place.find().port)
    assert len(ports) == 4 and all(20000 <= port < 32000 for port in ports)
    only(**_SLURM, MASTER_PORT="29501")
    assert place.find().port == 29501


def test_several_machines_of_slurm(only: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, "own_address", lambda other: f"from {other}")
    variables = {**_SLURM, "SLURM_JOB_NODELIST": "node[01-03,07],gpu1"}
    only(**variables)
    with pytest.raises(MXNetError, match="set MXNET_CLUSTER_SECRET"):
        place.find()
    only(**variables, MXNET_CLUSTER_SECRET="given")
    found = place.find()
    assert (found.address, found.host, found.secret) == ("node01", "from node01", "given")


@pytest.mark.parametrize(("variables", "words"), [
    ({**_PLAIN, "RANK": "2"}, r"rank 2 of 2 .*RANK='2', WORLD_SIZE='2'"),
    ({**_PLAIN, "RANK": "-1"}, r"rank -1 of 2"), ({**_PLAIN, "RANK": "one"}, r"RANK must be an integer, received 'one'"),
    ({**_PLAIN, "MASTER_PORT": ""}, r"MASTER_PORT is not set .*RANK='1'"),
    ({**_PLAIN, "MASTER_PORT": "70000"}, r"from 1 to 65535, received 70000 .*MASTER_PORT='70000'"),
    ({**_PLAIN, "WORLD_SIZE": ""}, r"WORLD_SIZE is not set .*RANK='1'"),
    ({"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1"}, r"RANK is not set .*WORLD_SIZE='2'"),
    ({"RANK": "0", "WORLD_SIZE": "2"}, r"MASTER_ADDR is not set .*RANK='0'"),
    ({**_SLURM, "SLURM_NTASKS": "1"}, r"rank 1 of 1 .*SLURM_PROCID='1', SLURM_NTASKS='1'"),
    ({**_SLURM, "SLURM_JOB_NODELIST": "node[1-"}, r"'node\[1-' is malformed.*SLURM_PROCID='1'"),
    ({**_SLURM, "SLURM_JOB_NODELIST": ""}, r"set MASTER_ADDR"), ({**_SLURM, "SLURM_JOB_ID": ""}, r"set MASTER_PORT"),
    ({**_OPEN_MPI, "OMPI_COMM_WORLD_LOCAL_SIZE": "1"}, r"set MASTER_ADDR to the machine of rank 0"),
    ({**_INTEL_MPI, "MPI_LOCALRANKID": "0"}, r"set MASTER_ADDR to the machine of rank 0"),
    ({**_INTEL_MPI, "PMI_SIZE": ""}, r"PMI_SIZE is not set .*PMI_RANK='1'"),
    ({**_by_hand("127.0.0.1"), "DMLC_WORKER_ID": "1"}, r"rank 1 of 1 .*DMLC_NUM_WORKER='1'"),
    ({**_PLAIN, "RANK": "0", "MASTER_ADDR": ELSEWHERE, place.SECRET: "given"}, f"{ELSEWHERE} is not an address of this"),
    ({**_PLAIN, "MASTER_ADDR": "no-such-host.invalid", place.SECRET: "given"}, "no-such-host.invalid cannot be reached")])
def test_wrong_variables_are_shown(only: Callable[..., None], monkeypatch: pytest.MonkeyPatch, variables: dict[str, str],
                                   words: str) -> None:
    monkeypatch.setattr(place, "UNREACHABLE_SECONDS", 0.0)
    only(**variables)
    with pytest.raises(MXNetError, match=words):
        place.find()


@pytest.mark.parametrize(("text", "hosts"), [
    ("", []), ("node1", ["node1"]), ("node[01-03,07],gpu1", ["node01", "node02", "node03", "node07", "gpu1"]),
    ("a[1-2]b[8-10]", [f"a{i}b{j}" for i in (1, 2) for j in (8, 9, 10)]), ("a[009-011].x", ["a009.x", "a010.x", "a011.x"])])
def test_lists_of_machines(text: str, hosts: list[str]) -> None:
    assert expand(text) == hosts


@pytest.mark.parametrize("text", ["a[", "a]", "a[]", "a[2-1]", "a[x]", "a,,b", ",a", "a[0-99999999999]", "a[1-999][1-999]"])
def test_malformed_lists_of_machines(text: str) -> None:
    with pytest.raises(MXNetError, match="malformed"):
        expand(text)
