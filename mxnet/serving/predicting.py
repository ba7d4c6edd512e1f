"""Pass a request of any protocol to a model, and its result back."""

from __future__ import annotations

import re

from starlette.requests import Request as HTTPRequest
from starlette.responses import JSONResponse, Response

from .batching import Call, Result
from .compute import read_error
from .guard import render
from .interface import Request
from .table import Problem, Table

_CONTENT_TYPE = re.compile(r"[\x20-\x7e]{1,256}")


def get_table(request: HTTPRequest) -> Table:
    """Return the table of the application."""
    table: Table = request.app.state.table
    return table


def json_response(content: object, status: int = 200) -> Response:
    """Return a JSON response."""
    return JSONResponse(content, status)


async def predict(request: HTTPRequest, name: str, tensors: bool = False, version: str | None = None) -> Response:
    """Read the body, let the model answer it, and return the response."""
    table = get_table(request)
    table.get(name)  # do not read the body for a model that does not exist
    body = await request.body()
    model = table.get(name)
    if version is not None and version != model.version:
        raise Problem(404, f"the model {name} has no version {version[:64]}", "ModelNotFoundException")
    record = request.scope["mxnet.record"]
    record["model"] = name
    headers = {key: value for key, value in request.headers.items() if key not in ("authorization", "x-api-key")}
    accept = request.headers.get("accept", "application/json")
    call = Call(Request(None, body, request.headers.get("content-type", ""), accept, headers), tensors)
    result = await model.answer(call)
    record["batch"] = result.batch
    return _response(request, result)


def _response(request: HTTPRequest, result: Result) -> Response:
    if result.status >= 400:
        problem = Problem(result.status, read_error(result), "ModelException" if result.status >= 500 else None)
        return render(request.url.path, problem)
    kind = result.content_type if _CONTENT_TYPE.fullmatch(result.content_type) else "application/octet-stream"
    headers = {"Content-Type": kind}
    if result.header_length is not None:
        headers["Inference-Header-Content-Length"] = str(result.header_length)
    return Response(result.body, result.status, headers)
