"""Writer for torch source code: layers of a module, its parameters, and lines of its forward method."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from ..._graph.ir import Node
from ..._ops.onnx_rules import Result, Sizes
from ._names import identifier

Rule = Callable[..., Any]
RULES: dict[str, Rule] = {}


# Placeholder for the initial state of recurrent layers, which are called without it.
FIRST_STATE = "None"


class NotReadable(Exception):
    """Torch has no short form of the node, so it is written from its trace."""


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Register a function of writer, node and input texts as the rule for these operators."""

    def declare(function: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, function))
        return function

    return declare


@dataclass
class Input:
    """An input of a node: its source text, shape and dtype, and its value if it is a parameter.

    A parameter becomes an attribute of the module when its text is used. Layers use its value instead.
    """

    text: Callable[[], str]
    shape: Sizes
    dtype: np.dtype
    name: str = ""
    array: Callable[[], np.ndarray | None] = lambda: None
    # Whether this is the initial state of a recurrent layer, which is zero by default.
    is_first_state: bool = False

    def __str__(self) -> str:
        return self.text()

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def floating(self) -> bool:
        return self.dtype.kind == "f"

    def size(self, axis: int) -> str:
        """Return a size as source text, as a number if it is known."""
        known = self.shape[axis]
        return f"{self}.shape[{axis}]" if known is None else str(known)


@dataclass
class Writer:
    """Collect the parts of a module.

    Attributes
    ----------
    layers
        Lines for ``__init__``.
    tensors
        Parameters and buffers, by their names in the module.
    helpers
        Helper functions, by name.
    fixed
        Nodes that only support the given sizes, by the names of their functions.
    only_states
        Whether the current node is only used as the initial state of recurrent layers.
    names
        Names of functions, and of variables in ``forward``.
    """

    layers: list[str] = field(default_factory=list)
    tensors: dict[str, np.ndarray] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    helpers: dict[str, str] = field(default_factory=dict)
    fixed: dict[str, list[str]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    _attributes: set[str] = field(default_factory=lambda: set(dir(torch.nn.Module())))
    results: list[Result] = field(default_factory=list)
    only_states: bool = False
    _plain: dict[str, str] = field(default_factory=dict)

    def layer(self, node: Node, constructor: str, **tensors: np.ndarray) -> str:
        """Add a layer with its parameters, named after its node, and return the text that calls it."""
        name = identifier(node.name, self._attributes)
        self.layers.append(f"self.{name} = {constructor}")
        for key, array in tensors.items():
            self.tensors[f"{name}.{key}"] = array
        return f"self.{name}"

    def snippet(self, *functions: Callable[..., Any]) -> None:
        """Add the source code of functions to the file."""
        for function in functions:
            self.helpers.setdefault(function.__name__, inspect.getsource(function))

    def parameter(self, name: str, array: np.ndarray) -> str:
        """Add a parameter that does not belong to a layer."""
        if name not in self._plain:
            own = self._plain[name] = identifier(name, self._attributes)
            shape, kind = tuple(array.shape), f"torch.{array.dtype.name}"
            empty = f"torch.empty({shape}, dtype={kind})" if array.dtype.name != "float32" else f"torch.empty({shape})"
            if array.dtype.kind == "f":
                self.layers.append(f"self.{own} = nn.Parameter({empty})")
            else:
                self.layers.append(f'self.register_buffer("{own}", {empty})')
            self.tensors[own] = array
        return f"self.{self._plain[name]}"


def content(value: Input) -> np.ndarray:
    """Return the value of a parameter, which a layer of torch needs."""
    array = value.array()
    if array is None:
        raise NotReadable(f"{value.name} is not a parameter")
    return array
