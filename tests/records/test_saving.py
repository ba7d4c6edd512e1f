"""Tests for saving to links and special files, file modes, killed processes and concurrent saves."""

import hashlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable
from typing import Any

import pytest

import mxnet as mx
from mxnet import nd
from mxnet_records import files, saving

posix = pytest.mark.skipif(os.name != "posix", reason="needs the files of POSIX")


def save(name: str | os.PathLike[str], content: bytes = b"new") -> None:
    with files.write(os.fspath(name)) as file:
        file.write(content)


@posix
def test_links_are_followed(tmp_path: pathlib.Path) -> None:
    (tmp_path / "real").mkdir()
    target, link, chain = tmp_path / "real" / "x.params", tmp_path / "link", tmp_path / "chain"
    target.write_bytes(b"old")
    link.symlink_to("real/x.params")
    chain.symlink_to(link)
    nd.save(str(chain), [nd.ones((2,))])
    assert link.is_symlink() and chain.is_symlink() and nd.load(str(target))[0].shape == (2,)
    assert sorted(os.listdir(tmp_path)) == ["chain", "link", "real"] and os.listdir(tmp_path / "real") == ["x.params"]


@posix
def test_links_to_nothing_make_a_file(tmp_path: pathlib.Path) -> None:
    (tmp_path / "link").symlink_to("target")
    save(tmp_path / "link")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "target").read_bytes() == b"new"
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(OSError, match="circle"):
        save(tmp_path / "circle")


@posix
def test_a_file_that_is_open_gets_the_bytes_in_its_place(tmp_path: pathlib.Path) -> None:
    with tempfile.NamedTemporaryFile("w+b", dir=tmp_path) as file:
        for size in (5, 2, 9):
            nd.save(file.name, [nd.ones((size,))])
            file.seek(0)
            assert nd.load_frombuffer(file.read())[0].shape == (size,)
        assert os.listdir(tmp_path) == [os.path.basename(file.name)]
        file.seek(0)
        before = file.read()
        with pytest.raises(RuntimeError, match="no more"), files.write(file.name) as writing:
            writing.write(b"half")
            raise RuntimeError("no more")
        file.seek(0)
        assert file.read() == before


@posix
def test_readers_and_other_names_of_a_file_keep_what_was_there(tmp_path: pathlib.Path) -> None:
    (tmp_path / "one").write_bytes(b"what was there")
    os.link(tmp_path / "one", tmp_path / "other")
    with open(tmp_path / "one", "rb") as reader:
        save(tmp_path / "one")
        assert reader.read() == b"what was there"
    assert (tmp_path / "other").read_bytes() == b"what was there" and (tmp_path / "one").read_bytes() == b"new"
    assert sorted(os.listdir(tmp_path)) == ["one", "other"]


@posix
def test_the_mode_stays(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "x"
    for mode in (0o640, 0o600, 0o666, 0o755):
        path.write_bytes(b"old")
        path.chmod(mode)
        save(path)
        assert path.stat().st_mode & 0o7777 == mode and path.read_bytes() == b"new"


@posix
def test_new_files_have_the_usual_mode(tmp_path: pathlib.Path) -> None:
    before = os.umask(0o027)
    try:
        save(tmp_path / "x")
    finally:
        os.umask(before)
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="changing owners requires root")
def test_the_owner_stays(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")
    os.chown(path, 12345, 23456)
    save(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 23456)


@posix
def test_pipes_are_written_directly(tmp_path: pathlib.Path) -> None:
    pipe, received = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    save(pipe, b"through the pipe")
    reader.join()
    assert received == [b"through the pipe"] and pipe.is_fifo() and os.listdir(tmp_path) == ["pipe"]


@posix
def test_devices_are_written_directly(tmp_path: pathlib.Path) -> None:
    before = os.stat("/dev/null")
    (tmp_path / "link").symlink_to("/dev/null")
    for name in ("/dev/null", str(tmp_path / "link")):
        mx.sym.var("x").save(name)
    assert os.path.samestat(before, os.stat("/dev/null")) and (tmp_path / "link").is_symlink()


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="there is no /dev/stdout")
@pytest.mark.parametrize("to_file", [False, True])
def test_the_standard_output_can_be_a_target(tmp_path: pathlib.Path, to_file: bool) -> None:
    code = "from mxnet_records import saving\nwith saving.write('/dev/stdout') as file: file.write(b'written')"
    if to_file:
        with open(tmp_path / "out", "wb") as out:
            subprocess.run([sys.executable, "-c", code], stdout=out, check=True)
        assert (tmp_path / "out").read_bytes() == b"written"
    else:
        assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"written"
    assert os.path.exists("/dev/stdout")


