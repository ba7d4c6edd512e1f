"""Protection of existing files: a conversion only replaces earlier results of the same kind."""

from __future__ import annotations

import json
import struct
import zipfile
from pathlib import Path
from typing import Any

from ...base import MXNetError

PARAMETERS, MODULE = "the parameters alone", "a module of torch"
ONNX, EXPORTED = "an ONNX model", "a program of torch.export"
ZOO = "parameters of the model zoo"
# Metadata key in a safetensors file for its content type.
NOTE = "mxnet"
_LONGEST_HEADER = 1 << 26


def tensors_of(module: Path) -> str:
    """Return the content type of a file with the tensors of a module."""
    return f"the tensors of {module.name}"


def check(path: Path, use: str, force: bool) -> None:
    """Raise if the folder of `path` is missing, or if `path` has other content and `force` is not set."""
    if not path.parent.is_dir():
        raise MXNetError(f"cannot write {path.name}: the folder {path.parent} does not exist")
    if force or not path.is_file() or not path.stat().st_size:
        return
    existing = _use_of(path)
    if existing != use:
        raise MXNetError(f"{path} exists and contains {existing or 'no result of this command'}, not {use}; choose "
                         "another name with -o, or replace it with --force")


def _use_of(path: Path) -> str | None:
    with open(path, "rb") as file:
        head = file.read(4096)
        notes = _notes(head[:8], file)
    if notes is not None:
        return notes.get(NOTE) if isinstance(notes.get(NOTE), str) else "other tensors"
    if b", converted from MXNet." in head.split(b"\n")[0]:
        return MODULE
    if head[:1] == b"\x08" and b"mxnet-torch" in head[:64]:  # starts with the version and the producer
        return ONNX
    return EXPORTED if _is_exported(path) else None


def _is_exported(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return any(name.endswith(("archive_format", "serialized_exported_program.json"))
                       for name in archive.namelist())
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        return False


def _notes(length: bytes, file: Any) -> dict[str, Any] | None:
    """Return the metadata of a safetensors file, or None for other files."""
    if len(length) < 8 or struct.unpack("<Q", length)[0] > _LONGEST_HEADER:
        return None
    file.seek(8)
    try:
        header = json.loads(file.read(struct.unpack("<Q", length)[0]))
        return dict(header.get("__metadata__", {}))
    except (ValueError, AttributeError, TypeError, RecursionError):
        return None
