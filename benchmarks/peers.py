"""Compared implementations and the paths of their interpreters."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
VENVS_VARIABLE = "MXNET_BENCH_VENVS"


@dataclass(frozen=True)
class Peer:
    """Column of the result table.

    ``builder`` is the name of the function in a workload module that this peer runs. This package and MXNet share one,
    because their interfaces are the same.
    """

    name: str
    title: str
    venv: str
    builder: str


OURS = "ours"
PEERS = (
    Peer(OURS, "this package", "ours", "build_mxnet"),
    Peer("mxnet", "MXNet 1.9.1", "mxnet", "build_mxnet"),
    Peer("torch", "PyTorch", "torch", "build_torch"),
    Peer("torch_compile", "torch.compile", "torch", "build_torch_compile"),
    Peer("jax", "JAX", "jax", "build_jax"),
    Peer("onnxruntime", "ONNX Runtime", "engines", "build_onnxruntime"),
    Peer("openvino", "OpenVINO", "engines", "build_openvino"),
)

TORCH = "torch==2.13.0"
REQUIREMENTS = {
    "ours": (TORCH, "numpy>=1.24", "onnx"),
    "mxnet": ("mxnet==1.9.1", "numpy==1.23.5"),
    # torch.compile needs setuptools to build C++ extensions.
    "torch": (TORCH, "numpy>=1.24", "setuptools"),
    "jax": ("jax", "jaxlib", "numpy>=1.24"),
    "engines": ("onnxruntime", "openvino", "nncf", "numpy>=1.24"),
}


def venvs_root(option: str | None = None) -> Path:
    """Return the folder of virtual environments from the option, the environment variable or the default."""
    chosen = option or os.environ.get(VENVS_VARIABLE)
    return Path(chosen) if chosen else Path(__file__).resolve().parent / ".venvs"


def interpreter(root: Path, venv: str) -> Path:
    folder, name = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return root / venv / folder / name


def find_interpreter(peer: Peer, root: Path, overrides: dict[str, str]) -> Path | None:
    """Return the interpreter of ``peer``, or None if its environment does not exist.

    Only this package falls back to the running interpreter, because it needs only torch and numpy.
    """
    if peer.name in overrides:
        return Path(overrides[peer.name])
    if peer.venv in overrides:
        return Path(overrides[peer.venv])
    candidate = interpreter(root, peer.venv)
    if candidate.exists():
        return candidate
    return Path(sys.executable) if peer.name == OURS else None
