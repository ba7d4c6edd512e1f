"""Share a random secret between processes of one user on one machine.

One process writes the secret to a file that only the user can read and publishes the path in the store. Other users can
read and overwrite the path, so the receiving processes check the owner and the mode of the file.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import stat
import tempfile
import time
from pathlib import Path

import torch.distributed as dist

from ..._runtime.error import MXNetError

_PREFIX = "mxnet-secret-"
# Time after which a process that misses entries of others looks for another secret.
COMPARE_SECONDS = 6.0


def _entry(attempt: str) -> str:
    return f"mxnet/secret-file/{attempt}"


def share(store: dist.Store, attempt: str) -> tuple[str, Path]:
    """Generate a secret, and return it with the path of its file.

    The caller removes the file after all processes have joined.
    """
    handle, path = tempfile.mkstemp(prefix=_PREFIX)  # mode 600, does not follow links
    secret = secrets.token_hex(32)
    with open(handle, "w") as file:
        file.write(secret)
    store.set(_entry(attempt), path)
    return secret, Path(path)


def signature(name: str, attempt: str) -> str:
    """Return the key of the entry that a process signs with its secret. It does not show the name."""
    return "mxnet/" + hashlib.sha256(f"signed {attempt} {name}".encode()).hexdigest()


def _wait(store: dist.Store, attempt: str, owner: str) -> None:
    """Wait for the path of the file, but not if the process that would write it has a secret already."""
    begun = time.monotonic()
    while time.monotonic() - begun < COMPARE_SECONDS:
        if store.check([_entry(attempt)]):
            return
        time.sleep(0.02)
    if store.check([signature(owner, attempt)]) and not store.check([_entry(attempt)]):
        raise MXNetError(f"{owner} has a MXNET_CLUSTER_SECRET, but this process has none; set it to the same text for all "
                         "processes, or for none if they run on one machine")


def receive(store: dist.Store, attempt: str, owner: str) -> str:
    """Read the secret that the process `owner` generated.

    Raises
    ------
    MXNetError
        If the file is missing, belongs to another user or does not contain a secret, or the owner did not generate one.
    """
    _wait(store, attempt, owner)
    path = Path(store.get(_entry(attempt)).decode(errors="replace"))
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        try:
            problem = _problem(os.fstat(handle))
            text = os.read(handle, 65).decode(errors="replace") if not problem and path.name.startswith(_PREFIX) else ""
        finally:
            os.close(handle)
        if re.fullmatch("[0-9a-f]{64}", text):
            return text
        problem = problem or "it does not contain a secret"
    except (OSError, ValueError) as error:
        problem = str(error)
    raise MXNetError(f"the file {str(path)!r} with the secret of the program cannot be used: {problem}; processes that "
                     "are started without MXNET_CLUSTER_SECRET must run as one user on one machine, or another program "
                     "uses the port")


def _problem(status: os.stat_result) -> str:
    if not stat.S_ISREG(status.st_mode):
        return "it is not a regular file"
    if hasattr(os, "geteuid") and (status.st_uid != os.geteuid() or status.st_mode & 0o077):
        return "another user owns it or can read it"
    return ""
