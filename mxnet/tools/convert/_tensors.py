"""The safetensors format: a JSON header with shapes and offsets, followed by the bytes of the tensors."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np

from mxnet_records import files

from ...base import MXNetError

_NAMES = {"float32": "F32", "float64": "F64", "float16": "F16", "int8": "I8", "uint8": "U8", "int32": "I32",
          "int64": "I64", "bool": "BOOL", "int16": "I16"}
_TYPES = {code: name for name, code in _NAMES.items()}


def save(path: str | os.PathLike[str], arrays: Mapping[str, np.ndarray],
         notes: Mapping[str, str] | None = None) -> None:
    """Write named arrays to a file."""
    header: dict[str, Any] = {"__metadata__": dict(notes)} if notes else {}
    start = 0
    for name, array in arrays.items():
        if array.dtype.name not in _NAMES:
            raise MXNetError(f"{name} has dtype {array.dtype.name}, which safetensors does not support")
        header[name] = {"dtype": _NAMES[array.dtype.name], "shape": list(array.shape),
                        "data_offsets": [start, start + array.nbytes]}
        start += array.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with files.write(os.fspath(path)) as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for array in arrays.values():
            file.write(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)


def load(path: str | os.PathLike[str]) -> dict[str, np.ndarray]:
    """Read named arrays from a file."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header, content = json.loads(file.read(length)), file.read()
    arrays = {}
    for name, entry in header.items():
        if name != "__metadata__":
            start, end = entry["data_offsets"]
            arrays[name] = np.frombuffer(content[start:end], _TYPES[entry["dtype"]]).reshape(entry["shape"])
    return arrays
