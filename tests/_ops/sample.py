"""Record of an operator call. It only needs NumPy, because the real MXNet imports this file too."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Sample:
    """A call of an operator that drives the generic tests.

    Attributes
    ----------
    op
        Registered name, as in JSON files: 'FullyConnected', '_linalg_gemm', '_contrib_box_nms'.
    inputs
        Arrays by position.
    params
        Keyword parameters.
    train
        Run in training mode.
    grad
        Compare gradients of all floating point inputs with MXNet.
    numeric
        Also check the gradient numerically; off for operators whose gradient is not the derivative,
        and at points where they are not differentiable.
    values
        Compare results; off for random operators, whose shapes and types are compared.
    symbolic
        Compare the symbol's inference and result with the eager call.
    aux
        Auxiliary states of operators that only accept them from symbols. The sample runs in an executor.
    out
        Value of `out` for operators that require it: an array to overwrite, the position of an input, or positions of
        inputs that get new arrays of the same shape.
    stypes
        Storage types of the inputs of operators on sparse arrays. The default is dense.
    without_golden
        MXNet cannot run the sample on CPUs or by name. A separate test checks the numbers.
    refused
        The call raises an MXNetError, as in MXNet.
    rtol, atol
        Tolerances.
    """

    op: str
    inputs: tuple[np.ndarray, ...] = ()
    params: dict[str, Any] = field(default_factory=dict)
    train: bool = False
    grad: bool = True
    numeric: bool = True
    values: bool = True
    symbolic: bool = True
    aux: tuple[np.ndarray, ...] = ()
    out: np.ndarray | int | tuple[int, ...] | None = None
    stypes: tuple[str, ...] = ()
    without_golden: bool = False
    refused: bool = False
    rtol: float = 1e-4
    atol: float = 1e-5

    @property
    def key(self) -> str:
        """Key of the call, under which MXNet's results are stored."""
        digest = hashlib.sha256()
        given = (self.params.items(), self.train, self.grad, self.values, self.stypes)
        # Use base names of files: folders differ between machines.
        texts = sorted(f"{k}={os.path.basename(v) if isinstance(v, str) else v}" for k, v in given[0])
        digest.update("\n".join(map(str, (*texts, *given[1:]))).encode())
        written = (self.out,) if isinstance(self.out, np.ndarray) else ()
        digest.update(str(None if written else self.out).encode())
        for values in (*self.inputs, *self.aux, *written):
            digest.update(f"{values.shape} {values.dtype}".encode())
            # Round: the last digits of NumPy's results differ between processors.
            mantissa, exponent = np.frexp(values.astype("float64"))
            digest.update(np.rint(mantissa * 2**16).tobytes() + exponent.astype("int32").tobytes())
        return f"{self.op}-{digest.hexdigest()[:16]}"


def array(*shape: int, low: float = -1.0, high: float = 1.0, dtype: str = "float32", seed: int = 0) -> np.ndarray:
    """Return reproducible uniform numbers; integers for integer dtypes."""
    generator = np.random.RandomState(seed + 7 * len(shape) + sum(shape))
    if np.dtype(dtype).kind in "iu":
        return generator.randint(int(low), int(high), size=shape).astype(dtype)
    return generator.uniform(low, high, size=shape).astype(dtype)


def head_gradient(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Return the fixed head gradient for comparisons of gradients."""
    return (0.5 + np.cos(np.arange(int(np.prod(shape))))).reshape(shape).astype(dtype)


def is_float(values: np.ndarray) -> bool:
    """Return whether an array can have gradients."""
    return values.dtype.kind == "f"
