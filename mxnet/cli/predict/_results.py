"""Predictions of ``mxnet predict``: their meaning, and the output as table, JSON, JSON lines and CSV."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mxnet.image._preprocessing import Preprocessing

_LONGEST_NAME = 48


@dataclass
class Result:
    """Prediction of one input.

    Attributes
    ----------
    kind
        'classes', 'objects' or 'values'.
    rows
        One dictionary per class or object.
    error
        Why the input could not be predicted.
    """

    name: str
    kind: str = ""
    rows: list[dict[str, Any]] = field(default_factory=list)
    error: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the object of the JSON output."""
        if self.error is not None:
            return {"input": self.name, "error": self.error}
        if self.kind == "values":
            return {"input": self.name, "values": self.rows[0]["values"]}
        return {"input": self.name, "predictions" if self.kind == "classes" else "objects": self.rows}


@dataclass
class Reading:
    """How to read the outputs of a model."""

    labels: Sequence[str]
    is_probability: bool
    top: int
    threshold: float | None

    def read(self, name: str, outputs: list[np.ndarray], preprocessing: Preprocessing | None,
             size: tuple[int, int] | None) -> Result:
        """Return the result of one input from its rows of the outputs. `size` is that of the image, if it is one."""
        objects = _find_objects(outputs)
        if objects is not None:
            return Result(name, "objects", self._read_objects(objects, preprocessing, size))
        if len(outputs) == 1 and outputs[0].size == outputs[0].shape[0] > 1:
            return Result(name, "classes", self._read_classes(outputs[0]))
        return Result(name, "values", [{"values": [output.tolist() for output in outputs]}])

    def _label(self, index: int) -> str:
        return self.labels[index] if 0 <= index < len(self.labels) else str(index)

    def _read_classes(self, scores: np.ndarray) -> list[dict[str, Any]]:
        values = scores.astype(np.float64)
        if not self.is_probability:
            values = np.exp(values - values.max())
            values /= values.sum()
        order = np.argsort(-values, kind="stable")[: self.top]
        return [{"class": self._label(int(i)), "index": int(i), "probability": round(float(values[i]), 6)}
                for i in order if values[i] >= (self.threshold or 0.0)]

    def _read_objects(self, rows: np.ndarray, preprocessing: Preprocessing | None,
                      size: tuple[int, int] | None) -> list[dict[str, Any]]:
        least = 0.5 if self.threshold is None else self.threshold
        rows = rows[np.isfinite(rows).all(axis=1) & (rows[:, 0] >= 0) & (rows[:, 1] >= least)]
        rows = rows[np.argsort(-rows[:, 1], kind="stable")]
        boxes = rows[:, 2:].astype(np.float64)
        if preprocessing is not None and size is not None:
            if boxes.size and boxes.max() > 2:  # pixels of the input instead of shares
                height, width = preprocessing.size
                boxes = boxes / (width, height, width, height)
            boxes = preprocessing.to_image(boxes, *size)
        return [{"class": self._label(int(row[0])), "index": int(row[0]), "score": round(float(row[1]), 6),
                 "box": [round(float(corner), 2) for corner in box]} for row, box in zip(rows, boxes, strict=True)]


def _find_objects(outputs: list[np.ndarray]) -> np.ndarray | None:
    """Return rows of class, score and box, from one output (SSD) or from three (classes, scores and boxes)."""
    if len(outputs) == 1 and outputs[0].ndim == 2 and outputs[0].shape[1] == 6:
        return outputs[0]
    shapes = [output.shape[1:] for output in outputs]
    if shapes == [(1,), (1,), (4,)] and len({len(output) for output in outputs}) == 1:
        return np.concatenate(outputs, axis=1)
    return None


# Formats


def format_results(results: Iterable[Result], form: str) -> Iterator[str]:
    """Yield the lines of the output. JSON lines and CSV are complete after each result."""
    if form == "jsonl":
        for result in results:
            yield json.dumps(result.to_json(), ensure_ascii=False)
    elif form == "json":
        yield json.dumps([result.to_json() for result in results], indent=1, ensure_ascii=False)
    elif form == "csv":
        yield from _format_csv(results)
    else:
        yield from _format_table([result for result in results if result.error is None])


def _format_csv(results: Iterable[Result]) -> Iterator[str]:
    headed = False
    for result in results:
        if result.error is not None:
            continue
        if not headed:
            yield _csv_line({"classes": ["input", "rank", "class", "index", "probability"],
                             "objects": ["input", "rank", "class", "index", "score", "left", "top", "right", "bottom"],
                             "values": ["input", "values"]}[result.kind])
            headed = True
        for rank, row in enumerate(result.rows, 1):
            if result.kind == "values":
                yield _csv_line([result.name, json.dumps(row["values"])])
            else:
                numbers = [row["probability"]] if result.kind == "classes" else [row["score"], *row["box"]]
                yield _csv_line([result.name, rank, row["class"], row["index"], *numbers])


def _csv_line(values: Sequence[Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(values)
    return text.getvalue()


def _format_table(results: list[Result]) -> Iterator[str]:
    lines: list[tuple[str, ...]] = []
    for result in results:
        name = result.name if _width(result.name) <= _LONGEST_NAME else "…" + result.name[-_LONGEST_NAME + 1 :]
        rows = [_columns(result.kind, row) for row in result.rows] or [("(nothing)",)]
        lines += [(name if not number else "", *row) for number, row in enumerate(rows)]
    columns = max((len(line) for line in lines), default=0)
    widths = [max((_width(line[i]) for line in lines if i < len(line)), default=0) for i in range(columns)]
    for line in lines:
        yield "  ".join(cell + " " * (widths[i] - _width(cell)) for i, cell in enumerate(line)).rstrip()


def _columns(kind: str, row: dict[str, Any]) -> tuple[str, ...]:
    if kind == "values":
        text = json.dumps(row["values"])
        return (text if len(text) <= 100 else f"{text[:100]}...",)
    share = f"{100 * row['probability' if kind == 'classes' else 'score']:6.2f} %"
    if kind == "classes":
        return share, row["class"]
    return share, row["class"], " ".join(f"{corner:.0f}" for corner in row["box"])


def _width(text: str) -> int:
    """Return the columns of a text on a terminal. Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
