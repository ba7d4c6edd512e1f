# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

from ._array import NDArray

def allclose(a: NDArray | None = None, b: NDArray | None = None, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """1 if ``|a - b| <= atol + rtol * |b|`` everywhere, else 0."""
    ...

def div_sqrt_dim(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Divide by the square root of the last axis' size."""
    ...

def gradientmultiplier(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The identity, whose gradient is multiplied with `scalar`."""
    ...

def quadratic(data: NDArray | None = None, a: float = 0.0, b: float = 0.0, c: float = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``a * x**2 + b * x + c``."""
    ...

def round_ste(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Rounds forward, halves away from zero; backward is the identity (straight-through estimator)."""
    ...

def sign_ste(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The sign forward; backward is the identity (straight-through estimator)."""
    ...
