"""Loading of a graph and its parameters: from a symbol file, the model zoo, or an archive of a server."""

from __future__ import annotations

import difflib
import json
import math
import os
import re
import tempfile
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ... import ndarray as nd
from ... import random
from ... import symbol as sym
from ..._graph.ir import Variable
from ..._runtime.files.params_file import has_numpy_shapes
from ...base import MXNetError
from ...contrib.onnx.onnx2mx import get_model_metadata, import_model
from ...gluon.model_zoo import vision
from ...gluon.model_zoo._state_dicts import input_size
from ...initializer import Xavier
from ...name import NameManager
from ...ndarray import NDArray
from ...onnx.mx2onnx._source import Source, load_params, make
from ...util import np_shape
from ._archive import extract

_MOST_SIZES, _MOST_ELEMENTS, _LARGEST_SIGNATURE = 32, 1 << 28, 1 << 20
_MOST_NAMES = 5
_WEIGHTS = frozenset({"weight", "bias", "gamma", "beta", "parameters"})
# Files in which servers store the input shapes.
_SIGNATURES = ("signature.json", "model-shapes.json")


@dataclass
class Model:
    """A model to convert.

    Attributes
    ----------
    shapes
        Input shapes from its files.
    numpy
        Whether it was saved with NumPy shape semantics, which it then needs to run.
    """

    name: str
    source: Source
    shapes: dict[str, tuple[int, ...]] = field(default_factory=dict)
    numpy: bool = False


def read(path: str, params: str | None = None, zoo: str | None = None) -> Model:
    """Load a model from a file, a folder or an archive."""
    if zoo is not None:
        return _of_zoo(path, zoo)
    if path.endswith((".mar", ".tar.gz", ".tgz", ".tar")):
        with tempfile.TemporaryDirectory() as folder:
            extract(path, Path(folder))
            return _of_folder(Path(folder), Path(path).name.split(".")[0])
    if os.path.isdir(path):
        return _of_folder(Path(path), Path(path).name)
    symbol = path if path.endswith(".json") else f"{path}-symbol.json"
    if not os.path.exists(symbol):
        state = "is not a model" if os.path.exists(path) else "does not exist"
        raise MXNetError(f"{path} {state}: expected a -symbol.json file or its prefix, a .mar or .tar.gz archive, or a "
                         ".params file with --zoo NAME" + (
                             "; use mx.contrib.onnx.import_model for ONNX" if path.endswith(".onnx") else ""))
    model = read_symbol(Path(symbol), Path(params) if params else find_params(Path(symbol)))
    add_stated_shapes(model, Path(symbol).parent)
    return model


def find_params(symbol: Path) -> Path:
    """Return the parameter file of the last epoch for a symbol."""
    prefix = symbol.name.removesuffix(".json").removesuffix("-symbol")
    files = sorted(symbol.parent.glob("*.params"))
    numbered = [file for file in files if re.fullmatch(rf"{re.escape(prefix)}-\d+\.params", file.name)]
    candidates = numbered or [file for file in files if file.stem == prefix] or (files if len(files) == 1 else [])
    if not candidates:
        raise MXNetError(f"no file {prefix}-NNNN.params found for {symbol}; pass the file with --params")
    return max(candidates, key=_epoch)


def _epoch(file: Path) -> int:
    digits = file.stem.rpartition("-")[2]
    return int(digits) if digits.isdecimal() else -1


def read_symbol(symbol: Path, params: Path) -> Model:
    name = symbol.name.removesuffix(".json").removesuffix("-symbol")
    numpy = params.exists() and has_numpy_shapes(str(params))
    with np_shape(True) if numpy else nullcontext():
        held = load_params(str(params))
        source = make(sym.load(str(symbol)), held)
    missing = _missing(source)
    if missing:
        raise MXNetError(f"{len(missing)} parameters of {symbol} are not in {params}: {_some(missing)}. The file has "
                         f"{_some(list(held)) or 'none'}; pass the matching file with --params")
    return Model(name or "model", source, numpy=numpy)


def _some(names: list[str]) -> str:
    """List the first names, and the number of further ones."""
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _missing(source: Source) -> list[str]:
    """Return the weights and states of layers that are missing in the parameters."""
    missing: dict[str, None] = {}
    for node in source.nodes:
        if isinstance(node, Variable):
            continue
        names, states = list(node.op.input_names(node.params)), set(node.aux_positions())
        for i, (variable, _) in enumerate(node.inputs):
            layer = i in states or (i and i < len(names) and names[i] in _WEIGHTS)
            if layer and isinstance(variable, Variable) and variable.name in source.inputs:
                missing[variable.name] = None
    return list(missing)


def _of_folder(folder: Path, name: str) -> Model:
    symbols = sorted(folder.glob("*-symbol.json")) or sorted(folder.glob("*symbol*.json"))
    if len(symbols) != 1:
        raise MXNetError(f"{name} must contain one -symbol.json file, found {len(symbols)}: "
                         f"{', '.join(file.name for file in symbols)}")
    model = read_symbol(symbols[0], find_params(symbols[0]))
    add_stated_shapes(model, folder)
    return model


