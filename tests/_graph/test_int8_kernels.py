"""Test the operators of 8-bit layers against computations in float64."""

import numpy as np
import pytest
import torch
from torch.nn import functional

from mxnet._graph import int8_kernels as kernels

pytestmark = pytest.mark.skipif(not kernels.AVAILABLE, reason="this build of torch has no 8-bit kernels")
GEOMETRY = {"stride": (1, 1), "pad": (1, 1), "dilate": (1, 1)}


def _integers(shape: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    low, high = (0, 256) if dtype is torch.uint8 else (-128, 128)
    return torch.randint(low, high, shape).to(dtype)


@pytest.mark.parametrize("groups", [1, 2, 8])
@pytest.mark.parametrize("zero", [0, kernels.OFFSET])
@pytest.mark.parametrize(("out", "act", "limits"), [("uint8", "relu", ()), ("int8", "none", ()),
                                                    ("uint8", "hardtanh", (0.0, 6.0))])
def test_convolution(groups: int, zero: int, out: str, act: str, limits: tuple[float, ...]) -> None:
    torch.manual_seed(0)
    data, weight, bias = _integers((2, 8, 9, 9), torch.uint8), torch.randn(16, 8 // groups, 3, 3), torch.randn(16)
    scales = kernels.int8_scales(weight, bias, data_scale=50.0, top=kernels.TOP)
    filters = kernels.int8_filters(weight, scales, num_group=1)
    common = {**GEOMETRY, "num_group": groups, "x_scale": 0.02, "x_zero": zero}
    packed = kernels.int8_packed_filters(filters, scales, size=(2, 8, 9, 9), **common)
    result = kernels.int8_convolution(data, packed, kernels.int8_steps(scales), kernels.int8_zeros(scales), bias,
                                      y_scale=0.05, out=out, act=act, limits=limits, **common)
    real = functional.conv2d((data.double() - zero) * 0.02, filters.double() / scales.double().reshape(-1, 1, 1, 1),
                             bias.double(), 1, 1, 1, groups)
    real = real.relu() if act == "relu" else real.clamp(*limits) if limits else real
    low, high = (0, 255) if out == "uint8" else (-128, 127)
    expected = (real / 0.05).round().clamp(low, high)
    assert (result.double() - expected).abs().max() <= 1
    assert (result.double() != expected).double().mean() < 0.01
    assert result.is_contiguous(memory_format=torch.channels_last)


@pytest.mark.parametrize("copy", [False, True])
def test_sum_is_written_to_its_operand(copy: bool) -> None:
    torch.manual_seed(0)
    data = _integers((1, 4, 5, 5), torch.uint8).contiguous(memory_format=torch.channels_last)
    other = _integers((1, 4, 5, 5), torch.int8).contiguous(memory_format=torch.channels_last)
    before = other.clone()
    scales = torch.full((4,), 40.0)
    filters = _integers((4, 4, 3, 3), torch.int8)
    common = {**GEOMETRY, "num_group": 1, "x_scale": 0.01, "x_zero": 0}
    packed = kernels.int8_packed_filters(filters, scales, size=(), **common)
    result = kernels.int8_convolution_onto(other, data, packed, kernels.int8_steps(scales), kernels.int8_zeros(scales),
                                           y_scale=1.0, other_scale=0.5, out="uint8", act="relu", copy=copy, **common)
    real = functional.conv2d(data.double() * 0.01, filters.double() / 40, None, 1, 1) + before.double() * 0.5
    # The operand is signed, so the largest result is 127.
    assert (result.double() - real.relu().round().clamp(0, 127)).abs().max() <= 1
    assert torch.equal(other, before) == copy and result.dtype is torch.uint8


@pytest.mark.parametrize(("out", "act"), [("uint8", "relu"), ("int8", "none"), ("float32", "none")])
def test_dense(out: str, act: str) -> None:
    torch.manual_seed(0)
    data, weight, bias = _integers((5, 2, 6), torch.uint8), _integers((7, 12), torch.int8), torch.randn(7)
    steps = kernels.int8_range_steps(torch.tensor([-1.0]), torch.tensor([2.0]), weight, top=100.0)
    assert torch.equal(steps, torch.full((7,), 0.02))
    result = kernels.int8_dense(data, kernels.int8_packed_dense(weight, size=(5, 12)), steps, kernels.int8_zeros(steps),
                                bias, x_scale=0.1, x_zero=kernels.OFFSET, y_scale=1.0, out=out, act=act, flatten=True)
    real = (data.flatten(1).double() - kernels.OFFSET) * 0.1 @ weight.double().T * 0.02 + bias.double()
    if out == "float32":
        np.testing.assert_allclose(result.numpy(), real.numpy(), rtol=1e-4, atol=1e-3)
    else:
        low, high = (0, 255) if out == "uint8" else (-128, 127)
        assert (result.double() - real.round().clamp(low, high)).abs().max() <= 1


def test_quantize() -> None:
    data = torch.tensor([[-2.0, -0.5, 0.0, 0.26, 3.0]])
    signed = kernels.int8_quantize(data, scale=100.0, signed=True)
    assert signed.tolist() == [[-128, -50, 0, 26, 127]]
    offset = kernels.int8_quantize(data, scale=100.0, signed=True, zero=kernels.OFFSET)
    assert offset.tolist() == [[0, 78, 128, 154, 255]] and torch.equal(kernels.int8_offset(signed), offset)
    assert kernels.int8_quantize(data, scale=100.0, signed=False).tolist() == [[0, 0, 0, 26, 255]]
    assert torch.allclose(kernels.int8_dequantize(signed, step=0.01), torch.tensor([[-1.28, -0.5, 0.0, 0.26, 1.27]]))


def test_pooling() -> None:
    data = _integers((2, 3, 8, 8), torch.int8)
    pooled = kernels.int8_max_pool(data, kernel=(3, 3), stride=(2, 2), pad=(1, 1))
    assert torch.equal(pooled.float(), functional.max_pool2d(data.float(), 3, 2, 1))
    pooled = kernels.int8_max_pool(data, kernel=(3, 3), stride=(2, 2), pad=(0, 0), full=True)
    assert torch.equal(pooled.float(), functional.max_pool2d(data.float(), 3, 2, ceil_mode=True))
    mean = kernels.int8_mean(data, kernel=(1, 1))
    assert torch.equal(mean.double(), data.double().mean((2, 3), True).round())


def test_concat() -> None:
    small, large = torch.tensor([[4, 200]], dtype=torch.uint8), torch.tensor([[-3, 100]], dtype=torch.int8)
    joined = kernels.int8_concat(small, large, dim=1, factors=(0.5, 1.0), signed=True)
    assert joined.tolist() == [[2, 100, -3, 100]] and joined.dtype is torch.int8
    assert kernels.int8_concat(small, small, dim=0, factors=(1.0, 2.0), signed=False).tolist() == [[4, 200], [8, 255]]


def test_bias_fits() -> None:
    scales = kernels.int8_scales(torch.full((2, 3), 1e-6), torch.tensor([100.0, 0.0]), data_scale=1000.0, top=127.5)
    assert float(scales[0]) * 1000 * 100 <= 2 ** 30 < float(scales[1]) * 1000 * 100
    assert torch.isfinite(kernels.int8_scales(torch.zeros(2, 3), data_scale=1.0, top=127.5)).all()
