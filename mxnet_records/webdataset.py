"""WebDataset shards: tar files whose consecutive members with the same name, up to the first dot, are one sample.

The reader parses the tar format itself. It reads regular files only, never writes to the disk, and limits sizes, so
that shards from others cannot do harm. No member is unpickled.
"""

from __future__ import annotations

import io
import json
import os
import random
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import numpy as np

from . import files
from .error import MXNetError
from .image_header import size_of
from .record_files import MXRecordIO
from .record_images import unpack

_BLOCK = 512
_MOST_BRACES = 1_000_000
_LONGEST_NAME = 1 << 16
_LARGEST_MEMBER = 1 << 30
_REGULAR = (b"0", b"\0")
_SAMPLE_NAME = re.compile(r"^((?:.*/|)[^.]+)[.]([^/]*)$", re.DOTALL)
_RANGE = re.compile(r"\{(\d+)\.\.(\d+)\}")
_IMAGES = ("jpg", "jpeg", "png", "bmp", "webp", "ppm", "pgm")
_TEXTS = ("txt", "text", "transcript")
Sample = dict[str, Any]


def expand_braces(pattern: str) -> list[str]:
    """Return the names of a pattern such as ``shard-{0000..0003}.tar`` or ``{train,val}.tar``."""
    match = re.search(r"\{(\d+\.\.\d+|[^{}]*,[^{}]*)\}", pattern)
    if match is None:
        return [pattern]
    numbers = _RANGE.fullmatch(match[0])
    if numbers is None:
        parts = match[1].split(",")
    else:
        first, last = int(numbers[1]), int(numbers[2])
        if not 0 <= last - first < _MOST_BRACES:
            raise MXNetError(f"{pattern!r}: the range {match[0]} must increase by less than {_MOST_BRACES}")
        parts = [str(number).zfill(len(numbers[1])) for number in range(first, last + 1)]
    return [name for part in parts
            for name in expand_braces(pattern[:match.start()] + part + pattern[match.end():])]


