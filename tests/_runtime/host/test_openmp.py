"""How torch's threads are set up on a machine that others use too."""

from __future__ import annotations

import pathlib

import pytest

from mxnet._runtime.host import openmp


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("OMP_NUM_THREADS", "OMP_WAIT_POLICY", "GOMP_SPINCOUNT"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv(name, "")  # so that what is set here is taken back
        monkeypatch.delenv(name)
    monkeypatch.setattr(openmp, "available_cores", lambda: 4)
    monkeypatch.setattr(openmp, "quota", lambda: None)
    monkeypatch.setattr(openmp, "scheduling_times", lambda: (5, 1))
    monkeypatch.setattr(openmp, "_adapts", openmp.adapts())  # so that this is taken back
    return monkeypatch


def _variables() -> dict[str, str]:
    return {name: openmp.os.environ[name] for name in ("OMP_NUM_THREADS", "OMP_WAIT_POLICY", "GOMP_SPINCOUNT")
            if name in openmp.os.environ}


def test_threads_spin_for_a_while(environment: pytest.MonkeyPatch) -> None:
    openmp.set_up()
    assert _variables() == {"GOMP_SPINCOUNT": "20001"}
    assert openmp.adapts()


def test_a_process_started_by_another_adapts_too(environment: pytest.MonkeyPatch) -> None:
    openmp.set_up()
    openmp.set_up()
    assert openmp.adapts()


def test_threads_spin_briefly_where_waiting_times_are_unknown(environment: pytest.MonkeyPatch) -> None:
    environment.setattr(openmp, "scheduling_times", lambda: None)
    openmp.set_up()
    assert _variables() == {"GOMP_SPINCOUNT": "1500"}
    assert not openmp.adapts()


@pytest.mark.parametrize(("allowed", "threads"), [(1.5, "2"), (0.2, "1"), (4.0, None)])
def test_a_quota_limits_the_threads(environment: pytest.MonkeyPatch, allowed: float, threads: str | None) -> None:
    environment.setattr(openmp, "quota", lambda: allowed)
    openmp.set_up()
    assert _variables().get("OMP_NUM_THREADS") == threads


def test_the_user_decides(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("OMP_NUM_THREADS", "3")
    environment.setenv("OMP_WAIT_POLICY", "active")
    environment.setattr(openmp, "quota", lambda: 1.0)
    openmp.set_up()
    assert _variables() == {"OMP_NUM_THREADS": "3", "OMP_WAIT_POLICY": "active"}
    assert not openmp.adapts()


@pytest.mark.parametrize(("text", "expected"), [
    ("max 100000\n", None), ("150000 100000\n", 1.5), ("x", None), ("1 0", None)])
def test_reading_the_quota(tmp_path: pathlib.Path, text: str, expected: float | None) -> None:
    (tmp_path / "cpu.max").write_text(text)
    assert openmp.quota(str(tmp_path)) == expected
    assert openmp.quota(str(tmp_path / "missing")) is None


@pytest.mark.parametrize(("text", "expected"), [("300 20 7\n", (300, 20)), ("0 0 0\n", None), ("x", None)])
def test_reading_the_waiting_times(tmp_path: pathlib.Path, text: str, expected: tuple[int, int] | None) -> None:
    (tmp_path / "schedstat").write_text(text)
    assert openmp.scheduling_times(str(tmp_path / "schedstat")) == expected
    assert openmp.scheduling_times(str(tmp_path / "missing")) is None
