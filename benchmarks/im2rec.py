"""Time of ``im2rec`` with resizing, here and in the real MXNet 1.9.1, whose ``tools/im2rec.py`` is given by its path.

    python benchmarks/im2rec.py --tool PATH --python ours=PATH --python mxnet=PATH [--photos 800] [--size 1000]

Each round runs both programs one after the other over the same photos and list. The figures are medians of wall time
and of CPU time (all processes and threads), and CPU time per photo without the start of the program, which a run over
an empty list measures. The record files are compared byte for byte.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np


def make_photos(folder: Path, count: int, size: int) -> None:
    """Coloured clouds of several scales, which take JPEG about as long as photos do."""
    rng = np.random.default_rng(0)
    folder.mkdir()
    for number in range(count):
        image = np.zeros((size, int(size * rng.uniform(1, 1.4)), 3), np.float32)
        for scale in (4, 16, 64, 256):
            cloud = rng.normal(128, 40, (max(2, size // scale), max(2, size // scale), 3)).astype(np.float32)
            image += cv2.resize(cloud, image.shape[1::-1], interpolation=cv2.INTER_CUBIC) / 4
        cv2.imwrite(str(folder / f"{number}.jpg"), image.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 92])


def measured(command: list[str], prefix: Path, photos: Path, options: list[str]) -> tuple[float, float]:
    """Wall and CPU seconds of a run."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([*command, str(prefix), str(photos), *options], check=True, capture_output=True)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True, help="im2rec.py of MXNet 1.9.1")
    parser.add_argument("--python", action="append", required=True, metavar="PEER=PATH")
    parser.add_argument("--photos", type=int, default=800)
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--resize", type=int, default=224)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    pythons = dict(pair.split("=", 1) for pair in arguments.python)
    commands = {"ours": [pythons["ours"], "-m", "mxnet.tools.im2rec"], "mxnet": [pythons["mxnet"], arguments.tool]}
    options = ["--resize", str(arguments.resize), "--num-thread", str(arguments.threads)]
    os.environ["OMP_NUM_THREADS"] = "1"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        photos = folder / "photos"
        make_photos(photos, arguments.photos, arguments.size)
        for peer, command in commands.items():
            measured(command, folder / f"{peer}-photos", photos, ["--list"])
            (folder / f"{peer}-empty.lst").touch()
        times: dict[tuple[str, str], list[tuple[float, float]]] = {}
        for _ in range(arguments.rounds):
            for peer, command in commands.items():
                for work in ("photos", "empty"):
                    times.setdefault((peer, work), []).append(
                        measured(command, folder / f"{peer}-{work}", photos, options))
        equal = (folder / "ours-photos.rec").read_bytes() == (folder / "mxnet-photos.rec").read_bytes()
    rows = {}
    for peer in commands:
        (wall, cpu), (_, start) = ([statistics.median(column) for column in zip(*times[peer, work])]
                                   for work in ("photos", "empty"))
        rows[peer] = (wall, cpu, 1000 * (cpu - start) / arguments.photos)
        print(f"{peer:6} {wall:6.2f} s wall, {cpu:6.2f} s CPU, {rows[peer][2]:6.2f} ms CPU per photo after the start")
    print("ratio  " + ", ".join(f"{theirs / ours:.2f}" for ours, theirs in zip(rows["ours"], rows["mxnet"])))
    print("record files are " + ("equal byte for byte" if equal else "not equal"))


if __name__ == "__main__":
    main()
