"""The interface of Multi Model Server: predictions, and the management of models."""

from __future__ import annotations

import datetime
import os
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from . import openapi, strict_json
from .predicting import get_table, json_response, predict
from .table import Model, Problem, Settings, Table
from .workers import Worker

_MOST = {"batch_size": 4096, "max_batch_delay": 600_000, "initial_workers": 64, "response_timeout": 86_400,
         "min_worker": 64, "max_worker": 64, "limit": 100, "next_page_token": 1 << 31}
_RUNTIMES = ("python", "python2", "python3")


async def ping(request: Request) -> Response:
    """Answer whether the models can predict. SageMaker and load balancers need a status that is not 200 if not."""
    models = get_table(request).models.values()
    wanted = sum(model.settings.min_workers for model in models)
    ready = sum(model.ready_workers for model in models)
    if all(model.ready for model in models if model.settings.min_workers):
        state = "Healthy" if ready >= wanted else "Partial Healthy"
        return json_response({"status": state, "health": "healthy!"})
    return json_response({"status": "Unhealthy", "health": "unhealthy"}, 503)


async def predictions(request: Request) -> Response:
    """Predict, or describe how to (``OPTIONS``)."""
    name = request.path_params["name"]
    if request.method == "OPTIONS":
        return json_response(openapi.describe_model(get_table(request).get(name)))
    return await predict(request, name)


async def describe_inference(request: Request) -> Response:
    """Return the OpenAPI description of the inference interface."""
    return json_response(openapi.describe(openapi.INFERENCE))


async def describe_management(request: Request) -> Response:
    """Return the OpenAPI description of the management interface."""
    return json_response(openapi.describe(openapi.MANAGEMENT))


INFERENCE = [
    Route("/ping", ping),
    Route("/", describe_inference, methods=["OPTIONS"]),
    Route("/api-description", describe_inference, methods=["GET", "OPTIONS"]),
    Route("/predictions/{name}", predictions, methods=["POST", "PUT", "OPTIONS"]),
    Route("/{name}/predict", predictions, methods=["POST", "OPTIONS"]),
]


