"""Test access to environment variables."""

import pytest

from mxnet._runtime import environment
from mxnet._runtime.error import MXNetError


def test_simulated_gpus_are_never_fewer_than_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_SIMULATED_GPUS", "-3")
    assert environment.simulated_gpus() == 0


@pytest.mark.parametrize("text", ["abc", "1.5", "two", "0x2"])
def test_simulated_gpus_are_a_number(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("MXNET_SIMULATED_GPUS", text)
    with pytest.raises(MXNetError, match=f"MXNET_SIMULATED_GPUS must be an integer, received '{text}'"):
        environment.simulated_gpus()
    monkeypatch.setenv("MXNET_SIMULATED_GPUS", "")
    assert environment.simulated_gpus() == 0


def test_both_variables_enable_recomputation(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MXNET_BACKWARD_DO_MIRROR", "MXNET_MEMORY_OPT"):
        monkeypatch.delenv(name, raising=False)
    assert not environment.recomputes()
    monkeypatch.setenv("MXNET_MEMORY_OPT", "1")
    assert environment.recomputes()


def test_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_ENGINE_TYPE", "NaiveEngine")
    assert environment.computes_at_once()
    monkeypatch.setenv("MXNET_ENGINE_TYPE", "ThreadedEnginePerDevice")
    assert not environment.computes_at_once()
    monkeypatch.setenv("MXNET_ENGINE_TYPE", "naive")
    with pytest.raises(MXNetError, match="must be NaiveEngine, ThreadedEngine or ThreadedEnginePerDevice, received"):
        environment.computes_at_once()
