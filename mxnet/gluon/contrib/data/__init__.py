"""Samplers that ``gluon.data`` does not have."""

from .sampler import IntervalSampler as IntervalSampler
