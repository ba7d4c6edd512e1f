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
    """Whether the mean of samples is within three standard errors of `mu`."""
    samples = np.array(generator(nsamples))
    return bool(abs(samples.mean() - mu) < 3 * sigma / np.sqrt(nsamples))


def var_check(generator: Callable[[int], np.ndarray], sigma: float, nsamples: int = 1000000) -> bool:
    """Whether the variance of samples is plausible for standard deviation `sigma`."""
    samples = np.array(generator(nsamples))
    spread = np.sqrt(2 * sigma**4 / (nsamples - 1))
    return bool(abs(samples.var(ddof=1) - sigma**2) < 3 * spread)


def gen_buckets_probs_with_ppf(ppf: Callable[[float], float], nbuckets: int) -> tuple[list[Any], list[float]]:
    """Return buckets of equal probability from the inverse of a distribution function."""
    edges = [ppf(i / float(nbuckets)) for i in range(nbuckets + 1)]
    return [(edges[i], edges[i + 1]) for i in range(nbuckets)], [1.0 / nbuckets] * nbuckets


def chi_square_check(generator: Callable[[int], np.ndarray], buckets: list[Any], probs: list[float],
                     nsamples: int = 1000000) -> tuple[float, Any, Any]:
    """Return the p-value of a chi-square test of samples against bucket probabilities, and both counts.

    Samples outside all buckets are not counted as observed, so many of them make the test fail.
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
    """Raise unless enough of several chi-square tests succeed."""
    tests = [chi_square_check(generator, buckets, probs, nsamples) for _ in range(nrepeat)]
    values = [p for p, _, _ in tests]
    passed = sum(p > alpha for p in values)
    if passed < nrepeat * success_rate:
        raise AssertionError(f"the samples do not match the expected distribution: p={values}, counts "
                             f"{tests[0][1]} for {tests[0][2]}")
    return values
