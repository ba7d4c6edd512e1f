"""What rules for torch write with: layers of a module, its parameters, and lines of its forward method."""

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


# What stands for the first state of recurrent layers: they are called without it.
FIRST_STATE = "None"


class NotReadable(Exception):
    """Torch has no short form of the node: it is written from its trace."""


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Declare how these operators are written: a function of writer, node and the texts of its inputs."""

    def declare(function: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, function))
        return function

    return declare


@dataclass
class Input:
    """An input of a node: how the source shows it, its shape and type, and its content if that is a parameter.

    A parameter becomes an attribute of the module when its text is asked for; layers take its content instead.
    """

    text: Callable[[], str]
    shape: Sizes
    dtype: np.dtype
    name: str = ""
    array: Callable[[], np.ndarray | None] = lambda: None
    # The first state of recurrent layers, which are zeros of the size of the batch unless said otherwise.
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
        """One size, as a number if it is known."""
        known = self.shape[axis]
        return f"{self}.shape[{axis}]" if known is None else str(known)


@dataclass
class Writer:
    """Collects the parts of a module.

    Attributes
    ----------
    layers
        Lines of ``__init__``.
    tensors
        Parameters and buffers, by the names that the module gives them.
    helpers
        Functions before the class, by name.
    fixed
        Nodes that are written for the sizes that were given, by the names of their functions.
    only_states
        Whether nothing but recurrent layers, as their first states, reads the node that is being written.
    names
        Those of functions and of variables of ``forward``.
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

    def layer(self, node: Node, made: str, **tensors: np.ndarray) -> str:
        """A layer under the name of its node, with its parameters; the text that calls it."""
        name = identifier(node.name, self._attributes)
        self.layers.append(f"self.{name} = {made}")
        for key, array in tensors.items():
            self.tensors[f"{name}.{key}"] = array
        return f"self.{name}"

    def snippet(self, *functions: Callable[..., Any]) -> None:
        """Put the source of functions into the file."""
        for function in functions:
            self.helpers.setdefault(function.__name__, inspect.getsource(function))

    def parameter(self, name: str, array: np.ndarray) -> str:
        """A parameter that no layer has."""
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
    """The content of a parameter; a layer of torch needs it."""
    found = value.array()
    if found is None:
        raise NotReadable(f"{value.name} is no parameter")
    return found
