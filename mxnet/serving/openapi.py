"""Descriptions of the interfaces in the OpenAPI format."""

from __future__ import annotations

from typing import Any, NamedTuple

from mxnet_records import __version__

from .table import Model

_ERROR = {"type": "object", "required": ["code", "type", "message"], "properties": {
    "code": {"type": "integer", "description": "Error code."}, "type": {"type": "string", "description": "Error type."},
    "message": {"type": "string", "description": "Error message."}}}
_TENSOR_ERROR = {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}
_TEXTS = {200: "The request succeeded", 202: "The request was accepted", 400: "The request is invalid",
          404: "There is no such model", 409: "The model is already registered", 413: "The body is too large",
          500: "The server failed", 503: "No worker is available", 504: "The model did not answer in time",
          507: "There is not enough memory"}
_PREDICTION = (200, 400, 404, 413, 503, 504)


class _Operation(NamedTuple):
    path: str
    method: str
    name: str
    description: str
    query: dict[str, str] = {}
    body: bool = False
    statuses: tuple[int, ...] = (200, 500)


_REGISTER = {"url": "string", "model_name": "string", "runtime": "string", "batch_size": "integer",
             "max_batch_delay": "integer", "response_timeout": "integer", "initial_workers": "integer",
             "synchronous": "boolean"}
_SCALE = {"min_worker": "integer", "max_worker": "integer", "synchronous": "boolean", "url": "string",
          "reload": "boolean", "batch_size": "integer", "max_batch_delay": "integer", "response_timeout": "integer"}
_DESCRIPTION = _Operation("/", "options", "apiDescription", "Describe this interface.")

INFERENCE = (
    _DESCRIPTION,
    _Operation("/ping", "get", "ping", "Ask whether the models can predict.", statuses=(200, 503)),
    _Operation("/predictions/{model_name}", "post", "predictions", "Predict with a model.", {}, True, _PREDICTION),
    _Operation("/predictions/{model_name}", "options", "modelDescription", "Describe a model.", {}, False, (200, 404)),
    _Operation("/{model_name}/predict", "post", "predict", "Predict with a model, in the form of version 0.4.", {},
               True, _PREDICTION),
    _Operation("/invocations", "post", "invocations", "Predict as SageMaker does.", {"model_name": "string"}, True,
               _PREDICTION),
    _Operation("/models/{model_name}/invoke", "post", "invoke", "Predict with one of several models of SageMaker.", {},
               True, _PREDICTION),
    _Operation("/v2", "get", "serverMetadata", "Describe the server."),
    _Operation("/v2/health/live", "get", "serverLive", "Ask whether the server runs."),
    _Operation("/v2/health/ready", "get", "serverReady", "Ask whether all models can predict.", {}, False, (200, 503)),
    _Operation("/v2/models/{model_name}", "get", "modelMetadata", "Describe inputs and outputs.", {}, False,
               (200, 404)),
    _Operation("/v2/models/{model_name}/ready", "get", "modelReady", "Ask whether a model can predict.", {}, False,
               (200, 404, 503)),
    _Operation("/v2/models/{model_name}/infer", "post", "modelInfer", "Predict tensors.", {}, True, _PREDICTION),
    _Operation("/metrics", "get", "metrics", "Return metrics for Prometheus."),
)
MANAGEMENT = (
    _DESCRIPTION,
    _Operation("/models", "get", "listModels", "List the models.", {"limit": "integer", "next_page_token": "string"}),
    _Operation("/models", "post", "registerModel", "Register a model.", _REGISTER, False,
               (200, 202, 400, 404, 409, 500, 507)),
    _Operation("/models/{model_name}", "get", "describeModel", "Describe a model.", {}, False, (200, 404)),
    _Operation("/models/{model_name}", "put", "setAutoScale", "Scale or replace a model.", _SCALE, False,
               (200, 202, 400, 404, 500)),
    _Operation("/models/{model_name}", "delete", "unregisterModel", "Remove a model.", {}, False, (200, 404)),
)


def _parameter(place: str, name: str, type: str) -> dict[str, Any]:
    return {"in": place, "name": name, "required": place == "path", "schema": {"type": type}}


def _describe(operation: _Operation) -> dict[str, Any]:
    described: dict[str, Any] = {"description": operation.description, "operationId": operation.name, "parameters": []}
    if "{model_name}" in operation.path:
        described["parameters"].append(_parameter("path", "model_name", "string"))
    described["parameters"] += [_parameter("query", name, type) for name, type in operation.query.items()]
    content = {"*/*": {"schema": {"type": "string", "format": "binary"}}}
    if operation.body:
        described["requestBody"] = {"required": True, "content": content}
    error = _TENSOR_ERROR if operation.path.startswith("/v2") else _ERROR
    described["responses"] = {
        str(status): {"description": _TEXTS[status], "content":
                      {"application/json": {"schema": error if status >= 400 else {"type": "object"}}}
                      if status >= 400 or not operation.body else content}
        for status in operation.statuses}
    return described


def describe(operations: tuple[_Operation, ...]) -> dict[str, Any]:
    """Return the description of an interface."""
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method] = _describe(operation)
    return {"openapi": "3.0.1", "paths": paths,
            "info": {"title": "Model Server APIs", "version": __version__,
                     "description": "Multi Model Server, SageMaker and Open Inference Protocol with mxnet serve"}}


def describe_model(model: Model) -> dict[str, Any]:
    """Return the description of the predictions of a model, with its inputs and outputs."""
    path = f"/predictions/{model.name}"
    operation = _describe(_Operation(path, "post", model.name, f"Predict with the model {model.name}.", {}, True,
                                     _PREDICTION))
    description = model.description
    if description is not None:
        for name, specs in (("x-inputs", description.inputs), ("x-outputs", description.outputs)):
            operation[name] = [{"name": spec.name, "dtype": spec.dtype,
                                "shape": [-1 if size is None else size for size in spec.shape]} for spec in specs]
    return {**describe(()), "paths": {path: {"post": operation}}}
