"""``mxnet check --fix``: replace names that NumPy and Python have removed.

Positions come from the syntax tree, so strings and comments are not changed. An edit is only made where the source text
matches the tree, and a file is only changed if it still compiles. Encoding and line endings are preserved.
"""

from __future__ import annotations

import ast
import builtins
import difflib
import io
import os
import re
import tokenize
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from mxnet_records import files
from mxnet_records.old_programs import names

from ._findings import Place, Report
from ._project import read_project
from ._reader import Use
from ._scopes import Scope, resolve
from ._uses import SourceCheck

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


class _Edit(NamedTuple):
    """Replacement of a part of the source. Columns count UTF-8 bytes, as in syntax trees."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


@dataclass
class Fix:
    """A file before and after the edits, and the names that could not be replaced."""

    path: Path
    before: bytes
    after: bytes
    count: int = 0
    left: list[tuple[Place, str]] = field(default_factory=list)

    def diff(self) -> bytes:
        """Return the change as a unified diff for ``patch -p1`` and ``git apply``."""
        name = os.path.relpath(self.path).replace(os.sep, "/").encode("utf-8", "surrogateescape")
        lines = difflib.diff_bytes(difflib.unified_diff, _split(self.before), _split(self.after), b"a/" + name,
                                   b"b/" + name)
        return b"".join(line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in lines)

    def write(self) -> None:
        """Write the changed file."""
        with files.write(str(self.path)) as file:
            file.write(self.after)


def _split(content: bytes) -> list[bytes]:
    return re.findall(rb"[^\n]*\n|[^\n]+\Z", content)


def fix_project(path: Path, report: Report) -> Iterator[Fix]:
    """Yield the changes of all Python files that need changes or have names that cannot be replaced."""
    checks, _ = read_project(path, report)
    expected = {name for _, check in checks for name in check.expected}
    for file, check in checks:
        fix = _fix_file(file, check, expected)
        if fix is not None and (fix.count or fix.left):
            yield fix


def _fix_file(path: Path, check: SourceCheck, expected: set[str]) -> Fix | None:
    before = path.read_bytes()
    removed = [use for use in check.uses if not use.guarded and _removed_names(use, expected)]
    if not removed:
        return None
    fix = Fix(path, before, before)
    if path.suffix == ".ipynb":
        fix.left = [(_place(check, use), f"{name}: notebooks are not changed")
                    for use in removed for name in _removed_names(use, expected)]
        return fix
    encoding, _ = tokenize.detect_encoding(io.BytesIO(before).readline)
    text = before.decode(encoding)
    source = _Source(text, check, expected)
    edits = list(dict.fromkeys(edit for use in removed for edit in source.edits(use, fix)))
    after = source.apply(edits).encode(encoding)
    if edits and _compiles(after, path):
        fix.after, fix.count = after, len(edits)
    elif edits:
        fix.left.append((Place(str(path), 1), "the changed file would not compile, so it was not changed"))
    return fix


def _place(check: SourceCheck, use: Use) -> Place:
    return check.source.place(getattr(use.node, "lineno", 1))


def _removed_names(use: Use, expected: set[str]) -> list[str]:
    """Return the removed names that a use refers to, except those that the project defines itself."""
    node = use.node
    if isinstance(node, ast.ImportFrom) and node.level == 0:
        candidates = [f"{node.module}.{alias.name}" for alias in node.names]
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        candidates = [name for part in _parts(node) for name in resolve(part, use.scope) or ()]
    else:
        return []
    return [name for name in candidates if names.is_removed(name) and name not in expected]


def _parts(node: ast.Attribute) -> Iterator[ast.Attribute]:
    """Yield ``a.b.c``, then ``a.b``, and so on."""
    part: ast.expr = node
    while isinstance(part, ast.Attribute):
        yield part
        part = part.value


def _compiles(content: bytes, path: Path) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(content, str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


class _Source:
    """The text of a file, and the edits for its uses."""

    def __init__(self, text: str, check: SourceCheck, expected: set[str]) -> None:
        self._lines = [line.encode("utf-8", "surrogatepass") for line in _LINE.findall(text)]
        self._check, self._expected = check, expected
        self._calls = {id(node.func): node for node in ast.walk(check.source.tree) if isinstance(node, ast.Call)}
        self._alone = {id(body[0]) for node in ast.walk(check.source.tree) if not isinstance(node, ast.Module)
                       for body in _bodies(node) if len(body) == 1}

    def apply(self, edits: list[_Edit]) -> str:
        """Apply the edits from last to first, and return the text."""
        lines = list(self._lines)
        for (first, left), (last, right), text in sorted(edits, reverse=True):
            joined = lines[first - 1][:left] + text.encode() + lines[last - 1][right:]
            lines[first - 1 : last] = [joined] if joined.strip() or text else []
        return b"".join(lines).decode("utf-8", "surrogatepass")

    def edits(self, use: Use, fix: Fix) -> Iterator[_Edit]:
        """Yield the edits for a use, and record names that cannot be replaced."""
        node = use.node
        if isinstance(node, ast.ImportFrom):
            yield from self._import(node, use, fix)
            return
        assert isinstance(node, ast.Attribute)
        for part in _parts(node):
            targets = resolve(part, use.scope) or frozenset()
            name = min(targets) if len(targets) == 1 else ""
            if names.is_removed(name) and name not in self._expected:
                edits = self._attribute(part, name, use.scope)
                if not edits:
                    fix.left.append((_place(self._check, use), self._advice(name)))
                yield from edits

    @staticmethod
    def _advice(name: str) -> str:
        instead = names.replacement(name)
        return f"{name} was not replaced" + (f": use {instead}" if instead else "")

    def _segment(self, node: ast.expr | ast.stmt) -> str:
        (first, left), (last, right) = _start(node), _end(node)
        if first == last:
            return self._lines[first - 1][left:right].decode("utf-8", "replace")
        parts = [self._lines[first - 1][left:], *self._lines[first : last - 1], self._lines[last - 1][:right]]
        return b"".join(parts).decode("utf-8", "replace")

    def _attribute(self, node: ast.Attribute, name: str, scope: Scope) -> list[_Edit]:
        """Return the edits for ``np.float`` or a call of ``np.asscalar``, or none if no rule is safe here."""
        # Before Python 3.12, the columns of nodes in f-strings may be wrong.
        if re.sub(r"[\s\\]", "", self._segment(node)) != ast.unparse(node):
            return []
        module, instead, prefix = name.rpartition(".")[0], names.replacement(name), self._segment(node.value)
        if instead is None:
            return self._call(node, name, prefix)
        sign, word = ("-", instead[1:]) if instead.startswith("-") else ("", instead)
        if word.startswith(f"{module}."):
            text = f"{prefix}{word[len(module):]}"
        elif word[0].isdigit() or (hasattr(builtins, word) and _is_builtin(word, scope)):
            text = word
        else:
            return []
        return [_Edit(_start(node), _end(node), f"({sign}{text})" if sign else text)]

    def _call(self, node: ast.Attribute, name: str, module: str) -> list[_Edit]:
        call = self._calls.get(id(node))
        if name not in names.CALLS or call is None or len(call.args) != 1 or call.keywords:
            return []
        argument = call.args[0]
        if isinstance(argument, (ast.Starred, ast.GeneratorExp)):
            return []
        before, after = names.CALLS[name]
        if before == "(" and isinstance(argument, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
            before, after = "", after[1:]
        return [_Edit(_start(call), _start(argument), before.format(module=module)),
                _Edit(_end(argument), _end(call), after)]

    def _import(self, node: ast.ImportFrom, use: Use, fix: Fix) -> Iterator[_Edit]:
        """Rewrite a ``from module import names`` statement."""
        kept: dict[str, list[str]] = {str(node.module): []}
        assigned = []
        for alias in node.names:
            name, bound = f"{node.module}.{alias.name}", alias.asname or alias.name
            instead = names.replacement(name) if name not in self._expected else None
            if instead is None:
                if names.is_removed(name) and name not in self._expected:
                    fix.left.append((_place(self._check, use), self._advice(name)))
                kept[str(node.module)].append(_as(alias.name, alias.asname or alias.name))
            elif instead.startswith("-") or instead[0].isdigit():
                assigned.append(f'{bound} = {"float(" + repr("-inf") + ")" if "inf" in instead else instead}')
            elif hasattr(builtins, instead) and not _is_builtin(instead, use.scope):
                fix.left.append((_place(self._check, use), self._advice(name)))
                kept[str(node.module)].append(_as(alias.name, bound))
            elif hasattr(builtins, instead):
                assigned += [f"{bound} = {instead}"] * (bound != instead)
            else:
                module, _, member = instead.rpartition(".")
                kept.setdefault(module, []).append(_as(member, bound))
        lines = [f"from {module} import {', '.join(members)}" if module else f"import {', '.join(members)}"
                 for module, members in kept.items() if members] + assigned
        segment = self._segment(node)
        if segment.startswith("from") and lines != [re.sub(r"\s+", " ", segment)]:
            yield self._statement(node, lines)

    def _statement(self, node: ast.stmt, lines: list[str]) -> _Edit:
        (first, left), (last, right) = _start(node), _end(node)
        indent, rest = self._lines[first - 1][:left].decode(), self._lines[last - 1][right:].strip()
        if indent.strip() or rest.startswith(b";"):
            return _Edit((first, left), (last, right), "; ".join(lines) or "pass")
        if not lines and (id(node) in self._alone or rest):
            lines = ["pass"]
        ending = self._lines[first - 1].decode()[len(self._lines[first - 1].decode().rstrip("\r\n")):] or "\n"
        return _Edit((first, left), (last, right), f"{ending}{indent}".join(lines))


def _is_builtin(word: str, scope: Scope | None) -> bool:
    """Return whether a word refers to the builtin here, or will after imports of the same name are replaced."""
    while scope is not None:
        if not all(isinstance(bound, str) and names.replacement(bound) == word
                   for bound in scope.bindings.get(word, ())):
            return False
        scope = scope.parent
    return True


def _as(name: str, bound: str) -> str:
    return name if name == bound else f"{name} as {bound}"


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for part in ("body", "orelse", "finalbody"):
        body = getattr(node, part, None)
        if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
            yield body


def _start(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.expr | ast.stmt) -> tuple[int, int]:
    assert node.end_lineno is not None and node.end_col_offset is not None
    return node.end_lineno, node.end_col_offset
