"""Inputs of ``mxnet predict``: images, folders, patterns, arrays and record files, in order."""

from __future__ import annotations

import glob
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mxnet.base import MXNetError
from mxnet_records import record_files, record_images

from ..train._data import ENDINGS


@dataclass
class Item:
    """One input.

    Attributes
    ----------
    load
        Returns the bytes of an image, or an array for the network. It raises an error if the input is damaged.
    """

    name: str
    load: Callable[[], bytes | np.ndarray]


def find_items(inputs: list[str], shape: tuple[int, ...]) -> Iterator[Item]:
    """Yield the inputs in the order of the command line. An input that cannot be read raises an error in `load`.

    `shape` is that of one input of the network, without the batch.
    """
    for text in inputs:
        path = Path(text)
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if file.suffix.lower() in ENDINGS and file.is_file())
            yield from map(_image, files) if files else [_failure(text, f"no images ({', '.join(ENDINGS)})")]
        elif path.exists():
            yield from _expand(path, shape)
        elif any(character in text for character in "*?["):
            found = sorted(glob.glob(text, recursive=True))
            if not found:
                yield _failure(text, "no file matches this pattern")
            for name in found:
                yield from find_items([name], shape)
        else:
            yield _failure(text, "no such file")


def _expand(path: Path, shape: tuple[int, ...]) -> Iterator[Item]:
    """Yield the images or arrays of a file."""
    try:
        if path.suffix.lower() == ".npy":
            yield from _arrays(path, shape)
        elif path.suffix.lower() == ".rec":
            yield from _records(path)
        else:
            yield _image(path)
    except (MXNetError, OSError, ValueError, OverflowError) as error:
        yield _failure(str(path), str(error))


def _image(path: Path) -> Item:
    return Item(str(path), path.read_bytes)


def _failure(name: str, reason: str) -> Item:
    def load() -> bytes:
        raise MXNetError(reason)

    return Item(name, load)


def _arrays(path: Path, shape: tuple[int, ...]) -> Iterator[Item]:
    """Yield an item for each row of an array, or one item for an array without a batch."""
    array = np.lib.format.open_memmap(path, mode="r")
    rows = array[np.newaxis] if array.shape == shape else array
    if rows.shape[1:] != shape or not len(rows) or rows.dtype.kind not in "biuf":
        raise ValueError(f"an array of shape {array.shape} and dtype {array.dtype}, but the model needs numbers of "
                         f"shape {shape} or (batch, {str(shape)[1:]}")
    for number in range(len(rows)):
        name = str(path) if rows is not array else f"{path}[{number}]"
        yield Item(name, lambda number=number: np.asarray(rows[number], np.float32))  # type: ignore[misc]


def _records(path: Path) -> Iterator[Item]:
    reader = record_files.MXRecordIO(str(path), "r")
    try:
        number = 0
        while (record := reader.read()) is not None:
            yield Item(f"{path}[{number}]", _record_loader(record))
            number += 1
    finally:
        reader.close()


def _record_loader(record: bytes) -> Callable[[], bytes]:
    return lambda: record_images.unpack(record)[1]
