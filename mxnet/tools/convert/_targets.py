"""The output formats. Each writes the model, and returns how to run it and which sizes may change."""

from __future__ import annotations

import importlib.util
import io
import tempfile
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from mxnet_records import files

from ..._runtime.files import tensors_file
from ...base import MXNetError
from ...onnx.mx2onnx import _proto
from ...onnx.mx2onnx._export_model import make_model_of
from . import _module, _outputs
from ._compare import Inputs, double_sizes
from ._names import module_name
from ._sources import Model
from ._traced import export_program, open_program

Size = int | str
Free = dict[str, list[int]]


@dataclass
class Target:
    """A converted model.

    Attributes
    ----------
    run
        Function that computes the outputs from the inputs.
    free
        Axes of inputs, by name, whose sizes may change.
    """

    files: list[Path]
    run: Callable[[Inputs], list[np.ndarray]]
    free: Free
    notes: list[str] = field(default_factory=list)


@dataclass
class Request:
    """A conversion to run. `sizes` has a number, or a name if the size may change, for each axis of each input."""

    model: Model
    output: str | None
    shapes: Mapping[str, tuple[int, ...]]
    types: Mapping[str, torch.dtype]
    inputs: Inputs
    sizes: Mapping[str, Sequence[Size]]
    opset: int | None
    force: bool

    @property
    def free(self) -> Free:
        """Axes that may change if the model allows it."""
        wanted = {name: [axis for axis, size in enumerate(sizes) if isinstance(size, str)]
                  for name, sizes in self.sizes.items()}
        return {name: axes for name, axes in wanted.items() if axes}

    def path(self, suffix: str) -> Path:
        if self.output:
            return Path(self.output)
        return Path(f"{module_name(self.model.name) if suffix == '.py' else self.model.name}{suffix}")

    def tensors(self, inputs: Inputs) -> tuple[torch.Tensor, ...]:
        return tuple(torch.from_numpy(inputs[name]) for name in self.model.source.inputs)


def to_onnx(request: Request) -> Target:
    path = request.path(".onnx")
    _outputs.check(path, _outputs.ONNX, request.force)
    source = request.model.source
    proto = make_model_of(source, dict(request.shapes), dict(request.types),
                          [tuple(request.sizes[name]) for name in source.inputs], request.opset)
    _proto.save(proto, path)
    free = {entry.name: [i for i, size in enumerate(entry.type.tensor_type.shape.dim) if not size.HasField("dim_value")]
            for entry in proto.graph.input}
    runtime, run = _onnx_runner(path)
    return Target([path], run, {name: axes for name, axes in free.items() if axes},
                  [f"opset {proto.opset_import[0].version}, run in {runtime}"])


def _onnx_runner(path: Path) -> tuple[str, Callable[[Inputs], list[np.ndarray]]]:
    """Run the model in onnxruntime, or in ONNX's slow reference implementation if that is not installed."""
    onnx = _proto.load_onnx()
    try:
        import onnxruntime
    except ImportError:
        session = onnx.reference.ReferenceEvaluator(str(path))
        kind, names = "onnx.reference", session.input_names
    else:
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        kind, names = f"onnxruntime {onnxruntime.__version__}", [entry.name for entry in session.get_inputs()]

    def run(inputs: Inputs) -> list[np.ndarray]:
        outputs: list[np.ndarray] = session.run(None, {name: inputs[name] for name in names})
        return outputs

    return kind, run


def _write_module(request: Request, path: Path) -> tuple[Any, list[Path], Free, list[str]]:
    """Write a module and its tensors. Return the loaded module, the files, its free axes and notes."""
    tensors = path.with_suffix(".safetensors")
    _outputs.check(path, _outputs.MODULE, request.force)
    _outputs.check(tensors, _outputs.tensors_of(path), request.force)
    written = _module.write(request.model.source, request.model.name, tensors.name, request.shapes, request.types,
                            request.free)
    tensors_file.save(tensors, written.tensors, {"format": "pt", _outputs.NOTE: _outputs.tensors_of(path)})
    with files.write(str(path)) as file:
        file.write(written.source.encode())
    spec = importlib.util.spec_from_file_location(f"_converted_{path.stem.replace('.', '_')}", path)
    if spec is None or spec.loader is None:
        raise MXNetError(f"{path} is not the name of a Python file; it must end with .py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    notes = [f"only valid for these sizes: {', '.join(written.fixed)}"] if written.fixed else []
    return module.load(), [path, tensors], written.free, notes


def _module_runner(request: Request, module: Callable[..., Any]) -> Callable[[Inputs], list[np.ndarray]]:
    def run(inputs: Inputs) -> list[np.ndarray]:
        with torch.no_grad():
            results = module(*request.tensors(inputs))
        listed = results if isinstance(results, (tuple, list)) else [results]
        return [result.detach().numpy() for result in listed]

    return run


def to_torch(request: Request) -> Target:
    module, files, free, notes = _write_module(request, request.path(".py"))
    return Target(files, _module_runner(request, module), free, notes)


def to_exported(request: Request) -> Target:
    """Write a program of ``torch.export``, created from the source code of `to_torch`."""
    path = request.path(".pt2")
    _outputs.check(path, _outputs.EXPORTED, request.force)
    with tempfile.TemporaryDirectory() as folder:
        module, _, free, notes = _write_module(request, Path(folder) / "model.py")
    tensors, program = request.tensors(request.inputs), None
    if free:
        # torch.export treats a size of 1 in the example as constant.
        program = open_program(module, request.tensors(double_sizes(request.inputs, free)),
                               [free.get(name, []) for name in request.model.source.inputs], tensors)
        if program is None:
            free = {}
            notes.append("only valid for these sizes: torch.export does not support others")
    if program is None:
        with torch.no_grad():
            program = export_program(module, tensors)
    content = io.BytesIO()
    torch.export.save(program, content)
    with files.write(str(path)) as file:
        file.write(content.getbuffer())
    with warnings.catch_warnings(), open(path, "rb") as written:
        # Before 2.13, torch warns about the bytes that it has read itself.
        warnings.filterwarnings("ignore", "The given buffer is not writable")
        loaded = torch.export.load(written)  # a path must end in .pt2
    return Target([path], _module_runner(request, loaded.module()), free, notes)

