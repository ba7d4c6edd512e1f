"""Generated source: only names and literals that the generator writes, and the same function for the same graph."""

from __future__ import annotations

import ast
import math

import pytest
import torch

from mxnet import nd, sym
from mxnet._graph import codegen


@pytest.mark.parametrize("value", [
    0, -3, True, None, 0.5, -0.0, float("inf"), float("-inf"), float("nan"), 1e-45, "it's \"so\"\n", (), (1,),
    (1, (2.5, "x")), torch.float32])
def test_literals_are_read_back_as_what_they_were(value) -> None:
    text = codegen.literal(value)
    found = eval(text, {"torch": torch, "inf": math.inf, "nan": math.nan})
    assert type(found) is type(value)
    assert repr(found) == repr(value)


@pytest.mark.parametrize("value", [object(), torch.ones(1), [1, 2], (1, object())])
def test_other_objects_are_no_literals(value) -> None:
    assert codegen.literal(value) is None


@pytest.mark.parametrize("name", ["_", "-", "class", "__debug__", "torch", "training", "ﬁ", "²", "a b", "x;import os"])
def test_any_name_of_a_variable_works(name: str) -> None:
    x = sym.var(name)
    result = (sym.exp(x) + x).eval(**{name: nd.array([1.0])})[0]
    assert result.asscalar() == pytest.approx(math.e + 1)


def test_source_frees_what_is_used_for_the_last_time() -> None:
    x = sym.var("x")
    graph = sym.exp(sym.relu(x) + 1)._graph()
    source = codegen.source_of(codegen.generate(graph, ["x"], "forward"))
    tree = ast.parse(source)
    assert sum(isinstance(node, ast.Delete) for node in ast.walk(tree)) == 2
    assert tree.body[0].name == "forward"


def test_results_of_large_graphs_take_over_names_that_are_free() -> None:
    x = sym.var("x")
    built = x
    for _ in range(600):
        built = sym.relu(built + 1) * built
    function = codegen.generate(built._graph(), ["x"])
    source = codegen.source_of(function)
    assert source == codegen.source_of(codegen.generate(built._graph(), ["x"]))
    small = sym.relu(x + 1) * x
    assert len(source.splitlines()) < 1.4 * len(built._graph().nodes)
    assert "del" in codegen.source_of(codegen.generate(small._graph(), ["x"]))
    data = torch.tensor([-1.5, 0.0, 0.25], dtype=torch.float64)
    expected = data
    for _ in range(600):
        expected = torch.relu(expected + 1) * expected
    assert torch.equal(function(data)[0].nan_to_num(), expected.nan_to_num())
