"""Test how memory is allocated."""

from __future__ import annotations

import ctypes.util
import os
import sys

import pytest

from mxnet_records import allocator


@pytest.mark.parametrize("installed, expected", [
    ({}, None), ({"jemalloc": "libjemalloc.so.2"}, "libjemalloc.so.2"),
    ({"jemalloc": "libjemalloc.so.2", "tcmalloc": "libtcmalloc.so.4"}, "libtcmalloc.so.4")])
def test_finds_a_faster_allocator(monkeypatch: pytest.MonkeyPatch, installed: dict[str, str],
                                  expected: str | None) -> None:
    monkeypatch.setattr(ctypes.util, "find_library", installed.get)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("MXNET_HOST_OFF", raising=False)
    find = allocator.faster_allocator.__wrapped__
    assert find() == expected
    monkeypatch.setattr(sys, "platform", "darwin")
    assert find() is None


@pytest.mark.parametrize("before", [None, "libother.so"])
def test_new_processes_use_it(monkeypatch: pytest.MonkeyPatch, before: str | None) -> None:
    monkeypatch.setattr(allocator, "faster_allocator", lambda: "libtcmalloc.so.4")
    monkeypatch.delenv("LD_PRELOAD", raising=False)
    if before is not None:
        monkeypatch.setenv("LD_PRELOAD", before)
    with allocator.faster_in_new_processes():
        assert os.environ["LD_PRELOAD"] == " ".join(filter(None, ["libtcmalloc.so.4", before]))
    assert os.environ.get("LD_PRELOAD") == before


def test_the_choice_of_the_user_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allocator, "faster_allocator", lambda: "libtcmalloc.so.4")
    monkeypatch.setenv("LD_PRELOAD", "/usr/lib/libjemalloc.so.2")
    with allocator.faster_in_new_processes():
        assert os.environ["LD_PRELOAD"] == "/usr/lib/libjemalloc.so.2"
