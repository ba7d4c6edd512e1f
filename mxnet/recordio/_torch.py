"""Record files of images as torch data sets."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch
import torch.utils.data

from mxnet_records import record_format, webdataset
from mxnet_records.pixels import decoded_pixels
from mxnet_records.record_files import MXIndexedRecordIO, MXRecordIO
from mxnet_records.record_images import IRHeader, unpack
from mxnet_records.remote import RemoteFile

from .._runtime.error import MXNetError
from .._runtime.tracebacks import concise_module

_OUTPUTS = ("tensor", "numpy", "bytes")


class _Samples:
    """Convert records to samples."""

    def __init__(self, output: str, label_dtype: torch.dtype, transform: Callable[[Any], Any] | None) -> None:
        if output not in _OUTPUTS:
            raise ValueError(f"output must be one of {_OUTPUTS}, received {output!r}")
        self.output, self.label_dtype, self.transform = output, label_dtype, transform

    def __call__(self, header: IRHeader, content: bytes, where: str) -> tuple[Any, torch.Tensor]:
        image: Any = content
        if self.output != "bytes":
            try:
                image = decoded_pixels(np.frombuffer(content, np.uint8), 1, True)
            except ValueError as error:
                raise MXNetError(f"{where}: {error}") from error
            if self.output == "tensor":
                image = torch.from_numpy(np.ascontiguousarray(image.transpose(2, 0, 1)))
        return image if self.transform is None else self.transform(image), self._label(header, where)

    def _label(self, header: IRHeader, where: str) -> torch.Tensor:
        given = torch.tensor(header.label, dtype=torch.float64)
        label = given.to(self.label_dtype)
        if not self.label_dtype.is_floating_point and not torch.equal(label.to(torch.float64), given):
            raise MXNetError(f"{where}: the label {given.tolist()} cannot be stored as {self.label_dtype}; pass "
                             "label_dtype=torch.float32")
        return label


class RecordDataset(torch.utils.data.Dataset):
    """Map-style data set of the images and labels in an indexed ``.rec`` file, for ``torch.utils.data.DataLoader``.

    The first record of InsightFace files contains the range of the image keys. Only these are used. Use torch's
    ``DistributedSampler`` to distribute the samples over several processes.

    Parameters
    ----------
    path : str
        Path of the record file, or a URL that fsspec supports.
    idx_path : str, optional
        Path of the index. The default is the path of the record file with the extension ``.idx``.
    transform : callable, optional
        Function that transforms the image.
    output : {'tensor', 'numpy', 'bytes'}
        Images as uint8 tensors (3, height, width) in RGB order, as uint8 arrays (height, width, 3) in RGB order, or
        as encoded bytes.
    label_dtype : torch.dtype
        Dtype of the labels. A label that it cannot represent raises an error.

    Examples
    --------
    >>> import numpy
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> names = [os.path.join(folder.name, 'data' + end) for end in ('.idx', '.rec')]
    >>> record = mx.recordio.MXIndexedRecordIO(*names, 'w')
    >>> header, image = mx.recordio.IRHeader(0, 3.0, 0, 0), numpy.zeros((4, 6, 3), 'uint8')
    >>> _ = record.write_idx(0, mx.recordio.pack_img(header, image, quality=9, img_fmt='.png'))
    >>> record.close()
    >>> faces = mx.recordio.RecordDataset(names[1], transform=lambda image: image.float() / 255)
    >>> image, label = faces[0]
    >>> tuple(image.shape), int(label)
    ((3, 4, 6), 3)
    >>> folder.cleanup()
    """

    def __init__(self, path: str, idx_path: str | None = None, transform: Callable[[Any], Any] | None = None,
                 output: str = "tensor", label_dtype: torch.dtype = torch.int64) -> None:
        path = os.fspath(path)
        self._samples = _Samples(output, label_dtype, transform)
        self._records = MXIndexedRecordIO(idx_path or f"{os.path.splitext(path)[0]}.idx", path, "r")
        self.keys: list[int] = list(self._records.keys)
        if 0 in self._records.idx:
            header, content = unpack(self._records.read_idx(0))
            if header.flag == 2 and not content:
                known = set(self.keys)
                self.keys = [key for key in range(1, int(header.label[0])) if key in known]

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, number: int) -> tuple[Any, torch.Tensor]:
        key = self.keys[number]
        header, content = unpack(self._records.read_idx(key))
        return self._samples(header, content, f"{self._records.uri}, record {key}")


class RecordStream(torch.utils.data.IterableDataset):
    """Iterable data set of the images and labels in a ``.rec`` file, for large or remote files without random access.

    It needs no index. Processes (``torch.distributed``, or ``rank`` and ``world_size``) and DataLoader workers each
    read one part of the file. The parts have about the same number of bytes. Records without an image are skipped.

    Parameters
    ----------
    path : str
        Path of the record file, or a URL that fsspec supports (``s3://bucket/train.rec``).
    transform, output, label_dtype
        See :class:`RecordDataset`.
    shuffle_buffer : int
        Size of the shuffle buffer. 0 keeps the order.
    seed : int
        Seed of the order, which changes in each epoch, see :meth:`set_epoch`.
    rank, world_size : int, optional
        Rank of this process and number of processes.

    Examples
    --------
    >>> import numpy
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> names = [os.path.join(folder.name, 'data' + end) for end in ('.idx', '.rec')]
    >>> record = mx.recordio.MXRecordIO(names[1], 'w')
    >>> header, image = mx.recordio.IRHeader(0, 3.0, 0, 0), numpy.zeros((4, 6, 3), 'uint8')
    >>> _ = record.write(mx.recordio.pack_img(header, image, quality=9, img_fmt='.png'))
    >>> record.close()
    >>> [(tuple(image.shape), int(label)) for image, label in mx.recordio.RecordStream(names[1])]
    [((3, 4, 6), 3)]
    >>> folder.cleanup()
    """

    def __init__(self, path: str, transform: Callable[[Any], Any] | None = None, output: str = "tensor",
                 label_dtype: torch.dtype = torch.int64, shuffle_buffer: int = 0, seed: int = 0,
                 rank: int | None = None, world_size: int | None = None) -> None:
        self.path, self.shuffle_buffer, self.seed, self.epoch = os.fspath(path), shuffle_buffer, seed, 0
        self._samples = _Samples(output, label_dtype, transform)
        if (rank is None) != (world_size is None) or (rank is not None and not 0 <= rank < (world_size or 0)):
            raise ValueError(f"rank must be at least 0 and less than world_size, received {rank} and {world_size}")
        self._place = None if rank is None or world_size is None else (rank, world_size)
        MXRecordIO(self.path, "r").close()  # raise for a missing file here, not in a worker

    def set_epoch(self, epoch: int) -> None:
        """Set the epoch, which determines the order, as in ``DistributedSampler``.

        Parameters
        ----------
        epoch : int
            Number of the epoch.
        """
        self.epoch = epoch

    def _shard(self) -> tuple[int, int]:
        """Return the index of this part and the number of parts."""
        rank, size = 0, 1
        if self._place is not None:
            rank, size = self._place
        elif torch.distributed.is_available() and torch.distributed.is_initialized():
            rank, size = torch.distributed.get_rank(), torch.distributed.get_world_size()
        worker = torch.utils.data.get_worker_info()
        return (rank, size) if worker is None else (rank * worker.num_workers + worker.id, size * worker.num_workers)

    def __iter__(self) -> Iterator[tuple[Any, torch.Tensor]]:
        part, parts = self._shard()
        records = self._records(part, parts)
        if self.shuffle_buffer > 1:
            choose = random.Random(f"{self.seed}:{self.epoch}:{part}")
            records = webdataset.shuffle(records, self.shuffle_buffer, choose)
        for position, record in records:
            header, content = unpack(record)
            if content:
                yield self._samples(header, content, f"{self.path}, record at byte {position}")

    def _records(self, part: int, parts: int) -> Iterator[tuple[int, bytes]]:
        reader = MXRecordIO(self.path, "r")
        begin, end = (reader._size * place // parts for place in (part, part + 1))
        position = record_format.next_record(reader.handle, begin, reader._size)
        if isinstance(reader.handle, RemoteFile):
            reader.handle.limit = end
        reader.handle.seek(position)
        while position < end:
            record = reader.read()
            if record is None:
                return
            yield position, record
            position = reader.handle.tell()


class WebDataset(webdataset.WebDataset, torch.utils.data.IterableDataset):
    __doc__ = webdataset.WebDataset.__doc__


concise_module(__name__)
