"""How long an exchange of gradients takes with many workers: a model, its constants measured here, and its check.

    python benchmarks/kvstore_model.py [--megabytes 102]

Synchronous: each worker sends and receives 2 (n-1)/n of the gradients (a ring), in 2 (n-1) steps. Asynchronous: each
worker sends all gradients to s servers and gets all values back, and the servers update one after the other. On one
machine all workers share one memory, so their traffic adds up; on many, each has a line of its own. The constants come
from two workers here; the model is then compared with four and eight.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LAUNCH = "import sys; from mxnet.cli import main; sys.exit(main())"
LINES = {"1 Gbit/s": 117e6, "10 Gbit/s": 1.17e9, "100 Gbit/s": 11.7e9}
LATENCY = 50e-6  # of one message between machines


def work(kind: str, size: int) -> None:
    """What each worker does: exchange `size` floats, and four of them."""
    import mxnet as mx

    kv = mx.kv.create(kind)
    keys = {"large": size, "small": 4}
    for key, count in keys.items():
        kv.init(key, mx.nd.zeros((count,)))
    if "async" in kind:
        kv.set_optimizer(mx.optimizer.SGD(learning_rate=0.01))
    for key, count in keys.items():
        value, out, times = mx.nd.ones((count,)), mx.nd.zeros((count,)), []
        for _ in range(8):
            kv._barrier()
            started = time.perf_counter()
            kv.push(key, value)
            kv.pull(key, out=out)
            times.append(time.perf_counter() - started)
        if kv.rank == 0:
            print(f"took-{key} {statistics.median(times[2:])}", flush=True)


def measure(kind: str, workers: int, size: int) -> tuple[float, float]:
    """Seconds for all gradients and for almost none."""
    command = [sys.executable, "-c", LAUNCH, "launch", "-n", str(workers), "-s", "1", sys.executable, __file__,
               "--work", kind, "--floats", str(size)]
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"}, text=True,
                          capture_output=True, timeout=300, check=True)
    found = dict(re.findall(r"took-(\w+) (\S+)", done.stdout))
    return float(found["large"]), float(found["small"])


def ring(workers: int, size: float, rate: float, latency: float) -> float:
    """Seconds of a sum over workers that each have a line of their own."""
    return 2 * (workers - 1) / workers * size / rate + 2 * (workers - 1) * latency


def main() -> None:
    """Measure, compare and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=float, default=102.4, help="of gradients (default: ResNet-50's)")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    parser.add_argument("--floats", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work(options.work, options.floats)
        return
    size = options.megabytes * 1e6
    floats = int(size / 4)
    measured = {kind: {n: measure(kind, n, floats) for n in (2, 4, 8)} for kind in ("dist_sync", "dist_async")}
    # One memory for all: what all workers send adds up. One core does the work of one worker at a time.
    cores = os.cpu_count() or 1
    large, small = measured["dist_sync"][2]
    rate, latency = 2 * size / (large - small), small
    large_async, small_async = measured["dist_async"][2]
    per_worker = (large_async - small_async) / 2
    print(f"measured with two workers: {rate / 1e9:.2f} GB/s in sums, {1000 * latency:.1f} ms for almost nothing; "
          f"{1000 * per_worker:.0f} ms of one server per worker and exchange of {options.megabytes:.0f} MB")
    for n in (4, 8):
        predicted = 2 * (n - 1) * size / rate + latency * n / min(cores, 2)
        sums, pushes = (1000 * measured[kind][n][0] for kind in ("dist_sync", "dist_async"))
        print(f"{n} workers here: dist_sync {sums:.0f} ms (model {1000 * predicted:.0f}), "
              f"dist_async {pushes:.0f} ms (model {1000 * n * per_worker:.0f})")
    print("\nmachines with a line of their own, seconds for one exchange:")
    print("workers  " + "".join(f"{name + ' sync':>18}{'async, n/4 servers':>20}" for name in LINES))
    for n in (2, 4, 8, 16, 64, 256, 1000):
        row = f"{n:7}  "
        for line in LINES.values():
            servers = max(1, n // 4)
            busiest = max(2 * size / line, 2 * size * n / servers / line, per_worker * n / servers)
            row += f"{ring(n, size, min(line, rate), LATENCY):18.2f}{busiest:20.2f}"
        print(row)


if __name__ == "__main__":
    main()
