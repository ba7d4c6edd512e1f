"""Files of a model in a folder: manifest, signature, labels, graph, parameters and code."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from mxnet_records import environment

from ..base import MXNetError
from ..image._preprocessing import Preprocessing
from ..tools.convert._sources import find_params, read_json, read_shapes

_MANIFESTS = ("MAR-INF/MANIFEST.json", "MANIFEST.json")
_MOST_LABELS, _LARGEST_SYNSET = 1 << 20, 64 << 20
_ANY_IMAGE = (0, 3, 3, 3)  # to check values for any model
# Services that Multi Model Server publishes as templates. The graph gives what they give.
_TEMPLATES = frozenset({"mxnet_vision_service", "mxnet_model_service", "mxnet_vision_batching"})
# First digits of the sha256 of their files in all published versions, including the files that they import.
_TEMPLATE_HASHES = frozenset({
    "30fdb21a81556710", "e58759de719ee11c", "b8cd01e373b83d79", "12bf7b433c070ad3", "781c8a97579974d0",
    "a7384973cdc55134", "ac35f49f2db26951", "b4c3d94c390853fb", "1220c55ac31ae86f", "92aed998882cf500",
    "adb512ea3dd49775", "cb33d8053e9fa854", "e0624f65eef4a23a", "e69fbbff3622f5cc", "fc52f754f578fa90",
    "32df074450d24657", "36da1b53ce5f544d", "077dce7f2fa41f33", "039b6efe84327f78"})


@dataclass(frozen=True)
class Signature:
    """Declared inputs of a model, and the preprocessing of images. Sizes that may vary are 0."""

    shapes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    input_type: str = ""
    preprocess: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Contents:
    """Files of a model in a folder.

    Attributes
    ----------
    handler
        Entry point of Multi Model Server, ``module`` or ``module:function``.
    program
        Python file of SageMaker, relative to the folder.
    """

    folder: str
    name: str | None
    version: str
    manifest: Mapping[str, Any]
    handler: str | None
    program: str | None
    symbol: str | None
    params: str | None

    @property
    def code(self) -> str | None:
        """The Python file or entry point that answers requests, or None if the graph does."""
        if self.program is not None:
            return self.program
        if self.handler is None or (self.symbol is not None and _is_template(Path(self.folder), self.handler)):
            return None
        return self.handler

    def signature(self) -> Signature:
        """Read the declared inputs."""
        folder = Path(self.folder)
        for name in (str(_entry(self.manifest, "Model").get("Signature", "signature.json")), "model-shapes.json"):
            file = folder / PurePosixPath(name).name
            if file.is_file():
                return read_signature(file)
        return Signature()

    def labels(self) -> tuple[str, ...]:
        """Read the class names, one for each line."""
        file = Path(self.folder, "synset.txt")
        return read_labels(file) if file.is_file() else ()


def read_folder(folder: Path) -> Contents:
    """Find out what a folder contains. The files may be in a single folder at the top."""
    folder = folder.absolute()
    entries = [entry for entry in folder.iterdir() if not entry.name.startswith(".")]
    if len(entries) == 1 and entries[0].is_dir() and entries[0].name not in ("code", "MAR-INF"):
        folder = entries[0]
    manifest = _read_manifest(folder)
    model = _entry(manifest, "model") or _entry(manifest, "Model")
    name, handler = model.get("modelName", model.get("Model-Name")), model.get("handler", model.get("Service"))
    symbol = _find_symbol(folder, model, name)
    program = _find_program(folder)
    version = model.get("modelVersion", manifest.get("implementationVersion", "1.0"))
    return Contents(str(folder), name if isinstance(name, str) else None, str(version)[:64], manifest,
                    handler if isinstance(handler, str) and handler else None, program if handler is None else None,
                    None if symbol is None else str(symbol),
                    None if symbol is None else str(_find_params(folder, symbol, model)))


def _find_program(folder: Path) -> str | None:
    """Return the Python file of SageMaker."""
    name = PurePosixPath(environment.SAGEMAKER_PROGRAM.get() or "inference.py").name
    names = [place + (name if name.endswith(".py") else f"{name}.py") for place in ("code/", "")]
    return next((path for path in names if (folder / path).is_file()), None)


def _read_manifest(folder: Path) -> dict[str, Any]:
    file = next((folder / name for name in _MANIFESTS if (folder / name).is_file()), None)
    if file is None:
        return {}
    manifest = read_json(file)
    if not isinstance(manifest, dict):
        raise MXNetError(f"MANIFEST.json must contain an object, received {type(manifest).__name__}")
    return manifest


def _entry(manifest: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = manifest.get(key, {})
    return value if isinstance(value, dict) else {}


def _find_symbol(folder: Path, model: Mapping[str, Any], name: Any) -> Path | None:
    """Return the symbol that the manifest names, or the only one."""
    symbols = sorted(folder.glob("*-symbol.json")) or sorted(folder.glob("*symbol*.json"))
    wanted = {model.get("Symbol"), f"{name}-symbol.json"}
    named = [file for file in symbols if file.name in wanted] or [
        file for file in symbols if file.name == "model-symbol.json"]
    if not named and len(symbols) > 1:
        raise MXNetError(f"{folder.name} contains {len(symbols)} symbols: {', '.join(file.name for file in symbols)}; "
                         "name the model after one of them in MANIFEST.json, or serve the file itself")
    return next(iter(named or symbols), None)


def _find_params(folder: Path, symbol: Path, model: Mapping[str, Any]) -> Path:
    stated = model.get("Parameters")
    if isinstance(stated, str) and (folder / PurePosixPath(stated).name).is_file():
        return folder / PurePosixPath(stated).name
    return find_params(symbol)


def _is_template(folder: Path, handler: str) -> bool:
    """Return whether the graph answers as the handler does: a published template, or the one of ``mxnet archive``."""
    from .archiver import SERVICE, service_source

    module = PurePosixPath(handler.partition(":")[0].removesuffix(".py")).name
    sources = sorted(folder.rglob("*.py"))
    if not sources:
        return module in _TEMPLATES
    if module == SERVICE:
        return [file.read_bytes() for file in sources] == [service_source().encode()]
    return module in _TEMPLATES and all(
        hashlib.sha256(file.read_bytes()).hexdigest()[:16] in _TEMPLATE_HASHES for file in sources)


def read_labels(file: Path) -> tuple[str, ...]:
    """Read a text file with one class name for each line."""
    if file.stat().st_size > _LARGEST_SYNSET:
        raise MXNetError(f"{file.name} has {file.stat().st_size} bytes, more than the limit of {_LARGEST_SYNSET}")
    lines = file.read_text("utf-8", "replace").splitlines()
    if len(lines) > _MOST_LABELS:
        raise MXNetError(f"{file.name} has {len(lines)} lines, more than the limit of {_MOST_LABELS}")
    return tuple(line.strip() for line in lines)


def read_signature(file: Path) -> Signature:
    """Read a signature.json of Multi Model Server or a model-shapes.json of SageMaker.

    The optional entry ``preprocess`` has the keys ``resize``, ``mean``, ``std``, ``layout`` and ``channels``.
    """
    content = read_json(file)
    shapes = read_shapes(file)
    if not isinstance(content, dict):
        return Signature(shapes)
    stated = _entry(content, "preprocess")
    input_type = content.get("input_type", "")
    try:
        Preprocessing.read(_ANY_IMAGE, stated)
    except MXNetError as error:
        raise MXNetError(f"{file.name}: {error}") from None
    return Signature(shapes, input_type if isinstance(input_type, str) else "", stated)
