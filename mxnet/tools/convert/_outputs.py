"""Protect existing files: a conversion replaces only earlier results of the same kind."""

from __future__ import annotations

import json
import struct
import zipfile
from pathlib import Path
from typing import Any

from ...base import MXNetError

PARAMETERS, MODULE = "the parameters alone", "a module of torch"
ONNX, EXPORTED = "an ONNX model", "a program of torch.export"
# The note in a safetensors file that names its use.
NOTE = "mxnet"
_LONGEST_HEADER = 1 << 26


def tensors_of(module: Path) -> str:
    """Return the use of a file that holds the tensors of a module's source."""
    return f"the tensors of {module.name}"


def check(path: Path, use: str, force: bool) -> None:
    """Raise if `path` has no folder, or if writing it would replace a file of another use and `force` is not set."""
    if not path.parent.is_dir():
        raise MXNetError(f"there is no folder {path.parent} to write {path.name} into")
    if force or not path.is_file() or not path.stat().st_size:
        return
    found = _use_of(path)
    if found != use:
        raise MXNetError(f"{path} exists and holds {found or 'no result of this command'}, not {use}; choose another "
                         "name with -o, or replace it with --force")


def _use_of(path: Path) -> str | None:
    with open(path, "rb") as file:
        head = file.read(4096)
        notes = _notes(head[:8], file)
    if notes is not None:
        return notes.get(NOTE) if isinstance(notes.get(NOTE), str) else "other tensors"
    if b", converted from MXNet." in head.split(b"\n")[0]:
        return MODULE
    if head[:1] == b"\x08" and b"mxnet-torch" in head[:64]:  # the version and the producer come first
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
    """Return the notes of a safetensors file, and None for other files."""
    if len(length) < 8 or struct.unpack("<Q", length)[0] > _LONGEST_HEADER:
        return None
    file.seek(8)
    try:
        header = json.loads(file.read(struct.unpack("<Q", length)[0]))
        return dict(header.get("__metadata__", {}))
    except (ValueError, AttributeError, TypeError, RecursionError):
        return None
