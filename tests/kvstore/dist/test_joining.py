"""Tests of the mutual authentication of workers, and of attempts to impersonate one."""

from __future__ import annotations

import contextlib
import os
import pathlib
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from mxnet import MXNetError
from mxnet.kvstore.dist import joining, secret_file
from mxnet.kvstore.dist.cluster import Cluster, host_store, listen
from mxnet.kvstore.dist.group import Group
from mxnet.kvstore.dist.joining import NONCE, join
from mxnet.kvstore.dist.place import Place


class Meeting:
    """A rendezvous store, and several clusters of this process that use it."""

    def __init__(self) -> None:
        listener = listen("127.0.0.1", 0)
        self.port = listener.getsockname()[1]
        self.store = host_store(listener)
        self.clusters: list[Cluster] = []

    def cluster(self, rank: int, workers: int = 2, secret: str = "secret") -> Cluster:
        cluster = Cluster(Place("worker", rank, workers, 0, "127.0.0.1", self.port, "127.0.0.1", secret))
        self.clusters.append(cluster)
        return cluster

    def entries(self) -> dict[str, bytes]:
        """Return the entries as a client without the secret sees them."""
        return {name: self.store.get(name) for name in self.store.list_keys() if name.startswith("mxnet/")}


@pytest.fixture
def meet(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Meeting]]:
    # Torch looks up the name of each address, and a lost packet of the name service costs 5 s.
    monkeypatch.setenv("MXNET_KVSTORE_JOIN_TIMEOUT", "8")
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the cluster sets its own
    meetings: list[Meeting] = []

    def make() -> Meeting:
        meetings.append(Meeting())
        return meetings[-1]

    yield make
    for meeting in meetings:
        for cluster in meeting.clusters:
            cluster.leave()


def _together(*functions: Callable[[], Any]) -> list[Future[Any]]:
    with ThreadPoolExecutor(len(functions)) as pool:
        return [pool.submit(function) for function in functions]


def test_workers_with_the_secret_derive_one_key_for_each_run(meet: Callable[[], Meeting]) -> None:
    keys = []
    for _ in range(2):
        meeting = meet()
        clusters = [meeting.cluster(rank) for rank in range(2)]
        found = {future.result() for future in _together(*(lambda c=c: join(c) for c in clusters))}
        assert len(found) == 1
        keys += found
    assert keys[0] != keys[1]


def test_a_worker_with_another_secret_is_named(meet: Callable[[], Meeting]) -> None:
    meeting = meet()
    clusters = [meeting.cluster(0), meeting.cluster(1, secret="another")]
    for rank, future in enumerate(_together(*(lambda c=c: join(c) for c in clusters))):
        with pytest.raises(MXNetError, match=f"worker {1 - rank} has joined with another secret than worker {rank} .*"
                                             "MXNET_CLUSTER_SECRET"):
            future.result()


def test_a_worker_that_does_not_come_is_named_with_what_was_read(meet: Callable[[], Meeting]) -> None:
    with pytest.raises(MXNetError, match=r"introduction of worker 1 did not come within 8 s \(launcher: dmlc; read: "):
        join(meet().cluster(0))


@pytest.mark.parametrize("signed", ["zz", "", "00" * 48])
def test_an_entry_that_is_no_signature_is_foreign(meet: Callable[[], Meeting], signed: str) -> None:
    meeting = meet()
    cluster = meeting.cluster(0)
    place = secret_file.signature("worker 0", "0")
    assert not cluster.store.is_foreign(place)
    meeting.store.set(place, signed)
    assert cluster.store.is_foreign(place)


def test_a_worker_without_the_secret_of_the_others(meet: Callable[[], Meeting], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secret_file, "COMPARE_SECONDS", 0.2)
    meeting = meet()
    meeting.cluster(0)
    with pytest.raises(MXNetError, match="worker 0 has a MXNET_CLUSTER_SECRET, but this process has none"):
        Cluster(Place("worker", 1, 2, 0, "127.0.0.1", meeting.port, "127.0.0.1", None, launcher="env"))


def test_recorded_entries_of_an_earlier_run_are_no_proof(meet: Callable[[], Meeting]) -> None:
    earlier = meet()
    clusters = [earlier.cluster(rank) for rank in range(2)]
    for future in _together(*(lambda c=c: join(c) for c in clusters)):
        future.result()
    own = {clusters[0].store._name(f"{kind}/worker 0") for kind in ("version", "introduction", "proof", "alive")}
    meeting = meet()
    for name, value in earlier.entries().items():
        if name not in own:
            meeting.store.set(name, value)
    with pytest.raises(MXNetError, match="worker 1 has not proved that it knows the secret"):
        join(meeting.cluster(0))


def test_overwritten_entries_are_named(meet: Callable[[], Meeting]) -> None:
    meeting = meet()
    clusters = [meeting.cluster(rank) for rank in range(2)]
    clusters[1].publish("introduction/worker 1", "{}")
    for name, value in meeting.entries().items():
        meeting.store.set(name, value[::-1])
    with pytest.raises(MXNetError, match="'introduction/worker 1'.*does not know their secret"):
        join(clusters[0])


