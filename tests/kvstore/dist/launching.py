"""Run the programs of this folder with several processes, like `mxnet launch`, and capture their output."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import time
from typing import Any

import mxnet

PROGRAMS = pathlib.Path(__file__).parent / "programs"
ROOT = pathlib.Path(mxnet.__file__).parent.parent
_COMMAND = "import sys; from mxnet.cli import main; sys.exit(main())"


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a process: this package, one thread and short timeouts."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("DMLC_", "PYTEST_"))}
    path = os.pathsep.join([str(ROOT), kept.get("PYTHONPATH", "")])
    return {**kept, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", "MXNET_KVSTORE_JOIN_TIMEOUT": "60",
            "MXNET_LAUNCH_GRACE": "3", **more}


def start(program: str, *arguments: str, workers: int = 2, servers: int = 0, options: tuple[str, ...] = (),
          **variables: str) -> subprocess.Popen[str]:
    """Start a program."""
    command = [sys.executable, "-c", _COMMAND, "launch", "-n", str(workers), "-s", str(servers), *options,
               sys.executable, str(PROGRAMS / program), *arguments]
    return subprocess.Popen(command, env=environment(**variables), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True)


def launch(program: str, *arguments: str, seconds: float = 120, **how: Any) -> tuple[int, str]:
    """Run a program, and return its exit code and output. It must end on its own."""
    process = start(program, *arguments, **how)
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError(f"{program} does not end: {process.communicate()[0]}") from None
    return process.returncode, output


def wait_for(path: pathlib.Path, seconds: float = 60) -> str:
    """Wait for a file of another process, and return its text."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if path.exists() and path.read_text():
            return path.read_text()
        time.sleep(0.05)
    raise AssertionError(f"{path} does not appear")
