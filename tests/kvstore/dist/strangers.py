"""Send garbage, replayed requests and oversized messages to all ports of processes."""

from __future__ import annotations

import contextlib
import os
import pathlib
import socket
import struct
import time
from datetime import timedelta

import torch.distributed as dist

# Requests of torch's TCPStore start with one byte; a length follows.
_OVERSIZE = [bytes([kind]) + struct.pack("<Q", length) + b"x" * 1000 for kind in (0, 1, 2, 3, 9, 13)
             for length in (1 << 31, (1 << 63) + 1)]
GARBAGE = [b"", b"GET / HTTP/1.0\r\n\r\n", b"\xff" * 4000, b"MXKV" + b"\xff" * 100, struct.pack("<q", 0), *_OVERSIZE]


def listening(pids: set[int]) -> list[int]:
    """Return the ports of these processes, and check that they only listen on loopback."""
    sockets = set()
    for pid in pids:
        for link in pathlib.Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                sockets.add(os.readlink(link))
    ports = []
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
            address, port = words[1].split(":")
            assert address == "0100007F", "a process listens outside of loopback"
            ports.append(int(port, 16))
    return ports


def harass(pids: set[int], store: int) -> None:
    """Send garbage and oversized messages to each port of these processes, and replay the entries of the store."""
    ports = listening(pids)
    assert store in ports and len(ports) > 1
    for port in ports:
        for content in (*GARBAGE, os.urandom(4000)):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5) as stranger:
                stranger.sendall(content)
                stranger.settimeout(0.05)
                while stranger.recv(1000):
                    pass
    _replay(store)


def _replay(port: int) -> None:
    """Write the entries of a store again, as a client that has recorded them."""
    store = dist.TCPStore("127.0.0.1", port, is_master=False, wait_for_workers=False, timeout=timedelta(seconds=5))
    recorded = {name: store.get(name) for name in store.list_keys() if name.startswith("mxnet/")}
    time.sleep(1.2)  # a heartbeat later
    for name, value in recorded.items():
        store.set(name, value)
