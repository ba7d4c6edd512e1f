"""Processes of ``mxnet bench``. Each step runs alone, with its number of threads."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mxnet_records.environment import DMLC_ROLE

from ...base import MXNetError

_WORKER = Path(__file__).with_name("_worker.py")
# Runs the worker with the search path of this process.
_START = """
import json, runpy, sys
sys.path[:] = json.loads(sys.argv[1])
runpy.run_path(sys.argv[2], run_name="__main__")
"""
_LONGEST_REASON = 300


def run_task(task: Mapping[str, Any]) -> dict[str, Any]:
    """Run a step in a new process and return its result.

    Raises
    ------
    MXNetError
        If the process fails. The message is the reason.
    """
    result = Path(task["folder"], "result.json")
    result.unlink(missing_ok=True)
    threads = str(task["threads"])
    environment = {**os.environ, "OMP_NUM_THREADS": threads, "MKL_NUM_THREADS": threads}
    environment.pop(DMLC_ROLE.name, None)
    ended = subprocess.run([sys.executable, "-c", _START, json.dumps(sys.path), str(_WORKER),
                            json.dumps({**task, "result": str(result)})],
                           env=environment, capture_output=True, text=True, errors="replace", check=False,
                           stdin=subprocess.DEVNULL)
    if ended.returncode or not result.exists():
        raise MXNetError(_explain(ended.returncode, ended.stderr))
    content: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
    return content


def _explain(code: int, errors: str) -> str:
    """Return why a process failed: the signal, or the message of its exception."""
    if code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = str(-code)
        return f"the process ended with {name}" + (", perhaps for lack of memory" if name == "SIGKILL" else "")
    lines = [line for line in errors.splitlines() if line.strip()]
    # The message of an exception can have several lines. The first one has the type.
    start = next((i for i in reversed(range(len(lines))) if _is_exception(lines[i])), len(lines) - 1)
    text = " ".join(" ".join(lines[max(start, 0) :]).split())
    return text[:_LONGEST_REASON] or f"the process ended with exit code {code}"


def _is_exception(line: str) -> bool:
    name = line.partition(":")[0]
    words = name.replace(".", "").replace("_", "").isalnum()
    return words and name.endswith(("Error", "Exception", "Interrupt", "Fail"))
