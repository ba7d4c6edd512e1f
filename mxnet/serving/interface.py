"""What the HTTP server and the models exchange: requests and answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np


@dataclass(frozen=True)
class TensorSpec:
    """Name, NumPy type and shape of an input or output. ``None`` in the shape is a size that may vary."""

    name: str
    dtype: str
    shape: tuple[int | None, ...]


@dataclass(frozen=True)
class Description:
    """Everything clients can ask about a model."""

    name: str
    version: str
    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]
    labels: tuple[str, ...] = ()
    batchable: bool = True  # the first axis of every input and output is the batch
    runs_code: bool = False  # code from the archive answers the requests


@dataclass(frozen=True)
class Request:
    """One request to a model: either arrays by input name, or a body in a content type."""

    arrays: Mapping[str, np.ndarray] | None = None
    body: bytes = b""
    content_type: str = "application/json"
    accept: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """The answer to one request: arrays if the request had arrays, otherwise a body."""

    status: int = 200
    arrays: Mapping[str, np.ndarray] | None = None
    body: bytes = b""
    content_type: str = "application/json"


class Served(Protocol):
    """A loaded model. It lives in a worker process and computes one batch at a time."""

    @property
    def description(self) -> Description:
        """What clients can ask about the model."""
        ...

    def answer(self, requests: list[Request]) -> list[Answer]:
        """Return one answer for each request, in order. A bad request gets its own answer and harms no other one."""
        ...


class Source(Protocol):
    """Checked files of a model. It is made in the server's process, and pickled to the workers."""

    @property
    def name(self) -> str:
        """Name of the model."""
        ...

    def load(self) -> Served:
        """Load the model. Call it in a worker process, as it may run code of the archive."""
        ...
