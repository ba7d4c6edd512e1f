"""Write or check golden files, which hold what the real MXNet 1.9.1 computes for the cases of the tests.

Run it in an environment with ``mxnet==1.9.1 numpy==1.23.5`` (and OpenCV for ``im2rec`` and ``seed_aug``)::

    python tools/golden.py --list
    python tools/golden.py loss rnn
    python tools/golden.py --check all

The suite ``loss`` is the module ``golden_loss.py`` in a folder of ``tests``, which tests import too. A suite has

- ``CASES``: the names of its cases, as a list or the keys of a dict;
- ``observe(case)``: run a case and return entries, a dict;
- ``FILE`` or ``FOLDER``, relative to the module. ``FILE`` holds the entries of all cases. In ``FOLDER``, each entry is
  a file, and so is each file that a case writes to the working directory, which is initially empty.

It may have

- ``combine(results)``: make the entries from the results of all cases, by case;
- ``SEED``: seed of all generators before each case; 0 by default, None to skip seeding;
- ``APART = True``: run each case in a separate process;
- ``MAY_FAIL = True``: skip cases that MXNet cannot run;
- ``LAYOUT`` of JSON: the indentation, "compact", or "lines" for one entry per line.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import io
import json
import logging
import multiprocessing
import os
import random
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / "tests").rglob("golden_*.py"), key=lambda path: path.name)
SUITES = {path.stem.removeprefix("golden_"): path for path in FILES}


def in_process(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of a call in a new process, or None if the process ends without one."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=lambda: sender.send(function(*arguments)))
    process.start()
    sender.close()
    try:
        return receiver.recv()
    except EOFError:
        return None
    finally:
        process.join()


def load(name: str) -> ModuleType:
    """Import a suite for the real MXNet."""
    found = importlib.util.find_spec("mxnet")
    if found is None or (Path(found.origin).parent / "_runtime").exists():
        place = "is missing" if found is None else f"in {Path(found.origin).parent} is this package"
        raise SystemExit(f"mxnet {place}: run tools/golden.py in an environment with mxnet==1.9.1, without PYTHONPATH")
    sys.path.insert(0, str(SUITES[name].parent))
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    return importlib.import_module(SUITES[name].stem)


def seed(number: int | None) -> None:
    """Seed all generators, unless `number` is None."""
    if number is not None:
        import mxnet as mx

        mx.random.seed(number)
        np.random.seed(number)
        random.seed(number)


def observe(suite: ModuleType, case: str) -> Any:
    """Return the result of a case, or None if it fails and is allowed to."""
    seed(getattr(suite, "SEED", 0))
    try:
        return suite.observe(case)
    except Exception as error:
        if not getattr(suite, "MAY_FAIL", False):
            raise
        print(f"  {case}: {str(error).splitlines()[-1][:150]}")
        return None


def observe_all(suite: ModuleType) -> dict[str, Any]:
    """Return the results of all cases."""
    results = {}
    for case in suite.CASES:
        result = in_process(observe, suite, case) if getattr(suite, "APART", False) else observe(suite, case)
        if result is not None:
            results[case] = result
        elif getattr(suite, "MAY_FAIL", False):
            print(f"  {case}: left out")
        else:
            raise SystemExit(f"{suite.__name__}: the case {case!r} has no result")
    return results


def encode(name: str, content: Any, layout: Any) -> bytes:
    """Return the bytes of a file: raw content, arrays by name, or JSON."""
    if isinstance(content, (bytes, bytearray)):
        return bytes(content)
    if isinstance(content, str):
        return content.encode()
    if name.endswith(".npz"):
        file = io.BytesIO()
        np.savez_compressed(file, **content)
        return file.getvalue()
    if layout == "compact":
        return json.dumps(content, separators=(",", ":")).encode()
    if layout == "lines":
        lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in content.items())
        return ("{\n" + ",\n".join(lines) + "\n}\n").encode()
    return (json.dumps(content, indent=layout) + "\n").encode()


def make_files(suite: ModuleType) -> dict[Path, bytes]:
    """Run a suite and return the content of its files."""
    base, layout = Path(suite.__file__).parent, getattr(suite, "LAYOUT", None)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        results = observe_all(suite)
        if hasattr(suite, "combine"):
            entries = suite.combine(results)
        else:
            entries = {key: value for result in results.values() for key, value in result.items()}
        if hasattr(suite, "FILE"):
            return {base / suite.FILE: encode(suite.FILE, entries, layout)}
        left = {str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}
    return {base / suite.FOLDER / name: encode(name, content, layout) for name, content in {**left, **entries}.items()}


def same_but_rounding(stored: np.ndarray, made: np.ndarray) -> bool:
    """Return whether the difference of two arrays is within rounding, which depends on the processor."""
    if (stored.dtype, stored.shape) != (made.dtype, made.shape):
        return False
    if stored.dtype.kind != "f":
        return stored.tobytes() == made.tobytes()
    tolerance = max(1e-4, 4 * float(np.finfo(stored.dtype).eps))
    return np.allclose(stored, made, rtol=tolerance, atol=tolerance / 10, equal_nan=True)


def compare(path: Path, made: bytes) -> str:
    """Compare new content with the stored file: "equal", "rounding", or a description of the difference."""
    if not path.exists():
        return "no such file"
    stored = path.read_bytes()
    if stored == made:
        return "equal"
    if path.suffix != ".npz":
        return "differs"
    old, new = (dict(np.load(io.BytesIO(content))) for content in (stored, made))
    if list(old) != list(new):
        return f"other arrays: {sorted(set(old) ^ set(new)) or 'their order'}"
    wrong = [name for name in old if not same_but_rounding(old[name], new[name])]
    if wrong:
        return f"{len(wrong)} of {len(old)} arrays differ: {', '.join(wrong[:5])}"
    changed = sum(old[name].tobytes() != new[name].tobytes() for name in old)
    return f"rounding in {changed} of {len(old)} arrays" if changed else "equal"


def write(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".new")
    temporary.write_bytes(content)
    temporary.replace(path)


def run(name: str, check: bool) -> bool:
    """Write or check the files of a suite. Return True on success."""
    suite = load(name)
    good = True
    for path, content in make_files(suite).items():
        path = path.resolve()
        outcome = compare(path, content)
        if not check and outcome != "equal":
            write(path, content)
        good &= not check or outcome.startswith(("equal", "rounding"))
        print(f"{name}: {path.relative_to(ROOT)}: {outcome}{'' if check or outcome == 'equal' else ', written'}")
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="names of suites, or all")
    parser.add_argument("--check", action="store_true", help="compare with the stored files instead of writing them")
    parser.add_argument("--list", action="store_true", help="list the suites")
    options = parser.parse_args()
    if options.list or not options.suites:
        for name, path in SUITES.items():
            print(f"{name:20} {ast.get_docstring(ast.parse(path.read_text())).splitlines()[0]}")
        return 0
    chosen = list(SUITES) if options.suites == ["all"] else options.suites
    unknown = [name for name in chosen if name not in SUITES]
    if unknown:
        parser.error(f"unknown suites: {', '.join(unknown)}. Run with --list to see the known ones")
    failed = [name for name in chosen if not in_process(run, name, options.check)]
    if failed:
        print("failed:", *failed)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
