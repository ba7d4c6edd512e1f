"""Helpers for notebooks: training logs in pandas tables, and live charts."""

from . import callback as callback
