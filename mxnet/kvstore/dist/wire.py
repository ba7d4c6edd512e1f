"""Messages between workers and parameter servers: a JSON object and tensors over an authenticated connection.

Both sides prove that they know the program's secret before anything else is read. A message consists of its lengths,
the JSON text and the bytes of the tensors. It cannot reference code. `torch.distributed.rpc` is not used because it
unpickles received data.
"""

from __future__ import annotations

import hmac
import json
import os
import socket
import struct
from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..._runtime.error import MXNetError
from .sealed import authenticate

_START = struct.Struct("!4sI")
_MAGIC = b"MXKV"
_LONGEST_TEXT = 64 << 20
_NONCE, _HELLO_SECONDS = 32, 5.0
_POLL_SECONDS = 1.0
_TYPES = {str(t).removeprefix("torch."): t for t in (
    torch.float16, torch.float32, torch.float64, torch.bfloat16, torch.uint8, torch.int8, torch.int32, torch.int64,
    torch.bool)}

Message = tuple[dict[str, Any], list[torch.Tensor]]


class Stranger(Exception):
    """The other side does not know the secret, or uses another protocol."""


def identity(name: str, address: str) -> str:
    """Return the identity that a server proves, so that responses of another server are rejected."""
    return f"{name} at {address}"


class Connection:
    """One side of a connection.

    Parameters
    ----------
    sock
        Connected socket. This object closes it.
    while_waiting
        Callback that is called about once per second while waiting for data. It may raise an exception.
    """

    def __init__(self, sock: socket.socket, while_waiting: Callable[[], None]) -> None:
        self._socket = sock
        self._while_waiting = while_waiting
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            sock.setsockopt(socket.SOL_SOCKET, option, 4 << 20)

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    # Authentication

    def greet(self, key: bytes, name: str, server: str) -> None:
        """Run the worker's side of the handshake.

        Both sides prove that they know the key. The server also proves its identity.
        """
        self._socket.settimeout(_HELLO_SECONDS)
        own, who = os.urandom(_NONCE), name.encode()
        other = self._exactly(_NONCE)
        seen = other, own, who, server.encode()
        self._socket.sendall(own + bytes([len(who)]) + who + authenticate(key, b"worker", *seen))
        if not hmac.compare_digest(self._exactly(32), authenticate(key, b"server", *seen)):
            raise Stranger("the server does not know the secret of this program")
        self._socket.settimeout(_POLL_SECONDS)

    def admit(self, key: bytes, server: str) -> str:
        """Run the server's side of the handshake, and return the name of the worker."""
        self._socket.settimeout(_HELLO_SECONDS)
        try:
            own = os.urandom(_NONCE)
            self._socket.sendall(own)
            other = self._exactly(_NONCE)
            who = self._exactly(self._exactly(1)[0])
            seen = own, other, who, server.encode()
            if not hmac.compare_digest(self._exactly(32), authenticate(key, b"worker", *seen)):
                raise Stranger("a client does not know the secret of this program")
            self._socket.sendall(authenticate(key, b"server", *seen))
        except (OSError, EOFError) as error:
            raise Stranger(f"a client did not finish the handshake: {error}") from error
        self._socket.settimeout(_POLL_SECONDS)
        return who.decode(errors="replace")

    # Messages

    def send(self, content: dict[str, Any], tensors: Sequence[torch.Tensor] = ()) -> None:
        """Send a message.

        Raises
        ------
        OSError
            If the connection is broken.
        """
        flat = [t.detach().cpu().contiguous() for t in tensors]
        described = [[str(t.dtype).removeprefix("torch."), list(t.shape)] for t in flat]
        text = json.dumps([content, described]).encode()
        self._send_all(_START.pack(_MAGIC, len(text)) + text)
        for tensor in flat:
            if tensor.numel():
                self._send_all(_bytes_of(tensor))

    def _send_all(self, content: Any) -> None:
        rest = memoryview(content).cast("B")
        while rest:
            try:
                rest = rest[self._socket.send(rest):]
            except TimeoutError:
                self._while_waiting()

    def receive(self) -> Message:
        """Receive the next message.

        Raises
        ------
        EOFError, OSError
            If the connection is closed.
        MXNetError
            If the received data is not a valid message.
        """
        magic, length = _START.unpack(self._exactly(_START.size))
        if magic != _MAGIC or length > _LONGEST_TEXT:
            raise MXNetError("a message between worker and server has an invalid header")
        try:
            content, described = json.loads(self._exactly(length))
            tensors = [torch.empty([int(n) for n in shape], dtype=_TYPES[dtype]) for dtype, shape in described]
        except (ValueError, TypeError, KeyError, RuntimeError) as error:
            raise MXNetError(f"a message between worker and server is damaged: {error}") from error
        for tensor in tensors:
            if tensor.numel():
                self._fill(_bytes_of(tensor))
        return content, tensors

    def _exactly(self, count: int) -> bytes:
        buffer = bytearray(count)
        self._fill(memoryview(buffer))
        return bytes(buffer)

    def _fill(self, target: memoryview) -> None:
        while target:
            try:
                count = self._socket.recv_into(target)
            except TimeoutError:
                if self._socket.gettimeout() == _HELLO_SECONDS:
                    raise
                self._while_waiting()
                continue
            if count == 0:
                raise EOFError("the other side has closed the connection")
            target = target[count:]


def _bytes_of(tensor: torch.Tensor) -> memoryview:
    array: Any = tensor.reshape(-1).view(torch.uint8).numpy()
    return memoryview(array)
