"""Seconds to save and load parameter files, here and in the real MXNet 1.9.1.

    python benchmarks/saving.py --python mxnet=PATH [--folder FOLDER] [--rounds 5]

Each round starts one process per peer in turn: this package, this package without waiting for the disk
(``MXNET_SAVE_FSYNC=0``), and MXNet if its interpreter is given. A process saves each case three times under one name
and loads it three times. The first save creates the file, and the first load cannot reuse memory; both are reported
separately. The results are medians over all rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

CASES = {"small": "20,000 arrays of 4 x 4", "shapes": "20,000 arrays of 6 shapes", "large": "one array of 256 MB",
         "network": "300 arrays of 1 MB"}
SHAPES = ((3,), (3, 4), (64,), (8, 8, 3, 3), (1,), (16, 16))
STEPS = ("new file", "replace", "load", "load again")


def make_arrays(case: str) -> Any:
    """Create the arrays to save."""
    import numpy as np

    from mxnet import nd

    if case == "small":
        return {f"layer{i}_weight": nd.array(np.full((4, 4), i)) for i in range(20_000)}
    if case == "shapes":
        return {f"layer{i}_weight": nd.ones(SHAPES[i % len(SHAPES)]) for i in range(20_000)}
    if case == "large":
        return [nd.array(np.random.rand(1 << 26))]
    return {f"layer{i}_weight": nd.ones((512, 512)) for i in range(300)}


def seconds(action: Callable[[], object]) -> float:
    """Time one call."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def measure_case(path: str, arrays: Any) -> dict[str, list[float]]:
    """Return the times of each step."""
    from mxnet import nd

    def save() -> None:
        nd.save(path, arrays)

    def load() -> None:
        nd.load(path)
        nd.waitall()

    nd.waitall()
    return {"new file": [seconds(save)], "replace": [seconds(save), seconds(save)],
            "load": [seconds(load)], "load again": [seconds(load), seconds(load)]}


def measure(folder: str) -> None:
    """Print the times of all cases as JSON; runs in a separate process."""
    from mxnet import nd

    nd.save(os.path.join(folder, "first"), nd.ones((1,)))
    results = {}
    for case in CASES:
        path = os.path.join(folder, case)
        results[case] = measure_case(path, make_arrays(case))
        os.unlink(path)
    print(json.dumps(results))


def run(python: str, folder: str | None, environment: dict[str, str]) -> Any:
    """Run one measurement of a peer."""
    with tempfile.TemporaryDirectory(dir=folder) as target:
        done = subprocess.run([python, __file__, "--measure", target], env=os.environ | environment, check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(done.stdout)


def show(times: dict[str, list[Any]]) -> None:
    """Print one line per case and step."""
    print(f"{'':44}" + "".join(f"{peer:>12}" for peer in times))
    for case, title in CASES.items():
        for step in STEPS:
            medians = [statistics.median(value for result in results for value in result[case][step])
                       for results in times.values()]
            print(f"{title + ', ' + step:44}" + "".join(f"{value:12.3f}" for value in medians))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", default=[], metavar="PEER=PATH", help="mxnet=PATH or ours=PATH")
    parser.add_argument("--folder", help="folder to save in; a temporary folder by default")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        measure(arguments.measure)
        return
    pythons = dict(pair.split("=", 1) for pair in arguments.python)
    ours, here = pythons.get("ours", sys.executable), {"PYTHONPATH": str(Path(__file__).resolve().parents[1])}
    peers = {"ours": (ours, here), "no fsync": (ours, here | {"MXNET_SAVE_FSYNC": "0"})}
    if "mxnet" in pythons:
        peers["mxnet"] = (pythons["mxnet"], {"PYTHONPATH": ""})
    times: dict[str, list[Any]] = {peer: [] for peer in peers}
    for _ in range(arguments.rounds):
        for peer, (python, environment) in peers.items():
            times[peer].append(run(python, arguments.folder, environment))
    show(times)


if __name__ == "__main__":
    main()
