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
    assert allocator.faster_allocator() == expected
    monkeypatch.setattr(sys, "platform", "darwin")
    assert allocator.faster_allocator() is None


def test_restarts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    monkeypatch.setattr(os, "execve", lambda *arguments: started.append(arguments))
    monkeypatch.setenv("LD_PRELOAD", "libother.so")
    monkeypatch.delenv("MXNET_HOST_OFF", raising=False)
    allocator.restart_with("libtcmalloc.so.4", ["/bin/python", "-m", "mxnet"])
    (path, arguments, variables), = started
    assert path == "/bin/python" and arguments == ["/bin/python", "-m", "mxnet"]
    assert variables["LD_PRELOAD"] == "libtcmalloc.so.4 libother.so"
    monkeypatch.setenv("LD_PRELOAD", variables["LD_PRELOAD"])
    allocator.restart_with("libtcmalloc.so.4", ["/bin/python"])
    monkeypatch.setenv("LD_PRELOAD", "")
    monkeypatch.setenv("MXNET_HOST_OFF", "allocator")
    allocator.restart_with("libtcmalloc.so.4", ["/bin/python"])
    assert len(started) == 1
