"""Run workloads for one peer, with one JSON object per line on stdin and stdout.

Requests and replies::

    {"command": "describe"}                               -> {"versions": {...}}
    {"command": "prepare", "workload": W, "target": S}    -> {"repeat": N, "result": [...]}
    {"command": "measure", "workload": W, "repeat": N}    -> {"seconds": per iteration}
    {"command": "first", "workload": W}                   -> {"result": [...]}, without warming up
    {"command": "memory"}                                 -> {"megabytes": peak of this process}

If the peer does not support a workload, the reply is ``{"missing": true}``. A failure gives ``{"error": text}``. The
process exits at the end of its input.
"""

from __future__ import annotations

import contextlib
import gc
import importlib.metadata
import itertools
import json
import os
import platform
import sys
import time
import traceback
from typing import Any, TextIO

import workloads
from workloads import Work

DISTRIBUTIONS = ("mxnet", "mxnet-torch", "torch", "jax", "jaxlib", "onnxruntime", "openvino", "numpy")
WARM_UP_SECONDS = 0.3
LARGEST_REPEAT = 200_000


class Worker:
    """Builder and timer of workloads."""

    def __init__(self, builder: str) -> None:
        self.builder = builder
        self.built: dict[str, Work] = {}

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        command = request["command"]
        if command == "describe":
            return {"versions": versions()}
        if command == "prepare":
            return self.prepare(request["workload"], request["target"])
        if command == "measure":
            return {"seconds": measure(self.built[request["workload"]], request["repeat"])}
        if command == "first":
            return self.first(request["workload"])
        if command == "memory":
            return {"megabytes": peak_memory()}
        raise ValueError(f"unknown command {command!r}")

    def first(self, name: str) -> dict[str, Any]:
        """Build a workload and compute its result once."""
        build = workloads.find_builder(name, self.builder)
        if build is None:
            return {"missing": True}
        work = self.built[name] = build()
        with work.scope():
            return {"result": [float(value) for value in work.result()]}

    def prepare(self, name: str, target: float) -> dict[str, Any]:
        reply = self.first(name)
        return reply if "missing" in reply else {**reply, "repeat": calibrate(self.built[name], target)}


def versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in DISTRIBUTIONS:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.version(name)
    return found


def peak_memory() -> float:
    """Return the largest resident size of this process in megabytes."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(work: Work, repeat: int) -> float:
    """Return the seconds per iteration of ``repeat`` iterations, including the final wait for asynchronous work."""
    step, synchronize = work.step, work.synchronize
    with work.scope():
        started = time.perf_counter()
        result = None
        for _ in itertools.repeat(None, repeat):
            result = step()
        synchronize(result)
        return (time.perf_counter() - started) / repeat


def calibrate(work: Work, target: float) -> int:
    """Warm up, then return the number of iterations that take about ``target`` seconds."""
    repeat, per_iteration = 1, measure(work, 1)
    deadline = time.perf_counter() + WARM_UP_SECONDS
    while time.perf_counter() < deadline:
        per_iteration = min(per_iteration, measure(work, repeat))
        repeat = min(LARGEST_REPEAT, max(1, int(target / per_iteration)))
    gc.collect()
    return repeat


def serve(worker: Worker, requests: TextIO, replies: TextIO) -> None:
    for line in requests:
        try:
            reply = worker.answer(json.loads(line))
        except Exception as error:  # any exception of a peer becomes a cell of the table
            traceback.print_exc()
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), file=replies, flush=True)


def main() -> None:
    threads = int(os.environ["OMP_NUM_THREADS"])
    if hasattr(os, "sched_setaffinity"):  # also limits libraries that ignore OMP_NUM_THREADS
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    # Libraries may print to stdout, so keep the protocol on a private copy of it.
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    serve(Worker(sys.argv[1]), sys.stdin, replies)


if __name__ == "__main__":
    main()
