"""Measure what users meet besides the time of a step: start, memory, and a machine that is busy.

    python benchmarks/conditions.py [--rounds N] [--python PEER=PYTHON] [--venvs FOLDER]

Rows: time of the import; time from the start of the process to the first prediction; peak memory of LeNet training and
of ResNet-50 prediction; and a LeNet training step next to two processes that keep both cores busy. Each round runs all
peers in turn.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from channel import Channel, WorkerError, worker_environment
from networks import OURS_VARIABLE
from peers import OURS, PEERS, Peer, find_interpreter, venvs_root
from run import parse_overrides

IMPORTS = {"ours": "mxnet", "mxnet": "mxnet", "torch": "torch", "jax": "jax", "onnxruntime": "onnxruntime",
           "openvino": "openvino"}
FIRST = {"first result, MLP of 4 layers (s)": "mlp_inference", "first result, ResNet-50 (s)": "networks/resnet50"}
MEMORY = {"peak memory, LeNet training (MB)": "lenet_training", "peak memory, ResNet-50 prediction (MB)":
          "networks/resnet50"}
BUSY = "LeNet training step next to 2 busy processes (ms)"
_BUSY_SECONDS = 3.0


def import_seconds(peer: Peer, python: Path, threads: int) -> float | None:
    """Return the time of an import, without the start of Python."""
    module = IMPORTS.get(peer.name)
    if module is None:
        return None
    code = f"import time; start = time.perf_counter(); import {module}; print(time.perf_counter() - start)"
    # Python searches the current folder first, which must not be that of this package.
    ended = subprocess.run([str(python), "-c", code], env=worker_environment(peer, threads), capture_output=True,
                           text=True, check=True, cwd=tempfile.gettempdir())
    return float(ended.stdout.split()[-1])


def _ask(peer: Peer, python: Path, threads: int, workload: str, repeat: int) -> tuple[float, float, float] | None:
    """Return the time to the first result, the peak memory and the time of a step in a new process."""
    started = time.perf_counter()
    channel = Channel(peer, python, threads, verbose=False)
    try:
        if channel.ask(command="first", workload=workload).get("missing"):
            return None
        first = time.perf_counter() - started
        step = channel.ask(command="measure", workload=workload, repeat=repeat)["seconds"]
        return first, channel.ask(command="memory")["megabytes"], step
    finally:
        channel.close()


def busy_step(peer: Peer, python: Path, threads: int) -> float | None:
    """Return the mean time of a LeNet step while two processes compute."""
    spinning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        found = _ask(peer, python, threads, "lenet_training", 20)
        if found is None:
            return None
        repeat = max(20, int(_BUSY_SECONDS / max(found[2], 1e-3)))
        again = _ask(peer, python, threads, "lenet_training", repeat)
        return None if again is None else again[2]
    finally:
        for process in spinning:
            process.kill()
            process.wait()


def _collect(peer: Peer, python: Path, threads: int) -> dict[str, float]:
    rows: dict[str, float] = {}
    taken = import_seconds(peer, python, threads)
    if taken is not None:
        rows["import (s)"] = taken
    for title, workload in (*FIRST.items(), *MEMORY.items()):
        found = _ask(peer, python, threads, workload, 20)
        if found is not None:
            rows[title] = found[0] if title in FIRST else found[1]
    step = busy_step(peer, python, threads)
    if step is not None:
        rows[BUSY] = step * 1e3
    return rows


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--python", action="append", default=[], metavar="PEER=PYTHON")
    parser.add_argument("--venvs", help="folder of the environments (default: benchmarks/.venvs)")
    options = parser.parse_args()
    root, overrides = venvs_root(options.venvs), parse_overrides(options.python)
    pythons = {peer: find_interpreter(peer, root, overrides) for peer in PEERS}
    os.environ.setdefault(OURS_VARIABLE, str(pythons[PEERS[0]]))
    found: dict[str, dict[str, list[float]]] = {}
    for number in range(options.rounds):
        for peer, python in pythons.items():
            if python is None:
                continue
            try:
                rows = _collect(peer, python, options.threads)
            except (WorkerError, subprocess.CalledProcessError) as error:
                print(f"{peer.title}: {error}", file=sys.stderr)
                continue
            for title, value in rows.items():
                found.setdefault(title, {}).setdefault(peer.name, []).append(value)
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr, flush=True)
    print(_table(found))


def _table(found: dict[str, dict[str, list[float]]]) -> str:
    """Return the best of each round as a Markdown table; the median for the busy machine."""
    lines = ["| | " + " | ".join(peer.title for peer in PEERS) + " |", "|---|" + "---:|" * len(PEERS)]
    order = ["import (s)", *FIRST, *MEMORY, BUSY]
    for title in [one for one in order if one in found]:
        pick = statistics.median if title == BUSY else min
        values = [pick(found[title][peer.name]) if peer.name in found[title] else None for peer in PEERS]
        cells = ["-" if value is None else f"{value:,.0f}" if value >= 1000 else f"{value:.3g}" for value in values]
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    assert PEERS[0].name == OURS
    main()
