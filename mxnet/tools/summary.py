"""Summary of a model: layers, output shapes, parameters, floating-point operations and memory."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch.utils.flop_counter import FlopCounterMode

from .._graph.infer import Inference, is_known
from .._graph.ir import Entry, Node, Operation
from .._runtime.host.meta import without_compiler
from ..base import MXNetError
from ..gluon.model_zoo import vision
from ..ndarray import load as load_arrays
from ..util import np_shape
from .convert import _shapes, _sources

_META = torch.device("meta")


@dataclass
class Layer:
    """One operator of a network, or one array of a parameter file.

    Attributes
    ----------
    flops
        Floating-point operations of matrix products and convolutions; a multiplication with an addition counts as two.
        None if the operator cannot be counted.
    bytes
        Memory of the results.
    """

    name: str
    type: str
    shapes: list[tuple[int, ...]]
    parameters: int
    flops: int | None = 0
    bytes: int = 0


@dataclass
class Summary:
    """Layers and totals of a model. Without a graph, there are only arrays.

    Attributes
    ----------
    trainable
        Parameters without the states that training does not update by gradients.
    activation_bytes, peak_bytes
        Memory of all results, and of those that prediction holds at the same time.
    """

    name: str
    inputs: dict[str, tuple[int, ...]] = field(default_factory=dict)
    layers: list[Layer] = field(default_factory=list)
    parameters: int = 0
    trainable: int | None = None
    weight_bytes: int = 0
    flops: int | None = None
    activation_bytes: int | None = None
    peak_bytes: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the content of the JSON report."""
        return asdict(self)


def summarize(path: str, params: str | None = None, zoo: str | None = None,
              shapes: Mapping[str, tuple[int, ...]] | None = None, batch: int | None = None) -> Summary:
    """Summarize a model.

    Parameters
    ----------
    path : str
        A symbol file or its prefix, a folder, an archive, an ONNX file, a network of the model zoo, or a ``.params``
        file.
    params : str, optional
        The parameter file of a symbol.
    zoo : str, optional
        The network of the model zoo that a ``.params`` file belongs to.
    shapes : dict of str to tuple, optional
        Shapes of inputs that the model does not define.
    batch : int, optional
        Size of the first axis of all inputs. The default is the size that the model defines, or 1.
    """
    if path.endswith(".params") and zoo is None:
        return _summarize_arrays(path)
    model = _read(path, params, zoo)
    with np_shape(True) if model.numpy else nullcontext():
        known = {name: tuple(size or 1 for size in shape) for name, shape in model.shapes.items()}
        model.shapes = known
        found = _shapes.input_shapes(model, dict(shapes or {}))
        if batch is not None:
            found = {name: (batch, *shape[1:]) if shape else shape for name, shape in found.items()}
        return _summarize(model, found)


def _read(path: str, params: str | None, zoo: str | None) -> _sources.Model:
    if path.endswith(".onnx"):
        return _sources.read_onnx(path)
    network = path.removeprefix("zoo:").lower()
    if zoo is None and network in vision._MODELS and not Path(path).exists() and not Path(
            f"{path}-symbol.json").exists():
        return _sources.make_random_network(network)
    return _sources.read(path, params, zoo)


def _summarize_arrays(path: str) -> Summary:
    loaded = load_arrays(path)
    arrays = loaded if isinstance(loaded, dict) else {str(i): array for i, array in enumerate(loaded)}
    layers = [Layer(name, str(array.dtype.__name__ if isinstance(array.dtype, type) else array.dtype),
                    [tuple(array.shape)], array.size, None, _bytes_of(array)) for name, array in arrays.items()]
    trainable = sum(layer.parameters for layer in layers if not layer.name.startswith("aux:"))
    return Summary(Path(path).name, {}, layers, sum(layer.parameters for layer in layers), trainable,
                   sum(layer.bytes for layer in layers))


def _bytes_of(array: Any) -> int:
    return array.size * array._data.element_size() if array.stype == "default" else array.asnumpy().nbytes


def _summarize(model: _sources.Model, shapes: Mapping[str, tuple[int, ...]]) -> Summary:
    source = model.source
    weights = {name: tuple(array.shape) for name, array in source.params.items()}
    types = {name: array._data.dtype for name, array in source.params.items() if array.stype == "default"}
    inference = Inference(source.graph, {**weights, **shapes}, types).run()
    nodes = [node for node in source.nodes if isinstance(node, Operation)]
    if not all(is_known(inference.shapes.get(entry)) for entry in source.graph.outputs):
        raise MXNetError(f"the shapes of {model.name} cannot be inferred from the inputs {dict(shapes)}; pass --shape")
    counted: set[str] = set()
    states = {variable.name for node in nodes for i, (variable, _) in enumerate(node.inputs)
              if i in set(node.aux_positions())}
    layers = [_describe(node, inference, source.params, counted) for node in nodes]
    flops = [layer.flops for layer in layers if layer.flops is not None]
    sizes = {name: source.params[name].size for name in counted}
    return Summary(model.name, dict(shapes), layers, sum(sizes.values()),
                   sum(size for name, size in sizes.items() if name not in states),
                   sum(_bytes_of(source.params[name]) for name in counted), sum(flops),
                   sum(layer.bytes for layer in layers), _peak(nodes, inference, shapes))


