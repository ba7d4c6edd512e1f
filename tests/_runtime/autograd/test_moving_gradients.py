"""Test batch normalization in backward passes with train_mode=False."""

import torch

from mxnet._runtime.autograd.moving_gradients import ByMovingStatistics, note

EPS = 1e-5
GAMMA = torch.ones(3)


def _normalized(data: torch.Tensor, mean: torch.Tensor, variance: torch.Tensor) -> torch.Tensor:
    result = torch.native_batch_norm(data, GAMMA, torch.zeros(3), mean, variance, True, 0.1, EPS)[0]
    note(result, data, GAMMA, mean, variance, EPS)
    return result


def test_statistics_count_as_fixed_while_entered_only() -> None:
    data = torch.randn(4, 3, 2, 2, generator=torch.Generator().manual_seed(0)).requires_grad_()
    mean, variance = torch.full((3,), 0.3), torch.full((3,), 4.0)
    head = torch.randn(4, 3, 2, 2, generator=torch.Generator().manual_seed(1))
    with torch.enable_grad():
        result = _normalized(data, mean.clone(), variance.clone())
    result.backward(head, retain_graph=True)
    trained, data.grad = data.grad, None
    moving = result.grad_fn.metadata["moving statistics"][1]  # the operator has updated them
    with ByMovingStatistics([result]):
        result.backward(head, retain_graph=True)
    assert data.grad is not None and trained is not None
    torch.testing.assert_close(data.grad, head * torch.rsqrt(moving + EPS).view(1, 3, 1, 1))
    data.grad = None
    result.backward(head)
    assert torch.equal(data.grad, trained)
