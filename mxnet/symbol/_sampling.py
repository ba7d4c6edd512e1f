"""Symbols that draw classes from a distribution."""

from __future__ import annotations

import math

from . import random
from ._symbol import Symbol


def rand_zipfian(true_classes: Symbol, num_sampled: int, range_max: int) -> tuple[Symbol, Symbol, Symbol]:
    """Draw classes with replacement from an approximately log-uniform distribution.

    Returns
    -------
    sampled, expected counts of `true_classes`, expected counts of the sampled classes
    """
    if not isinstance(true_classes, Symbol):
        raise TypeError(f"true_classes must be a Symbol, received {type(true_classes)}")
    log_range = math.log(range_max + 1)
    drawn = random.uniform(0, log_range, shape=(num_sampled,), dtype="float64")
    sampled = (drawn.exp() - 1).astype("int64") % range_max

    def expected_counts(classes: Symbol) -> Symbol:
        wide = classes.astype("float64")
        return ((wide + 2.0) / (wide + 1.0)).log() / log_range * num_sampled

    return sampled, expected_counts(true_classes), expected_counts(sampled)
