"""Functions of the installed NumPy that ``mx.np`` takes as they are; those that NumPy has removed are not here."""

from __future__ import annotations

import numpy as onp

_NAMES = (
    "allclose", "alltrue", "apply_along_axis", "apply_over_axes", "argpartition", "argwhere", "array_equal",
    "array_equiv", "choose", "compress", "corrcoef", "correlate", "count_nonzero", "cov", "digitize", "divmod",
    "extract", "flatnonzero", "float_power", "frexp", "heaviside", "histogram2d", "histogram_bin_edges", "histogramdd",
    "i0", "in1d", "interp", "intersect1d", "isclose", "isin", "ix_", "lexsort", "min_scalar_type", "mirr", "modf",
    "msort", "nanargmax", "nanargmin", "nancumprod", "nancumsum", "nanmax", "nanmedian", "nanmin", "nanpercentile",
    "nanprod", "nanquantile", "ndim", "npv", "partition", "piecewise", "packbits", "poly", "polyadd", "polydiv",
    "polyfit", "polyint", "polymul", "polysub", "positive", "ppmt", "promote_types", "ptp", "pv", "rate", "real",
    "result_type", "rollaxis", "roots", "searchsorted", "select", "setdiff1d", "setxor1d", "signbit", "size", "spacing",
    "take_along_axis", "trapz", "tril_indices_from", "trim_zeros", "triu_indices_from", "union1d", "unpackbits",
    "unwrap", "vander",
)
_found = {name: vars(onp)[name] for name in _NAMES if name in vars(onp)}
globals().update(_found)
__all__ = [*_found]  # noqa: PLE0604  (names that this NumPy has)
