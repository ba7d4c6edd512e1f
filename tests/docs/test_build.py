"""Tests of the configuration and of the checks of the build. The build itself is a step of .ci/run."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from _site import checks

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_configuration_loads_nothing_from_other_servers(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCS_LANGUAGE", language)
    settings = vars(load("conf"))
    assert settings["nb_ipywidgets_js"] == {} and settings["html_search_language"] == language
    shown = [name for name, value in settings.items() if not name.startswith("_") and "://" in str(value)]
    assert shown == []
    files = [path for folder in ("static", "templates") for path in (DOCS / "_site" / folder).iterdir()]
    assert files and not [path for path in files if re.search(r"https?:|//[a-z]", path.read_text(encoding="utf-8"))]


def test_warnings_fail_the_build() -> None:
    assert load("conf").nitpicky
    assert "--fail-on-warning" in (DOCS / "build.py").read_text(encoding="utf-8")
    step = next(line for line in (ROOT / ".ci/run").read_text().splitlines() if line.startswith("step docs "))
    assert "docs/build.py" in step and '".[docs]"' in step


def site(folder: Path, **pages: str) -> list[str]:
    """Write pages and return the problems that the check finds."""
    for name, text in pages.items():
        path = folder / "en" / f"{name}.html"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return checks.find_problems(folder)


def test_good_pages_have_no_problems(tmp_path: Path) -> None:
    assert site(tmp_path, first='<a id="top"></a><a href="second.html#part">s</a><a href="#top">t</a>'
                                '<a href="https://pytorch.org">p</a><a href="../zh/first.html">other language</a>',
                second='<h1 id="part">Part</h1><img src="data:image/png;base64,AA=="><link rel="next" href="x">') == []


@pytest.mark.parametrize("text, problem", [
    ('<a href="gone.html">x</a>', "leads to en/gone.html, which does not exist"),
    ('<a href="#gone">x</a>', "has no anchor gone"),
    ('<script src="https://cdn.example/x.js"></script>', "loads https://cdn.example/x.js from another server"),
    ('<link rel="stylesheet" href="//cdn.example/x.css">', "from another server"),
    ('<img src="https://cdn.example/x.png">', "from another server"),
])
def test_problems_are_found(text: str, problem: str, tmp_path: Path) -> None:
    (found,) = site(tmp_path, first=text)
    assert found.startswith("en/first.html: ") and problem in found


def test_chinese_text_is_indexed_by_pairs_of_characters() -> None:
    pytest.importorskip("sphinx")
    from _site.extension import ChineseSearch, split

    assert split("自动求导 autograd") == ["自动", "动求", "求导", "autograd"]
    assert split("层") == ["层"] and split("nd.array，数组") == ["nd", "array", "数组"]
    search = ChineseSearch({})
    assert search.stem("NDArray") == "ndarray"
    assert r"[A-Za-z0-9_]+|[\u3400-\u9fff]+" in search.js_splitter_code


def test_the_language_switch_leads_to_the_nearest_page(tmp_path: Path) -> None:
    pytest.importorskip("sphinx")
    from _site.extension import _same_page

    (tmp_path / "guides").mkdir()
    for name in ("index", "guides/index", "guides/data"):
        (tmp_path / f"{name}.md").touch()
    assert _same_page("guides/data", tmp_path) == "guides/data"
    assert _same_page("guides/random", tmp_path) == "guides/index"
    assert _same_page("inside/decisions/host", tmp_path) == "index"
    assert _same_page("search", tmp_path) == "search"
