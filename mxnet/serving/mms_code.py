"""Handlers in archives of Multi Model Server."""

from __future__ import annotations

import inspect
import json
import logging
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Any
from uuid import uuid4

import numpy as np

from mxnet_records import __version__

from ..base import MXNetError
from . import bodies, outputs
from .bodies import Problem
from .code import CodeFolder
from .contents import Contents
from .interface import Answer, Description, Request

_logger = logging.getLogger(__name__)


class PredictionException(Exception):
    """Error of a handler with the status of the answer. Handlers import it from ``mms.service``."""

    def __init__(self, message: str, error_code: int = 500) -> None:
        super().__init__(message)
        self.message, self.error_code = message, error_code


class Metrics:
    """Metrics of a handler: ``add_time``, ``add_counter``, ``add_size`` and others. They are only logged."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        if not name.startswith("add_"):
            raise AttributeError(name)
        return lambda *args, **kwargs: _logger.debug("%s %s %s", name, args, kwargs)


class RequestProcessor:
    """Headers of a request, and status and headers of its answer."""

    def __init__(self, headers: dict[str, Any]) -> None:
        self._headers = headers
        self._answer_headers: dict[str, str] = {}
        self._status, self._phrase = 200, ""

    def get_request_property(self, key: str) -> Any:
        """Return a header. The case of its name does not matter."""
        if key in self._headers:
            return self._headers[key]
        return next((value for name, value in self._headers.items() if name.lower() == key.lower()), None)

    def get_request_properties(self) -> dict[str, Any]:
        """Return all headers."""
        return self._headers

    def report_status(self, code: int, reason_phrase: str | None = None) -> None:
        """Set the status of the answer."""
        self._status, self._phrase = code, reason_phrase or ""

    def get_response_status_code(self) -> int:
        """Return the status of the answer."""
        return self._status

    def get_response_status_phrase(self) -> str:
        """Return the reason of the status."""
        return self._phrase

    def add_response_property(self, key: str, value: str) -> None:
        """Set a header of the answer."""
        self._answer_headers[key] = value

    def get_response_headers(self) -> dict[str, str]:
        """Return the headers of the answer."""
        return self._answer_headers

    def get_response_header(self, key: str) -> str | None:
        """Return a header of the answer."""
        return self._answer_headers.get(key)


class Processors(list[RequestProcessor]):
    """Processors of a batch. Published templates report a status for all of them."""

    def report_status(self, code: int, reason_phrase: str | None = None) -> None:
        for processor in self:
            processor.report_status(code, reason_phrase)


class Context:
    """The second argument of handlers."""

    def __init__(self, name: str, folder: str, manifest: Any, batch_size: int = 1) -> None:
        self.model_name, self.manifest = name, manifest
        self.system_properties = {"model_dir": folder, "gpu_id": None, "batch_size": batch_size, "server_name": "MMS",
                                  "server_version": __version__}
        self.metrics = Metrics()
        self.request_ids: dict[int, str] = {}
        self.request_processor: Any = Processors()

    def get_request_id(self, idx: int = 0) -> str | None:
        """Return the identifier of a request."""
        return self.request_ids.get(idx)

    def get_request_header(self, idx: int, key: str) -> Any:
        """Return a header of a request, or the headers of a form's field."""
        return self.request_processor[idx].get_request_property(key)

    def get_all_request_header(self, idx: int) -> dict[str, Any]:
        """Return all headers of a request."""
        return self.request_processor[idx].get_request_properties()

    def set_response_content_type(self, idx: int, value: str) -> None:
        """Set the content type of an answer."""
        self.set_response_header(idx, "content-type", value)

    def get_response_content_type(self, idx: int) -> str | None:
        """Return the content type of an answer."""
        return self.get_response_headers(idx).get("content-type")

    def get_response_status(self, idx: int) -> tuple[int, str]:
        """Return the status and the reason of an answer."""
        processor = self.request_processor[idx]
        return processor.get_response_status_code(), processor.get_response_status_phrase()

    def set_response_status(self, code: int = 200, phrase: str = "", idx: int = 0) -> None:
        """Set the status of an answer."""
        if idx < len(self.request_processor):
            self.request_processor[idx].report_status(code, phrase)

    def set_all_response_status(self, code: int = 200, phrase: str = "") -> None:
        """Set the status of all answers."""
        self.request_processor.report_status(code, phrase)

    def get_response_headers(self, idx: int) -> dict[str, str]:
        """Return the headers of an answer."""
        return self.request_processor[idx].get_response_headers()

    def set_response_header(self, idx: int, key: str, value: str) -> None:
        """Set a header of an answer."""
        self.request_processor[idx].add_response_property(key, value)


