"""Test the dtype rules of results against the lowerings."""

from __future__ import annotations

import numpy as np
import pytest
import samples
import torch
from calling import function, mode, variable
from sample import Sample

import mxnet as mx
from mxnet._graph.infer import Inference
from mxnet._graph.types import propagate

SYMBOLIC = [(family, sample) for family, sample in samples.labelled()
            if sample.symbolic and not sample.refused]


@pytest.mark.parametrize(("family", "sample"), SYMBOLIC, ids=[f"{f}-{s.op}-{i}" for i, (f, s) in enumerate(SYMBOLIC)])
def test_rule_matches_the_lowering(family: str, sample: Sample) -> None:
    with mode(mx, sample):
        _compare(sample)


def _compare(sample: Sample) -> None:
    variables = [variable(mx, sample, f"x{i}") for i in range(len(sample.inputs))]
    made = function(mx.sym, sample.op)(*variables, **sample.params)
    graph = made._graph()
    types = {f"x{i}": getattr(torch, str(array.dtype)) for i, array in enumerate(sample.inputs)}
    shapes = {f"x{i}": array.shape for i, array in enumerate(sample.inputs)}
    run = Inference(graph, shapes, types).run()
    told = propagate(graph, {(node, 0): types[node.name] for node in graph.variables() if node.name in types})
    for entry in made._outputs:
        if entry in run.types:
            assert told[entry] is run.types[entry]


@pytest.mark.parametrize(("kinds", "narrow", "results"), [
    (("float16", "float32"), False, ("float32", "float32")),
    (("float16", "float32"), True, ("float16", "float16")),
    (("float64", "float32"), False, ("float64", "float32")),
    (("float64", "float16"), True, ("float64", "float16")),
    (("int32", "float32"), False, ("int32", "float32")),
])
def test_mixed_precision_casts_keep_double_precision(kinds: tuple[str, ...], narrow: bool,
                                                               results: tuple[str, ...]) -> None:
    """Only single and half precision are converted, as in MXNet."""
    arrays = [mx.nd.ones(2, dtype=kind) for kind in kinds]
    found = mx.nd.amp_multicast(*arrays, num_outputs=2, cast_narrow=narrow)
    assert tuple(np.dtype(array.dtype).name for array in found) == results
    assert mx.nd.amp_cast(mx.nd.ones(2, dtype="float64"), dtype="float16").dtype == np.float64
