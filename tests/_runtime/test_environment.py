"""Environment variables."""

import pytest

from mxnet._runtime import environment
from mxnet._runtime.error import MXNetError


def test_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, expected in (("7", 7), ("-2", -2), ("many", 5), ("", 5), ("1.5", 5)):
        monkeypatch.setenv("MXNET_TEST_NUMBER", text)
        assert environment.integer("MXNET_TEST_NUMBER", 5) == expected
    monkeypatch.delenv("MXNET_TEST_NUMBER")
    assert environment.integer("MXNET_TEST_NUMBER", 5) == 5


def test_simulated_gpus_are_never_fewer_than_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_SIMULATED_GPUS", "-3")
    assert environment.simulated_gpus() == 0


@pytest.mark.parametrize("text", ["abc", "1.5", "two", "0x2"])
def test_simulated_gpus_are_a_number(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("MXNET_SIMULATED_GPUS", text)
    with pytest.raises(MXNetError, match=f"MXNET_SIMULATED_GPUS must be the number of GPUs .*'{text}'"):
        environment.simulated_gpus()
    monkeypatch.setenv("MXNET_SIMULATED_GPUS", "")
    assert environment.simulated_gpus() == 0


def test_either_variable_asks_for_recomputation(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MXNET_BACKWARD_DO_MIRROR", "MXNET_MEMORY_OPT"):
        monkeypatch.delenv(name, raising=False)
    assert not environment.recomputes()
    monkeypatch.setenv("MXNET_MEMORY_OPT", "1")
    assert environment.recomputes()


def test_the_engine_and_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_ENGINE_TYPE", "NaiveEngine")
    assert environment.computes_at_once()
    monkeypatch.setenv("MXNET_ENGINE_TYPE", "ThreadedEnginePerDevice")
    assert not environment.computes_at_once()
    for text in ("", "mxnet", "torch"):
        monkeypatch.setenv("MXNET_RANDOM_STREAM", text)
        assert environment.random_stream() == text
    monkeypatch.setenv("MXNET_RANDOM_STREAM", "numpy")
    with pytest.raises(MXNetError, match="MXNET_RANDOM_STREAM must be mxnet or torch, received 'numpy'"):
        environment.random_stream()
