"""Disturb training under `mxnet launch --max-restarts`, and compare the result with an undisturbed run.

    python tools/fuzz/cluster_faults.py [--count 20] [--seed 0] [--kinds kill stop slow disk line]

Each run trains with two workers, which save a checkpoint after each step. One fault happens at a random step:

    kill  a worker is killed
    stop  a worker is stopped and does not continue
    slow  a worker is stopped for short times, less than the timeout for frozen processes
    disk  the disk of the checkpoints is full for some seconds
    line  the network line of a worker is cut for some seconds

The run must end with the parameters of the undisturbed run, or with an error that names the cause. No process may be
left. The faults 'disk' and 'line' need root and Linux: they use a small tmpfs, and network namespaces, which the
launcher reaches by a replacement of ssh.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAUNCH = "import sys; from mxnet.cli import main; sys.exit(main())"
CAUSES = {"kill": r"SIGKILL|has died", "stop": r"no heartbeat", "slow": "$^", "disk": r"No space left",
          "line": r"no heartbeat|store at \S+ is gone|has died|lost its connection|cannot reach"}
STEPS, FROZEN, NETWORK = 30, 4, "10.78.0"
SSH = """#!/bin/sh
while [ $# -gt 2 ]; do shift; done
exec ip netns exec "mxfault${1##*.}" sh -c "$2"
"""


def work(folder: pathlib.Path) -> None:
    """Train as a worker that continues from the last checkpoint."""
    import numpy as np

    import mxnet as mx
    from mxnet import autograd, gluon, nd

    kv = mx.kv.create("dist_sync")
    (folder / f"pid{kv.rank}").write_text(str(os.getpid()))
    mx.random.seed(3)
    net = gluon.nn.Dense(300, in_units=400)
    net.initialize(mx.init.Uniform(0.1))
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.05}, kvstore=kv)
    disk, last = folder / "disk", folder / "disk" / "last"
    first = int(last.read_text()) if last.exists() else 0
    if first:
        net.load_parameters(str(disk / f"{first}.params"))
        trainer.load_states(str(disk / f"{first}.states"))
    kv.barrier()
    for step in range(first, STEPS):
        with autograd.record():
            loss = ((net(nd.array(np.random.RandomState(2 * step + kv.rank).rand(8, 400))) - 1) ** 2).mean()
        loss.backward()
        trainer.step(2)
        if kv.rank == 0:
            net.save_parameters(str(disk / f"{step + 1}.params"))
            trainer.save_states(str(disk / f"{step + 1}.states"))
            (disk / "part").write_text(str(step + 1))
            (disk / "part").replace(last)
            for old in disk.glob(f"{step}.*"):
                old.unlink()
        time.sleep(0.05)
    if kv.rank == 0:
        values = b"".join(one.data().asnumpy().tobytes() for one in net.collect_params().values())
        print("digest", hashlib.sha256(values).hexdigest()[:16], flush=True)


@contextlib.contextmanager
def small_disk(folder: pathlib.Path) -> Iterator[None]:
    """Mount a disk of 8 MB for the checkpoints."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder / "disk"], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder / "disk"], check=True)


@contextlib.contextmanager
def machines(count: int) -> Iterator[None]:
    """Create network namespaces `mxfault2` and following, with addresses that this machine reaches over a bridge."""
    def ip(*words: str) -> None:
        subprocess.run(["ip", *words], check=True)

    made = []
    ip("link", "add", "mxfaultbr", "type", "bridge")
    try:
        ip("addr", "add", f"{NETWORK}.1/24", "dev", "mxfaultbr")
        ip("link", "set", "mxfaultbr", "up")
        for host in range(2, 2 + count):
            ip("netns", "add", f"mxfault{host}")
            made.append(host)
            ip("link", "add", f"mxfaultl{host}", "type", "veth", "peer", "name", "line", "netns", f"mxfault{host}")
            ip("link", "set", f"mxfaultl{host}", "master", "mxfaultbr", "up")
            ip("-n", f"mxfault{host}", "addr", "add", f"{NETWORK}.{host}/24", "dev", "line")
            for device in ("line", "lo"):
                ip("-n", f"mxfault{host}", "link", "set", device, "up")
        yield
    finally:
        for host in made:
            ip("netns", "del", f"mxfault{host}")
        ip("link", "del", "mxfaultbr")


def left_behind(marker: str) -> list[int]:
    """Return the processes whose environment contains the marker of a run."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if marker.encode() in (path / "environ").read_bytes():
                found.append(int(path.name))
    return found


def cause_fault(kind: str, folder: pathlib.Path, victim: int, at: int) -> None:
    """Wait for a step, and cause a fault."""
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        with contextlib.suppress(OSError, ValueError):
            if int((folder / "disk" / "last").read_text()) >= at:
                break
        time.sleep(0.02)
    pid = int((folder / f"pid{victim}").read_text())
    if kind in ("kill", "stop"):
        os.kill(pid, signal.SIGKILL if kind == "kill" else signal.SIGSTOP)
    elif kind == "slow":
        for _ in range(3):
            os.kill(pid, signal.SIGSTOP)
            time.sleep(1.0)
            os.kill(pid, signal.SIGCONT)
            time.sleep(0.1)
    elif kind == "disk":
        with contextlib.suppress(OSError), open(folder / "disk" / "filler", "wb") as file:
            while True:
                file.write(bytes(4096))
                file.flush()
        time.sleep(6)
        (folder / "disk" / "filler").unlink()
    elif kind == "line":
        subprocess.run(["ip", "link", "set", f"mxfaultl{victim + 2}", "down"], check=True)
        time.sleep(2 * FROZEN)
        subprocess.run(["ip", "link", "set", f"mxfaultl{victim + 2}", "up"], check=True)


def run(kind: str, seed: int, restarts: int = 3) -> tuple[int, str, list[int]]:
    """Train with a fault, and return the exit code, the output and the processes left behind. No `kind`: no fault."""
    choose = random.Random(seed)
    victim, at = choose.randrange(2), choose.randrange(1, STEPS - 8)
    marker = f"FAULT_RUN={os.getpid()}-{seed}-{kind}"
    folder = pathlib.Path(tempfile.mkdtemp(prefix="mxnet-faults-"))
    (folder / "disk").mkdir()
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    variables: dict[str, str] = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", "MXNET_LAUNCH_GRACE": "3",
                                 "MXNET_KVSTORE_FROZEN_TIMEOUT": str(FROZEN), "MXNET_KVSTORE_JOIN_TIMEOUT": "30",
                                 **dict([marker.split("=")])}
    options: list[Any] = ["-n", "2", "-s", "0", "--max-restarts", str(restarts)]
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        if kind == "disk":
            stack.enter_context(small_disk(folder))
        if kind == "line":
            stack.enter_context(machines(2))
            (folder / "ssh").write_text(SSH)
            (folder / "ssh").chmod(0o755)
            (folder / "hosts").write_text(f"{NETWORK}.2\n{NETWORK}.3\n")
            variables["PATH"] = f"{folder}{os.pathsep}{variables['PATH']}"
            options += ["-H", folder / "hosts"]
        command = [sys.executable, "-c", LAUNCH, "launch", *options, sys.executable, __file__, "--work", folder]
        process = subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if kind:
            threading.Thread(target=cause_fault, args=(kind, folder, victim, at), daemon=True).start()
        try:
            output, _ = process.communicate(timeout=240)
        except subprocess.TimeoutExpired:
            process.kill()
            output = process.communicate()[0] + "\nthe launcher does not end"
        limit = time.monotonic() + 8
        while (left := left_behind(marker)) and time.monotonic() < limit:
            time.sleep(0.1)
    return process.returncode, output, left


def judge(kind: str, expected: str, code: int, output: str, left: list[int]) -> tuple[str, str]:
    """Return 'same', 'named' or 'wrong', and an explanation."""
    restarts = output.count("mxnet launch: restarting")
    if left:
        return "wrong", f"processes {left} are left"
    found = re.search(r"digest (\w+)", output)
    if code == 0 and found is not None and found[1] == expected:
        if restarts and re.search(CAUSES[kind], output) is None:
            return "wrong", f"restarted without naming the cause:\n{output}"
        return "same", f"{restarts} restarts"
    if code != 0 and re.search(CAUSES[kind], output):
        return "named", f"exit code {code} after {restarts} restarts"
    return "wrong", f"exit code {code}:\n{output}"


def main() -> int:
    """Run random faults, and print one line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", nargs="+", choices=list(CAUSES), default=list(CAUSES))
    parser.add_argument("--work", type=pathlib.Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work(options.work)
        return 0
    reference = re.search(r"digest (\w+)", run("", 0)[1])
    if reference is None:
        raise SystemExit("the undisturbed run failed")
    wrong = 0
    for seed in range(options.seed, options.seed + options.count):
        kind = options.kinds[seed % len(options.kinds)]
        begun = time.monotonic()
        verdict, words = judge(kind, reference[1], *run(kind, seed))
        wrong += verdict == "wrong"
        print(f"{seed}: {kind}: {verdict}, {words} ({time.monotonic() - begun:.0f} s)", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
