"""Samples of ``mxnet bench`` for calibration and accuracy: arrays, images, record files or random numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch

from mxnet import image, recordio
from mxnet.base import MXNetError
from mxnet.tools.convert._compare import random_inputs
from mxnet.tools.convert._sources import Model

_MEAN, _STD = (123.675, 116.28, 103.53), (58.395, 57.12, 57.375)  # ImageNet
_ENDINGS = (".jpg", ".jpeg", ".png", ".bmp")


@dataclass
class Pixels:
    """Normalization of images, in pixels from 0 to 255. None selects the defaults."""

    mean: Sequence[float] | None = None
    std: Sequence[float] | None = None


def arrays_of(path: str, inputs: Sequence[str]) -> dict[str, np.ndarray]:
    """Read an ``.npy`` or ``.npz`` file. Other files have no arrays."""
    if not path.endswith((".npy", ".npz")):
        return {}
    try:
        loaded: Any = np.load(path, allow_pickle=False)
    except ValueError as error:
        raise MXNetError(f"{path} cannot be read: {error}") from error
    arrays = {inputs[0]: loaded} if path.endswith(".npy") else {name: loaded[name] for name in loaded.files}
    for name, array in arrays.items():
        if name not in inputs:
            raise MXNetError(f"{path} has an array {name}, but the inputs of the model are {', '.join(inputs)}")
        if array.ndim == 0 or not len(array):
            raise MXNetError(f"array {name} of {path} has shape {array.shape}; expected at least one sample")
    return arrays


def read_samples(model: Model, shapes: Mapping[str, tuple[int, ...]], path: str | None, count: int,
                 pixels: Pixels) -> dict[str, np.ndarray]:
    """Return up to `count` samples of each input."""
    names = model.source.inputs
    given: dict[str, np.ndarray] = {}
    if path is not None:
        given = arrays_of(path, names) or {names[0]: _read_images(path, shapes[names[0]], count, pixels)}
    count = min([count, *(len(array) for array in given.values())])
    types = dict.fromkeys(names, torch.float32)
    samples = random_inputs(model.source, {name: (count, *shape) for name, shape in shapes.items()}, types)
    for name, array in given.items():
        if array.shape[1:] != shapes[name]:
            raise MXNetError(f"samples of {name} have shape {array.shape[1:]}, but the model expects {shapes[name]}; "
                             f"correct the data, or pass --shape {name}={','.join(map(str, array.shape[1:]))}")
        samples[name] = array[:count].astype("float32" if array.dtype.kind == "f" else samples[name].dtype)
    return samples


def split(samples: Mapping[str, np.ndarray]) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """Return the samples for calibration and for accuracy. A single sample is used for both."""
    half = len(next(iter(samples.values()))) // 2
    calibration = {name: array[:half] if half else array for name, array in samples.items()}
    return calibration, {name: array[half:] for name, array in samples.items()}


def _read_images(path: str, shape: tuple[int, ...], count: int, pixels: Pixels) -> np.ndarray:
    if len(shape) != 3 or shape[0] not in (1, 3):
        raise MXNetError(f"images have 1 or 3 channels, but the model expects samples of shape {shape}; pass an .npy "
                         "file with --data")
    channels, height, width = shape
    mean = np.array(pixels.mean or (_MEAN if channels == 3 else (0.0,)), "float32").reshape(-1, 1, 1)
    std = np.array(pixels.std or (_STD if channels == 3 else (255.0,)), "float32").reshape(-1, 1, 1)
    if len(mean) not in (1, channels) or len(std) not in (1, channels):
        raise MXNetError(f"--mean and --std must have 1 or {channels} values, received {len(mean)} and {len(std)}")
    result = []
    for content in islice(_encoded_images(path), count):
        decoded = image.imdecode(content, flag=int(channels == 3))
        scale = max(height / decoded.shape[0], width / decoded.shape[1])
        rows, columns = (max(least, round(scale * size)) for least, size in zip(shape[1:], decoded.shape, strict=False))
        cropped = image.center_crop(image.imresize(decoded, columns, rows), (width, height))[0]
        array = cropped.asnumpy().astype("float32").reshape(height, width, channels)
        result.append((array.transpose(2, 0, 1) - mean) / std)
    if not result:
        raise MXNetError(f"{path} has no images; expected a .rec file or a folder with {', '.join(_ENDINGS)} files")
    return np.stack(result)


def _encoded_images(path: str) -> Iterator[bytes]:
    if path.endswith(".rec"):
        with_records = recordio.MXRecordIO(path, "r")
        try:
            while (record := with_records.read()) is not None:
                yield recordio.unpack(record)[1]
        finally:
            with_records.close()
    elif Path(path).is_dir():
        for file in sorted(Path(path).rglob("*")):
            if file.suffix.lower() in _ENDINGS:
                yield file.read_bytes()
    else:
        raise MXNetError(f"{path} is not data: expected an .npy, .npz or .rec file or a folder of images")


def save(folder: Path, samples: Mapping[str, np.ndarray]) -> int:
    """Write the samples for the other processes, and return the number of samples for accuracy."""
    calibration, test = split(samples)
    np.savez(folder / "calibration.npz", **calibration)  # type: ignore[arg-type]
    np.savez(folder / "test.npz", **test)  # type: ignore[arg-type]
    return len(next(iter(test.values())))
