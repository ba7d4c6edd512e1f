"""Tests of the pages: same pages, code and facts in both languages, programs that tests execute, and links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from _site import assemble

ROOT = Path(__file__).resolve().parents[2]
ENGLISH = sorted(assemble.pages("en"))
FENCE = re.compile(r"^ *(`{3,})[^\n]*\n.*?^ *\1 *$", flags=re.MULTILINE | re.DOTALL)
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
    assert assemble.pages("zh") == set(ENGLISH)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the pages of both languages, with the files that they include."""
    path: Path = tmp_path_factory.mktemp("pages")
    for language in assemble.LANGUAGES:
        assemble.Assembly(language, path / language).add_pages()
    return path


def outline(text: str) -> dict[str, list[str] | list[list[int]]]:
    """Return the parts of a page that are the same in all languages."""
    prose = FENCE.sub("", text)
    tables = [[len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()]
              for table in re.findall(r"(?:^\|.*\n?)+", prose, flags=re.MULTILINE)]
    return {"headings": re.findall(r"^(#+) ", prose, flags=re.MULTILINE), "cells of table rows": tables,
            "code": [block[0] for block in FENCE.finditer(text)]}


def facts(section: str) -> set[str]:
    """Return the code, the numbers and the targets of links in the text of a section.

    Points and commas in numbers are left out, because 3.9 billion has other digits in Chinese, and so are dates.
    """
    section = re.sub(r"\d+ [A-Z][a-z]+ 20\d\d|20\d\d 年 \d+ 月 \d+ 日", "", section)
    section = re.sub(r"\{doc\}`[^`<]*<([^`>]+)>`", r"`\1`", section)
    prose = re.sub(r"</?[a-z]+\b[^>]*>", "", FENCE.sub("", section))
    code = {" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose)}
    prose = re.sub(r"`[^`]+`", "", prose)
    links = {target.partition("#")[0].replace(".zh.svg", ".svg") for target in re.findall(r"\]\(([^)]+)\)", prose)}
    numbers = re.findall(r"\d[\d,.]*", re.sub(r"\]\([^)]+\)", "]", prose))
    return code | links | {re.sub("[,.]", "", number) for number in numbers}


@pytest.mark.parametrize("page", ENGLISH)
def test_both_languages_have_the_same_headings_tables_and_code(page: str, folder: Path) -> None:
    english, chinese = ((folder / language / f"{page}.md").read_text(encoding="utf-8") for language in ("en", "zh"))
    assert outline(english) == outline(chinese)
    assert english.startswith("---\nfile_format: mystnb") == chinese.startswith("---\nfile_format: mystnb")


@pytest.mark.parametrize("page", ENGLISH)
def test_both_languages_state_the_same_facts(page: str, folder: Path) -> None:
    """A change of a name or number in one language is also made in the other one."""
    english, chinese = (re.split(r"^#+ .*$", FENCE.sub("", (folder / language / f"{page}.md").read_text("utf-8")),
                                 flags=re.MULTILINE) for language in ("en", "zh"))
    differences = {number: facts(first) ^ facts(second) for number, (first, second) in
                   enumerate(zip(english, chinese)) if facts(first) != facts(second)}
    assert differences == {}, f"by number of the section of {page}"


def test_changed_translations_are_found() -> None:
    assert facts("At most `size` = 3.9 billion, see [x](y.md#part).") == facts("`size` 最多为 39 亿，见[甲](y.md#乙)。")
    assert facts("Takes 21 ms.") ^ facts("用时 20 毫秒。") == {"21", "20"}
    assert outline("# A\n\n| a | b |\n| 1 | 2 |\n") != outline("# 甲\n\n| a | b |\n")
    assert outline("```python\nx = 1\n```\n") != outline("```python\nx = 2\n```\n")


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
    assert assemble.included("zh") == assemble.included("en")
    assert shown("[a](../../zh/guides/data.md)") == '<a href="../../zh/guides/data.html">a</a>'
    chinese = assemble.Assembly("zh", Path("unused"))
    assert chinese._replace_links("[a](docs/en/guides/data.md)", "CHANGELOG.md", "releases/changelog") == \
        "[a](../guides/data.md)"
    assert shown("see [`LICENSE`](../../../LICENSE)") == "see `LICENSE`"
    assert shown("[a](https://pytorch.org) [b](#part)") == "[a](https://pytorch.org) [b](#part)"
    assert shown("```text\n[a](nowhere.md)\n```") == "```text\n[a](nowhere.md)\n```"
    with pytest.raises(assemble.BrokenLink, match=r"docs/en/guides/data.md: .* docs/en/guides/nowhere.md, which"):
        shown("[a](nowhere.md)")


@pytest.mark.parametrize("text, joined", [
    ("数组的\n形状", "数组的形状"),
    ("- 数组，\n  `x` 和\n  `y`", "- 数组，`x` 和\n  `y`"),
    ("torch\n（张量）", "torch（张量）"),
    ("步骤：\n1. 安装\n2. 运行", "步骤：\n1. 安装\n2. 运行"),
    ("共\n32 MB。\n2026 年", "共\n32 MB。2026 年"),
    ("# 标题\n\n正文，\n\n| 表 |\n| 格 |", "# 标题\n\n正文，\n\n| 表 |\n| 格 |"),
    ("English,\nnot Chinese", "English,\nnot Chinese"),
])
def test_lines_of_chinese_text_are_joined(text: str, joined: str) -> None:
    assert assemble.join_lines(text) == joined


def test_blocks_of_included_files() -> None:
    text = "# Results\n\n| a |\n|---|\n\nAhead:\n\n- b\n- c\n\nDate: today\n"
    assert assemble.find_block(text, "| a |") == "| a |\n|---|\n"
    assert assemble.find_block(text, "Ahead:") == "- b\n- c\n"
    assert assemble.find_block(text, "Date") == "Date: today\n"
    with pytest.raises(assemble.BrokenLink, match="0 paragraphs, lists and tables start with 'Machine'"):
        assemble.find_block(text, "Machine")
