"""Check that the test of a module has the same path as the module."""

import fnmatch
import pathlib

import pytest

import mxnet as mx

PACKAGE, TESTS = pathlib.Path(mx.__file__).parent, pathlib.Path(__file__).parent
# Operators are tested with their samples.
LAYERS = ("_runtime", "_runtime/autograd", "_runtime/files", "_runtime/host", "_runtime/storage", "_frontend", "_graph",
          "_graph/passes")


def test_each_module_has_a_test_of_its_name() -> None:
    modules = [path.relative_to(PACKAGE) for layer in LAYERS for path in (PACKAGE / layer).glob("*.py")
               if path.name != "__init__.py"]
    assert len(modules) > 80
    assert not [str(path) for path in modules if not (TESTS / path.parent / f"test_{path.name}").exists()]


def test_no_folder_of_tests_is_left_out(pytestconfig: pytest.Config) -> None:
    left_out = pytestconfig.getini("norecursedirs")
    parts = {part for path in TESTS.rglob("test_*.py") for part in path.relative_to(TESTS).parent.parts}
    assert "dist" in parts
    assert not [part for part in parts if any(fnmatch.fnmatch(part, pattern) for pattern in left_out)]
