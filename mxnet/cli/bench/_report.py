"""Results of ``mxnet bench`` as a table, a JSON file and a figure."""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from mxnet_records import __version__, files

_SETS = re.compile(r"avx|amx|f16c|fma|vnni|bf16|asimd|sve|i8mm|fphp")
_PACKAGES = ("numpy", "torch", "onnx", "onnxruntime")
_COLUMNS = ("engine", "precision", "batch", "threads", "median ms", "p99 ms", "samples/s", "memory MB",
            "largest error", "rms error", "same argmax")
_BUSY = 0.25  # load for each processor that disturbs a measurement
_COLOURS = {"float32": "#1f5fa8", "bfloat16": "#1a7f4b", "int8": "#c62828"}
_LINES = {"mxnet": ("-", "o"), "onnxruntime": ("--", "s")}


@dataclass
class Accuracy:
    """Comparison with the float32 outputs of this package.

    Attributes
    ----------
    error
        Largest difference, relative to the largest element of the output. A single clipped element decides it.
    rms
        Root of the mean squared difference, relative to that of the output.
    same
        Share of equal positions of the largest element along the last axis, or None if that axis has one element.
    """

    error: float
    rms: float
    same: float | None

    @classmethod
    def read(cls, folder: Path, engine: str, precision: str) -> Accuracy | None:
        """Compare the outputs that the processes have saved. Return None if there are no outputs of float32."""
        reference = folder / "outputs-mxnet-float32.npz"
        if not reference.exists():
            return None
        with np.load(reference) as one, np.load(folder / f"outputs-{engine}-{precision}.npz") as other:
            return cls.compare([one[name] for name in one.files], [other[name] for name in other.files])

    @classmethod
    def compare(cls, expected: Sequence[np.ndarray], actual: Sequence[np.ndarray]) -> Accuracy:
        """Compare outputs with expected outputs. NaN and other shapes give an infinite error."""
        error = rms = 0.0
        for wanted, got in zip(expected, actual, strict=True):
            if wanted.shape != got.shape:
                return cls(np.inf, np.inf, None)
            gap = np.abs(wanted.astype("float64") - got)
            error = max(error, _ratio(gap.max(initial=0.0), np.abs(wanted).max(initial=0.0)))
            rms = max(rms, _ratio(np.linalg.norm(gap), np.linalg.norm(wanted.astype("float64"))))
        first, second = expected[0], actual[0]
        classes = first.ndim > 1 and first.shape[-1] > 1
        return cls(error, rms, float((first.argmax(-1) == second.argmax(-1)).mean()) if classes else None)


def _ratio(value: Any, scale: Any) -> float:
    """Return value / scale, without scaling if all elements are 0, and infinity for NaN."""
    ratio = float(value) / (float(scale) or 1.0)
    return ratio if np.isfinite(ratio) else np.inf


@dataclass
class Row:
    """A configuration and its results. Times are in milliseconds, one list for each round."""

    engine: str
    precision: str
    batch: int
    threads: int
    times: list[list[float]] = field(default_factory=list)
    memory: float | None = None
    accuracy: Accuracy | None = None
    error: str | None = None

    def add(self, result: Mapping[str, Any]) -> None:
        """Add the result of a round."""
        self.times.append(list(result["times"]))
        if result["memory"] is not None:
            self.memory = max(result["memory"], self.memory or 0.0)

    @property
    def _all(self) -> list[float]:
        return [time for times in self.times for time in times]

    @property
    def median(self) -> float:
        return float(np.median(self._all))

    @property
    def p99(self) -> float:
        return float(np.percentile(self._all, 99))

    @property
    def throughput(self) -> float:
        """Samples per second over all calls."""
        return 1e3 * self.batch * len(self._all) / sum(self._all)

    def describe(self) -> dict[str, Any]:
        """Return the row for JSON."""
        content: dict[str, Any] = {"engine": self.engine, "precision": self.precision, "batch": self.batch,
                                   "threads": self.threads}
        if self.times:
            content |= {"median_ms": self.median, "p99_ms": self.p99, "samples_per_second": self.throughput,
                        "calls": len(self._all), "round_medians_ms": [float(np.median(times)) for times in self.times],
                        "peak_memory_mb": self.memory}
        if self.accuracy is not None:
            errors = {"largest_relative_error": self.accuracy.error, "rms_relative_error": self.accuracy.rms}
            # JSON has no infinity.
            content |= {name: error if np.isfinite(error) else "infinite" for name, error in errors.items()}
            content["same_argmax"] = self.accuracy.same
        return content if self.error is None else {**content, "error": self.error}


@dataclass
class Report:
    """The results of a run, and the settings that explain them."""

    model: str
    settings: dict[str, Any]
    rows: list[Row]


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def describe_machine() -> dict[str, Any]:
    """Return the processor, its instruction sets and the versions."""
    model, flags = _read_processor()
    versions = {"mxnet-torch": __version__, "python": platform.python_version()}
    for name in _PACKAGES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return {"cpu": model, "processors": processors(), "instruction_sets": flags,
            "torch_instruction_set": torch.backends.cpu.get_cpu_capability(), "system": platform.platform(),
            "versions": versions}


