"""Named ways to rewrite a graph before it runs."""

import logging

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet._graph import backends

pytestmark = pytest.mark.usefixtures("nothing_chosen")


def operators(symbol: mx.sym.Symbol) -> list[str]:
    return [node.op.name for node in symbol._graph().operations()]


def test_backends() -> None:
    symbol = mx.sym.exp(mx.sym.var("a"), name="e")
    for name in ("default", "default_v2"):
        with pytest.raises(mx.MXNetError, match="Cannot find attribute op_names in SubgraphProperty"):
            symbol.optimize_for(name)
        backends.choose(name, ["exp"])
        assert operators(symbol.optimize_for(name)) == operators(symbol.get_backend_symbol(name)) == ["_CachedOp"]
    assert operators(symbol.optimize_for("MKLDNN")) == ["exp"]
    with pytest.raises(mx.MXNetError, match="SubgraphProperty nix is not found in SubgraphBackendRegistry"):
        symbol.get_backend_symbol("nix")
    with pytest.raises(mx.MXNetError, match="SubgraphProperty nix is not found"):
        backends.choose("nix", ["exp"])


def test_unknown_backend_is_reported(caplog) -> None:
    symbol = mx.sym.exp(mx.sym.var("a"))
    with caplog.at_level(logging.WARNING):
        assert operators(symbol.optimize_for("nix")) == ["exp"]
    assert "nix" in caplog.text


def test_arrays_given_to_optimize_for_are_checked() -> None:
    symbol = mx.sym.FullyConnected(mx.sym.var("a"), num_hidden=2, name="fc")
    backends.choose("default", ["FullyConnected"])
    arrays = {"a": nd.ones((3, 4)), "fc_weight": nd.ones((2, 5))}
    with pytest.raises(mx.MXNetError, match="fc_weight"):
        symbol.optimize_for("default", arrays)
    assert operators(symbol.optimize_for("default", arrays, skip_infer=True)) == ["_CachedOp"]
    with pytest.raises(TypeError, match="args must be a dict"):
        symbol.optimize_for("default", [nd.ones((3, 4))])


def test_environment_names_the_backend_of_bound_graphs(monkeypatch) -> None:
    symbol = mx.sym.sin(mx.sym.exp(mx.sym.var("a"), name="e"), name="s")
    seen: list[str] = []

    def run() -> list[str]:
        executor = symbol.bind(mx.cpu(), {"a": nd.ones((2,))}, grad_req="null")
        executor.set_monitor_callback(lambda name, array: seen.append(name))
        np.testing.assert_allclose(executor.forward()[0].asnumpy(), np.sin(np.exp(np.ones(2))), rtol=1e-6)
        found = list(seen)
        seen.clear()
        return found

    backends.choose_for_binding("default", ["exp", "sin"])
    assert run() == ["e_output", "s_output"]
    monkeypatch.setenv("MXNET_SUBGRAPH_BACKEND", "default")
    assert run() == ["_CachedOp0_s_output"]
    backends.forget_for_binding("default")
    assert run() == ["e_output", "s_output"]
    monkeypatch.setenv("MXNET_SUBGRAPH_BACKEND", "NONE")
    assert run() == ["e_output", "s_output"]
    monkeypatch.setenv("MXNET_SUBGRAPH_BACKEND", "nix")
    with pytest.raises(mx.MXNetError, match="nix is not found"):
        run()
