"""Tests of files at URLs, with a local S3 server and fsspec's memory file system."""

import contextlib
import os
import pathlib
import warnings

import pytest

import mxnet as mx
from mxnet import nd
from mxnet_records import files


@pytest.fixture
def bucket(monkeypatch):
    """Create an empty bucket on moto's S3 server."""
    server = pytest.importorskip("moto.server")
    s3fs = pytest.importorskip("s3fs")
    threaded = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    threaded.start()
    host, port = threaded.get_host_and_port()
    for name, value in {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test",
                        "AWS_DEFAULT_REGION": "us-east-1", "AWS_ENDPOINT_URL": f"http://{host}:{port}"}.items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    s3fs.S3FileSystem().mkdir("mybucket")
    yield "s3://mybucket"
    s3fs.S3FileSystem.clear_instance_cache()
    with contextlib.suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        threaded.stop()


@pytest.mark.filterwarnings("ignore")
def test_arrays_go_to_s3_and_back(bucket: str) -> None:
    a, b = nd.ones((2, 3)) * 2, nd.ones((2, 3)) * 3
    nd.save(f"{bucket}/mydata.bin", [a, b])
    assert [x.asnumpy().max() for x in nd.load(f"{bucket}/mydata.bin")] == [2, 3]
    nd.save(f"{bucket}/folder/mydata.bin", {"a": a})
    assert list(nd.load(f"{bucket}/folder/mydata.bin")) == ["a"]
    symbol = mx.sym.exp(mx.sym.var("x"), name="e")
    symbol.save(f"{bucket}/net-symbol.json")
    assert mx.sym.load(f"{bucket}/net-symbol.json").list_arguments() == ["x"]
    with pytest.raises(mx.MXNetError, match="nothing.bin"):
        nd.load(f"{bucket}/nothing.bin")


def test_any_address_of_fsspec() -> None:
    pytest.importorskip("fsspec")
    nd.save("memory://folder/x.params", [nd.ones((1,))])
    assert nd.load("memory://folder/x.params")[0].asscalar() == 1
    with pytest.raises(mx.MXNetError, match="nonsense"):
        nd.load("nonsense://x")


def test_failed_write_leaves_the_old_file(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "x")
    with files.write(path) as file:
        file.write(b"old")
    with pytest.raises(RuntimeError, match="stop"), files.write(path) as file:
        file.write(b"new")
        raise RuntimeError("stop")
    assert files.read(path) == b"old" and os.listdir(tmp_path) == ["x"]
    assert not files.is_remote("C:/windows/path") and not files.is_remote("/a/b") and files.is_remote("hdfs://a/b")
