"""Encoding of results: JSON, NPY or CSV by the Accept header, class names and boxes."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .bodies import Problem, media_type
from .interface import Answer

_TOP = 5
_THRESHOLD = 0.2  # as in the detection example of Multi Model Server
_SUPPORTED = ("application/json", "application/x-npy", "text/csv")
_OTHER_NAMES = {"": "application/json", "*/*": "application/json", "application/*": "application/json",
                "text/*": "text/csv", "text/plain": "application/json", "text/html": "application/json"}


def choose_type(accept: str) -> str:
    """Return the first supported media type of an Accept header, by quality.

    Raises
    ------
    Problem
        With status 406, if there is none.
    """
    ranked = []
    for position, entry in enumerate(accept.split(",")[:32]):
        quality = 1.0
        for parameter in entry.split(";")[1:]:
            key, _, value = parameter.strip().partition("=")
            if key.strip() == "q":
                try:
                    quality = float(value)
                except ValueError:
                    quality = 0.0
        ranked.append((-quality, position, media_type(entry)))
    for quality, _, kind in sorted(ranked):
        kind = _OTHER_NAMES.get(kind, kind)
        if quality < 0 and kind in _SUPPORTED:
            return kind
    raise Problem(f"the Accept header {accept[:100]!r} has none of {', '.join(_SUPPORTED)}", 406)


def encode_json(value: Any, status: int = 200) -> Answer:
    """Return an answer in JSON."""
    return Answer(status, body=json.dumps(value, allow_nan=False).encode())


def encode_problem(problem: Problem) -> Answer:
    """Return the answer to a request with an error."""
    return encode_json({"code": problem.status, "type": "BadRequest" if problem.status < 500 else "InternalError",
                        "message": str(problem)}, problem.status)


def encode_arrays(outputs: Mapping[str, np.ndarray], kind: str, wrapper: str, single: bool) -> Answer:
    """Return the outputs in a media type.

    Parameters
    ----------
    wrapper : str
        Name of the object that wrapped the request in JSON. "instances" is answered by "predictions", "inputs" by
        "outputs".
    single : bool
        Whether the request had one sample without a batch axis.
    """
    arrays = {name: array[0] if single else array for name, array in outputs.items()}
    if kind == "application/json":
        lists = {name: to_lists(array) for name, array in arrays.items()}
        value: Any = next(iter(lists.values())) if len(lists) == 1 else lists
        if wrapper == "instances":
            return encode_json({"predictions": value if len(lists) == 1 else _rows(lists)})
        return encode_json({"outputs": value} if wrapper == "inputs" else value)
    if len(arrays) > 1:
        raise Problem(f"the model has {len(arrays)} outputs, which {kind} cannot hold; accept application/json", 406)
    array = next(iter(arrays.values()))
    return Answer(body=to_npy(array) if kind == "application/x-npy" else _to_csv(array), content_type=kind)


def _rows(columns: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [dict(zip(columns, row)) for row in zip(*columns.values())]


def to_lists(array: np.ndarray) -> Any:
    """Return nested lists. JSON has no NaN and infinity, so they become None."""
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        values = array.astype(object)
        values[~np.isfinite(array)] = None
        return values.tolist()
    return array.tolist()


def to_npy(array: np.ndarray) -> bytes:
    """Return an array in the NPY format."""
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=False)
    return stream.getvalue()


def _to_csv(array: np.ndarray) -> bytes:
    rows = array.reshape(len(array), -1) if array.ndim > 1 else array.reshape(1, -1)
    return "".join(",".join(map(repr, row)) + "\n" for row in rows.tolist()).encode()


def describe_image(outputs: Sequence[np.ndarray], labels: Sequence[str], size: tuple[int, int],
                   input_size: tuple[int, int]) -> list[dict[str, Any]] | None:
    """Return the classes or objects in one image, or None if the outputs are neither.

    Parameters
    ----------
    outputs : list of numpy.ndarray
        One row of each output, without the batch axis.
    size, input_size : tuple of int
        Width and height of the sent image and of the network's input.
    """
    boxes = _join_boxes(outputs)
    if boxes is not None:
        return _describe_boxes(boxes, labels, size, input_size)
    scores = outputs[0].reshape(-1) if outputs[0].size == max(outputs[0].shape, default=0) else None
    if len(outputs) != 1 or scores is None or not labels or len(labels) != scores.size:
        return None
    probabilities = to_probabilities(scores)
    best = np.argsort(-probabilities, kind="stable")[:_TOP]
    return [{"probability": float(probabilities[i]), "class": labels[i]} for i in best]


def to_probabilities(scores: np.ndarray) -> np.ndarray:
    """Apply softmax unless the scores are probabilities already."""
    scores = scores.astype("float64")
    if scores.size and scores.min() >= 0.0 and scores.max() <= 1.0 + 1e-3 and abs(scores.sum() - 1.0) < 1e-2:
        return scores
    finite = np.nan_to_num(scores, nan=-np.inf, posinf=np.finfo("float64").max, neginf=-np.inf)
    if not np.isfinite(finite).any():
        return np.full(scores.shape, 1.0 / max(scores.size, 1))
    powers = np.exp(finite - finite.max())
    return powers / powers.sum()


def _join_boxes(outputs: Sequence[np.ndarray]) -> np.ndarray | None:
    """Return rows of class, score and corners from one output of a detector or from the three of GluonCV."""
    shapes = [output.shape for output in outputs]
    if len(shapes) == 1 and len(shapes[0]) == 2 and shapes[0][1] == 6:
        return outputs[0].astype("float64")
    if len(shapes) == 3 and [shape[1:] for shape in shapes] == [(1,), (1,), (4,)] and len({s[0] for s in shapes}) == 1:
        return np.concatenate([output.astype("float64") for output in outputs], 1)
    return None


def _describe_boxes(boxes: np.ndarray, labels: Sequence[str], size: tuple[int, int],
                    input_size: tuple[int, int]) -> list[dict[str, Any]]:
    """Return the objects above the threshold, with corners in pixels of the sent image."""
    kept = boxes[np.isfinite(boxes).all(1) & (boxes[:, 0] >= 0) & (boxes[:, 1] > _THRESHOLD)]
    kept = kept[np.argsort(-kept[:, 1], kind="stable")]
    relative = not kept.size or np.abs(kept[:, 2:]).max() <= 2.0  # otherwise pixels of the input
    scale = [size[i % 2] / (1 if relative else input_size[i % 2]) for i in range(4)]
    return [{"class": labels[int(row[0])] if int(row[0]) < len(labels) else str(int(row[0])),
             "probability": float(row[1]), "box": [float(value) for value in row[2:] * scale]} for row in kept]
