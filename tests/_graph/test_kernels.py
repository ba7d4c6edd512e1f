"""Forms of operators that only passes use, against what they stand for."""

import pytest
import torch

from mxnet._graph import kernels


def _random(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(sum(shape)))


@pytest.mark.parametrize("shape", [(2, 3, 4, 5), (2, 1, 4, 5), (1, 1, 1, 1), (0, 3, 2, 2)])
def test_channels_innermost(shape: tuple[int, ...]) -> None:
    data = _random(*shape)
    result = kernels.channels_last(data)
    assert torch.equal(result, data) and result.is_contiguous(memory_format=torch.channels_last)


def test_dense_layers_of_prepared_weights() -> None:
    data, weight, bias = _random(4, 2, 3), _random(5, 6), _random(5)
    expected = torch.nn.functional.linear(data.flatten(1), weight, bias)
    prepared = kernels.transposed(weight)
    assert prepared.is_contiguous()
    torch.testing.assert_close(kernels.addmm_flat(bias, data, prepared), expected)
    torch.testing.assert_close(kernels.addmm_relu_flat(bias, data, prepared), expected.relu())


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_a_number_for_each_channel(rank: int) -> None:
    data, bias = _random(2, 3, *(4,) * rank), _random(3)
    expected = data + bias.reshape(1, 3, *(1,) * rank)
    assert torch.equal(kernels.channel_bias(data, bias), expected) and torch.equal(data, expected)


def test_zeros_reach_every_input() -> None:
    first, second = _random(2).requires_grad_(), _random(3).requires_grad_()
    with torch.enable_grad():
        kernels.tied(first.detach() * 2, first, second).sum().backward()
    assert first.grad is not None and second.grad is not None
    assert first.grad.tolist() == [0, 0] and second.grad.tolist() == [0, 0, 0]
