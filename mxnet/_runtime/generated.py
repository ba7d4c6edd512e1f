"""Compile generated source text; no other module calls ``exec``."""

from __future__ import annotations

import linecache
import weakref
from collections.abc import Callable
from typing import Any


def define(source: str, filename: str, name: str, namespace: dict[str, Any]) -> Callable[..., Any]:
    """Return the function `name` that `source` defines in `namespace`.

    Register the source in ``linecache`` while the function exists, so that tracebacks and debuggers show it. A
    `filename` that starts with ``<mxnet`` marks the frames as this package's (`tracebacks`).
    """
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    exec(compile(source, filename, "exec"), namespace)
    function: Callable[..., Any] = namespace[name]
    weakref.finalize(function, linecache.cache.pop, filename, None)
    return function
