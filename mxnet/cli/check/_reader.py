"""Visitor that collects the scopes and uses of a syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

from ._scopes import Scope

_FunctionNode: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda"
_MISSING_NAME = {"ImportError", "ModuleNotFoundError", "AttributeError", "NameError"}
_ANY_ERROR = {"Exception", "BaseException"}


@dataclass(frozen=True)
class Use:
    """An expression in a scope. `guarded` means that the program expects that it may be missing."""

    node: ast.AST
    scope: Scope
    guarded: bool


class Reader(ast.NodeVisitor):
    """Collect the uses of a module, in order."""

    def __init__(self, tree: ast.Module) -> None:
        self.uses: list[Use] = []
        self._scope = Scope()
        self._guarded = False
        self._guarded_imports = False
        self.visit(tree)

    def _use(self, node: ast.AST, guarded: bool = False) -> None:
        self.uses.append(Use(node, self._scope, self._guarded or guarded))

    def _visit_all(self, nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    @contextmanager
    def _inside(self, scope: Scope) -> Iterator[None]:
        before, self._scope = self._scope, scope
        yield
        self._scope = before

    @contextmanager
    def _guards(self, names: bool, imports: bool = False) -> Iterator[None]:
        before = self._guarded, self._guarded_imports
        self._guarded, self._guarded_imports = before[0] or names, before[1] or imports
        yield
        self._guarded, self._guarded_imports = before

    # Name bindings

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._scope.bind(alias.asname or alias.name.split(".")[0],
                             alias.name if alias.asname else alias.name.split(".")[0])
        self._use(node, self._guarded_imports)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            if alias.name != "*":
                known = node.level == 0 and node.module
                self._scope.bind(alias.asname or alias.name, f"{node.module}.{alias.name}" if known else None)
        self._use(node, self._guarded_imports)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            if isinstance(target, ast.Name):
                self._scope.bind(target.id, node.value)
            else:
                self.visit(target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._visit_all((node.annotation, node.value))
        if isinstance(node.target, ast.Name):
            if node.value is not None:
                self._scope.bind(node.target.id, node.value)
        else:
            self.visit(node.target)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        self._scope.bind(node.target.id, None)
        self._scope.bind_outside(node.target.id, None)  # in a comprehension it binds in the enclosing scope

    def visit_Global(self, node: ast.Global | ast.Nonlocal) -> None:
        self._scope.elsewhere.update(node.names)

    visit_Nonlocal = visit_Global

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self._use(node)
        else:
            self._scope.bind(node.id, None)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        if node.name is not None:
            self._scope.bind(node.name, None)
        self.generic_visit(node)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        if node.name is not None:
            self._scope.bind(node.name, None)

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        if node.rest is not None:
            self._scope.bind(node.rest, None)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._scope.bind(node.name, None)
        self._visit_all((*node.decorator_list, node.returns))
        self._function(node, node.body)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._function(node, [node.body])

    def _function(self, node: _FunctionNode, body: Iterable[ast.AST]) -> None:
        given = node.args
        arguments = [argument for argument in (*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs,
                                               given.kwarg) if argument is not None]
        self._visit_all((*given.defaults, *given.kw_defaults, *(argument.annotation for argument in arguments)))
        scope = Scope(self._scope)
        for argument in arguments:
            scope.bind(argument.arg, None)
        if getattr(node, "name", "") == "hybrid_forward" and len(given.args) > 1:
            # Gluon passes one of two modules as this argument.
            scope.bindings[given.args[1].arg] = ["mxnet.ndarray", "mxnet.symbol"]
        with self._inside(scope):
            self._visit_all(body)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._scope.bind(node.name, None)
        self._visit_all((*node.decorator_list, *node.bases, *node.keywords))
        with self._inside(Scope(self._scope, is_class=True)):
            self._visit_all(node.body)

    def _comprehension(self, node: ast.AST) -> None:
        with self._inside(Scope(self._scope)):
            self.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    # Names that may be missing on purpose

    def visit_Try(self, node: ast.Try) -> None:
        caught = {name for handler in node.handlers for name in _caught(handler)}
        with self._guards(bool(caught & _MISSING_NAME), bool(caught & (_MISSING_NAME | _ANY_ERROR))):
            self._visit_all((*node.body, *node.handlers, *node.orelse))
        self._visit_all(node.finalbody)

    def visit_TryStar(self, node: Any) -> None:  # Python 3.11 and later
        self.visit_Try(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name is not None:
            self._scope.bind(node.name, None)
        self.generic_visit(node)

    def _choice(self, node: ast.If | ast.IfExp | ast.BoolOp) -> None:
        test = node if isinstance(node, ast.BoolOp) else node.test
        with self._guards(_asks_what_exists(test)):
            self.generic_visit(node)

    visit_If = visit_IfExp = visit_BoolOp = _choice

    # Uses

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._use(node)
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name):
            self.visit(root)

    def visit_Call(self, node: ast.Call) -> None:
        self._use(node)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # skip docstrings
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._use(node)


def _caught(handler: ast.ExceptHandler) -> list[str]:
    if handler.type is None:
        return ["BaseException"]
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return [kind.id for kind in types if isinstance(kind, ast.Name)]


def _asks_what_exists(test: ast.expr) -> bool:
    """Return whether a condition depends on a version or on the existence of names."""
    names = (node.id if isinstance(node, ast.Name) else node.attr for node in ast.walk(test)
             if isinstance(node, (ast.Name, ast.Attribute)))
    return any(name == "hasattr" or "version" in name.lower() for name in names)
