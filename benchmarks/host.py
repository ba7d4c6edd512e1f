"""Measure the gain of each setting of `mxnet._runtime.host`: the same program with and without it.

    python benchmarks/host.py                         # all settings, five runs each, as a Markdown table
    python benchmarks/host.py --only heap --rounds 3
    python benchmarks/host.py --tiny                  # checks that the benchmark works

Each result comes from a separate process, in which ``MXNET_HOST_OFF`` disables a setting. Runs with and without the
setting alternate. The table shows medians and, in parentheses, the range.

* ``openmp``, ``busy_cores``: training step of LeNet on two threads, without and with 1 and 3 busy processes;
* ``allocator``, ``heap``: training step, resident memory and page faults of three convolutions with arrays of 38 MB;
* ``import_torch``: time of ``import mxnet``, of a small training loop, and from its end to the end of the process;
* ``meta``: the first shape inference of a process;
* ``forking``: a matrix product in a forked process, which is ended after ten seconds.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
_BUSY = "while True: pass"
_DEADLINE = 10


def _median_time(step: Callable[[], Any], times: int) -> float:
    for _ in range(3):
        step()
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        step()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def _training_step(layers: Callable[[Any], list[Any]], shape: tuple[int, ...]) -> Callable[[], None]:
    import mxnet as mx
    from mxnet import autograd, gluon, nd
    from mxnet.gluon import nn

    network = nn.HybridSequential()
    network.add(*layers(nn))
    network.initialize(mx.init.Xavier())
    network.hybridize()
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(network.collect_params(), "sgd", {"learning_rate": 0.01})
    x, y = nd.random.uniform(shape=shape), nd.zeros((shape[0],))

    def step() -> None:
        with autograd.record():
            loss = loss_of(network(x), y)
        loss.backward()
        trainer.step(shape[0])
        loss.asnumpy()

    return step


def _lenet(nn: Any) -> list[Any]:
    return [nn.Conv2D(20, 5, activation="tanh"), nn.MaxPool2D(2, 2), nn.Conv2D(50, 5, activation="tanh"),
            nn.MaxPool2D(2, 2), nn.Dense(500, activation="tanh"), nn.Dense(10)]


def _wide(nn: Any) -> list[Any]:
    layers = [part for _ in range(3) for part in (nn.Conv2D(48, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"))]
    return [*layers, nn.GlobalAvgPool2D(), nn.Dense(10)]


def lenet(tiny: bool) -> dict[str, float]:
    """Measure a LeNet step; skip the first seconds, in which the process detects busy cores."""
    step = _training_step(_lenet, (8 if tiny else 64, 1, 28, 28))
    end = time.monotonic() + (0.1 if tiny else 2)
    while time.monotonic() < end:
        step()
    return {"step, ms": 1e3 * _median_time(step, 5 if tiny else 200)}


def wide(tiny: bool) -> dict[str, float]:
    """Measure a step with large arrays."""
    step = _training_step(_wide, (2, 3, 16, 16) if tiny else (16, 3, 112, 112))
    for _ in range(3):
        step()
    before = resource.getrusage(resource.RUSAGE_SELF)
    count = 2 if tiny else 10
    seconds = _median_time(step, count)
    after = resource.getrusage(resource.RUSAGE_SELF)
    return {"step, ms": 1e3 * seconds, "resident, MB": after.ru_maxrss / 1024,
            "page faults of a step": (after.ru_minflt - before.ru_minflt) / (count + 3)}


def start_and_end(tiny: bool) -> dict[str, float]:
    """Measure the import and a small training loop; the parent measures the exit."""
    start = time.perf_counter()
    import mxnet  # noqa: F401

    imported = time.perf_counter() - start
    step = _training_step(lambda nn: [nn.Dense(16, activation="relu"), nn.Dense(2)], (4, 8))
    start = time.perf_counter()
    for _ in range(10 if tiny else 2000):
        step()
    return {"import, s": imported, "small training loop, s": time.perf_counter() - start, "ended": time.time()}


def first_inference(tiny: bool) -> dict[str, float]:
    """Measure shape inference of a graph whose operators have no shape rule."""
    import mxnet as mx

    data = mx.sym.var("x")
    net = mx.sym.topk(mx.sym.linalg.gemm2(mx.sym.sort(data), mx.sym.transpose(data)), k=1)
    start = time.perf_counter()
    net.infer_shape(x=(4, 4))
    return {"first inference, s": time.perf_counter() - start,
            "resident, MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def fork(tiny: bool) -> dict[str, float]:
    """Measure a product in a forked process, after one in this process."""
    import mxnet as mx

    size = 64 if tiny else 1024

    def multiply() -> None:
        matrix = mx.nd.ones((size, size))
        mx.nd.dot(matrix, matrix).wait_to_read()

    multiply()
    start = time.perf_counter()
    child = multiprocessing.get_context("fork").Process(target=multiply)
    child.start()
    child.join(_DEADLINE)
    if child.is_alive():
        child.kill()
        child.join()
    return {"product in a forked process, s": time.perf_counter() - start}


PROGRAMS: dict[str, Callable[[bool], dict[str, float]]] = {
    "lenet": lenet, "wide": wide, "start_and_end": start_and_end, "first_inference": first_inference,
    "fork": fork}
# Setting -> program and numbers of busy processes beside it.
SETTINGS: dict[str, tuple[str, tuple[int, ...]]] = {
    "openmp": ("lenet", (0, 1, 3)), "busy_cores": ("lenet", (0, 1, 3)), "allocator": ("wide", (0,)),
    "heap": ("wide", (0,)),
    "import_torch": ("start_and_end", (0,)), "meta": ("first_inference", (0,)), "forking": ("fork", (0,))}


@contextlib.contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Run background processes that each use one core."""
    processes = [subprocess.Popen([sys.executable, "-c", _BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def in_process(program: str, setting: str, enabled: bool, tiny: bool) -> dict[str, float]:
    """Return the figures of a program in a new process, with or without a setting."""
    environment = {**os.environ, "MXNET_HOST_OFF": "" if enabled or setting == "heap" else setting,
                   "MXNET_COMPACT_HEAP": str(int(enabled and setting == "heap")),
                   "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, __file__, "--one", program, *(["--tiny"] if tiny else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    if "ended" in figures:
        figures["exit, s"] = time.time() - figures.pop("ended")
    return figures


def _shown(values: list[float]) -> str:
    return f"{statistics.median(values):.4g} ({min(values):.4g} to {max(values):.4g})"


def rows(setting: str, rounds: int, tiny: bool) -> Iterator[str]:
    """Yield the table rows of a setting."""
    program, loads = SETTINGS[setting]
    for busy in loads:
        with_it: list[dict[str, float]] = []
        without: list[dict[str, float]] = []
        with busy_processes(busy):
            for _ in range(rounds):
                with_it.append(in_process(program, setting, True, tiny))
                without.append(in_process(program, setting, False, tiny))
        for name in with_it[0]:
            on, off = ([figures[name] for figures in runs] for runs in (with_it, without))
            most = statistics.median(off)
            gain = f"{100 * (1 - statistics.median(on) / most):.0f}%" if most else "-"
            where = f"{program}, {busy} busy" if len(loads) > 1 else program
            yield f"| {setting} | {where} | {name} | {_shown(on)} | {_shown(off)} | {gain} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--only", action="append", choices=SETTINGS)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tiny", action="store_true", help="smallest sizes, to check the benchmark itself")
    parser.add_argument("--one", choices=PROGRAMS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(PROGRAMS[options.one](options.tiny)), flush=True)
        return
    print("| setting | program | figure | with | without | gain |\n|---|---|---|---|---|---|", flush=True)
    for setting in options.only or SETTINGS:
        for row in rows(setting, options.rounds, options.tiny):
            print(row, flush=True)


if __name__ == "__main__":
    main()
