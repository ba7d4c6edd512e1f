"""Verify downloaded files, and explain failed downloads."""

from __future__ import annotations

import hashlib
import os
import shlex
import socket

from mxnet_records.error import MXNetError

_CHUNK = 1 << 20


def matches(path: str, checksum: str) -> bool:
    """Return whether the hash of a file starts with these digits.

    Parameters
    ----------
    checksum : str
        Algorithm and digits, such as ``"sha256:8a719046"``. Every file matches an empty string.
    """
    algorithm, _, digits = checksum.partition(":")
    if not digits:
        return True
    digest = hashlib.new(algorithm, usedforsecurity=False)
    with open(path, "rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest().startswith(digits)


def causes(error: BaseException) -> list[BaseException]:
    """Return an exception and those that caused it, which HTTP libraries nest."""
    chain = [error]
    while True:
        inner = chain[-1].__cause__ or chain[-1].__context__ or getattr(chain[-1], "reason", None)
        if not isinstance(inner, BaseException) or inner in chain:
            return chain
        chain.append(inner)


def explain(error: BaseException) -> str:
    """Return a short reason for a failed download."""
    if isinstance(error, MXNetError):
        return str(error)
    for one in reversed(causes(error)):
        if isinstance(one, socket.gaierror):
            return "the host name cannot be resolved"
        if isinstance(one, TimeoutError):
            return "the host did not answer in time"
        if isinstance(one, OSError) and one.strerror:
            return one.strerror
    return f"{type(error).__name__}: {error}".splitlines()[0][:200]


def curl(url: str, path: str) -> str:
    """Return a shell command that downloads a file."""
    return f"curl -L --create-dirs -o {shlex.quote(os.path.abspath(path))} {shlex.quote(url)}"
