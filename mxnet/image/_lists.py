"""Lists of images and their labels."""

from __future__ import annotations

from typing import Any

from mxnet_records import files

from .. import ndarray as nd
from .._runtime.tracebacks import concise_module
from ..base import MXNetError, numeric_types

Listed = dict[Any, tuple[Any, str]]


def listed_in_file(path: str, dtype: str) -> Listed:
    """Read labels and file names by key, from tab-separated lines of key, labels and file name."""
    images: Listed = {}
    for number, line in files.lines(path):
        fields = line.strip().split("\t")
        if fields == [""]:
            continue
        try:
            images[int(fields[0])] = nd.array([float(field) for field in fields[1:-1]], dtype=dtype), fields[-1]
        except ValueError as error:
            raise MXNetError(f"{path}, line {number}: expected a number, labels and a file name separated by tabs, "
                             f"received {line!r}") from error
    return images


def listed_in_memory(entries: list[Any], dtype: str) -> Listed:
    """Return labels and file names by key, from ``[label, name]``, ``[labels, name]`` or ``[label, ..., name]``."""
    images: Listed = {}
    for number, entry in enumerate(entries, 1):
        label = entry[:-1] if len(entry) > 2 or isinstance(entry[0], numeric_types) else entry[0]
        images[str(number)] = nd.array(label, dtype=dtype), entry[-1]
    return images


concise_module(__name__)
