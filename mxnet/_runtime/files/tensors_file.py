"""The safetensors format: a JSON header with shapes and offsets, followed by the bytes of the tensors."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np

from mxnet_records import files

from ..error import MXNetError

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
    """Read named arrays from a file. The arrays are read-only views of its memory map.

    Raises
    ------
    MXNetError
        If the file is damaged, or has a type that NumPy does not support, such as bfloat16.
    """
    try:
        content = np.memmap(path, np.uint8, "r")
    except ValueError as error:  # empty file
        raise MXNetError(f"{path} is not a safetensors file: {error}") from None
    if len(content) < 8 or int(content[:8].view("<u8")[0]) > len(content) - 8:
        raise MXNetError(f"{path} is not a safetensors file: its {len(content)} bytes do not hold the header")
    start = 8 + int(content[:8].view("<u8")[0])
    try:
        header = json.loads(content[8:start].tobytes())
        return {name: _array(entry, content[start:]) for name, entry in header.items() if name != "__metadata__"}
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        raise MXNetError(f"{path} is not a safetensors file, or is damaged ({type(error).__name__}: {error})") from None


def _array(entry: Any, content: np.ndarray) -> np.ndarray:
    if entry["dtype"] not in _TYPES:
        raise ValueError(f"the type {entry['dtype']} is not supported, only {', '.join(_TYPES)}")
    start, end = entry["data_offsets"]
    if not 0 <= start <= end <= len(content):
        raise ValueError(f"the offsets {start} to {end} are outside of the file's {len(content)} bytes of tensors")
    return content[start:end].view(np.ndarray).view(_TYPES[entry["dtype"]]).reshape(entry["shape"])