class _Tar:
    """Members of a tar file, read in order."""

    def __init__(self, stream: Any, name: str) -> None:
        self._stream, self._name, self._position = stream, name, 0

    def _read(self, size: int) -> bytes:
        content: bytes = self._stream.read(size)
        self._position += len(content)
        if len(content) < size:
            raise self._invalid(f"the file is truncated; {size - len(content)} bytes are missing")
        return content

    def _content(self, size: int, limit: int) -> bytes:
        if size > limit:
            raise self._invalid(f"a member has {size} bytes; at most {limit} are read")
        content = self._read(-(-size // _BLOCK) * _BLOCK)
        return content[:size]

    def _invalid(self, reason: str) -> MXNetError:
        return MXNetError(f"Invalid tar file {self._name}: {reason} (before byte {self._position})")

    def _number(self, field: bytes) -> int:
        text = field.rstrip(b" \0").lstrip(b" ")
        if field[:1] == b"\x80":
            return int.from_bytes(field[1:], "big")
        if not re.fullmatch(rb"[0-7]*", text):
            raise self._invalid(f"a header has the invalid number {field!r}")
        return int(text or b"0", 8)

    def members(self) -> Iterator[tuple[str, bytes]]:
        """Yield the names and contents of the regular files."""
        name, size = None, None  # of an extended header, for the next member
        while True:
            head = self._stream.read(_BLOCK)
            self._position += len(head)
            if not head or head == bytes(_BLOCK):
                return
            kind, stated = self._check(head), self._number(head[124:136])
            if kind in (b"x", b"g", b"L"):
                content = self._content(stated, _LONGEST_NAME)
                if kind == b"L":
                    name = content.rstrip(b"\0").decode(errors="replace")
                elif kind == b"x":
                    name, size = self._extended(content, name, size)
                continue
            length = stated if size is None else size
            if kind in _REGULAR:
                yield name or _name_of(head), self._content(length, _LARGEST_MEMBER)
            elif length:
                self._skip(-(-length // _BLOCK) * _BLOCK)
            name = size = None

    def _check(self, head: bytes) -> bytes:
        if len(head) < _BLOCK:
            raise self._invalid("a header is truncated")
        if self._number(head[148:156]) != sum(head[:148]) + 8 * 32 + sum(head[156:]):
            raise self._invalid("a header has a wrong checksum")
        return head[156:157]

    def _extended(self, content: bytes, name: str | None, size: int | None) -> tuple[str | None, int | None]:
        """Return name and size of a pax header: records of length, space, key, equals sign, value and newline."""
        while content:
            length, _, _ = content.partition(b" ")
            if not length.isdigit() or not len(length) + 2 < int(length[:10]) <= len(content):
                raise self._invalid("an extended header is damaged")
            key, _, value = content[len(length) + 1:int(length)].rstrip(b"\n").partition(b"=")
            content = content[int(length):]
            if key == b"path":
                name = value.decode(errors="replace")
            elif key == b"size":
                if not value.isdigit() or len(value) > 18:
                    raise self._invalid("an extended header has an invalid size")
                size = int(value)
        return name, size

    def _skip(self, size: int) -> None:
        while size:
            size -= len(self._read(min(size, 1 << 20)))


def _name_of(head: bytes) -> str:
    prefix, name = head[345:500].split(b"\0")[0], head[:100].split(b"\0")[0]
    joined = prefix + b"/" + name if prefix and head[257:262] == b"ustar" else name
    return joined.decode(errors="replace")


def read_shard(name: str) -> Iterator[Sample]:
    """Yield the samples of a shard as dicts of bytes with ``__key__`` and ``__url__``."""
    try:
        stream = files.open_stream(name.removeprefix("file://"), False)
    except OSError as error:
        raise MXNetError(f"cannot open the shard {name}: {error.strerror or error}") from error
    sample: Sample = {}
    try:
        for member, content in _Tar(stream, name).members():
            match = _SAMPLE_NAME.match(member)
            if match is None:
                continue
            key, extension = match[1], match[2].lower()
            if sample and key != sample["__key__"]:
                yield sample
                sample = {}
            if extension in sample:
                raise MXNetError(f"Invalid tar file {name}: the sample {key!r} has two members {extension!r}")
            sample = {"__key__": key, "__url__": name, **sample, extension: content}
    except OSError as error:
        raise MXNetError(f"cannot read the shard {name}: {error.strerror or error}") from error
    finally:
        stream.close()
    if sample:
        yield sample


def decode(sample: Sample) -> Sample:
    """Decode the members by extension: images to RGB arrays, ``cls``, ``json``, ``npy`` and texts."""
    where = f"{sample['__url__']}, sample {sample['__key__']!r}"
    return {name: value if name.startswith("__") else _decode(name.rsplit(".", 1)[-1], value, where)
            for name, value in sample.items()}


def _decode(extension: str, content: bytes, where: str) -> Any:
    try:
        if extension in _IMAGES:
            from .pixels import decoded_pixels

            return decoded_pixels(np.frombuffer(content, np.uint8), 1, True)
        if extension in ("cls", "cls2", "index", "inx", "id"):
            return int(content)
        if extension in ("json", "jsn"):
            return json.loads(content)
        if extension == "npy":
            return np.load(io.BytesIO(content), allow_pickle=False)
        return content.decode() if extension in _TEXTS else content
    except (ValueError, EOFError, RecursionError) as error:
        raise MXNetError(f"{where}: cannot decode the {extension} member: {error}") from error


class WebDataset:
    """Iterate over the samples of WebDataset shards. Shards are read in order, without random access.

    Each shard belongs to one process and one worker of torch's ``DataLoader``, so that an epoch has each sample once.

    Parameters
    ----------
    urls : str or sequence of str
        Paths or URLs of the shards, with braces: ``s3://bucket/train-{0000..0099}.tar``.
    shuffle_buffer : int
        Number of samples in the shuffle buffer. With more than 1, the order of the shards is shuffled too.
    seed : int
        Seed of the order, which changes in each epoch, see :meth:`set_epoch`.
    decoded : bool
        Whether to decode the members: images to uint8 arrays (height, width, 3) in RGB order, ``cls`` to int,
        ``json``, ``npy`` (without pickles), ``txt``. All others are bytes.
    rank, world_size : int, optional
        Rank of this process and number of processes. By default those of ``torch.distributed`` if it is in use.

    Examples
    --------
    >>> import io, os, tarfile, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, 'train-0000.tar')
    >>> with tarfile.open(path, 'w') as file:
    ...     member = tarfile.TarInfo('photo.cls')
    ...     member.size = 1
    ...     file.addfile(member, io.BytesIO(b'3'))
    >>> for sample in mx.recordio.WebDataset(path):
    ...     sample['__key__'], sample['cls']
    ('photo', 3)
    >>> folder.cleanup()
    """

    def __init__(self, urls: str | Sequence[str], shuffle_buffer: int = 0, seed: int = 0, decoded: bool = True,
                 rank: int | None = None, world_size: int | None = None) -> None:
        patterns = [urls] if isinstance(urls, (str, os.PathLike)) else list(urls)
        self.urls = [name for pattern in patterns for name in expand_braces(os.fspath(pattern))]
        if (rank is None) != (world_size is None) or (rank is not None and not 0 <= rank < (world_size or 0)):
            raise ValueError(f"rank must be at least 0 and less than world_size, received {rank} and {world_size}")
        self._place = None if rank is None or world_size is None else (rank, world_size)
        self.shuffle_buffer, self.seed, self.decoded = shuffle_buffer, seed, decoded
        self.epoch = self._taken = self._skipped = 0

    def set_epoch(self, epoch: int) -> None:
        """Set the epoch, which determines the order.

        Parameters
        ----------
        epoch : int
            Number of the epoch.
        """
        self.epoch = epoch

    def state_dict(self) -> dict[str, Any]:
        """Return the position in the epoch: the number of samples that the program has received.

        Returns
        -------
        dict
            The position, for :meth:`load_state_dict`.
        """
        return {"epoch": self.epoch, "taken": self._taken, "shards": len(self.urls)}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Continue at a position of :meth:`state_dict`. The samples before it are read, but not decoded.

        Parameters
        ----------
        state : dict
            The position. The number of shards must be the same.
        """
        if state.get("shards") != len(self.urls):
            raise MXNetError(f"WebDataset: the stored position belongs to {state.get('shards')} shards, but there are "
                             f"{len(self.urls)} now")
        self.epoch, self._skipped = int(state["epoch"]), int(state["taken"])
        self._taken = self._skipped

    def _part(self) -> tuple[int, int]:
        rank, size, torch = 0, 1, sys.modules.get("torch")
        if self._place is not None:
            rank, size = self._place
        elif torch is not None and torch.distributed.is_available() and torch.distributed.is_initialized():
            rank, size = torch.distributed.get_rank(), torch.distributed.get_world_size()
        if len(self.urls) < size:
            raise MXNetError(f"WebDataset: {len(self.urls)} shards cannot be divided among {size} processes; write "
                             "more shards with a smaller --shard-size")
        data = sys.modules.get("torch.utils.data")
        worker = None if data is None else data.get_worker_info()
        return (rank, size) if worker is None else (rank + size * worker.id, size * worker.num_workers)

    def __iter__(self) -> Iterator[Sample]:
        part, parts = self._part()
        urls, skipped, self._skipped = list(self.urls), self._skipped, 0
        if self.shuffle_buffer > 1:
            random.Random(f"{self.seed}:{self.epoch}").shuffle(urls)
        samples: Iterator[Sample] = (sample for url in urls[part::parts] for sample in read_shard(url))
        if self.shuffle_buffer > 1:
            samples = shuffle(samples, self.shuffle_buffer, random.Random(f"{self.seed}:{self.epoch}:{part}"))
        self._taken = 0
        for sample in samples:
            self._taken += 1
            if self._taken > skipped:
                yield decode(sample) if self.decoded else sample
        self._taken = 0


def shuffle(items: Iterator[Any], size: int, choose: random.Random) -> Iterator[Any]:
    """Yield the items in a random order, with a buffer of `size` items."""
    buffer: list[Any] = []
    for item in items:
        if len(buffer) < size:
            buffer.append(item)
            continue
        place = choose.randrange(size)
        yield buffer[place]
        buffer[place] = item
    choose.shuffle(buffer)
    yield from buffer


# Writing


def write_shards(path: str, prefix: str, shard_size: int, overwrite: bool = False,
                 progress: Any = None) -> list[str]:
    """Write the images of a record file as WebDataset shards.

    A sample consists of ``key.jpg`` (or ``png``, ``bin``) and ``key.cls``, or ``key.json`` for labels that are not one
    integer. A shard appears when it is complete.

    Parameters
    ----------
    path
        The record file.
    prefix
        Beginning of the names: ``folder/train`` gives ``folder/train-000000.tar``.
    shard_size
        Number of bytes after which a shard ends.
    overwrite
        Whether to replace existing shards.
    progress
        Function of the number of records.

    Returns
    -------
    list of str
        Names of the shards.
    """
    first = f"{prefix}-000000.tar"
    folder, name = os.path.split(first)
    if not overwrite and name in files.list_folder(folder or "."):
        raise MXNetError(f"{first} exists; delete the shards, choose another name, or pass --overwrite")
    reader, count = MXRecordIO(path, "r"), 0
    written: list[str] = []
    record = reader.read()
    while record is not None:
        written.append(f"{prefix}-{len(written):06d}.tar")
        with files.write(written[-1]) as file:
            size = 0
            while record is not None and size < shard_size:
                size += _write_sample(file, record, count)
                count += 1
                if progress is not None:
                    progress(count)
                record = reader.read()
            file.write(bytes(2 * _BLOCK))
    reader.close()
    return written


def _write_sample(file: BinaryIO, record: bytes, number: int) -> int:
    """Write a record and return the number of bytes. Records without an image have no sample."""
    header, content = unpack(record)
    if not content:
        return 0
    key, labels = f"{number:09d}", np.ravel(header.label)
    kind = "jpg" if content[:2] == b"\xff\xd8" else "png" if content[:4] == b"\x89PNG" else "bin"
    if kind == "bin" and size_of(content) is not None:
        kind = "bmp" if content[:2] == b"BM" else "webp" if content[:4] == b"RIFF" else "bin"
    if labels.size == 1 and float(labels[0]).is_integer():
        label = ("cls", str(int(labels[0])).encode())
    else:
        label = ("json", json.dumps({"label": [float(value) for value in labels], "id": header.id}).encode())
    return sum(_write_member(file, f"{key}.{name}", data) for name, data in (label, (kind, content)))


def _write_member(file: BinaryIO, name: str, content: bytes) -> int:
    head = b"".join((name.encode().ljust(100, b"\0"), b"0000644\0", b"0000000\0" * 2, b"%011o\0" % len(content),
                     b"00000000000\0", b" " * 8, b"0", bytes(100), b"ustar\x0000", bytes(247)))
    head = head[:148] + b"%06o\0 " % sum(head) + head[156:]
    padding = bytes(-len(content) % _BLOCK)
    file.write(head + content + padding)
    return _BLOCK + len(content) + len(padding)
