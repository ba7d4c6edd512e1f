"""Images of ``mxnet train``: folders, record files and built-in data sets, and their split."""

from __future__ import annotations

import os
import struct
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO

import numpy as np

from mxnet.base import MXNetError
from mxnet.gluon.data import vision
from mxnet_records import lists, record_files, record_format, record_images

from .. import demo

ENDINGS = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
_VALIDATION_FOLDERS = ("val", "valid", "validation", "test")
_SHOWN = 5
_HEADER = struct.Struct("<IfQQ")  # number of labels if there are several, label, two ids
_DIGITS = tuple("0123456789")
_CIFAR10 = ("airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck")


@dataclass
class Pictures:
    """Images with labels.

    Attributes
    ----------
    names
        Names for messages, such as paths.
    labels
        One integer per image.
    load
        Returns the encoded bytes of an image, or its pixels of shape (height, width, channels).
    """

    names: list[str]
    labels: np.ndarray
    load: Callable[[int], bytes | np.ndarray]

    def __len__(self) -> int:
        return len(self.names)

    def select(self, indices: np.ndarray) -> Pictures:
        """Return the images with these indices."""
        load = self.load
        return Pictures([self.names[i] for i in indices], self.labels[indices], lambda i: load(int(indices[i])))


@dataclass
class Dataset:
    """Training and validation images, and the facts that determine the defaults of other options.

    Attributes
    ----------
    channels
        1 if all images are gray.
    size
        Height and width if all images have the same, small size.
    flips
        Whether a mirrored image keeps its label.
    """

    name: str
    classes: tuple[str, ...]
    train: Pictures
    val: Pictures
    channels: int = 3
    size: int | None = None
    flips: bool = True


def open_dataset(data: str, val: str | None, fraction: float, labels: str | None, seed: int) -> Dataset:
    """Find the images and split off a validation set if there is none."""
    path = Path(data)
    if not path.exists() and data in _BUILT_IN:
        dataset = _BUILT_IN[data]()
        if val is not None:
            raise MXNetError(f"--val is not supported with the built-in data set {data}, which has a validation set")
        return dataset
    if path.is_dir():
        classes, train, found = _open_folder(path, val)
    elif path.suffix == ".rec" and path.is_file():
        classes, train, found = _open_records(path, val, labels)
    else:
        state = "is not a folder or .rec file" if path.exists() else "does not exist"
        raise MXNetError(f"{data} {state}; pass a folder with one subfolder per class, a .rec file or one of "
                         f"{', '.join(_BUILT_IN)}")
    _check(data, classes, train)
    if found is None:
        train, found = split(train, fraction, seed)
    return Dataset(path.resolve().name, classes, train, found)


def _check(data: str, classes: Sequence[str], train: Pictures) -> None:
    counts = np.bincount(train.labels, minlength=len(classes))
    empty = [name for name, count in zip(classes, counts, strict=True) if not count]
    if empty:
        raise MXNetError(f"{data}: {_some(empty)} {'has' if len(empty) == 1 else 'have'} no images; add images "
                         f"({', '.join(ENDINGS)}) or remove the class")
    if len(classes) < 2:
        raise MXNetError(f"{data} has one class ({classes[0]}); a classifier needs at least two classes, one subfolder "
                         "for each")


def split(pictures: Pictures, fraction: float, seed: int) -> tuple[Pictures, Pictures]:
    """Split off the same part of each class for validation, at least one image."""
    generator = np.random.default_rng((seed, 1))
    chosen = []
    for label in np.unique(pictures.labels):
        members = np.flatnonzero(pictures.labels == label)
        if len(members) < 2:
            raise MXNetError(f"{pictures.names[members[0]]} is the only image of its class; add images, at least one "
                             "for training and one for validation, or pass --val")
        count = min(max(1, round(fraction * len(members))), len(members) - 1)
        chosen.append(generator.permutation(members)[:count])
    validation = np.sort(np.concatenate(chosen))
    rest = np.setdiff1d(np.arange(len(pictures)), validation)
    return pictures.select(rest), pictures.select(validation)


# Folders


def _open_folder(root: Path, val: str | None) -> tuple[tuple[str, ...], Pictures, Pictures | None]:
    validation = Path(val) if val is not None else None
    if (root / "train").is_dir():
        below = [name for name in _VALIDATION_FOLDERS if (root / name).is_dir()]
        if validation is None and below:
            validation = root / below[0]
        root = root / "train"
    classes = _subfolders(root)
    if not classes:
        raise MXNetError(f"{root} has no subfolders; put the images of each class into a subfolder with its name")
    train = _read_folder(root, classes)
    if validation is None:
        return classes, train, None
    if not validation.is_dir():
        raise MXNetError(f"--val {validation} is not a folder with one subfolder per class")
    unknown = [name for name in _subfolders(validation) if name not in classes]
    if unknown:
        raise MXNetError(f"{validation} has the classes {_some(unknown)}, which {root} does not have")
    found = _read_folder(validation, classes)
    if not len(found):
        raise MXNetError(f"{validation} has no images in its subfolders")
    return classes, train, found


def _subfolders(root: Path) -> tuple[str, ...]:
    return tuple(sorted(entry.name for entry in os.scandir(root) if entry.is_dir() and not entry.name.startswith(".")))


def _read_folder(root: Path, classes: Sequence[str]) -> Pictures:
    files: list[Path] = []
    labels: list[int] = []
    for label, name in enumerate(classes):
        found = sorted(path for path in (root / name).rglob("*") if path.suffix.lower() in ENDINGS and path.is_file())
        files += found
        labels += [label] * len(found)
    return Pictures([str(path) for path in files], np.array(labels, np.int64), lambda index: files[index].read_bytes())


