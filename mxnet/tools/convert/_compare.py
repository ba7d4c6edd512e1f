"""Comparison of an MXNet model with its converted form on the same inputs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from ... import ndarray as nd
from ...context import cpu
from ...onnx.mx2onnx._source import Source
from ...symbol import Symbol

Inputs = Mapping[str, np.ndarray]


@dataclass
class Difference:
    """Difference between an output and the original's output."""

    output: str
    shape: tuple[int, ...]
    largest: float
    error: float

    def exceeds(self, tolerance: float) -> bool:
        """Return whether the error is NaN or exceeds the tolerance, relative to the largest element if above 1."""
        return not self.error <= tolerance * max(1.0, self.largest)


def random_inputs(source: Source, shapes: Mapping[str, tuple[int, ...]], types: Mapping[str, torch.dtype],
                  seed: int = 0) -> dict[str, np.ndarray]:
    """Return uniform random inputs, or small integers for indices and integer dtypes."""
    generator = np.random.default_rng(seed)
    tables = {node.inputs[0][0].name: node.params["input_dim"] for node in source.nodes
              if "input_dim" in node.params}
    inputs = {}
    for name in source.inputs:
        dtype = str(types[name]).removeprefix("torch.")
        if name in tables or not types[name].is_floating_point:
            inputs[name] = generator.integers(0, min(tables.get(name, 10), 1000), shapes[name]).astype(dtype)
        else:
            inputs[name] = generator.uniform(0.0, 1.0, shapes[name]).astype(dtype)
    return inputs


def double_sizes(inputs: Inputs, free: Mapping[str, Sequence[int]]) -> dict[str, np.ndarray]:
    """Double inputs along these axes by repetition, so that their values stay valid."""
    result = dict(inputs)
    for name, axes in free.items():
        for axis in axes:
            result[name] = np.concatenate([result[name]] * 2, axis)
    return result


def single(inputs: Inputs, names: Collection[str]) -> dict[str, np.ndarray]:
    """Return the first sample of each batch."""
    return {name: array[:1] if name in names else array for name, array in inputs.items()}


def original_outputs(source: Source, inputs: Inputs) -> list[np.ndarray]:
    """Return the outputs of the MXNet model in inference mode."""
    symbol = Symbol(source.graph.outputs)
    states = set(symbol.list_auxiliary_states())
    arguments = {name: nd.array(array, dtype=array.dtype) for name, array in inputs.items()}
    arguments |= {name: array for name, array in source.params.items() if name not in states}
    known = {name: array.shape for name, array in arguments.items()}
    shapes = dict(zip(symbol.list_arguments(), symbol.infer_shape(**known)[0], strict=True))
    for name in symbol.list_arguments():
        if name not in arguments:  # labels, which inference ignores
            arguments[name] = nd.zeros(shapes[name])
    executor = symbol.bind(cpu(), arguments, grad_req="null",
                           aux_states={name: source.params[name] for name in states if name in source.params})
    return [output.asnumpy() for output in executor.forward(is_train=False)]


def compare(names: Sequence[str], expected: Sequence[np.ndarray], actual: Sequence[np.ndarray]) -> list[Difference]:
    """Return the largest error of each output."""
    result = []
    for name, wanted, got in zip(names, expected, actual, strict=True):
        same = wanted.shape == got.shape
        gap = np.abs(wanted.astype("float64") - got.astype("float64")) if same else np.array([np.inf])
        largest = float(np.abs(wanted).max(initial=0.0))
        result.append(Difference(name, wanted.shape, largest, float(gap.max(initial=0.0))))
    return result


def table(differences: Sequence[Difference], tolerance: float) -> list[str]:
    """Format the differences as a table."""
    width = max(len("output"), *(len(d.output) for d in differences))
    lines = [f"{'output':<{width}}  {'shape':<20} {'largest value':>14} {'largest error':>14}"]
    for d in differences:
        mark = "  DIFFERS" if d.exceeds(tolerance) else ""
        lines.append(f"{d.output:<{width}}  {d.shape!s:<20} {d.largest:>14.6g} {d.error:>14.3g}{mark}")
    return lines
