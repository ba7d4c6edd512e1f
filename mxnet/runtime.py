"""Features of this build: ``mx.runtime.Features()``."""

from __future__ import annotations

import faulthandler
import importlib.util
import platform
import re
from collections import OrderedDict
from typing import Any

import torch

from ._runtime import torch_private
from .context import num_gpus


class Feature:
    """A feature and whether it is enabled.

    Parameters
    ----------
    name : str
        Name of the feature.
    enabled : bool
        Whether it can be used.

    Examples
    --------
    >>> features = mx.runtime.Features()
    >>> features['OPENCV'].name
    'OPENCV'
    """

    def __init__(self, name: str, enabled: bool) -> None:
        self._name, self._enabled = name, enabled

    @property
    def name(self) -> str:
        """Name of the feature, as in MXNet."""
        return self._name

    @property
    def enabled(self) -> bool:
        """Whether the feature is enabled."""
        return self._enabled

    def __repr__(self) -> str:
        return f"{'✔' if self._enabled else '✖'} {self._name}"


def _detect_features() -> dict[str, bool]:
    """Return all features of MXNet in its order, and one additional feature.

    Features are detected where possible. Parts of MXNet that do not exist in this package are always False: runtime
    compilation, TensorRT, Caffe, TVM and sums with NCCL.
    """
    cuda, flags = torch.cuda.is_available(), _processor_flags()
    library = _blas()
    return {
        "CUDA": cuda, "CUDNN": cuda and torch.backends.cudnn.is_available(), "NCCL": False,
        "CUDA_RTC": False, "TENSORRT": False,
        **{name: flag in flags for name, flag in _FLAGS.items()}, "OPENMP": torch.backends.openmp.is_available(),
        "SSE": "sse" in flags, "F16C": "f16c" in flags, "JEMALLOC": False, "BLAS_OPEN": library == "open",
        "BLAS_ATLAS": library == "atlas", "BLAS_MKL": torch.backends.mkl.is_available(),
        "BLAS_APPLE": library == "accelerate",
        "LAPACK": torch_private.has_lapack(), "MKLDNN": torch.backends.mkldnn.is_available(),
        "OPENCV": importlib.util.find_spec("cv2") is not None,
        "CAFFE": False, "PROFILER": True, "DIST_KVSTORE": torch.distributed.is_available(), "CXX14": False,
        "INT64_TENSOR_SIZE": True, "SIGNAL_HANDLER": faulthandler.is_enabled(), "DEBUG": bool(torch.version.debug),
        "TVM_OP": False,
        "SIMULATED_GPUS": num_gpus() > 0 and not cuda,
    }


# Instruction sets under their names in Linux.
_FLAGS = {"CPU_SSE": "sse", "CPU_SSE2": "sse2", "CPU_SSE3": "pni", "CPU_SSE4_1": "sse4_1", "CPU_SSE4_2": "sse4_2",
          "CPU_SSE4A": "sse4a", "CPU_AVX": "avx", "CPU_AVX2": "avx2"}


def _processor_flags() -> frozenset[str]:
    """Return the instruction sets of the processor. If the system does not list them, use those of torch's kernels."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            listed = next((line for line in file if line.startswith("flags")), "")
    except OSError:
        listed = ""
    if listed:
        return frozenset(listed.partition(":")[2].split())
    if platform.machine().lower() not in ("x86_64", "amd64", "i386", "i686"):
        return frozenset()
    wide = torch.backends.cpu.get_cpu_capability() in ("AVX2", "AVX512")
    return frozenset(("sse", "sse2", "pni", "sse4_1", "sse4_2", "avx", "avx2", "f16c") if wide else ("sse", "sse2"))


def _blas() -> str:
    """Return the linear algebra library of torch."""
    match = re.search(r"BLAS_INFO=(\w+)", torch.__config__.show())
    return match[1].lower() if match else ""


def feature_list() -> list[Feature]:
    """Return all features.

    Returns
    -------
    list of Feature
        All features, with whether they are enabled.

    Examples
    --------
    >>> 'CUDA' in [feature.name for feature in mx.runtime.feature_list()]
    True
    """
    return [Feature(name, bool(enabled)) for name, enabled in _detect_features().items()]


class Features(OrderedDict):
    """Features by name.

    Examples
    --------
    >>> mx.runtime.Features().is_enabled('CPU_SSE')
    True
    """

    instance: Any = None

    def __new__(cls) -> Features:
        if cls.instance is None:
            cls.instance = super().__new__(cls)
            super(Features, cls.instance).__init__([(f.name, f) for f in feature_list()])
        return cls.instance

    def __init__(self) -> None:
        pass

    def __repr__(self) -> str:
        return str(list(self.values()))

    def is_enabled(self, feature_name: str) -> bool:
        """Return whether a feature is enabled.

        Parameters
        ----------
        feature_name : str
            Name of the feature, in any case. Unknown names raise a RuntimeError.

        Returns
        -------
        bool
            Whether the feature is enabled.

        Examples
        --------
        >>> isinstance(mx.runtime.Features().is_enabled('CUDA'), bool)
        True
        """
        name = feature_name.upper()
        if name not in self:
            raise RuntimeError(f"unknown feature {name!r}; the features are {list(self.keys())}")
        return self[name].enabled
