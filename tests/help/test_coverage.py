"""Check that the help text of public functions and classes has a summary, parameters, results and an example."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from public_names import MODULES, public

# Share of complete help texts in modules that are not complete yet; it must not fall.
INCOMPLETE: dict[str, float] = {}


def missing(value: Any) -> list[str]:
    """Return the parts that the help text of a function or class lacks."""
    text = inspect.getdoc(value) or ""
    wanted = ["Examples"]
    try:
        parameters = list(inspect.signature(value).parameters)
    except (TypeError, ValueError):
        parameters = []
    if parameters and not (inspect.isclass(value) and set(parameters) <= {"args", "kwargs"}):
        wanted.append("Parameters")
    if not inspect.isclass(value):
        wanted.append("Returns")
    lacking = [word for word in wanted if f"{word}\n{'-' * len(word)}\n" not in text + "\n"]
    if not text.strip() or text.startswith(tuple(f"{word}\n" for word in wanted)):
        lacking.append("summary")
    return lacking + (["example"] if ">>> " not in text else [])


def lacking(module: str) -> dict[str, list[str]]:
    return {name: parts for name, value in public(module).items() if (parts := missing(value))}


@pytest.mark.parametrize("module", MODULES)
def test_help_is_complete(module: str) -> None:
    found = lacking(module)
    share = 1 - len(found) / len(public(module))
    assert share >= INCOMPLETE.get(module, 1), f"{module}: {share:.3f} complete; lacking: {found}"


@pytest.mark.parametrize("module", MODULES)
def test_help_has_no_names_of_torch_and_unexplained_parameters(module: str) -> None:
    found = {}
    for name, value in public(module).items():
        text = inspect.getdoc(value) or ""
        if "torch" not in name.lower() and ("default torch." in text or "See the summary." in text):
            found[name] = [line for line in text.split("\n") if "default torch." in line or "See the summary" in line]
    assert not found


def test_the_check_finds_incomplete_help() -> None:
    def bare(x: int) -> int:
        """Return x."""
        return x

    assert missing(bare) == ["Examples", "Parameters", "Returns", "example"]
