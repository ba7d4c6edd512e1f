"""Checks for common faults of an installation."""

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
    """A problem, or a note about a possible problem."""

    level: str
    message: str


def other_distributions() -> list[Fault]:
    """Find installed packages that also provide ``mxnet`` and overwrite the files of this one."""
    names = {str(name).lower() for name in (d.metadata["Name"] for d in importlib.metadata.distributions())}
    others = sorted(name for name in names if re.fullmatch(r"mxnet(-cu\d+(mkl)?|-mkl|-native)?", name))
    return [Fault("problem", f"the package {name} is also installed and has the same files; "
                  f"run pip uninstall {name}, then install {_OURS} again") for name in others]


def shadows(path: Sequence[str], package: Path = _PACKAGE) -> list[Fault]:
    """Find folders or files named ``mxnet`` that programs may import instead of this package."""
    faults = []
    for entry in dict.fromkeys([os.getcwd(), *(entry or os.getcwd() for entry in path)]):
        folder, file = Path(entry) / "mxnet", Path(entry) / "mxnet.py"
        # The command itself is a file named mxnet, which cannot be imported.
        importable = [folder] * (folder / "__init__.py").exists() + [file] * file.is_file()
        for candidate in importable:
            if candidate.resolve() != package:
                faults.append(Fault("problem", f"{candidate} can be imported instead of {package}; "
                                   "rename it or remove it from the path"))
    return faults


def arrays_of_torch() -> list[Fault]:
    """Check that torch was built for the installed NumPy. Otherwise they cannot exchange arrays."""
    try:
        torch.zeros(1).numpy()
    except RuntimeError as error:
        return [Fault("problem", f"torch {torch.__version__} does not work with NumPy {numpy.__version__} ({error}); "
                      "install compatible versions")]
    return []


def images() -> list[Fault]:
    """Check for OpenCV, which reads images."""
    try:
        import cv2  # noqa: F401
    except ModuleNotFoundError:
        return [Fault("note", f'OpenCV is not installed, images cannot be read; run pip install "{_OURS}[image]"')]
    except ImportError as error:
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


def variables(environment: Mapping[str, str]) -> list[Fault]:
    """Find environment variables with invalid values."""
    faults = []
    for variable in VARIABLES.values():
        text = environment.get(variable.name, "").strip()
        try:
            if text:
                variable.check(text)
        except MXNetError as error:
            faults.append(Fault("problem", str(error)))
    return faults


def home(environment: Mapping[str, str]) -> list[Fault]:
    """Check that the folder for downloaded models and data is writable, if it exists."""
    folder = Path(environment.get("MXNET_HOME") or Path.home() / ".mxnet").expanduser()
    if folder.exists() and not (folder.is_dir() and os.access(folder, os.W_OK)):
        return [Fault("problem", f"{folder}, the folder for models and data, is not writable; set MXNET_HOME")]
    return []


def graphics() -> list[Fault]:
    """Check whether a CUDA build of torch finds a GPU."""
    if torch.version.cuda and not torch.cuda.is_available():
        return [Fault("note", f"torch is built for CUDA {torch.version.cuda} but finds no GPU or driver")]
    return []
