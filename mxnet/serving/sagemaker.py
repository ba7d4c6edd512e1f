"""The contract of SageMaker's containers: invocations, and models that are loaded on demand."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from .mms import Parameters, list_models, unregister, wait_or_remove
from .predicting import get_table, json_response, predict
from .table import Problem


async def invocations(request: Request) -> Response:
    """Predict with the model ``model_name``. It is optional if there is only one model."""
    models = get_table(request).models
    name = request.query_params.get("model_name")
    if name is None and len(models) == 1:
        name = next(iter(models))
    if name is None:
        raise Problem(400, "Parameter model_name is required.")
    return await predict(request, name)


async def invoke(request: Request) -> Response:
    """Predict with a model that was loaded on demand."""
    return await predict(request, request.path_params["name"])


async def load(request: Request) -> Response:
    """Load a model and wait until it can predict (``POST /models``)."""
    table, given = get_table(request), await Parameters.read(request)
    url, name = given.text("url"), given.text("model_name")
    if url is None or name is None:
        raise Problem(400, "Parameters model_name and url are required.")
    model = await table.register(url, name)
    await wait_or_remove(table, model)
    return json_response({"status": f'Model "{model.name}" registered', "modelName": model.name, "modelUrl": model.url})


async def describe(request: Request) -> Response:
    """Return the name and the place of a loaded model (``GET /models/{name}``)."""
    model = get_table(request).get(request.path_params["name"])
    return json_response({"modelName": model.name, "modelUrl": model.url})


SINGLE: list[BaseRoute] = [
    Route("/invocations", invocations, methods=["POST"]),
    Route("/models/{name}/invoke", invoke, methods=["POST"]),
]
MULTIPLE: list[BaseRoute] = [
    Route("/models", load, methods=["POST"]),
    Route("/models", list_models, methods=["GET"]),
    Route("/models/{name}", describe, methods=["GET"]),
    Route("/models/{name}", unregister, methods=["DELETE"]),
]