def _describe(node: Operation, inference: Inference, params: Mapping[str, Any], counted: set[str]) -> Layer:
    """Describe a node. Parameters that several layers share count for the first one."""
    held = [entry.name for entry, _ in node.inputs if entry.name in params and entry.name not in counted]
    counted.update(held)
    results = [(node, i) for i in range(node.visible_count)]
    return Layer(node.name, node.op.name, [tuple(inference.shapes.get(entry) or ()) for entry in results],
                 sum(params[name].size for name in dict.fromkeys(held)), _count_flops(node, inference),
                 sum(_entry_bytes(entry, inference) for entry in results))


def _count_flops(node: Operation, inference: Inference) -> int | None:
    """Run the lowering on tensors without data, and let torch count."""
    supplied: dict[str, Any] = {"training": False, "generator": None, "device": _META}
    try:
        tensors = [torch.empty(inference.shapes[entry] or (), dtype=inference.types.get(entry, torch.float32),
                               device=_META) for entry in node.inputs]
        with without_compiler(), FlopCounterMode(display=False) as counter:
            node.op.bind(node.params)(*tensors, **{key: supplied[key] for key in node.op.environment})
    except Exception:  # operators that read values cannot run without data
        return None
    return int(counter.get_total_flops())


def _entry_bytes(entry: Entry, inference: Inference) -> int:
    size = inference.types.get(entry, torch.float32).itemsize
    return math.prod(inference.shapes.get(entry) or ()) * size


def _peak(nodes: list[Operation], inference: Inference, shapes: Mapping[str, tuple[int, ...]]) -> int:
    """Return the largest memory of inputs and results that are alive at the same time."""
    last: dict[Node, int] = {}
    for position, node in enumerate(nodes):
        last.update({entry: position for entry, _ in node.inputs})
    kept = {node for node, _ in inference.graph.outputs}
    sizes = {node: sum(_entry_bytes((node, i), inference) for i in range(node.output_count)) for node in nodes}
    alive: dict[Node, int] = {node: _entry_bytes((node, 0), inference) for node in inference.graph.variables()
                              if node.name in shapes}
    peak = sum(alive.values())
    for position, node in enumerate(nodes):
        alive[node] = sizes[node]
        peak = max(peak, sum(alive.values()))
        for entry in {entry for entry, _ in node.inputs}:
            if last[entry] == position and entry not in kept:
                alive.pop(entry, None)
    return peak


def format_lines(summary: Summary) -> list[str]:
    """Return the summary as a table."""
    graph = summary.flops is not None
    header = (["layer", "type", "output shape", "parameters", "FLOPs", "memory"] if graph else
              ["array", "type", "shape", "parameters", "memory"])
    rows = [[layer.name, layer.type, " ".join(_shape_text(shape) for shape in layer.shapes), f"{layer.parameters:,}",
             *(["?" if layer.flops is None else f"{layer.flops:,}"] if graph else []), format_bytes(layer.bytes)]
            for layer in summary.layers]
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    lines = ["  ".join(cell.ljust(width) if i < 3 else cell.rjust(width)
                       for i, (cell, width) in enumerate(zip(row, widths, strict=True))).rstrip()
             for row in [header, ["-" * width for width in widths], *rows]]
    lines += [f"input {name}: {_shape_text(shape)}" for name, shape in summary.inputs.items()]
    lines.append(f"parameters: {summary.parameters:,} ({summary.trainable:,} trainable), "
                 f"{format_bytes(summary.weight_bytes)}")
    if graph:
        lines.append(f"FLOPs: {summary.flops:,} in matrix products and convolutions")
        lines.append(f"activations: {format_bytes(summary.activation_bytes or 0)} in total, "
                     f"{format_bytes(summary.peak_bytes or 0)} at the same time in prediction")
    return lines


def _shape_text(shape: tuple[int, ...]) -> str:
    return "x".join(map(str, shape)) or "scalar"


def format_bytes(count: int) -> str:
    """Return a number of bytes with a unit."""
    value = float(count)
    for unit in ("B", "KiB", "MiB"):
        if value < 1024:
            return f"{count} B" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1024
    return f"{value:.1f} GiB"
