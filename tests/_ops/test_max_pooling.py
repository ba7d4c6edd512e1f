"""Test that large max pooling saves indices instead of the data, with the values and gradients of torch."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
import torch
from torch.nn import functional

from mxnet._ops.max_pooling import max_pool

SHAPE = (4, 16, 64, 66)  # large enough to avoid the direct path to torch


def _forms(data: torch.Tensor) -> dict[str, torch.Tensor]:
    wide = torch.cat([data, data], 3)
    return {"contiguous": data, "channels last": data.contiguous(memory_format=torch.channels_last),
            "part of a larger one": wide[..., : data.shape[3]], "transposed": data.transpose(2, 3),
            "repeated": data[:1].expand(SHAPE)}


@pytest.fixture(autouse=True)
def _recording() -> Iterator[None]:
    with torch.enable_grad():
        yield


FORMS = list(_forms(torch.empty(SHAPE)))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("kernel", "stride", "pad"), [((2, 2), (2, 2), ()), ((3, 3), (2, 2), (1, 1)),
                                                       ((3, 2), (1, 3), (1, 0))])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_values_and_gradients_are_those_of_torch(form: str, kernel: tuple[int, ...], stride: tuple[int, ...],
                                                 pad: tuple[int, ...], dtype: torch.dtype) -> None:
    torch.manual_seed(0)
    data = _forms(torch.randint(-20, 20, SHAPE).to(dtype))[form]  # many ties
    own, other = data.detach().requires_grad_(), data.detach().requires_grad_()
    result, expected = max_pool(own, kernel, stride, pad), functional.max_pool2d(other, kernel, stride, pad or 0)
    head = torch.rand_like(expected)
    result.backward(head)
    expected.backward(head)
    assert torch.equal(result, expected)
    assert own.grad is not None and torch.equal(own.grad, other.grad)
    assert own.grad.stride() == other.grad.stride()


def test_gradients_of_gradients_are_those_of_torch() -> None:
    torch.manual_seed(0)
    seconds = []
    for pool in (max_pool, functional.max_pool2d):
        torch.manual_seed(1)
        data = torch.rand(SHAPE, requires_grad=True)
        (first,) = torch.autograd.grad((pool(data, (2, 2), (2, 2)) ** 3).sum(), data, create_graph=True)
        seconds.append(torch.autograd.grad((first**2).sum(), data)[0])
    assert torch.equal(*seconds) and seconds[0].abs().sum() > 0


def test_the_data_is_freed_before_the_backward_pass() -> None:
    leaf = torch.rand(SHAPE, requires_grad=True)
    data = leaf * 2.0
    storage = weakref.ref(data.untyped_storage())
    alive = weakref.ref(data)
    result = max_pool(data, (2, 2), (2, 2))
    del data
    gc.collect()
    assert alive() is None and storage() is None
    result.sum().backward()
    assert leaf.grad is not None and leaf.grad.sum() == 2.0 * result.numel()
