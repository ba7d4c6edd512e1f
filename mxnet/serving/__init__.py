"""Serve models over HTTP. The command is ``mxnet serve``."""

from __future__ import annotations

from typing import Any

__all__ = ["application"]


def __getattr__(name: str) -> Any:
    """Import the application when it is used, as it needs the extra ``serve``."""
    if name != "application":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from .app import application
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in ("starlette", "uvicorn", "prometheus_client"):
            raise ImportError(f"serving needs the package {error.name}: pip install 'mxnet-torch[serve]'",
                              name=error.name) from error
        raise
    return application
