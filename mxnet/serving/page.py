"""The start page, and the state of the models that it shows."""

from __future__ import annotations

import base64
import functools
import hashlib
import importlib.resources
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mxnet_records import __version__

from .interface import TensorSpec
from .metrics import CONTENT_TYPE
from .predicting import get_table, json_response
from .table import Model


@functools.cache
def _page() -> tuple[str, str]:
    """Return the page and its Content-Security-Policy, which allows its own style and script by their hashes."""
    page = importlib.resources.files(__package__).joinpath("page.html").read_text("utf-8")

    def allow(tag: str) -> str:
        texts = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts]
        return " ".join(f"'sha256-{digest}'" for digest in digests)

    return page, (f"default-src 'none'; script-src {allow('script')}; style-src {allow('style')}; connect-src 'self'; "
                  "img-src blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")


async def show(request: Request) -> Response:
    """Return the start page."""
    page, policy = _page()
    return Response(page, headers={"Content-Security-Policy": policy, "Referrer-Policy": "no-referrer"},
                    media_type="text/html; charset=utf-8")


def _quantile(values: list[float], share: float) -> float | None:
    """Return a quantile of sorted seconds in milliseconds."""
    return round(values[min(len(values) - 1, int(share * len(values)))] * 1000, 2) if values else None


def _tensor(spec: TensorSpec) -> dict[str, Any]:
    return {"name": spec.name, "dtype": spec.dtype, "shape": list(spec.shape)}


def _state(model: Model) -> dict[str, Any]:
    values, description = sorted(model.latencies), model.description
    return {
        "name": model.name, "version": model.version, "ready": model.ready, "workers": len(model.workers),
        "workersReady": model.ready_workers, "queued": len(model.queue), "requests": model.answered,
        "batchSize": model.settings.batch_size, "runsCode": bool(description and description.runs_code),
        "p50": _quantile(values, 0.5), "p99": _quantile(values, 0.99), "latencies": [
            round(value * 1000, 2) for value in list(model.latencies)[-60:]],
        "inputs": [_tensor(spec) for spec in description.inputs] if description else [],
        "outputs": [_tensor(spec) for spec in description.outputs] if description else [],
    }


async def state(request: Request) -> Response:
    """Return the state of all models."""
    table = get_table(request)
    return json_response({"ready": table.ready, "version": __version__,
                          "models": [_state(model) for _, model in sorted(table.models.items())]})


async def metrics(request: Request) -> Response:
    """Return the metrics for Prometheus."""
    return Response(get_table(request).metrics.text(), headers={"Content-Type": CONTENT_TYPE})


ROUTES = [Route("/", show), Route("/status", state), Route("/metrics", metrics)]
