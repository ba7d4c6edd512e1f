"""A model that is answered by its graph: requests become arrays, share batches, and their rows become answers."""

from __future__ import annotations

import base64
import binascii
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..base import MXNetError
from ..tools.convert._sources import Model
from . import bodies, outputs
from .bodies import Problem
from .contents import Signature
from .images import ImageReader, accepts_images, is_image
from .interface import Answer, Description, Request, TensorSpec
from .network import Network

_logger = logging.getLogger(__name__)


@dataclass
class _Job:
    """A decoded request: rows of the inputs, and what its answer needs."""

    arrays: dict[str, np.ndarray]
    kind: str = ""  # media type of the answer; empty for arrays
    wrapper: str = ""
    single: bool = False
    sizes: list[tuple[int, int]] = field(default_factory=list)  # of images
    results: list[np.ndarray] = field(default_factory=list)

    @property
    def rows(self) -> int:
        return len(next(iter(self.arrays.values())))


class GraphModel:
    """A network with its signature and labels.

    Parameters
    ----------
    name, version : str
    model : Model
    signature : Signature
    labels : tuple of str
        Class names.
    """

    def __init__(self, name: str, version: str, model: Model, signature: Signature, labels: tuple[str, ...]) -> None:
        self._network = Network(model, signature.shapes)
        self._network.warm_up()
        inputs = self._network.inputs
        self.description = Description(name, version, inputs, self._network.outputs, labels, self._network.batchable)
        first = self._network.sample_shapes[inputs[0].name]
        self._images = (ImageReader(inputs[0], first, signature.preprocess)
                        if len(inputs) == 1 and accepts_images(first) else None)

    def answer(self, requests: list[Request]) -> list[Answer]:
        """Decode the requests, compute them in as few batches as possible, and encode the answers."""
        answers: dict[int, Answer] = {}
        jobs: dict[int, _Job] = {}
        for number, request in enumerate(requests):
            try:
                jobs[number] = self._decode(request)
            except Problem as problem:
                answers[number] = outputs.encode_problem(problem)
            except Exception as error:  # a fault of a decoder must not reach the other requests
                answers[number] = outputs.encode_problem(_explain(error))
        for group in self._group(jobs):
            answers.update(self._compute({number: jobs[number] for number in group}))
        return [answers[number] for number in range(len(requests))]

    def _group(self, jobs: Mapping[int, _Job]) -> list[list[int]]:
        """Return the requests that fit into the same batch."""
        groups: dict[Any, list[int]] = {}
        for number, job in jobs.items():
            shapes = tuple(array.shape[1:] for array in job.arrays.values())
            groups.setdefault(shapes if self.description.batchable else number, []).append(number)
        return list(groups.values())

    def _compute(self, jobs: Mapping[int, _Job]) -> dict[int, Answer]:
        """Run one batch. If it fails, run its requests alone, so that only the faulty one gets an error."""
        try:
            joined = {name: np.concatenate([job.arrays[name] for job in jobs.values()]) if len(jobs) > 1
                      else next(iter(jobs.values())).arrays[name] for name in next(iter(jobs.values())).arrays}
            results = self._network.run(joined)
        except Exception as error:  # the graph is untrusted, and so are the sizes that clients choose
            if len(jobs) > 1:
                return {number: answer for number, job in jobs.items()
                        for answer in self._compute({number: job}).values()}
            return {number: outputs.encode_problem(_explain(error)) for number in jobs}
        start, answers = 0, {}
        for number, job in jobs.items():
            job.results = [array[start : start + job.rows] for array in results] if len(jobs) > 1 else results
            start += job.rows
            try:
                answers[number] = self._encode(job)
            except Problem as problem:
                answers[number] = outputs.encode_problem(problem)
        return answers

    def _decode(self, request: Request) -> _Job:
        specs = self.description.inputs
        if request.arrays is not None:
            names = [spec.name for spec in specs]
            if set(request.arrays) != set(names):
                raise Problem(f"the inputs are {', '.join(names)}; received {', '.join(request.arrays) or 'none'}")
            job = _Job({spec.name: _fit(request.arrays[spec.name], spec) for spec in specs})
        else:
            kind = outputs.choose_type(request.accept)
            job = self._decode_body(request.body, request.content_type)
            job.kind = kind
            single = all(job.arrays[spec.name].ndim == len(spec.shape) - 1 for spec in specs)
            job.single = single and self.description.batchable
            job.arrays = {spec.name: _fit(job.arrays[spec.name][None] if job.single else job.arrays[spec.name], spec)
                          for spec in specs}
        if self.description.batchable and len({len(array) for array in job.arrays.values()}) > 1:
            sizes = ", ".join(f"{name} {len(array)}" for name, array in job.arrays.items())
            raise Problem(f"the inputs of a batch must have the same number of rows, received {sizes}")
        return job

    def _decode_body(self, body: bytes, content_type: str) -> _Job:
        kind = bodies.media_type(content_type)
        if kind == "multipart/form-data":
            return self._decode_form(bodies.split_form(body, content_type))
        if self._images is not None and (kind.startswith("image/") or is_image(body)):  # curl -T states no type
            return self._decode_images([body])
        if kind.startswith("image/"):
            raise Problem("the model does not accept images: its inputs are "
                          + ", ".join(f"{spec.name} {spec.shape}" for spec in self.description.inputs), 415)
        if kind in ("application/json", "", "text/plain", "application/x-www-form-urlencoded",
                    "application/octet-stream") and not body.startswith(b"\x93NUMPY"):
            return self._decode_json(body)
        (spec, *others) = self.description.inputs
        if kind not in ("application/x-npy", "text/csv", "application/octet-stream"):
            raise Problem(f"the content type {kind[:100]!r} is not supported; send application/json, "
                          "application/x-npy, text/csv or an image", 415)
        if others:
            raise Problem(f"{kind} has one array, but the model has {len(others) + 1} inputs; send application/json",
                          415)
        return _Job({spec.name: bodies.decode_csv(body, spec) if kind == "text/csv" else bodies.decode_npy(body)})

    def _decode_json(self, body: bytes) -> _Job:
        if self._images is not None and b'"b64"' in body:
            value = bodies.read_json(body)
            rows = value.get("instances", value.get("inputs")) if isinstance(value, dict) else value
            if isinstance(rows, list) and rows and all(isinstance(row, dict) and set(row) == {"b64"} for row in rows):
                job = self._decode_images([_decode_base64(row["b64"]) for row in rows])
                job.wrapper = "instances"
                return job
        arrays, wrapper = bodies.decode_json(body, self.description.inputs)
        return _Job(arrays, wrapper=wrapper)

    def _decode_form(self, parts: list[bodies.Part]) -> _Job:
        """Decode the fields of a form: images of one input, or one field for each input."""
        if not parts:
            raise Problem("the form has no fields")
        if self._images is not None and all(is_image(part.content) or part.content_type.startswith("image/")
                                            for part in parts):
            return self._decode_images([part.content for part in parts])
        names = [spec.name for spec in self.description.inputs]
        by_name = {part.name: part for part in parts}
        if len(parts) == 1 and len(names) == 1:
            by_name = {names[0]: parts[0]}
        if set(by_name) != set(names) or len(parts) != len(names):
            raise Problem(f"the form must have the fields {', '.join(names)}; received "
                          f"{', '.join(part.name[:40] for part in parts[:5])}")
        return _Job({name: self._decode_field(name, part) for name, part in by_name.items()})

    def _decode_field(self, name: str, part: bodies.Part) -> np.ndarray:
        if part.content.startswith(b"\x93NUMPY"):
            return bodies.decode_npy(part.content)
        value = bodies.read_json(part.content)
        return bodies.to_array(value.get(name) if isinstance(value, dict) else value, name)

    def _decode_images(self, contents: list[bytes]) -> _Job:
        assert self._images is not None
        rows = [self._images.read(content) for content in contents]
        name = self.description.inputs[0].name
        return _Job({name: np.concatenate([row for row, _ in rows])}, sizes=[size for _, size in rows])

    def _encode(self, job: _Job) -> Answer:
        names = [spec.name for spec in self.description.outputs]
        if not job.kind:
            return Answer(arrays=dict(zip(names, job.results)))
        if job.kind == "application/json" and job.sizes and all(
                array.ndim and len(array) == len(job.sizes) for array in job.results):
            described = self._describe(job)
            if described is not None:
                return outputs.encode_json({"predictions": described} if job.wrapper == "instances" else
                                           described[0] if len(described) == 1 else described)
        return outputs.encode_arrays(dict(zip(names, job.results)), job.kind, job.wrapper, job.single)

    def _describe(self, job: _Job) -> list[Any] | None:
        """Return the classes or objects in each image."""
        assert self._images is not None
        described = [outputs.describe_image([array[row] for array in job.results], self.description.labels, size,
                                            self._images.size) for row, size in enumerate(job.sizes)]
        return None if None in described else described