class Parameters:
    """Parameters of a management call: the query, or for ``POST`` also a JSON object as the body."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    @classmethod
    async def read(cls, request: Request) -> Parameters:
        """Read the parameters of a request."""
        values: dict[str, Any] = dict(request.query_params)
        body = await request.body()
        if body and request.headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json":
            try:
                members = strict_json.loads(body)
            except strict_json.InvalidJSON as error:
                raise Problem(400, str(error)) from None
            if not isinstance(members, dict):
                raise Problem(400, "the body must be a JSON object")
            values.update(members)
        return cls(values)

    def text(self, name: str) -> str | None:
        """Return a text; None if it is missing or empty."""
        value = self._values.get(name)
        if value is not None and not isinstance(value, str):
            raise Problem(400, f"the parameter {name} must be a string")
        return value or None

    def integer(self, name: str, default: int, least: int = 0) -> int:
        """Return an integer from `least` to the maximum of the parameter."""
        value = self._values.get(name, default)
        try:
            number = int(value) if isinstance(value, (str, int)) and len(str(value)) < 12 else least - 1
        except ValueError:
            number = least - 1
        if not least <= number <= _MOST[name]:
            raise Problem(400, f"the parameter {name} must be an integer from {least} to {_MOST[name]}")
        return number

    def flag(self, name: str) -> bool:
        """Return whether a parameter is true."""
        return str(self._values.get(name, "false")).lower() == "true"

    def has(self, *names: str) -> bool:
        """Return whether one of the parameters is given."""
        return any(name in self._values for name in names)


def _settings(given: Parameters, base: Settings) -> Settings:
    """Return `base` with the parameters that are given."""
    changes: dict[str, Any] = {}
    if given.has("batch_size"):
        changes["batch_size"] = given.integer("batch_size", 1, 1)
    if given.has("max_batch_delay"):
        changes["max_batch_delay"] = given.integer("max_batch_delay", 100) / 1000
    if given.has("response_timeout"):
        changes["response_timeout"] = float(given.integer("response_timeout", 120, 1))
    return replace(base, **changes)


def _check_code(given: Parameters) -> None:
    runtime = given.text("runtime")
    if runtime is not None and runtime.lower() not in _RUNTIMES:
        raise Problem(400, f"Invalid RuntimeType value: {runtime[:64]}")
    if given.text("handler") is not None:
        raise Problem(400, "the handler of an archive cannot be replaced; write it into MANIFEST.json")


async def register(request: Request) -> Response:
    """Register a model (``POST /models``)."""
    table, given = get_table(request), await Parameters.read(request)
    url = given.text("url") or given.text("model_url")
    if url is None:
        raise Problem(400, "Parameter url is required.")
    _check_code(given)
    workers = given.integer("initial_workers", 0)
    base = replace(table.defaults, batch_size=1, max_batch_delay=0.1, min_workers=workers, max_workers=workers)
    model = await table.register(url, given.text("model_name"), _settings(given, base))
    if not workers:
        return json_response({"status": f'Model "{model.name}" registered'})
    if not given.flag("synchronous"):
        table.in_background(lambda: wait_or_remove(table, model))
        return json_response({"status": "Worker updated"}, 202)
    await wait_or_remove(table, model)
    return json_response({"status": "Worker scaled"})


async def wait_or_remove(table: Table, model: Model) -> None:
    """Wait for the workers of a new model. Remove the model if they cannot load it."""
    try:
        await model.wait()
    except Problem:
        if table.models.get(model.name) is model:
            del table.models[model.name]
        await model.stop(0)
        raise


async def update(request: Request) -> Response:
    """Scale a model, change its settings, or replace it by another version (``PUT /models/{name}``)."""
    table, name, given = get_table(request), request.path_params["name"], await Parameters.read(request)
    model = table.get(name)
    _check_code(given)
    settings = _settings(given, model.settings)
    if given.has("min_worker", "max_worker") or not given.has(
            "url", "reload", "batch_size", "max_batch_delay", "response_timeout"):
        least = given.integer("min_worker", 1)
        if given.integer("max_worker", least) < least:
            raise Problem(400, "max_worker cannot be less than min_worker.")
        settings = replace(settings, min_workers=least, max_workers=given.integer("max_worker", least))
    if given.has("url") or given.flag("reload"):
        async def change() -> None:
            await table.reload(name, given.text("url"), settings)
    else:
        changed = table.scale(name, **vars(settings))

        async def change() -> None:
            await changed.wait()
    if given.flag("synchronous"):
        await change()
        return json_response({"status": "Worker scaled"})
    table.in_background(change)
    return json_response({"status": "Worker updated"}, 202)


async def unregister(request: Request) -> Response:
    """Remove a model (``DELETE /models/{name}``)."""
    name = request.path_params["name"]
    await get_table(request).unregister(name)
    return json_response({"status": f'Model "{name}" unregistered'})


async def list_models(request: Request) -> Response:
    """List the models, a page at a time (``GET /models``)."""
    models, given = get_table(request).models, await Parameters.read(request)
    limit, first = given.integer("limit", 100, 1), given.integer("next_page_token", 0)
    names = sorted(models)
    page: dict[str, Any] = {"models": [{"modelName": name, "modelUrl": models[name].url}
                                       for name in names[first:first + limit]]}
    if first + limit < len(names):
        page = {"nextPageToken": str(first + limit), **page}
    return json_response(page)


async def describe(request: Request) -> Response:
    """Describe a model and its workers (``GET /models/{name}``)."""
    model = get_table(request).get(request.path_params["name"])
    settings = model.settings
    return json_response({
        "modelName": model.name, "modelVersion": model.version, "modelUrl": model.url, "engine": "MXNet",
        "runtime": "python", "minWorkers": settings.min_workers, "maxWorkers": settings.max_workers,
        "batchSize": settings.batch_size, "maxBatchDelay": round(settings.max_batch_delay * 1000),
        "responseTimeout": round(settings.response_timeout), "loadedAtStartup": model.at_startup,
        "workers": [_describe_worker(worker) for worker in model.workers],
        "metrics": {"rejectedRequests": model.rejected, "waitingQueueSize": len(model.queue),
                    "requests": model.answered},
    })


def _describe_worker(worker: Worker) -> dict[str, Any]:
    started = datetime.datetime.fromtimestamp(worker.started, datetime.timezone.utc)
    return {"id": str(9000 + worker.number), "startTime": started.strftime("%Y-%m-%dT%H:%M:%S.") +
            f"{started.microsecond // 1000:03d}Z", "status": "READY" if worker.state == "READY" else "UNLOADED",
            "gpu": False, "memoryUsage": _memory(worker.backend.pid), "pid": worker.backend.pid}


def _memory(pid: int) -> int:
    """Return the resident memory of a process in bytes; 0 if the system does not report it."""
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


MANAGEMENT = [
    Route("/", describe_management, methods=["OPTIONS"]),
    Route("/ping", ping),
    Route("/models", register, methods=["POST"]),
    Route("/models", list_models, methods=["GET"]),
    Route("/models/{name}", update, methods=["PUT"]),
    Route("/models/{name}", unregister, methods=["DELETE"]),
    Route("/models/{name}", describe, methods=["GET"]),
]
