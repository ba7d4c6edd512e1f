"""Samplers and text datasets that are not part of ``gluon.data``."""

from . import text as text
from .sampler import IntervalSampler as IntervalSampler
