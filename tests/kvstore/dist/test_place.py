"""Tests of the role of this process and the source of its secret."""

from __future__ import annotations

import os
import pathlib

import pytest
import torch.distributed as dist

from mxnet import MXNetError
from mxnet.kvstore.dist import place, secret_file

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
    assert secret_file.receive(store, "0") == secret
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
        secret_file.receive(store, "0")


def test_a_path_that_is_none_is_refused(folder: pathlib.Path) -> None:
    store = dist.HashStore()
    store.set("mxnet/secret-file/0", "a\0b")
    with pytest.raises(MXNetError, match="cannot be used"):
        secret_file.receive(store, "0")
