"""Archives for Multi Model Server: ``.mar``, ``.tar.gz`` or a folder, from a folder or from the prefix of a model."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from mxnet_records import saving

from ..base import MXNetError
from ..tools.convert import _sources
from .contents import read_labels, read_signature
from .images import accepts_images
from .network import Network

SERVICE = "mxnet_graph_service"  # the handler that is added
_ENDINGS = {"default": ".mar", "tgz": ".tar.gz", "no-archive": ""}
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_SKIPPED = (".pyc", ".mar")
_TIME = (1980, 1, 1, 0, 0, 0)  # equal files give equal archives


@dataclass(frozen=True)
class Options:
    """Options of an archive.

    Attributes
    ----------
    path
        A folder with all files, or the prefix of a ``-symbol.json`` file.
    handler
        Entry point ``module`` or ``module:function`` in the folder. Without one, the graph answers the requests.
    form
        'default' (.mar), 'tgz' or 'no-archive'.
    synset
        File with class names.
    shapes
        Shapes of inputs, where the weights do not define them.
    preprocess
        Preprocessing of images, as in ``signature.json``.
    """

    name: str
    path: str
    handler: str | None = None
    runtime: str = "python"
    export_path: str = "."
    form: str = "default"
    force: bool = False
    synset: str | None = None
    shapes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    preprocess: Mapping[str, Any] = field(default_factory=dict)


def service_source() -> str:
    """Return the source of the handler that `write_archive` adds."""
    return Path(__file__).with_name(f"{SERVICE}.py").read_text("utf-8")


def write_archive(options: Options) -> Path:
    """Write an archive and return its path.

    Raises
    ------
    MXNetError
        If a name or a file is missing, or if the archive exists and `force` is not set.
    """
    if not _NAME.fullmatch(options.name):
        raise MXNetError(f"the model name {options.name!r} must consist of letters, digits and _ . - and start with a "
                         "letter or digit")
    if not os.path.isdir(options.export_path):
        raise MXNetError(f"the folder {options.export_path} does not exist")
    target = Path(options.export_path, options.name + _ENDINGS[options.form])
    if target.exists() and not options.force:
        raise MXNetError(f"{target} exists; pass --force to replace it")
    files: dict[str, bytes | Path] = _list_files(options)
    handler = options.handler or f"{SERVICE}:handle"
    _check_handler(handler, files)
    manifest = {"runtime": options.runtime, "model": {"modelName": options.name, "handler": handler},
                "modelServerVersion": "1.0", "implementationVersion": "1.0", "specificationVersion": "1.0"}
    files["MAR-INF/MANIFEST.json"] = _to_json(manifest)
    {"default": _write_zip, "tgz": _write_tar, "no-archive": _write_folder}[options.form](target, files, options.name)
    return target


def _to_json(value: Any) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def _list_files(options: Options) -> dict[str, bytes | Path]:
    """Return the files of the archive by their names in it."""
    files: dict[str, bytes | Path] = {}
    folder = Path(options.path)
    if folder.is_dir():
        files = dict(_walk(folder))
        symbols = [path for name, path in files.items() if name.endswith("-symbol.json") and "/" not in name]
    else:
        symbols = [Path(options.path if options.path.endswith(".json") else f"{options.path}-symbol.json")]
        if not symbols[0].is_file():
            raise MXNetError(f"{options.path} does not exist: expected a folder, or the prefix of a -symbol.json file")
    if options.synset is not None:
        read_labels(Path(options.synset))
        files["synset.txt"] = Path(options.synset)
    if options.handler is not None:
        return files
    if len(symbols) != 1 or not isinstance(symbols[0], Path):
        raise MXNetError(f"{options.path} has {len(symbols)} -symbol.json files; an archive without --handler needs "
                         "exactly one")
    return {**files, **_graph_files(options, symbols[0], files)}


def _walk(folder: Path) -> list[tuple[str, Path]]:
    """Return the files of a folder without hidden and generated ones."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".")
                            and name not in ("__MACOSX", "__pycache__", "MAR-INF"))
        found += [(Path(place, name).relative_to(folder).as_posix(), Path(place, name)) for name in sorted(names)
                  if not name.startswith(".") and not name.endswith(_SKIPPED) and name != "MANIFEST.json"]
    return found


