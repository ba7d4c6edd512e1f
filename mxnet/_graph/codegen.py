"""Graph -> straight-line Python source over torch.

Graphs come from files, so nothing in them is trusted: the source consists of identifiers that this file chooses,
literals that `literal` writes, and parameter names that operators declare. Everything else reaches the function as an
object.

The function keeps its source as ``__source__`` for printing.
"""

from __future__ import annotations

import builtins
import itertools
import keyword
import re
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import torch

from .._runtime import profiling
from .._runtime.generated import define
from .ir import Entry, Graph, Operation, Variable

_numbers = itertools.count()
_SOURCE, _FUNCTIONS = "__source__", "__functions__"
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}", re.ASCII)
_RESERVED = frozenset({"torch", "training", "generator", "device", "inf", "nan", *keyword.kwlist, *keyword.softkwlist,
                       *dir(builtins)})
# Number of nodes.
_LARGE = 1000
# Stands for results that nothing reads; no other identifier starts with an underscore.
_UNUSED = "_"


def literal(value: Any) -> str | None:
    """Return the source text of a number, string, None, dtype or tuple of these. Return None for other values."""
    kind = type(value)
    if value is None or kind in (bool, int, float, str, bytes):
        return repr(value)  # inf and nan are names in the namespace
    if kind is torch.dtype:
        return str(value)
    if kind is not tuple:
        return None
    parts = [literal(part) for part in value]
    return None if None in parts else f"({', '.join(map(str, parts))}{',' if len(parts) == 1 else ''})"


class _Names:
    """Unique Python identifiers: the name of the node if it is a valid identifier, otherwise a number."""

    def __init__(self) -> None:
        self._taken: set[str] = set(_RESERVED)
        self._count = itertools.count(1)

    def take(self, wish: str) -> str:
        plain = _PLAIN.fullmatch(wish) is not None
        name = wish if plain else f"v{next(self._count)}"
        while name in self._taken:
            name = f"{wish}_{next(self._count)}" if plain else f"v{next(self._count)}"
        self._taken.add(name)
        return name


class _Writer:
    def __init__(self, graph: Graph, inputs: Sequence[str | Variable]) -> None:
        self.graph, self.names = graph, _Names()
        # Results of large graphs take over names that are free: this saves a statement, and Python a third of its time.
        self.is_large = len(graph.nodes) > _LARGE
        self.namespace: dict[str, Any] = {"torch": torch, "inf": float("inf"), "nan": float("nan")}
        self.lines: list[str] = []
        self.functions: dict[int, str] = {}
        self.environments: dict[int, list[str]] = {}
        self.operators: dict[str, str] = {}
        self.values: dict[Entry, str] = {}
        self.arguments = [self.names.take(i if isinstance(i, str) else i.name) for i in inputs]
        # Variables given as nodes may share a name, as in the bodies of loops.
        by_key = {i if isinstance(i, str) else id(i): a for i, a in zip(inputs, self.arguments, strict=True)}
        for node in graph.variables():
            self.values[(node, 0)] = by_key[id(node)] if id(node) in by_key else by_key[node.name]

    def define(self, operator: str, function: Callable[..., Any]) -> str:
        """Return the name under which the source calls `function`."""
        name = self.names.take(operator.lstrip("_").lower())
        self.namespace[name] = function
        self.operators[name] = operator
        return name

    def function_and_parameters(self, node: Operation) -> tuple[str, list[str]]:
        """Return the name of the function for a node, and its non-default parameters as keyword arguments."""
        op = node.op
        written, bound = [], {}
        for key, value in node.params.items():
            if key == op.variadic or (key in op.defaults and _same(op.defaults[key], value)):
                continue
            # Write only names that operators declare. The names of `Custom` come from the file.
            text = literal(value) if key in op.params else None
            if text is None:
                bound[key] = value
            else:
                written.append(f"{key}={text}")
        if bound:
            return self.define(op.name, op.bind(bound)), written
        if id(op) not in self.functions:
            self.functions[id(op)] = self.define(op.name, op.lower)
        return self.functions[id(op)], written

    def emit(self, node: Operation, last: dict[Entry, int], position: int) -> None:
        op, values = node.op, self.values
        function, parameters = self.function_and_parameters(node)
        if id(op) not in self.environments:
            self.environments[id(op)] = [f"{key}={key}" for key in sorted(op.environment)]
        arguments = [*map(values.__getitem__, node.inputs), *parameters, *self.environments[id(op)]]
        # Free what this node used last, but never an argument of the function.
        dead = sorted({values[entry] for entry in node.inputs
                       if last[entry] == position and isinstance(entry[0], Operation)})
        targets = []
        for index in range(node.output_count):
            if (node, index) not in last:
                target = _UNUSED
            elif dead and self.is_large:
                target = dead.pop()
            else:
                target = self.names.take(node.name if index == 0 else f"{node.name}_{index}")
            values[node, index] = target
            targets.append(target)
        self.lines.append(f"    {', '.join(targets)} = {function}({', '.join(arguments)})")
        if dead:
            self.lines.append(f"    del {', '.join(dead)}")

    def write(self, name: str) -> str:
        last: dict[Entry, int] = {}
        for position, node in enumerate(self.graph.nodes):
            for entry in node.inputs:
                last[entry] = position
        for entry in self.graph.outputs:
            last[entry] = len(self.graph.nodes)
        for position, node in enumerate(self.graph.nodes):
            if isinstance(node, Operation):
                self.emit(node, last, position)
        results = ", ".join(self.values[e] for e in self.graph.outputs)
        head = ", ".join([*self.arguments, "*", "training=False", "generator=None", "device=None"])
        return "\n".join([f"def {name}({head}):", *self.lines, f"    return ({results},)", ""])


