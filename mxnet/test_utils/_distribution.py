"""Checks of random generators."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np


def _scipy_stats() -> Any:
    try:
        from scipy import stats
    except ImportError:
        raise ImportError("tests of distributions need scipy; install it with pip install scipy") from None
    return stats


def mean_check(generator: Callable[[int], np.ndarray], mu: float, sigma: float, nsamples: int = 1000000) -> bool:
    """Return whether the mean of random samples is plausible.

    Parameters
    ----------
    generator : callable
        Function that returns the given number of samples.
    mu : float
        Expected mean.
    sigma : float
        Standard deviation of the samples.
    nsamples : int
        Number of samples.

    Returns
    -------
    bool
        Whether the difference of the means is below three standard errors.

    Examples
    --------
    >>> draw = lambda n: mx.nd.random.normal(5, 1, shape=n).asnumpy()
    >>> mx.test_utils.mean_check(draw, 5, 1, nsamples=10000), mx.test_utils.mean_check(draw, 6, 1, nsamples=10000)
    (True, False)
    """
    samples = np.array(generator(nsamples))
    return bool(abs(samples.mean() - mu) < 3 * sigma / np.sqrt(nsamples))


def var_check(generator: Callable[[int], np.ndarray], sigma: float, nsamples: int = 1000000) -> bool:
    """Return whether the variance of normally distributed samples is plausible.

    Parameters
    ----------
    generator : callable
        Function that returns the given number of samples.
    sigma : float
        Expected standard deviation.
    nsamples : int
        Number of samples.

    Returns
    -------
    bool
        Whether the difference of the variances is below three standard errors.

    Examples
    --------
    >>> draw = lambda n: mx.nd.random.normal(5, 1, shape=n).asnumpy()
    >>> mx.test_utils.var_check(draw, 1, nsamples=10000), mx.test_utils.var_check(draw, 2, nsamples=10000)
    (True, False)
    """
    samples = np.array(generator(nsamples))
    spread = np.sqrt(2 * sigma**4 / (nsamples - 1))
    return bool(abs(samples.var(ddof=1) - sigma**2) < 3 * spread)


def gen_buckets_probs_with_ppf(ppf: Callable[[float], float], nbuckets: int) -> tuple[list[Any], list[float]]:
    """Divide the range of a distribution into buckets of equal probability.

    Parameters
    ----------
    ppf : callable
        Inverse of the distribution function, such as ``scipy.stats.norm.ppf``.
    nbuckets : int
        Number of buckets.

    Returns
    -------
    tuple of list
        Buckets as pairs of limits, and their probabilities.

    Examples
    --------
    >>> mx.test_utils.gen_buckets_probs_with_ppf(lambda p: 10 * p, 2)
    ([(0.0, 5.0), (5.0, 10.0)], [0.5, 0.5])
    """
    edges = [ppf(i / float(nbuckets)) for i in range(nbuckets + 1)]
    return [(edges[i], edges[i + 1]) for i in range(nbuckets)], [1.0 / nbuckets] * nbuckets


def chi_square_check(generator: Callable[[int], np.ndarray], buckets: list[Any], probs: list[float],
                     nsamples: int = 1000000) -> tuple[float, Any, Any]:
    """Compare random samples with probabilities by a chi-square test. It needs the package scipy.

    Samples outside all buckets are not counted as observed, so many of them make the test fail.

    Parameters
    ----------
    generator : callable
        Function that returns the given number of samples.
    buckets : list
        Values of a discrete distribution, or pairs of limits in ascending order. The upper limits are excluded.
    probs : list of float
        Probability of each bucket.
    nsamples : int
        Number of samples.

    Returns
    -------
    tuple
        The p-value, the observed counts and the expected counts.

    Examples
    --------
    >>> import numpy
    >>> p, observed, expected = mx.test_utils.chi_square_check(lambda n: numpy.arange(n) % 2, [0, 1], [0.5, 0.5], 100)
    >>> p, observed.tolist(), expected.tolist()
    (1.0, [50.0, 50.0], [50, 50])
    """
    _check_buckets(buckets, probs)
    expected = nsamples * np.array(probs, dtype=np.float64)
    samples = np.asarray(generator(nsamples)).reshape(-1)
    if isinstance(buckets[0], (list, tuple)):
        counts = [int(((samples >= low) & (samples < high)).sum()) for low, high in buckets]
    else:
        counts = [int((samples == value).sum()) for value in buckets]
    observed = np.array(counts, dtype=np.float64)
    differs = observed != expected  # a bucket with zero probability must be empty
    with np.errstate(divide="ignore"):
        statistic = float(((observed - expected)[differs] ** 2 / expected[differs]).sum())
    p = float(_scipy_stats().chi2.sf(statistic, len(buckets) - 1))
    return p, observed, expected.astype(np.int64)


def _check_buckets(buckets: list[Any], probs: list[float]) -> None:
    if not isinstance(buckets, list) or not buckets or len(buckets) != len(probs):
        raise AssertionError(f"buckets and probs must be lists of the same length, received {buckets!r} and {probs!r}")
    if isinstance(buckets[0], (list, tuple)):
        edges = [edge for bucket in buckets for edge in bucket]
        if any(left > right for left, right in itertools.pairwise(edges)):
            raise AssertionError(f"buckets must be in ascending order and must not overlap, received {buckets!r}")


def verify_generator(generator: Callable[[int], np.ndarray], buckets: list[Any], probs: list[float],
                     nsamples: int = 1000000, nrepeat: int = 5, success_rate: float = 0.2,
                     alpha: float = 0.05) -> list[float]:
    """Raise AssertionError unless enough of several chi-square tests succeed. They need the package scipy.

    Parameters
    ----------
    generator : callable
        Function that returns the given number of samples.
    buckets : list
        Values of a discrete distribution, or pairs of limits in ascending order. The upper limits are excluded.
    probs : list of float
        Probability of each bucket.
    nsamples : int
        Number of samples of each test.
    nrepeat : int
        Number of tests.
    success_rate : float
        Share of the tests that must succeed.
    alpha : float
        Significance level. Tests with a larger p-value succeed.

    Returns
    -------
    list of float
        The p-values.

    Examples
    --------
    >>> buckets, probs = mx.test_utils.gen_buckets_probs_with_ppf(lambda p: p, 4)
    >>> draw = lambda n: mx.nd.random.uniform(shape=n).asnumpy()
    >>> len(mx.test_utils.verify_generator(draw, buckets, probs, nsamples=1000))
    5
    """
    tests = [chi_square_check(generator, buckets, probs, nsamples) for _ in range(nrepeat)]
    values = [p for p, _, _ in tests]
    passed = sum(p > alpha for p in values)
    if passed < nrepeat * success_rate:
        raise AssertionError(f"the samples do not match the expected distribution: p={values}, counts "
                             f"{tests[0][1]} for {tests[0][2]}")
    return values
