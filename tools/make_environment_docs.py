"""Write the tables of ``guides/environment.md`` in both languages from the declarations in `mxnet_records.environment`.

Chinese descriptions are kept from the file. A new variable gets its English description, which must be translated by
hand.

    python tools/make_environment_docs.py [--check]
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from mxnet_records.environment import VARIABLES, Choice, Names, Setting

DOCS = Path(__file__).resolve().parents[1] / "docs"
ENGLISH, CHINESE = (DOCS / language / "guides" / "environment.md" for language in ("en", "zh"))
FILES = {ENGLISH: "| Variable | Value | Default | Effect |",
         CHINESE: "| 变量 | 取值 | 默认值 | 作用 |"}
_KINDS = {ENGLISH: {"an integer": "integer", "a path": "path", "text": "text"},
          CHINESE: {"an integer": "整数", "a path": "路径", "text": "文本"}}


def _value(variable: Setting, file: Path) -> str:
    if isinstance(variable, (Choice, Names)):
        return ", ".join(f"`{choice}`" for choice in variable.choices)
    return _KINDS[file].get(variable.kind) or ", ".join(f"`{part}`" for part in variable.kind.split(" or "))


def _row(variable: Setting, file: Path, effects: dict[str, str]) -> str:
    default = f"`{variable.default}`" if variable.default and not variable.foreign else ""
    effect = variable.help if file == ENGLISH else effects.get(variable.name, variable.help)
    return f"| `{variable.name}` | {_value(variable, file)} | {default} | {effect} |"


def _table(variables: Iterable[Setting], file: Path, effects: dict[str, str]) -> str:
    return "\n".join([FILES[file], "|---|---|---|---|", *(_row(variable, file, effects) for variable in variables)])


def written(file: Path) -> str:
    """Return the text of a file with both tables regenerated: variables of this package, then those of other packages.
    """
    text = file.read_text(encoding="utf-8")
    effects = dict(re.findall(r"^\| `(\w+)` \| .* \| ([^|]*) \|$", text, re.M))
    foreign = False
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        if line == FILES[file]:
            lines.append(_table([v for v in VARIABLES.values() if v.foreign == foreign], file, effects))
            foreign, inside = True, True
        elif not (inside and line.startswith("|")):
            lines.append(line)
            inside = False
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the files, or with --check return 1 if one is out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, fail if a table is out of date")
    check = parser.parse_args().check
    stale = [file for file in FILES if file.read_text(encoding="utf-8") != written(file)]
    for file in stale:
        if check:
            print(f"{file.relative_to(DOCS.parent)} is out of date: run python tools/make_environment_docs.py")
        else:
            file.write_text(written(file), encoding="utf-8")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
