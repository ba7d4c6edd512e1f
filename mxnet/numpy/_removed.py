"""Functions on NumPy arrays that ``mx.np`` has, but that NumPy has removed or deprecated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

_WHEN: dict[Any, int] = {"end": 0, "begin": 1, "e": 0, "b": 1, 0: 0, 1: 1, "beginning": 1, "start": 1, "finish": 0}


def alltrue(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Whether all elements along axes are nonzero."""
    return np.all(a, axis=axis, out=out, keepdims=keepdims)


def in1d(ar1: Any, ar2: Any, assume_unique: bool = False, invert: bool = False) -> Any:
    """Whether each element of the flattened first array is in the second array."""
    return np.isin(np.ravel(ar1), ar2, assume_unique=assume_unique, invert=invert)


def msort(a: Any) -> Any:
    """Return a copy sorted along the first axis."""
    return np.sort(a, axis=0)


def trapz(y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Any:
    """Integrate along an axis with the trapezoidal rule."""
    values = np.moveaxis(np.asarray(y), axis, -1)
    if x is None:
        widths: Any = dx
    else:
        places = np.asarray(x)
        widths = np.diff(places) if places.ndim == 1 else np.diff(np.moveaxis(places, axis, -1))
    return np.sum(widths * (values[..., 1:] + values[..., :-1]) / 2.0, axis=-1)


def _annuity(rate: Any, nper: Any, when: Any) -> tuple[Any, Any]:
    """Return the final value of one unit, and of payments of one unit in each period."""
    growth = (1 + rate) ** nper
    grown = np.where(rate == 0, nper, (1 + rate * _WHEN[when]) * (growth - 1) / np.where(rate == 0, 1, rate))
    return growth, grown


def npv(rate: Any, values: Any) -> Any:
    """Return the net present value of payments. The first payment is in the current period."""
    payments = np.asarray(values)
    return (payments / (1 + rate) ** np.arange(len(payments))).sum(axis=0)


def pv(rate: Any, nper: Any, pmt: Any, fv: Any = 0, when: Any = "end") -> Any:
    """Return the present value of equal payments and of a final value."""
    rate, nper, pmt, fv = map(np.asarray, (rate, nper, pmt, fv))
    growth, grown = _annuity(rate, nper, when)
    return -(fv + pmt * grown) / growth


def ppmt(rate: Any, per: Any, nper: Any, pv: Any, fv: Any = 0, when: Any = "end") -> Any:
    """Return the principal part of one of several equal payments of a loan."""
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
    """Compute the interest rate per period with Newton's method. The result is NaN if it does not converge."""
    result, limit, step = np.float64(0.1 if guess is None else guess), 1e-6 if tol is None else tol, 1e-6

    def left(at: Any) -> Any:
        growth, grown = _annuity(at, nper, when)
        return fv + pv * growth + pmt * grown

    for _ in range(maxiter):
        change = left(result) * 2 * step / (left(result + step) - left(result - step))
        result = result - change
        if np.all(np.abs(change) < limit):
            return result
    return np.nan + result


def mirr(values: Any, finance_rate: Any, reinvest_rate: Any) -> Any:
    """Return the modified internal rate of return, with separate rates for gains and costs."""
    payments = np.asarray(values, dtype=float)
    gains, costs = payments > 0, payments < 0
    if not (gains.any() and costs.any()):
        return np.nan
    earned, spent = abs(npv(reinvest_rate, payments * gains)), abs(npv(finance_rate, payments * costs))
    return (earned / spent) ** (1 / (payments.size - 1)) * (1 + reinvest_rate) - 1


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "alltrue": alltrue, "in1d": in1d, "mirr": mirr, "msort": msort, "npv": npv, "ppmt": ppmt, "pv": pv, "rate": rate,
    "trapz": trapz}
