"""Time of one exchange of ResNet-50's parameters (25.6M floats in 161 keys) between two workers on this machine.

    python benchmarks/kvstore.py --python ours=PATH --python mxnet=PATH [--rounds 5]

Each round runs ours and the real MXNet 1.9.1 (with its own scheduler and server) one after the other, for the
synchronous and the asynchronous store; the figure is the median over rounds of the median over steps. One step pushes
all gradients and pulls all values.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import time

STEPS = 8


def sizes() -> list[int]:
    """How many elements the parameters of ResNet-50 have: 161 keys, 25.6M."""
    found, channels = [9408, 64, 64], 64
    for width, blocks in ((64, 3), (128, 4), (256, 6), (512, 3)):
        for block in range(blocks):
            found += [channels * width, width, width, 9 * width * width, width, width, 4 * width * width]
            found += [4 * width] * 2
            if block == 0:
                found += [channels * 4 * width, 4 * width, 4 * width]
            channels = 4 * width
    return [*found, 2048 * 1000, 1000]


def work(kind: str) -> None:
    """What each worker does; runs under either package."""
    import mxnet as mx

    kv = mx.kv.create(kind)
    keys = list(range(len(sizes())))
    values = [mx.nd.ones((size,)) for size in sizes()]
    outs = [mx.nd.zeros((size,)) for size in sizes()]
    for key, value in zip(keys, values):  # the original runs on other Pythons too
        kv.init(key, value)
    if "async" in kind:
        kv.set_optimizer(mx.optimizer.SGD(learning_rate=0.01))
    times = []
    for _ in range(STEPS):
        kv._barrier()
        started = time.perf_counter()
        kv.push(keys, values)
        kv.pull(keys, out=outs)
        for out in outs:
            out.wait_to_read()
        times.append(time.perf_counter() - started)
    if kv.rank == 0:
        print("seconds", statistics.median(times[2:]), flush=True)
    kv._barrier()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _run(python: str, kind: str, servers: int) -> float:
    """Start scheduler, servers and two workers by the DMLC_* variables, which both packages understand."""
    common = {**os.environ, "DMLC_PS_ROOT_URI": "127.0.0.1", "DMLC_PS_ROOT_PORT": str(_free_port()),
              "DMLC_NUM_WORKER": "2", "DMLC_NUM_SERVER": str(servers), "OMP_NUM_THREADS": "1"}
    roles = ["scheduler", *["server"] * servers, "worker", "worker"]
    started = [subprocess.Popen([python, os.path.abspath(__file__), "--work", kind], env={**common, "DMLC_ROLE": role},
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for role in roles]
    outputs = [process.communicate(timeout=300)[0] for process in started]
    words = "".join(outputs).split()
    if "seconds" not in words:
        raise SystemExit(f"{python} {kind}: no result")
    return float(words[words.index("seconds") + 1])


def main() -> None:
    """Interleave the packages and print times and ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", default=[], metavar="NAME=PATH")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--work", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work(options.work)
        return
    pythons = dict(text.split("=", 1) for text in options.python) or {"ours": sys.executable}
    for kind in ("dist_sync", "dist_async"):
        times: dict[str, list[float]] = {name: [] for name in pythons}
        for _ in range(options.rounds):
            for name, python in pythons.items():
                times[name].append(_run(python, kind, 1))
        medians = {name: statistics.median(found) for name, found in times.items()}
        text = ", ".join(f"{name} {1000 * seconds:.0f} ms" for name, seconds in medians.items())
        ratio = f"; ours/mxnet {medians['ours'] / medians['mxnet']:.2f}" if len(medians) > 1 else ""
        print(f"{kind}: {text}{ratio}", flush=True)


if __name__ == "__main__":
    main()
