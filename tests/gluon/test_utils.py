"""Tests of splitting, clipping, downloading and hooks."""

from __future__ import annotations

import hashlib
import http.server
import pickle
import socket
import threading
import traceback
import urllib.error
from collections import OrderedDict

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import utils
from mxnet.gluon._published import explain, matches

CONTENT = bytes(range(256)) * 1600


def test_split_data():
    batch = mx.nd.array(np.arange(12).reshape(6, 2))
    assert [part.shape for part in utils.split_data(batch, 3)] == [(2, 2)] * 3
    assert [part.shape for part in utils.split_data(batch, 4, even_split=False)] == [
        (2, 2),
        (2, 2),
        (1, 2),
        (1, 2),
    ]
    columns = utils.split_data(batch, 2, batch_axis=1)
    assert columns[1].asnumpy().ravel().tolist() == [1, 3, 5, 7, 9, 11]
    with pytest.raises(ValueError, match=r"shape \(6, 2\) cannot be evenly split into 4 slices along axis 0"):
        utils.split_data(batch, 4)


def test_split_and_load():
    contexts = [mx.cpu(0), mx.gpu(0), mx.gpu(1)]
    parts = utils.split_and_load(np.arange(6).reshape(6, 1), contexts)
    assert [part.context for part in parts] == contexts
    assert parts[2].asnumpy().ravel().tolist() == [4, 5]
    assert utils.split_and_load(np.zeros((5, 1)), [mx.gpu(1)])[0].context == mx.gpu(1)


@pytest.mark.parametrize("check", [True, False])
def test_clip_global_norm(check):
    arrays = [mx.nd.ones((3, 3)), mx.nd.ones((4, 4), ctx=mx.gpu(0))]
    norm = utils.clip_global_norm(arrays, 1.0, check_isfinite=check)
    assert float(norm if check else norm.asscalar()) == pytest.approx(5.0)
    if not check:
        assert norm.shape == (1,)
    for array in arrays:
        np.testing.assert_allclose(array.asnumpy(), 0.2, rtol=1e-6)
    assert arrays[1].context == mx.gpu(0)


@pytest.mark.parametrize("check", [True, False])
def test_small_norms_are_not_clipped(check):
    array = mx.nd.ones((3,))
    utils.clip_global_norm([array], 5.0, check_isfinite=check)
    assert array.asnumpy().tolist() == [1, 1, 1]


def test_clip_of_nan():
    with pytest.warns(UserWarning, match="nan or inf"):
        utils.clip_global_norm([mx.nd.array([float("nan"), 1])], 1.0)
    with pytest.raises(AssertionError):
        utils.clip_global_norm([], 1.0)


def test_brief_list():
    assert utils._brief_print_list("abc") == "'a', 'b', 'c'"
    assert utils._brief_print_list(range(9)) == "'0', '1', '2', ..., '5', '6', '7', '8'"


def test_indent():
    assert utils._indent("a\nb\nc", 2) == "a\n  b\n  c"


def test_known_shapes():
    assert utils.shape_is_known((2, 3))
    assert not any(utils.shape_is_known(shape) for shape in (None, (), (2, 0), (-1, 3)))
    with pytest.raises(AssertionError, match="-2"):
        utils.shape_is_known((1, -2))


def test_hook_handle():
    hooks = OrderedDict()
    handle = utils.HookHandle()
    handle.attach(hooks, test_indent)
    assert list(hooks.values()) == [test_indent]
    with pytest.raises(AssertionError, match="twice"):
        handle.attach(hooks, test_indent)
    handle.detach()
    handle.detach()
    assert not hooks
    with utils.HookHandle() as other:
        other.attach(hooks, test_indent)
        assert hooks
        pickle.dumps(other)
    assert not hooks


class Server(http.server.BaseHTTPRequestHandler):
    """Serves CONTENT, with or without ranges. Optionally stops after ``limit`` bytes."""

    ranges = True
    limit: int | None = None
    requests: list[str | None]

    def do_GET(self):
        wanted = self.headers.get("Range")
        type(self).requests.append(wanted)
        if self.path.endswith("missing"):
            self.send_error(404)
            return
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and self.ranges else 0
        if start >= len(CONTENT):
            self.send_error(416)
            return
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(CONTENT) - start))
        self.end_headers()
        limit, type(self).limit = self.limit, None
        self.wfile.write(CONTENT[start : None if limit is None else limit])

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    handler = type("Handler", (Server,), {"requests": []})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield handler, f"http://127.0.0.1:{running.server_port}/files/data.bin"
        running.shutdown()
        thread.join()


def test_download(server, tmp_path):
    handler, url = server
    sha1 = hashlib.sha1(CONTENT).hexdigest()
    path = utils.download(url, path=str(tmp_path), sha1_hash=sha1)
    assert path == str(tmp_path / "data.bin")
    assert (tmp_path / "data.bin").read_bytes() == CONTENT
    assert [entry.name for entry in tmp_path.iterdir()] == ["data.bin"]
    utils.download(url, path=str(tmp_path), sha1_hash=sha1)
    assert len(handler.requests) == 1
    (tmp_path / "data.bin").write_bytes(b"changed")
    utils.download(url, path=str(tmp_path))
    assert (tmp_path / "data.bin").read_bytes() == b"changed"
    utils.download(url, path=str(tmp_path), overwrite=True)
    assert (tmp_path / "data.bin").read_bytes() == CONTENT


