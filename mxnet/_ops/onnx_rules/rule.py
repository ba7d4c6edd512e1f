"""The ONNX rule of an operator: a function that writes one node of a graph as nodes of ONNX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..opdef import OpDef, find
from .emit import Emitter, Unsupported, Value

Params = dict[str, Any]
Rule = Callable[..., Value | list[Value]]
Declared = TypeVar("Declared", bound=Callable[..., Any])
RULES: dict[str, Rule] = {}
# Inputs that only training looks at; graphs that are exported end without them.
LABELS: dict[str, tuple[int, ...]] = {}
# Operators that take an array that is not written because its size depends on the input (`Value.fill`).
TAKES_FILL: set[str] = set()
# Why an operator has no rule.
REASONS: dict[str, str] = {}


def rule(*names: str, labels: tuple[int, ...] = (), takes_fill: bool = False) -> Callable[[Declared], Declared]:
    """Declare how these operators are written: by a function of emitter, parameters and inputs."""

    def declare(function: Declared) -> Declared:
        for name in names:
            op = find(name)
            if op.name != name or name in RULES:
                raise ValueError(f"{name} has a rule already or is an alias of {op.name}")
            RULES[name] = function
            if labels:
                LABELS[name] = labels
            if takes_fill:
                TAKES_FILL.add(name)
        return function

    return declare


def without_rule(reason: str, *names: str) -> None:
    """Say why ONNX has nothing for these operators."""
    for name in names:
        REASONS[find(name).name] = reason


def simple(kind: str, *names: str) -> None:
    """Operators of which ONNX has the same, without attributes."""
    rule(*names)(lambda g, p, *inputs: g(kind, *inputs))


def unsupported_reason(op: OpDef) -> str:
    """Why an operator cannot be written."""
    return REASONS.get(op.name, "it has no ONNX rule")


__all__ = ["LABELS", "REASONS", "RULES", "TAKES_FILL", "Emitter", "Params", "Rule", "Unsupported", "Value", "rule",
           "simple", "unsupported_reason", "without_rule"]
