"""Load a model and compute batches of calls. Runs in the workers."""

from __future__ import annotations

import json
import logging

import numpy as np

from .batching import Call, Result
from .interface import Answer, Description, Request, Served, Source
from .tensors import InvalidTensors, Reply, decode, encode

logger = logging.getLogger("mxnet.serving")
_FAILED = "the model failed with an error that the log of the server shows"


def load(source: Source, threads: int | None, sizes: tuple[int, ...]) -> Served:
    """Load a model and predict zeros once for each batch size.

    Parameters
    ----------
    source
    threads
        Number of torch threads. None leaves it alone.
    sizes
    """
    if threads is not None:
        import torch

        torch.set_num_threads(threads)
    served = source.load()
    for size in sizes:
        _warm_up(served, size)
    return served


def _warm_up(served: Served, size: int) -> None:
    """Predict zeros of the described shapes. A model with several unknown sizes has to cope without."""
    specs = served.description.inputs
    if not specs or any(None in spec.shape[1:] or spec.dtype == "object" for spec in specs):
        return
    if size > 1 and not (served.description.batchable and all(spec.shape[:1] == (None,) for spec in specs)):
        return
    zeros = {spec.name: np.zeros([size if length is None else length for length in spec.shape], spec.dtype)
             for spec in specs}
    (answer,) = served.answer([Request(arrays=zeros)])
    if answer.status >= 400:
        raise RuntimeError(f"the prediction of zeros failed: {read_error(answer)}")


def compute(served: Served, calls: list[Call]) -> list[Result]:
    """Return the result of each call. A failing call does not affect the others."""
    description = served.description
    results: dict[int, Result] = {}
    requests: dict[int, tuple[Request, Reply | None]] = {}
    for index, call in enumerate(calls):
        try:
            requests[index] = _request(call, description)
        except InvalidTensors as error:
            results[index] = _error(400, str(error))
        except Exception:
            logger.exception("a request of the model %s cannot be read", description.name)
            results[index] = _error(400, "the request cannot be read")
    answers = _answer(served, [request for request, _ in requests.values()])
    for (index, (_, reply)), answer in zip(requests.items(), answers):
        results[index] = _result(answer, reply, description)
    return [results[index]._replace(batch=len(calls)) for index in range(len(calls))]


def _request(call: Call, description: Description) -> tuple[Request, Reply | None]:
    if not call.tensors:
        return call.request, None
    text = call.request.headers.get("inference-header-content-length")
    if text is not None and not (text.isascii() and text.isdigit() and len(text) < 19):
        raise InvalidTensors("Inference-Header-Content-Length must be an integer of at least 0")
    return decode(call.request.body, None if text is None else int(text), description)


def _answer(served: Served, requests: list[Request]) -> list[Answer]:
    """Answer a batch. If it fails as a whole, answer each request alone."""
    if not requests:
        return []
    try:
        answers = served.answer(requests)
        if len(answers) == len(requests):
            return answers
        logger.error("the model %s returned %d answers to %d requests", served.description.name, len(answers),
                     len(requests))
    except MemoryError:
        logger.exception("the model %s ran out of memory", served.description.name)
        if len(requests) == 1:
            return [Answer(507, body=_message("the model ran out of memory"))]
    except Exception:
        logger.exception("the model %s failed", served.description.name)
    if len(requests) == 1:
        return [Answer(500, body=_message(_FAILED))]
    return [answer for request in requests for answer in _answer(served, [request])]


def _result(answer: Answer, reply: Reply | None, description: Description) -> Result:
    if answer.status >= 400:
        return _error(answer.status, read_error(answer))
    if reply is None:
        return Result(answer.status, answer.body, answer.content_type)
    try:
        body, header_length = encode(answer, reply, description)
    except InvalidTensors as error:
        return _error(400, str(error))
    except Exception:
        logger.exception("an answer of the model %s cannot be encoded", description.name)
        return _error(500, _FAILED)
    kind = "application/json" if header_length is None else "application/octet-stream"
    return Result(answer.status, body, kind, header_length)


def _message(text: str) -> bytes:
    return json.dumps({"message": text}).encode()


def _error(status: int, text: str) -> Result:
    return Result(status, _message(text))


def read_error(answer: Answer | Result) -> str:
    """Return the message of an answer with an error."""
    text = answer.body.decode("utf-8", "replace")
    try:
        members = json.loads(text)
    except (ValueError, RecursionError):
        return text or "the request failed"
    if isinstance(members, dict):
        return str(members.get("message") or members.get("error") or text)
    return text
