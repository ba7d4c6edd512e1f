"""Test the tool that runs the suite in many environments, and the page that it writes."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from mxnet_records import tested

FILE = Path(__file__).resolve().parents[2] / "tools" / "test_matrix.py"


@pytest.fixture
def matrix() -> ModuleType:
    spec = importlib.util.spec_from_file_location("matrix_tool", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_pages_show_the_results(matrix: ModuleType) -> None:
    for language, page in matrix.PAGES.items():
        assert f"{matrix.BEGIN}\n\n{matrix.render(language)}\n\n{matrix.END}" in page.read_text(encoding="utf-8")


def test_tested_releases_are_those_of_the_results(matrix: ModuleType) -> None:
    results = json.loads(matrix.RESULTS.read_text(encoding="utf-8")).values()

    def newest(name: str) -> str:
        return max((row[name].split(".")[:2] for row in results), key=lambda parts: list(map(int, parts)))

    assert ".".join(newest("torch")) == tested.NEWEST_TORCH and ".".join(newest("numpy")) == tested.NEWEST_NUMPY
    assert ".".join(newest("python")) == tested.NEWEST_PYTHON


def test_failures_keep_their_reasons(matrix: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "RESULTS", tmp_path / "results.json")
    report = tmp_path / "report.xml"
    report.write_text('<testsuites><testsuite><testcase classname="a" name="b"><failure message="wrong&#10;more"/>'
                      '</testcase><testcase classname="a" name="c"/><testcase classname="a" name="d"><skipped/>'
                      '</testcase></testsuite></testsuites>', encoding="utf-8")
    result = {"python": "3.11.1", "torch": "2.13.0+cpu", "numpy": "2.0.0", "date": "2026-01-01", "seconds": 1,
              **matrix._read(report)}
    assert (result["passed"], result["skipped"]) == (1, 1) and result["failures"][0]["message"] == "wrong"
    environment = matrix.ENVIRONMENTS[0]
    matrix._save(environment, result)
    stored = json.loads(matrix.RESULTS.read_text())
    stored[environment.name]["failures"][0]["reason"] = "a known fault"
    matrix.RESULTS.write_text(json.dumps(stored))
    matrix._save(environment, {**result, "failures": matrix._read(report)["failures"]})
    assert "| 3.11.1 | 2.13.0 | 2.0.0 |  | 1 | 1 | 1 | 2026-01-01 |" in matrix.render("")
    assert "- Python 3.11.1, torch 2.13.0: `a::b`: a known fault" in matrix.render("")
