"""Generic tests of all operators, based on their samples and MXNet's results."""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import samples
from calling import arrays_of, function, mode, run, variable
from sample import Sample, head_gradient, is_float

import mxnet as mx
from mxnet._graph.program import Program

GOLDEN = pathlib.Path(__file__).parent / "golden"
LABELLED = [(family, s) for family, s in samples.labelled() if not s.refused]
REFUSED = [s for _, s in samples.labelled() if s.refused]


def each(wanted: Callable[[Sample], bool]) -> pytest.MarkDecorator:
    """Parametrize a test with family and sample of all matching samples."""
    chosen = [(family, s) for family, s in LABELLED if wanted(s)]
    return pytest.mark.parametrize(("family", "sample"), chosen, ids=[f"{family}-{s.key}" for family, s in chosen])


@functools.cache
def golden(family: str) -> dict[str, np.ndarray]:
    with np.load(GOLDEN / f"{family}.npz") as stored:
        return dict(stored)


def test_every_record_has_a_sample_of_its_own() -> None:
    for family in samples.FAMILIES:
        keys = [s.key for s in samples.of_family(family)]
        assert len(set(keys)) == len(keys), family
        if (GOLDEN / f"{family}.npz").exists():
            assert {name.rpartition(".")[0] for name in golden(family)} <= set(keys), family


@each(lambda s: not s.without_golden)
def test_equals_original(family: str, sample: Sample) -> None:
    stored = golden(family)
    results, gradients = run(mx, sample)
    wanted = [stored[k] for k in sorted((k for k in stored if k.startswith(f"{sample.key}.out")),
                                        key=lambda k: int(k.rpartition("out")[2]))]
    assert len(results) == len(wanted)
    for result, expected in zip(results, wanted, strict=True):
        assert result.dtype == expected.dtype
        if not sample.values:
            assert result.shape == expected.shape[1:]
            continue
        assert result.shape == expected.shape
        np.testing.assert_allclose(result, expected, rtol=sample.rtol, atol=sample.atol)
    for i, gradient in enumerate(gradients):
        if gradient is not None:
            np.testing.assert_allclose(gradient, stored[f"{sample.key}.grad{i}"], rtol=sample.rtol, atol=sample.atol,
                                       err_msg=f"gradient of input {i}")


def _weighted_sum(sample: Sample, inputs: list[np.ndarray]) -> float:
    with mode(mx, sample):
        return _weighted_sum_of(sample, arrays_of(mx, replace(sample, inputs=tuple(inputs))))


def _weighted_sum_of(sample: Sample, arrays: list[mx.nd.NDArray]) -> float:
    with mx.autograd.train_mode() if sample.train else mx.autograd.predict_mode():
        results = function(mx.nd, sample.op)(*arrays, **sample.params)
    listed = results if isinstance(results, (list, tuple)) else [results]
    return sum(float((r.asnumpy() * head_gradient(r.shape, r.dtype)).sum()) for r in listed
               if is_float(np.empty(0, r.dtype)))


@each(lambda s: s.grad and s.numeric and s.values)
def test_gradient_is_numeric(family: str, sample: Sample) -> None:
    """Compare with a central difference along a fixed direction, in double precision."""
    wide = [a.astype("float64") if is_float(a) else a for a in sample.inputs]
    params = {k: ("float64" if k == "dtype" and v in ("float32", "float16") else v) for k, v in sample.params.items()}
    exact = Sample(sample.op, tuple(wide), params, train=sample.train)
    _, gradients = run(mx, exact)
    step = 1e-5
    directions = [np.sin(1.0 + np.arange(a.size)).reshape(a.shape) if is_float(a) else None for a in wide]

    def moved(sign: float) -> list[np.ndarray]:
        return [a if d is None else a + sign * step * d for a, d in zip(wide, directions, strict=True)]

    numeric = (_weighted_sum(exact, moved(1.0)) - _weighted_sum(exact, moved(-1.0))) / (2 * step)
    analytic = sum(float((g * d).sum()) for g, d in zip(gradients, directions, strict=True) if g is not None)
    assert analytic == pytest.approx(numeric, rel=1e-3, abs=1e-4)


@each(lambda s: s.symbolic)
def test_symbol_equals_array(family: str, sample: Sample) -> None:
    """Inference, JSON and the compiled graph agree with the eager call."""
    with mode(mx, sample):
        _compare_symbol(sample)


def _compare_symbol(sample: Sample) -> None:
    names = [f"input{i}" for i in range(len(sample.inputs))]
    built = function(mx.sym, sample.op)(*[variable(mx, sample, n) for n in names], name="node", **sample.params)
    text = built.tojson(remove_amp_cast=False)
    reloaded = mx.sym.load_json(text)
    assert reloaded.tojson(remove_amp_cast=False) == text
    # Operators write their auxiliary states, so each run gets new arrays.
    arrays = dict(zip(names, arrays_of(mx, sample), strict=True))
    with mx.autograd.train_mode() if sample.train else mx.autograd.predict_mode():
        eager = function(mx.nd, sample.op)(*[a.copy() for a in arrays.values()], **sample.params)
        eager = eager if isinstance(eager, (list, tuple)) else [eager]
        if not arrays:
            return
        compiled = Program(reloaded._outputs, names)(list(arrays.values()))
    assert len(compiled) == len(eager) == len(built.list_outputs())
    shapes = built.infer_shape(**{n: a.shape for n, a in arrays.items()})[1] if all(
        is_float(a) for a in sample.inputs) else None
    for i, (result, expected) in enumerate(zip(compiled, eager, strict=True)):
        assert result.dtype == expected.dtype
        assert result.shape == expected.shape
        if shapes is not None:
            assert tuple(shapes[i]) == expected.shape
        if sample.values:
            np.testing.assert_allclose(result.asnumpy(), expected.asnumpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("sample", REFUSED, ids=[s.op for s in REFUSED])
def test_refused_as_by_the_original(sample: Sample) -> None:
    with pytest.raises(mx.MXNetError, match=f"operator {sample.op}"):
        run(mx, sample)
