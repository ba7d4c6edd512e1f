"""The ASGI applications: inference with all protocols, and management."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send

from ..base import MXNetError
from . import mms, oip, page, sagemaker
from .guard import Guard, Limits, on_http_error
from .interface import Source
from .table import Problem, Settings, Table

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True)
class Options:
    """Everything that an application is made of. It can be pickled.

    Attributes
    ----------
    models
        Paths, ``NAME=PATH``, names of the zoo, or sources that are open already.
    store
        Folder from which clients of the management interface may load models.
    processes
        Whether to compute in worker processes or in threads. Threads fit servers with their own processes.
    several
        Offer SageMaker's interface for several models.
    key
        API key.
    """

    models: Sequence[str | Source] = ()
    settings: Settings = field(default_factory=Settings)
    limits: Limits = field(default_factory=Limits)
    store: str | None = None
    allow_code: bool = False
    processes: bool = True
    several: bool = False
    key: str | None = None
    most_models: int = 1000
    grace: float = 30.0


def cores() -> int:
    """Return the number of cores that this process may use."""
    from .._runtime.host import openmp

    limit = openmp.quota()
    return openmp.available_cores() if limit is None else max(1, min(openmp.available_cores(), int(limit)))


class Opener:
    """Open models for the table: those of the command line anywhere, those of clients only in the store."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._known: dict[str, str | Source] = {}
        for model in options.models:
            self._known[model if isinstance(model, str) else f"source:{model.name}"] = model

    @property
    def known(self) -> list[str]:
        """Addresses of the models that the operator named."""
        return list(self._known)

    def __call__(self, url: str, name: str | None) -> Source:
        known = self._known.get(url)
        if known is not None and not isinstance(known, str):
            return known
        from .sources import open_source

        path = known or self._find(url)
        try:
            return open_source(path, name=name, allow_code=self._options.allow_code)
        except (MXNetError, OSError, ImportError) as error:
            if known is not None and not isinstance(error, OSError):
                raise
            raise Problem(400, f"the model cannot be read: {error}") from error

    def _find(self, url: str) -> str:
        """Return the path of a model in the store, or raise Problem."""
        missing = Problem(404, f"Model not found in model store: {url[:256]}", "ModelNotFoundException")
        if self._options.store is None:
            raise Problem(404, "there is no model store; start the server with --model-store", "ModelNotFoundException")
        if "://" in url:
            raise Problem(400, "models are not downloaded; put the file into the model store")
        if "\0" in url or ".." in url.replace("\\", "/").split("/"):
            raise Problem(404, f"Relative path is not allowed in url: {url[:256]}", "ModelNotFoundException")
        store = os.path.realpath(self._options.store)
        for ending in ("", ".mar", ".tar.gz", "-symbol.json", ".onnx"):
            try:
                path = os.path.realpath(os.path.join(store, url + ending))
                if os.path.exists(path) and path != store and os.path.commonpath([store, path]) == store:
                    return path
            except (ValueError, OSError):
                pass
        raise missing


class Application:
    """The ASGI application for predictions. It can be pickled, and builds itself at its first call.

    Parameters
    ----------
    options
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self._app: Starlette | None = None
        self.table: Table | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Application, (self.options,)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.build()(scope, receive, send)

    def build(self) -> Starlette:
        """Return the Starlette application."""
        if self._app is None:
            options = self.options
            routes = [*page.ROUTES, *oip.INFERENCE, *sagemaker.SINGLE, *mms.INFERENCE]
            opener = Opener(options)
            self.table = Table(opener, options.settings, cores(), not options.processes, options.most_models)
            self._app = _make(([*sagemaker.MULTIPLE] if options.several else []) + routes, self.table, options, None,
                              _lifespan(self.table, opener, options.grace))
        return self._app

    def management(self, hosts: frozenset[str] | None = _LOOPBACK) -> Starlette:
        """Return the application that manages the models. It belongs on the loopback interface.

        Parameters
        ----------
        hosts
            Accepted values of the header ``Host``. None accepts all.
        """
        self.build()
        assert self.table is not None
        return _make([*oip.MANAGEMENT, *mms.MANAGEMENT], self.table, self.options, hosts, None)


def _make(routes: Sequence[BaseRoute], table: Table, options: Options, hosts: frozenset[str] | None,
          lifespan: Any) -> Starlette:
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: on_http_error}, middleware=[
        Middleware(Guard, limits=options.limits, metrics=table.metrics, key=options.key, hosts=hosts)])
    app.router.redirect_slashes = False
    app.state.table = table
    return app


def _lifespan(table: Table, opener: Opener, grace: float) -> Any:
    @contextlib.asynccontextmanager
    async def run(app: Starlette) -> AsyncIterator[None]:
        table.start()
        try:
            for url in opener.known:
                model = await table.register(url)
                model.at_startup = True
            yield
        finally:
            await table.stop(grace)

    return run


def application(models: Sequence[str | Source] = (), **options: Any) -> Application:
    """Return an ASGI application that serves models.

    Parameters
    ----------
    models : sequence of str or Source
        Paths of models, ``NAME=PATH``, or names of the zoo.
    **options
        Fields of `Options`.

    Returns
    -------
    Application
        Application for servers such as uvicorn.

    Examples
    --------
    >>> app = mx.serving.application(['classifier-symbol.json'], processes=False)
    >>> app.options.models  # the server opens them when it starts
    ('classifier-symbol.json',)
    """
    return Application(Options(tuple(models), **options))