class HandlerModel:
    """A model whose handler answers requests, one at a time.

    Published templates only accept as many requests as they were initialized for, so the batch size is 1.
    """

    def __init__(self, name: str, contents: Contents) -> None:
        assert contents.handler is not None
        self._context = Context(name, contents.folder, dict(contents.manifest))
        module = PurePosixPath(contents.handler.partition(":")[0].removesuffix(".py"))
        self._code = CodeFolder(contents.folder, [contents.folder])
        # The handler decides what it accepts. The signature is about the network behind it.
        self.description = Description(name, contents.version, (), (), contents.labels(), False, runs_code=True)
        with self._code.enter(), _modules_of_server():
            self._handle = self._find_handle(self._code.load(module.name), contents)

    def _find_handle(self, module: types.ModuleType, contents: Contents) -> Callable[..., Any]:
        """Return the entry point after initializing the model."""
        assert contents.handler is not None
        function = contents.handler.partition(":")[2] or "handle"
        try:
            if callable(entry := getattr(module, function, None)):
                entry(None, self._context)  # handlers initialize themselves when there is no data
                return entry
            classes = [value for value in vars(module).values()
                       if inspect.isclass(value) and value.__module__ == module.__name__]
            if len(classes) != 1:
                raise MXNetError(f"{module.__name__} must have a function {function} or one class, found "
                                 f"{', '.join(found.__name__ for found in classes) or 'none'}")
            old = "Model" in contents.manifest  # archives of version 0
            service: Any = classes[0](*((contents.name, contents.folder, contents.manifest, None) if old else ()))
            handle: Callable[..., Any] = service.handle
            if hasattr(service, "initialize"):
                service.initialize(self._context)
            return handle
        except MXNetError:
            raise
        except Exception as error:
            raise MXNetError(f"the handler {contents.handler} cannot be initialized: {type(error).__name__}: "
                             f"{error}") from error

    def answer(self, requests: list[Request]) -> list[Answer]:
        """Pass each request to the handler."""
        with self._code.enter(), _modules_of_server():
            return [self._answer(request) for request in requests]

    def _answer(self, request: Request) -> Answer:
        try:
            data, headers = _read_request(request)
            self._context.request_ids = {0: _find_id(request)}
            self._context.request_processor = Processors([RequestProcessor(headers)])
            result = self._call(data)
            return self._encode(result, request)
        except Problem as problem:
            return outputs.encode_problem(problem)

    def _call(self, data: dict[str, Any]) -> Any:
        try:
            results = self._handle([data], self._context)
        except MemoryError:
            raise Problem("Out of resources", 507) from None
        except Exception as error:
            code = getattr(error, "error_code", None)
            if isinstance(code, int) and 400 <= code < 600:
                raise Problem(str(getattr(error, "message", error)), code) from error
            _logger.exception("the handler of %s failed", self.description.name)
            raise Problem("Prediction failed", 503) from error
        if not isinstance(results, list):
            raise Problem("Invalid model predict output", 503)
        if len(results) != 1:
            raise Problem("number of batch response mismatched", 503)
        return results[0]

    def _encode(self, result: Any, request: Request) -> Answer:
        status, _ = self._context.get_response_status(0)
        kind = self._context.get_response_content_type(0)
        if request.arrays is not None:
            return Answer(status, arrays={"output": to_number_array(result)})
        if isinstance(result, (bytes, bytearray)):
            return Answer(status, body=bytes(result), content_type=kind or "application/octet-stream")
        if isinstance(result, str):
            plain = "application/json" if result.lstrip()[:1] in ("[", "{") else "text/plain; charset=utf-8"
            return Answer(status, body=result.encode(errors="replace"), content_type=kind or plain)
        try:
            return Answer(status, body=json.dumps(result, indent=2).encode(), content_type=kind or "application/json")
        except (TypeError, ValueError):
            raise Problem("Unsupported model output data type.", 503) from None


def _read_request(request: Request) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of a request, and its headers with those of the fields."""
    headers: dict[str, Any] = {"content-type": request.content_type, "accept": request.accept, **request.headers}
    if request.arrays is not None:
        return dict(request.arrays), headers
    kind = bodies.media_type(request.content_type)
    if kind == "multipart/form-data":
        parts = bodies.split_form(request.body, request.content_type)
        headers.update({part.name: {"content-type": part.content_type} for part in parts})
        return {part.name: _decode(part.content, part.content_type) for part in parts}, headers
    headers["body"] = {"content-type": kind}
    return {"body": _decode(request.body, kind)}, headers


def _decode(content: bytes, kind: str) -> Any:
    if kind == "application/json":
        return bodies.read_json(content)
    if kind.startswith("text"):
        try:
            return content.decode()
        except UnicodeDecodeError:
            raise Problem("the text of the request is not UTF-8") from None
    return bytearray(content)


def to_number_array(result: Any) -> np.ndarray:
    """Convert the result of a handler for interfaces that answer with arrays."""
    try:
        array = np.array(json.loads(result) if isinstance(result, (str, bytes, bytearray)) else result)
    except (ValueError, TypeError) as error:
        raise Problem("the handler's result is not an array of numbers; use another interface", 400) from error
    if array.dtype.kind not in "biuf":
        raise Problem("the handler's result is not an array of numbers; use another interface", 400)
    return array


def _find_id(request: Request) -> str:
    lower = {name.lower(): value for name, value in request.headers.items()}
    return lower.get("x-request-id") or str(uuid4())


@contextmanager
def _modules_of_server() -> Iterator[None]:
    """Provide the modules that handlers import from the original server, unless it is installed."""
    names: dict[str, dict[str, Any]] = {"mms": {}, "mms.service": {"PredictionException": PredictionException},
             "mms.context": {"Context": Context, "RequestProcessor": RequestProcessor}}
    added = []
    for name, values in names.items():
        if name not in sys.modules:
            module = types.ModuleType(name)
            module.__dict__.update({**values, "__path__": []})
            sys.modules[name] = module
            added.append(name)
    try:
        yield
    finally:
        for name in added:
            sys.modules.pop(name, None)
