"""Write the programs of ``examples`` as notebooks.

    python tools/make_notebooks.py           # write examples/notebooks/*.ipynb
    python tools/make_notebooks.py --check   # fail if a notebook differs from its program

The docstring of a program becomes the first cell, without the part "How to run". A line ``# %% Title`` starts a
section; the comment below it becomes text. The body of ``main`` is split at its empty lines into cells, and a last cell
shows the picture. Notebooks have no outputs, and the same program always gives the same bytes.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
NOTEBOOKS = EXAMPLES / "notebooks"
MARKER = "# %% "
INSTALL = 'pip install "mxnet-torch[demo]"'

Cell = tuple[str, str]  # kind (markdown or code) and text


def read_docstring(name: str, tree: ast.Module) -> str:
    """Return the docstring of a program as Markdown, without the commands that run it."""
    docstring = ast.get_docstring(tree) or ""
    title, _, text = docstring.partition("\n\n")
    text = re.sub(r"How to run::\n\n(?: .*\n|\n)+", "", text).replace("``", "`")
    return (f"# {title.rstrip('.')}\n\n{text}\n\n*Generated from [`{name}`](../{name}). It needs matplotlib: "
            f"`{INSTALL}`.*")


def split_sections(lines: list[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the title, the text and the code of each section."""
    starts = [number for number, line in enumerate(lines) if line.startswith(MARKER)]
    for start, end in zip(starts, [*starts[1:], len(lines)]):
        code = start + 1
        while code < end and lines[code].startswith("#"):
            code += 1
        text = "\n".join(line.removeprefix("#").removeprefix(" ") for line in lines[start + 1:code])
        yield lines[start].removeprefix(MARKER), text, lines[code:end]


def split_main(name: str, lines: list[str]) -> Iterator[Cell]:
    """Yield the cells of the body of ``main``."""
    tree = ast.parse("\n".join(lines))
    (main,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "main")
    body = main.body[1:] if ast.get_docstring(main) else main.body
    text = textwrap.dedent("\n".join(lines[body[0].lineno - 1:main.end_lineno]))
    if not isinstance(body[-1], ast.Return) or sum(isinstance(node, ast.Return) for node in ast.walk(main)) > 1:
        raise SystemExit(f"{name}: main must have one return statement, at its end")
    text = text.replace("parse_options(arguments)", 'parse_options([])  # or options such as ["--seed", "2"]')
    text = re.sub(r"^return ", "", text, flags=re.MULTILINE)
    for chunk in re.split(r"\n\n+(?=\S)", text):
        yield "code", chunk
    for picture in re.findall(r'options\.output / "(\w+\.png)"', text):
        yield "code", f'from IPython.display import Image\n\nImage(filename=str(options.output / "{picture}"))'


def make_cells(path: Path) -> list[Cell]:
    """Return the cells of a program."""
    source = path.read_text(encoding="utf-8")
    tree, lines = ast.parse(source), source.splitlines()
    sections = list(split_sections(lines))
    if not sections or sections[-1][0] != "Program":
        raise SystemExit(f"{path.name}: the last section must be '{MARKER}Program'")
    first = next(number for number, line in enumerate(lines) if line.startswith(MARKER))
    docstring_end = tree.body[0].end_lineno or 0
    preamble = [line for line in lines[docstring_end:first] if not line.startswith("from __future__")]
    cells = [("markdown", read_docstring(path.name, tree)), ("code", "\n".join(preamble))]
    for title, text, code in sections:
        cells.append(("markdown", f"## {title}\n\n{text}"))
        cells += split_main(path.name, code) if title == "Program" else [("code", "\n".join(code))]
    return [(kind, stripped) for kind, text in cells if (stripped := text.strip())]


def make_notebook(path: Path) -> str:
    """Return the notebook of a program as JSON."""
    cells: list[dict[str, Any]] = []
    for number, (kind, text) in enumerate(make_cells(path)):
        cell: dict[str, Any] = {"cell_type": kind, "id": f"{path.stem.replace('_', '-')}-{number:02}", "metadata": {},
                                "source": text.splitlines(keepends=True)}
        cells.append(cell if kind == "markdown" else {**cell, "execution_count": None, "outputs": []})
    notebook = {
        "cells": cells,
        "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
                     "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main() -> None:
    """Write or check all notebooks."""
    parser = argparse.ArgumentParser(description="Write the programs of examples as notebooks.")
    parser.add_argument("--check", action="store_true", help="compare only, and fail if a notebook differs")
    options = parser.parse_args()
    texts = {NOTEBOOKS / f"{path.stem}.ipynb": make_notebook(path) for path in sorted(EXAMPLES.glob("*.py"))}
    stale = [path for path, text in texts.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    extra = [path for path in sorted(NOTEBOOKS.glob("*.ipynb")) if path not in texts]
    names = ", ".join(path.name for path in (*stale, *extra))
    if options.check:
        sys.exit(f"differ from the programs: {names}. Run python tools/make_notebooks.py" if names else None)
    NOTEBOOKS.mkdir(exist_ok=True)
    for path in stale:
        path.write_text(texts[path], encoding="utf-8")
    for path in extra:
        path.unlink()
    print(f"changed: {names or 'nothing'}")


if __name__ == "__main__":
    main()
