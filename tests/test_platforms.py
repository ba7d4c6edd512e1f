"""Tests that the package does not need what only Linux has. The modules and functions are hidden in a new process."""

from __future__ import annotations

import subprocess
import sys

import pytest

HIDE = """
import asyncio, ctypes, multiprocessing.connection, os, signal, subprocess, sys, sysconfig, tempfile
import cv2, numpy, torch, torch.distributed, torch.utils.data

sysconfig.get_paths()  # reads a file that is named after the platform
for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios"):
    sys.modules[name] = None
for name in ("O_CLOEXEC", "O_NOFOLLOW", "fchmod", "fchown", "fork", "geteuid", "getloadavg", "getuid", "killpg",
             "pread", "register_at_fork", "sched_getaffinity", "sysconf"):
    vars(os).pop(name, None)
for name in ("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGUSR1"):
    vars(signal).pop(name, None)


class Library(ctypes.CDLL):
    def __init__(self, name, *args, **options):
        if name is None:
            raise TypeError("expected a name")  # as on Windows
        super().__init__(name, *args, **options)


ctypes.CDLL = Library
sys.platform = sys.argv[1]
os.chdir(sys.argv[2])
"""

PROGRAM = """
import mxnet as mx
from mxnet import autograd, gluon, nd

net = gluon.nn.Dense(3)
net.initialize()
net.hybridize()
trainer = gluon.Trainer(net.collect_params(), "adam")
with autograd.record():
    loss = net(nd.ones((2, 4))).sum()
loss.backward()
trainer.step(2)
for _ in range(2):
    net.save_parameters("net.params")
net.load_parameters("net.params")
writer = mx.recordio.MXIndexedRecordIO("a.idx", "a.rec", "w")
writer.write_idx(3, b"content")
writer.close()
assert mx.recordio.MXIndexedRecordIO("a.idx", "a.rec", "r").read_idx(3) == b"content"
batches = gluon.data.DataLoader(gluon.data.ArrayDataset(nd.arange(8)), 4, num_workers=2, thread_pool=True)
assert len(list(batches)) == 2

from types import SimpleNamespace

from mxnet.gluon.data import _workers
from mxnet.kvstore.dist import watchdog

process = SimpleNamespace(pid=1, exitcode=-15, join=lambda seconds: None, kill=lambda: print("killed"))
pool = SimpleNamespace(close=lambda: None)
try:
    _workers.WorkerPool._raise_death(pool, SimpleNamespace(process=process))
except _workers.WorkerError as error:
    print(error)
watchdog.send_signal(process, "SIGKILL")
"""


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_the_package_needs_nothing_that_only_linux_has(platform, tmp_path):
    ended = subprocess.run([sys.executable, "-c", HIDE + PROGRAM, platform, str(tmp_path)], capture_output=True,
                           text=True)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines() == ["DataLoader worker process 1 was killed by SIGTERM while creating a batch.",
                                         "killed"]