def _same(default: Any, value: Any) -> bool:
    """Return whether a parameter has its default value. -0.0 and 0.0 are different values."""
    return default is value or (type(default) is type(value) and default == value and repr(default) == repr(value))


def generate(graph: Graph, inputs: Sequence[str | Variable],
             name: str = "forward") -> Callable[..., tuple[torch.Tensor, ...]]:
    """Return a function that takes the tensors of `inputs`, which are names or variables, and returns the outputs."""
    writer = _Writer(graph, inputs)
    source = writer.write(name)
    filename = f"<mxnet graph {next(_numbers)}: {name}>"
    functions = tuple(value for value in writer.namespace.values() if callable(value))
    function: Callable[..., tuple[torch.Tensor, ...]] = define(source, filename, name, writer.namespace)
    setattr(function, _SOURCE, source)
    _tell_names(function, writer.operators)
    setattr(function, _FUNCTIONS, functions)
    return function


def set_device(function: Any, device: torch.device) -> None:
    """Let a generated function run on `device` unless it is called with another one."""
    function.__kwdefaults__["device"] = device


# Generated functions. Their operators report names while a profiler is running.
_generated: weakref.WeakKeyDictionary[Callable[..., Any], dict[str, tuple[Any, Any]]] = weakref.WeakKeyDictionary()


def _tell_names(function: Any, operators: dict[str, str]) -> None:
    namespace = function.__globals__
    _generated[function] = {name: (namespace[name], operator) for name, operator in operators.items()}
    if profiling.state.active:
        _switch_names(function, True)


def _switch_names(function: Any, telling: bool) -> None:
    for name, (plain, operator) in _generated[function].items():
        function.__globals__[name] = profiling.telling(plain, operator) if telling else plain


def tell_names(telling: bool) -> None:
    """Enable or disable operator names in torch's profiler for all generated functions."""
    for function in list(_generated):
        _switch_names(function, telling)


def source_of(function: Callable[..., Any]) -> str:
    """The source of a generated function."""
    source: str = getattr(function, _SOURCE)
    return source


def identity_of(function: Callable[..., Any]) -> tuple[Any, ...]:
    """Return a key that is equal for generated functions that compute the same result, regardless of names."""
    return (source_of(function), *getattr(function, _FUNCTIONS))
