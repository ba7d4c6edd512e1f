"""``mxnet train``: train an image classifier, with checkpoints and a report.

`_data` finds the images, `_batches` reads them, `_networks` creates the network, `_loop` trains it, `_checkpoint`
stores the progress, `_workers` connects the processes of ``mxnet launch``, and `_report` writes the results.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mxnet as mx
from mxnet import gluon, optimizer
from mxnet.base import MXNetError
from mxnet.contrib import amp
from mxnet.image._preprocessing import Preprocessing
from mxnet_records.cli._options import train as declared

from .._devices import find_devices
from . import _checkpoint, _networks, _report
from ._batches import Reader
from ._checkpoint import Checkpoints, State, write_text
from ._data import Dataset, open_dataset
from ._loop import Interrupted, Training, fingerprint
from ._networks import Network
from ._workers import Workers

_MOMENTUM = ("sgd", "nag")


def run(options: argparse.Namespace) -> int:
    """Train with the options of the command line. Return 130 after an interruption."""
    folder = Path(options.output)
    options = _merge_stored(options, folder)
    workers = Workers()
    folder.mkdir(parents=True, exist_ok=True)
    report = _make_log(folder, workers)
    training = _set_up(options, workers, report)
    # All workers write it, because each machine may have its own folder.
    write_text(folder / "train.json", json.dumps(_to_json(options), indent=1) + "\n")
    try:
        training.run()
    except Interrupted:
        report(f"Interrupted after step {training.state.step} of epoch {training.state.epoch + 1}. Continue with: "
               f"mxnet train --resume --output {folder}")
        return 130
    _finish(training, folder, report)
    return 0


def _make_log(folder: Path, workers: Workers) -> Callable[[str], None]:
    """Return a function that prints a line and appends it to ``log.txt``. Only worker 0 does."""

    def report(line: str) -> None:
        if workers.rank == 0:
            print(line, flush=True)
            with open(folder / "log.txt", "a", encoding="utf-8") as file:
                file.write(line + "\n")

    return report


# Options


def _to_json(options: argparse.Namespace) -> dict[str, Any]:
    left_out = ("command", "resume")
    return {name: str(value) if isinstance(value, Path) else value for name, value in sorted(vars(options).items())
            if name not in left_out}


def _merge_stored(options: argparse.Namespace, folder: Path) -> argparse.Namespace:
    """Return the options of a run that is resumed. Options on the command line must not contradict them."""
    file = folder / "train.json"
    if not options.resume or not file.exists():
        if file.exists():
            raise MXNetError(f"{folder} contains a training run; continue it with --resume, or pass another --output")
        if options.data is None:
            raise MXNetError("no data; pass a folder of images, a .rec file or a built-in data set such as demo")
        return options
    try:
        stored = json.loads(file.read_bytes())
    except ValueError as error:
        raise MXNetError(f"{file} is damaged: {error}") from error
    parser = argparse.ArgumentParser()
    declared.add_arguments(parser)
    merged = dict(stored)
    for name, value in vars(options).items():
        given = value != parser.get_default(name)
        if name in declared.CHANGEABLE:
            if given or name not in stored:
                merged[name] = value
        elif given and _plain(value) != stored.get(name):
            raise MXNetError(f"--{name.replace('_', '-')} {value} differs from {stored.get(name)} in {file}; omit it "
                             "to resume the run, or start a new one with another --output")
    return argparse.Namespace(**{**merged, "output": folder, "resume": True})


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


# Preparation


def _set_up(options: argparse.Namespace, workers: Workers, report: Callable[[str], None]) -> Training:
    """Prepare everything, and load the last checkpoint of a run that is resumed."""
    if options.pretrained and options.start is not None:
        raise MXNetError("--pretrained and --from are two sources of weights; pass one of them")
    _networks.check_name(options.network)
    devices = find_devices(options.devices, workers.rank)
    dataset = open_dataset(options.data, options.val, options.val_fraction, options.labels, options.seed)
    _fill_in(options, dataset)
    if len(dataset.train) < workers.count:
        raise MXNetError(f"{len(dataset.train)} training images are too few for {workers.count} workers")
    preprocessing = Preprocessing.for_training(options.image_size, options.channels)
    mx.random.seed(options.seed)
    if options.dtype != "float32":
        amp.init(options.dtype)
    network = _make_network(options, dataset, devices)
    network.block.hybridize()
    trainer = _make_trainer(options, network, workers)
    state = State(fingerprint=fingerprint(dataset.train, dataset.val))
    checkpoints = Checkpoints(Path(options.output), network, trainer, workers)
    resumed = checkpoints.restore(state.fingerprint) if options.resume else None
    reader = Reader(preprocessing, options.augment, options.seed, options.workers, options.strict)
    state = resumed or state
    training = Training(options, dataset, network, devices, reader, workers, trainer, state, checkpoints, report,
                        _tensorboard(options, workers))
    start = f"resumed after step {state.updates}" if resumed else f"{len(dataset.classes)} classes"
    report(f"{_title(options)} on {dataset.name}: {len(dataset.train)} training and {len(dataset.val)} validation "
           f"images of {options.image_size} x {options.image_size}, {training.steps} steps per epoch, {options.dtype} "
           f"on {', '.join(map(str, devices))}" + (f", {workers.count} workers" if workers.count > 1 else "")
           + f"; {start}")
    return training


def _title(options: argparse.Namespace) -> str:
    """Return the name of the network, or of the symbol file that replaces it."""
    symbol = _networks.find_symbol(options.start) if options.start is not None else None
    return str(options.network) if symbol is None else str(options.start)


def _fill_in(options: argparse.Namespace, dataset: Dataset) -> None:
    """Set options whose defaults depend on the data or on other options."""
    tuned = options.pretrained or options.start is not None
    depth, size = _networks.stated_input(options.start)
    if options.channels is None:
        options.channels = 3 if options.pretrained else depth or dataset.channels
    if options.image_size is None:
        default = _networks.default_size(options.network)
        options.image_size = size or (dataset.size if dataset.size is not None and default < 64 else default)
    if options.augment is None:
        options.augment = ("crop", "flip") if dataset.flips else ("crop",)
    if options.learning_rate is None:
        options.learning_rate = (0.05 if options.optimizer in _MOMENTUM else 0.001) * (0.2 if tuned else 1.0)
    if options.freeze and not tuned:
        raise MXNetError("--freeze keeps the layers before the output layer as they are; pass --pretrained or --from")


def _make_network(options: argparse.Namespace, dataset: Dataset, devices: list[mx.Context]) -> Network:
    classes, shape = len(dataset.classes), (options.channels, options.image_size, options.image_size)
    symbol = _networks.find_symbol(options.start) if options.start is not None else None
    if symbol is not None:
        network = _networks.from_symbol(symbol, classes, shape, devices, options.dtype)
    else:
        network = _networks.create(options.network, classes, shape, devices)
        if options.pretrained:
            _networks.load_pretrained(network, options.network, options.channels)
        elif options.start is not None:
            _networks.load_parameters(network, options.start)
    if options.freeze:
        _networks.freeze(network)
    return network


def _make_trainer(options: argparse.Namespace, network: Network, workers: Workers) -> gluon.Trainer:
    if options.optimizer.lower() not in optimizer.Optimizer.opt_registry:
        raise MXNetError(f"there is no optimizer {options.optimizer!r}; use one of "
                         f"{', '.join(sorted(optimizer.Optimizer.opt_registry))}")
    settings = {"learning_rate": options.learning_rate, "wd": options.weight_decay}
    if options.optimizer.lower() in _MOMENTUM:
        settings["momentum"] = options.momentum
    # The order of the list numbers the optimizer's states. Workers update alike, which mixed precision needs.
    trainer = gluon.Trainer(list(network.parameters().values()), options.optimizer.lower(), settings,
                            kvstore=workers.store or "device", update_on_kvstore=False)
    if options.dtype == "float16":
        amp.init_trainer(trainer)
    return trainer


def _tensorboard(options: argparse.Namespace, workers: Workers) -> Callable[[dict[str, Any]], None]:
    """Return a function that writes the results of an epoch for TensorBoard."""
    if options.tensorboard is None or workers.rank:
        return lambda result: None
    from mxnet.contrib.tensorboard import SummaryWriter

    writer = SummaryWriter(options.tensorboard)

    def write(result: dict[str, Any]) -> None:
        for name in ("loss", "val_loss", "accuracy", "learning_rate"):
            writer.add_scalar(name, result[name], global_step=result["epoch"])
        writer.flush()

    return write


# Results


def _finish(training: Training, folder: Path, report: Callable[[str], None]) -> None:
    """Load the parameters of the best epoch, and write the model and the report."""
    if training.workers.rank == 0:
        _checkpoint.load_arrays(training.network, folder / "checkpoints" / "best.params")
    training.share_parameters()
    found = training.evaluate()
    if training.workers.rank:
        return
    dataset, options, state = training.dataset, training.options, training.state
    _networks.export(training.network, folder / "model")
    write_text(folder / "synset.txt", "".join(f"{name}\n" for name in dataset.classes))
    write_text(folder / "signature.json", json.dumps(signature(training.reader.preprocessing, len(dataset.classes)),
                                                     indent=1) + "\n")
    content = _report.summarize(dataset, found, state.history, state.best_epoch, training.reader.skipped,
                                {**_to_json(options), "network": _title(options)})
    written = _report.write(folder, content, dataset, training.reader)
    report(f"Accuracy {found.accuracy:.4f} on {content['validation_images']} validation images (epoch "
           f"{state.best_epoch})")
    if training.reader.skipped:
        print(f"mxnet train: skipped {len(training.reader.skipped)} damaged image(s); {written[1]} lists them",
              file=sys.stderr)
    names = ["model-symbol.json", "model-0000.params", "synset.txt", "signature.json"]
    print("Written:", *(folder / name for name in names), *written, sep="\n  ")


def signature(preprocessing: Preprocessing, classes: int) -> dict[str, Any]:
    """Return the content of ``signature.json``, which ``mxnet predict`` and servers read."""
    shape = [0, preprocessing.depth, *preprocessing.size]
    return {"inputs": [{"data_name": "data", "data_shape": shape}], "input_type": "image/jpeg",
            "outputs": [{"data_name": "softmax", "data_shape": [0, classes]}], "output_type": "application/json",
            "preprocess": preprocessing.to_dict()}


