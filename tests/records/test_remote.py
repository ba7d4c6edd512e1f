"""Tests of reading from S3 with injected faults: each sample arrives once, and permanent errors are reported."""

from __future__ import annotations

import collections
import contextlib
import http.client
import http.server
import socket
import struct
import threading
import time
import warnings

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, recordio
from mxnet_records import remote

server = pytest.importorskip("moto.server")
s3fs = pytest.importorskip("s3fs")
pytestmark = pytest.mark.filterwarnings("ignore")
COUNT = 60
FAULTS = ("500", "503", "reset", "truncated", "slow")
_SLOW_DOWN = b"<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
_DENIED = b"<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>"


class Proxy(http.server.BaseHTTPRequestHandler):
    """Forwards requests to moto, and answers some requests for objects with a fault."""

    protocol_version = "HTTP/1.1"
    target: tuple[str, int]
    faults: collections.deque
    ranges: list

    def log_message(self, *_):
        pass

    def do_GET(self):
        fault = None
        if ".rec" in self.path or ".tar" in self.path:
            self.ranges.append(self.headers.get("Range", ""))
            with contextlib.suppress(IndexError):
                fault = self.faults.popleft()
        if fault == "slow":
            time.sleep(1.5)
        if fault == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True
        elif fault in ("500", "503", "403"):
            self.answer(int(fault), {"500": b"", "503": _SLOW_DOWN, "403": _DENIED}[fault])
        else:
            self.forward(fault == "truncated")

    do_HEAD = do_PUT = do_POST = do_DELETE = lambda self: self.forward(False)

    def answer(self, status, content):
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def forward(self, truncated):
        connection = http.client.HTTPConnection(*self.target)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        connection.request(self.command, self.path, body, dict(self.headers))
        response = connection.getresponse()
        content = response.read()
        self.send_response(response.status)
        for name, value in response.getheaders():
            if name.lower() not in ("transfer-encoding", "connection", "server", "date"):
                self.send_header(name, value)
        if response.getheader("Content-Length") is None:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(content[:len(content) // 2] if truncated else content)
        self.close_connection = truncated
        connection.close()


@pytest.fixture(scope="module")
def moto():
    """The address of a running moto server behind the proxy."""
    threaded = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    threaded.start()
    Proxy.target = threaded.get_host_and_port()
    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    proxy.daemon_threads = True
    proxy.handle_error = lambda *_: None
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{proxy.server_address[1]}"
    proxy.shutdown()
    proxy.server_close()
    with contextlib.suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        threaded.stop()


@pytest.fixture
def bucket(moto, monkeypatch):
    """An S3 bucket. ``Proxy.faults`` is the list of the next faults."""
    for name, value in {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_MAX_ATTEMPTS": "1",
                        "AWS_DEFAULT_REGION": "us-east-1", "AWS_ENDPOINT_URL": moto, "MXNET_REMOTE_TIMEOUT": "1",
                        "MXNET_REMOTE_PREFETCH": str(1 << 18)}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(remote, "_FIRST_PAUSE", 0.01)
    Proxy.faults, Proxy.ranges = collections.deque(), []
    s3fs.S3FileSystem.clear_instance_cache()
    with contextlib.suppress(FileExistsError):
        s3fs.S3FileSystem().mkdir("data")
    yield "s3://data"
    s3fs.S3FileSystem.clear_instance_cache()


@pytest.fixture
def records(bucket, tmp_path):
    """A record file of 60 images in the bucket and its local copy."""
    cv2 = pytest.importorskip("cv2")
    generator = np.random.default_rng(0)
    writer = recordio.MXIndexedRecordIO(tmp_path / "a.idx", tmp_path / "a.rec", "w")
    for key in range(COUNT):
        image = cv2.imencode(".png", generator.integers(0, 256, (48, 48, 3), np.uint8))[1].tobytes()
        writer.write_idx(key, recordio.pack((0, float(key), key, 0), image))
    writer.close()
    for name in ("a.idx", "a.rec"):
        s3fs.S3FileSystem().put_file(str(tmp_path / name), f"data/{name}")
    return f"{bucket}/a.rec", tmp_path / "a.rec"


def read_all(path, ranks, **options):
    """Return the labels and pixel sums of an epoch over all ranks."""
    samples = []
    for rank in range(ranks):
        batches = mx.io.ImageRecordIter(path_imgrec=str(path), data_shape=(3, 48, 48), batch_size=4, num_parts=ranks,
                                        part_index=rank, round_batch=False, verbose=False, **options)
        for batch in batches:
            count = 4 - batch.pad
            samples += zip(batch.label[0].asnumpy()[:count].tolist(),
                           batch.data[0].asnumpy()[:count].sum((1, 2, 3)).tolist())
    return sorted(samples)


@pytest.mark.parametrize("index", [False, True])
def test_each_image_arrives_once_in_spite_of_faults(index, records):
    url, local = records
    Proxy.faults.extend(FAULTS * 2)
    options = {"path_imgidx": url.replace(".rec", ".idx")} if index else {}
    found = read_all(url, 2, **options)
    assert [label for label, _ in found] == list(range(COUNT)) and not Proxy.faults
    assert found == read_all(local, 1)


def test_streams_arrive_once_in_spite_of_faults(records):
    url, local = records
    Proxy.faults.extend(FAULTS)
    samples = [sample for rank in range(3) for sample in recordio.RecordStream(url, output="bytes", rank=rank,
                                                                                world_size=3, shuffle_buffer=5)]
    assert sorted(int(label) for _, label in samples) == list(range(COUNT)) and not Proxy.faults
    contents = {int(label): content for content, label in recordio.RecordStream(local, output="bytes")}
    assert all(contents[int(label)] == content for content, label in samples)


def test_a_part_reads_its_bytes_only(records):
    url, local = records
    size = local.stat().st_size
    Proxy.ranges.clear()
    list(recordio.RecordStream(url, output="bytes", rank=1, world_size=2))
    ranges = [tuple(map(int, text.removeprefix("bytes=").split("-"))) for text in Proxy.ranges]
    assert min(start for start, _ in ranges) >= size // 2 - 4
    assert sum(end - start + 1 for start, end in ranges) < size * 0.75


def test_memory_is_bounded(records):
    url, _ = records
    with contextlib.closing(recordio.MXRecordIO(url, "r")) as reader:
        while reader.read() is not None:
            held = len(reader.handle._window) + sum(size for _, size, _ in reader.handle._ahead)
            assert held <= 1 << 18


@pytest.mark.parametrize(("fault", "message"), [(None, "nothing.rec"), ("403", "s3://data/a.rec.*")])
def test_permanent_errors_are_reported_at_once(fault, message, records, monkeypatch):
    url, _ = records
    monkeypatch.setattr(remote.time, "sleep", lambda seconds: pytest.fail("retried a permanent error"))
    if fault is None:
        with pytest.raises(MXNetError, match=message):
            recordio.MXRecordIO("s3://data/nothing.rec", "r")
        return
    reader = recordio.MXRecordIO(url, "r")
    Proxy.faults.append(fault)
    with pytest.raises(MXNetError, match=message):
        reader.read()
    reader.close()


def test_retries_end(records, monkeypatch):
    monkeypatch.setenv("MXNET_REMOTE_RETRIES", "2")
    reader = recordio.MXIndexedRecordIO(records[0].replace(".rec", ".idx"), records[0], "r")
    Proxy.faults.extend(["500"] * 30)
    with pytest.raises(MXNetError, match="cannot read s3://data/a.rec: .*after 3 attempts"):
        reader.read_idx(3)
    reader.close()
