"""Backends: named ways to rewrite a graph before it runs.

``default`` and ``default_v2`` make subgraphs of the operators that were chosen for them. ``MKLDNN`` and
``MKLDNN_QUANTIZE`` fuse layers for prediction, the latter those that exist for 8 bits.
``inductor`` does not change graphs either: blocks hybridized with it are compiled by torch (see `inductor`).
"""

from __future__ import annotations

from collections.abc import Collection

from mxnet_records import environment

from .._runtime.error import MXNetError
from . import inductor
from .fusion import fuse
from .ir import Entry, Graph
from .partition import partition

_FUSING = frozenset({"MKLDNN", "MKLDNN_QUANTIZE"})
_PARTITIONING = ("default", "default_v2")
_COMPILING = frozenset({inductor.NAME})
# Operators chosen for a backend, by whoever asks for it and for all graphs that are bound.
_chosen: dict[str, frozenset[str]] = {}
_chosen_for_binding: dict[str, frozenset[str]] = {}


def is_known(name: str) -> bool:
    """Whether there is a backend of this name."""
    return name in _FUSING or name in _PARTITIONING or name in _COMPILING


def check_known(name: str) -> None:
    """Raise MXNetError unless there is a backend of this name."""
    if not is_known(name):
        raise MXNetError(f"SubgraphProperty {name} is not found in SubgraphBackendRegistry; known: "
                         f"{sorted((*_FUSING, *_PARTITIONING, *_COMPILING))}")


def choose(name: str, operators: Collection[str]) -> None:
    """Set the operators that a backend groups into subgraphs."""
    check_known(name)
    _chosen[name] = frozenset(operators)


def forget(name: str) -> None:
    """Undo `choose`."""
    check_known(name)
    _chosen.pop(name, None)


def choose_for_binding(name: str, operators: Collection[str]) -> None:
    """Choose the operators of which graphs make subgraphs when they are bound, see `on_binding`."""
    _chosen_for_binding[name] = frozenset(operators)


def forget_for_binding(name: str) -> None:
    """Undo `choose_for_binding`."""
    _chosen_for_binding.pop(name, None)


def apply(name: str, graph: Graph, merge_equal: bool = False) -> Graph:
    """The graph as a backend wants it."""
    check_known(name)
    if name in _COMPILING:
        return graph
    if name in _FUSING:
        return fuse(graph, name == "MKLDNN_QUANTIZE")
    if name not in _chosen:
        raise MXNetError(f"Cannot find attribute op_names in SubgraphProperty: no operators have been chosen for "
                         f"backend {name}")
    return partition(graph, _chosen[name], merge_equal)


def on_binding(outputs: list[Entry]) -> list[Entry]:
    """The outputs of a graph as the backend named by MXNET_SUBGRAPH_BACKEND wants it."""
    name = environment.SUBGRAPH_BACKEND.get()
    if name in ("", "NONE"):
        return outputs
    check_known(name)
    operators = _chosen_for_binding.get(name)
    return partition(Graph(outputs), operators).outputs if operators and name in _PARTITIONING else outputs
