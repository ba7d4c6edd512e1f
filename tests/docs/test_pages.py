"""Tests of the pages: same pages and code in both languages, programs that tests execute, and links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from _site import assemble

ROOT = Path(__file__).resolve().parents[2]
ENGLISH = sorted(assemble.pages("en"))
# Pages without a translation. The Chinese pages link to the English ones.
ONLY_ENGLISH = re.compile(r"inside/decisions/(?!fidelity)\w+|guides/random")
README_TESTS = "tests/cli/test_readme.py"
# The test that executes the programs of a page. Pages with executed cells are not listed: the build runs them.
EXECUTED = {
    "guides/archives": README_TESTS,
    "guides/bench": "tests/cli/test_bench.py",
    "guides/checkpoints": README_TESTS,
    "guides/data": README_TESTS,
    "guides/inductor": README_TESTS,
    "guides/precision": README_TESTS,
    "guides/pretrained": README_TESTS,
    "guides/records": "tests/records/test_without_torch.py",
    "guides/serving": "tests/serving/test_guide.py",
    "guides/streaming": README_TESTS,
    "guides/summary": README_TESTS,
    "guides/tensorboard": README_TESTS,
    "guides/threads": README_TESTS,
    "start/error_texts": "tests/docs/test_start.py",
    "start/old_programs": README_TESTS,
    "start/ten_minutes": "tests/docs/test_start.py",
}
NOT_EXECUTED = {
    "guides/distributed": "the program needs several processes and the data set; tests/kvstore/dist runs such programs",
}


def read(language: str, page: str) -> str:
    return (ROOT / "docs" / language / f"{page}.md").read_text(encoding="utf-8")


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}[^\n]*\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def test_both_languages_have_the_same_pages() -> None:
    chinese = assemble.pages("zh")
    assert not chinese - set(ENGLISH)
    assert [page for page in ENGLISH if page not in chinese and not ONLY_ENGLISH.fullmatch(page)] == []


@pytest.mark.parametrize("page", sorted(assemble.pages("zh")))
def test_both_languages_execute_the_same_cells(page: str) -> None:
    english, chinese = read("en", page), read("zh", page)
    assert blocks(english, r"\{code-cell\}") == blocks(chinese, r"\{code-cell\}")
    assert english.startswith("---\nfile_format: mystnb") == chinese.startswith("---\nfile_format: mystnb")
    included = r"^```\{include\} (\S+)$"
    assert re.findall(included, english, re.M) == re.findall(included, chinese, re.M)


@pytest.mark.parametrize("page", ENGLISH)
def test_cells_are_on_pages_that_the_build_executes(page: str) -> None:
    text = read("en", page)
    assert text.startswith("---\nfile_format: mystnb\n") == bool(blocks(text, r"\{code-cell\}"))


def test_programs_are_executed() -> None:
    """A page with programs is in one of the tables, and the test that should execute it names it."""
    with_programs = {page for page in ENGLISH if blocks(read("en", page), "python")}
    assert with_programs == set(EXECUTED) | set(NOT_EXECUTED)
    for page, test in EXECUTED.items():
        text = (ROOT / test).read_text(encoding="utf-8")
        assert f"{page}.md" in text or f'"{page}"' in text, f"{test} does not name {page}"


@pytest.mark.parametrize("language", assemble.LANGUAGES)
def test_links_lead_to_pages_and_files(language: str, tmp_path: Path) -> None:
    assembly = assemble.Assembly(language, tmp_path)
    assembly.add_pages()
    assert {path.relative_to(tmp_path).with_suffix("").as_posix() for path in tmp_path.rglob("*.md")} >= \
        assemble.pages(language)
    security = (tmp_path / "guides/serving.md").read_text(encoding="utf-8")
    assert "](../inside/security.md)" in security and "SECURITY.md](../../" not in security
    recipes = (tmp_path / "guides/distributed.md").read_text(encoding="utf-8")
    assert "](../files/docs/recipes/slurm.sh)" in recipes and (tmp_path / "files/docs/recipes/slurm.sh").is_file()
    assert (tmp_path / "files/benchmarks/curves.png").is_file()


def test_links_of_one_page() -> None:
    assembly = assemble.Assembly("en", Path("unused"))

    def shown(text: str) -> str:
        return assembly._replace_links(text, "docs/en/guides/data.md", "guides/data")

    assert shown("[a](saving.md#atomic)") == "[a](saving.md#atomic)"
    assert shown("[a](../../../ARCHITECTURE.md)") == "[a](../inside/architecture.md)"
    assert shown("[a](../../zh/guides/data.md)") == '<a href="../../zh/guides/data.html">a</a>'
    assert shown("see [`LICENSE`](../../../LICENSE)") == "see `LICENSE`"
    assert shown("[a](https://pytorch.org) [b](#part)") == "[a](https://pytorch.org) [b](#part)"
    assert shown("```text\n[a](nowhere.md)\n```") == "```text\n[a](nowhere.md)\n```"
    with pytest.raises(assemble.BrokenLink, match=r"docs/en/guides/data.md: .* docs/en/guides/nowhere.md, which"):
        shown("[a](nowhere.md)")
