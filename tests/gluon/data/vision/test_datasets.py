"""Tests of image datasets with small generated files and with real files."""

from __future__ import annotations

import gzip
import hashlib
import io
import struct
import tarfile
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import data
from mxnet.gluon._published import curl
from mxnet.gluon.data import vision
from mxnet.gluon.data.vision import _files


def idx_bytes(array):
    header = bytes([0, 0, 8, array.ndim]) + struct.pack(f">{array.ndim}I", *array.shape)
    return header + array.astype(np.uint8).tobytes()


@pytest.fixture(autouse=True)
def network(monkeypatch):
    """Files by address, in place of the network. Return it with the list of requested addresses."""
    files, requests = {}, []

    def download(url, path, overwrite):
        requests.append(url)
        if url not in files:
            raise ConnectionRefusedError(111, "Connection refused")
        Path(path).write_bytes(files[url])
        return path

    monkeypatch.setenv("MXNET_GLUON_REPO", "http://localhost:9/")
    monkeypatch.setattr(_files, "download", download)
    return files, requests


@pytest.fixture
def small_mnist(tmp_path, monkeypatch):
    """Write four images as the training set of MNIST. Return the folder and the contents of its files."""
    images = np.random.RandomState(0).randint(0, 256, (4, 28, 28))
    contents = {
        "train-images-idx3-ubyte": idx_bytes(images),
        "train-labels-idx1-ubyte": idx_bytes(np.array([3, 1, 4, 1])),
    }
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    monkeypatch.setattr(vision.MNIST, "_sha256", digests)
    return tmp_path, contents, images


@pytest.mark.parametrize("compressed", [True, False])
def test_mnist_from_files(small_mnist, compressed):
    root, contents, images = small_mnist
    for name, content in contents.items():
        if compressed:
            (root / f"{name}.gz").write_bytes(gzip.compress(content))
        else:
            (root / name).write_bytes(content)
    dataset = vision.MNIST(root=str(root))
    assert len(dataset) == 4
    image, label = dataset[2]
    assert isinstance(image, mx.nd.NDArray) and image.shape == (28, 28, 1) and image.dtype == np.uint8
    assert isinstance(label, np.int32) and label == 4
    np.testing.assert_array_equal(image.asnumpy()[..., 0], images[2])
    some_images, some_labels = dataset[1:3]
    assert some_images.shape == (2, 28, 28, 1) and some_labels.tolist() == [1, 4]


def test_mnist_with_a_transform(small_mnist):
    root, contents, _ = small_mnist
    for name, content in contents.items():
        (root / name).write_bytes(content)
    dataset = vision.MNIST(str(root), transform=lambda x, y: (x.astype("float32") / 255, y + 10))
    image, label = dataset[0]
    assert image.dtype == np.float32 and label == 13
    batch = next(iter(data.DataLoader(dataset, 4)))
    assert batch[1].asnumpy().tolist() == [13, 11, 14, 11]


def test_missing_files_are_named(tmp_path):
    with pytest.raises(mx.MXNetError) as caught:
        vision.MNIST(root=str(tmp_path))
    for words in ("train-images-idx3-ubyte.gz", str(tmp_path), "sha256", "ba891046e650"):
        assert words in str(caught.value)


def test_files_with_other_content_are_refused(small_mnist):
    root, contents, _ = small_mnist
    name = "train-images-idx3-ubyte"
    (root / name).write_bytes(contents[name][:-1] + b"!")
    (root / f"{name}.gz").write_bytes(gzip.compress(contents[name])[:-20])
    with pytest.raises(mx.MXNetError, match="does not match the published file"):
        vision.MNIST(root=str(root))


@pytest.mark.parametrize("server", ["http://localhost:9/gluon/dataset/mnist/",
                                    "https://apache-mxnet.s3-accelerate.dualstack.amazonaws.com/gluon/dataset/mnist/",
                                    "https://ossci-datasets.s3.amazonaws.com/mnist/"])
def test_mnist_from_servers(small_mnist, network, monkeypatch, server):
    root, contents, images = small_mnist
    files, requests = network
    compressed = {f"{name}.gz": gzip.compress(content) for name, content in contents.items()}
    files.update({server + name: content for name, content in compressed.items()})
    monkeypatch.setattr(vision.MNIST, "_checksums", {
        name: f"md5:{hashlib.md5(content, usedforsecurity=False).hexdigest()}" for name, content in compressed.items()})
    np.testing.assert_array_equal(vision.MNIST(root=str(root))[0:4][0].asnumpy()[..., 0], images)
    assert requests[-1] == f"{server}train-labels-idx1-ubyte.gz"
    assert {path.name for path in root.iterdir()} == set(compressed)
    vision.MNIST(root=str(root))
    assert requests[-1] == f"{server}train-labels-idx1-ubyte.gz" and len(requests) in (2, 4, 6)


