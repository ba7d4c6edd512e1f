"""Compare image loading from record files in this package, MXNet 1.9.1, and torch's DataLoader with torchvision.

    python benchmarks/images.py --python ours=PATH --python mxnet=PATH --python torch=PATH --python torchvision=PATH
                                [--photos 5000] [--size 256]
    python benchmarks/images.py --python ours=PATH --training

Each peer is a separate process. The script requests full epochs from each in turn, because a peer would continue to
prepare batches between parts of an epoch. The results are from the best epoch: milliseconds of wall time and CPU time
(all threads and workers) per image. The ratios are medians of the ratios of the rounds. ``--folder`` keeps the files
for another run. ``torch`` decodes with PIL, and ``torchvision`` with its own decoder, which its build must include.
``--training`` trains a MobileNet from a record file and prints how long it waited for data.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MEAN, DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
BATCH, DISTINCT = 50, 500
LOADERS = ("ours", "mxnet", "torch", "torchvision")
TASKS = {"loader, 0 workers": LOADERS, "loader, 2 workers": LOADERS,
         "ImageRecordIter": ("ours", "mxnet"), "ImageDetRecordIter": ("ours", "mxnet"), "records": ("ours", "mxnet")}


def make_files(folder: Path, count: int, size: int) -> None:
    """Create photos with a class (``a``) and with objects (``o``); photos repeat beyond `DISTINCT`."""
    import cv2
    import numpy as np

    rng, photos = np.random.default_rng(0), []
    for _ in range(min(count, DISTINCT)):
        image = np.zeros((size, int(size * rng.uniform(1, 1.4)), 3), np.float32)
        for scale in (4, 16, 64, 256):
            cloud = rng.normal(128, 40, (max(2, size // scale), max(2, size // scale), 3)).astype(np.float32)
            image += cv2.resize(cloud, image.shape[1::-1], interpolation=cv2.INTER_CUBIC) / 4
        encoded = cv2.imencode(".jpg", image.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
        photos.append(encoded.tobytes())
    for name in "ao":
        with open(folder / f"{name}.rec", "wb") as records, open(folder / f"{name}.idx", "w") as index:
            for number in range(count):
                corners = rng.uniform(0, 0.5, 2)
                label = [2, 5, number % 10, *corners, *(corners + rng.uniform(0.2, 0.5, 2))] if name == "o" else []
                head = struct.pack("<IfQQ", len(label), 0.0 if label else number % 10, number, 0)
                content = head + np.array(label, np.float32).tobytes() + photos[number % len(photos)]
                index.write(f"{number}\t{records.tell()}\n")
                records.write(struct.pack("<II", 0xCED7230A, len(content)) + content + bytes(-len(content) % 4))


# Code of the peer processes

def cpu_seconds() -> float:
    """Return the CPU time of this process, its finished children and its running children."""
    used = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == os.getpid():
                used += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used


def pil_transform() -> Any:
    import io

    import torch
    from PIL import Image

    # The CPU build of torch lacks operators that torchvision declares for GPUs; transforms do not need them.
    library = torch.library.Library("torchvision", "FRAGMENT")
    for name in ("nms", "qnms"):
        if not hasattr(torch.ops.torchvision, name):
            library.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    from torchvision import transforms

    chain = transforms.Compose([transforms.RandomResizedCrop(224), transforms.RandomHorizontalFlip(),
                                transforms.ToTensor(), transforms.Normalize(MEAN, DEVIATION)])
    return lambda content: chain(Image.open(io.BytesIO(content)).convert("RGB"))


def tensor_transform() -> Any:
    import torch
    from torchvision.io import ImageReadMode, decode_jpeg
    from torchvision.transforms import v2

    chain = v2.Compose([v2.RandomResizedCrop(224), v2.RandomHorizontalFlip(),
                        v2.ToDtype(torch.float32, scale=True), v2.Normalize(MEAN, DEVIATION)])
    return lambda content: chain(decode_jpeg(torch.frombuffer(bytearray(content), dtype=torch.uint8),
                                             ImageReadMode.RGB))


def torch_epochs(peer: str, workers: int) -> Iterator[int]:
    import torch

    class Photos(torch.utils.data.Dataset):
        def __init__(self) -> None:
            self.positions = [int(line.split()[1]) for line in Path("a.idx").read_text().splitlines()]
            self.file: Any = None
            self.transform = tensor_transform() if peer == "torchvision" else pil_transform()

        def __len__(self) -> int:
            return len(self.positions)

        def __getitem__(self, number: int) -> tuple[Any, float]:
            self.file = self.file or Path("a.rec").open("rb")  # noqa: SIM115 - stays open
            self.file.seek(self.positions[number])
            record = self.file.read(struct.unpack("<II", self.file.read(8))[1])
            return self.transform(record[24:]), struct.unpack_from("<f", record, 4)[0]

    loader = torch.utils.data.DataLoader(Photos(), BATCH, shuffle=True, num_workers=workers,
                                         persistent_workers=workers > 0)
    while True:
        yield sum(len(images) for images, _ in loader)


def mxnet_epochs(task: str) -> Iterator[int]:
    import mxnet as mx
    from mxnet.gluon.data import DataLoader
    from mxnet.gluon.data.vision import ImageRecordDataset, transforms

    if task.startswith("loader"):
        chain = transforms.Compose([transforms.RandomResizedCrop(224), transforms.RandomFlipLeftRight(),
                                    transforms.ToTensor(), transforms.Normalize(MEAN, DEVIATION)])
        loader = DataLoader(ImageRecordDataset("a.rec").transform_first(chain), BATCH, shuffle=True,
                            num_workers=2 if "2" in task else 0)
        while True:
            count = 0
            for images, _ in loader:
                images.wait_to_read()
                count += len(images)
            yield count
    if task == "records":
        while True:
            reader, count = mx.recordio.MXRecordIO("a.rec", "r"), 0
            while reader.read() is not None:
                count += 1
            yield count
    batches = record_iterator(mx, task)
    while True:
        batches.reset()
        count = 0
        for batch in batches:
            batch.data[0].wait_to_read()
            count += BATCH
        yield count


def record_iterator(mx: Any, task: str) -> Any:
    common = {"batch_size": BATCH, "shuffle": True, "preprocess_threads": 2, "ctx": "cpu", "verbose": False,
              "mean_r": 123.0, "mean_g": 116.0, "mean_b": 103.0, "std_r": 58.0, "std_g": 57.0, "std_b": 57.0}
    if task == "ImageRecordIter":
        return mx.io.ImageRecordIter(path_imgrec="a.rec", path_imgidx="a.idx", data_shape=(3, 224, 224), resize=256,
                                     rand_crop=True, rand_mirror=True, brightness=0.2, contrast=0.2, saturation=0.2,
                                     pca_noise=0.1, **common)
    chances = {f"random_{kind}_prob": 0.5 for kind in ("hue", "saturation", "illumination", "contrast")}
    return mx.io.ImageDetRecordIter(
        path_imgrec="o.rec", data_shape=(3, 300, 300), rand_crop_prob=0.5, min_crop_scales=(0.3,),
        min_crop_overlaps=(0.3,), rand_pad_prob=0.5, max_pad_scale=2.0, rand_mirror_prob=0.5, max_random_hue=18,
        max_random_saturation=32, max_random_illumination=32, max_random_contrast=0.5, **chances, **common)


def serve(peer: str, task: str) -> None:
    """Reply to each line with the wall and CPU milliseconds per image."""
    epochs = torch_epochs(peer, 2 if "2" in task else 0) if peer.startswith("torch") else mxnet_epochs(task)
    next(epochs)
    print("ready", flush=True)
    for _ in sys.stdin:
        wall, cpu = time.perf_counter(), cpu_seconds()
        images = next(epochs)
        wall, cpu = time.perf_counter() - wall, cpu_seconds() - cpu
        print(1000 * wall / images, 1000 * cpu / images, flush=True)
    os._exit(0)


def train(steps: int) -> None:
    """Print the share of time that training waits for its next batch, with two ways of loading."""
    import mxnet as mx
    from mxnet import autograd, gluon

    mx.random.seed(0)
    for task in ("ImageRecordIter", "loader, 2 workers"):
        net = gluon.model_zoo.vision.mobilenet1_0(classes=10)
        net.initialize(mx.init.Xavier())
        net.hybridize()
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
        loss = gluon.loss.SoftmaxCrossEntropyLoss()
        batches, waited, began = training_batches(mx, task), 0.0, 0.0
        for step in range(steps + 2):
            if step == 2:
                waited, began = 0.0, time.perf_counter()
            before = time.perf_counter()
            data, label = next(batches)
            waited += time.perf_counter() - before
            with autograd.record():
                error = loss(net(data), label)
            error.backward()
            trainer.step(len(data))
            error.wait_to_read()
        total = time.perf_counter() - began
        print(f"MobileNet, {task}: {1000 * total / steps:.0f} ms for a step of {BATCH} images, "
              f"{100 * waited / total:.1f}% of it waiting for data", flush=True)


def training_batches(mx: Any, task: str) -> Iterator[tuple[Any, Any]]:
    if task == "ImageRecordIter":
        batches = record_iterator(mx, task)
        while True:
            for batch in batches:
                yield batch.data[0], batch.label[0]
            batches.reset()
    transforms = mx.gluon.data.vision.transforms
    chain = transforms.Compose([transforms.RandomResizedCrop(224), transforms.RandomFlipLeftRight(),
                                transforms.ToTensor(), transforms.Normalize(MEAN, DEVIATION)])
    dataset = mx.gluon.data.vision.ImageRecordDataset("a.rec").transform_first(chain)
    while True:
        yield from mx.gluon.data.DataLoader(dataset, BATCH, shuffle=True, num_workers=2)


# Code of the comparing process

class Peer:
    """Process that measures itself."""

    def __init__(self, python: str, arguments: list[str], folder: Path) -> None:
        self.process = subprocess.Popen([python, __file__, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, cwd=folder)
        if self._read() != "ready":
            raise RuntimeError(f"{python} failed: run {__file__} {' '.join(arguments)} in {folder} to see why")

    def _read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def measure(self) -> tuple[float, float]:
        assert self.process.stdin is not None
        self.process.stdin.write("epoch\n")
        self.process.stdin.flush()
        wall, cpu = map(float, self._read().split())
        return wall, cpu

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def compare(task: str, pythons: dict[str, str], folder: Path, rounds: int) -> None:
    peers = {name: Peer(pythons[name], ["--serve", name, task], folder) for name in TASKS[task] if name in pythons}
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in peers}
    for _ in range(rounds):
        for name, peer in peers.items():
            times[name].append(peer.measure())
    for peer in peers.values():
        peer.close()
    best = {name: [min(column) for column in zip(*pairs)] for name, pairs in times.items()}
    ratios = {name: [statistics.median(theirs[column] / ours[column] for theirs, ours in zip(pairs, times["ours"]))
                     for column in (0, 1)] for name, pairs in times.items()}
    cells = [f"{name} {wall:.3f} wall {cpu:.3f} CPU" + ("" if name == "ours" else
             " ({:.2f}x, {:.2f}x)".format(*ratios[name])) for name, (wall, cpu) in best.items()]
    print(f"| {task} | " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", default=[], metavar="PEER=PATH")
    parser.add_argument("--photos", type=int, default=5000)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path, help="keep the files here and reuse existing ones")
    parser.add_argument("--only", help="substring of task names")
    parser.add_argument("--training", action="store_true")
    parser.add_argument("--steps", type=int, default=20, help="with --training")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--train", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(*arguments.serve)
        return
    if arguments.train:
        train(arguments.steps)
        return
    pythons: dict[str, str] = dict(pair.split("=", 1) for pair in arguments.python)
    with tempfile.TemporaryDirectory() as name:
        folder = arguments.folder or Path(name)
        if not (folder / "o.idx").exists():
            folder.mkdir(parents=True, exist_ok=True)
            make_files(folder, arguments.photos, arguments.size)
        if arguments.training:
            command = [pythons["ours"], __file__, "--train", "--steps", str(arguments.steps)]
            subprocess.run(command, cwd=folder, check=True)
            return
        for task in TASKS:
            if not arguments.only or arguments.only in task:
                # Operators on single images are too small for threads; MXNet's iterators use OpenMP threads.
                os.environ["OMP_NUM_THREADS"] = "1" if task.startswith("loader") else "2"
                compare(task, pythons, folder, arguments.rounds)


if __name__ == "__main__":
    main()
