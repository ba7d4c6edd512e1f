"""Tests of the connections to the rendezvous store."""

from __future__ import annotations

import contextlib
import os
import socket
import stat
import sys
import time

import pytest

from mxnet import MXNetError
from mxnet.kvstore.dist import cluster as cluster_module
from mxnet.kvstore.dist import place
from mxnet.kvstore.dist.cluster import Cluster, host_store, listen
from mxnet.kvstore.dist.place import Place


def _options_of_lines_to(port: int) -> list[tuple[int, int]]:
    """Return the keepalive option and the timeout in milliseconds of all connections to a port."""
    found = []
    for number in map(int, os.listdir("/proc/self/fd")):
        with contextlib.suppress(OSError):
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                with socket.fromfd(number, socket.AF_INET, socket.SOCK_STREAM) as line:
                    if line.getpeername()[1:2] == (port,):
                        found.append((line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE),
                                      line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)))
    return found


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc to list the sockets of a process")
def test_a_line_that_is_cut_breaks_after_the_time_of_a_frozen_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_KVSTORE_FROZEN_TIMEOUT", "7")
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the cluster sets its own
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    store = host_store(listener)
    cluster = Cluster(Place("worker", 0, 1, 0, "127.0.0.1", port, "127.0.0.1", "secret"))
    try:
        assert cluster.find_silent(["worker 0"], 5) == []
        # Connections of the cluster, the heartbeat thread and the store.
        before = len(os.listdir("/proc/self/fd"))
        limit = time.monotonic() + 30
        while (found := _options_of_lines_to(port)) != [(1, 7000)] * 3:
            assert time.monotonic() < limit, found
            time.sleep(0.05)
        assert len(os.listdir("/proc/self/fd")) <= before + 4  # no leaked file descriptors
    finally:
        cluster.leave()
    del store


def test_a_machine_that_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, "UNREACHABLE_SECONDS", 0.0)
    where = Place("worker", 1, 2, 0, "no-such-host.invalid", 9, "127.0.0.1", "secret", launcher="env", read="RANK='1'")
    with pytest.raises(MXNetError, match="worker 1: cannot reach .*no-such-host.invalid:9 .*launcher: env; read: RANK='1'"):
        Cluster(where)


def test_a_machine_on_which_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_KVSTORE_JOIN_TIMEOUT", "0")
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    listener.close()
    with pytest.raises(MXNetError, match="worker 1: no process answers at the rendezvous address 127.0.0.1"):
        Cluster(Place("worker", 1, 2, 0, "127.0.0.1", port, "127.0.0.1", "secret"))


def test_a_port_of_another_program(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(cluster_module, "WARN_SECONDS", 0.2)
    monkeypatch.setattr(cluster_module, "ANSWER_SECONDS", 0.4)
    with listen("127.0.0.1", 0) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(MXNetError, match=f"the process at 127.0.0.1:{port} does not answer as the rendezvous store"):
            Cluster(Place("worker", 1, 2, 0, "127.0.0.1", port, "127.0.0.1", "secret", read="RANK='1'"))
    assert "may be another program (RANK='1')" in caplog.text
