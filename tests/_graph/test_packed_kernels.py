"""Layers with prepared weights, against torch's own."""

import pytest
import torch
from torch.nn import functional

from mxnet._graph import packed_kernels as kernels


def _random(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(sum(shape)))


@pytest.mark.parametrize("with_bias", [False, True])
@pytest.mark.parametrize("fix_gamma", [False, True])
def test_normalization_folded_into_a_layer(with_bias: bool, fix_gamma: bool) -> None:
    data, weight, bias = _random(2, 3, 5, 5), _random(4, 3, 3, 3), _random(4) if with_bias else None
    gamma, beta, mean, variance = _random(4), _random(4), _random(4), _random(4).square() + 0.5
    expected = functional.batch_norm(functional.conv2d(data, weight, bias), mean, variance,
                                     torch.ones(4) if fix_gamma else gamma.clone(), beta, eps=1e-3)
    scale = kernels.normalization_scale(gamma, variance, eps=1e-3, fix_gamma=fix_gamma)
    found = functional.conv2d(data, kernels.scaled_rows(weight, scale), kernels.folded_bias(scale, beta, mean, bias))
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.skipif(not kernels.AVAILABLE, reason="torch was built without oneDNN")
@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("act", ["none", "relu"])
@pytest.mark.parametrize("size", [(2, 4, 8, 8), (3, 4, 11, 9)])
def test_packed_convolutions(groups: int, act: str, size: tuple[int, ...]) -> None:
    data, weight, bias = _random(*size), _random(6, 4 // groups, 3, 3), _random(6)
    options = {"stride": (2, 2), "pad": (1, 1), "dilate": (1, 1), "num_group": groups}
    packed = kernels.packed_weight(weight, **options, size=(2, 4, 8, 8))  # also right for other sizes
    plain = functional.conv2d(data, weight, bias, (2, 2), (1, 1), (1, 1), groups)
    activate = torch.relu if act == "relu" else torch.Tensor.clone
    torch.testing.assert_close(kernels.packed_convolution(data, packed, bias, **options, act=act), activate(plain),
                               rtol=1e-4, atol=1e-5)
    other = _random(*plain.shape)
    expected = activate(plain + other)
    found = kernels.packed_convolution_onto(other, data, packed, bias, **options, act=act)
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("rank", [0, 1, 2, 3])
def test_scale_and_shift(rank: int) -> None:
    data, scale, shift = _random(2, 3, *(2,) * rank), _random(3), _random(3)
    shape = (1, 3, *(1,) * rank)
    torch.testing.assert_close(kernels.scale_and_shift(data, scale, shift),
                               data * scale.reshape(shape) + shift.reshape(shape))