@pytest.mark.parametrize("wrong", ["checksum", "content"])
def test_wrong_files_of_servers_do_not_remain(small_mnist, network, monkeypatch, wrong):
    root, contents, _ = small_mnist
    name = "train-images-idx3-ubyte"
    content = gzip.compress(contents[name] if wrong == "checksum" else b"other content")
    network[0].update({f"{vision.MNIST._mirror}{name}.gz": content, f"http://localhost:9/gluon/dataset/mnist/{name}.gz":
                       b"an error page"})
    digest = "0" * 32 if wrong == "checksum" else hashlib.md5(content, usedforsecurity=False).hexdigest()
    monkeypatch.setattr(vision.MNIST, "_checksums", {f"{name}.gz": f"md5:{digest}"})
    with pytest.raises(mx.MXNetError, match="the downloaded file is damaged"):
        vision.MNIST(root=str(root))
    assert not list(root.iterdir())


@pytest.mark.parametrize(("create", "addresses"), [
    (vision.MNIST, ["https://ossci-datasets.s3.amazonaws.com/mnist/train-images-idx3-ubyte.gz",
                    "https://ossci-datasets.s3.amazonaws.com/mnist/t10k-labels-idx1-ubyte.gz"]),
    (vision.FashionMNIST,
     ["http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/train-images-idx3-ubyte.gz"]),
    (vision.CIFAR10, ["https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz"]),
    (vision.CIFAR100, ["https://www.cs.toronto.edu/~kriz/cifar-100-binary.tar.gz"]),
])
def test_offline_error_is_one_exception_with_commands(create, addresses, tmp_path):
    root = tmp_path / "my data"
    with pytest.raises(mx.MXNetError) as caught:
        create(root=str(root))
    error = caught.value
    assert error.__cause__ is None and error.__context__ is None
    assert len(str(error).splitlines()) < 12 and "Connection refused" in str(error)
    for address in addresses:
        assert curl(address, str(root / address.rpartition('/')[2])) in str(error)
    assert not list(root.iterdir())


def test_default_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MXNET_HOME", str(tmp_path))
    with pytest.raises(mx.MXNetError, match="fashion-mnist"):
        vision.FashionMNIST(train=False)
    assert (tmp_path / "datasets" / "fashion-mnist").is_dir()


@pytest.mark.real_data
@pytest.mark.parametrize(
    ("klass", "folder", "first_test_labels"),
    [(vision.MNIST, "mnist", [7, 2, 1, 0, 4]), (vision.FashionMNIST, "fashion-mnist", [9, 2, 1, 1, 6])],
)
def test_real_files(test_data, klass, folder, first_test_labels):
    dataset = klass(root=str(test_data / folder), train=False)
    assert len(dataset) == 10000
    assert [int(dataset[i][1]) for i in range(5)] == first_test_labels
    assert dataset[0][0].asnumpy().max() == 255


def cifar_rows(labels, label_bytes):
    rows = np.random.RandomState(1).randint(0, 256, (len(labels), label_bytes + 3072)).astype(np.uint8)
    rows[:, label_bytes - 1] = labels
    rows[:, 0] = labels if label_bytes == 1 else 7
    return rows


def write_cifar(root, place, archive, contents):
    if place == "archive":
        with tarfile.open(root / archive, "w:gz") as tar:
            for name, content in contents.items():
                info = tarfile.TarInfo(f"../somewhere/{name}")
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
        return
    folder = root if place == "root" else root / "batches-bin"
    folder.mkdir(exist_ok=True)
    for name, content in contents.items():
        (folder / name).write_bytes(content)


