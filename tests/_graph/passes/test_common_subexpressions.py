"""Equal expressions are computed once."""

from __future__ import annotations

from pass_graphs import facts, operators

import mxnet as mx
from mxnet._graph.passes.common_subexpressions import common_subexpressions


def test_equal_expressions_are_computed_once() -> None:
    x = mx.sym.var("x")
    net = mx.sym.exp(x) + mx.sym.exp(x) * mx.sym.sum(x, axis=1, keepdims=True)
    assert operators(common_subexpressions(net._graph(), facts())).count("exp") == 1
    different = mx.sym.sum(x, axis=0) + mx.sym.sum(x, axis=1)
    assert operators(common_subexpressions(different._graph(), facts())).count("sum") == 2
    noise = mx.sym.Dropout(x) + mx.sym.Dropout(x)
    assert operators(common_subexpressions(noise._graph(), facts(training=True))).count("Dropout") == 2
