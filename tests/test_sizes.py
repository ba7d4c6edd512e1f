"""Check the maximum size of files and functions of the four layers."""

import ast
import pathlib
from collections.abc import Iterator

import mxnet as mx

PACKAGE = pathlib.Path(mx.__file__).parent
LAYERS = ("_runtime", "_ops", "_frontend", "_graph")
MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_FUNCTION = 50


def too_long(name: str, source: str) -> Iterator[str]:
    lines = source.count("\n")
    if lines > MOST_LINES_OF_A_FILE:
        yield f"{name} has {lines} lines"
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            assert node.end_lineno is not None
            length = node.end_lineno - node.lineno + 1
            if length > MOST_LINES_OF_A_FUNCTION:
                yield f"{name}:{node.lineno} {node.name} has {length} lines"


def test_files_and_functions_are_short() -> None:
    files = [path for layer in LAYERS for path in sorted((PACKAGE / layer).rglob("*.py"))]
    assert len(files) > 150
    found = [line for path in files for line in too_long(str(path.relative_to(PACKAGE)), path.read_text("utf-8"))]
    assert not found, "\n".join(found)


def test_the_check_finds_what_is_too_long() -> None:
    function = "def long():\n" + "    pass\n" * MOST_LINES_OF_A_FUNCTION
    assert list(too_long("one.py", function)) == ["one.py:1 long has 51 lines"]
    assert list(too_long("two.py", "\n" * 401)) == ["two.py has 401 lines"]
    assert not list(too_long("three.py", function.replace("    pass\n", "", 1)))
