"""Tests of forwarding the output of processes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from mxnet.kvstore.dist.output import Forwarder


def test_lines_of_processes(capfd: pytest.CaptureFixture[str]) -> None:
    program = "import sys; sys.stdout.buffer.write(b'one\\r\\ntwo\\rth\\xff\\n\\nrest'); sys.stderr.write('wrong\\n')"
    forwarder = Forwarder()
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    forwarder.forward("worker 3", process)
    process.wait()
    forwarder.finish()
    printed = capfd.readouterr()
    assert printed.err == "[worker 3] wrong\n"
    assert printed.out.encode(errors="surrogateescape").replace(b"\xef\xbf\xbd", b"\xff").decode("latin-1") == (
        "[worker 3] one\r\n[worker 3] two\r[worker 3] th\xff\n[worker 3] \n[worker 3] rest\n")


def test_a_pipe_that_stays_open_is_left(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mxnet.kvstore.dist.output._LAST_WORDS_SECONDS", 0.2)
    forwarder = Forwarder()
    process = subprocess.Popen([sys.executable, "-c", "import time; print('here', flush=True); time.sleep(60)"],
                               stdout=subprocess.PIPE)
    forwarder.forward("server 0", process)
    try:
        forwarder.finish()
    finally:
        process.kill()
        process.wait()
    forwarder.finish()
    assert capfd.readouterr().out in ("[server 0] here\n", "")


def test_processes_without_pipes() -> None:
    forwarder = Forwarder()
    process = subprocess.Popen([sys.executable, "-c", ""])
    forwarder.forward("worker 0", process)
    forwarder.finish()
    assert process.wait() == 0