def test_workers_with_one_rank_or_other_counts_are_told(meet: Callable[[], Meeting]) -> None:
    meeting = meet()
    clusters = [meeting.cluster(0, 2), meeting.cluster(1, 3)]
    messages = []
    for future in _together(*(lambda c=c: join(c) for c in clusters)):
        with pytest.raises(MXNetError) as told:
            future.result()
        messages.append(str(told.value))
    assert any("started for 3 workers, worker 0 for 2" in message for message in messages)
    meeting = meet()
    first = meeting.cluster(0)
    meeting.cluster(1).publish("introduction/worker 1", "{}")
    publish = first.publish

    def publish_and_lose(key: str, value: str) -> None:
        publish(key, value)
        if key.startswith("introduction"):
            publish(key, "{}")

    first.publish = publish_and_lose  # type: ignore[method-assign]
    with pytest.raises(MXNetError, match="another process has come as worker 0"):
        join(first)


def test_a_rank_that_exists_twice_and_other_counts_are_noticed_at_once(meet: Callable[[], Meeting]) -> None:
    meeting = meet()
    clusters = [meeting.cluster(1, 3), meeting.cluster(1, 3), meeting.cluster(2, 4)]  # worker 0 never comes
    joining.register(clusters[0])
    with pytest.raises(MXNetError, match="two processes have come as worker 1"):
        joining.register(clusters[1])
    with pytest.raises(MXNetError, match="two processes have come as worker 1 .*reported by worker 1|two processes"):
        clusters[2].raise_failures()
    meeting = meet()
    clusters = [meeting.cluster(1, 3), meeting.cluster(2, 4)]
    joining.register(clusters[0])
    with pytest.raises(MXNetError, match="worker 2 was started for 4 workers, worker 1 for 3"):
        joining.register(clusters[1])
    with pytest.raises(MXNetError, match="worker 2 was started for 4 workers"):
        clusters[0].raise_failures()


def test_a_late_process_with_a_taken_rank_does_not_disturb_a_complete_program(meet: Callable[[], Meeting]) -> None:
    meeting = meet()
    clusters = [meeting.cluster(0, 1), meeting.cluster(0, 1)]
    joining.register(clusters[0])
    join(clusters[0])
    with pytest.raises(MXNetError, match="two processes have come as worker 0"):
        joining.register(clusters[1])
    assert not clusters[0].has_failed()


class _Stranger(Group):
    """The other end of a connection, without the session key."""

    def _check_ends(self, name: str, backend: Any) -> None:
        self._key = bytes(32)
        super()._check_ends(name, backend)


class _Silent(Group):
    """The other end of a connection, which sends nothing."""

    def _check_ends(self, name: str, backend: Any) -> None:
        self.kept = backend


@pytest.mark.parametrize(("end", "words"), [(_Stranger, "in place of worker 1"), (_Silent, "waited 8 s for proofs")])
def test_the_other_end_of_a_connection_has_to_prove_itself(
        meet: Callable[[], Meeting], end: type[Group], words: str) -> None:
    meeting = meet()
    clusters = [meeting.cluster(rank) for rank in range(2)]
    futures = _together(lambda: Group(clusters[0]), lambda: end(clusters[1]))
    with pytest.raises(MXNetError, match=words):
        futures[0].result()


def _own_ports() -> set[int]:
    """Return the ports at which this process listens."""
    own = set()
    for link in pathlib.Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            own.add(os.readlink(link))
    lines = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {int(words[1].rpartition(":")[2], 16) for words in lines if words[3] == "0A" and f"socket:[{words[9]}]" in own}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds the ports in /proc")
def test_a_stranger_that_connects_to_the_ports_of_gloo_first_gets_nothing(
        meet: Callable[[], Meeting], monkeypatch: pytest.MonkeyPatch) -> None:
    meeting, before = meet(), _own_ports()
    clusters = [meeting.cluster(rank) for rank in range(2)]
    before |= {meeting.port}
    place, gate = Group._meeting_place, threading.Barrier(2)
    strangers: list[socket.socket] = []

    def wait_for_stranger(self: Group, name: str) -> Any:
        if gate.wait() == 0:
            for port in _own_ports() - before:
                for number in range(4):  # gloo counts its connections
                    strangers.append(socket.create_connection(("127.0.0.1", port)))
                    strangers[-1].sendall(struct.pack("<q", number))
            time.sleep(0.5)  # gloo reads them
        gate.wait()
        return place(self, name)

    monkeypatch.setattr(Group, "_meeting_place", wait_for_stranger)
    for future in _together(*(lambda c=c: Group(c) for c in clusters)):
        with pytest.raises(MXNetError, match="for proofs that the other ends|in place of worker|lost its connection"):
            future.result()
    assert strangers
    for stranger in strangers:
        stranger.close()


def test_connections_between_workers_work_and_are_bound_to_their_ends(meet: Callable[[], Meeting]) -> None:
    meeting = meet()
    clusters = [meeting.cluster(rank) for rank in range(2)]

    def numbers(cluster: Cluster) -> list[list[int]]:
        made = Group(cluster)
        made.open_line("second")
        found = made.exchange((cluster.rank, 7))
        made.close()
        return found

    assert [future.result() for future in _together(*(lambda c=c: numbers(c) for c in clusters))] == [[[0, 7], [1, 7]]] * 2
    proofs = {joining.line_proof(b"k" * 32, line, ends, sent, received) for line in ("a", "b") for ends in ((0, 1), (1, 0))
              for sent, received in ((b"x" * NONCE, b"y" * NONCE), (b"y" * NONCE, b"x" * NONCE))}
    assert len(proofs) == 8
