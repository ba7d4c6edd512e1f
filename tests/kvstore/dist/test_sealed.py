"""Tests for reads and writes by clients without the secret."""

from __future__ import annotations

import torch.distributed as dist
import pytest

from mxnet import MXNetError
from mxnet.kvstore.dist.sealed import SealedStore, TamperedEntry, authenticate

KEY = bytes(range(32))


@pytest.fixture(params=[dist.HashStore, lambda: dist.TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)])
def entries(request: pytest.FixtureRequest) -> dist.Store:
    return request.param()


def test_those_with_the_key_read_what_was_written(entries: dist.Store) -> None:
    one, other = SealedStore(entries, KEY), SealedStore(entries, KEY)
    for value in (b"", b"\0\xff" * 5000, "text \u00e4"):
        one.set("name", value)
        assert other.get("name") == (value.encode() if isinstance(value, str) else value)
    assert other.check(["name"]) and not other.check(["name", "other"])
    other.wait(["name"])


def test_the_first_claim_counts(entries: dist.Store) -> None:
    one, other = SealedStore(entries, KEY), SealedStore(entries, KEY)
    assert one.claim("rank", "mine") == "mine"
    assert other.claim("rank", "also mine") == "mine"


def test_names_and_values_show_nothing(entries: dist.Store) -> None:
    SealedStore(entries, KEY).set("address/server 0", "10.0.0.1:4000")
    SealedStore(entries, KEY).set("address/server 1", "10.0.0.1:4000")
    names = [name for name in entries.list_keys() if name.startswith("mxnet/")]
    values = [entries.get(name) for name in names]
    assert len(set(names)) == 2 and len(set(values)) == 2
    seen = "".join(names).encode() + b"".join(values)
    assert b"address" not in seen and b"10.0.0.1" not in seen
    stranger = SealedStore(entries, b"x" * 32)
    assert not stranger.check(["address/server 0"])


@pytest.mark.parametrize("how", ["garbage", "nothing", "own key", "moved", "changed", "cut"])
def test_what_strangers_write_is_noticed(entries: dist.Store, how: str) -> None:
    store, stranger = SealedStore(entries, KEY), SealedStore(entries, b"x" * 32)
    store.set("one", "1")
    name = next(name for name in entries.list_keys() if name.startswith("mxnet/"))
    genuine = entries.get(name)
    store.set("two", "2")
    forged = {"garbage": b"2" * 100, "nothing": b"", "own key": stranger._seal("one", "2"), "moved": b"",
              "changed": genuine[:16] + bytes([genuine[16] ^ 3]) + genuine[17:], "cut": genuine[:-1]}[how]
    if how == "moved":
        forged = next(entries.get(other) for other in entries.list_keys() if other.startswith("mxnet/") and other != name)
    entries.set(name, forged)
    with pytest.raises(TamperedEntry, match="'one'.* does not know their secret"):
        store.get("one")
    if how != "nothing":  # an empty entry counts as deleted
        with pytest.raises(MXNetError):
            store.claim("one", "3")


def test_lists_of_texts_do_not_run_together() -> None:
    assert authenticate(KEY, b"ab", b"c") != authenticate(KEY, b"a", b"bc")
    assert authenticate(KEY, b"ab") != authenticate(KEY, b"ab", b"")
