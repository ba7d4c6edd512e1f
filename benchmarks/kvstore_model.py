"""Model of the time of a gradient exchange with many workers, with measured constants and a comparison.

    python benchmarks/kvstore_model.py [--megabytes 102] [--rounds 3] [--paper]

Synchronous: each of n workers sends and receives 2 (n-1)/n of the gradients (a ring), in 2 (n-1) steps. The CPU time of
a worker is the sum of the time for its own copies, measured with one worker, and the time for each byte, measured with
two workers. Workers on one machine share its cores and wait for each other for a short time, which is also measured
with two workers. On many machines, each worker has its own cores and link, and the slower of these determines the time.

Asynchronous: each worker sends all gradients to s servers and gets all values back, and the servers apply the updates
one by one. The time of an update is measured with two workers. The model is then compared with four and eight workers.
Each result is the minimum of several rounds, to reduce the influence of other programs.

A trainer starts its sums during the backward pass. The remaining time after the pass is the part of the exchange that
the pass could not hide, and at least the time of the last bucket, which is full only at the end of the pass.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LAUNCH = "import sys; from mxnet.cli import main; sys.exit(main())"
LINES = {"1 Gbit/s": 117e6, "10 Gbit/s": 1.17e9, "100 Gbit/s": 11.7e9}
INSIDE = 10e9  # bytes per second between the workers of a machine, assumed
LATENCY = 50e-6  # latency of a message between machines
BUCKET = 8 << 20  # as in mxnet/kvstore/dist/overlap.py


def work(kind: str, size: int) -> None:
    """Run a worker that exchanges `size` floats, and then four floats."""
    import mxnet as mx

    kv = mx.kv.create(kind)
    keys = {"large": size, "small": 4}
    for key, count in keys.items():
        kv.init(key, mx.nd.zeros((count,)))
    if "async" in kind:
        kv.set_optimizer(mx.optimizer.SGD(learning_rate=0.01))
    for key, count in keys.items():
        value, out = mx.nd.ones((count,)), mx.nd.zeros((count,))
        times, processor = [], []
        for _ in range(8):
            kv._barrier()
            started, used = time.perf_counter(), time.process_time()
            kv.push(key, value)
            kv.pull(key, out=out)
            times.append(time.perf_counter() - started)
            processor.append(time.process_time() - used)
        if kv.rank == 0:
            print(f"took-{key} {statistics.median(times[2:])}", flush=True)
            print(f"took-{key}-processor {statistics.median(processor[2:])}", flush=True)


def measure(kind: str, workers: int, size: int) -> tuple[float, float, float]:
    """Return the seconds for all gradients and for four floats, and the CPU time of a worker for all gradients."""
    command = [sys.executable, "-c", LAUNCH, "launch", "-n", str(workers), "-s", "1", sys.executable, __file__,
               "--work", kind, "--floats", str(size)]
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"}, text=True,
                          capture_output=True, timeout=300, check=True)
    found = dict(re.findall(r"took-(\S+) (\S+)", done.stdout))
    return float(found["large"]), float(found["small"]), float(found["large-processor"])


class Sums(NamedTuple):
    """Constants of synchronous exchanges, in seconds."""

    own: float  # CPU time of a worker for its own copies
    sent: float  # CPU time for sending and receiving all gradients once
    waiting: float  # time that two workers on one machine wait for each other

    def processor(self, workers: int) -> float:
        """Return the CPU time of each worker."""
        return self.own + self.sent * 2 * (workers - 1) / workers

    def on_one_machine(self, workers: int) -> float:
        """Return the seconds of an exchange by workers that share the cores of this machine."""
        return workers * self.processor(workers) / min(workers, os.cpu_count() or 1) + self.waiting

    def on_many(self, workers: int, size: float, line: float) -> float:
        """Return the seconds of an exchange by workers with separate cores and links."""
        sending = 2 * (workers - 1) / workers * size / line
        return max(sending, self.processor(workers)) + 2 * (workers - 1) * LATENCY


def ring(workers: int, size: float, line: float, latency: float = LATENCY) -> float:
    """Return the seconds of a sum in a ring, by the network alone."""
    return 2 * (workers - 1) / workers * size / line + 2 * (workers - 1) * latency


def hierarchical(workers: int, size: float, line: float, per_machine: int = 8, inside: float = INSIDE) -> float:
    """Return the seconds of a sum within machines, then in a ring of the machines, then within machines again.

    This package sums in one ring. The design is here for comparison.
    """
    group = min(per_machine, workers)
    return 2 * (group - 1) / group * size / inside + ring(max(1, workers // group), size, line)


def with_servers(workers: int, per_server: int, size: float, line: float, update: float = 0.0) -> float:
    """Return the seconds of an asynchronous exchange with a server for `per_server` workers."""
    servers = max(1, workers // per_server)
    return max(2 * size * workers / servers / line, update * workers / servers)


def efficiency(step: float, waiting: float) -> float:
    """Return the share of the time of a worker in which it computes."""
    return step / (step + waiting)


def scaling_limit(waiting: Callable[[int], float], step: float, most: int = 1 << 20) -> int | None:
    """Return the smallest power of two of workers at which the efficiency is below 50%, or None up to `most`."""
    workers = 2
    while workers <= most:
        if efficiency(step, waiting(workers)) < 0.5:
            return workers
        workers *= 2
    return None


def designs(size: float, line: float, backward: float) -> dict[str, Callable[[int], float]]:
    """Return the time that a worker waits in each step for each design, as a function of the number of workers."""
    return {"ring": lambda n: ring(n, size, line),
            "ring with overlap": lambda n: after_backward(ring(n, size, line), size, backward),
            "hierarchical with overlap": lambda n: after_backward(hierarchical(n, size, line), size, backward),
            "1 server": lambda n: with_servers(n, n, size, line),
            "1 server per 8": lambda n: with_servers(n, 8, size, line),
            "1 server per 4": lambda n: with_servers(n, 4, size, line),
            "1 server per worker": lambda n: with_servers(n, 1, size, line)}


def print_limits(size: float, backward: float, step: float) -> None:
    """Print the efficiency of each design with 8, 64 and 512 workers, and where it falls below 50%."""
    print(f"\nefficiency with a step of {step} s of computation, of which {backward} s are the backward pass, from the "
          "network alone")
    for name, line in LINES.items():
        for design, waiting in designs(size, line, backward).items():
            shares = "  ".join(f"{n}: {100 * efficiency(step, waiting(n)):3.0f}%" for n in (8, 64, 512))
            print(f"{name:>11} {design:>26}  {shares}  below 50% from {scaling_limit(waiting, step) or 'no number'}")


def after_backward(exchange: float, size: float, backward: float) -> float:
    """Return the seconds of an exchange that remain after a backward pass of `backward` seconds.

    Only half of the pass hides it, because few gradients are available in the first half.
    """
    return max(exchange - backward / 2, exchange * min(1.0, BUCKET / size))


def main() -> None:
    """Measure, compare and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=float, default=102.4, help="size of the gradients (default: ResNet-50)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--backward", type=float, default=0.25, help="seconds of a backward pass")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    parser.add_argument("--floats", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--step", type=float, default=0.4, help="seconds of computation in a step")
    parser.add_argument("--paper", action="store_true", help="print the limits of all designs without measuring")
    options = parser.parse_args()
    if options.work:
        work(options.work, options.floats)
        return
    size = options.megabytes * 1e6
    if options.paper:
        print_limits(size, options.backward, options.step)
        return
    floats = int(size / 4)
    wanted = [("dist_sync", 1), *((kind, n) for kind in ("dist_sync", "dist_async") for n in (2, 4, 8))]
    rounds = [{key: measure(*key, floats) for key in wanted} for _ in range(options.rounds)]
    measured = {key: [min(times) for times in zip(*(one[key] for one in rounds))] for key in wanted}
    own, (took, _, processor) = measured["dist_sync", 1][2], measured["dist_sync", 2]
    sums = Sums(own, processor - own, took - processor)
    per_worker = (measured["dist_async", 2][0] - measured["dist_async", 2][1]) / 2
    print(f"{options.megabytes:.0f} MB; a worker alone uses its processor for {1000 * own:.0f} ms, one of two for "
          f"{1000 * processor:.0f} ms, and waits {1000 * sums.waiting:.0f} ms; a server needs "
          f"{1000 * per_worker:.0f} ms per worker; almost nothing takes {1000 * measured['dist_sync', 2][1]:.1f} ms")
    for n in (4, 8):
        took, _, processor = (1000 * one for one in measured["dist_sync", n])
        print(f"{n} workers here: dist_sync {took:.0f} ms (model {1000 * sums.on_one_machine(n):.0f}), "
              f"dist_async {1000 * measured['dist_async', n][0]:.0f} ms (model {1000 * n * per_worker:.0f}); processor "
              f"time of one worker {processor:.0f} ms (model {1000 * sums.processor(n):.0f})")
    print(f"\nmachines with a line of their own, seconds for one exchange; left: after a backward pass of "
          f"{options.backward} s")
    print("workers  " + "".join(f"{name + ' sync':>16}{'left':>6}{'async, n/4 servers':>20}" for name in LINES))
    for n in (2, 4, 8, 16, 64, 256, 1000):
        row = f"{n:7}  "
        for line in LINES.values():
            servers = max(1, n // 4)
            busiest = max(2 * size / line, 2 * size * n / servers / line, per_worker * n / servers)
            took = sums.on_many(n, size, line)
            row += f"{took:16.2f}{after_backward(took, size, options.backward):6.2f}{busiest:20.2f}"
        print(row)
    print_limits(size, options.backward, options.step)


if __name__ == "__main__":
    main()
