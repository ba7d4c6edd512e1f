"""All passes together change no value, gradient, shape or type."""

from __future__ import annotations

import numpy as np
import pytest
from pass_graphs import facts, inferred, lenet

import mxnet as mx
from mxnet import autograd, nd
from mxnet._graph.infer import Inference, extend
from mxnet._graph.parameters import ParameterSet
from mxnet._graph.passes import PIPELINE, optimize
from mxnet._graph.program import Program


@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize("recording", [False, True])
def test_pipeline_keeps_values_and_gradients(channels: int, recording: bool, monkeypatch) -> None:
    net = lenet()
    shape = (3, channels, 14, 14)
    shapes, _, _ = net.infer_shape(data=shape)
    generator = np.random.RandomState(0)
    arrays = {n: nd.array(generator.uniform(-1, 1, s)) for n, s in zip(net.list_arguments(), shapes, strict=True)}
    for array in arrays.values():
        array.attach_grad()

    def run() -> tuple[np.ndarray, dict[str, np.ndarray]]:
        data = arrays["data"]
        program = Program(net._outputs, ["data"],
                          lambda ctx: ParameterSet({k: v for k, v in arrays.items() if k != "data"}))
        if not recording:
            return program([data])[0].asnumpy(), {}
        with autograd.record():
            result = program([data])[0]
        result.backward()
        return result.asnumpy(), {k: v.grad.asnumpy() for k, v in arrays.items()}

    fast, fast_gradients = run()
    monkeypatch.setattr("mxnet._graph.passes.PIPELINE", [])
    plain, plain_gradients = run()
    np.testing.assert_allclose(fast, plain, rtol=1e-4, atol=1e-5)
    for name, gradient in plain_gradients.items():
        np.testing.assert_allclose(fast_gradients[name], gradient, rtol=1e-4, atol=1e-5, err_msg=name)


def test_every_pass_leaves_a_sound_graph() -> None:
    optimize(inferred(lenet(), data=(2, 1, 14, 14)), facts())
    assert len(PIPELINE) == len({step.__name__ for step in PIPELINE})


@pytest.mark.parametrize("recording", [False, True])
def test_shapes_kept_through_passes_are_those_inferred_anew(recording: bool) -> None:
    net = mx.sym.SoftmaxOutput(mx.sym.Dropout(mx.sym.BatchNorm(lenet(), fix_gamma=False)), name="softmax")
    net = mx.sym.Group([net, mx.sym.argmax(net, axis=1)])
    graph = inferred(net, data=(2, 1, 14, 14))
    given = {n.name: (graph.shapes[n, 0], graph.types[n, 0]) for n in graph.variables()}
    circumstances = facts(recording, recording, tuple(n for n in given if n not in ("data", "softmax_label")))
    for step in PIPELINE:
        graph = extend(step(graph, circumstances))
        anew = Inference(graph, {k: s for k, (s, _) in given.items()}, {k: t for k, (_, t) in given.items()}).run()
        entries = [e for e in ((n, i) for n in graph.nodes for i in range(n.output_count)) if e in anew.shapes]
        # oneDNN does not tell the shape of a packed weight.
        assert len(entries) > 15
        assert [graph.shapes.get(e) for e in entries] == [anew.shapes[e] for e in entries], step.__name__
        assert [graph.types.get(e) for e in entries] == [anew.types[e] for e in entries], step.__name__
