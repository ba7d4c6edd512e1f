"""Operators of ``mxnet.ndarray.contrib``: the registry (``contrib.pyi``), finiteness checks and control flow."""

from __future__ import annotations

import math
from typing import Any

from .._runtime.device import current_context as current_context
from .._runtime.tracebacks import concise_module
from . import random
from .register import functions as _functions

globals().update(_functions("contrib"))

from ._control_flow import cond as cond  # noqa: E402
from ._control_flow import foreach as foreach  # noqa: E402
from ._control_flow import while_loop as while_loop  # noqa: E402
from ._optimizer_updates import adamw_update as adamw_update  # noqa: E402
from ._optimizer_updates import mp_adamw_update as mp_adamw_update  # noqa: E402
from ._optimizer_updates import multi_adamw_update as multi_adamw_update  # noqa: E402
from ._optimizer_updates import multi_lamb_update as multi_lamb_update  # noqa: E402
from ._optimizer_updates import multi_mp_adamw_update as multi_mp_adamw_update  # noqa: E402
from ._optimizer_updates import multi_mp_lamb_update as multi_mp_lamb_update  # noqa: E402

uniform = random.uniform


def rand_zipfian(true_classes: Any, num_sampled: int, range_max: int, ctx: Any = None) -> Any:
    """Draw classes with replacement from an approximately log-uniform distribution.

    Returns
    -------
    sampled, expected counts of `true_classes`, expected counts of the sampled classes
    """
    context = true_classes.context if ctx is None else ctx
    log_range = math.log(range_max + 1)
    uniform = random.uniform(0, log_range, shape=(num_sampled,), dtype="float64", ctx=context)
    sampled = (uniform.exp() - 1).astype("int64") % range_max
    return sampled, _expected_counts(true_classes.as_in_context(context), log_range, num_sampled), _expected_counts(
        sampled, log_range, num_sampled)


def _expected_counts(classes: Any, log_range: float, num_sampled: int) -> Any:
    """Return the expected count of each class among the samples."""
    wide = classes.astype("float64")
    return ((wide + 2.0) / (wide + 1.0)).log() / log_range * num_sampled


def isinf(data: Any) -> Any:
    """Return 1 where an element is infinite, otherwise 0."""
    return data.abs() == float("inf")


def isfinite(data: Any) -> Any:
    """Return 1 where an element is finite, otherwise 0."""
    return (data == data) * (data.abs() != float("inf"))


def isnan(data: Any) -> Any:
    """Return 1 where an element is NaN, otherwise 0."""
    return data != data


concise_module(__name__)
