"""``mxnet predict``: predict images or arrays with a model.

`_model` loads the model, `_inputs` finds the inputs, `_results` reads the outputs and formats them, and `_annotate`
draws pictures.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from mxnet.base import MXNetError
from mxnet.image._preprocessing import Preprocessing
from mxnet_records import saving

from .._devices import find_devices
from ._annotate import Annotator
from ._inputs import Item, find_items
from ._model import Model, open_files, read_labels
from ._results import Reading, Result, format_results

_THREADS = 2


@dataclass
class _Loaded:
    """An input for the network, with the pixels of its image or the reason why there is none."""

    item: Item
    array: np.ndarray | None = None
    pixels: np.ndarray | None = None
    error: str | None = None


def run(options: argparse.Namespace) -> int:
    """Predict all inputs. Return 1 if some could not be read."""
    model = _open_model(options)
    annotator = Annotator(Path(options.annotate)) if options.annotate is not None else None
    failures: list[str] = []
    reading = Reading(model.labels, model.is_probability, options.top, options.threshold)
    results = _report_failures(_predict(options, model, reading, annotator), failures)
    if options.output is None:
        for line in format_results(results, options.format):
            print(line, flush=options.format == "jsonl")
    else:
        with saving.write(options.output) as file:
            for line in format_results(results, options.format):
                file.write(line.encode() + b"\n")
    if failures:
        plural = "s" if len(failures) > 1 else ""
        print(f"mxnet predict: {len(failures)} input{plural} could not be predicted", file=sys.stderr)
    return int(bool(failures))


def _open_model(options: argparse.Namespace) -> Model:
    files = open_files(options.model, options.params)
    if options.labels is not None:
        files.labels = read_labels(Path(options.labels), required=True)
    changes = {name: value for name in ("resize", "mean", "std") if (value := getattr(options, name)) is not None}
    devices = find_devices(options.device)
    if len(devices) > 1:
        raise MXNetError(f"--device must be one device, received {options.device}")
    return Model(files, options.shape, changes, devices[0])


def _predict(options: argparse.Namespace, model: Model, reading: Reading,
             annotator: Annotator | None) -> Iterator[Result]:
    """Yield the results in the order of the inputs."""
    items = find_items(options.inputs, model.shape[1:])
    with ThreadPoolExecutor(_THREADS) as pool:
        while batch := list(islice(items, options.batch_size)):
            loaded = list(pool.map(lambda item: _load(item, model), batch))
            good = [one.array for one in loaded if one.array is not None]
            outputs = model.run(np.stack(good)) if good else []
            if any(len(output) != len(good) for output in outputs):
                raise MXNetError(f"the model returns {[output.shape for output in outputs]} for {len(good)} inputs; "
                                 "mxnet predict needs one row for each input. Try --batch-size 1")
            rows = iter(zip(*outputs, strict=True))
            for one in loaded:
                if one.array is None:
                    yield Result(one.item.name, error=one.error)
                    continue
                result = _read(model, reading, one, list(next(rows)))
                if annotator is not None and one.pixels is not None:
                    annotator.write(result, _to_rgb(one.pixels, model.preprocessing))
                yield result


def _load(item: Item, model: Model) -> _Loaded:
    try:
        content = item.load()
        if isinstance(content, np.ndarray):
            return _Loaded(item, content)
        preprocessing = model.preprocessing
        pixels = preprocessing.decode(content)
        return _Loaded(item, preprocessing.normalize(preprocessing.fit(pixels)), pixels)
    except (MXNetError, OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return _Loaded(item, error=reason)


def _read(model: Model, reading: Reading, one: _Loaded, outputs: list[np.ndarray]) -> Result:
    if one.pixels is None:
        return reading.read(one.item.name, outputs, None, None)
    return reading.read(one.item.name, outputs, model.preprocessing, one.pixels.shape[:2])


def _to_rgb(pixels: np.ndarray, preprocessing: Preprocessing) -> np.ndarray:
    return pixels[..., ::-1] if preprocessing.channels == "BGR" and preprocessing.depth == 3 else pixels


def _report_failures(results: Iterator[Result], failures: list[str]) -> Iterator[Result]:
    """Print the inputs that could not be predicted, and collect their names."""
    for result in results:
        if result.error is not None:
            failures.append(result.name)
            print(f"mxnet predict: {result.name}: {result.error}", file=sys.stderr, flush=True)
        yield result
