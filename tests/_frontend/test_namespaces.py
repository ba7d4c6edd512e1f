"""Test lookup of operators by registered name."""

from __future__ import annotations

import pytest

from mxnet import nd, sym
from mxnet._frontend import namespaces


@pytest.mark.parametrize(("registered", "where", "name"), [
    ("Convolution", "", "Convolution"), ("_contrib_box_nms", "contrib", "box_nms"),
    ("_linalg_gemm2", "linalg", "gemm2"), ("_image_resize", "image", "resize"),
    ("_plus_scalar", "_internal", "_plus_scalar"), ("_random_uniform_like", "random", "uniform_like"),
    ("_random_uniform", "_internal", "_random_uniform"), ("_sample_normal", "_internal", "_sample_normal")])
def test_each_operator_has_one_module(registered: str, where: str, name: str) -> None:
    assert namespaces.place(registered) == (where, name)
    for module in (nd, sym):
        owner = getattr(module, where) if where else module
        assert callable(getattr(owner, name))


def test_methods_exist_for_operators_of_one_array() -> None:
    for name in ("sum", "reshape", "exp", "clip", "softmax", "topk", "one_hot"):
        assert callable(getattr(nd.NDArray, name))
        assert callable(getattr(sym.Symbol, name))


def test_draws_are_named_by_the_operator_they_choose() -> None:
    one = sym.Variable("one")
    names = [made.name.rstrip("0123456789") for made in (
        sym.random.uniform(shape=2), sym.random.randn(2), sym.random.exponential(one), sym.random.multinomial(one),
        sym.random.uniform_like(one), sym.random_normal(shape=2))]
    assert names == ["_random_uniform", "_random_normal", "_sample_exponential", "_sample_multinomial", "uniform_like",
                     "random_normal"]
