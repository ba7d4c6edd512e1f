"""Test sums of products in 16 bits on processors without instructions for them."""

from collections.abc import Callable
from typing import Any

import pytest
import torch

from mxnet import autograd, nd
from mxnet._ops import low_precision
from mxnet._ops.low_precision import in_single

TYPES = (torch.float16, torch.bfloat16)


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(low_precision, "SLOW", frozenset(TYPES))


@pytest.mark.parametrize("dtype", TYPES)
def test_computes_in_single_precision(dtype: torch.dtype) -> None:
    seen = []

    def function(*tensors: Any, **options: Any) -> Any:
        seen.append(([one.dtype for one in tensors[:2]], tensors[2].dtype, tensors[3], options))
        return tensors[0] @ tensors[1], (tensors[2], tensors[0].argmax())

    a, b, places = torch.randn(3, 4).to(dtype), torch.randn(4, 3).to(dtype), torch.arange(3)
    product, (same, largest) = in_single(function)(a, b, places, None, flag=1)
    assert seen == [([torch.float32] * 2, torch.int64, None, {"flag": 1})]
    assert torch.equal(product, (a.float() @ b.float()).to(dtype)) and product.dtype is dtype
    assert torch.equal(same, places) and largest.dtype is torch.int64


def test_other_types_are_not_converted() -> None:
    for dtype in (torch.float32, torch.float64, torch.int32):
        data = torch.ones(2, 2, dtype=dtype)
        assert in_single(lambda one: one)(data) is data


def test_lists_of_weights() -> None:
    weights = [torch.ones(2, dtype=torch.float16)]
    (result,) = in_single(lambda data, given: (given[0] * 2,))(torch.ones(1, dtype=torch.float16), weights)
    assert result.dtype is torch.float16 and result.tolist() == [2, 2]


def _convolution(x: nd.NDArray, w: nd.NDArray) -> nd.NDArray:
    return nd.Convolution(x, w, kernel=(3, 3), num_filter=4, no_bias=True)


OPERATORS: dict[str, tuple[Callable[..., nd.NDArray], tuple[int, ...], tuple[int, ...]]] = {
    "Convolution": (_convolution, (2, 3, 6, 6), (4, 3, 3, 3)),
    "Deconvolution": (lambda x, w: nd.Deconvolution(x, w, kernel=(3, 3), num_filter=3), (2, 4, 5, 5), (4, 3, 3, 3)),
    "FullyConnected": (lambda x, w: nd.FullyConnected(x, w, num_hidden=6, no_bias=True), (3, 5), (6, 5)),
    "dot": (nd.dot, (3, 5), (5, 2)),
    "batch_dot": (nd.batch_dot, (2, 3, 5), (2, 5, 4)),
}


@pytest.mark.parametrize("dtype", ["float16", "float64"])
@pytest.mark.parametrize("name", OPERATORS)
def test_operators(name: str, dtype: str) -> None:
    function, *shapes = OPERATORS[name]
    exact = [nd.random.normal(shape=shape).astype("float16").astype("float64") for shape in shapes]
    arrays = [one.astype(dtype) for one in exact]
    results = []
    for inputs in (arrays, exact):
        for one in inputs:
            one.attach_grad()
        with autograd.record():
            result = function(*inputs)
        result.backward()
        results.append([result, *(one.grad for one in inputs)])
    for low, high in zip(*results, strict=True):
        assert low.dtype == arrays[0].dtype
        torch.testing.assert_close(low.astype("float64").to_torch(), high.to_torch(), rtol=3e-3, atol=3e-3)