@pytest.mark.parametrize("place", ["root", "folder", "archive"])
def test_cifar10(tmp_path, monkeypatch, place):
    rows = {f"data_batch_{i}.bin": cifar_rows([i, i + 1], 1) for i in range(1, 6)}
    contents = {name: row.tobytes() for name, row in rows.items()}
    monkeypatch.setattr(
        vision.CIFAR10,
        "_train_data",
        {name: hashlib.sha1(content).hexdigest() for name, content in contents.items()},
    )
    write_cifar(tmp_path, place, "cifar-10-binary.tar.gz", contents)
    dataset = vision.CIFAR10(root=str(tmp_path))
    assert len(dataset) == 10
    assert [int(dataset[i][1]) for i in range(10)] == [1, 2, 2, 3, 3, 4, 4, 5, 5, 6]
    expected = rows["data_batch_2.bin"][1, 1:].reshape(3, 32, 32).transpose(1, 2, 0)
    np.testing.assert_array_equal(dataset[3][0].asnumpy(), expected)
    assert not (tmp_path.parent / "somewhere").exists()


@pytest.mark.parametrize(("fine", "label"), [(True, 42), (False, 7)])
def test_cifar100(tmp_path, monkeypatch, fine, label):
    content = cifar_rows([42], 2).tobytes()
    monkeypatch.setattr(vision.CIFAR100, "_test_data", {"test.bin": hashlib.sha1(content).hexdigest()})
    write_cifar(tmp_path, "root", "", {"test.bin": content})
    assert vision.CIFAR100(str(tmp_path), fine_label=fine, train=False)[0][1] == label


@pytest.mark.parametrize("server", ["http://localhost:9/gluon/dataset/cifar100/", vision.CIFAR100._mirror])
def test_cifar_from_servers(tmp_path, monkeypatch, network, server):
    content = cifar_rows([42], 2).tobytes()
    archive = "cifar-100-binary.tar.gz"
    write_cifar(tmp_path, "archive", archive, {"test.bin": content})
    packed = (tmp_path / archive).read_bytes()
    network[0][server + archive] = packed
    monkeypatch.setattr(vision.CIFAR100, "_test_data", {"test.bin": hashlib.sha1(content).hexdigest()})
    root = tmp_path / "data"
    with pytest.raises(mx.MXNetError, match="the downloaded file is damaged"):  # the published archive is another one
        vision.CIFAR100(str(root), train=False)
    assert not list(root.iterdir())
    digests = {name: hashlib.new(name, packed, usedforsecurity=False).hexdigest() for name in ("sha1", "md5")}
    monkeypatch.setattr(vision.CIFAR100, "_archive", (archive, digests["sha1"]))
    monkeypatch.setattr(vision.CIFAR100, "_checksums", {archive: f"md5:{digests['md5']}"})
    assert vision.CIFAR100(str(root), train=False)[0][1] == 7


def test_cifar_without_files(tmp_path):
    with pytest.raises(mx.MXNetError, match=r"cifar-10-binary\.tar\.gz"):
        vision.CIFAR10(str(tmp_path))
    (tmp_path / "cifar-10-binary.tar.gz").write_bytes(b"\x1f\x8bnonsense")
    with pytest.raises(mx.MXNetError, match="not a complete tar archive"):
        vision.CIFAR10(str(tmp_path))


def test_image_folder_lists_classes(tmp_path):
    for name in ("b/2.png", "a/1.jpg", "a/3.JPEG", "a/notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    (tmp_path / "stray.jpg").touch()
    with pytest.warns(UserWarning) as caught:
        dataset = vision.ImageFolderDataset(str(tmp_path))
    assert {str(one.message).split()[0] for one in caught} == {"ImageFolderDataset"} and len(caught) == 2
    assert dataset.synsets == ["a", "b"]
    assert [(Path(path).name, label) for path, label in dataset.items] == [
        ("1.jpg", 0),
        ("3.JPEG", 0),
        ("2.png", 1),
    ]
    assert len(dataset) == 3


def test_image_list(tmp_path):
    (tmp_path / "train.lst").write_text("0\t3.0\ta.jpg\n1\t1.0\t2.0\tb.jpg\n")
    dataset = vision.ImageListDataset(str(tmp_path), "train.lst")
    assert dataset.items[0] == (str(tmp_path / "a.jpg"), 3.0)
    assert dataset.items[1][1].tolist() == [1, 2]
    assert len(vision.ImageListDataset(".", [[1, "a.jpg"], [2, "b.jpg"]])) == 2
    (tmp_path / "bad.lst").write_text("0\tcat\ta.jpg\n")
    with pytest.raises(mx.MXNetError, match="line 1"):
        vision.ImageListDataset(str(tmp_path), "bad.lst")
    with pytest.raises(ValueError, match="imglist"):
        vision.ImageListDataset()
