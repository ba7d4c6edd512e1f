"""Samplers and texts that ``gluon.data`` does not have."""

from . import text as text
from .sampler import IntervalSampler as IntervalSampler
