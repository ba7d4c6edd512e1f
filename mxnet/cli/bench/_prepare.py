"""Models of ``mxnet bench``: loading, conversion to each precision, and execution of the converted files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np

import mxnet as mx
from mxnet import nd
from mxnet.base import MXNetError
from mxnet.contrib import quantization
from mxnet.gluon import SymbolBlock
from mxnet.gluon.model_zoo import vision
from mxnet.onnx.mx2onnx._source import load_params
from mxnet.symbol import Symbol
from mxnet.tools.convert import _shapes, _sources
from mxnet.tools.convert._sources import Model
from mxnet.util import np_shape

Task = Mapping[str, Any]


def read_model(path: str, params: str | None, zoo: str | None) -> tuple[Model, bool]:
    """Load a model. Return it and whether its weights are random."""
    if zoo is None and path.lower() in vision._MODELS and not Path(f"{path}-symbol.json").exists():
        return _sources.make_random_network(path.lower()), True
    return _sources.read(path, params, zoo), False


def sample_shapes(model: Model, given: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    """Return the shape of one sample of each input, from the user or the files of the model.

    Raises
    ------
    MXNetError
        If a shape is unknown. The message contains a shape that fits the weights.
    """
    known = {name: shape[1:] for name, shape in model.shapes.items() if name in model.source.inputs}
    known.update(given)
    for name in given:
        if name not in model.source.inputs:
            raise MXNetError(f"the model has no input {name}; its inputs are {', '.join(model.source.inputs)}")
    missing = [name for name in model.source.inputs if name not in known]
    if missing:
        try:
            fitting = _shapes.input_shapes(model, {name: (1, *shape) for name, shape in known.items()})
        except MXNetError:
            fitting = {}
        example = " ".join(f"--shape {name}={','.join(map(str, fitting.get(name, (1, 3, 224, 224))[1:]))}"
                           for name in missing)
        raise MXNetError(f"the model does not define the shape of {', '.join(missing)}; pass the shape of one sample, "
                         f"for example {example}")
    return {name: tuple(known[name]) for name in model.source.inputs}


def find_indices(model: Model) -> list[str]:
    """Return the inputs that are indices of an embedding. They stay in float32."""
    return [node.inputs[0][0].name for node in model.source.nodes
            if "input_dim" in node.params and node.inputs[0][0].name in model.source.inputs]


def save_float32(model: Model, folder: Path) -> None:
    """Write the symbol and the parameters for the other processes."""
    symbol = Symbol(model.source.graph.outputs)
    states = set(symbol.list_auxiliary_states())
    symbol.save(str(folder / "float32-symbol.json"))
    nd.save(str(folder / "float32-0000.params"),
            {f"{'aux' if name in states else 'arg'}:{name}": array for name, array in model.source.params.items()})


def prepare(task: Task) -> None:
    """Write the model for an engine and a precision into the folder."""
    with _shape_mode(task):
        if task["engine"] == "onnxruntime":
            _export_onnx(task)
        elif task["precision"] == "bfloat16":
            network = _read(task, "float32")
            network.cast("bfloat16")
            _export(network, task, "bfloat16")
        elif task["precision"] == "int8":
            names = [*task["inputs"], *task["labels"]]
            batches = [[nd.array(batch[name]) for name in names] for batch in _calibration(task)]
            data = batches if len(names) > 1 else [batch[0] for batch in batches]
            shapes = [mx.io.DataDesc(name, array.shape) for name, array in zip(names, batches[0], strict=True)]
            network = quantization.quantize_net_v2(_read(task, "float32"), calib_data=data, data_shapes=shapes,
                                                   calib_mode="naive")
            _export(network, task, "int8")


def load(task: Task, batch: int) -> Callable[[Mapping[str, np.ndarray]], Callable[..., Any]]:
    """Load a prepared model. Return a function that binds inputs to it."""
    with _shape_mode(task):
        network = _read(task, task["precision"])
        network.hybridize(static_alloc=True, static_shape=True)
        labels = _labels(task, batch)

    def bind(inputs: Mapping[str, np.ndarray]) -> Callable[..., Any]:
        arrays = [_to_array(task, name, array) for name, array in _in_order(task, {**inputs, **labels})]

        def run(numpy: bool = False) -> Any:
            with _shape_mode(task):
                result = network(*arrays)
                outputs = list(result) if isinstance(result, (list, tuple)) else [result]
                for output in outputs:
                    output.wait_to_read()
                return [output.astype("float32").asnumpy() for output in outputs] if numpy else outputs

        return run

    return bind


def _shape_mode(task: Task) -> AbstractContextManager[Any]:
    return np_shape(True) if task["numpy"] else nullcontext()


def _in_order(task: Task, arrays: Mapping[str, np.ndarray]) -> list[tuple[str, np.ndarray]]:
    """Return the arrays in the order of the network's arguments."""
    return [(name, arrays[name]) for name in [*task["inputs"], *task["labels"]]]


