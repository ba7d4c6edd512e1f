"""Build the documentation site.

    python docs/build.py [--language en] [--output DIR] [--jobs N]

The site has one folder per language and a start page that leads to one of them. Code of the pages is executed; results
are kept in ``docs/_build/cache`` until the code or the package changes. Warnings, errors in executed code, broken links
and files from other servers fail the build.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS), str(DOCS.parent)]  # the package of this checkout, whatever is installed

from _site import checks  # noqa: E402
from _site.assemble import LANGUAGES, BrokenLink, assemble  # noqa: E402

BUILD = DOCS / "_build"
REDIRECT = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>mxnet-torch</title>
<script>
  location.replace(((navigator.language || "").toLowerCase().startsWith("zh") ? "zh" : "en") + "/index.html");
</script>
<noscript><meta http-equiv="refresh" content="0; url=en/index.html"></noscript>
</head>
<body><a href="en/index.html">English</a> <a href="zh/index.html" lang="zh-CN">中文</a></body>
</html>
"""


def _digest() -> str:
    """Return a digest of the package. Outputs of another package are not used."""
    digest = hashlib.sha256()
    for package in ("mxnet", "mxnet_records"):
        for path in sorted((DOCS.parent / package).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _environment(language: str) -> dict[str, str]:
    return {**os.environ, "DOCS_LANGUAGE": language, "DOCS_SOURCES": str(BUILD / "source"),
            "DOCS_CACHE": str(BUILD / "cache" / _digest()),
            "PYTHONPATH": os.pathsep.join(filter(None, [str(DOCS.parent), os.environ.get("PYTHONPATH")])),
            # Frozen modules of Python 3.11 and later make the debugger of notebooks warn.
            "PYDEVD_DISABLE_FILE_VALIDATION": "1"}


def _run_sphinx(language: str, output: Path, jobs: str) -> int:
    command = [sys.executable, "-m", "sphinx", "--builder", "html", "--fail-on-warning", "--keep-going", "--nitpicky",
               "--quiet", "--jobs", jobs, "--conf-dir", str(DOCS), "--doctree-dir", str(BUILD / "doctrees" / language),
               str(BUILD / "source" / language), str(output / language)]
    # Without an error, the standard error only holds notes of the kernels that execute the pages.
    done = subprocess.run(command, env=_environment(language), stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode:
        print(done.stderr, end="", file=sys.stderr)
    return done.returncode


def main() -> int:
    """Build the site and return the exit code."""
    parser = argparse.ArgumentParser(description="Build the documentation site.")
    parser.add_argument("--language", choices=LANGUAGES, help="build one language only")
    parser.add_argument("--output", type=Path, default=BUILD / "html", help="folder for the pages")
    parser.add_argument("--jobs", default="1", help="number of processes, or auto")
    options = parser.parse_args()
    started = time.perf_counter()
    try:
        for language in LANGUAGES:  # both, because pages link to the other language
            assemble(language, BUILD / "source" / language)
    except BrokenLink as error:
        print(f"docs/build.py: {error}", file=sys.stderr)
        return 1
    print(f"collected the pages in {time.perf_counter() - started:.1f} s", flush=True)
    failed = []
    for language in [options.language] if options.language else LANGUAGES:
        begun = time.perf_counter()
        if _run_sphinx(language, options.output, options.jobs):
            failed.append(language)
            # Otherwise the next run would skip pages that did not change, with their warnings.
            shutil.rmtree(BUILD / "doctrees" / language, ignore_errors=True)
        print(f"built docs/{language} in {time.perf_counter() - begun:.1f} s", flush=True)
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "index.html").write_text(REDIRECT, encoding="utf-8")
    problems = checks.find_problems(options.output)
    print("".join(f"{problem}\n" for problem in problems), end="", file=sys.stderr)
    print(f"the build took {time.perf_counter() - started:.1f} s: {options.output / 'index.html'}")
    if failed or problems:
        print(f"failed: {', '.join([*failed, *(['links and assets'] if problems else [])])}", file=sys.stderr)
    return int(bool(failed or problems))


if __name__ == "__main__":
    sys.exit(main())
