"""The sections of ``mxnet doctor`` that need the package: the build of torch, devices and threads."""

from __future__ import annotations

from typing import Any

import numpy
import torch

from mxnet_records.installation import Fault

from .. import context
from .._runtime import environment as settings


def describe() -> dict[str, Any]:
    """Return additions to the sections of the report, and the faults."""
    return {"versions": {"NumPy": numpy.__version__, "torch": f"{torch.__version__} ({_build()})"},
            "devices": _devices(),
            "threads": {"threads in an operator": torch.get_num_threads(),
                        "threads between operators": torch.get_num_interop_threads()},
            "faults": [*check_arrays(), *check_graphics()]}


def _build() -> str:
    parts = [f"CUDA {torch.version.cuda}" if torch.version.cuda else "no CUDA"]
    parts += [name for name, there in (("MKL", torch.backends.mkl.is_available()),
                                       ("oneDNN", torch.backends.mkldnn.is_available()),
                                       ("OpenMP", torch.backends.openmp.is_available())) if there]
    return ", ".join(parts)


def _devices() -> dict[str, Any]:
    names = {f"gpu({index})": torch.cuda.get_device_name(index) for index in range(torch.cuda.device_count())}
    return {"GPUs": context.num_gpus(), "simulated GPUs": settings.simulated_gpus(), **names}


def check_arrays() -> list[Fault]:
    """Check that torch was built for the installed NumPy. Otherwise they cannot exchange arrays."""
    try:
        torch.zeros(1).numpy()
    except RuntimeError as error:
        return [Fault("problem", f"torch {torch.__version__} does not work with NumPy {numpy.__version__} ({error}); "
                      "install compatible versions")]
    return []


def check_graphics() -> list[Fault]:
    """Check whether a CUDA build of torch finds a GPU."""
    if torch.version.cuda and not torch.cuda.is_available():
        return [Fault("note", f"torch is built for CUDA {torch.version.cuda} but finds no GPU or driver")]
    return []