def add_stated_shapes(model: Model, folder: Path) -> None:
    """Add the input shapes that the files beside a model state."""
    for file in _SIGNATURES:
        if (folder / file).exists():
            stated = read_shapes(folder / file)
            model.shapes.update({name: tuple(max(size, 1) for size in shape) for name, shape in stated.items()})


def read_shapes(file: Path) -> dict[str, tuple[int, ...]]:
    """Read input shapes from the file of a server. Sizes that may vary, such as the batch, are 0.

    Raises
    ------
    MXNetError
        If the file is damaged, or contains shapes that are invalid or too large.
    """
    content = read_json(file)
    entries = content.get("inputs", []) if isinstance(content, dict) else content
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise MXNetError(f"{file.name} must be a list of objects with a name and a shape, received "
                         f"{_excerpt(entries)}")
    shapes = {}
    for entry in entries:
        name, shape = entry.get("data_name", entry.get("name")), entry.get("data_shape", entry.get("shape"))
        if name is not None and shape is not None:
            shapes[str(name)] = _check_shape(file.name, name, shape)
    return shapes


def read_json(file: Path) -> Any:
    """Read a small, untrusted JSON file."""
    size = file.stat().st_size
    if size > _LARGEST_SIGNATURE:
        raise MXNetError(f"{file.name} has {size} bytes, more than the limit of {_LARGEST_SIGNATURE}")
    try:
        return json.loads(file.read_bytes())
    except (ValueError, RecursionError) as error:
        raise MXNetError(f"{file.name} is not valid JSON: {str(error)[:200]}") from error


def _check_shape(file: str, name: Any, shape: Any) -> tuple[int, ...]:
    if not (isinstance(name, str) and isinstance(shape, list) and len(shape) <= _MOST_SIZES
            and all(type(size) is int for size in shape)):
        raise MXNetError(f"{file}: the shape of input {_excerpt(name)} must be a list of integers, received "
                         f"{_excerpt(shape)}")
    sizes = tuple(max(size, 0) for size in shape)
    if math.prod(max(size, 1) for size in sizes) > _MOST_ELEMENTS:
        raise MXNetError(f"{file}: input {_excerpt(name)} of shape {_excerpt(shape)} has more than {_MOST_ELEMENTS} "
                         "elements; correct the shape, or remove the file and use --shape")
    return sizes


def _excerpt(value: Any) -> str:
    """Return the beginning of a value as text on one line."""
    try:
        text = json.dumps(value)
    except RecursionError:
        return "a deeply nested value"
    return text if len(text) <= 80 else f"{text[:80]}..."


def check_network(name: str) -> None:
    """Raise unless the model zoo has a network of this name."""
    if name.lower() not in vision._MODELS:
        near = difflib.get_close_matches(name.lower(), vision._MODELS, _MOST_NAMES, 0.5)
        raise MXNetError(f"the model zoo has no network {name!r}; "
                         + (f"similar names are {_some(near)}" if near else f"it has {_some(sorted(vision._MODELS))}"))


def read_onnx(path: str) -> Model:
    """Load an ONNX file."""
    symbol, arguments, states = import_model(path)
    declared = get_model_metadata(path)["input_tensor_data"]
    return Model(Path(path).stem, make(symbol, {**arguments, **states}), dict(declared))


def make_random_network(name: str) -> Model:
    """Return a network of the model zoo with random weights."""
    random.seed(0)
    with NameManager():  # names of layers do not depend on earlier networks
        network = vision.get_model(name)
        network.initialize(Xavier(rnd_type="gaussian", factor_type="in", magnitude=2))
        return _trace(network, name, name)


def _of_zoo(path: str, zoo: str) -> Model:
    """Load a network of ``gluon.model_zoo.vision``. The last layer of its parameters gives the number of classes."""
    check_network(zoo)
    loaded = nd.load(path)
    if not isinstance(loaded, dict) or not loaded:
        raise MXNetError(f"{path} has no named parameters")
    classes = _classes(loaded)
    with NameManager():
        network = vision.get_model(zoo, **({} if classes is None else {"classes": classes}))
        network.load_parameters(path)
        return _trace(network, zoo.lower(), zoo.replace(".", "_"))


def _trace(network: Any, name: str, title: str) -> Model:
    network.hybridize()
    size = input_size(name)
    network(nd.zeros((1, 3, size, size)))
    traced: Any = network._traced
    held = {key: parameter.data() for key, parameter in network.collect_params().items()}
    return Model(title, make(traced.result, held), {"data": (1, 3, size, size)})


def _classes(params: dict[str, NDArray]) -> int | None:
    heads = [array.shape for name, array in params.items() if name.startswith("output.") and name.endswith("bias")]
    if heads:
        return int(heads[0][0])
    last = [array for name, array in params.items() if name.endswith("weight") and array.ndim == 4]
    return int(last[-1].shape[0]) if last and last[-1].shape[2:] == (1, 1) else None
