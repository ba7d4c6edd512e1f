"""Workload modules. Each module defines a workload or a group of workloads.

A module has a ``TITLE`` and functions ``build_mxnet``, ``build_torch``, ``build_torch_compile``, ``build_jax``,
``build_onnxruntime`` and ``build_openvino`` that return a :class:`Work`. Each of them is optional. They import their
library locally, because each runs in an environment with this library only. A group has ``MEMBERS`` (name -> title)
instead, and its builders take the name of the member.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

MODULES = ("add", "linear_regression", "mlp_inference", "mlp_training", "lenet_training", "module_lenet",
           "lstm_training", "resnet", "networks", "data_loading", "eager_ops")


def _ready(_result: Any) -> None:
    """Return immediately: the peer computes synchronously."""


@dataclass
class Work:
    """Prepared workload.

    ``step`` is the timed function. ``synchronize(last result)`` waits for asynchronous execution and is timed too.
    ``scope`` is the context of each timed loop. ``result`` computes numbers that must agree between peers, once, before
    timing.
    """

    step: Callable[[], Any]
    result: Callable[[], Iterable[float]]
    synchronize: Callable[[Any], None] = _ready
    scope: Callable[[], contextlib.AbstractContextManager[Any]] = contextlib.nullcontext


def _module(name: str) -> Any:
    return importlib.import_module(f"workloads.{name}")


def titles(selected: Iterable[str] = ()) -> dict[str, str]:
    """Return workload names and titles in table order; ``selected`` contains names of workloads or groups."""
    found: dict[str, str] = {}
    for name in MODULES:
        module = _module(name)
        if hasattr(module, "MEMBERS"):
            found.update({f"{name}/{member}": title for member, title in module.MEMBERS.items()})
        else:
            found[name] = module.TITLE
    wanted = set(selected)
    unknown = wanted - set(found) - set(MODULES)
    if unknown:
        raise ValueError(f"unknown workload {sorted(unknown)}; known: {', '.join(dict.fromkeys((*MODULES, *found)))}")
    if not wanted:
        return found
    return {name: title for name, title in found.items() if name in wanted or name.split("/")[0] in wanted}


def find_builder(name: str, builder: str) -> Callable[[], Work] | None:
    """Return the function that prepares workload ``name``, or None if the peer does not support it."""
    module_name, _, member = name.partition("/")
    build = getattr(_module(module_name), builder, None)
    if build is None or not member:
        return build
    return functools.partial(build, member)
