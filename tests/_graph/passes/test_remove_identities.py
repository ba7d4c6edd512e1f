"""What changes nothing is left out."""

from __future__ import annotations

from pass_graphs import facts, operators

import mxnet as mx
from mxnet._graph.passes.remove_identities import remove_identities


def test_dropout_disappears_in_prediction() -> None:
    net = mx.sym.exp(mx.sym.Dropout(mx.sym.var("x"), p=0.5))
    assert operators(remove_identities(net._graph(), facts())) == ["exp"]
    assert operators(remove_identities(net._graph(), facts(training=True))) == ["Dropout", "exp"]
    always = mx.sym.exp(mx.sym.Dropout(mx.sym.var("x"), p=0.5, mode="always"))
    assert operators(remove_identities(always._graph(), facts())) == ["Dropout", "exp"]
