"""Every environment variable is declared, typed and read in one place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import mxnet as mx
from mxnet_records import environment
from mxnet_records.environment import VARIABLES, Choice, Flag, Integer, Names

ROOT = Path(mx.__file__).parents[1]
FILES = [path for package in ("mxnet", "mxnet_records") for path in (ROOT / package).rglob("*.py")]
# Files that use the environment itself, and why.
ALLOWED = {
    "mxnet/_runtime/host/openmp.py": "sets variables that OpenMP reads",
    "mxnet/cli/bench/_processes.py": "makes the environment of other processes",
    "mxnet/gluon/data/_workers.py": "sets a variable that OpenCV reads",
    "mxnet/kvstore/dist/launch.py": "makes the environment of other processes",
    "mxnet/kvstore/dist/ray_launch.py": "passes its environment on to a process",
    "mxnet/profiler/_control.py": "sets a variable that torch's profiler reads",
    "mxnet/test_utils/_datasets.py": "reads the variable that the caller names",
    "mxnet/test_utils/_environment.py": "changes variables for a test of the user",
    "mxnet/util.py": "has the functions getenv and setenv",
    "mxnet_records/allocator.py": "leaves the C library alone if MALLOC_ variables are set",
    "mxnet_records/cli/doctor.py": "shows what is set",
    "mxnet_records/environment.py": "is the reader",
    "mxnet_records/installation.py": "finds out which entries of the search path come from PYTHONPATH",
}


def uses(path: Path) -> bool:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv", "environb")
               and isinstance(node.value, ast.Name) and node.value.id == "os" for node in ast.walk(tree))


def test_nobody_else_reads_the_environment() -> None:
    assert {path.relative_to(ROOT).as_posix() for path in FILES if uses(path)} == set(ALLOWED)


def texts(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_every_name_in_the_sources_is_declared() -> None:
    name = re.compile(r"\b(?:MXNET|DMLC)_[A-Z0-9_]+\b")
    assert {found for path in FILES for text in texts(path) for found in name.findall(text)} <= set(VARIABLES)


def test_every_declaration_is_used() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in FILES)
    names = {name for name, value in vars(environment).items() if isinstance(value, environment.Setting)}
    assert len(names) == len(VARIABLES)
    names.remove("HOST_OFF")  # read by `is_off`
    assert not [name for name in names if not re.search(rf"\b(environment|variables|_variables)\.{name}\b", sources)]


def test_unset_and_empty_variables_have_their_default(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in VARIABLES.values():
        monkeypatch.delenv(variable.name, raising=False)
        default = variable.get()
        assert not variable.is_set
        for text in ("", "" if isinstance(variable, environment.Text) else "  "):
            monkeypatch.setenv(variable.name, text)
            assert variable.get() == default


@pytest.mark.parametrize("variable", [v for v in VARIABLES.values() if isinstance(v, (Integer, Flag, Choice, Names))],
                         ids=lambda variable: variable.name)
def test_a_wrong_value_is_an_error_that_says_what_is_allowed(variable: Integer | Flag | Choice | Names,
                                                             monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable.name, "1.5x")
    with pytest.raises(mx.MXNetError) as caught:
        variable.get()
    allowed = variable.choices if isinstance(variable, (Choice, Names)) else [variable.kind]
    assert all(part in str(caught.value) for part in (variable.name, "'1.5x'", *allowed))


@pytest.mark.parametrize(("text", "value"), [("7", 7), (" -2 ", -2), ("+3", 3), ("007", 7)])
def test_integers(text: str, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_LAUNCH_GRACE", text)
    assert environment.LAUNCH_GRACE.get() == value == environment.LAUNCH_GRACE.get(9)
    monkeypatch.delenv("MXNET_LAUNCH_GRACE")
    assert environment.LAUNCH_GRACE.get() == 15 and environment.LAUNCH_GRACE.get(9) == 9


@pytest.mark.parametrize("text", ["1_000", "1.0", "0x2", "many", "１"])
def test_texts_that_are_no_integers(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_LAUNCH_GRACE", text)
    with pytest.raises(mx.MXNetError, match="MXNET_LAUNCH_GRACE must be an integer, received"):
        environment.LAUNCH_GRACE.get()


@pytest.mark.parametrize(("text", "value"), [("1", True), ("0", False), ("true", True), ("False", False), ("2", True)])
def test_flags(text: str, value: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in (environment.SAVE_FSYNC, environment.CHECK_LABELS):
        monkeypatch.setenv(variable.name, text)
        assert variable.get() is value


def test_choices_and_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_STATES_FORMAT", " pickle ")
    assert environment.STATES_FORMAT.get() == "pickle"
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.setenv("MXNET_HOME", "~/my models")
    assert environment.HOME.get().endswith("/my models") and "~" not in environment.HOME.get()


def test_settings_of_the_process_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MXNET_HOST_OFF", raising=False)
    assert not environment.is_off("forking")
    monkeypatch.setenv("MXNET_HOST_OFF", "forking, meta")
    assert environment.is_off("forking") and environment.is_off("meta") and not environment.is_off("openmp")
