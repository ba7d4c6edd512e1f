"""What this build can do: ``mx.runtime.Features()``."""

from __future__ import annotations

import importlib.util
import platform
from collections import OrderedDict
from typing import Any

import torch

from .context import num_gpus


class Feature:
    """One capability and whether it is there."""

    def __init__(self, name: str, enabled: bool) -> None:
        self._name, self._enabled = name, enabled

    @property
    def name(self) -> str:
        """Name, as in MXNet."""
        return self._name

    @property
    def enabled(self) -> bool:
        """Whether it can be used."""
        return self._enabled

    def __repr__(self) -> str:
        return f"{'✔' if self._enabled else '✖'} {self._name}"


def _found() -> dict[str, bool]:
    """Every capability that MXNet names, in its order, and the one of our own."""
    cuda = torch.cuda.is_available()
    return {
        "CUDA": cuda, "CUDNN": cuda and torch.backends.cudnn.is_available(), "NCCL": cuda,
        "CUDA_RTC": False, "TENSORRT": False, **_instruction_sets(), "OPENMP": torch.backends.openmp.is_available(),
        "SSE": False, "F16C": _vector_unit() in ("AVX2", "AVX512"), "JEMALLOC": False, "BLAS_OPEN": False,
        "BLAS_ATLAS": False, "BLAS_MKL": torch.backends.mkl.is_available(), "BLAS_APPLE": False,
        "LAPACK": torch._C.has_lapack, "MKLDNN": torch.backends.mkldnn.is_available(),
        "OPENCV": importlib.util.find_spec("cv2") is not None,
        "CAFFE": False, "PROFILER": True, "DIST_KVSTORE": torch.distributed.is_available(), "CXX14": False,
        "INT64_TENSOR_SIZE": True, "SIGNAL_HANDLER": True, "DEBUG": False, "TVM_OP": False,
        "SIMULATED_GPUS": num_gpus() > 0 and not cuda,
    }


def _vector_unit() -> str:
    """The widest instructions that torch's kernels use: 'DEFAULT', 'AVX2', 'AVX512' and others."""
    return torch.backends.cpu.get_cpu_capability()


def _instruction_sets() -> dict[str, bool]:
    """Instructions of x86 processors; all that have a wider set have the narrower ones."""
    x86 = platform.machine().lower() in ("x86_64", "amd64", "i386", "i686")
    wide = x86 and _vector_unit() in ("AVX2", "AVX512")
    return {"CPU_SSE": x86, "CPU_SSE2": x86, "CPU_SSE3": wide, "CPU_SSE4_1": wide, "CPU_SSE4_2": wide,
            "CPU_SSE4A": False, "CPU_AVX": wide, "CPU_AVX2": wide}


def feature_list() -> list[Feature]:
    """All capabilities."""
    return [Feature(name, bool(enabled)) for name, enabled in _found().items()]


class Features(OrderedDict):
    """Capabilities by name."""

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
        """Whether a capability is there; raises RuntimeError for an unknown name."""
        name = feature_name.upper()
        if name not in self:
            raise RuntimeError(f"there is no feature {name!r}, only {list(self.keys())}")
        return self[name].enabled
