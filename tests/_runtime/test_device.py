"""Test contexts."""

import threading

import pytest
import torch

from mxnet._runtime import device
from mxnet._runtime.device import Context
from mxnet._runtime.error import MXNetError


def test_contexts_are_equal_by_kind_and_number() -> None:
    assert Context("cpu", 1) == device.cpu(1) != device.cpu(2)
    assert device.cpu(0) != device.cpu_pinned(0) and device.cpu(0) != "cpu(0)"
    assert len({device.cpu(0), Context(device.cpu(0)), device.gpu(0)}) == 2
    assert repr(device.cpu_pinned(3)) == "cpu_pinned(3)"
    with pytest.raises(MXNetError, match="unknown device type 'tpu'"):
        Context("tpu")


def test_with_statements_set_the_context_of_their_thread() -> None:
    seen: list[Context] = []
    with device.cpu(1):
        with device.cpu(2):
            assert device.current_context() == device.cpu(2) == Context.default_ctx
            thread = threading.Thread(target=lambda: seen.append(device.current_context()))
            thread.start()
            thread.join()
        assert device.current_context() == device.cpu(1)
    assert device.current_context() == device.cpu(0) and seen == [device.cpu(0)]


def test_old_code_sets_the_default() -> None:
    Context.default_ctx = device.cpu(4)
    try:
        assert device.resolve(None) == device.cpu(4)
    finally:
        Context.default_ctx = device.cpu(0)


def test_context_specifications() -> None:
    assert device.resolve("cpu(3)") == device.cpu(3) and device.resolve("cpu_pinned") == device.cpu_pinned(0)
    assert device.resolve(device.cpu(5)) == device.cpu(5)
    with pytest.raises(MXNetError, match=r"ctx must be a Context .* received 7"):
        device.resolve(7)


def test_host_contexts_share_memory_and_mix() -> None:
    assert {device.torch_device(one) for one in (device.cpu(0), device.cpu(9), device.cpu_pinned(0))} == {
        torch.device("cpu")}
    device.check_same("dot", device.cpu(0), device.cpu_pinned(1))
    with pytest.raises(MXNetError, match=r"operator dot: .*received cpu\(0\) and gpu\(0\)"):
        device.check_same("dot", device.cpu(0), device.gpu(0))


def test_missing_gpu_error_has_a_hint() -> None:
    with pytest.raises(MXNetError, match=r"gpu\(1000\) is not available: .*MXNET_SIMULATED_GPUS"):
        device.torch_device(device.gpu(1000))
