"""The extension that Sphinx loads: the language switch, and search in Chinese."""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.search import SearchLanguage

_EVERYWHERE = ("genindex", "search")  # pages that Sphinx writes
_WORDS = re.compile(r"[A-Za-z0-9_]+|[\u3400-\u9fff]+")


def split(text: str) -> list[str]:
    """Split a text into Latin words and pairs of neighbouring Chinese characters.

    >>> split("自动求导 autograd")
    ['自动', '动求', '求导', 'autograd']
    """
    found: list[str] = []
    for word in _WORDS.findall(text):
        if word[0] < "\u3400" or len(word) < 3:
            found.append(word)
        else:
            found.extend(word[start:start + 2] for start in range(len(word) - 1))
    return found


class ChineseSearch(SearchLanguage):
    """Index pairs of characters, and split queries the same way in the browser.

    Sphinx's own Chinese search needs a dictionary of 40 MB for the index, and does not split the query, so it finds
    only queries that are one word of the dictionary.
    """

    lang = "zh"
    language_name = "Chinese"
    js_splitter_code = r"""
var splitQuery = (query) => (query.match(/[A-Za-z0-9_]+|[\u3400-\u9fff]+/g) || []).flatMap((word) =>
  word[0] < "\u3400" || word.length < 3
    ? [word]
    : Array.from({length: word.length - 1}, (_, start) => word.slice(start, start + 2)));
"""

    def split(self, input: str) -> list[str]:
        """Return the words of a text."""
        return split(input)

    def stem(self, word: str) -> str:
        """Return the word in lower case, as the browser does with queries."""
        return word.lower()


def _same_page(pagename: str, source: Path) -> str:
    """Return the page of the other language: the same one, or the index of the nearest folder that it has."""
    if pagename in _EVERYWHERE or any((source / f"{pagename}{suffix}").exists() for suffix in (".md", ".rst")):
        return pagename
    folder = posixpath.dirname(pagename)
    while folder and not (source / folder / "index.md").exists():
        folder = posixpath.dirname(folder)
    return posixpath.join(folder, "index")


def _add_switch(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    other = "en" if app.config.language.startswith("zh") else "zh"
    page = _same_page(pagename, Path(os.environ["DOCS_SOURCES"]) / other)
    context["other_language"] = {"en": "English", "zh": "中文"}[other]
    context["other_language_code"] = {"en": "en", "zh": "zh-CN"}[other]
    context["other_language_url"] = f"{'../' * (pagename.count('/') + 1)}{other}/{page}.html"


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the handlers."""
    app.add_search_language(ChineseSearch)
    app.connect("html-page-context", _add_switch)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