@posix
def test_folders_that_take_no_new_files(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old and longer")

    def refuse(*args: object, **kwargs: object) -> int:
        raise PermissionError(13, "no new files here")

    with monkeypatch.context() as patched:
        patched.setattr(saving.os, "open", refuse)
        save(path)
        with pytest.raises(PermissionError):
            save(tmp_path / "y")
    assert path.read_bytes() == b"new" and os.listdir(tmp_path) == ["x"]


@posix
def test_files_of_others_are_not_used(tmp_path: pathlib.Path) -> None:
    """The temporary file must not be an existing link or hard link."""
    other = tmp_path / "other"
    other.write_bytes(b"of somebody")
    (tmp_path / ".x.0.tmp").symlink_to(other)
    os.link(other, tmp_path / ".x.1.tmp")
    save(tmp_path / "x")
    assert other.read_bytes() == b"of somebody" and (tmp_path / "x").read_bytes() == b"new"
    assert sorted(os.listdir(tmp_path)) == [".x.0.tmp", ".x.1.tmp", "other", "x"]


def test_long_names(tmp_path: pathlib.Path) -> None:
    save(tmp_path / ("n" * 250))
    assert os.listdir(tmp_path) == ["n" * 250]


@posix
def test_file_systems_without_locks(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> None:
        raise OSError(38, "no locks")

    monkeypatch.setattr(saving.fcntl, "flock", refuse)
    save(tmp_path / "x")
    assert (tmp_path / "x").read_bytes() == b"new" and os.listdir(tmp_path) == ["x"]


@posix
def test_kills_leave_one_file_that_the_next_save_takes_away(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "x"
    for _ in range(10):
        started, wait = os.pipe(), os.fork()
        if wait == 0:
            with saving.write(str(path)) as file:
                file.write(b"half of it")
                file.flush()
                os.write(started[1], b"x")
                signal.pause()
        os.read(started[0], 1)
        os.kill(wait, signal.SIGKILL)
        os.waitpid(wait, 0)
        os.close(started[0])
        os.close(started[1])
        assert not path.exists() and os.listdir(tmp_path) == [".x.0.tmp"]
    save(path)
    assert os.listdir(tmp_path) == ["x"] and path.read_bytes() == b"new"


_SAVES_OFTEN = """
import hashlib, sys, threading
from mxnet_records import files

def save_often(number):
    content = bytes([number]) * 50_000
    for _ in range(10):
        with files.write(sys.argv[1]) as file:
            file.write(hashlib.sha256(content).digest() + content)

sys.setswitchinterval(1e-5)
threads = [threading.Thread(target=save_often, args=(int(sys.argv[2]) + i,)) for i in range(3)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


@posix
def test_processes_and_threads_that_save_the_same_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "x"
    writers = [subprocess.Popen([sys.executable, "-c", _SAVES_OFTEN, str(path), str(number)]) for number in range(3)]
    while any(writer.poll() is None for writer in writers):
        if path.exists():
            content = path.read_bytes()
            assert hashlib.sha256(content[32:]).digest() == content[:32] and len(content) == 50_032
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert os.listdir(tmp_path) == ["x"]


class _Saver(threading.Thread):
    """A thread that stays in the middle of a save until `finish` is called."""

    def __init__(self, path: pathlib.Path) -> None:
        super().__init__(daemon=True)
        self._path, self._writing, self._may_end = path, threading.Event(), threading.Event()
        self.start()
        assert self._writing.wait(30)

    def run(self) -> None:
        with files.write(os.fspath(self._path)) as file:
            file.write(b"first")
            self._writing.set()
            assert self._may_end.wait(30)

    def finish(self) -> None:
        self._may_end.set()
        self.join(30)
        assert not self.is_alive()


@posix
@pytest.mark.parametrize("name", ["x", "linked/x", "link", "./sub/../x"])
def test_threads_save_to_one_path_one_after_another(tmp_path: pathlib.Path, name: str) -> None:
    (tmp_path / "linked").symlink_to(".")
    (tmp_path / "link").symlink_to("x")
    (tmp_path / "sub").mkdir()
    first = _Saver(tmp_path / "x")
    second = threading.Thread(target=save, args=(f"{tmp_path}/{name}", b"second"), daemon=True)
    second.start()
    save(tmp_path / "other")  # does not wait
    second.join(0.1)
    assert second.is_alive() and not (tmp_path / "x").exists()
    first.finish()
    second.join(30)
    assert (tmp_path / "x").read_bytes() == b"second"
    assert sorted(os.listdir(tmp_path)) == ["link", "linked", "other", "sub", "x"]


def test_a_save_within_a_save_of_the_same_path(tmp_path: pathlib.Path) -> None:
    with files.write(str(tmp_path / "x")) as file:
        save(tmp_path / "x", b"inner")
        file.write(b"outer")
    assert (tmp_path / "x").read_bytes() == b"outer" and os.listdir(tmp_path) == ["x"]


@posix
def test_a_renamed_handle_is_not_the_programs(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A save has the target open for writing after the rename."""
    path, replace, copies = tmp_path / "x", os.replace, []

    def replace_and_save_again(source: str, target: str) -> None:
        replace(source, target)
        if not copies:
            copies.append(os.stat(target).st_ino)
            save(path, b"second")

    monkeypatch.setattr(saving.os, "replace", replace_and_save_again)
    monkeypatch.setattr(saving, "_copy", lambda *args: pytest.fail("written in its place"))
    save(path, b"first")
    assert path.read_bytes() == b"second" and os.listdir(tmp_path) == ["x"]


def _in_child(action: Callable[[], bool]) -> int:
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        os._exit(0 if action() else 1)
    return child


@posix
def test_children_that_are_forked_during_a_save(tmp_path: pathlib.Path) -> None:
    """Forked children inherit the handle and the lock of a thread that does not exist in them."""
    path = tmp_path / "x"
    path.write_bytes(b"old")
    first, go = _Saver(path), os.pipe()

    def replaces() -> bool:
        save(tmp_path / "y")
        os.read(go[0], 1)
        before = os.stat(path).st_ino
        with open(path, "rb") as reader:
            save(path, b"of the child")
            return reader.read() == b"first" and os.stat(path).st_ino != before

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python 3.12 warns about forks of processes with threads
        child = _in_child(replaces)
        waiting = _in_child(lambda: save(path, b"while the other saves") is None)
    assert os.waitstatus_to_exitcode(os.waitpid(waiting, 0)[1]) == 0
    first.finish()
    os.write(go[1], b"x")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    for handle in go:
        os.close(handle)
    assert path.read_bytes() == b"of the child" and sorted(os.listdir(tmp_path)) == ["x", "y"]


@posix
def test_the_umask_of_the_program_is_never_changed(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The umask is shared by all threads."""
    monkeypatch.setattr(os, "umask", lambda mask: pytest.fail("changed"))
    save(tmp_path / "x")
    save(tmp_path / "x")


@posix
def test_a_file_that_is_open_is_never_empty(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes, copy = [], shutil.copyfileobj
    with tempfile.NamedTemporaryFile("w+b", dir=tmp_path) as file:
        file.write(b"what was there")
        file.flush()

        def look(*args: Any) -> None:
            sizes.append(os.path.getsize(file.name))
            copy(*args)

        monkeypatch.setattr(saving.shutil, "copyfileobj", look)
        save(file.name, b"new")
        assert sizes == [14] and pathlib.Path(file.name).read_bytes() == b"new"


@posix
@pytest.mark.parametrize(("value", "syncs"), [(None, 1), ("1", 1), ("0", 0)])
def test_bytes_are_on_the_disk_before_the_file_has_its_name(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch,
                                                            value: str | None, syncs: int) -> None:
    calls: list[bool] = []
    monkeypatch.setattr(saving.os, "fsync", lambda handle: calls.append((tmp_path / "x").exists()))
    if value is not None:
        monkeypatch.setenv("MXNET_SAVE_FSYNC", value)
    save(tmp_path / "x", bytes(saving._PART * 2 + 5))
    assert calls == [False] * syncs and (tmp_path / "x").stat().st_size == saving._PART * 2 + 5


def test_missing_folders_are_named(tmp_path: pathlib.Path) -> None:
    """The error must not contain the temporary file, which the user does not know."""
    path = tmp_path / "missing" / "x"
    with pytest.raises(FileNotFoundError, match="No such file or directory: the folder") as raised:
        save(path)
    assert raised.value.filename == str(path) and ".tmp" not in str(raised.value)
    with pytest.raises(mx.MXNetError, match="No such file or directory: the folder"):
        nd.save(str(path), [nd.ones((1,))])
