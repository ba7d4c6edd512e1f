"""Encrypted and authenticated entries in a `TCPStore`.

A `TCPStore` has no access control: any client can list the keys and read, overwrite or delete the values. `SealedStore`
replaces each key by its HMAC and encrypts and authenticates each value together with its key. A client without the
secret sees random bytes and cannot create a valid entry. Overwritten entries are detected.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import struct
from collections.abc import Sequence
from datetime import timedelta

import torch.distributed as dist

from ..._runtime.error import MXNetError

_NONCE, _TAG = 16, 32


class TamperedEntry(MXNetError):
    """An entry was not written by a process of this program."""


def authenticate(key: bytes, *parts: bytes) -> bytes:
    """Return the HMAC-SHA256 of the parts, each with its length, so that their boundaries are authenticated too."""
    return hmac.digest(key, b"".join(struct.pack("!Q", len(part)) + part for part in parts), "sha256")


class SealedStore(dist.Store):
    """A view of a store for processes that have the key. Gloo and NCCL call it from C++.

    Parameters
    ----------
    entries
        Torch's store.
    key
        The shared key, 32 bytes.
    """

    def __init__(self, entries: dist.Store, key: bytes) -> None:
        super().__init__()
        self._entries = entries
        self._key = key
        self._names, self._cipher, self._tags = (authenticate(key, label) for label in (b"name", b"cipher", b"tag"))

    def _name(self, key: str) -> str:
        return "mxnet/" + authenticate(self._names, key.encode()).hex()

    def _mask(self, nonce: bytes, content: bytes) -> bytes:
        """Encrypt or decrypt: xor with a key stream derived from the key and the nonce."""
        stream = hashlib.shake_256(self._cipher + nonce).digest(len(content))
        return (int.from_bytes(content, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(content), "big")

    def _seal(self, key: str, value: str | bytes) -> bytes:
        nonce = os.urandom(_NONCE)
        hidden = self._mask(nonce, value.encode() if isinstance(value, str) else value)
        return nonce + hidden + authenticate(self._tags, key.encode(), nonce, hidden)

    def _open(self, key: str, sealed: bytes) -> bytes:
        nonce, hidden, tag = sealed[:_NONCE], sealed[_NONCE:-_TAG], sealed[-_TAG:]
        if len(sealed) < _NONCE + _TAG or not hmac.compare_digest(
                tag, authenticate(self._tags, key.encode(), nonce, hidden)):
            raise TamperedEntry(f"the shared entry {key!r} was overwritten by a process that does not know their "
                                "secret. Restrict access to the rendezvous port, and start the program again")
        return self._mask(nonce, hidden)

    def set(self, key: str, value: str | bytes) -> None:
        """Write an entry."""
        self._entries.set(self._name(key), self._seal(key, value))  # type: ignore[arg-type]  # bytes work too

    def get(self, key: str) -> bytes:
        """Return the value of a key. Blocks until the key exists.

        Raises
        ------
        TamperedEntry
            If another process has overwritten the entry.
        """
        return self._open(key, self._entries.get(self._name(key)))

    def claim(self, key: str, value: str) -> str:
        """Write an entry unless the key exists; return the current value."""
        sealed = self._entries.compare_set(self._name(key), "", self._seal(key, value))  # type: ignore[arg-type]
        return self._open(key, sealed).decode()

    def check(self, keys: Sequence[str]) -> bool:
        """Return whether all keys exist."""
        return self._entries.check([self._name(key) for key in keys])

    def wait(self, keys: Sequence[str], timeout: timedelta | None = None) -> None:
        """Wait for the keys, at most for the timeout of the underlying store. Gloo passes a timeout of days."""
        longest: timedelta = self._entries.timeout  # type: ignore[attr-defined]  # torch's stubs lack it
        self._entries.wait([self._name(key) for key in keys], min(timeout or longest, longest))

    def sign(self, place: str) -> None:
        """Write an entry that processes with another key can find, and see that it is not theirs."""
        nonce = os.urandom(_NONCE)
        self._entries.set(place, (nonce + authenticate(self._tags, place.encode(), nonce)).hex())

    def is_foreign(self, place: str) -> bool:
        """Return whether a process with another key has signed this entry."""
        if not self._entries.check([place]):
            return False
        try:
            signed = bytes.fromhex(self._entries.get(place).decode())
        except ValueError:
            return True
        nonce, tag = signed[:_NONCE], signed[_NONCE:]
        return not hmac.compare_digest(tag, authenticate(self._tags, place.encode(), nonce))

    def clone(self) -> SealedStore:
        """Return the store itself. Its owner keeps the Python object alive for torch."""
        return self