def load_average() -> float | None:
    """Return the load average of the last minute, or None if the system does not provide it."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def _read_processor() -> tuple[str, list[str]]:
    """Return the name of the processor and its vector instruction sets, as far as the system lists them."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    fields = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in reversed(lines))}
    flags = (fields.get("flags") or fields.get("Features") or "").split()
    return fields.get("model name") or platform.processor() or platform.machine(), [
        flag for flag in flags if _SETS.search(flag)]


def format_lines(report: Report) -> list[str]:
    """Return the report as lines of plain text with aligned columns."""
    cells = [list(_COLUMNS), *(_cells(row) for row in report.rows)]
    widths = [max(len(line[i]) for line in cells if i < len(line) and len(line) == len(_COLUMNS))
              for i in range(len(_COLUMNS))]
    lines = [_describe(report)]
    for line in cells:
        texts = [text.ljust(widths[i]) if i < 2 else text.rjust(widths[i]) for i, text in enumerate(line[:4])]
        texts += [text.rjust(width) for text, width in zip(line[4:], widths[4:], strict=True)] if len(
            line) == len(_COLUMNS) else line[4:]
        lines.append("  ".join(texts).rstrip())
    return [*lines, *_notes(report)]


def _describe(report: Report) -> str:
    shapes = ", ".join(f"{name} {'x'.join(map(str, shape))}" for name, shape in report.settings["shapes"].items())
    machine = describe_machine()
    return f"{report.model} ({shapes}) on {machine['cpu']}, {machine['processors']} processors"


def _cells(row: Row) -> list[str]:
    start = [row.engine, row.precision, str(row.batch), str(row.threads)]
    if not row.times:
        return [*start, f"failed: {row.error}" if row.error else "not measured"]
    accuracy = row.accuracy
    return [*start, f"{row.median:.3g}" if row.median < 100 else f"{row.median:.0f}",
            f"{row.p99:.3g}" if row.p99 < 100 else f"{row.p99:.0f}",
            f"{row.throughput:.1f}" if row.throughput < 100 else f"{row.throughput:.0f}",
            "-" if row.memory is None else f"{row.memory:.0f}",
            *(["-"] * 2 if accuracy is None else [f"{accuracy.error:.2g}", f"{accuracy.rms:.2g}"]),
            "-" if accuracy is None or accuracy.same is None else f"{100 * accuracy.same:.1f}%"]


def _notes(report: Report) -> list[str]:
    settings = report.settings
    source = "random data, which real data can contradict" if settings["data"] is None else settings["data"]
    lines = [f"accuracy: against float32 of mxnet, {settings['samples for accuracy']} samples of {source}"]
    if settings["random weights"]:
        lines.append("weights: random; trained weights have another accuracy")
    load = settings["load average before"]
    if load is not None and load > _BUSY * processors():
        lines.append(f"load average before the run: {load:.1f}; other programs were running, so times are unreliable")
    lines += [f"{row.engine} {row.precision}, batch {row.batch}, threads {row.threads} failed in a later round: "
              f"{row.error}" for row in report.rows if row.times and row.error]
    return lines


def write_json(path: str, report: Report, interrupted: bool) -> None:
    """Write the settings, the machine and all rows."""
    settings = {name.replace(" ", "_"): value for name, value in report.settings.items()}
    content = {"model": report.model, **settings, "complete": not interrupted, "machine": describe_machine(),
               "rows": [row.describe() for row in report.rows]}
    with files.write(path) as file:
        file.write(json.dumps(content, indent=2).encode())


def draw(path: str, report: Report) -> None:
    """Draw the throughput against the batch size, with one axis for each number of threads."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    threads = list(dict.fromkeys(row.threads for row in report.rows))
    figure = Figure(figsize=(1.5 + 4.5 * len(threads), 4.5), dpi=110, layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    figure.suptitle(_describe(report), fontsize=10)
    (all_axes,) = figure.subplots(1, len(threads), sharey=True, squeeze=False)
    batches = sorted({row.batch for row in report.rows})
    for axes, count in zip(all_axes, threads, strict=True):
        _draw_lines(axes, [row for row in report.rows if row.threads == count and row.times])
        axes.set(title=f"{count} thread{'s' * (count > 1)}", xlabel="batch size", ylim=(0, None))
        axes.set_xscale("log", base=2)
        axes.set_xticks(batches, [str(batch) for batch in batches])
        axes.minorticks_off()
        axes.margins(x=0.1)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
    all_axes[0].set_ylabel("samples per second")
    handles = {label: handle for axes in all_axes
               for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)}
    if handles:
        figure.legend(list(handles.values()), list(handles), loc="outside lower center", ncols=3, frameon=False)
    figure.savefig(path, format="png")


def _draw_lines(axes: Any, rows: Sequence[Row]) -> None:
    for engine, precision in dict.fromkeys((row.engine, row.precision) for row in rows):
        points = sorted((row.batch, row.throughput) for row in rows
                        if (row.engine, row.precision) == (engine, precision))
        style, marker = _LINES[engine]
        axes.plot(*zip(*points, strict=True), style, marker=marker, color=_COLOURS[precision],
                  label=f"{engine} {precision}")
