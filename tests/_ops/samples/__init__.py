"""Samples of all operators, one module per family, each with a list ``SAMPLES``."""

from __future__ import annotations

import importlib
import pkgutil

from sample import Sample

FAMILIES = sorted(module.name for module in pkgutil.iter_modules(__path__))


def of_family(family: str) -> list[Sample]:
    """Return the samples of one module."""
    return list(importlib.import_module(f"samples.{family}").SAMPLES)


def labelled() -> list[tuple[str, Sample]]:
    """Return all pairs of family and sample."""
    return [(family, sample) for family in FAMILIES for sample in of_family(family)]
