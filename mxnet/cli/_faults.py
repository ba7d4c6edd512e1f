"""Common faults of an installation."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy
import torch

from mxnet_records.environment import VARIABLES
from mxnet_records.error import MXNetError

_PACKAGE = Path(__file__).resolve().parents[1]
_OURS = "mxnet-torch"
_ENOUGH_SHARED_MEMORY = 1 << 29


class Fault(NamedTuple):
    """Something wrong, or, as a note, something that may become wrong."""

    level: str
    message: str


def other_distributions() -> list[Fault]:
    """Installed packages that bring an ``mxnet`` of their own and overwrite this one's files."""
    names = {str(name).lower() for name in (found.metadata["Name"] for found in importlib.metadata.distributions())}
    others = sorted(name for name in names if re.fullmatch(r"mxnet(-cu\d+(mkl)?|-mkl|-native)?", name))
    return [Fault("problem", f"the package {name} is installed as well and has the same files; "
                  f"run pip uninstall {name}, then install {_OURS} again") for name in others]


def shadows(path: Sequence[str], package: Path = _PACKAGE) -> list[Fault]:
    """Folders or files named ``mxnet`` that programs started elsewhere, or here, import instead."""
    found = []
    for entry in dict.fromkeys([os.getcwd(), *(entry or os.getcwd() for entry in path)]):
        folder, file = Path(entry) / "mxnet", Path(entry) / "mxnet.py"
        # The command itself is a file mxnet, which nobody can import.
        importable = [folder] * (folder / "__init__.py").exists() + [file] * file.is_file()
        for candidate in importable:
            if candidate.resolve() != package:
                found.append(Fault("problem", f"{candidate} can be imported instead of {package}; "
                                   "rename it or take it off the path"))
    return found


def arrays_of_torch() -> list[Fault]:
    """Torch that was built for another NumPy cannot exchange arrays with it."""
    try:
        torch.zeros(1).numpy()
    except RuntimeError as error:
        return [Fault("problem", f"torch {torch.__version__} does not work with NumPy {numpy.__version__} ({error}); "
                      "install versions that were made for each other")]
    return []


def images() -> list[Fault]:
    """OpenCV, which reads images."""
    try:
        import cv2  # noqa: F401
    except ModuleNotFoundError:
        return [Fault("note", f'OpenCV is not installed, images cannot be read; run pip install "{_OURS}[image]"')]
    except ImportError as error:
        return [Fault("problem", f"OpenCV is installed but cannot be imported: {error}; opencv-python-headless needs "
                      "no libraries of a desktop")]
    return []


def shared_memory(folder: str = "/dev/shm") -> list[Fault]:
    """Torch's loader needs it; containers have little. That of Gluon uses anonymous files instead."""
    if not os.path.isdir(folder):
        return []
    free = shutil.disk_usage(folder).free
    if free >= _ENOUGH_SHARED_MEMORY:
        return []
    return [Fault("note", f"{folder} has {free >> 20} MiB free, which workers of torch's DataLoader may exhaust; "
                  "start containers with --shm-size=2g (Gluon's DataLoader does not need it)")]


def threads(environment: Mapping[str, str], processors: int) -> list[Fault]:
    """More threads than processors slow everything down."""
    count = environment.get("OMP_NUM_THREADS", "")
    if count.isdigit() and int(count) > processors:
        return [Fault("note", f"OMP_NUM_THREADS={count}, but this process may use {processors} processors")]
    return []


def variables(environment: Mapping[str, str]) -> list[Fault]:
    """Environment variables with values that are not allowed."""
    found = []
    for variable in VARIABLES.values():
        text = environment.get(variable.name, "").strip()
        try:
            if text:
                variable.check(text)
        except MXNetError as error:
            found.append(Fault("problem", str(error)))
    return found


def home(environment: Mapping[str, str]) -> list[Fault]:
    """The folder of downloaded models and data must be writable if it is there."""
    folder = Path(environment.get("MXNET_HOME") or Path.home() / ".mxnet").expanduser()
    if folder.exists() and not (folder.is_dir() and os.access(folder, os.W_OK)):
        return [Fault("problem", f"{folder}, where models and data are kept, cannot be written; set MXNET_HOME")]
    return []


def graphics() -> list[Fault]:
    """A build of torch for GPUs that finds none."""
    if torch.version.cuda and not torch.cuda.is_available():
        return [Fault("note", f"torch is built for CUDA {torch.version.cuda} but finds no GPU or driver")]
    return []
