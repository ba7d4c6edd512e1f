"""Test products of large float32 matrices."""

import numpy as np
import pytest
import torch
from torch.nn import functional

from mxnet import autograd, nd
from mxnet._ops import float_products, low_precision
from mxnet._runtime.torch_private import onednn
from mxnet.gluon import nn

pytestmark = pytest.mark.skipif(onednn.dense is None, reason="this torch has no oneDNN")


@pytest.fixture(autouse=True)
def chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use oneDNN on any processor, for products of any size."""
    monkeypatch.setattr(float_products, "LARGE", 1)
    for name in ("linear", "mm"):
        function = getattr(float_products, f"_{name}")
        monkeypatch.setattr(float_products, name, function)
        monkeypatch.setattr(low_precision, name, function)


def _operands(*shapes: tuple[int, ...]) -> list[torch.Tensor]:
    generator = torch.Generator().manual_seed(len(shapes))
    return [torch.randn(shape, generator=generator) for shape in shapes]


def test_uses_onednn(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def dense(*arguments: object) -> object:
        calls.append(arguments)
        return original(*arguments)

    original = onednn.dense
    monkeypatch.setattr(onednn, "dense", dense)
    a, b = _operands((3, 4), (4, 5))
    float_products.mm(a, b)
    assert len(calls) == 1
    float_products.mm(a.double(), b.double())
    monkeypatch.setattr(float_products, "LARGE", 3 * 4 * 5 + 1)
    float_products.mm(a, b)
    assert len(calls) == 1


@pytest.mark.parametrize("rows", [(), (1,), (7,), (2, 3), (2, 1, 3)])
@pytest.mark.parametrize("has_bias", [False, True])
@torch.enable_grad()
def test_products_and_gradients(rows: tuple[int, ...], has_bias: bool) -> None:
    data, weight, bias = (one.requires_grad_() for one in _operands((*rows, 6), (4, 6), (4,)))
    given = [data, weight, *([bias] if has_bias else [])]
    head = torch.randn(*rows, 4)
    results = []
    for function in (float_products.linear, functional.linear):
        result = function(*given)
        first = torch.autograd.grad(result, given, head, create_graph=True)
        second = torch.autograd.grad(sum((one ** 2).sum() for one in first), given, allow_unused=True)
        results.append([result, *first, *second])
    for ours, torchs in zip(*results):
        assert (ours is None) == (torchs is None)
        if ours is not None:
            torch.testing.assert_close(ours, torchs, rtol=1e-4, atol=1e-4)


def test_strides() -> None:
    generator = np.random.RandomState(0)
    data, weight = _operands((8, 9, 10), (12, 11, 10))
    for _ in range(50):
        left = data.permute(*generator.permutation(3))[generator.randint(3)]
        right = weight.permute(*generator.permutation(3))[generator.randint(3)]
        right = right[:: generator.randint(1, 3), :: generator.randint(1, 3)]
        inner = min(left.shape[1], right.shape[1])
        left, right = left[:, :inner], right[:, :inner]
        torch.testing.assert_close(float_products.linear(left, right), left @ right.t(), rtol=1e-4, atol=1e-4)
        torch.testing.assert_close(float_products.mm(left, right.t()), left @ right.t(), rtol=1e-4, atol=1e-4)
    row = torch.randn(1, 10)
    torch.testing.assert_close(float_products.linear(data[0], row.expand(5, 10)), data[0] @ row.expand(5, 10).t(),
                               rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("shapes", [((0, 4), (3, 4)), ((2, 0), (3, 0)), ((2, 4), (0, 4))])
@torch.enable_grad()
def test_empty_operands(shapes: tuple[tuple[int, int], tuple[int, int]]) -> None:
    data, weight = (torch.ones(shape, requires_grad=True) for shape in shapes)
    result = float_products.linear(data, weight)
    assert torch.equal(result, functional.linear(data, weight))
    result.sum().backward()
    assert data.grad is not None and data.grad.shape == data.shape


def test_errors_are_torchs() -> None:
    a, b = _operands((3, 4), (5, 6))
    with pytest.raises(RuntimeError, match="cannot be multiplied"):
        float_products.linear(a, b)
    with pytest.raises(RuntimeError, match="dtype"):
        float_products.linear(a, a.double())
    with pytest.raises(RuntimeError, match="expected|Expected|size"):
        float_products.linear(a, a, torch.ones(7))


def test_operators_record_it() -> None:
    x, w, b = nd.random.normal(shape=(5, 6)), nd.random.normal(shape=(4, 6)), nd.random.normal(shape=(4,))
    for one in (x, w, b):
        one.attach_grad()
    with autograd.record():
        y = nd.FullyConnected(x, w, b, num_hidden=4)
        z = nd.dot(y, w)
    z.backward()
    head = np.ones((5, 6)) @ w.asnumpy().T
    np.testing.assert_allclose(x.grad.asnumpy(), head @ w.asnumpy(), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(b.grad.asnumpy(), head.sum(0), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("vendor, limit, expected", [
    ("vendor_id\t: AuthenticAMD\n", "", True), ("vendor_id\t: GenuineIntel\n", "", False),
    ("vendor_id\t: AuthenticAMD\n", "avx2", False)])
def test_choice(monkeypatch: pytest.MonkeyPatch, vendor: str, limit: str, expected: bool) -> None:
    monkeypatch.setattr(float_products, "_vendor", lambda: vendor)
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: "AVX512")
    monkeypatch.setattr(torch.backends.mkl, "is_available", lambda: True)
    monkeypatch.setenv("ONEDNN_MAX_CPU_ISA", limit)
    assert float_products._is_faster() is expected


@pytest.mark.parametrize("rows", [(7,), (2, 3)])
def test_results_can_be_overwritten(rows: tuple[int, ...]) -> None:
    net = nn.HybridSequential()
    net.add(nn.Dense(5, activation="relu", flatten=False), nn.Dense(2, flatten=False))
    net.initialize()
    data = nd.random.normal(shape=(*rows, 4))
    data.attach_grad()
    gradients = []
    for hybridize in (False, True):
        net.hybridize(hybridize)
        with autograd.record():
            result = net(data)
        result.backward()
        gradients.append(data.grad.asnumpy())
    np.testing.assert_allclose(gradients[1], gradients[0], rtol=1e-5, atol=1e-6)
