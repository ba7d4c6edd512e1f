"""Tests of the datasets that `mx.test_utils` downloads."""

import bz2
import functools
import http.server
import os
import threading
import zipfile

import numpy as np
import pytest

import mxnet as mx


@pytest.fixture
def mnist_home(test_data, tmp_path, monkeypatch):
    """Set up a home folder with the real MNIST, and an empty working folder."""
    (tmp_path / "home" / "datasets").mkdir(parents=True)
    os.symlink(os.path.join(test_data, "mnist"), tmp_path / "home" / "datasets" / "mnist")
    monkeypatch.setenv("MXNET_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("mnist_home")
def test_mnist_as_arrays_and_as_an_iterator():
    mnist = mx.test_utils.get_mnist()
    assert mnist["train_data"].shape == (60000, 1, 28, 28)
    assert mnist["train_data"].dtype == np.float32
    assert mnist["train_data"].max() == 1
    assert mnist["test_label"].dtype == np.int8
    assert mnist["test_label"][:4].tolist() == [7, 2, 1, 0]
    _, test = mx.test_utils.get_mnist_iterator(100, (784,))
    batch = next(iter(test))
    assert batch.data[0].shape == (100, 784)
    # As in MXNet, the iterator divides bytes by 256.
    expected = mnist["test_data"][:100].reshape(100, 784) * (255 / 256)
    np.testing.assert_allclose(batch.data[0].asnumpy(), expected, rtol=1e-6)
    assert batch.label[0].asnumpy()[:4].tolist() == [7, 2, 1, 0]


@pytest.fixture
def server(tmp_path):
    """Serve the files of a folder. Return the URL and the folder."""
    folder = tmp_path / "served"
    folder.mkdir()
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}", folder
        running.shutdown()


def test_archives_are_unpacked_beside_themselves(server, tmp_path):
    address, folder = server
    with zipfile.ZipFile(folder / "source.zip", "w") as archive:
        archive.writestr("inside.txt", "hello")
    (folder / "packed.bz2").write_bytes(bz2.compress(b"numbers"))
    mx.test_utils.get_zip_data(str(tmp_path), f"{address}/source.zip", "source.zip")
    assert (tmp_path / "inside.txt").read_text() == "hello"
    mx.test_utils.get_bz2_data(str(tmp_path), "numbers.txt", f"{address}/packed.bz2", "packed.bz2")
    assert (tmp_path / "numbers.txt").read_text() == "numbers"
    assert not (tmp_path / "packed.bz2").exists()


def test_unknown_model_is_no_error():
    assert mx.test_utils.download_model("no-such-model") == (None, 0)
