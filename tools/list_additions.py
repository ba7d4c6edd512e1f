"""List the public names of this package that MXNet 1.9.1 does not have.

    python tools/list_additions.py --mxnet PYTHON

It needs the packages of the extra ``docs``. ``PYTHON`` is an interpreter with ``mxnet==1.9.1 numpy==1.23.5``. The list
is written to ``docs/_site/additions.json``; the reference marks these entries. All compared names are written to
``tests/docs/compared_names.json``, so that a test fails if a new public name was not compared.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ADDITIONS = ROOT / "docs/_site/additions.json"
COMPARED = ROOT / "tests/docs/compared_names.json"
# Executed by MXNet's interpreter: reads names by module, and prints those that MXNet does not have.
PROGRAM = '''
import functools, importlib, inspect, json, re, sys
import mxnet

@functools.lru_cache(None)
def source(cls):
    try:
        return inspect.getsource(cls) if cls.__module__.startswith("mxnet") else ""
    except OSError:  # a class that was made by a call
        return ""

def has(owner, name):
    first, _, method = name.partition(".")
    value = getattr(owner, first, None)
    if not method:
        return hasattr(owner, first)
    if not inspect.isclass(value) or hasattr(value, method):
        return True  # the class itself is listed if it is missing
    return any(re.search(rf"self\\.{method}\\b(,[^=()]*)? = ", source(base)) for base in value.__mro__)

assert mxnet.__version__ == "1.9.1", mxnet.__file__
missing = {}
for module, names in json.load(sys.stdin).items():
    try:
        owner = importlib.import_module(f"mxnet.{module}")
    except ModuleNotFoundError as error:
        if not error.name.startswith("mxnet."):
            raise
        missing[module] = None
        continue
    absent = [name for name in names if not has(owner, name)]
    if absent:
        missing[module] = absent
print("MISSING" + json.dumps(missing))
'''


def write(path: Path, names: dict[str, Any]) -> None:
    """Write one line for each module."""
    lines = ",\n".join(f"{json.dumps(module)}: {json.dumps(found)}" for module, found in names.items())
    path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def main() -> int:
    """Compare the names and write both files."""
    parser = argparse.ArgumentParser(description="List the names that MXNet 1.9.1 does not have.")
    parser.add_argument("--mxnet", required=True, metavar="PYTHON", help="interpreter with MXNet 1.9.1")
    options = parser.parse_args()
    sys.path[:0] = [str(ROOT), str(ROOT / "docs")]
    from _site.api import compared

    names = compared()
    done = subprocess.run([options.mxnet, "-I", "-c", PROGRAM], input=json.dumps(names), stdout=subprocess.PIPE,
                          text=True, check=True)
    missing = json.loads(done.stdout.partition("MISSING")[2])
    write(ADDITIONS, missing)
    write(COMPARED, names)
    print(f"{sum(len(found or ['module']) for found in missing.values())} of {sum(map(len, names.values()))} names "
          f"are not in MXNet 1.9.1")
    return 0


if __name__ == "__main__":
    sys.exit(main())
