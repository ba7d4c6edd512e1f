"""Run mypy on the packages, and compare what it finds in ``tests/typing`` with the comments there.

    python tools/check_types.py             # mypy
    python tools/check_types.py --pyright   # pyright instead, on tests/typing only

A line with ``# is NAME`` must reveal this class, a line with ``# wrong`` must be an error, and no other line may be
one.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = sorted((ROOT / "tests" / "typing").glob("*.py"))
Messages = dict[tuple[str, int], list[str]]


def run_mypy() -> tuple[Messages, list[str]]:
    """Return mypy's messages about the programs by file and line, and its messages about the packages."""
    # Files and packages cannot be combined, but folders of packages are files.
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "mxnet", "mxnet_records", *map(str, PROGRAMS)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    programs: Messages = {}
    others = ended.stderr.splitlines()
    for line in ended.stdout.splitlines():
        found = re.match(r"tests/typing/(\w+\.py):(\d+): (.*)", line.replace("\\", "/"))
        if found:
            programs.setdefault((found[1], int(found[2])), []).append(found[3])
        else:
            others.append(line)
    return programs, others


def run_pyright() -> tuple[Messages, list[str]]:
    """Return pyright's messages about the programs by file and line."""
    ended = subprocess.run(["pyright", "--pythonpath", sys.executable, "--outputjson", *map(str, PROGRAMS)], cwd=ROOT,
                           capture_output=True, text=True)
    programs: Messages = {}
    for one in json.loads(ended.stdout)["generalDiagnostics"]:
        place = Path(one["file"]).name, one["range"]["start"]["line"] + 1
        programs.setdefault(place, []).append(f"{one['severity']}: {one['message']}")
    return programs, []


def compare(name: str, number: int, line: str, messages: list[str]) -> str | None:
    """Return what is wrong with the messages about a line, or None."""
    errors = [message for message in messages if message.startswith("error")]
    revealed = re.search(r'[Rr]evealed type is "(.*)"|is "(.*)"$', " ".join(m for m in messages if m not in errors))
    text = (revealed[1] or revealed[2]) if revealed else ""
    expected = re.search(r"# is (\w+)$", line)
    place = f"tests/typing/{name}:{number}"
    if expected and (errors or not re.match(rf"(\w+\.)*{expected[1]}(\[|$)", text)):
        return f"{place}: expected {expected[1]}, found {text or errors}"
    if line.endswith("# wrong") and not errors:
        return f"{place}: expected an error"
    return f"{place}: {errors}" if errors and not line.endswith("# wrong") else None


def main() -> int:
    """Print what differs from the comments, and what mypy reports about the packages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pyright", action="store_true", help="run pyright on tests/typing")
    messages, problems = run_pyright() if parser.parse_args().pyright else run_mypy()
    for path in PROGRAMS:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            problem = compare(path.name, number, line, messages.get((path.name, number), []))
            problems += [problem] if problem else []
    print(*problems, f"{len(problems)} problems", sep="\n")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