def _to_array(task: Task, name: str, array: np.ndarray) -> Any:
    converted = nd.array(array, dtype=array.dtype)
    if task["precision"] != "bfloat16" or name in task["indices"]:
        return converted
    return converted.astype("bfloat16")


def _labels(task: Task, batch: int) -> dict[str, np.ndarray]:
    """Return zeros for the labels of output layers, which prediction ignores."""
    if not task["labels"]:
        return {}
    symbol = mx.sym.load(str(Path(task["folder"], "float32-symbol.json")))
    shapes = symbol.infer_shape(**{name: (batch, *shape) for name, shape in task["shapes"].items()})[0]
    by_name = dict(zip(symbol.list_arguments(), shapes, strict=True))
    return {name: np.zeros(by_name[name], "float32") for name in task["labels"]}


def _read(task: Task, precision: str) -> SymbolBlock:
    prefix = str(Path(task["folder"], precision))
    return SymbolBlock.imports(f"{prefix}-symbol.json", [*task["inputs"], *task["labels"]], f"{prefix}-0000.params")


def _export(network: Any, task: Task, precision: str) -> None:
    network.hybridize()
    (first, *_) = _calibration(task)
    network(*[_to_array(task, name, array) for name, array in _in_order(task, first)])
    network.export(str(Path(task["folder"], precision)))


def _calibration(task: Task) -> Iterator[dict[str, np.ndarray]]:
    """Yield the calibration samples in batches, with zeros for the labels."""
    size = task["calibration_batch"]
    labels = _labels(task, size)
    with np.load(Path(task["folder"], "calibration.npz")) as samples:
        arrays = {name: samples[name] for name in task["inputs"]}
    for start in range(0, len(arrays[task["inputs"][0]]), size):
        yield {**{name: np.resize(array[start : start + size], (size, *array.shape[1:]))
                  for name, array in arrays.items()}, **labels}


def _export_onnx(task: Task) -> None:
    prefix = str(Path(task["folder"], "float32"))
    path = f"{prefix}.onnx"
    if not Path(path).exists():
        shapes = [(task["calibration_batch"], *task["shapes"][name]) for name in task["inputs"]]
        open_shapes = [("batch", *task["shapes"][name]) for name in task["inputs"]]
        types = [np.dtype(task["types"][name]) for name in task["inputs"]]
        mx.onnx.export_model(mx.sym.load(f"{prefix}-symbol.json"), load_params(f"{prefix}-0000.params"), shapes, types,
                             path, dynamic=True, dynamic_input_shapes=open_shapes)
    if task["precision"] == "int8":
        _quantize_onnx(task, path)


def _quantize_onnx(task: Task, path: str) -> None:
    """Quantize the ONNX file with onnxruntime: QDQ nodes, one scale for each filter, minimum and maximum."""
    from onnxruntime import quantization as tools
    from onnxruntime.quantization.shape_inference import quant_pre_process

    class _Reader(tools.CalibrationDataReader):
        def __init__(self) -> None:
            self._rest = ({name: batch[name] for name in task["inputs"]} for batch in _calibration(task))

        def get_next(self) -> Any:
            return next(self._rest, None)

    folded = str(Path(task["folder"], "folded.onnx"))
    quant_pre_process(path, folded, skip_symbolic_shape=True)
    tools.quantize_static(folded, str(Path(task["folder"], "int8.onnx")), _Reader(), per_channel=True)
