# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self
from mxnet.symbol._numpy_symbol import _Symbol

def beta(a: Any, b: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> _Symbol:
    """Draw from the beta distribution."""
    ...

def chisquare(df: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> _Symbol:
    """Draw from the chi-square distribution."""
    ...

def choice(a: Any, size: Any = None, replace: _bool = True, p: Any = None, ctx: Any = None, out: Any = None) -> _Symbol:
    """Draw elements of a vector, or integers below a number, with or without replacement."""
    ...

def exponential(scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> _Symbol:
    """Draw from the exponential distribution."""
    ...

def gamma(shape: Any, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> _Symbol:
    """Draw from the gamma distribution."""
    ...

def gumbel(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> _Symbol:
    """Draw from the Gumbel distribution."""
    ...

def logistic(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> _Symbol:
    """Draw from the logistic distribution."""
    ...

def lognormal(mean: Any = 0.0, sigma: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> _Symbol:
    """Draw values with normally distributed logarithms."""
    ...

def multinomial(n: int, pvals: Any, size: Any = None, **kwargs: Any) -> _Symbol:
    """Count the outcomes of `n` draws."""
    ...

def multivariate_normal(mean: Any, cov: Any, size: Any = None, check_valid: Any = None, tol: Any = None) -> _Symbol:
    """Draw vectors from a normal distribution with the given means and covariances."""
    ...

def normal(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> _Symbol:
    """Draw from a normal distribution."""
    ...

def pareto(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> _Symbol:
    """Draw from the Pareto distribution that starts at 0."""
    ...

def permutation(x: Any, ctx: Any = None) -> _Symbol:
    """Return an array shuffled along its first axis, or a permutation of the integers below a number."""
    ...

def power(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> _Symbol:
    """Draw from the power distribution over [0, 1]."""
    ...

def rand(*size: int, **kwargs: Any) -> _Symbol:
    """Draw an array of the given shape from a uniform distribution over ``[0, 1)``."""
    ...

def randint(low: int, high: int | None = None, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> _Symbol:
    """Draw integers in ``[low, high)``, or in ``[0, low)``."""
    ...

def randn(*size: int, **kwargs: Any) -> _Symbol:
    """Draw an array of the given shape from the standard normal distribution."""
    ...

def rayleigh(scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> _Symbol:
    """Draw from the Rayleigh distribution."""
    ...

def shuffle(x: Any) -> None:
    """Shuffle an array in place along its first axis. For a symbol, return the shuffled symbol."""
    ...

def uniform(low: Any = 0.0, high: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> _Symbol:
    """Draw from a uniform distribution over ``[low, high)``."""
    ...

def weibull(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> _Symbol:
    """Draw from the Weibull distribution with scale 1."""
    ...
