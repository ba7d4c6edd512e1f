"""Test the example operator of CONTRIBUTING.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet._frontend import short, symbolic
from mxnet._graph.infer import Inference
from mxnet._ops.opdef import REGISTRY, OpDef
from mxnet.ndarray.ndarray import NDArray
from mxnet.symbol._create import compose

TEXT = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text()
DATA, SCALE = np.arange(12, dtype=np.float32).reshape(2, 3, 2), np.array([1, -2, 3], dtype=np.float32)


@pytest.fixture
def op() -> Iterator[OpDef]:
    (source,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    known = set(REGISTRY)
    exec(source, {})
    (name,) = set(REGISTRY) - known
    yield REGISTRY[name]
    del REGISTRY[name]


def test_arrays_and_gradients(op: OpDef) -> None:
    function = short.make(op, NDArray)
    data, scale = mx.nd.array(DATA), mx.nd.array(SCALE)
    scale.attach_grad()
    with mx.autograd.record():
        result = function(data, scale, axis=1)
    result.backward()
    assert np.array_equal(result.asnumpy(), DATA * SCALE.reshape(1, 3, 1))
    assert np.array_equal(scale.grad.asnumpy(), DATA.sum((0, 2)))


def test_symbols_files_and_inference(op: OpDef) -> None:
    made = symbolic.make(op, op.name, mx.sym.Symbol, compose)(mx.sym.var("data"), name="scaled")
    assert made.list_arguments() == ["data", "scaled_scale"]
    again = mx.sym.load_json(made.tojson())
    assert again.infer_shape(data=(2, 3, 2)) == ([(2, 3, 2), (3,)], [(2, 3, 2)], [])
    assert again.infer_type(data="float16")[0] == [np.float16, np.float16]
    run = again.bind(mx.cpu(), {"data": mx.nd.array(DATA), "scaled_scale": mx.nd.array(SCALE)})
    assert np.array_equal(run.forward()[0].asnumpy(), DATA * SCALE.reshape(1, 3, 1))


def test_rule_for_shapes_says_what_the_lowering_gives(op: OpDef) -> None:
    rule = op.inference.result_shapes
    assert rule({"axis": 1}, [(2, 3, 2), (3,)], 1) == [(2, 3, 2)]
    assert rule({"axis": 0}, [(2, 3, 2), (3,)], 1) is None
    made = symbolic.make(op, op.name, mx.sym.Symbol, compose)(mx.sym.var("data"), axis=0)
    found = Inference(made._graph(), {"data": (4, 2)}, {}).run()
    assert [found.shapes[node, 0] for node in made._graph().variables()] == [(4, 2), (4,)]
