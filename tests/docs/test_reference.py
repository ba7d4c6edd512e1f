"""Tests of the reference: all public modules, functions, classes and commands have a place in it."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
import sys
from pathlib import Path

import pytest
from _site import names

import mxnet as mx
from mxnet_records import cli

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/help"))


def modules() -> list[str]:
    """Return the public modules and packages directly below ``mxnet``."""
    return [found.name for found in pkgutil.iter_modules(mx.__path__) if not found.name.startswith("_")]


def test_all_public_modules_are_listed() -> None:
    listed = {module.split(".")[0] for module in names.ALL_MODULES} | set(names.WITHOUT_CALLABLES)
    assert [module for module in modules() if module not in listed] == []
    assert not set(names.WITHOUT_CALLABLES) - set(modules())


def test_listed_modules_exist_once_and_have_callables() -> None:
    assert len(set(names.ALL_MODULES)) == len(names.ALL_MODULES)
    assert [module for module in names.ALL_MODULES if not names.public(module)] == []


def test_the_help_tests_check_all_listed_modules() -> None:
    public_names = importlib.import_module("public_names")
    assert public_names.ALL_MODULES == names.ALL_MODULES


@pytest.fixture(scope="module", params=["en", "zh"])
def pages(request: pytest.FixtureRequest) -> dict[str, str]:
    pytest.importorskip("sphinx", reason="the pages are written with sphinx.ext.napoleon")
    api = importlib.import_module("_site.api")
    written: dict[str, str] = api.generate(request.param)
    return written


def test_all_functions_and_classes_have_an_entry_or_a_link(pages: dict[str, str]) -> None:
    text = "".join(pages.values())
    described = set()
    for page in pages.values():
        current = re.search(r"^\.\. py:currentmodule:: (\S+)$", page, re.M)
        prefix = f"{current[1]}." if current else ""
        described |= {prefix + name for name in re.findall(r"^\.\. py:(?:function|class):: (\w+)", page, re.M)}
    missing = [f"{module}.{name}" for module in names.ALL_MODULES for name in names.public(module)
               if f"{names.short_name(module)}.{name}" not in described and f"`{name} <" not in text]
    assert missing == []
    linked = set(re.findall(r":py:(?:obj|func):`\w+ <(mxnet\.[\w.]+)>`", text))
    assert linked - described == set()


def test_pages_say_which_version_they_follow(pages: dict[str, str]) -> None:
    assert all("MXNet 1.9.1" in text for text in pages.values())


def test_all_names_were_compared_with_mxnet() -> None:
    """After a change of public names, run tools/list_additions.py with an interpreter that has MXNet 1.9.1."""
    pytest.importorskip("sphinx", reason="the pages are written with sphinx.ext.napoleon")
    compared = json.loads((ROOT / "tests/docs/compared_names.json").read_text(encoding="utf-8"))
    assert importlib.import_module("_site.api").compared() == compared
    assert [f"{module}.{name}" for module, added in names.ADDITIONS.items() for name in added or []
            if name not in compared[module]] == []


def test_known_additions() -> None:
    assert names.ADDITIONS["serving"] is None and names.ADDITIONS["contrib.checkpoint"] is None
    added = [("ndarray", "from_torch"), ("gluon", "HybridBlock.generated_source"), ("recordio", "WebDataset")]
    assert all(names.is_addition(module, name) for module, name in added)
    kept = [("ndarray", "dot"), ("ndarray", "NDArray.reshape"), ("gluon", "Trainer.step"), ("gluon", "Block"),
            ("context", "Context.device_id"), ("io", "DataBatch")]
    assert not any(names.is_addition(module, name) for module, name in kept)


def test_entries_that_mxnet_does_not_have_are_marked(pages: dict[str, str]) -> None:
    """The marks of functions, classes and methods are in their entries, those of modules on their first pages."""
    texts = importlib.import_module("_site.api").TEXTS
    mark = next(text["added"] for text in texts.values() if any(text["added"] in page for page in pages.values()))
    marked = set()
    for page in pages.values():
        current = re.search(r"^\.\. py:currentmodule:: (\S+)$", page, re.M)
        owner = ""
        entries = re.findall(r"^ *\.\. py:(function|class|method|property):: (\w+).*\n\n(.*)", page, re.M)
        for kind, name, body in entries:
            owner = f"{name}." if kind == "class" else owner
            if current and body.strip() == mark:
                marked.add(f"{current[1]}.{owner if kind in ('method', 'property') else ''}{name}")
    added = {f"{names.short_name(module)}.{name}" for module, found in names.ADDITIONS.items() for name in found or []}
    assert marked <= added
    assert {"mxnet.nd.from_torch", "mxnet.gluon.HybridBlock.generated_source", "mxnet.recordio.WebDataset"} <= marked
    sentence = next(text["added_module"] for text in texts.values() if text["added"] == mark)
    without = {name for name, page in pages.items() if sentence in page}
    assert without == {f"reference/api/{module}.rst" for module, found in names.ADDITIONS.items() if found is None}


def test_signatures_have_no_addresses(pages: dict[str, str]) -> None:
    assert not [name for name, text in pages.items() if re.search(r"^\s*\.\. py:.*(0x[0-9a-f]{6}|<\w+ )", text, re.M)]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_all_commands_and_options_have_an_entry(language: str) -> None:
    commands = importlib.import_module("_site.commands")
    pages = commands.generate(language)
    for name in cli._COMMANDS:
        text = pages[f"reference/commands/{name}.md"]
        options = [option for action in commands.parsers()[name]._actions for option in action.option_strings
                   if action.help != "==SUPPRESS=="]
        assert [option for option in options if f"`{option}`" not in text] == []


def test_entries_have_a_summary() -> None:
    """Functions and classes without any docstring are not shown with an empty text."""
    without = [f"{module}.{name}" for module in names.ALL_MODULES for name, value in names.public(module).items()
               if not (inspect.getdoc(value) or "").strip()]
    assert without == []


def test_methods_that_only_raise_have_no_entry(pages: dict[str, str]) -> None:
    text = "".join(page for name, page in pages.items() if "/numpy" in name)
    assert "   .. py:method:: as_nd_ndarray()" in text
    assert "   .. py:method:: relu(" not in text
