"""Run the code blocks of published MXNet documents in the way of their readers."""

from __future__ import annotations

import ast
import contextlib
import io
import linecache
import random
import re

import numpy as np
import pytest

import mxnet as mx

NUMBER = re.compile(r"-?\d+\.\d*(?:e[+-]?\d+)?")


class Notebook:
    """Executes blocks of source in order in one namespace.

    ``run`` returns the output of a notebook: the printed text, then the value of the last line if it is
    an expression. Names of the namespace are read and set with ``[]``.
    """

    def __init__(self) -> None:
        self.names: dict[str, object] = {"__name__": "document"}
        self.blocks = 0

    def __getitem__(self, name: str):
        return self.names[name]

    def __setitem__(self, name: str, value: object) -> None:
        self.names[name] = value

    def run(self, source: str) -> str:
        self.blocks += 1
        name = f"<block {self.blocks}>"
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)  # for tracebacks
        tree = ast.parse(source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, name, "exec"), self.names)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), name, "eval"), self.names)
                if value is not None:
                    print(repr(value))
        return printed.getvalue()


def outline(text: str) -> str:
    """Replace every decimal number in ``text`` by ``#`` and normalize spaces.

    Documents contain random values, and the spacing of NumPy before 1.14.
    """
    levelled = re.sub(r"\s+", " ", NUMBER.sub("#", text)).strip()
    return levelled.replace("[ ", "[").replace(" ]", "]")


def numbers(text: str) -> list[float]:
    return [float(found) for found in NUMBER.findall(text)]


@pytest.fixture
def notebook() -> Notebook:
    """Return a new namespace, and seed all generators."""
    mx.random.seed(7)
    np.random.seed(7)
    random.seed(7)
    return Notebook()


@pytest.fixture(name="outline")
def outline_fixture():
    return outline


@pytest.fixture(name="numbers")
def numbers_fixture():
    return numbers
