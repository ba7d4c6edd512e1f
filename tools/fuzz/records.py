"""Feed damaged record files and indexes to all readers of record images.

    python tools/fuzz/records.py --count 200000 --seed 0

Reading must return samples or raise MXNetError. ``ImageIter`` may also raise RuntimeError. An input must not crash or
hang the process or use gigabytes of memory, and an image must not get the label of another image. Labels are chosen so
that a few changed bytes do not turn one into another. Therefore a sample whose image and label come from different
seeds is a failure.
"""

from __future__ import annotations

import atexit
import pathlib
import random
import shutil
import sys
import tempfile
import warnings
from typing import Any

import _common as common
import numpy as np

import mxnet as mx
from mxnet import recordio
from mxnet.gluon.data import DataLoader
from mxnet.gluon.data.vision import ImageRecordDataset, transforms

_FOLDER = tempfile.mkdtemp(prefix="mxnet-fuzz-")
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)
_COUNT, _SIDE = 5, 6
# The first images are PNGs. A JPEG has no checksums, so a damaged one may have any brightness.
_WITH_CHECK_SUMS = 3
_LABELS = [float(label) for label in np.random.RandomState(5).uniform(1, 1000, _COUNT).astype(np.float32)]
ERRORS = (mx.MXNetError, StopIteration)


def _image(number: int) -> bytes:
    """Return a gray image whose brightness encodes the number, as a PNG (with checksums) or a JPEG."""
    from mxnet_records.pixels import opencv

    pixels = np.full((_SIDE, _SIDE + number, 3), 40 * number + 20, np.uint8)
    return opencv().imencode(".png" if number < _WITH_CHECK_SUMS else ".jpg", pixels)[1].tobytes()


def _seed(objects: bool) -> tuple[bytes, bytes]:
    """Return a record file and its index."""
    names = [str(pathlib.Path(_FOLDER) / name) for name in ("seed.idx", "seed.rec")]
    writer = recordio.MXIndexedRecordIO(*names, "w")
    for number, label in enumerate(_LABELS):
        labels = [2, 5, label, 0.1, 0.2, 0.6, 0.8] if objects else label
        content = recordio.pack(recordio.IRHeader(0, labels, number, 0), _image(number))
        writer.write_idx(number, content + (b"\x0a\x23\xd7\xce" * 2 if number == 2 else b""))
    writer.close()
    return pathlib.Path(names[1]).read_bytes(), pathlib.Path(names[0]).read_bytes()


_seeds: list[tuple[bytes, bytes]] = []


def prepare() -> None:
    """Create the seed files."""
    _seeds[:] = [_seed(False), _seed(True)]


def make(choose: random.Random) -> tuple[str, bytes, bytes, int]:
    """Return the name of a reader, the record file, the index, and a number for further choices."""
    reader = choose.choice(list(READERS))
    records, index = _seeds[reader == "detection"]
    others = [seed for pair in _seeds for seed in pair]
    if choose.random() < 0.85:
        records = common.mutated(records, choose, others)
    else:
        index = common.mutated(index, choose, others)
    return reader, records, index, choose.randrange(1000)


def _check(pixels: Any, label: float) -> None:
    values = np.asarray(pixels)
    number = round((float(values.mean()) - 20) / 40)
    if not 0 <= number < _COUNT or np.ptp(values) > 2 or abs(values.mean() - 40 * number - 20) > 2:
        return  # the image itself was changed
    if number >= _WITH_CHECK_SUMS:
        return
    if label in _LABELS[:_WITH_CHECK_SUMS] and label != _LABELS[number]:
        raise AssertionError(f"image {number} has the label of image {_LABELS.index(label)}")


def _sequential(path: str, _: str, __: int) -> None:
    reader = recordio.MXRecordIO(path, "r")
    try:
        while (record := reader.read()) is not None:
            header, content = recordio.unpack(record)
            _check(recordio.decode_image(content, 1), float(np.ravel(header.label)[0]))
    finally:
        reader.close()


def _indexed(path: str, index: str, choice: int) -> None:
    reader = recordio.MXIndexedRecordIO(index, path, "r")
    try:
        for key in list(reader.keys)[choice % 3:]:
            header, content = recordio.unpack(reader.read_idx(key))
            _check(recordio.decode_image(content, 1), float(np.ravel(header.label)[0]))
    finally:
        reader.close()


