"""Models of ``mxnet predict``: files, archives, ONNX and the model zoo, with their class names and preprocessing."""

from __future__ import annotations

import tarfile
import tempfile
import zipfile
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import mxnet as mx
from mxnet import nd, sym
from mxnet.base import MXNetError
from mxnet.gluon import SymbolBlock
from mxnet.gluon.model_zoo import vision
from mxnet.gluon.model_zoo._state_dicts import input_size
from mxnet.image._preprocessing import Preprocessing
from mxnet.onnx.mx2onnx._source import make
from mxnet.symbol import Symbol
from mxnet.tools.convert import _shapes, _sources
from mxnet.tools.convert._archive import _DAMAGES
from mxnet.tools.convert._sources import Model as Graph
from mxnet.util import np_shape

from .._output_layers import ends_in_softmax

_ARCHIVES = (".mar", ".tar.gz", ".tgz", ".tar")
_LARGEST_TEXT = 1 << 22


@dataclass
class Files:
    """A graph with the files of its folder.

    Attributes
    ----------
    signature
        Content of ``signature.json``.
    labels
        Class names of ``synset.txt``.
    """

    graph: Graph
    signature: dict[str, Any] = field(default_factory=dict)
    labels: tuple[str, ...] = ()


def open_files(path: str, params: str | None) -> Files:
    """Read a model from files, a folder, an archive, an ONNX file or the model zoo."""
    if path.lower() in vision._MODELS and not Path(path).exists() and not Path(f"{path}-symbol.json").exists():
        return _open_network(path.lower())
    if path.endswith(".onnx"):
        return _add_files(_sources.read_onnx(path), Path(path).parent)
    if path.endswith(_ARCHIVES):
        with tempfile.TemporaryDirectory() as folder:
            _sources.extract(path, Path(folder))
            return Files(_sources._of_folder(Path(folder), Path(path).name.split(".")[0]),
                         _read_signature(Path(folder)), _parse_labels(_read_member(path, "synset.txt")))
    if path.endswith("-0000.params") and Path(path.replace("-0000.params", "-symbol.json")).exists():
        path, params = path.replace("-0000.params", "-symbol.json"), path
    folder = Path(path) if Path(path).is_dir() else Path(path).parent
    if Path(path).is_dir() and (Path(path) / "model-symbol.json").exists():  # the checkpoints are no models
        path = str(Path(path) / "model-symbol.json")
    return _add_files(_sources.read(path, params), folder)


def _add_files(graph: Graph, folder: Path) -> Files:
    """Read the signature and the class names in the folder of a model."""
    _sources.add_stated_shapes(graph, folder)
    return Files(graph, _read_signature(folder), read_labels(folder / "synset.txt"))


def _open_network(name: str) -> Files:
    network = vision.get_model(name, pretrained=True)
    network.hybridize()
    size = input_size(name)
    network(nd.zeros((1, 3, size, size)))
    traced: Any = network._traced
    held = {key: parameter.data() for key, parameter in network.collect_params().items()}
    preprocess = Preprocessing.for_training(size, 3).to_dict()
    return Files(Graph(name, make(traced.result, held), {"data": (1, 3, size, size)}), {"preprocess": preprocess})


def _read_signature(folder: Path) -> dict[str, Any]:
    file = folder / "signature.json"
    content = _sources.read_json(file) if file.is_file() else {}
    return content if isinstance(content, dict) else {}


def _read_member(archive: str, name: str) -> str:
    """Return a text file of an archive, or an empty text if there is none."""
    try:
        return _find_member(archive, name)
    except _DAMAGES as error:
        raise MXNetError(f"{name} in {archive} cannot be read: {error}") from error


def _find_member(archive: str, name: str) -> str:
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as opened:
            found = [member for member in opened.namelist() if Path(member).name == name]
            if found:
                with opened.open(found[0]) as file:
                    return file.read(_LARGEST_TEXT).decode(errors="replace")
        return ""
    with tarfile.open(archive) as tar:
        for member in tar:
            stream = tar.extractfile(member) if Path(member.name).name == name and member.isfile() else None
            if stream is not None:
                return stream.read(_LARGEST_TEXT).decode(errors="replace")
    return ""


def read_labels(file: Path, required: bool = False) -> tuple[str, ...]:
    """Read class names, one per line."""
    if not required and not file.is_file():
        return ()
    with open(file, encoding="utf-8", errors="replace") as opened:
        return _parse_labels(opened.read(_LARGEST_TEXT))


def _parse_labels(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


class Model:
    """A model that is ready to predict.

    Parameters
    ----------
    files : Files
    shape : sequence of int, optional
        Shape of one input without the batch.
    changes : dict
        Values of the preprocessing that replace those of the signature.
    device : Context
    """

    def __init__(self, files: Files, shape: Sequence[int] | None, changes: dict[str, Any], device: mx.Context) -> None:
        graph = files.graph
        if len(graph.source.inputs) != 1:
            raise MXNetError(f"the model {graph.name} has the inputs {', '.join(graph.source.inputs) or '(none)'}; "
                             "mxnet predict supports models with one input")
        (self.input,) = graph.source.inputs
        self.labels, self._numpy, self._device = files.labels, graph.numpy, device
        self.shape = self._find_shape(graph, shape)
        stated = files.signature.get("preprocess", {})
        self._preprocess = {**stated, **changes} if isinstance(stated, dict) else stated
        self.is_probability = ends_in_softmax(graph.source.graph.outputs[0][0])
        self._label_names = graph.source.labels
        self._symbol = Symbol(graph.source.graph.outputs)
        self._block = self._compile(graph)

    def _find_shape(self, graph: Graph, shape: Sequence[int] | None) -> tuple[int, ...]:
        stated = graph.shapes.get(self.input) if shape is None else (1, *shape)
        try:
            return tuple(_shapes.input_shapes(graph, {} if stated is None else {self.input: stated})[self.input])
        except MXNetError as error:
            raise MXNetError(f"the shape of the input {self.input} cannot be inferred from the model; pass it with "
                             "--shape, for example --shape 3,224,224") from error

    @property
    def preprocessing(self) -> Preprocessing:
        """Preprocessing of images. Raise if the model does not take images."""
        return Preprocessing.read(self.shape, self._preprocess)

    def _compile(self, graph: Graph) -> SymbolBlock:
        block = SymbolBlock(self._symbol, [sym.var(name) for name in (self.input, *self._label_names)])
        for name, parameter in block.collect_params().items():
            if name not in graph.source.params:
                raise MXNetError(f"the parameter {name} of {graph.name} has no value")
            parameter._load_init(graph.source.params[name], [self._device], cast_dtype=True, dtype_source="saved")
        block.hybridize(static_alloc=True, static_shape=True)
        return block

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        """Return the outputs for a batch."""
        with np_shape(True) if self._numpy else nullcontext():
            array = nd.array(batch, ctx=self._device)
            labels = []
            if self._label_names:  # output layers ignore them in prediction
                shapes = self._symbol.infer_shape(**{self.input: array.shape})[0]
                by_name = dict(zip(self._symbol.list_arguments(), shapes, strict=True))
                labels = [nd.zeros(by_name[name], ctx=self._device) for name in self._label_names]
            result = self._block(array, *labels)
            outputs = result if isinstance(result, (list, tuple)) else [result]
            return [output.astype("float32").asnumpy() for output in outputs]
