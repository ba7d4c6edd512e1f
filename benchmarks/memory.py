"""Measure the memory of a training step, with and without recomputation in the backward pass.

    python benchmarks/memory.py              # table of all networks
    python benchmarks/memory.py --size 64    # smaller pictures

For each network and mode, in a separate process: bytes of arrays created by the step that are alive after the forward
pass, their maximum at any time, the peak resident memory of the process, and the time of a step.

* ``keep``: no recomputation;
* ``mirror``: ``MXNET_BACKWARD_DO_MIRROR=1``, which recomputes all cheap operators (no convolutions or dense layers);
* ``stages``: ``force_mirroring`` on every node except about sqrt(n) stage ends, as planned by mxnet-memonger.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

MODES = ("keep", "mirror", "stages")
NETWORKS = ("resnet50_v1", "densenet121", "plain40", "mlp200")


def _plain(mx: Any, depth: int) -> Any:
    """Return a network of `depth` blocks of convolution, normalization and activation."""
    data = mx.sym.var("data")
    for i in range(depth):
        with mx.AttrScope(mirror_stage="True"):
            data = mx.sym.Convolution(data, kernel=(3, 3), pad=(1, 1), num_filter=32, no_bias=True, name=f"c{i}")
        data = mx.sym.Activation(mx.sym.BatchNorm(data, name=f"n{i}"), act_type="tanh", name=f"a{i}")
    return mx.sym.sum(data, name="loss")


def _mlp(mx: Any, depth: int) -> Any:
    data = mx.sym.var("data")
    for i in range(depth):
        data = mx.sym.FullyConnected(data, num_hidden=256, flatten=False, name=f"f{i}")
        data = mx.sym.Activation(mx.sym.LayerNorm(data, name=f"n{i}"), act_type="softrelu", name=f"a{i}")
    return mx.sym.sum(data, name="loss")


def build(mx: Any, name: str, size: int) -> tuple[Any, tuple[int, ...]]:
    """Return a symbol with a scalar output, and the shape of its data."""
    if name == "plain40":
        return _plain(mx, 40), (8, 3, size, size)
    if name == "mlp200":
        return _mlp(mx, 200), (8 * size, 256)
    network = mx.gluon.model_zoo.vision.get_model(name)
    return mx.sym.sum(network(mx.sym.var("data")), name="loss"), (4, 3, 224, 224)


def plan_stages(symbol: Any, shape: tuple[int, ...]) -> None:
    """Mark all nodes for recomputation except the ends of about sqrt(n) stages, where the kept results are small."""
    internals = symbol.get_internals()
    _, shapes, _ = internals.infer_shape(data=shape)
    variables = set(symbol.list_inputs())
    inner = [(internals[i], s) for i, s in enumerate(shapes) if internals[i].name not in variables]
    convolutions = sum(node.name.startswith("c") or "conv" in node.name or node.name.startswith("f")
                       for node, _ in inner)
    step, since = max(2, round(convolutions**0.5)), 0
    for node, _ in inner:
        ends = node.name.startswith("a") or "relu" in node.name or "activation" in node.name
        since += ends
        keep = ends and since >= step
        node._set_attr(force_mirroring=str(not keep))
        since = 0 if keep else since


class LiveMemory:
    """Context manager that tracks the current and maximum bytes of arrays created inside the block."""

    def __new__(cls) -> Any:
        from torch.multiprocessing.reductions import StorageWeakRef
        from torch.utils._python_dispatch import TorchDispatchMode
        from torch.utils._pytree import tree_leaves

        class Mode(TorchDispatchMode):
            def __init__(self) -> None:
                super().__init__()
                self.alive: dict[int, tuple[Any, int]] = {}
                self.peak = 0

            def now(self) -> int:
                self.alive = {k: v for k, v in self.alive.items() if not v[0].expired()}
                return sum(size for _, size in self.alive.values())

            def __torch_dispatch__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
                given = {a.untyped_storage()._cdata for a in tree_leaves(args) if hasattr(a, "untyped_storage")}
                result = function(*args, **(kwargs or {}))
                for tensor in tree_leaves(result):
                    if hasattr(tensor, "untyped_storage") and tensor.untyped_storage()._cdata not in given:
                        storage = tensor.untyped_storage()
                        self.alive[storage._cdata] = StorageWeakRef(storage), storage.nbytes()
                self.peak = max(self.peak, self.now())
                return result

        return Mode()


def measure(name: str, mode: str, size: int) -> dict[str, float]:
    """Return the results of one network in one mode, measured in this process."""
    os.environ["MXNET_BACKWARD_DO_MIRROR"] = str(int(mode == "mirror"))
    import mxnet as mx

    symbol, shape = build(mx, name, size)
    if mode == "stages":
        plan_stages(symbol, shape)
    executor = symbol.simple_bind(mx.cpu(), data=shape)
    mx.random.seed(1)
    for key, array in executor.arg_dict.items():
        array[:] = mx.nd.random.normal(0, 0.05, array.shape) if key != "data" else mx.nd.random.uniform(shape=shape)
    executor.forward(is_train=True)
    executor.backward()
    start = time.perf_counter()
    executor.forward(is_train=True)
    executor.backward()
    executor.grad_arrays[1].asnumpy()
    seconds = time.perf_counter() - start
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    executor._recorded = None
    with LiveMemory() as memory:
        executor.forward(is_train=True)
        kept = memory.now()
        executor.backward()
    checksum = sum(float(g.abs().sum().asscalar()) for g in executor.grad_arrays if g is not None)
    return {"kept": kept / 2**20, "peak": memory.peak / 2**20, "resident": resident, "seconds": seconds,
            "checksum": checksum}


def in_process(script: str, *arguments: str) -> dict[str, float]:
    """Return the results that a script of this folder prints as JSON, from a separate process."""
    command = [sys.executable, script, *arguments]
    path = os.pathsep.join([str(Path(__file__).resolve().parent.parent), os.environ.get("PYTHONPATH", "")])
    result = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": path})
    figures: dict[str, float] = json.loads(result.stdout.splitlines()[-1])
    return figures


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--only", action="append", choices=NETWORKS)
    parser.add_argument("--size", type=int, default=64, help="height and width of pictures of plain40")
    parser.add_argument("--one", nargs=2, metavar=("NETWORK", "MODE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(*options.one, options.size)))
        return
    print("| network | mode | kept after forward, MB | most alive, MB | resident, MB | step, s | sum of gradients |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for name in options.only or NETWORKS:
        for mode in MODES:
            row = in_process(__file__, "--one", name, mode, "--size", str(options.size))
            print(f"| {name} | {mode} | {row['kept']:.0f} | {row['peak']:.0f} | {row['resident']:.0f} "
                  f"| {row['seconds']:.2f} | {row['checksum']:.6g} |", flush=True)


if __name__ == "__main__":
    main()
