"""Checks of ``mxnet doctor`` for common faults, without importing torch or the package ``mxnet``."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
from collections.abc import Mapping
from pathlib import Path

from .. import tested
from ..environment import VARIABLES
from ..error import MXNetError
from ..installation import OURS, Fault, pip

_ENOUGH_SHARED_MEMORY = 1 << 29


def find_version(name: str) -> str | None:
    """Return the version of an installed distribution."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def versions() -> list[Fault]:
    """Find releases of torch, NumPy and Python that the tests did not cover."""
    newest = (("torch", find_version("torch"), tested.NEWEST_TORCH),
              ("NumPy", find_version("numpy"), tested.NEWEST_NUMPY),
              ("Python", platform.python_version(), tested.NEWEST_PYTHON))
    faults = [Fault("note", f"{name} {version} is newer than {limit}, the newest release that {OURS} was tested with; "
                    "report what does not work") for name, version, limit in newest
              if version and tested.is_newer(version, limit)]
    torch, wanted = find_version("torch"), f"torch>={tested.OLDEST_TORCH}"
    if torch and tested.is_newer(tested.OLDEST_TORCH, torch):
        faults.append(Fault("problem", f"torch {torch} is older than {tested.OLDEST_TORCH}, the oldest release that "
                            f"{OURS} was tested with; run {pip('install', '--upgrade', wanted)}"))
    return faults


def images() -> list[Fault]:
    """Check for OpenCV, which reads images."""
    try:
        import cv2  # noqa: F401
    except ModuleNotFoundError:
        return [Fault("note", f'OpenCV is not installed, images cannot be read; run pip install "{OURS}[image]"')]
    except Exception as error:  # libraries of the desktop are missing, or NumPy does not fit
        return [Fault("problem", f"OpenCV is installed but cannot be imported: {error}; install "
                                 "opencv-python-headless, which needs no desktop libraries")]
    return []


def shared_memory(folder: str = "/dev/shm") -> list[Fault]:
    """Check the shared memory for torch's DataLoader. Containers have little of it. Gluon uses anonymous files."""
    if not os.path.isdir(folder):
        return []
    free = shutil.disk_usage(folder).free
    if free >= _ENOUGH_SHARED_MEMORY:
        return []
    return [Fault("note", f"{folder} has {free >> 20} MiB free, which workers of torch's DataLoader may exhaust; "
                  "start containers with --shm-size=2g (Gluon's DataLoader does not need it)")]


def threads(environment: Mapping[str, str], processors: int) -> list[Fault]:
    """Check that there are no more threads than processors, because this slows down all operators."""
    count = environment.get("OMP_NUM_THREADS", "")
    if count.isdigit() and int(count) > processors:
        return [Fault("note", f"OMP_NUM_THREADS={count}, but this process may use {processors} processors")]
    return []


def invalid_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Return environment variables with invalid values, and the errors."""
    errors = {}
    for variable in VARIABLES.values():
        text = environment.get(variable.name, "").strip()
        try:
            if text:
                variable.check(text)
        except MXNetError as error:
            errors[variable.name] = str(error)
    return errors


def variables(environment: Mapping[str, str]) -> list[Fault]:
    """Find environment variables with invalid values."""
    return [Fault("problem", message) for message in invalid_variables(environment).values()]


def home(environment: Mapping[str, str]) -> list[Fault]:
    """Check that the folder for downloaded models and data is writable, if it exists."""
    folder = Path(environment.get("MXNET_HOME") or Path.home() / ".mxnet").expanduser()
    if folder.exists() and not (folder.is_dir() and os.access(folder, os.W_OK)):
        return [Fault("problem", f"{folder}, the folder for models and data, is not writable; set MXNET_HOME")]
    return []
