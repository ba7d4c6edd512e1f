"""The READMEs: the same commands and programs in both languages, and the programs run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
READMES = ("README.md", "README.zh-CN.md")
PAIRS = (READMES, ("docs/distributed.md", "docs/distributed.zh-CN.md"))


def blocks(name, language):
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", READMES)
def test_first_screen_holds_the_two_commands(name):
    first_screen = "\n".join((ROOT / name).read_text(encoding="utf-8").splitlines()[:24])
    commands = re.findall(r"^```bash\n(.*?)\n```$", first_screen, flags=re.MULTILINE | re.DOTALL)
    assert commands == ['pip install ".[demo]" && mxnet demo', 'pip install ".[test]" && pytest -n 2']


@pytest.mark.parametrize("pair", PAIRS)
def test_both_languages_show_the_same_code(pair):
    for language in ("python", "bash", "text"):
        assert blocks(pair[0], language) == blocks(pair[1], language)


@pytest.mark.parametrize("pair", PAIRS)
def test_both_languages_have_the_same_sections(pair):
    assert outline(pair[0]) == outline(pair[1])


def outline(name):
    """The levels of the headings and how many points and table rows there are, in order."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return [line.split(" ")[0] for line in lines if line.startswith(("#", "-", "|"))]


def test_links_lead_to_files():
    for name in (*READMES, *PAIRS[1], "CONTRIBUTING.md"):
        links = re.findall(r"\]\(([^)#]+)\)", (ROOT / name).read_text(encoding="utf-8"))
        missing = [link for link in links if "://" not in link and not ((ROOT / name).parent / link).exists()]
        assert not missing, f"{name} links to {missing}"


def test_programs_run(capsys):
    programs = blocks(READMES[0], "python")
    assert programs
    namespace: dict[str, object] = {"__name__": "readme"}
    for program in programs:
        exec(compile(program, READMES[0], "exec"), namespace)
    printed = capsys.readouterr().out
    assert float(printed.splitlines()[0]) < 0.1  # the first program prints its loss,
    assert "\ndef forward(" in printed  # the second one generated code
