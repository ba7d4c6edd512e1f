"""The Open Inference Protocol v2 of KServe and Triton."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mxnet_records import __version__

from . import strict_json
from .interface import TensorSpec
from .predicting import get_table, json_response, predict
from .table import Model, Problem
from .tensors import datatype


async def server(request: Request) -> Response:
    """Describe the server."""
    return json_response({"name": "mxnet", "version": __version__,
                          "extensions": ["binary_tensor_data", "classification", "model_repository"]})


async def live(request: Request) -> Response:
    """Answer that the server runs."""
    return json_response({"live": True})


async def ready(request: Request) -> Response:
    """Answer whether all models can predict."""
    state = get_table(request).ready
    return json_response({"live": True, "ready": state}, 200 if state else 503)


def _find(request: Request) -> Model:
    """Return the model of the path, or raise Problem if the name or the version does not exist."""
    name, version = request.path_params["name"], request.path_params.get("version")
    model = get_table(request).get(name)
    if version is not None and version != model.version:
        raise Problem(404, f"the model {name} has no version {version[:64]}")
    return model


async def model_ready(request: Request) -> Response:
    """Answer whether a model can predict."""
    model = _find(request)
    return json_response({"name": model.name, "ready": model.ready}, 200 if model.ready else 503)


def _tensor(spec: TensorSpec) -> dict[str, Any]:
    return {"name": spec.name, "datatype": datatype(spec.dtype),
            "shape": [-1 if size is None else size for size in spec.shape]}


async def metadata(request: Request) -> Response:
    """Describe the inputs and outputs of a model."""
    model = _find(request)
    description = model.description
    if description is None:
        raise Problem(503, f"the model {model.name} is not loaded yet; try again later", retry_after=5)
    return json_response({
        "name": model.name, "versions": [model.version], "platform": "mxnet_mxnet",
        "inputs": [_tensor(spec) for spec in description.inputs],
        "outputs": [_tensor(spec) for spec in description.outputs],
    })


async def infer(request: Request) -> Response:
    """Predict tensors."""
    return await predict(request, request.path_params["name"], tensors=True,
                         version=request.path_params.get("version"))


async def models(request: Request) -> Response:
    """List the names of the models."""
    return json_response({"models": sorted(get_table(request).models)})


async def index(request: Request) -> Response:
    """List the models with their states (Triton's repository index)."""
    return json_response([{"name": name, "version": model.version, "state": "READY" if model.ready else "LOADING"}
                          for name, model in sorted(get_table(request).models.items())])


async def load(request: Request) -> Response:
    """Load a model of the store, or load it again and switch without losing a request."""
    table, name = get_table(request), request.path_params["name"]
    await _check_body(request)
    if name in table.models:
        await table.reload(name)
    else:
        from .mms import wait_or_remove

        await wait_or_remove(table, await table.register(name, name))
    return Response(status_code=200)


async def unload(request: Request) -> Response:
    """Remove a model."""
    await _check_body(request)
    await get_table(request).unregister(request.path_params["name"])
    return Response(status_code=200)


async def _check_body(request: Request) -> None:
    body = await request.body()
    try:
        if body and not isinstance(strict_json.loads(body), dict):
            raise Problem(400, "the body must be a JSON object")
    except strict_json.InvalidJSON as error:
        raise Problem(400, str(error)) from None


def _for_versions(path: str, *arguments: Any, **options: Any) -> list[Route]:
    """Return routes of a model with and without a version."""
    return [Route(f"/v2/models/{{name}}{version}{path}", *arguments, **options)
            for version in ("", "/versions/{version}")]


INFERENCE = [
    Route("/v2", server),
    Route("/v2/", server),
    Route("/v2/health/live", live),
    Route("/v2/health/ready", ready),
    Route("/v2/models", models),
    Route("/v2/repository/index", index, methods=["POST"]),
    *_for_versions("", metadata),
    *_for_versions("/ready", model_ready),
    *_for_versions("/infer", infer, methods=["POST"]),
]
MANAGEMENT = [
    Route("/v2", server),
    Route("/v2/repository/index", index, methods=["POST"]),
    Route("/v2/repository/models/{name}/load", load, methods=["POST"]),
    Route("/v2/repository/models/{name}/unload", unload, methods=["POST"]),
]
