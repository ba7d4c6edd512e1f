"""How torch's threads are set up on a machine that others use too."""

from __future__ import annotations

import pathlib

import pytest

from mxnet._runtime import neighbours


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("OMP_NUM_THREADS", "OMP_WAIT_POLICY", "GOMP_SPINCOUNT"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv(name, "")  # so that what is set here is taken back
        monkeypatch.delenv(name)
    monkeypatch.setattr(neighbours, "available_cores", lambda: 4)
    monkeypatch.setattr(neighbours, "quota", lambda: None)
    monkeypatch.setattr(neighbours, "running_processes", lambda: 0)
    return monkeypatch


def _variables() -> dict[str, str]:
    return {name: neighbours.os.environ[name] for name in ("OMP_NUM_THREADS", "OMP_WAIT_POLICY", "GOMP_SPINCOUNT")
            if name in neighbours.os.environ}


def test_an_idle_machine(environment: pytest.MonkeyPatch) -> None:
    neighbours.set_up()
    assert _variables() == {"GOMP_SPINCOUNT": "1500"}


def test_a_crowded_machine(environment: pytest.MonkeyPatch) -> None:
    environment.setattr(neighbours, "running_processes", lambda: 5)
    neighbours.set_up()
    assert _variables() == {"OMP_WAIT_POLICY": "passive"}


def test_a_short_burst_is_not_a_crowd(environment: pytest.MonkeyPatch) -> None:
    seen = iter([9, 9, 3, 9, 9])
    environment.setattr(neighbours, "running_processes", lambda: next(seen))
    neighbours.set_up()
    assert _variables() == {"GOMP_SPINCOUNT": "1500"}


@pytest.mark.parametrize(("allowed", "threads"), [(1.5, "2"), (0.2, "1"), (4.0, None)])
def test_a_quota_limits_the_threads(environment: pytest.MonkeyPatch, allowed: float, threads: str | None) -> None:
    environment.setattr(neighbours, "quota", lambda: allowed)
    neighbours.set_up()
    assert _variables().get("OMP_NUM_THREADS") == threads


def test_the_user_decides(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("OMP_NUM_THREADS", "3")
    environment.setenv("OMP_WAIT_POLICY", "active")
    environment.setattr(neighbours, "quota", lambda: 1.0)
    neighbours.set_up()
    assert _variables() == {"OMP_NUM_THREADS": "3", "OMP_WAIT_POLICY": "active"}


@pytest.mark.parametrize(("text", "expected"), [
    ("max 100000\n", None), ("150000 100000\n", 1.5), ("x", None), ("1 0", None)])
def test_reading_the_quota(tmp_path: pathlib.Path, text: str, expected: float | None) -> None:
    (tmp_path / "cpu.max").write_text(text)
    assert neighbours.quota(str(tmp_path)) == expected
    assert neighbours.quota(str(tmp_path / "missing")) is None


def test_reading_the_load(tmp_path: pathlib.Path) -> None:
    (tmp_path / "loadavg").write_text("3.21 3.28 3.18 7/77 22190\n")
    assert neighbours.running_processes(str(tmp_path / "loadavg")) == 6
    assert neighbours.running_processes(str(tmp_path / "missing")) == 0
