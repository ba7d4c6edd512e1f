"""Run the tests with many versions of Python, torch and NumPy, and write the results to docs/en/start/compatibility.md.

    python tools/test_matrix.py                      # every environment whose interpreter is found
    python tools/test_matrix.py --only 3.14 --python 3.14=/opt/python3.14/bin/python
    python tools/test_matrix.py --write-docs         # only write the pages

Each environment is created in ``--folder``, tested and deleted. Results are added to docs/compatibility.json, from
which the pages are generated. Reasons for failures are written there by hand and kept.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "compatibility.json"
PAGES = {"": ROOT / "docs/en/start/compatibility.md", "zh": ROOT / "docs/zh/start/compatibility.md"}
BEGIN, END = "<!-- results -->", "<!-- end of results -->"
HEADINGS = {
    "": "| Python | torch | NumPy | Settings | Passed | Failed | Skipped | Date |",
    "zh": "| Python | torch | NumPy | 设置 | 通过 | 失败 | 跳过 | 日期 |",
}


class Environment(NamedTuple):
    """Versions to test together. Empty strings stand for the newest release."""

    python: str
    torch: str
    numpy: str = ""
    constrained: bool = False
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """Return a short name for folders and the option ``--only``."""
        settings = "".join(f"-{key}={value}" for key, value in self.settings)
        return f"{self.python}-torch{self.torch or 'newest'}-numpy{self.numpy or 'newest'}{settings}"


ENVIRONMENTS = (
    Environment("3.10", "2.11.0", "1.24.4"),
    Environment("3.11", "2.11.0", "1.24.4"),
    Environment("3.11", "2.13.0", constrained=True),
    Environment("3.11", "2.13.0", constrained=True, settings=(("MXNET_TORCH_PUBLIC_ONLY", "1"),)),
    Environment("3.11", "2.14.0"),
    Environment("3.11", "2.15.0"),
    Environment("3.12", "2.15.0"),
    Environment("3.13", "2.15.0"),
    Environment("3.14", "2.15.0"),
    Environment("3.15", "2.15.0"),
)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", default=[], metavar="TEXT",
                        help="test environments whose name contains this text")
    parser.add_argument("--python", action="append", default=[], metavar="VERSION=PATH", help="path of an interpreter")
    parser.add_argument("--folder", type=Path, help="where to create environments (default: a temporary folder)")
    parser.add_argument("--jobs", default="2", help="processes of pytest (default: 2)")
    parser.add_argument("--tests", nargs="*", default=[], help="run these tests only, and do not save the results")
    parser.add_argument("--write-docs", action="store_true", help="only write the pages")
    options = parser.parse_args(arguments)
    failed = False
    if not options.write_docs:
        interpreters = dict(one.split("=", 1) for one in options.python)
        for environment in ENVIRONMENTS:
            if not options.only or any(text in environment.name for text in options.only):
                failed |= not _test(environment, interpreters, options)
    write_pages()
    return int(failed)


def _test(environment: Environment, interpreters: dict[str, str], options: argparse.Namespace) -> bool:
    """Test one environment and save its result. Return whether all tests passed."""
    interpreter = interpreters.get(environment.python) or shutil.which(f"python{environment.python}")
    if interpreter is None:
        print(f"{environment.name}: no interpreter; name one with --python {environment.python}=PATH", flush=True)
        return False
    folder = Path(tempfile.mkdtemp(prefix="matrix-", dir=options.folder))
    try:
        python = _create(environment, interpreter, folder)
        result = _run(environment, python, folder, options)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if not options.tests:
        _save(environment, result)
    print(f"{environment.name}: {result['passed']} passed, {len(result['failures'])} failed, {result['skipped']} "
          f"skipped in {result['seconds']} s", flush=True)
    for failure in result["failures"]:
        print(f"  {failure['test']}: {failure['message']}", flush=True)
    return not result["failures"]


def _create(environment: Environment, interpreter: str, folder: Path) -> str:
    """Create a virtual environment with this package and return its interpreter."""
    place = folder / "environment"
    python = str(place / ("Scripts" if os.name == "nt" else "bin") / "python")
    # uv links packages from its cache, which saves gigabytes per environment.
    uv = shutil.which("uv")
    create = [uv, "venv", "--python", interpreter] if uv else [interpreter, "-m", "venv"]
    install = [uv, "pip", "install", "--python", python] if uv else [python, "-m", "pip", "install"]
    requirements = [f"{name}=={version}" if version else name
                    for name, version in (("torch", environment.torch), ("numpy", environment.numpy))]
    if environment.constrained:
        requirements += ["-c", str(ROOT / "constraints.txt")]
    subprocess.run([*create, str(place)], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([*install, "--quiet", *requirements, f"{ROOT}[test]"], check=True)
    return python


def _run(environment: Environment, python: str, folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Run the tests and return their result."""
    report, started = folder / "report.xml", time.monotonic()
    variables = {**os.environ, **dict(environment.settings)}
    subprocess.run([python, "-m", "pytest", "-q", "-n", options.jobs, "-p", "no:cacheprovider", f"--junitxml={report}",
                    *options.tests], cwd=ROOT, env=variables, stdout=sys.stderr, check=False)
    versions = json.loads(subprocess.run(
        [python, "-c", "import json, platform, torch, numpy; print(json.dumps(dict(python=platform.python_version(), "
                       "torch=torch.__version__, numpy=numpy.__version__)))"],
        check=True, capture_output=True, text=True).stdout)
    return {**versions, **_read(report), "seconds": round(time.monotonic() - started),
            "date": datetime.date.today().isoformat()}


