"""Results get memory of their own."""

from __future__ import annotations

import pytest
import torch

import mxnet as mx
from mxnet._graph.ir import Graph
from mxnet._graph.kernels import COPY_ON_WRITE
from mxnet._graph.passes import PassOptions
from mxnet._graph.passes.own_results import own_results, separate_outputs

X, W = mx.sym.var("x"), mx.sym.var("w")


def clones(*results: mx.sym.Symbol, recording: bool = False, training: bool = False) -> list[bool]:
    """Which outputs are clones."""
    facts = PassOptions(training=training, recording=recording, parameters=frozenset({"w"}), device=torch.device("cpu"))
    graph = own_results(Graph([entry for result in results for entry in result._outputs]), facts)
    graph.lint()
    return [node.is_op(COPY_ON_WRITE.name) for node, _ in graph.outputs]


VIEWS = [mx.sym.Flatten(X), mx.sym.transpose(X), mx.sym.expand_dims(X, axis=0), mx.sym.BlockGrad(X), mx.sym.Dropout(X),
         mx.sym.swapaxes(mx.sym.reshape(X, shape=(1, -1)))]


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_views_of_arguments_are_cloned(view: mx.sym.Symbol) -> None:
    assert clones(view) == [True]


@pytest.mark.parametrize("recording", [False, True])
def test_new_memory_is_returned_as_it_is(recording: bool) -> None:
    assert clones(mx.sym.Flatten(mx.sym.relu(X)), mx.sym.exp(X), recording=recording) == [False, False]


def test_an_input_is_returned_as_it_is_once() -> None:
    assert clones(X, X) == [False, True]


def test_a_parameter_is_never_returned_itself() -> None:
    assert clones(W) == [True]


def test_results_that_share_memory_are_separated() -> None:
    inner = mx.sym.relu(X)
    view = mx.sym.reshape(inner, shape=(-1,))
    assert clones(inner, inner) == [False, True]
    assert clones(view, inner) == [True, False]
    assert clones(view, mx.sym.transpose(inner)) == [False, True]


def test_what_is_derived_from_parameters_outlives_a_call() -> None:
    assert clones(mx.sym.exp(W)) == [True]
    assert clones(mx.sym.exp(W), training=True) == [False]
    assert clones(mx.sym.exp(W) + X) == [False]


def test_recorded_views_read_clones_of_arguments() -> None:
    facts = PassOptions(training=True, recording=True, parameters=frozenset(), device=torch.device("cpu"))
    graph = own_results((mx.sym.Flatten(X) * mx.sym.transpose(X))._graph(), facts)
    assert sum(node.op is COPY_ON_WRITE for node in graph.operations()) == 1  # both views read one clone
    assert clones(mx.sym.Flatten(X), recording=True) == [False]


def test_nothing_is_returned_itself_unless_allowed() -> None:
    graph = separate_outputs(Graph(X._outputs))
    assert graph.outputs[0][0].op is COPY_ON_WRITE
