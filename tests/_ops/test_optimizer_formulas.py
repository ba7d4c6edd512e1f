"""Test that optimizer formulas give the same result on a tensor, on lists in place, and on float32 copies."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from mxnet._ops.optimizer_formulas import TENSOR, TENSOR_RATES, updated
from mxnet._ops.optimizer_lists import LISTS

# Formula, number of states, hyperparameters before rescaling and clipping, and hyperparameters after these.
FORMULAS: list[tuple[str, int, tuple[float, ...], tuple[float, ...]]] = [
    ("sgd", 0, (0.1, 0.02), ()),
    ("sgd_momentum", 1, (0.1, 0.02, 0.9), ()),
    ("nesterov", 1, (0.1, 0.02, 0.9), ()),
    ("signum", 1, (0.1, 0.02, 0.9, 0.01), ()),
    ("adam", 2, (0.1, 0.02, 0.9, 0.99, 1e-8), ()),
    ("adagrad", 1, (0.1, 0.02, 1e-7), ()),
    ("rmsprop", 1, (0.1, 0.02, 0.9, 1e-8), (0.8,)),
    ("rmsprop_centered", 3, (0.1, 0.02, 0.9, 0.8, 1e-8), (0.8,)),
    ("nadam", 2, (0.1, 0.02, 0.9, 0.99, 1e-8, 0.6, 1.4, 0.03), ()),
    ("dcasgd", 2, (0.1, 0.02, 0.9, 0.04), ()),
]


def tensors(count: int) -> list[torch.Tensor]:
    """Return a weight, a gradient and states; the first state is large enough to be a mean of squares."""
    generator = torch.Generator().manual_seed(7)
    weight, grad, *states = (torch.randn(50, generator=generator, dtype=torch.float64) for _ in range(count + 2))
    return [weight, grad, *[state.abs() + 10 * (place == 0) for place, state in enumerate(states)]]


@pytest.mark.parametrize("bound", [None, 0.4])
@pytest.mark.parametrize("rescale", [1.0, 0.3])
@pytest.mark.parametrize(("name", "states", "rates", "behind"), FORMULAS, ids=[case[0] for case in FORMULAS])
def test_lists_and_tensors_agree(name: str, states: int, rates: tuple[float, ...], behind: tuple[float, ...],
                                 rescale: float, bound: float | None) -> None:
    single = tensors(states)
    lists = [[part[:20].clone(), part[20:].clone()] for part in single]
    result = getattr(TENSOR, name)(*single, *rates, rescale, -1.0 if bound is None else bound, *behind)
    before = lists[0][0].data_ptr()
    getattr(LISTS, name)(*lists, *rates, rescale, bound, *behind)
    assert lists[0][0].data_ptr() == before
    for one, parts in zip([result, *single[2:]], [lists[0], *lists[2:]], strict=True):
        # Adam's operator has its betas in single precision, as in MXNet.
        torch.testing.assert_close(torch.cat(parts), one, rtol=2e-6 if name == "adam" else 1e-12, atol=1e-12)


def test_sign_sgd() -> None:
    weight, grad = tensors(0)
    lists = [weight.clone()], [grad]
    LISTS.sign_sgd(*lists, 0.1, 0.02)
    torch.testing.assert_close(lists[0][0], TENSOR.sign_sgd(weight, grad, 0.1, 0.02))
    torch.testing.assert_close(lists[0][0], weight - 0.1 * (grad.sign() + 0.02 * weight))


def test_nadam_looks_ahead_of_the_mean() -> None:
    weight, grad, mean, square = tensors(2)
    step = grad + 0.02 * weight
    ahead = 0.6 * step + 1.4 * (0.9 * mean + 0.1 * step)
    root = torch.sqrt((0.99 * square + 0.01 * step * step) / 0.03)
    torch.testing.assert_close(TENSOR.nadam(weight, grad, mean, square, 0.1, 0.02, 0.9, 0.99, 1e-8, 0.6, 1.4, 0.03,
                                            1.0, -1.0), weight - 0.1 * ahead / (root + 1e-8))


def test_dcasgd_without_momentum_corrects_the_gradient() -> None:
    weight, grad, previous = tensors(1)
    lists = [[part.clone()] for part in (weight, grad, previous)]
    expected = weight - 0.1 * (grad + 0.04 * grad * grad * (weight - previous) + 0.02 * weight)
    torch.testing.assert_close(TENSOR.dcasgd(weight, grad, None, previous, 0.1, 0.02, 0.0, 0.04, 1.0, -1.0), expected)
    LISTS.dcasgd(lists[0], lists[1], None, lists[2], 0.1, 0.02, 0.0, 0.04, 1.0, None)
    torch.testing.assert_close(lists[0][0], expected)
    assert torch.equal(lists[2][0], weight) and torch.equal(previous, weight)


def test_rates_may_be_tensors() -> None:
    rates: list[Any] = [torch.tensor(0.1, dtype=torch.float64), torch.tensor(0.02, dtype=torch.float64)]
    numbers, given = tensors(1), tensors(1)
    expected = TENSOR.sgd_momentum(*numbers, 0.1, 0.02, 0.9, 1.0, -1.0)
    torch.testing.assert_close(TENSOR_RATES.sgd_momentum(*given, *rates, 0.9, 1.0, -1.0), expected)
    torch.testing.assert_close(given[2], numbers[2])


def test_master_is_updated_and_rounded() -> None:
    master, grad = (part.float() for part in tensors(0))
    weight = master.half()
    expected = TENSOR.sgd(master, grad.half().float(), 0.1, 0.02, 1.0, -1.0)
    result = updated(TENSOR.sgd, weight, grad.half(), [], master, 0.1, 0.02, 1.0, -1.0)
    assert result.dtype is torch.float16 and torch.equal(master, expected) and torch.equal(result, expected.half())


def test_shapes_are_checked() -> None:
    weight, grad = tensors(0)
    with pytest.raises(ValueError, match=r"grad must have the shape of weight \(50,\), received \(1,\)"):
        TENSOR.sign_sgd(weight, grad[:1], 0.1, 0.0)
    with pytest.raises(ValueError, match=r"weight32 must have the shape of weight \(50,\), received \(1,\)"):
        updated(TENSOR.sgd, weight.half(), grad, [], weight[:1].float(), 0.1, 0.0, 1.0, -1.0)
