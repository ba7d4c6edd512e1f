"""Functions that NumPy computes on the host, without gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .._runtime.autograd import tape
from . import _removed
from ._create import array
from .multiarray import ndarray

NAMES = frozenset([
    "allclose", "alltrue", "apply_along_axis", "apply_over_axes", "argpartition", "argwhere", "array_equal",
    "array_equiv", "choose", "compress", "corrcoef", "correlate", "count_nonzero", "cov", "digitize", "divmod",
    "extract", "flatnonzero", "float_power", "fmod", "frexp", "heaviside", "histogram2d", "histogram_bin_edges",
    "histogramdd", "i0", "in1d", "interp", "intersect1d", "isclose", "isin", "ix_", "kron", "lexsort", "logical_and",
    "logical_or", "logical_xor", "min_scalar_type", "mirr", "modf", "msort", "nanargmax", "nanargmin", "nancumprod",
    "nancumsum", "nanmax", "nanmedian", "nanmin", "nanpercentile", "nanprod", "nanquantile", "ndim", "npv", "packbits",
    "partition", "piecewise", "poly", "polyadd", "polydiv", "polyfit", "polyint", "polymul", "polysub", "positive",
    "ppmt", "promote_types", "ptp", "pv", "rate", "real", "result_type", "rollaxis", "roots", "searchsorted", "select",
    "setdiff1d", "setxor1d", "signbit", "size", "spacing", "take_along_axis", "trapz", "tril_indices_from",
    "trim_zeros", "triu", "triu_indices_from", "union1d", "unpackbits", "unwrap", "vander",
])


def _to_numpy(value: Any) -> Any:
    if isinstance(value, ndarray):
        return np.asarray(value.asnumpy())
    if isinstance(value, (list, tuple)):
        return type(value)(_to_numpy(v) for v in value)
    return value


def _from_numpy(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(_from_numpy(v) for v in value)
    return array(value) if isinstance(value, np.ndarray) else value


def computed_by_numpy(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return NumPy's function as a function of ``mx.np`` arrays."""

    def call(*args: Any, **kwargs: Any) -> Any:
        if tape.state.recording:
            raise ValueError(f"{name} is computed by NumPy and has no gradient; call it outside of "
                             "autograd.record()")
        return _from_numpy(function(*[_to_numpy(a) for a in args], **{k: _to_numpy(v) for k, v in kwargs.items()}))

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"``numpy.{name}``, computed by NumPy; not recorded by autograd."
    return call


COMPUTED = {name: _removed.FUNCTIONS.get(name) or getattr(np, name) for name in sorted(NAMES)}
FUNCTIONS = {name: computed_by_numpy(name, function) for name, function in COMPUTED.items()}
