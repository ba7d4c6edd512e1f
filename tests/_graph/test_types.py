"""Types along graphs: one propagation for `infer_type`, for binding and for mixed precision."""

from __future__ import annotations

import pytest
import torch

import mxnet as mx
from mxnet._graph.infer import Inference
from mxnet._graph.types import declared_types, propagate, types_of_node
from mxnet._ops.opdef import REGISTRY, REQUIRED

A, B, C = (mx.sym.var(name) for name in "abc")


def partial(symbol: mx.sym.Symbol, **types: str) -> list[str | None]:
    arguments, _, _ = symbol.infer_type_partial(**types)
    return [None if kind is None else kind.__name__ for kind in arguments]


@pytest.mark.parametrize("symbol", [mx.sym.take(A, B), mx.sym.pick(A, B), mx.sym.gather_nd(A, B),
                                    mx.sym.slice_like(A, B), mx.sym.scatter_nd(A, B, shape=(3,))])
def test_type_of_indices_is_their_own(symbol: mx.sym.Symbol) -> None:
    assert partial(symbol, a="float16") == ["float16", None]
    assert partial(symbol, b="int32") == [None, "int32"]


def test_condition_says_nothing_about_choices() -> None:
    assert partial(mx.sym.where(A, B, C), a="int32") == ["int32", None, None]
    assert partial(mx.sym.where(A, B, C), c="float16") == [None, "float16", "float16"]


def test_types_go_backwards_through_several_layers() -> None:
    first = mx.sym.FullyConnected(A, num_hidden=3, name="one")
    second = mx.sym.FullyConnected(mx.sym.relu(first), num_hidden=3, name="two")
    assert set(partial(second, two_weight="float16")) == {"float16"}


def test_binding_sees_what_infer_type_sees() -> None:
    """Types known behind several inputs once were not seen when binding, and weights of two types met."""
    first = mx.sym.FullyConnected(A, num_hidden=3, name="one")
    second = mx.sym.FullyConnected(mx.sym.relu(first), num_hidden=3, name="two")
    found = second.simple_bind(mx.cpu(), a=(2, 3), type_dict={"two_weight": "float64"})
    assert {array.dtype.__name__ for array in found.arg_arrays} == {"float64"}


def test_casts_of_mixed_precision_say_nothing_about_their_input() -> None:
    cast = mx.sym.amp_cast(A, dtype="float16")
    product = mx.sym.dot(cast, B)
    assert partial(product, b="float16") == [None, "float16"]
    both = mx.sym.Group(list(mx.sym.amp_multicast(A, B, num_outputs=2)))
    assert both.infer_type(a="float16", b="float32")[1] == [mx.base.np.float32] * 2


def test_known_types_of_one_node() -> None:
    node = mx.sym.BatchNorm(A)._graph().outputs[0][0]
    inputs, results = types_of_node(node, [torch.float16, *[None] * 4])
    assert inputs == [torch.float16, *[torch.float32] * 4] and results == [torch.float16]


@pytest.mark.parametrize("name", sorted({op.name for op in REGISTRY.values() if op.inference.one_type}))
def test_operators_of_one_type_refuse_two(name: str) -> None:
    required = {key: (1, 1) if key == "kernel" else 2 for key, value in REGISTRY[name].defaults.items()
                if value is REQUIRED}
    made = mx.sym.register.FUNCTIONS["_internal" if name.startswith("_") else ""][name](A, B, **required)
    with pytest.raises(mx.MXNetError, match=r"at 1-th input \(b\): expected float32 as that of a, got float64"):
        made.infer_type_partial(a="float32", b="float64")


def test_propagation_agrees_with_lowerings() -> None:
    data = mx.sym.var("data", dtype="float64")
    net = mx.sym.argmax(mx.sym.softmax(mx.sym.FullyConnected(data, num_hidden=4)), axis=1) + 1
    graph = net._graph()
    told = propagate(graph, declared_types(graph, {}))
    run = Inference(graph, {"data": (2, 3)}, {}).run()
    assert told == run.types
