"""Helpers for notebooks: training logged into tables of pandas, and charts that follow it."""

from . import callback as callback
