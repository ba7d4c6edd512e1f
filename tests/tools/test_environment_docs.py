"""The tables of environment variables in the documentation are those of the declarations."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from mxnet_records.environment import VARIABLES

_FILE = Path(__file__).parents[2] / "tools" / "make_environment_docs.py"
_spec = importlib.util.spec_from_file_location("make_environment_docs", _FILE)
assert _spec is not None and _spec.loader is not None
docs = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(docs)


@pytest.mark.parametrize("file", docs.FILES, ids=lambda file: file.name)
def test_documents_are_up_to_date(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == docs.written(file), "run python tools/make_environment_docs.py"
    assert len(re.findall(r"^\| `\w+` \|", file.read_text(encoding="utf-8"), re.M)) == len(VARIABLES)


def test_every_effect_is_translated() -> None:
    text = docs.CHINESE.read_text(encoding="utf-8")
    effects = dict(re.findall(r"^\| `(\w+)` \| .* \| ([^|]*) \|$", text, re.M))
    assert not [name for name, variable in VARIABLES.items() if effects[name] == variable.help]