_RESIZE = transforms.Compose([transforms.Resize(_SIDE), transforms.CenterCrop(_SIDE - 1)])


def _loader(path: str, index: str, choice: int) -> None:
    dataset = ImageRecordDataset(path)
    for images, labels in DataLoader(dataset.transform_first(_RESIZE), 1 + choice % 3):
        for image, label in zip(images.asnumpy(), labels.asnumpy(), strict=True):
            _check(image, float(np.ravel(label)[0]))


def _dataset_of_torch(path: str, index: str, choice: int) -> None:
    import torch

    dataset = recordio.RecordDataset(path, index, output="numpy", label_dtype=torch.float32)
    for number in range(len(dataset)):
        image, label = dataset[number]
        _check(image, float(label.ravel()[0]))


def _stream_of_torch(path: str, _: str, choice: int) -> None:
    import torch

    parts = 1 + choice % 3
    for part in range(parts):
        for image, label in recordio.RecordStream(path, output="numpy", label_dtype=torch.float32, rank=part,
                                                  world_size=parts, shuffle_buffer=choice % 2 * 3):
            _check(image, float(label.ravel()[0]))


def _classification(path: str, index: str, choice: int) -> None:
    options = [{}, {"path_imgidx": index}, {"num_parts": 2, "part_index": 1}, {"shuffle": True}, {"resize": _SIDE}]
    batches = mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, _SIDE - 1, _SIDE - 1), batch_size=2,
                                    preprocess_threads=1, round_batch=choice % 2 == 0, **options[choice % 5])
    for batch in batches:
        images, labels = batch.data[0].asnumpy(), batch.label[0].asnumpy()
        for place in range(2 - (batch.pad if choice % 2 else 0)):
            _check(images[place], float(labels[place]))


def _detection(path: str, _: str, choice: int) -> None:
    options = {"rand_crop_prob": 1.0, "min_crop_scales": 0.7} if choice % 2 else {}
    batches = mx.io.ImageDetRecordIter(path_imgrec=path, data_shape=(3, _SIDE, _SIDE), batch_size=2, round_batch=False,
                                       preprocess_threads=1, **options)
    for batch in batches:
        images, labels = batch.data[0].asnumpy(), batch.label[0].asnumpy()
        for place in range(2 - batch.pad):
            _check(images[place], float(labels[place, 6]))


def _image_iter(path: str, index: str, choice: int) -> None:
    batches = mx.image.ImageIter(1, (3, _SIDE - 1, _SIDE - 1), path_imgrec=path,
                                 path_imgidx=index if choice % 2 else None)
    try:
        for batch in batches:
            _check(batch.data[0].asnumpy(), float(batch.label[0].asnumpy().ravel()[0]))
    except (RuntimeError, ValueError) as error:
        raise mx.MXNetError(str(error)) from error  # damaged images and labels of another width, as in MXNet


READERS = {"sequential": _sequential, "indexed": _indexed, "loader": _loader, "torch": _dataset_of_torch,
           "stream": _stream_of_torch, "classification": _classification, "detection": _detection,
           "image_iter": _image_iter}


def use(made: tuple[str, bytes, bytes, int]) -> None:
    """Write the files and read them."""
    reader, records, index, choice = made
    guard = common.Guard.installed()
    armed, guard.armed = guard.armed, False  # this script writes
    paths = [pathlib.Path(_FOLDER) / name for name in ("x.rec", "x.idx")]
    for path, content in zip(paths, (records, index), strict=True):
        path.write_bytes(content)
    guard.armed = armed
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        READERS[reader](str(paths[0]), str(paths[1]), choice)


def main() -> int:
    """Run the script."""
    arguments = common.arguments(__doc__ or "", 20000)
    prepare()
    if arguments.only is not None:
        made = make(random.Random(f"{arguments.seed}:{arguments.only}"))
        print(made[0], made[3])
        use(made)
        return 0
    report = common.run(make, use, ERRORS, arguments.seed, arguments.count)
    report.print()
    return bool(report.failures)


if __name__ == "__main__":
    sys.exit(main())
