"""Test results that are connected to inputs which torch left out."""

from __future__ import annotations

import torch

from mxnet._runtime.autograd.zero_gradients import tied


def test_unreached_inputs_receive_zeros() -> None:
    with torch.enable_grad():
        seen, lost = (torch.ones(3, requires_grad=True) for _ in range(2))
        result = tied(seen * 2, [seen, lost])
        result.sum().backward()
    assert seen.grad.tolist() == [2, 2, 2] and lost.grad.tolist() == [0, 0, 0]


def test_integers_are_tied_too() -> None:
    with torch.enable_grad():
        lost = torch.ones(3, requires_grad=True)
        result = tied(torch.argmax(lost.detach()), [lost])
        assert result.source.requires_grad
    assert result.tolist() == 0


def test_nothing_changes_where_torch_has_recorded_all() -> None:
    with torch.enable_grad():
        seen = torch.ones(3, requires_grad=True)
        result = seen * 2
        assert tied(result, [seen]) is result
    assert tied(result, [torch.ones(3)]) is result


def test_indirect_path_counts_on_request() -> None:
    with torch.enable_grad():
        first = torch.ones(3, requires_grad=True) * 1
        second = first * 2
        result = second * 3
        assert tied(result, [first, second], indirectly=True) is result
        assert tied(result, [first, second]) is not result
