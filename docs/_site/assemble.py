"""Collect the pages of one language in a folder that Sphinx can build.

Pages link to files of the repository by relative paths, so that they also work where people read the Markdown itself.
These links are replaced as follows:

* a page of the same language, or a file that a page of it includes: a link to that page;
* a page of the other language: a link to the other site, or to the page of this language if the link is in an included
  file;
* a file in ``docs`` or an image: copied to the site;
* any other file of the repository, such as a source file: its name as text.

Lines of Chinese text are joined, because browsers show the end of a line as a space.

A link to a file that does not exist is an error. Included files (``{include}`` blocks) are inserted without their first
heading, because the including page has one. The option ``:block: TEXT`` inserts a single paragraph, list or table: the
one that starts with the text, or the one that follows it if the text ends with a colon.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("en", "zh")
_FIXED = {"README.md": ("en", "index"), "README.zh-CN.md": ("zh", "index")}
_INCLUDE = re.compile(r"^```\{include\} (\S+)\n(?::block: (.+)\n)?```$", flags=re.MULTILINE)
_FENCE = re.compile(r"^(`{3,}|~{3,})[^\n]*\n.*?^\1`*\s*?$", flags=re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)\s]+)\)")
_IMAGES = (".png", ".svg", ".jpg")
# Ends of lines between Chinese characters, or next to Chinese punctuation.
_CHINESE_LINES = re.compile(r"(?<=[\u3001-\u9fff\uff01-\uff5e”])\n *(?=[\u3001-\u9fff\uff01-\uff5e“”])|"
                            r"(?<=[\u3001-\u3011\uff01-\uff1f])\n *(?=[A-Za-z`\[(]|\d+(?!\d*\. ))|"
                            r"(?<=[^\s|:#])\n *(?=[\u3001-\u3011\uff01-\uff1f])")


class BrokenLink(Exception):
    """A page links to a file, or includes a part of a file, that does not exist."""


def pages(language: str) -> set[str]:
    """Return the names of the pages of a language, such as ``guides/random``."""
    folder = ROOT / "docs" / language
    return {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.md")}


def included(language: str) -> dict[str, str]:
    """Return the page of a language with the content of a file of the repository, by the path of the file.

    The page includes the file, or is the translation of an English page that does.
    """
    found = {}
    for page in pages("en") & pages(language):
        path = f"docs/en/{page}.md"
        for name, _ in _INCLUDE.findall((ROOT / path).read_text(encoding="utf-8")):
            found[posixpath.normpath(posixpath.join(posixpath.dirname(path), name))] = page
    return found


def join_lines(text: str) -> str:
    """Join the lines of Chinese paragraphs where no space belongs.

    >>> join_lines("数组的\\n形状，\\n以及 `NDArray`\\n的类型")
    '数组的形状，以及 `NDArray`\\n的类型'
    """
    return _CHINESE_LINES.sub("", text)


def find_block(text: str, line: str) -> str:
    """Return the paragraph, list or table that starts with `line`, or follows it if `line` ends with a colon.

    >>> find_block("Fruit:\\n\\n- apple\\n- pear\\n\\nDate: today\\n", "Fruit:")
    '- apple\\n- pear\\n'
    >>> find_block("Fruit:\\n\\n- apple\\n- pear\\n\\nDate: today\\n", "Date")
    'Date: today\\n'
    """
    blocks = [block for block in re.split(r"\n{2,}", text) if block.strip()]
    starts = [number for number, block in enumerate(blocks) if block.startswith(line)]
    if len(starts) != 1:
        raise BrokenLink(f"{len(starts)} paragraphs, lists and tables start with {line!r}, expected one")
    return blocks[starts[0] + line.endswith(":")].rstrip("\n") + "\n"


class Assembly:
    """Pages and other files of one language.

    Parameters
    ----------
    language : str
        Its code.
    folder : Path
        Folder for the pages.
    """

    def __init__(self, language: str, folder: Path) -> None:
        self.language, self.folder = language, folder
        self.pages = {name: pages(name) for name in LANGUAGES}
        self.included = included(language)
        self.written: set[Path] = set()

    def write(self, name: str, text: str) -> None:
        """Write a file, unless it has this text already. Sphinx only reads files again that have changed."""
        path = self.folder / name
        self.written.add(path)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def add_pages(self) -> None:
        """Add the pages of the language, with links and included files replaced."""
        for page in sorted(self.pages[self.language]):
            source = f"docs/{self.language}/{page}.md"
            text = (ROOT / source).read_text(encoding="utf-8")
            parts, end = [], 0
            for block in _INCLUDE.finditer(text):
                path = posixpath.normpath(posixpath.join(posixpath.dirname(source), block[1]))
                content = (ROOT / path).read_text(encoding="utf-8")
                inserted = find_block(content, block[2]) if block[2] else re.sub(r"\A# .*\n", "", content)
                parts += [self._replace_links(text[end:block.start()], source, page),
                          self._replace_links(inserted, path, page)]
                end = block.end()
            self.write(f"{page}.md", "".join([*parts, self._replace_links(text[end:], source, page)]))

    def remove_stale(self) -> None:
        """Remove files of an earlier assembly."""
        for path in self.folder.rglob("*"):
            if path.is_file() and path not in self.written:
                path.unlink()

    def _replace_links(self, text: str, source: str, page: str) -> str:
        """Replace the links of a text outside of code blocks. `source` is its path in the repository."""
        parts, end = [], 0
        for block in _FENCE.finditer(text):
            parts += [self._replace_all(text[end:block.start()], source, page), block[0]]
            end = block.end()
        return "".join([*parts, self._replace_all(text[end:], source, page)])

    def _replace_all(self, text: str, source: str, page: str) -> str:
        text = join_lines(text) if self.language == "zh" else text
        return _LINK.sub(lambda link: self._replace(link, source, page), text)

    def _replace(self, link: re.Match[str], source: str, page: str) -> str:
        image, label, target = link.groups()
        if re.match(r"[a-z]+:|#", target):
            return link[0]
        name, mark, anchor = target.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), name))
        where = self._find(path)
        if where is None and not (ROOT / path).exists():
            raise BrokenLink(f"{source}: the link to {target} leads to {path}, which does not exist")
        if where is None:
            copied = self._copy(path, page)
            return f"{image}[{label}]({copied})" if copied else label
        language, other = where
        if not source.startswith("docs/") and other in self.pages[self.language]:
            language = self.language
        start = posixpath.dirname(page) or "."
        if language == self.language:
            relative = posixpath.relpath(f"{other}.md", start)
            return f"[{label}]({relative}{mark}{anchor})"
        relative = posixpath.relpath(f"../{language}/{other}.html", start)
        return f'<a href="{relative}{mark}{anchor}">{label}</a>'

    def _find(self, path: str) -> tuple[str, str] | None:
        """Return the language and the name of the page with the content of a file of the repository."""
        if path in self.included:
            return self.language, self.included[path]
        if path in _FIXED:
            return _FIXED[path]
        match = re.fullmatch(r"docs/(en|zh)/(.+)\.md", path)
        return (match[1], match[2]) if match and match[2] in self.pages[match[1]] else None

    def _copy(self, path: str, page: str) -> str | None:
        """Copy a file that is shown or downloaded, and return its path relative to the page."""
        if not (ROOT / path).is_file() or not (path.startswith("docs/") or path.endswith(_IMAGES)):
            return None
        name = f"files/{path}"
        copy = self.folder / name
        self.written.add(copy)
        if not copy.exists() or copy.read_bytes() != (ROOT / path).read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, copy)
        return os.path.relpath(name, posixpath.dirname(page) or ".").replace(os.sep, "/")


def assemble(language: str, folder: Path) -> None:
    """Write the sources of the site of one language to a folder."""
    from . import api, commands

    assembly = Assembly(language, folder)
    assembly.add_pages()
    for name, text in {**api.generate(language), **commands.generate(language)}.items():
        assembly.write(name, text)
    assembly.remove_stale()
