"""Check the tables of classes and statuses on the page about errors against the package."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mxnet as mx
from mxnet.serving.table import _TYPES, Problem

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_statuses_have_their_names(language: str) -> None:
    text = (DOCS / language / "reference" / "errors.md").read_text("utf-8")
    shown = {int(status): name for status, name in re.findall(r"^\| (\d{3}) \| `(\w+)` \|", text, re.M)}
    assert set(_TYPES) - {429} <= set(shown)
    assert shown == {status: Problem(status, "").type for status in shown}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_classes_have_their_bases(language: str) -> None:
    text = (DOCS / language / "reference" / "errors.md").read_text("utf-8")
    rows = re.findall(r"^\| `mx\.([\w.]+)` \| `(\w+)` \|", text, re.M)
    assert len(rows) == 5
    for path, base in rows:
        found = mx
        for name in path.split("."):
            found = getattr(found, name)
        assert base in [parent.__name__ for parent in found.__mro__[1:]]
