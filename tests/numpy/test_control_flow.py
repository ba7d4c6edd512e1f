"""Tests of loops and conditions with ``mx.np`` arrays, which MXNet 1.9.1 does not support."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import numpy as onp
import pytest

import mxnet as mx
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import nn

DATA = onp.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], "float32")


@pytest.fixture(autouse=True)
def numpy_mode():
    npx.set_np()
    yield
    npx.reset_np()


class Sums(nn.HybridBlock):
    def __init__(self, contrib: bool) -> None:
        super().__init__()
        self._contrib = contrib

    def _functions(self, F: Any) -> Any:
        return F.contrib if self._contrib else F.npx

    def hybrid_forward(self, F: Any, data: Any, state: Any) -> Any:
        def body(row: Any, total: Any) -> Any:
            return F.np.square(row) + total, F.npx.relu(row) + total

        return self._functions(F).foreach(body, data, state)


class Doubled(Sums):
    def hybrid_forward(self, F: Any, data: Any, state: Any) -> Any:
        return self._functions(F).while_loop(lambda x: F.np.max(x) < 20, lambda x: (x + state[0], x * 2), data,
                                             max_iterations=4)


class Chosen(Sums):
    def hybrid_forward(self, F: Any, data: Any, state: Any) -> Any:
        return self._functions(F).cond(F.np.sum(state) < 2, lambda: data * 2, lambda: F.np.exp(data))


def _expected(kind: type) -> tuple[list[onp.ndarray], onp.ndarray]:
    """Return the results, and the gradient of the sum of the first result."""
    if kind is Sums:
        before = onp.concatenate([onp.zeros((1, 2)), onp.cumsum(DATA, axis=0)[:-1]])
        return [DATA**2 + before, DATA.sum(axis=0)], 2 * DATA + onp.array([[2], [1], [0]])
    if kind is Doubled:
        return [onp.stack([DATA, DATA * 2, 0 * DATA, 0 * DATA]), DATA * 4], onp.full((3, 2), 3.0)
    return [DATA * 2], onp.full((3, 2), 2.0)


@pytest.mark.parametrize("contrib", [False, True])
@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("kind", [Sums, Doubled, Chosen])
def test_values_gradients_and_files(kind: type, hybrid: bool, contrib: bool, tmp_path) -> None:
    block = kind(contrib)
    if hybrid:
        block.hybridize()
    data, state = np.array(DATA), np.zeros(2)
    data.attach_grad()
    with autograd.record():
        result = block(data, state)
        results = list(result) if isinstance(result, (list, tuple)) else [result]
    results[0].backward()
    wanted, gradient = _expected(kind)
    assert all(type(one) is np.ndarray for one in results)
    for found, expected in zip(results, wanted, strict=True):
        onp.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-6)
    onp.testing.assert_allclose(data.grad.asnumpy(), gradient, rtol=1e-6)
    if hybrid:
        symbol_file, _ = block.export(str(tmp_path / "net"))
        names = mx.sym.load(symbol_file).list_inputs()
        loaded = gluon.SymbolBlock.imports(symbol_file, names)
        again = loaded(*[{"data0": data, "data1": state}[name] for name in names])
        first = again[0] if isinstance(again, (list, tuple)) else again
        assert type(first) is np.ndarray and first.tolist() == results[0].tolist()


def test_conditions_in_files_are_numbers(tmp_path) -> None:
    block = Chosen(False)
    block.hybridize()
    block(np.array(DATA), np.zeros(2))
    symbol_file, _ = block.export(str(tmp_path / "net"))
    node = next(n for n in json.loads(pathlib.Path(symbol_file).read_text())["nodes"] if n["op"] == "_cond")
    assert [n["op"] for n in node["subgraphs"][0]["nodes"]][-1] == "Cast"  # MXNet's operator does not accept booleans


def test_conditions_without_axes() -> None:
    outputs, (count, total) = npx.while_loop(lambda i, a: i < 3, lambda i, a: (i * 2, (i + 1, a + i)),
                                             [np.array(0.0), np.array([1.0])], max_iterations=4)
    assert outputs.tolist() == [0.0, 2.0, 4.0, 0.0] and count.shape == () and total.tolist() == [4.0]
    assert npx.cond(np.array(False), lambda: np.zeros(1), lambda: np.ones(1)).tolist() == [1.0]
