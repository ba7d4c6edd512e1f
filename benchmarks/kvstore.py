"""Measure an exchange of ResNet-50's parameters (25.6M floats in 161 keys) between two workers on this machine.

    python benchmarks/kvstore.py --python ours=PATH --python mxnet=PATH [--rounds 5]

Each round runs this package and MXNet 1.9.1 (with its own scheduler and server) in turn, for the synchronous and the
asynchronous store. The result is the median over rounds of the median over steps. One step pushes all gradients and
pulls all values. The last line compares a training step of ResNet-18 (8 images of 112 pixels per worker) with torch's
DistributedDataParallel.
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
    """Return the number of elements of each parameter of ResNet-50: 161 keys, 25.6M."""
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
    """Run a worker; works with both packages."""
    import mxnet as mx

    kv = mx.kv.create(kind)
    keys = list(range(len(sizes())))
    values = [mx.nd.ones((size,)) for size in sizes()]
    outs = [mx.nd.zeros((size,)) for size in sizes()]
    for key, value in zip(keys, values):  # MXNet runs on older Python versions too
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
    _report(times, kv.rank)
    kv._barrier()


def _report(times: list[float], rank: int) -> None:
    if rank == 0:
        print("seconds", statistics.median(times[2:]), flush=True)


def train_mxnet() -> None:
    """Train ResNet-18 with a trainer on the synchronous store."""
    import mxnet as mx
    from mxnet import autograd, gluon, nd

    data, label = nd.ones((8, 3, 112, 112)), nd.zeros((8,))
    net = gluon.model_zoo.vision.resnet18_v1()
    net.initialize()
    net.hybridize(static_alloc=True, static_shape=True)
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    kv = mx.kv.create("dist_sync")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.001, "momentum": 0.9}, kvstore=kv)
    times = []
    for _ in range(STEPS):
        started = time.perf_counter()
        with autograd.record():
            value = loss(net(data), label)
        value.backward()
        trainer.step(16)
        mx.nd.waitall()
        times.append(time.perf_counter() - started)
    _report(times, kv.rank)


def train_torch() -> None:
    """Train the same network with DistributedDataParallel."""
    import torch
    import torch.distributed as dist
    import torch.nn.functional as F
    from torch.nn.parallel import DistributedDataParallel
    from workloads.resnet import _torch_network

    dist.init_process_group("gloo")
    net = DistributedDataParallel(_torch_network())
    optimizer = torch.optim.SGD(net.parameters(), lr=0.001, momentum=0.9)
    data, label = torch.ones(8, 3, 112, 112), torch.zeros(8, dtype=torch.int64)
    times = []
    for _ in range(STEPS):
        started = time.perf_counter()
        optimizer.zero_grad()
        F.cross_entropy(net(data), label).backward()
        optimizer.step()
        times.append(time.perf_counter() - started)
    _report(times, dist.get_rank())
    dist.destroy_process_group()


def _train(python: str, kind: str) -> float:
    """Start two workers with torchrun's variables."""
    common = {**os.environ, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(_free_port()), "WORLD_SIZE": "2",
              "OMP_NUM_THREADS": "1"}
    if kind == "train_mxnet":
        common.update({"DMLC_PS_ROOT_URI": "127.0.0.1", "DMLC_PS_ROOT_PORT": common["MASTER_PORT"],
                       "DMLC_NUM_WORKER": "2", "DMLC_NUM_SERVER": "0"})
    roles = ["scheduler", "worker", "worker"] if kind == "train_mxnet" else ["worker", "worker"]
    return _seconds([python, os.path.abspath(__file__), "--work", kind],
                    [{**common, "DMLC_ROLE": role, "RANK": str(i % 2)} for i, role in enumerate(roles)])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _run(python: str, kind: str, servers: int) -> float:
    """Start scheduler, servers and two workers with the DMLC_* variables, which both packages support."""
    common = {**os.environ, "DMLC_PS_ROOT_URI": "127.0.0.1", "DMLC_PS_ROOT_PORT": str(_free_port()),
              "DMLC_NUM_WORKER": "2", "DMLC_NUM_SERVER": str(servers), "OMP_NUM_THREADS": "1"}
    roles = ["scheduler", *["server"] * servers, "worker", "worker"]
    return _seconds([python, os.path.abspath(__file__), "--work", kind], [{**common, "DMLC_ROLE": r} for r in roles])


def _seconds(command: list[str], environments: list[dict[str, str]]) -> float:
    """Run the processes of a program, one of which prints its time."""
    started = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
               for environment in environments]
    words = "".join(process.communicate(timeout=300)[0] for process in started).split()
    if "seconds" not in words:
        raise SystemExit(f"{' '.join(command)}: no result")
    return float(words[words.index("seconds") + 1])


def main() -> None:
    """Interleave the packages and print times and ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", default=[], metavar="NAME=PATH")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--work", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        {"train_mxnet": train_mxnet, "train_torch": train_torch}.get(options.work, lambda: work(options.work))()
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
    steps: dict[str, list[float]] = {"train_mxnet": [], "train_torch": []}
    for _ in range(options.rounds):
        for kind, found in steps.items():
            found.append(_train(pythons["ours"], kind))
    ours, torch = (statistics.median(found) for found in steps.values())
    print(f"ResNet-18 step: ours {1000 * ours:.0f} ms, DistributedDataParallel {1000 * torch:.0f} ms; "
          f"ours/torch {ours / torch:.2f}", flush=True)


if __name__ == "__main__":
    main()