# Record files


def _open_records(path: Path, val: str | None, labels: str | None
                  ) -> tuple[tuple[str, ...], Pictures, Pictures | None]:
    train, names = _read_records(path)
    found = None
    if val is not None:
        if not (val.endswith(".rec") and Path(val).is_file()):
            raise MXNetError(f"--val {val} is not a .rec file")
        found, more = _read_records(Path(val))
        names = {**more, **names}
    count = int(max(part.labels.max(initial=-1) for part in (train, found) if part is not None)) + 1
    classes = _record_classes(path, labels, names, count)
    return classes, train, found


def _record_classes(path: Path, labels: str | None, names: dict[int, str], count: int) -> tuple[str, ...]:
    file = Path(labels) if labels is not None else path.with_name("synset.txt")
    if file.is_file():
        listed = tuple(line.strip() for line in file.read_text(encoding="utf-8").splitlines() if line.strip())
        if len(listed) < count:
            raise MXNetError(f"{file} has {len(listed)} class names, but labels in {path} go up to {count - 1}")
        return listed
    return tuple(names.get(label, str(label)) for label in range(count))


def _read_records(path: Path) -> tuple[Pictures, dict[int, str]]:
    """Return the images of a record file, and the class names that its list contains as folders."""
    reader = _open_indexed(path)
    with open(path, "rb") as file:
        labels = [_read_label(path, file, key, reader.idx[key]) for key in reader.keys]
    if not labels:
        raise MXNetError(f"{path} has no records")
    keys, listed = reader.keys, path.with_suffix(".lst")
    entries = {entry.key: entry for entry in lists.read_list(str(listed))} if listed.is_file() else {}
    names = [f"{path}, record {key}" + (f" ({entries[key].name})" if key in entries else "") for key in keys]
    folders: dict[int, Counter[str]] = {}
    for entry in entries.values():
        folders.setdefault(int(entry.labels[0]), Counter())[os.path.dirname(entry.name)] += 1
    # A class is named after the folder of its images if that folder has no other class.
    named = {label: next(iter(found)) for label, found in folders.items() if len(found) == 1 and next(iter(found))}
    unique = Counter(named.values())
    return (Pictures(names, np.array(labels, np.int64),
                     lambda index: record_images.unpack(reader.read_idx(keys[index]))[1]),
            {label: name for label, name in named.items() if unique[name] == 1})


def _read_label(path: Path, file: BinaryIO, key: int, position: int) -> int:
    """Read the label of a record without its image."""
    file.seek(position)
    start = file.read(record_format.HEAD_SIZE + _HEADER.size)
    try:
        record_format.decode_head(start[: record_format.HEAD_SIZE])
        count, label, _, _ = _HEADER.unpack(start[record_format.HEAD_SIZE :])
        labels = np.frombuffer(file.read(4 * min(count, _SHOWN)), "<f4") if count else np.array([label])
    except (ValueError, struct.error) as error:
        raise MXNetError(f"{path}: record {key} is not an image record: {error}") from error
    if len(labels) != 1 or labels[0] < 0 or not float(labels[0]).is_integer():
        raise MXNetError(f"{path}: record {key} has the label {labels.tolist()}; classification needs one class number "
                         "per image")
    return int(labels[0])


def _open_indexed(path: Path) -> record_files.MXIndexedRecordIO:
    index = path.with_suffix(".idx")
    if not index.exists():
        raise MXNetError(f"{path} has no index {index.name}; run mxnet rec2idx {path} {index}")
    return record_files.MXIndexedRecordIO(str(index), str(path), "r")


# Built-in data sets


def _demo() -> Dataset:
    data = demo.load_data()
    train, val = (_from_arrays(f"demo/{part}", data[f"{part}_images"][..., np.newaxis], data[f"{part}_labels"])
                  for part in ("train", "test"))
    return Dataset("demo", demo.LABELS, train, val, 1, 28)


def _downloaded(name: str, maker: Callable[..., object], classes: Sequence[str], channels: int, size: int,
                flips: bool) -> Dataset:
    parts = []
    for train in (True, False):
        data: vision.MNIST = maker(train=train)  # type: ignore[assignment]
        parts.append(_from_arrays(f"{name}/{'train' if train else 'test'}", np.asarray(data._data.asnumpy()),
                                  np.asarray(data._label)))
    return Dataset(name, tuple(classes), parts[0], parts[1], channels, size, flips)


def _from_arrays(name: str, images: np.ndarray, labels: np.ndarray) -> Pictures:
    names = [f"{name}/{index}" for index in range(len(labels))]
    return Pictures(names, np.asarray(labels).astype(np.int64), lambda index: images[index])


_BUILT_IN: dict[str, Callable[[], Dataset]] = {
    "demo": _demo,
    "mnist": partial(_downloaded, "mnist", vision.MNIST, _DIGITS, 1, 28, False),
    "fashion_mnist": partial(_downloaded, "fashion_mnist", vision.FashionMNIST, demo.LABELS, 1, 28, True),
    "cifar10": partial(_downloaded, "cifar10", vision.CIFAR10, _CIFAR10, 3, 32, True),
    "cifar100": partial(_downloaded, "cifar100", partial(vision.CIFAR100, fine_label=True),
                        [str(label) for label in range(100)], 3, 32, True),
}


def _some(names: Sequence[str]) -> str:
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
