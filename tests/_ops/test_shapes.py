"""Test the shape rules against the lowerings; rules return nothing where the lowering raises."""

from __future__ import annotations

import pytest
import samples
import torch
from calling import function
from sample import Sample

import mxnet as mx
from mxnet._graph.ir import Operation
from mxnet._ops.opdef import REGISTRY

SYMBOLIC = [(f, s) for f, s in samples.labelled() if s.symbolic and s.inputs
            and all(a.ndim and a.size for a in s.inputs)]
EACH = pytest.mark.parametrize(("family", "sample"), SYMBOLIC, ids=[f"{f}-{s.key}" for f, s in SYMBOLIC])


def node_of(sample: Sample) -> Operation:
    variables = [mx.sym.var(f"x{i}") for i in range(len(sample.inputs))]
    return function(mx.sym, sample.op)(*variables, **sample.params)._graph().outputs[0][0]


def run_lowering(node: Operation, shapes: list[tuple[int, ...]]) -> list[tuple[int, ...]] | None:
    tensors = [torch.empty(shape, device="meta") for shape in shapes]
    supplied = {"training": False, "generator": None, "device": torch.device("meta")}
    try:
        results = node.op.bind(node.params)(*tensors, **{k: supplied[k] for k in node.op.environment})
    except Exception:
        return None
    return [tuple(t.shape) for t in (results if isinstance(results, tuple) else (results,))]


def other_shapes(shapes: list[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
    """Return the shapes of a call, and variants with one axis longer by one, of size 1, or missing."""
    cases = [shapes]
    for place, shape in enumerate(shapes):
        changed = [(*shape[:a], size, *shape[a + 1:]) for a in range(len(shape)) for size in (shape[a] + 1, 1)]
        cases += [[*shapes[:place], other, *shapes[place + 1:]] for other in (*changed, shape[1:]) if other]
    return cases


@EACH
def test_rule_matches_the_lowering(family: str, sample: Sample) -> None:
    node = node_of(sample)
    shapes = [tuple(a.shape) for a in sample.inputs]
    assert len(shapes) == len(node.inputs)
    for case in other_shapes(shapes):
        found = node.op.inference.result_shapes(node.params, case, node.output_count)
        if found is not None:
            assert found == run_lowering(node, case), case


def test_every_rule_is_compared() -> None:
    answered = set()
    for _, sample in SYMBOLIC:
        node = node_of(sample)
        shapes = [tuple(a.shape) for a in sample.inputs]
        if node.op.inference.result_shapes(node.params, shapes, node.output_count):
            answered.add(node.op.name)
    # Operators with one input and no parameters behave alike, so one of them is sufficient.
    assert answered >= {op.name for op in REGISTRY.values() if op.inference.shapes is not None} - {"_copyto"}
