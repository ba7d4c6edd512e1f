"""Sources of models: files, folders, archives, ONNX files and networks of the model zoo."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import weakref
from dataclasses import dataclass, field
from pathlib import Path

from ..base import MXNetError
from ..gluon.model_zoo import model_store, vision
from ..gluon.model_zoo._state_dicts import input_size
from ..image._preprocessing import Preprocessing
from ..tools.convert import _sources
from ..tools.convert._archive import extract_tree
from .contents import Contents, Signature, read_folder, read_labels, read_signature
from .interface import Served, Source

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,127}")
_ARCHIVES = (".mar", ".tar.gz", ".tgz", ".tar", ".model")


@dataclass(frozen=True)
class GraphSource:
    """A graph with parameters, an ONNX file or a network of the model zoo.

    Attributes
    ----------
    kind
        'symbol', 'onnx' or 'zoo'.
    path
        The symbol or ONNX file, or the name of the network.
    params
        Parameter file. None for a network of the zoo means random weights.
    """

    name: str
    kind: str
    path: str
    params: str | None = None
    version: str = "1.0"
    signature: Signature = field(default_factory=Signature)
    labels: tuple[str, ...] = ()

    def load(self) -> Served:
        """Read the files and compile the network."""
        from .graph_model import GraphModel

        return GraphModel(self.name, self.version, self._read(), self.signature, self.labels)

    def _read(self) -> _sources.Model:
        if self.kind == "onnx":
            return _sources.read_onnx(self.path)
        if self.kind == "zoo":
            return (_sources.make_random_network(self.path) if self.params is None
                    else _sources.read(self.params, zoo=self.path))
        assert self.params is not None
        return _sources.read_symbol(Path(self.path), Path(self.params))


@dataclass(frozen=True)
class CodeSource:
    """An archive or folder whose code answers the requests."""

    name: str
    contents: Contents

    def load(self) -> Served:
        """Import the code of the archive and initialize its model."""
        if self.contents.program is not None:
            from .sagemaker_code import SageMakerModel

            return SageMakerModel(self.name, self.contents)
        from .mms_code import HandlerModel

        return HandlerModel(self.name, self.contents)


def open_source(path: str, *, name: str | None = None, allow_code: bool = False, folder: str | None = None) -> Source:
    """Check the files of a model.

    Parameters
    ----------
    path : str
        A ``-symbol.json`` file or its prefix, a ``.params`` file beside its symbol, a folder, a ``.mar`` or
        ``model.tar.gz`` archive, an ``.onnx`` file, or a network of the model zoo. ``NAME=PATH`` also names the model.
        Networks of the zoo use pretrained weights; ``zoo:NETWORK`` uses random ones.
    name : str, optional
        Name of the model. The default is the name in the manifest or of the file.
    allow_code : bool
        Whether code inside of archives and folders may run.
    folder : str, optional
        Folder in which archives are unpacked. The default is a temporary folder that exists as long as the source.

    Raises
    ------
    MXNetError
        If the files are missing or damaged, or if code would have to run.
    """
    prefix, sign, rest = path.partition("=")
    if sign and not os.path.exists(path) and _NAME.fullmatch(prefix):
        name, path = name or prefix, rest
    if name is not None and not _NAME.fullmatch(name):
        raise MXNetError(f"the model name {name!r} must consist of letters, digits and _ . - and start with a letter "
                         "or digit")
    if re.match(r"[A-Za-z][A-Za-z0-9+]+://", path):
        raise MXNetError(f"{path} is an address; download the model and serve the file")
    if _is_network(path):
        return _open_network(path, name)
    if path.endswith(_ARCHIVES):
        return _open_archive(path, name, allow_code, folder)
    if os.path.isdir(path):
        return _open_folder(read_folder(Path(path)), name, Path(path).resolve().name, allow_code)
    if path.endswith(".onnx"):
        return _open_onnx(path, name)
    return _open_symbol(path, name)


def _is_network(path: str) -> bool:
    return path.startswith("zoo:") or (path.lower() in vision._MODELS and not os.path.exists(path)
                                       and not os.path.exists(f"{path}-symbol.json"))


def _open_network(path: str, name: str | None) -> Source:
    network = path.removeprefix("zoo:").lower()
    _sources.check_network(network)
    params = None
    if not path.startswith("zoo:"):
        try:
            params = model_store.get_model_file(network)
        except (MXNetError, ValueError) as error:
            raise MXNetError(f"{error}. To serve the network with random weights, write zoo:{network}") from error
    size = input_size(network)
    preprocess = Preprocessing.for_training(size, 3).to_dict()
    signature = Signature({"data": (0, 3, size, size)}, "image/jpeg", preprocess)
    return GraphSource(name or network, "zoo", network, params, signature=signature)


def _open_archive(path: str, name: str | None, allow_code: bool, folder: str | None) -> Source:
    if not os.path.isfile(path):
        raise MXNetError(f"the archive {path} does not exist")
    target = Path(tempfile.mkdtemp(prefix="mxnet-model-", dir=folder))
    try:
        extract_tree(path, target)
        source = _open_folder(read_folder(target), name, _file_stem(path), allow_code)
    except BaseException:
        shutil.rmtree(target)
        raise
    if folder is None:
        weakref.finalize(source, shutil.rmtree, target, ignore_errors=True)
    return source


def _open_folder(contents: Contents, name: str | None, default: str, allow_code: bool) -> Source:
    name = name or _clean(contents.name or default)
    if contents.code is None:
        if contents.symbol is None:
            raise MXNetError(f"{default} contains no model: expected a -symbol.json file with .params, or code with a "
                             "manifest or code/inference.py")
        return GraphSource(name, "symbol", contents.symbol, contents.params, contents.version, contents.signature(),
                           contents.labels())
    if not allow_code:
        raise MXNetError(f"the model {name} is answered by code in its archive ({contents.code}), which does not run "
                         "unless you pass --allow-code (allow_code=True); only do so if you trust the archive")
    return CodeSource(name, contents)


def _open_onnx(path: str, name: str | None) -> Source:
    if not os.path.isfile(path):
        raise MXNetError(f"the file {path} does not exist")
    return GraphSource(name or _clean(Path(path).stem), "onnx", os.path.abspath(path),
                       signature=_signature_beside(Path(path).parent), labels=_labels_beside(Path(path).parent))


def _open_symbol(path: str, name: str | None) -> Source:
    if path.endswith(".params"):
        path = re.sub(r"(-\d+)?\.params$", "", path)
    symbol = Path(path if path.endswith(".json") else f"{path}-symbol.json")
    if not symbol.is_file():
        state = "is not a model" if os.path.exists(path) else "does not exist"
        raise MXNetError(f"{path} {state}: expected a -symbol.json file or its prefix, a folder, a .mar or .tar.gz "
                         "archive, an .onnx file, or a network of the model zoo")
    title = symbol.name.removesuffix(".json").removesuffix("-symbol")
    params = _sources.find_params(symbol)
    return GraphSource(name or _clean(title), "symbol", str(symbol.absolute()), str(params.absolute()),
                       signature=_signature_beside(symbol.parent), labels=_labels_beside(symbol.parent))


def _signature_beside(folder: Path) -> Signature:
    file = folder / "signature.json"
    return read_signature(file) if file.is_file() else Signature()


def _labels_beside(folder: Path) -> tuple[str, ...]:
    file = folder / "synset.txt"
    return read_labels(file) if file.is_file() else ()


def _file_stem(path: str) -> str:
    return next(Path(path).name.removesuffix(ending) for ending in _ARCHIVES if path.endswith(ending))


def _clean(name: str) -> str:
    """Make a valid model name of a file name."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "_", name).lstrip("_.-")[:128] or "model"
