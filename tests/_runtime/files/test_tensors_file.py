"""Test the safetensors format, which may come from untrusted sources."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mxnet import MXNetError
from mxnet._runtime.files import tensors_file


def _file(folder: Path, header: Any, content: bytes = b"\0" * 16) -> Path:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path = folder / "a.safetensors"
    path.write_bytes(struct.pack("<Q", len(text)) + text + content)
    return path


def test_written_arrays_are_read_again(tmp_path: Path) -> None:
    arrays = {"a": np.arange(6, dtype="float32").reshape(2, 3), "b": np.array(True), "c": np.zeros((0, 2), "int64")}
    tensors_file.save(tmp_path / "a", arrays, {"format": "pt"})
    read = tensors_file.load(tmp_path / "a")
    assert list(read) == ["a", "b", "c"]
    for name, array in arrays.items():
        assert read[name].dtype == array.dtype
        assert np.array_equal(read[name], array) and read[name].shape == array.shape


@pytest.mark.parametrize("entry", [
    {"dtype": "F32", "shape": [4], "data_offsets": [8, 24]},
    {"dtype": "F32", "shape": [4], "data_offsets": [-16, 16]},
    {"dtype": "F32", "shape": [5], "data_offsets": [0, 16]},
    {"dtype": "F32", "shape": [2], "data_offsets": [0, 7]},
    {"dtype": "F32", "shape": [1 << 70], "data_offsets": [0, 16]},
    {"dtype": "F32", "shape": "ab", "data_offsets": [0, 16]},
    {"dtype": "BF16", "shape": [8], "data_offsets": [0, 16]},
    {"dtype": "F32", "shape": [4]},
    [1, 2],
])
def test_damaged_entries_raise(tmp_path: Path, entry: Any) -> None:
    with pytest.raises(MXNetError, match=r"a\.safetensors"):
        tensors_file.load(_file(tmp_path, {"a": entry}))


@pytest.mark.parametrize("header", [b"{", b"[" * 100_000, [], b"\xff\xfe"])
def test_damaged_headers_raise(tmp_path: Path, header: Any) -> None:
    with pytest.raises(MXNetError, match=r"a\.safetensors"):
        tensors_file.load(_file(tmp_path, header))


@pytest.mark.parametrize("content", [b"", b"1234567", struct.pack("<Q", 1 << 60), struct.pack("<Q", 1 << 63)])
def test_short_files_raise(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "short").write_bytes(content)
    with pytest.raises(MXNetError, match="not a safetensors file"):
        tensors_file.load(tmp_path / "short")
