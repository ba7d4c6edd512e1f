"""``mxnet bench``: speed, accuracy and memory of a model in several precisions.

`_prepare` converts the model, `_samples` reads its inputs, `_worker` measures one configuration in a process that
`_processes` starts, and `_report` writes the results.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...base import MXNetError
from ...util import np_shape
from . import _prepare, _processes, _report, _samples
from ._report import Accuracy, Report, Row

_CALIBRATION_BATCH = 8


@dataclass
class _Plan:
    """The steps of a run: the configurations, and the task that is common to all of them."""

    rows: list[Row]
    rounds: int
    seconds: float
    common: dict[str, Any]
    step: int = field(default=0)

    @property
    def variants(self) -> list[tuple[str, str]]:
        """Engines and precisions."""
        return list(dict.fromkeys((row.engine, row.precision) for row in self.rows))

    @property
    def steps(self) -> int:
        return len(self.variants) + self.rounds * len(self.rows)

    def show_progress(self, text: str) -> None:
        self.step += 1
        print(f"[{self.step}/{self.steps}] {text}", file=sys.stderr, flush=True)


def run(options: argparse.Namespace) -> int:
    """Measure a model and write the reports. Return 130 after an interruption, with the results so far."""
    _check_outputs(options)
    with tempfile.TemporaryDirectory(prefix="mxnet-bench-") as folder:
        report, plan = _set_up(options, Path(folder))
        interrupted = False
        try:
            _prepare_all(report, plan)
            _measure_all(plan)
        except KeyboardInterrupt:
            interrupted = True
    for line in _report.format_lines(report):
        print(line)
    if options.json:
        _report.write_json(options.json, report, interrupted)
    if options.png:
        _report.draw(options.png, report)
    if interrupted:
        print("mxnet bench: interrupted; the results are incomplete", file=sys.stderr)
        return 130
    return 0 if any(row.times for row in report.rows) else 1


def _check_outputs(options: argparse.Namespace) -> None:
    """Raise before the measurement if a report cannot be written."""
    if options.png and importlib.util.find_spec("matplotlib") is None:
        raise ImportError("--png needs matplotlib; run pip install 'mxnet-torch[demo]', or omit --png")
    for path in (options.json, options.png):
        if path and not Path(path).absolute().parent.is_dir():
            raise MXNetError(f"{path} cannot be written: the folder {Path(path).absolute().parent} does not exist")


def _engines(wanted: bool | None) -> list[str]:
    missing = [name for name in ("onnx", "onnxruntime") if importlib.util.find_spec(name) is None]
    if wanted and missing:
        raise ImportError(f"--onnxruntime needs {' and '.join(missing)}; run pip install {' '.join(missing)}")
    return ["mxnet"] if missing or wanted is False else ["mxnet", "onnxruntime"]


def _set_up(options: argparse.Namespace, folder: Path) -> tuple[Report, _Plan]:
    """Read the model and the samples, write them for the other processes, and list the configurations."""
    engines, load = _engines(options.onnxruntime), _report.load_average()
    model, random_weights = _prepare.read_model(options.model, options.params, options.zoo)
    names = model.source.inputs
    if not names:
        raise MXNetError(f"{options.model} has no inputs")
    arrays = {} if options.data is None else _samples.arrays_of(options.data, names)
    shapes = _prepare.sample_shapes(model, {**{name: array.shape[1:] for name, array in arrays.items()},
                                            **dict(options.shape)})
    samples = _samples.read_samples(model, shapes, options.data, options.samples,
                                    _samples.Pixels(options.mean, options.std))
    with np_shape(True) if model.numpy else nullcontext():
        _prepare.save_float32(model, folder)
    test = _samples.save(folder, samples)
    threads = options.threads or sorted({1, _report.processors()})
    rows = [Row(engine, precision, batch, count) for count in threads for batch in options.batch
            for engine in engines for precision in options.precision
            if not (engine == "onnxruntime" and precision == "bfloat16")]  # no kernels for the CPU
    common = {"folder": str(folder), "inputs": names, "labels": model.source.labels, "shapes": shapes,
              "types": {name: array.dtype.name for name, array in samples.items()},
              "indices": _prepare.find_indices(model), "numpy": model.numpy, "calibration_batch": _CALIBRATION_BATCH}
    settings = {"shapes": shapes, "samples for accuracy": test, "data": options.data, "seconds": options.seconds,
                "rounds": options.rounds, "random weights": random_weights, "load average before": load}
    return Report(model.name, settings, rows), _Plan(rows, options.rounds, options.seconds, common)


def _prepare_all(report: Report, plan: _Plan) -> None:
    """Convert the model to each precision, and compare its outputs with those of float32."""
    variants = plan.variants
    reference = ("mxnet", "float32")
    threads = max(row.threads for row in plan.rows)
    if reference not in variants:  # accuracy is relative to it
        _try({**plan.common, "kind": "prepare", "engine": "mxnet", "precision": "float32", "threads": threads})
    for engine, precision in variants:
        plan.show_progress(f"prepare {engine} {precision}")
        reason = _try({**plan.common, "kind": "prepare", "engine": engine, "precision": precision, "threads": threads})
        rows = [row for row in plan.rows if (row.engine, row.precision) == (engine, precision)]
        for row in rows:
            row.error = reason
        if reason is None:
            accuracy = Accuracy.read(Path(plan.common["folder"]), engine, precision)
            for row in rows:
                row.accuracy = accuracy


def _try(task: dict[str, Any]) -> str | None:
    """Run a task without a result, and return why it failed."""
    try:
        _processes.run_task(task)
    except MXNetError as error:
        return str(error)
    return None


def _measure_all(plan: _Plan) -> None:
    """Measure all configurations once in each round, so that changes of the machine's speed affect all of them."""
    for number, row in _rounds(plan):
        plan.show_progress(f"round {number + 1}: {row.engine} {row.precision}, batch {row.batch}, threads "
                           f"{row.threads}" + ("" if row.error is None else ": skipped"))
        if row.error is not None:
            continue
        try:
            result = _processes.run_task({**plan.common, "kind": "measure", "engine": row.engine,
                                          "precision": row.precision, "batch": row.batch, "threads": row.threads,
                                          "seconds": plan.seconds})
        except MXNetError as error:
            row.error = str(error)
        else:
            row.add(result)


def _rounds(plan: _Plan) -> Iterator[tuple[int, Row]]:
    return ((number, row) for number in range(plan.rounds) for row in plan.rows)
