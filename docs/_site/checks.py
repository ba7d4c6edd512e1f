"""Check the finished pages: links, anchors, and no files from other servers."""

from __future__ import annotations

import posixpath
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_ASSETS = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src", "object": "data"}
_NOT_LOADED = {"canonical", "next", "prev", "search", "index", "author", "copyright", "alternate"}


class _Reader(HTMLParser):
    """Collect anchors, links and assets of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.assets: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors.update(values[name] for name in ("id", "name") if name in values)
        if tag == "a" and "href" in values:
            self.links.add(values["href"])
        if tag in _ASSETS and values.get(_ASSETS[tag]) and values.get("rel", "") not in _NOT_LOADED:
            self.assets.add(values[_ASSETS[tag]])


def _is_elsewhere(url: str) -> bool:
    parts = urlsplit(url)
    return bool(parts.scheme or parts.netloc)


def _read(path: Path) -> _Reader:
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader


def find_problems(folder: Path) -> list[str]:
    """Return a sentence for each broken link and for each file that a page loads from elsewhere."""
    readers = {path.relative_to(folder).as_posix(): _read(path) for path in folder.rglob("*.html")
               if "_static" not in path.parts}
    built = {name.split("/")[0] for name in readers if "/" in name}
    problems = []
    for page, reader in sorted(readers.items()):
        problems += [f"{page}: loads {url} from another server" for url in sorted(reader.assets)
                     if _is_elsewhere(url) and not url.startswith("data:")]
        for url in sorted(reader.links):
            if _is_elsewhere(url) or not url:
                continue
            parts = urlsplit(url)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(parts.path))) \
                if parts.path else page
            if "/" in target and target.split("/")[0] in ("en", "zh") and target.split("/")[0] not in built:
                continue  # the other language is not built
            if target not in readers and not (folder / target).is_file():
                if target.split("/")[0] in ("en", "zh") and target.split("/")[0] not in built:
                    continue
                problems.append(f"{page}: the link to {url} leads to {target}, which does not exist")
            elif parts.fragment and target in readers and unquote(parts.fragment) not in readers[target].anchors:
                problems.append(f"{page}: the link to {url}: {target} has no anchor {parts.fragment}")
    return problems
