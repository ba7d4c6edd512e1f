"""Compare the time of ``im2rec`` with resizing in this package and in MXNet 1.9.1 (path of its ``tools/im2rec.py``).

    python benchmarks/im2rec.py --tool PATH --python ours=PATH --python mxnet=PATH [--photos 5000] [--size 1000]

Each round runs both programs in turn with the same photos and list. The results are medians of wall time and CPU time
(all processes and threads), and CPU time per photo without startup, which a run with an empty list measures. The ratios
are medians of the ratios of the rounds. The record files are compared byte for byte.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np

DISTINCT = 500


def make_photos(folder: Path, count: int, size: int) -> None:
    """Create `count` photos of colored noise, at most `DISTINCT` different ones, that decode as slowly as real ones."""
    rng, distinct = np.random.default_rng(0), []
    for _ in range(min(count, DISTINCT)):
        image = np.zeros((size, int(size * rng.uniform(1, 1.4)), 3), np.float32)
        for scale in (4, 16, 64, 256):
            cloud = rng.normal(128, 40, (max(2, size // scale), max(2, size // scale), 3)).astype(np.float32)
            image += cv2.resize(cloud, image.shape[1::-1], interpolation=cv2.INTER_CUBIC) / 4
        encoded = cv2.imencode(".jpg", image.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
        distinct.append(encoded.tobytes())
    folder.mkdir()
    for number in range(count):
        (folder / f"{number}.jpg").write_bytes(distinct[number % len(distinct)])


def measured(command: list[str], prefix: Path, photos: Path, options: list[str]) -> tuple[float, float]:
    """Return wall and CPU seconds of a run."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([*command, str(prefix), str(photos), *options], check=True, capture_output=True)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True, help="im2rec.py of MXNet 1.9.1")
    parser.add_argument("--python", action="append", required=True, metavar="PEER=PATH")
    parser.add_argument("--photos", type=int, default=5000)
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
        times: dict[str, list[tuple[float, float, float]]] = {peer: [] for peer in commands}
        for _ in range(arguments.rounds):
            for peer, command in commands.items():
                _, start = measured(command, folder / f"{peer}-empty", photos, options)
                wall, cpu = measured(command, folder / f"{peer}-photos", photos, options)
                times[peer].append((wall, cpu, 1000 * (cpu - start) / arguments.photos))
        equal = (folder / "ours-photos.rec").read_bytes() == (folder / "mxnet-photos.rec").read_bytes()
    for peer, rounds in times.items():
        wall, cpu, photo = np.median(rounds, axis=0)
        print(f"{peer:6} {wall:6.2f} s wall, {cpu:6.2f} s CPU, {photo:6.2f} ms CPU per photo after the start")
    ratios = np.median(np.array(times["mxnet"]) / np.array(times["ours"]), axis=0)
    print("ratio  " + ", ".join(f"{ratio:.2f}" for ratio in ratios))
    print("record files are " + ("equal byte for byte" if equal else "not equal"))


if __name__ == "__main__":
    main()
