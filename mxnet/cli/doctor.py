"""``mxnet doctor``: print versions, devices, threads, environment variables and common faults."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy
import torch

from mxnet_records.environment import VARIABLES

from .. import context
from .._runtime import environment as settings
from .._runtime.error import MXNetError
from . import _faults
from ._faults import Fault

_OPTIONAL = ("opencv-python-headless", "opencv-python", "opencv-contrib-python", "onnx", "onnxruntime", "matplotlib",
             "tqdm", "graphviz", "fsspec", "s3fs", "scipy")
_OF_LIBRARIES = ("OMP_", "MKL_", "KMP_", "CUDA_VISIBLE_DEVICES")  # read by torch and its dependencies
_SECRET = re.compile("SECRET|TOKEN|PASSWORD|KEY")


def run(options: argparse.Namespace) -> int:
    """Print the state of the installation, and return 1 if there is a problem."""
    variables, faults = _variables(os.environ), _all_faults()
    report = {"versions": _versions(), "devices": _devices(), "threads": _threads(), "environment": variables}
    if options.json:
        print(json.dumps({**report, "faults": [fault._asdict() for fault in faults]}, indent=2))
    else:
        for title, content in report.items():
            print(title)
            for name, value in content.items():
                print(f"  {name}: {value}")
        print("faults" if faults else "no faults found")
        for fault in faults:
            print(f"  {fault.level}: {fault.message}")
    return 1 if any(fault.level == "problem" for fault in faults) else 0


def _find_version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _versions() -> dict[str, str]:
    build = [f"CUDA {torch.version.cuda}" if torch.version.cuda else "no CUDA"]
    build += [name for name, there in (("MKL", torch.backends.mkl.is_available()),
                                       ("oneDNN", torch.backends.mkldnn.is_available()),
                                       ("OpenMP", torch.backends.openmp.is_available())) if there]
    optional = {name: _find_version(name) for name in _OPTIONAL}
    return {
        "mxnet-torch": _find_version("mxnet-torch") or "source tree, not installed",
        "folder": str(Path(__file__).resolve().parents[1]),
        "Python": f"{platform.python_version()} ({sys.executable})",
        "system": platform.platform(),
        "NumPy": numpy.__version__,
        "torch": f"{torch.__version__} ({', '.join(build)})",
        **{name: version for name, version in optional.items() if version},
        "not installed": ", ".join(name for name, version in optional.items()
                                   if not version and not name.startswith("opencv")) or "-",
    }


def _devices() -> dict[str, Any]:
    names = {f"gpu({index})": torch.cuda.get_device_name(index) for index in range(torch.cuda.device_count())}
    try:
        usable, simulated = context.num_gpus(), settings.simulated_gpus()
    except MXNetError:  # reported as a fault
        usable, simulated = torch.cuda.device_count(), 0
    return {"processor": platform.machine(), "GPUs": usable, "simulated GPUs": simulated, **names}


def _processors() -> int:
    """Return the number of processors available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _threads() -> dict[str, int]:
    return {"processors": os.cpu_count() or 1, "processors for this process": _processors(),
            "threads in an operator": torch.get_num_threads(),
            "threads between operators": torch.get_num_interop_threads()}


def _variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the relevant environment variables, and mark MXNet variables that have no effect here."""
    variables = {}
    for name, value in sorted(environment.items()):
        if name.startswith(("MXNET_", "DMLC_", *_OF_LIBRARIES)):
            shown = "(set)" if _SECRET.search(name) else value
            acts = name in VARIABLES or name.startswith(_OF_LIBRARIES)
            variables[name] = shown if acts else f"{shown} (nothing reads it here)"
    return variables


def _all_faults() -> list[Fault]:
    return [*_faults.other_distributions(), *_faults.shadows(sys.path), *_faults.arrays_of_torch(), *_faults.images(),
            *_faults.variables(os.environ),
            *_faults.shared_memory(), *_faults.threads(os.environ, _processors()), *_faults.home(os.environ),
            *_faults.graphics()]
