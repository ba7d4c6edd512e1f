"""Test the comparison of published networks, and that the docs show its results."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from mxnet.gluon.model_zoo import vision
from mxnet.gluon.model_zoo._weights import WEIGHTS

_FILE = Path(__file__).parents[2] / "tools" / "check_weights.py"
_spec = importlib.util.spec_from_file_location("check_weights", _FILE)
assert _spec is not None and _spec.loader is not None
check_weights = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(check_weights)


@pytest.mark.parametrize("file", check_weights._WORDS)
def test_docs_show_the_manifest_and_small_errors(file: str) -> None:
    text = (check_weights.DOCS / file).read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\S+)` \| (\w+), \[.*\| ([\d.e-]+) \|$", text, re.M)
    errors = {(network, library): float(error) for network, library, error in rows}
    assert max(errors.values()) < check_weights.TOLERANCE
    assert check_weights.table(errors, check_weights._WORDS[file]) in text, "run python tools/check_weights.py"
    assert len(rows) == sum(map(len, WEIGHTS.values()))
    assert len(set(re.findall(r"^\| `(\w[^`]+)` \|.*\|.*\|.*\|.*\|.*\|$", text, re.M))) == len(vision._MODELS)


def test_an_exported_network_is_the_same(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    (weights,) = WEIGHTS["mobilenetv2_1.0"]
    assert check_weights.onnx_error(weights) < check_weights.TOLERANCE