def _read(report: Path) -> dict[str, Any]:
    """Read a report of pytest."""
    cases = list(ElementTree.parse(report).iter("testcase"))
    failures = []
    skipped = 0
    for case in cases:
        faults = [one for one in case if one.tag in ("failure", "error")]
        if faults:
            message = (faults[0].get("message") or "").splitlines() or [""]
            failures.append({"test": f"{case.get('classname')}::{case.get('name')}", "message": message[0][:200],
                             "reason": ""})
        elif any(one.tag == "skipped" for one in case):
            skipped += 1
    return {"passed": len(cases) - len(failures) - skipped, "skipped": skipped, "failures": failures}


def _load() -> dict[str, Any]:
    results: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return results


def _save(environment: Environment, result: dict[str, Any]) -> None:
    """Add a result to the file. Failures keep their reasons."""
    results = _load()
    before = {one["test"]: one["reason"] for one in results.get(environment.name, {}).get("failures", ())}
    for failure in result["failures"]:
        failure["reason"] = before.get(failure["test"], "")
    results[environment.name] = {"settings": dict(environment.settings), **result}
    ordered = {one.name: results[one.name] for one in ENVIRONMENTS if one.name in results}
    RESULTS.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def render(language: str) -> str:
    """Return the table of a page, and below it the failures and their reasons."""
    heading = HEADINGS[language]
    lines = [heading, "|" + "---|" * (heading.count("|") - 1)]
    failures: list[str] = []
    for result in _load().values():
        settings = ", ".join(f"`{key}={value}`" for key, value in result["settings"].items())
        versions = result["python"], result["torch"].split("+")[0], result["numpy"]
        lines.append("| " + " | ".join(map(str, (*versions, settings, f"{result['passed']:,}", len(result["failures"]),
                                                 result["skipped"], result["date"]))) + " |")
        reasons: dict[str, list[str]] = {}
        for one in result["failures"]:
            reasons.setdefault(one["reason"] or one["message"], []).append(one["test"])
        failures += [f"- Python {versions[0]}, torch {versions[1]}: {_names(tests)}: {reason}"
                     for reason, tests in reasons.items()]
    return "\n".join([*lines, *(["", *failures] if failures else [])])


def _names(tests: list[str]) -> str:
    """Name a test, or the number and modules of several."""
    if len(tests) == 1:
        return f"`{tests[0]}`"
    modules = dict.fromkeys(test.partition("::")[0] for test in tests)
    return f"{len(tests)} tests in {', '.join(f'`{module}`' for module in modules)}"


def write_pages() -> None:
    """Replace the results in the pages."""
    for language, page in PAGES.items():
        text = page.read_text(encoding="utf-8")
        start, end = text.index(BEGIN) + len(BEGIN), text.index(END)
        page.write_text(f"{text[:start]}\n\n{render(language)}\n\n{text[end:]}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
