"""Resolution of names in a syntax tree through imports and assignments."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TypeAlias

# A dotted name, an expression of the binding scope, or None if unknown.
Binding: TypeAlias = "str | ast.expr | None"
# All dotted names that an expression may refer to, or None if it may be anything else.
Targets: TypeAlias = "frozenset[str] | None"
_MOST_STEPS, _MOST_TARGETS = 50, 16


@dataclass(eq=False)
class Scope:
    """Names bound by a module, class, function or comprehension."""

    parent: Scope | None = None
    is_class: bool = False
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    elsewhere: set[str] = field(default_factory=set)
    resolved: dict[str, Targets] = field(default_factory=dict)

    def bind(self, name: str, binding: Binding) -> None:
        """Add a possible value of `name`."""
        if name in self.elsewhere and self.parent is not None:
            # Declared global or nonlocal: bind in an enclosing scope.
            self.parent.bind_outside(name, binding)
        else:
            self.bindings.setdefault(name, []).append(binding)

    def bind_outside(self, name: str, binding: Binding) -> None:
        """Bind in the nearest scope that has the name, or in the module."""
        if self.parent is None or name in self.bindings:
            self.bindings.setdefault(name, []).append(binding)
        else:
            self.parent.bind_outside(name, binding)

    def owner(self, name: str) -> Scope | None:
        """Return the scope that `name` refers to. Methods do not see the names of their class."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.bindings and (scope is self or not scope.is_class):
                return scope
            scope = scope.parent
        return None


def resolve(expression: ast.expr, scope: Scope, steps: int = 0) -> Targets:
    """Return the dotted names that `expression` may refer to."""
    if steps > _MOST_STEPS:
        return None
    if isinstance(expression, ast.Attribute):
        base = resolve(expression.value, scope, steps + 1)
        return None if base is None else frozenset(f"{name}.{expression.attr}" for name in base)
    if isinstance(expression, ast.IfExp):
        return _union([expression.body, expression.orelse], scope, steps)
    if isinstance(expression, ast.Name):
        owner = scope.owner(expression.id)
        return None if owner is None else _of_name(expression.id, owner, steps)
    return None


def _of_name(name: str, owner: Scope, steps: int) -> Targets:
    """Resolve a name once. A cycle of assignments resolves to nothing."""
    if name not in owner.resolved:
        owner.resolved[name] = None
        owner.resolved[name] = _union(owner.bindings[name], owner, steps)
    return owner.resolved[name]


def _union(bindings: list[Binding] | list[ast.expr], scope: Scope, steps: int) -> Targets:
    union: frozenset[str] = frozenset()
    for binding in bindings:
        if isinstance(binding, ast.Constant) and binding.value is None:
            continue  # "mx = None" after a failed import: its attributes are not used
        if isinstance(binding, str):
            targets: Targets = frozenset({binding})
        else:
            targets = None if binding is None else resolve(binding, scope, steps + 1)
        if targets is None:
            return None
        union |= targets
    return union if 0 < len(union) <= _MOST_TARGETS else None