def _graph_files(options: Options, symbol: Path, files: Mapping[str, bytes | Path]) -> dict[str, bytes | Path]:
    """Return the graph under the model's name, its signature and the handler. Check that the graph can be loaded."""
    if any(name.endswith(".py") for name in files):
        raise MXNetError(f"{options.path} has Python files; name the entry point with --handler, or remove them")
    params = _sources.find_params(symbol)
    beside = symbol.with_name("signature.json")
    stated = read_signature(beside) if beside.is_file() else None
    shapes = {**({} if stated is None else stated.shapes), **options.shapes}
    network = Network(_sources.read_symbol(symbol, params), shapes)
    result: dict[str, bytes | Path] = {f"{options.name}-symbol.json": symbol, f"{options.name}-0000.params": params,
                                       f"{SERVICE}.py": service_source().encode()}
    if stated is None or options.shapes or options.preprocess:
        result["signature.json"] = _to_json(_make_signature(network, options.preprocess))
    else:
        result["signature.json"] = beside
    if "synset.txt" not in files and symbol.with_name("synset.txt").is_file():
        result["synset.txt"] = symbol.with_name("synset.txt")
    return result


def _make_signature(network: Network, preprocess: Mapping[str, Any]) -> dict[str, Any]:
    shapes = network.sample_shapes
    image = len(shapes) == 1 and accepts_images(next(iter(shapes.values())))
    signature = {"inputs": [{"data_name": name, "data_shape": [0, *shape]} for name, shape in shapes.items()],
                 "input_type": "image/jpeg" if image else "application/json",
                 "outputs": [{"data_name": spec.name, "data_shape": [size or 0 for size in spec.shape]}
                             for spec in network.outputs],
                 "output_type": "application/json"}
    return {**signature, "preprocess": dict(preprocess)} if preprocess else signature


def _check_handler(handler: str, files: Mapping[str, Any]) -> None:
    module = PurePosixPath(handler.partition(":")[0].removesuffix(".py")).name
    if f"{module}.py" not in files and f"{module}/__init__.py" not in files:
        raise MXNetError(f"the handler {handler} needs a file {module}.py in the folder")


def _read(content: bytes | Path) -> bytes:
    return content.read_bytes() if isinstance(content, Path) else content


def _in_order(files: Mapping[str, bytes | Path]) -> Sequence[tuple[str, bytes | Path]]:
    return sorted(files.items())


def _write_zip(target: Path, files: Mapping[str, bytes | Path], name: str) -> None:
    with saving.write(str(target)) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in _in_order(files):
            entry = zipfile.ZipInfo(member, _TIME)
            entry.external_attr, entry.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, _read(content))


def _write_tar(target: Path, files: Mapping[str, bytes | Path], name: str) -> None:
    with saving.write(str(target)) as file, tarfile.open(fileobj=file, mode="w:gz") as archive:
        for member, content in _in_order(files):
            data = _read(content)
            entry = tarfile.TarInfo(f"{name}/{member}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))


def _write_folder(target: Path, files: Mapping[str, bytes | Path], name: str) -> None:
    """Write a folder beside the target and put it in place."""
    work = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=target.parent))
    try:
        for member, content in _in_order(files):
            (work / member).parent.mkdir(parents=True, exist_ok=True)
            (work / member).write_bytes(_read(content))
        if target.exists():
            if not (target / "MAR-INF" / "MANIFEST.json").is_file():
                raise MXNetError(f"{target} is not an unpacked archive and is not replaced; choose another name")
            shutil.rmtree(target)
        work.chmod(0o755)
        work.rename(target)
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise
