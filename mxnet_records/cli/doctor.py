"""``mxnet doctor``: print versions, devices, threads, environment variables and common faults.

The command inspects the installed files first. If they are in order, it imports the package in another process, so
that it can report an import that fails or crashes.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from .. import installation
from ..environment import DMLC_ROLE, VARIABLES
from ..installation import Fault
from . import _faults

_OPTIONAL = ("opencv-python-headless", "opencv-python", "opencv-contrib-python", "onnx", "onnxruntime", "matplotlib",
             "tqdm", "graphviz", "fsspec", "s3fs", "scipy", "tensorboard")
_OF_LIBRARIES = ("OMP_", "MKL_", "KMP_", "CUDA_VISIBLE_DEVICES")  # read by torch and its dependencies
_SECRET = re.compile("SECRET|TOKEN|PASSWORD|KEY")
_LONGEST_ERROR = 500  # NumPy's message about an incompatible build has 30 lines
_MARK = "mxnet doctor: "
# Imports the package with the search path of this process, and prints the result after a mark.
_IN_PACKAGE = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
try:
    from mxnet.cli.doctor import describe
    result = describe()
except Exception as error:
    result = {"error": f"{type(error).__name__}: {error}"}
print(sys.argv[2] + json.dumps(result))
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.epilog = "Exit code: 0 if no fault was found, 1 otherwise; notes are not faults."


def run(options: argparse.Namespace) -> int:
    """Print the state of the installation, and return 1 if there is a problem."""
    report, faults = inspect()
    if options.json:
        print(json.dumps({**report, "faults": [fault._asdict() for fault in faults]}, indent=2))
    else:
        for title, content in report.items():
            print(title)
            for name, value in content.items():
                print(f"  {name}: {value}")
        print("faults" if faults else "no faults found")
        for fault in faults:
            print(f"  {fault.level}: {fault.message}")
    return 1 if any(fault.level == "problem" for fault in faults) else 0


def inspect() -> tuple[dict[str, dict[str, Any]], list[Fault]]:
    """Return the sections of the report, and the faults."""
    report: dict[str, dict[str, Any]] = {"versions": _versions(), "devices": {"processor": platform.machine()},
                                         "threads": _processors(), "environment": _variables(os.environ)}
    faults = installation.find_faults()
    if installation.has_package() and not any(fault.level == "problem" for fault in faults):
        state = describe_package()
        for title in ("versions", "devices", "threads"):
            report[title].update(state.get(title, {}))
        faults += [Fault(*fault) for fault in state.get("faults", [])]
    return report, [*faults, *_all_faults()]


def _all_faults() -> list[Fault]:
    """Run the checks that do not need the package."""
    processors = _processors()["processors for this process"]
    return [*_faults.versions(), *_faults.images(), *_faults.variables(os.environ), *_faults.shared_memory(),
            *_faults.threads(os.environ, processors), *_faults.home(os.environ)]


def describe_package() -> dict[str, Any]:
    """Import the package in another process and return its sections of the report, or the fault.

    The process does not get invalid variables, which `_faults.variables` reports, and does not become a server.
    """
    removed = {DMLC_ROLE.name, *_faults.invalid_variables(os.environ)}
    ended = subprocess.run([sys.executable, "-c", _IN_PACKAGE, json.dumps(sys.path), _MARK],
                           env={name: value for name, value in os.environ.items() if name not in removed},
                           capture_output=True, text=True, errors="replace")
    for line in reversed(ended.stdout.splitlines()):
        if line.startswith(_MARK):
            state: dict[str, Any] = json.loads(line.removeprefix(_MARK))
            return _failed(state["error"]) if "error" in state else state
    last = next((line for line in reversed(ended.stderr.splitlines()) if line.strip()), "")
    how = f"signal {_signal(-ended.returncode)}" if ended.returncode < 0 else f"exit code {ended.returncode}"
    return _failed(f"the process ended with {how}" + (f" ({last.strip()})" if last else ""))


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _failed(error: str) -> dict[str, Any]:
    """Return the fault about an import that failed. The cause is usually torch or NumPy."""
    error = " ".join(error.split())[:_LONGEST_ERROR]
    torch = _faults.find_version("torch")
    if torch is None:
        advice = f"torch is not installed; run {installation.pip('install', 'torch')}"
    else:
        command = [sys.executable, "-c", "import numpy, torch"]
        works = subprocess.run(command, capture_output=True).returncode == 0
        advice = (f"torch {torch} can be imported, so this is a fault of {installation.OURS}; report it" if works else
                  f"torch {torch} or NumPy cannot be imported either; run "
                  + installation.pip("install", "--force-reinstall", "torch", "numpy"))
    return {"faults": [Fault("problem", f"the package mxnet cannot be imported: {error}; {advice}")]}


def _versions() -> dict[str, str]:
    optional = {name: _faults.find_version(name) for name in _OPTIONAL}
    return {
        "mxnet-torch": _faults.find_version(installation.OURS) or "source tree, not installed",
        "folder": str(installation.ROOT / "mxnet"),
        "Python": f"{platform.python_version()} ({sys.executable})",
        "system": platform.platform(),
        "NumPy": _faults.find_version("numpy") or "not installed",
        "torch": _faults.find_version("torch") or "not installed",
        **{name: version for name, version in optional.items() if version},
        "not installed": ", ".join(name for name, version in optional.items()
                                   if not version and not name.startswith("opencv")) or "-",
    }


def _processors() -> dict[str, int]:
    """Return the numbers of processors of the machine and of this process."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return {"processors": os.cpu_count() or 1, "processors for this process": usable}


def _variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the relevant environment variables, and mark MXNet variables that have no effect here."""
    variables = {}
    for name, value in sorted(environment.items()):
        if name.startswith(("MXNET_", "DMLC_", *_OF_LIBRARIES)):
            shown = "(set)" if _SECRET.search(name) else value
            acts = name in VARIABLES or name.startswith(_OF_LIBRARIES)
            variables[name] = shown if acts else f"{shown} (nothing reads it here)"
    return variables
