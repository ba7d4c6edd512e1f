"""Conversion of a model to another format, with a comparison of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ..._runtime.files import tensors_file
from ...base import MXNetError
from ...util import np_shape
from . import _outputs, _shapes, _sources, _targets, _zoo
from ._compare import Difference, Inputs, compare, double_sizes, original_outputs, random_inputs, single, table

FORMATS = ("onnx", "torch", "safetensors", "exported", "params")
_WRITERS = {"onnx": _targets.to_onnx, "torch": _targets.to_torch, "exported": _targets.to_exported}


@dataclass
class Options:
    """Options of a conversion.

    Attributes
    ----------
    shapes, types
        Shapes and dtypes of inputs by name, where the model does not define them.
    inputs
        Input arrays for the comparison, by name. Others are random.
    tolerance
        Maximum error, relative to the largest element if that is above 1.
    dynamic
        Names for sizes that may change, and numbers for others, by input. The first axis of other inputs may
        change.
    force
        Whether to replace files that are not earlier results of the same conversion.
    library
        Library of a state dict that is converted to parameters of the model zoo.
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
    dynamic: Mapping[str, Sequence[int | str]] = field(default_factory=dict)
    force: bool = False
    library: str | None = None


@dataclass
class Report:
    """The written files and the differences from the original."""

    files: list[Path]
    lines: list[str]
    differences: list[Difference]
    tolerance: float

    @property
    def same(self) -> bool:
        return not any(difference.exceeds(self.tolerance) for difference in self.differences)


def convert(options: Options) -> Report:
    """Write the model in another format, and compare both models.

    Raises
    ------
    MXNetError
        If the model cannot be read or converted, or needs more memory than available.
    """
    try:
        return _convert(options)
    except MemoryError as error:
        raise MXNetError(f"{options.source} needs more memory than available: {error}; pass smaller sizes with --shape "
                         "if its inputs are too large") from error
    except RecursionError as error:
        raise MXNetError(f"{options.source} is nested too deeply: {error}") from error


def _convert(options: Options) -> Report:
    if options.library is not None or options.to == "params":
        return _to_params(options)
    model = _sources.read(options.source, options.params, options.zoo)
    if options.to == "safetensors":
        return _to_safetensors(model, options)
    with np_shape(True) if model.numpy else nullcontext():
        return _compared_with(model, options)


def _compared_with(model: _sources.Model, options: Options) -> Report:
    given = {name: tuple(array.shape) for name, array in options.inputs.items()}
    shapes = _shapes.input_shapes(model, {**options.shapes, **given})
    types = _shapes.input_types(model, {**options.types, **{n: a.dtype.name for n, a in options.inputs.items()}})
    sizes = _shapes.open_sizes(model, shapes, options.dynamic)
    inputs = {**random_inputs(model.source, shapes, types), **options.inputs}
    request = _targets.Request(model, options.output, shapes, types, inputs, sizes, options.opset,
                               options.force)
    target = _WRITERS[options.to](request)
    lines = [f"input {name}: {str(types[name]).removeprefix('torch.')} {shapes[name]}" for name in model.source.inputs]
    if model.source.labels:
        lines.append(f"omitted, because only training uses them: {', '.join(model.source.labels)}")
    lines += [*target.notes, *_list_fixed(options, target)]
    names = [node.output_name(index) for node, index in model.source.graph.outputs]
    differences = compare(names, original_outputs(model.source, inputs), target.run(inputs))
    kind = "given" if options.inputs else "random"
    lines += [f"both models on {kind} inputs:", *table(differences, options.tolerance)]
    for other in _other_sizes(inputs, target.free):
        more, shown = _compare_outputs(model, target, names, other, options.tolerance)
        differences += more
        lines += shown
    return Report(target.files, lines, differences, options.tolerance)


def _list_fixed(options: Options, target: _targets.Target) -> list[str]:
    """Return notes about requested sizes that the model fixes.Targets with fixed sizes report all of them."""
    if not target.free:
        return []
    return [f"size {size} of input {name} is fixed by the model" for name, sizes in options.dynamic.items()
            for axis, size in enumerate(sizes) if isinstance(size, str) and axis not in target.free.get(name, ())]


def _other_sizes(inputs: Inputs, free: _targets.Free) -> list[Inputs]:
    """Return inputs with other sizes along the free axes: twice as large, and batches of one."""
    if not free:
        return []
    batches = {name for name, axes in free.items() if 0 in axes and inputs[name].shape[0] > 1}
    return [double_sizes(inputs, free), *([single(inputs, batches)] if batches else [])]


def _compare_outputs(model: _sources.Model, target: _targets.Target, names: list[str], inputs: Inputs,
              tolerance: float) -> tuple[list[Difference], list[str]]:
    sizes = ", ".join(f"{name} {inputs[name].shape}" for name in target.free)
    try:
        expected = original_outputs(model.source, inputs)
    except MXNetError as error:
        return [], [f"not compared with {sizes}, which the original does not accept: {str(error).splitlines()[0]}"]
    try:
        outputs = target.run(inputs)
    except Exception as error:  # runtimes raise different exceptions for unsupported sizes
        raise MXNetError(f"the converted model does not run with {sizes}: {error}") from error
    differences = compare(names, expected, outputs)
    return differences, [f"both with {sizes}:", *table(differences, tolerance)]


def _to_safetensors(model: _sources.Model, options: Options) -> Report:
    """Write only the parameters, with their own names, and compare them byte by byte."""
    # The tensors of a torch module are in NAME.safetensors.
    path = Path(options.output or f"{model.name}.params.safetensors")
    _outputs.check(path, _outputs.PARAMETERS, options.force)
    arrays = {name: array.asnumpy() for name, array in model.source.params.items()}
    tensors_file.save(path, arrays, {"format": "pt", _outputs.NOTE: _outputs.PARAMETERS})
    read = tensors_file.load(path)
    differences = compare(list(arrays), list(arrays.values()), [read[name] for name in arrays])
    return Report([path], [f"{len(arrays)} parameters"], differences, 0.0)


def _to_params(options: Options) -> Report:
    """Write the parameters of a zoo network from a state dict of another library."""
    if options.library is None or options.zoo is None or options.to != "params":
        raise MXNetError("--to params converts weights of another library: pass both --from LIBRARY and --zoo NETWORK. "
                         "For other formats, convert the weights to params first")
    path = Path(options.output or f"{options.zoo.lower()}.params")
    _outputs.check(path, _outputs.ZOO, options.force)
    result = _zoo.convert(options.source, options.library, options.zoo, path, options.inputs.get("data"))
    differences = [] if result.expected is None else compare(["output"], [result.expected], [result.actual])
    lines = result.lines + (table(differences, options.tolerance) if differences else [])
    return Report([path], lines, differences, options.tolerance)
