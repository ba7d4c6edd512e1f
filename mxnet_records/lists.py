"""Lists of images (``.lst``): tab-separated lines of key, labels and file name."""

from __future__ import annotations

import os
import random
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from . import files
from .error import MXNetError
from .labels import detection_objects

Report = Callable[[str], None]

# MXNet's tool shuffles with this seed, so the same folder gives the same list.
_SEED = 100
_LARGEST_FLOAT = 3.4028235e38


class Entry(NamedTuple):
    """A line of a list."""

    key: int
    labels: tuple[float, ...]
    name: str


def find_images(root: str, recursive: bool, extensions: Sequence[str], report: Report) -> Iterator[Entry]:
    """Yield the images of a folder, sorted by name. With `recursive`, each folder gets its own label."""
    wanted = {extension.lower() if extension[:1] in ("", ".") else f".{extension.lower()}" for extension in extensions}
    count = 0
    labels: dict[str, int] = {}
    for folder, folders, names in os.walk(root, followlinks=True):
        folders[:] = sorted(folders) if recursive else []
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.splitext(name)[1].lower() not in wanted or not os.path.isfile(path):
                continue
            relative = os.path.relpath(path, root)
            if relative != relative.strip() or any(character in relative for character in "\t\n\r"):
                report(f"skipped {relative!r}: a list cannot contain names with tabs, line breaks or outer spaces")
                continue
            yield Entry(count, (labels.setdefault(folder, len(labels)),), relative)
            count += 1
    if recursive:
        for folder, label in labels.items():
            # Names may not be valid text. Only the displayed name is approximate.
            print(os.fsencode(os.path.relpath(folder, root)).decode(errors="replace"), label)


def make_lists(prefix: str, images: list[Entry], chunks: int, train: float, test: float, shuffle: bool) -> list[str]:
    """Write the images into lists and return their paths: one per chunk, or up to three with ratios."""
    if shuffle:
        random.Random(_SEED).shuffle(images)
    size = -(-len(images) // chunks)
    written = []
    for number in range(chunks):
        chunk = images[number * size : (number + 1) * size]
        # Ratios refer to a full chunk, also for the last chunk, which may be shorter.
        first, last = int(size * test), int(size * test) + int(size * train)
        parts = {"": chunk}
        if train != 1.0:
            parts = {"_train": chunk[first:last]}
            if test:
                parts["_test"] = chunk[:first]
            if train + test < 1.0:
                parts["_val"] = chunk[last:]
        for part, entries in parts.items():
            path = f"{prefix}_{number}{part}.lst" if chunks > 1 else f"{prefix}{part}.lst"
            _write_list(path, entries)
            written.append(path)
    return written


def _write_list(path: str, entries: list[Entry]) -> None:
    text = "".join(f"{key}\t{''.join(f'{label:f}' + chr(9) for label in labels)}{name}\n"
                   for key, labels, name in entries)
    with files.write(path) as file:
        file.write(text.encode("utf-8", "surrogateescape"))


def read_list(path: str, report: Report = warnings.warn) -> list[Entry]:
    """Read the lines of a list. Invalid lines are reported and skipped.

    Parameters
    ----------
    path : str
        Path of the list.
    report : callable
        Receives a message for each invalid line.

    Returns
    -------
    list of Entry
        Named tuples of ``key``, ``labels`` and ``name``.
    """
    entries = []
    refused = ""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            for number, line in enumerate(file, 1):
                if not line.strip():
                    continue
                try:
                    entries.append(_parse(line))
                except ValueError as error:
                    refused = f"line {number}: {error}"
                    report(f"skipped {path}, {refused}")
    except OSError as error:
        raise MXNetError(f"cannot read the list {path}: {error.strerror}") from error
    if refused and not entries:
        raise MXNetError(f"{path} is not a list of images; its {refused}")
    return entries


def _parse(line: str) -> Entry:
    fields = [field.strip() for field in line.strip().split("\t")]
    if len(fields) < 3:
        raise ValueError(f"expected a key, labels and a file name separated by tabs, received {line.strip()[:80]!r}")
    key, labels, name = int(fields[0]), tuple(map(float, fields[1:-1])), fields[-1]
    if not 0 <= key < 1 << 64:
        raise ValueError(f"a key must be an unsigned 64-bit integer, received {key}")
    for label in labels:
        if _LARGEST_FLOAT < abs(label) < float("inf"):
            raise ValueError(f"labels are stored as float32, which cannot represent {label}")
    if "\0" in name:
        raise ValueError("a file name cannot contain a zero byte")
    return Entry(key, labels, name)


def check_label_widths(path: str, entries: list[Entry]) -> None:
    """Raise MXNetError unless all images have the same number of labels, or all have detection labels."""
    widths = {len(entry.labels): entry for entry in entries}
    if len(widths) > 1 and any(detection_objects(entry.labels) is None for entry in entries):
        (first, one), (second, other), *_ = widths.items()
        raise MXNetError(f"{path}: image {one.key} has {first} labels and image {other.key} has {second}; packed "
                         "labels must have the same number everywhere, or start with the widths of header and objects")
