"""Functions on NumPy's arrays that NumPy has removed since, or is going to, and ``mx.np`` has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

_WHEN: dict[Any, int] = {"end": 0, "begin": 1, "e": 0, "b": 1, 0: 0, 1: 1, "beginning": 1, "start": 1, "finish": 0}


def alltrue(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Whether no element along axes is zero."""
    return np.all(a, axis=axis, out=out, keepdims=keepdims)


def in1d(ar1: Any, ar2: Any, assume_unique: bool = False, invert: bool = False) -> Any:
    """Whether each element of the first array, flattened, is in the second."""
    return np.isin(np.ravel(ar1), ar2, assume_unique=assume_unique, invert=invert)


def msort(a: Any) -> Any:
    """A copy sorted along the first axis."""
    return np.sort(a, axis=0)


def trapz(y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Any:
    """The integral along an axis by trapezoids."""
    values = np.moveaxis(np.asarray(y), axis, -1)
    if x is None:
        widths: Any = dx
    else:
        places = np.asarray(x)
        widths = np.diff(places) if places.ndim == 1 else np.diff(np.moveaxis(places, axis, -1))
    return np.sum(widths * (values[..., 1:] + values[..., :-1]) / 2.0, axis=-1)


def _annuity(rate: Any, nper: Any, when: Any) -> tuple[Any, Any]:
    """What one unit grows to, and what payments of one unit in each period grow to."""
    growth = (1 + rate) ** nper
    grown = np.where(rate == 0, nper, (1 + rate * _WHEN[when]) * (growth - 1) / np.where(rate == 0, 1, rate))
    return growth, grown


def npv(rate: Any, values: Any) -> Any:
    """The value today of payments in periods to come, the first of them today."""
    given = np.asarray(values)
    return (given / (1 + rate) ** np.arange(len(given))).sum(axis=0)


def pv(rate: Any, nper: Any, pmt: Any, fv: Any = 0, when: Any = "end") -> Any:
    """The value today of equal payments and of what is left at their end."""
    rate, nper, pmt, fv = map(np.asarray, (rate, nper, pmt, fv))
    growth, grown = _annuity(rate, nper, when)
    return -(fv + pmt * grown) / growth


def ppmt(rate: Any, per: Any, nper: Any, pv: Any, fv: Any = 0, when: Any = "end") -> Any:
    """The part of one of equal payments that pays a loan back."""
    rate, per, nper, pv, fv = map(np.asarray, (rate, per, nper, pv, fv))
    growth, grown = _annuity(rate, nper, when)
    payment = -(fv + pv * growth) / grown
    before, paid = _annuity(rate, per - 1, when)
    interest = -(pv * before + payment * paid) * rate
    if _WHEN[when]:
        interest = np.where(per == 1, 0.0, interest / (1 + rate))
    return payment - interest


def rate(nper: Any, pmt: Any, pv: Any, fv: Any, when: Any = "end", guess: Any = None, tol: Any = None,
         maxiter: int = 100) -> Any:
    """The rate of interest per period by Newton's method; NaN if it does not converge."""
    found, limit, step = np.float64(0.1 if guess is None else guess), 1e-6 if tol is None else tol, 1e-6

    def left(at: Any) -> Any:
        growth, grown = _annuity(at, nper, when)
        return fv + pv * growth + pmt * grown

    for _ in range(maxiter):
        change = left(found) * 2 * step / (left(found + step) - left(found - step))
        found = found - change
        if np.all(np.abs(change) < limit):
            return found
    return np.nan + found


def mirr(values: Any, finance_rate: Any, reinvest_rate: Any) -> Any:
    """The rate of return if gains earn one rate of interest and costs are paid for at another."""
    given = np.asarray(values, dtype=float)
    gains, costs = given > 0, given < 0
    if not (gains.any() and costs.any()):
        return np.nan
    earned, spent = abs(npv(reinvest_rate, given * gains)), abs(npv(finance_rate, given * costs))
    return (earned / spent) ** (1 / (given.size - 1)) * (1 + reinvest_rate) - 1


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "alltrue": alltrue, "in1d": in1d, "mirr": mirr, "msort": msort, "npv": npv, "ppmt": ppmt, "pv": pv, "rate": rate,
    "trapz": trapz}
