# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

def beta(a: Any, b: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Numbers of the beta distribution."""
    ...

def chisquare(df: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Numbers of the chi-square distribution."""
    ...

def choice(a: Any, size: Any = None, replace: bool = True, p: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Elements of a vector, or integers below a number, with or without drawing them again."""
    ...

def exponential(scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the exponential distribution."""
    ...

def gamma(shape: Any, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the gamma distribution."""
    ...

def gumbel(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the Gumbel distribution."""
    ...

def logistic(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the logistic distribution."""
    ...

def lognormal(mean: Any = 0.0, sigma: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers whose logarithms are normally distributed."""
    ...

def multinomial(n: int, pvals: Any, size: Any = None, **kwargs: Any) -> Any:
    """How often each outcome occurs in `n` draws."""
    ...

def multivariate_normal(mean: Any, cov: Any, size: Any = None, check_valid: Any = None, tol: Any = None) -> Any:
    """Vectors of a normal distribution with the given means and covariances."""
    ...

def normal(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Normally distributed numbers."""
    ...

def pareto(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the Pareto distribution that starts at 0."""
    ...

def permutation(x: Any, ctx: Any = None) -> Any:
    """An array reordered along its first axis, or the integers below a number."""
    ...

def power(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers in [0, 1] with a density that grows as a power."""
    ...

def rand(*size: int, **kwargs: Any) -> Any:
    """Numbers in ``[0, 1)``, of the shape given by position."""
    ...

def randint(low: int, high: int | None = None, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Integers in ``[low, high)``, or in ``[0, low)``."""
    ...

def randn(*size: int, **kwargs: Any) -> Any:
    """Numbers of the standard normal distribution, of the shape given by position."""
    ...

def rayleigh(scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the Rayleigh distribution."""
    ...

def shuffle(x: Any) -> Any:
    """Reorder an array in place along its first axis; of a symbol, the reordered one."""
    ...

def uniform(low: Any = 0.0, high: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers in ``[low, high)``."""
    ...

def weibull(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the Weibull distribution of scale 1."""
    ...
