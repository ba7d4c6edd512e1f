"""ONNX rule of an operator: a function that writes one graph node as ONNX nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..opdef import OpDef, find
from .emit import Emitter, Unsupported, Value

Params = dict[str, Any]
Rule = Callable[..., Value | list[Value]]
Declared = TypeVar("Declared", bound=Callable[..., Any])
RULES: dict[str, Rule] = {}
# Inputs used only in training; exported graphs omit them.
LABELS: dict[str, tuple[int, ...]] = {}
# Operators that accept an array that was not written because its size depends on the input (`Value.fill`).
TAKES_FILL: set[str] = set()
# Reasons for operators without a rule.
REASONS: dict[str, str] = {}


def rule(*names: str, labels: tuple[int, ...] = (), takes_fill: bool = False) -> Callable[[Declared], Declared]:
    """Declare the rule of these operators, a function of emitter, parameters and inputs."""

    def declare(function: Declared) -> Declared:
        for name in names:
            op = find(name)
            if op.name != name or name in RULES:
                raise ValueError(f"{name} already has a rule or is an alias of {op.name}")
            RULES[name] = function
            if labels:
                LABELS[name] = labels
            if takes_fill:
                TAKES_FILL.add(name)
        return function

    return declare


def without_rule(reason: str, *names: str) -> None:
    """Declare the reason why these operators have no rule."""
    for name in names:
        REASONS[find(name).name] = reason


def simple(op_type: str, *names: str) -> None:
    """Declare operators with an equivalent ONNX operator without attributes."""
    rule(*names)(lambda g, p, *inputs: g(op_type, *inputs))


def unsupported_reason(op: OpDef) -> str:
    """Return the reason why an operator has no rule."""
    return REASONS.get(op.name, "it has no ONNX rule")


__all__ = ["LABELS", "REASONS", "RULES", "TAKES_FILL", "Emitter", "Params", "Rule", "Unsupported", "Value", "rule",
           "simple", "unsupported_reason", "without_rule"]
