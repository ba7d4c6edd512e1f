"""``mxnet rec``: show the content of a record file, or write it as WebDataset shards."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np

from ..error import MXNetError
from ..image_header import size_of
from ..labels import detection_objects
from ..record_files import MXIndexedRecordIO, MXRecordIO
from ..record_images import IRHeader, unpack
from ._types import parse_int

_MOST_LABELS = 20
Item = tuple[IRHeader, bytes]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("file", help="the record file")
    parser.add_argument("--sheet", metavar="PNG", help="draw images with labels and boxes of objects into a file")
    parser.add_argument("--images", type=parse_int(1), default=40, metavar="N",
                        help="how many images to draw, spread over the file (default: 40)")
    parser.add_argument("--to-webdataset", metavar="PREFIX",
                        help="write the images as WebDataset shards PREFIX-000000.tar, PREFIX-000001.tar, ...")
    parser.add_argument("--shard-size", type=parse_int(1), default=256, metavar="MB",
                        help="megabytes after which a shard ends (default: 256)")
    parser.add_argument("--overwrite", action="store_true", help="replace existing shards")


def run(options: argparse.Namespace) -> int:
    """Print a summary of the file and draw its images, or write shards."""
    if options.to_webdataset:
        return _write_shards(options)
    summary = Summary(options.file)
    for line in summary.lines():
        print(line)
    if options.sheet:
        from ._sheet import draw_sheet

        shown = draw_sheet(options.sheet, _spread(options.file, summary.count, options.images), summary.detection)
        print(f"{options.sheet}: {shown} images")
    return 0


def _write_shards(options: argparse.Namespace) -> int:
    from ..progress import Progress
    from ..webdataset import write_shards

    progress = Progress(options.to_webdataset, sum(1 for _ in _records(options.file)))
    written = write_shards(options.file, options.to_webdataset, options.shard_size << 20, options.overwrite,
                           progress.update)
    progress.clear()
    print(f"{options.to_webdataset}: {len(written)} shards")
    return 0


def _records(path: str) -> Iterator[bytes]:
    reader = MXRecordIO(path, "r")
    try:
        yield from iter(reader.read, None)
    finally:
        reader.close()


def _unpack(record: bytes) -> Item | None:
    """Split a record into header and content. Return None for other records."""
    try:
        return unpack(record)
    except MXNetError:
        return None


def _spread(path: str, count: int, wanted: int) -> Iterator[Item]:
    """Yield some of the records, evenly spaced."""
    chosen = set(np.linspace(0, count - 1, min(count, wanted)).round().astype(int).tolist())
    for number, record in enumerate(_records(path)):
        item = _unpack(record) if number in chosen else None
        if item is not None:
            yield item


class Summary:
    """Statistics of a record file, which is read once."""

    def __init__(self, path: str):
        self.path = path
        self.count = self.other = self.objects = 0
        self.widths: Counter[int] = Counter()
        self._sizes: list[int] = []
        self._images: list[tuple[int, int]] = []
        self._labels: Counter[float] = Counter()
        self._classes: Counter[float] = Counter()
        self.detection = True
        for record in _records(path):
            self._add(record)
        self.detection &= bool(self.objects)

    def _add(self, record: bytes) -> None:
        self.count += 1
        self._sizes.append(len(record))
        item = _unpack(record)
        size = item and size_of(item[1])
        if item is None or size is None:
            self.other += 1
            return
        self._images.append(size)
        label = np.ravel(item[0].label)
        self.widths[label.size] += 1
        self._labels.update(label[:1].tolist() if label.size == 1 else ())
        objects = detection_objects(label)
        self.detection &= objects is not None
        if objects is not None:
            self.objects += len(objects)
            self._classes.update(objects[:, 0].tolist())

    def lines(self) -> Iterator[str]:
        """Yield the lines to print."""
        yield f"{self.path}: {self.count} records, {os.path.getsize(self.path)} bytes"
        yield self._index()
        if self.count:
            yield f"sizes of records: {_range(self._sizes)} bytes"
        if self._images:
            widths, heights = zip(*self._images)
            yield f"images: {len(self._images)}, width {_range(widths)}, height {_range(heights)} pixels"
        if self.other:
            yield f"other records: {self.other}"
        if self.detection:
            yield f"labels: of detection, {self.objects} objects of {len(self._classes)} classes: {_top(self._classes)}"
        elif set(self.widths) == {1}:
            yield f"labels: {len(self._labels)} different: {_top(self._labels)}"
        elif self.widths:
            yield f"labels per image: {_range(list(self.widths.elements()))}"

    def _index(self) -> str:
        path = f"{os.path.splitext(self.path)[0]}.idx"
        if not os.path.exists(path):
            return f"index: none at {path} (mxnet rec2idx makes one)"
        reader = MXIndexedRecordIO(path, self.path, "r")
        keys = len(reader.keys)
        reader.close()
        state = "as many as records" if keys == self.count else f"but there are {self.count} records"
        return f"index: {path}, {keys} keys, {state}"


def _range(values: Iterable[int]) -> str:
    numbers = np.fromiter(values, np.int64)
    if numbers.min() == numbers.max():
        return str(numbers[0])
    return f"{numbers.min()} to {numbers.max()}, mean {numbers.mean():.0f}"


def _top(counts: Counter[float]) -> str:
    shown = sorted(counts.most_common(_MOST_LABELS))
    more = f", {len(counts) - len(shown)} more" if len(counts) > len(shown) else ""
    return ", ".join(f"{value:g} ({count})" for value, count in shown) + more
