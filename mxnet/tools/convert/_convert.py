"""`convert`: one model into another format, with a proof."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ...base import MXNetError
from ...onnx.mx2onnx import _proto
from ...onnx.mx2onnx._export_model import make_model_of
from . import _module, _shapes, _sources, _tensors
from ._compare import Difference, compare, original_outputs, random_inputs, table

FORMATS = ("onnx", "torch", "safetensors", "exported")


@dataclass
class Options:
    """What to convert into what.

    Attributes
    ----------
    shapes, types
        Of inputs, by name, where the model does not tell.
    inputs
        Arrays to compare with, by name; random ones for others.
    tolerance
        The largest error that passes, as a part of the largest element if that is above 1.
    """

    source: str
    to: str
    output: str | None = None
    params: str | None = None
    zoo: str | None = None
    shapes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    inputs: Mapping[str, np.ndarray] = field(default_factory=dict)
    opset: int | None = None
    tolerance: float = 1e-4


@dataclass
class Report:
    """What was written and how far it is from the original."""

    files: list[Path]
    lines: list[str]
    differences: list[Difference]
    tolerance: float

    @property
    def same(self) -> bool:
        return not any(difference.exceeds(self.tolerance) for difference in self.differences)


def convert(options: Options) -> Report:
    """Write the model in another format and compare both."""
    model = _sources.read(options.source, options.params, options.zoo)
    if options.to == "safetensors":
        return _to_safetensors(model, options)
    given = {name: tuple(array.shape) for name, array in options.inputs.items()}
    shapes = _shapes.input_shapes(model, {**options.shapes, **given})
    types = _shapes.input_types(model, {**options.types, **{n: a.dtype.name for n, a in options.inputs.items()}})
    lines = [f"input {name}: {str(types[name]).removeprefix('torch.')} {shapes[name]}" for name in model.source.inputs]
    if model.source.labels:
        lines.append(f"left out, as only training reads them: {', '.join(model.source.labels)}")
    inputs = {**random_inputs(model.source, shapes, types), **options.inputs}
    writers = {"onnx": _to_onnx, "torch": _to_torch, "exported": _to_exported}
    files, found, notes = writers[options.to](model, options, shapes, types, inputs)
    expected = original_outputs(model.source, inputs)
    names = [node.output_name(index) for node, index in model.source.graph.outputs]
    differences = compare(names, expected, found)
    kind = "given" if options.inputs else "random"
    lines += [*notes, f"both models on {kind} inputs:", *table(differences, options.tolerance)]
    return Report(files, lines, differences, options.tolerance)


def _target(model: _sources.Model, options: Options, suffix: str) -> Path:
    return Path(options.output) if options.output else Path(f"{model.name}{suffix}")


def _to_safetensors(model: _sources.Model, options: Options) -> Report:
    """The parameters alone, under their own names; compared byte by byte."""
    path = _target(model, options, ".safetensors")
    arrays = {name: array.asnumpy() for name, array in model.source.params.items()}
    _tensors.save(path, arrays, {"format": "pt"})
    read = _tensors.load(path)
    differences = compare(list(arrays), list(arrays.values()), [read[name] for name in arrays])
    return Report([path], [f"{len(arrays)} parameters"], differences, 0.0)


def _to_onnx(model: _sources.Model, options: Options, shapes: Any, types: Any,
             inputs: dict[str, np.ndarray]) -> tuple[list[Path], list[np.ndarray], list[str]]:
    path = _target(model, options, ".onnx")
    free = [("batch", *shapes[name][1:]) for name in model.source.inputs]
    proto = make_model_of(model.source, shapes, types, free, options.opset)
    _proto.save(proto, path)
    runtime, found = _run_onnx(path, inputs)
    return [path], found, [f"opset {proto.opset_import[0].version}, run in {runtime}"]


def _run_onnx(path: Path, inputs: Mapping[str, np.ndarray]) -> tuple[str, list[np.ndarray]]:
    """By onnxruntime, or ONNX's slow reference where that is not installed."""
    onnx = _proto.load_onnx()
    try:
        import onnxruntime
    except ImportError:
        session = onnx.reference.ReferenceEvaluator(str(path))
        names = session.input_names
        return "onnx.reference", session.run(None, {k: v for k, v in inputs.items() if k in names})
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    names = [entry.name for entry in session.get_inputs()]
    return f"onnxruntime {onnxruntime.__version__}", session.run(None, {k: v for k, v in inputs.items() if k in names})


def _written(model: _sources.Model, path: Path, shapes: Any, types: Any) -> tuple[Any, list[Path], list[str]]:
    """The module of a source file, that was written with its tensors, and notes about it."""
    tensors = path.with_suffix(".safetensors")
    written = _module.write(model.source, model.name, tensors.name, shapes, types)
    path.write_text(written.source)
    _tensors.save(tensors, written.tensors, {"format": "pt"})
    spec = importlib.util.spec_from_file_location(f"_converted_{path.stem.replace('.', '_')}", path)
    if spec is None or spec.loader is None:
        raise MXNetError(f"{path} is no name for a Python file; end it with .py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    notes = [f"written for these sizes only: {', '.join(written.fixed)}"] if written.fixed else []
    return module.load(), [path, tensors], notes


def _tensors_of(model: _sources.Model, inputs: Mapping[str, np.ndarray]) -> tuple[torch.Tensor, ...]:
    return tuple(torch.from_numpy(inputs[name]) for name in model.source.inputs)


def _as_arrays(results: Any) -> list[np.ndarray]:
    listed = results if isinstance(results, (tuple, list)) else [results]
    return [result.detach().numpy() for result in listed]


def _to_torch(model: _sources.Model, options: Options, shapes: Any, types: Any,
              inputs: dict[str, np.ndarray]) -> tuple[list[Path], list[np.ndarray], list[str]]:
    module, files, notes = _written(model, _target(model, options, ".py"), shapes, types)
    with torch.no_grad():
        found = _as_arrays(module(*_tensors_of(model, inputs)))
    return files, found, notes


def _to_exported(model: _sources.Model, options: Options, shapes: Any, types: Any,
                 inputs: dict[str, np.ndarray]) -> tuple[list[Path], list[np.ndarray], list[str]]:
    """A program of ``torch.export``, made from the source that `torch` would write."""
    import tempfile

    path = _target(model, options, ".pt2")
    with tempfile.TemporaryDirectory() as folder:
        module, _, notes = _written(model, Path(folder) / "model.py", shapes, types)
        tensors = _tensors_of(model, inputs)
        with torch.no_grad():
            program = torch.export.export(module, tensors)
    torch.export.save(program, path)
    with torch.no_grad():
        found = _as_arrays(torch.export.load(path).module()(*tensors))
    return [path], found, notes



