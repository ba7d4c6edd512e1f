"""``mxnet serve``: serve models over HTTP."""

from __future__ import annotations

import argparse
import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

from mxnet_records import environment

from ..base import MXNetError

if TYPE_CHECKING:
    from ..serving.app import Options
    from ..serving.server import Listen

_SAGEMAKER_MODEL, _SAGEMAKER_MODELS = "/opt/ml/model", "/opt/ml/models"


def run(options: argparse.Namespace) -> int:
    """Serve until a signal stops the server."""
    try:
        import prometheus_client  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ModuleNotFoundError as error:
        raise ImportError(f"mxnet serve needs the package {error.name}: pip install 'mxnet-torch[serve]'") from error
    from ..serving.app import Application
    from ..serving.server import configure_logging, serve

    application, listen = Application(_application(options)), _listen(options)
    configure_logging(options.log_level)
    try:
        return 0 if asyncio.run(serve(application, listen)) else 1
    except KeyboardInterrupt:
        return 130


def _application(options: argparse.Namespace) -> Options:
    from ..serving.app import Options, cores
    from ..serving.guard import Limits
    from ..serving.table import Settings

    several = environment.SAGEMAKER_MULTI_MODEL.get()
    models = list(options.models)
    if not models and not several and os.path.isdir(_SAGEMAKER_MODEL):
        models = [f"model={_SAGEMAKER_MODEL}"]
    if not models and not several and options.model_store is None:
        raise MXNetError("no model to serve; name a file, a folder, an archive or a network of the model zoo: "
                         "mxnet serve resnet-symbol.json")
    store = options.model_store
    if store is None and several:
        store = _SAGEMAKER_MODELS
    if store is not None and not os.path.isdir(store):
        raise MXNetError(f"the model store {store} is not a folder")
    allow_code = options.allow_code or environment.SERVE_ALLOW_CODE.get()
    workers = options.workers or environment.SAGEMAKER_MODEL_SERVER_WORKERS.get() or max(1, min(2, cores()))
    timeout = options.response_timeout or environment.SAGEMAKER_MODEL_SERVER_TIMEOUT.get() or 120
    _check(models, allow_code)
    return Options(
        tuple(models), Settings(options.batch_size, options.max_batch_delay / 1000, float(timeout), options.queue_size,
                                workers, workers),
        Limits(options.max_body_size, max(8 * options.max_body_size, 512 << 20), float(options.body_timeout),
               options.max_requests),
        store, allow_code, True, several, _key(options.api_key_file), options.max_models, float(options.grace))


def _check(models: list[str], allow_code: bool) -> None:
    """Open the models once, so that a wrong path is an error of the command."""
    from ..serving.sources import open_source

    names: set[str] = set()
    for model in models:
        name = open_source(model, name=None, allow_code=allow_code, folder=None).name
        if name in names:
            raise MXNetError(f"two models are called {name}; name one of them: mxnet serve OTHER={model}")
        names.add(name)


def _key(file: str | None) -> str | None:
    """Return the API key of the file or of the environment."""
    key = Path(file).read_text("utf-8").strip() if file else environment.SERVE_API_KEY.get().strip()
    if file and not key:
        raise MXNetError(f"the file {file} contains no API key")
    if key and not (key.isascii() and key.isprintable()):
        raise MXNetError("the API key must consist of printable ASCII characters")
    return key or None


def _listen(options: argparse.Namespace) -> Listen:
    from ..serving.server import Listen

    port = environment.SAGEMAKER_BIND_TO_PORT.get() if options.port is None else options.port
    if not 0 <= port <= 65535:
        raise MXNetError(f"the port must be from 0 to 65535, received {port}")
    if (options.tls_certificate is None) != (options.tls_key is None):
        raise MXNetError("--tls-certificate and --tls-key need each other")
    return Listen(options.host or environment.SERVE_HOST.get(), port, options.management_host,
                  None if options.no_management else options.management_port, options.header_timeout,
                  options.keep_alive, options.grace, options.tls_certificate, options.tls_key)