def _decode_base64(text: Any) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError, TypeError):
        raise Problem("b64 must be a text in base64") from None


def _fit(array: np.ndarray, spec: TensorSpec) -> np.ndarray:
    """Check the shape of an array and convert it to the dtype of the input."""
    if array.dtype.kind not in "biuf":
        raise Problem(f"input {spec.name} must have numbers, received {array.dtype}")
    fits = array.ndim == len(spec.shape) and all(size is None or size == given
                                                 for size, given in zip(spec.shape, array.shape))
    if not fits or not array.size:
        shown = tuple("N" if size is None else size for size in spec.shape)
        raise Problem(f"input {spec.name} must have the shape ({', '.join(map(str, shown))}), received {array.shape}")
    dtype = np.dtype(spec.dtype)
    if array.dtype == dtype:
        return array
    if array.dtype.kind == "f" and dtype.kind in "iub":
        with np.errstate(invalid="ignore"):
            exact = np.isfinite(array).all() and (np.trunc(array) == array).all()
        if not exact:
            raise Problem(f"input {spec.name} must have integers ({spec.dtype}), received {array.dtype}")
    if dtype.kind in "iu" and array.dtype.kind in "iuf":
        limits = np.iinfo(dtype)
        if array.min() < limits.min or array.max() > limits.max:
            raise Problem(f"input {spec.name} must be within {limits.min} and {limits.max} ({spec.dtype})")
    with np.errstate(over="ignore"):
        return array.astype(dtype)


def _explain(error: Exception) -> Problem:
    if isinstance(error, MXNetError):
        return Problem(f"the model does not accept this input: {str(error).splitlines()[0][:500]}")
    if isinstance(error, MemoryError):
        return Problem("the input needs more memory than available; send a smaller one", 507)
    _logger.error("the model failed", exc_info=error)
    return Problem(f"the model failed: {type(error).__name__}", 500)