def test_an_interrupted_download_is_resumed(server, tmp_path):
    handler, url = server
    handler.limit = 200_000
    utils.download(url, path=str(tmp_path / "a"), sha1_hash=hashlib.sha1(CONTENT).hexdigest())
    assert (tmp_path / "a").read_bytes() == CONTENT
    assert handler.requests[0] is None and handler.requests[1].startswith("bytes=")
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


@pytest.mark.parametrize("ranges", [True, False])
def test_a_left_over_part_that_does_not_fit(server, tmp_path, ranges):
    handler, url = server
    handler.ranges = ranges
    (tmp_path / "a.part").write_bytes(b"x" * (len(CONTENT) + 5))
    utils.download(url, path=str(tmp_path / "a"))
    assert (tmp_path / "a").read_bytes() == CONTENT


def test_wrong_content_does_not_appear(server, tmp_path):
    _, url = server
    with pytest.raises(UserWarning, match="hash does not match"):
        utils.download(url, path=str(tmp_path / "a"), sha1_hash="0" * 40, retries=2)
    assert not list(tmp_path.iterdir())


def test_missing_files_and_servers(server, tmp_path):
    _, url = server
    with pytest.raises(RuntimeError, match="404"):
        utils.download(url.replace("data.bin", "missing"), path=str(tmp_path / "a"), retries=0)
    with pytest.raises(OSError):
        utils.download("http://127.0.0.1:9/x", path=str(tmp_path / "b"), retries=1)
    assert not list(tmp_path.iterdir())
    with pytest.raises(AssertionError, match="retries"):
        utils.download(url, retries=-1)
    with pytest.raises(AssertionError, match="file-name"):
        utils.download("http://127.0.0.1:9/")


def test_failures_that_another_attempt_does_not_change_are_not_retried(server, tmp_path, capsys):
    handler, url = server
    with pytest.raises(RuntimeError, match="404"):
        utils.download(url.replace("data.bin", "missing"), path=str(tmp_path / "a"))
    assert len(handler.requests) == 1
    with pytest.raises(OSError):
        utils.download("http://127.0.0.1:9/x", path=str(tmp_path / "b"))
    assert "retrying" not in capsys.readouterr().out


def test_unreachable_hosts_without_requests(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(utils.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(OSError) as caught:
        utils.download("http://127.0.0.1:9/x", path=str(tmp_path / "b"))
    assert explain(caught.value) == "Connection refused"
    assert "retrying" not in capsys.readouterr().out


def test_reasons_are_short(tmp_path):
    with pytest.raises(OSError) as caught:
        utils.download("http://127.0.0.1:9/x", path=str(tmp_path / "b"))
    assert explain(caught.value) == "Connection refused"
    assert "During handling" not in "".join(traceback.format_exception(caught.value))
    nested = OSError("a long text")
    nested.__cause__ = socket.gaierror(-2, "Name or service not known")
    assert explain(nested) == "the host name cannot be resolved"
    assert explain(urllib.error.URLError(TimeoutError("timed out"))) == "the host did not answer in time"
    assert explain(ValueError("first\nsecond")) == "ValueError: first"


def test_checksums(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(CONTENT)
    for algorithm in ("md5", "sha1", "sha256"):
        digits = hashlib.new(algorithm, CONTENT).hexdigest()
        assert matches(str(path), f"{algorithm}:{digits}") and matches(str(path), f"{algorithm}:{digits[:8]}")
        assert not matches(str(path), f"{algorithm}:{digits[1:]}")
    assert matches(str(path), "")


def test_parallel_downloads(server, tmp_path):
    _, url = server
    threads = [
        threading.Thread(target=utils.download, args=(url,), kwargs={"path": str(tmp_path / "a"), "overwrite": True})
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (tmp_path / "a").read_bytes() == CONTENT
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


def test_repository_address(monkeypatch):
    monkeypatch.setenv("MXNET_GLUON_REPO", "http://somewhere/repo")
    assert utils._get_repo_file_url("gluon/models", "a.zip") == "http://somewhere/repo/gluon/models/a.zip"


def test_replace_file(tmp_path):
    (tmp_path / "new").write_text("new")
    (tmp_path / "old").write_text("old")
    utils.replace_file(tmp_path / "new", tmp_path / "old")
    assert (tmp_path / "old").read_text() == "new" and not (tmp_path / "new").exists()
    (tmp_path / "again").write_text("again")
    with pytest.raises(OSError, match="could not be moved to"):
        utils.replace_file(tmp_path / "again", tmp_path / "no such folder" / "old")
    assert not (tmp_path / "again").exists()
