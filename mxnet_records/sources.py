"""Record files as sources of Ray Data and Hugging Face ``datasets``."""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from . import record_format
from .error import MXNetError
from .record_files import MXRecordIO
from .record_images import unpack
from .remote import RemoteFile

_ROWS_PER_TABLE = 256


def split(path: str, parts: int) -> list[tuple[int, int]]:
    """Return byte ranges of about the same size that cover a file."""
    reader = MXRecordIO(path, "r")
    size = reader._size
    reader.close()
    borders = [size * part // parts for part in range(parts + 1)]
    return [(begin, end) for begin, end in itertools.pairwise(borders) if end > begin]


def read_rows(path: str, ranges: list[tuple[int, int]]) -> Iterator[dict[str, Any]]:
    """Yield the records that begin in byte ranges: ``id``, ``label`` (a list of numbers) and ``image`` (bytes)."""
    reader = MXRecordIO(path, "r")
    try:
        for begin, end in ranges:
            if isinstance(reader.handle, RemoteFile):
                reader.handle.limit = end
            position = record_format.next_record(reader.handle, begin, end) if begin else 0
            reader.handle.seek(position)
            while position < end:
                record = reader.read()
                if record is None:
                    break
                header, content = unpack(record)
                if content:
                    labels = [float(value) for value in np.ravel(header.label)]
                    yield {"id": header.id, "label": labels, "image": content}
                position = reader.handle.tell()
    finally:
        reader.close()


def to_hf_dataset(path: str, shards: int = 16) -> Any:
    """Return a record file as ``datasets.IterableDataset``, which reads on demand.

    Parameters
    ----------
    path : str
        Path of the record file, or a URL that fsspec supports.
    shards : int
        Number of parts that nodes and workers divide among themselves.

    Returns
    -------
    datasets.IterableDataset
        Rows of ``id``, ``label`` (a list of numbers) and ``image`` (encoded bytes).
    """
    try:
        import datasets
    except ImportError as error:
        raise ImportError("to_hf_dataset needs Hugging Face datasets: pip install datasets") from error
    path = os.fspath(path)
    features = datasets.Features({"id": datasets.Value("uint64"), "label": datasets.Sequence(datasets.Value("float32")),
                                  "image": datasets.Value("binary")})
    return datasets.IterableDataset.from_generator(_rows_of_shards, features=features, gen_kwargs={
        "path": path, "ranges": split(path, shards)})


def _rows_of_shards(path: str, ranges: list[tuple[int, int]]) -> Iterator[dict[str, Any]]:
    yield from read_rows(path, ranges)


def to_ray_dataset(path: str, blocks: int = 16) -> Any:
    """Return a record file as ``ray.data.Dataset``, whose blocks are read on demand.

    Parameters
    ----------
    path : str
        Path of the record file, or a URL that fsspec supports. All nodes must be able to read it.
    blocks : int
        Number of read tasks.

    Returns
    -------
    ray.data.Dataset
        Rows of ``id``, ``label`` (a list of numbers) and ``image`` (encoded bytes).
    """
    try:
        import pyarrow
        import ray.data
        from ray.data.block import BlockMetadata
        from ray.data.datasource import Datasource, ReadTask
    except ImportError as error:
        raise ImportError("to_ray_dataset needs Ray Data: pip install 'ray[data]'") from error
    path = os.fspath(path)
    if blocks < 1:
        raise MXNetError(f"to_ray_dataset: blocks must be positive, received {blocks}")
    ranges = split(path, blocks)
    schema = pyarrow.schema([("id", pyarrow.uint64()), ("label", pyarrow.list_(pyarrow.float32())),
                             ("image", pyarrow.binary())])

    def read(part: tuple[int, int]) -> Iterator[Any]:
        rows: list[dict[str, Any]] = []
        for row in read_rows(path, [part]):
            rows.append(row)
            if len(rows) == _ROWS_PER_TABLE:
                yield pyarrow.Table.from_pylist(rows, schema)
                rows = []
        if rows:
            yield pyarrow.Table.from_pylist(rows, schema)

    class RecordSource(Datasource):
        def estimate_inmemory_data_size(self) -> int:
            return sum(end - begin for begin, end in ranges)

        def get_read_tasks(self, parallelism: int, *_: Any, **__: Any) -> list[Any]:
            return [ReadTask(functools.partial(read, part), BlockMetadata(
                num_rows=None, size_bytes=part[1] - part[0], input_files=(path,), exec_stats=None)) for part in ranges]

    return ray.data.read_datasource(RecordSource())
