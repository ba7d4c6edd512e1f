"""Datasets and models for tests and examples. Missing files are downloaded."""

from __future__ import annotations

import bz2
import os
import shutil
import struct
import zipfile
from typing import Any

import numpy as np

from mxnet_records import files

from ..gluon import utils as gluon_utils

_SERVER = "http://data.mxnet.io"
_MNIST_PARTS = {True: "train", False: "t10k"}
_MODELS = {
    "imagenet1k-inception-bn": "imagenet/inception-bn/Inception-BN",
    **{f"imagenet1k-resnet-{n}": f"imagenet/resnet/{n}-layers/resnet-{n}" for n in (18, 34, 50, 101, 152)},
    **{f"imagenet1k-resnext-{n}": f"imagenet/resnext/{n}-layers/resnext-{n}" for n in (50, 101)},
    "imagenet1k-resnext-101-64x4d": "imagenet/resnext/101-layers/resnext-101-64x4d",
    "imagenet11k-resnet-152": "imagenet-11k/resnet-152/resnet-152",
    "imagenet11k-place365ch-resnet-152": "imagenet-11k-place365-ch/resnet-152",
    "imagenet11k-place365ch-resnet-50": "imagenet-11k-place365-ch/resnet-50",
}


def download(url: str, fname: str | None = None, dirname: str | None = None, overwrite: bool = False,
             retries: int = 5) -> str:
    """Download a file if it does not exist.

    Parameters
    ----------
    url : str
        Address of the file.
    fname : str, optional
        File name. The default is the last part of the URL.
    dirname : str, optional
        Folder of the file. The default is the current folder.
    overwrite : bool
        Download even if the file exists.
    retries : int
        Number of attempts. If the host cannot be reached or refuses the request, there is only one.

    Returns
    -------
    str
        Path of the file.

    Examples
    --------
    >>> open('digits.csv', 'w').close()
    >>> mx.test_utils.download('https://example.org/digits.csv')  # the file exists
    'digits.csv'
    """
    name = url.split("/")[-1] if fname is None else fname
    path = name if dirname is None else os.path.join(dirname, name)
    return gluon_utils.download(url, path=path, overwrite=overwrite, retries=retries)


def _mnist(train: bool) -> tuple[np.ndarray, np.ndarray]:
    from ..gluon.data.vision import MNIST

    part = MNIST(train=train)
    return part._data.asnumpy(), part._label


def get_mnist() -> dict[str, np.ndarray]:
    """Return the MNIST digits as NumPy arrays.

    The files are read from ``$MXNET_HOME/datasets/mnist``. Missing files are downloaded.

    Returns
    -------
    dict of str to numpy.ndarray
        ``train_data`` and ``test_data`` contain images of shape (1, 28, 28) with numbers from 0 to 1, as float32.
        ``train_label`` and ``test_label`` contain labels, as int8.

    Examples
    --------
    >>> mnist = mx.test_utils.get_mnist()
    >>> sorted(mnist)
    ['test_data', 'test_label', 'train_data', 'train_label']
    >>> mnist['test_data'].shape[1:], mnist['test_label'].dtype
    ((1, 28, 28), dtype('int8'))
    """
    result = {}
    for name, train in (("train", True), ("test", False)):
        images, labels = _mnist(train)
        result[f"{name}_data"] = images.reshape(-1, 1, 28, 28).astype(np.float32) / 255
        result[f"{name}_label"] = labels.astype(np.int8)
    return result


def get_mnist_ubyte() -> None:
    """Write the four unpacked MNIST files to the folder ``data``. Existing files are kept.

    The files are copied from ``$MXNET_HOME/datasets/mnist``. Missing files are downloaded.

    Returns
    -------
    None

    Examples
    --------
    >>> import os
    >>> mx.test_utils.get_mnist_ubyte()
    >>> sorted(name for name in os.listdir('data') if name.startswith('t10k'))
    ['t10k-images-idx3-ubyte', 't10k-labels-idx1-ubyte']
    """
    os.makedirs("data", exist_ok=True)
    for train, part in _MNIST_PARTS.items():
        targets = [f"data/{part}-images-idx3-ubyte", f"data/{part}-labels-idx1-ubyte"]
        if all(os.path.exists(target) for target in targets):
            continue
        images, labels = _mnist(train)
        for target, values in zip(targets, (images.reshape(-1, 28, 28), labels.astype(np.uint8)), strict=True):
            with files.write(target) as file:
                file.write(struct.pack(f">I{values.ndim}I", 0x0800 + values.ndim, *values.shape) + values.tobytes())


def get_mnist_iterator(batch_size: int, input_shape: Any, num_parts: int = 1, part_index: int = 0) -> tuple[Any, Any]:
    """Create iterators over the training and test images of MNIST.

    The function writes the files to the folder ``data`` with `get_mnist_ubyte`. Only training images are shuffled.

    Parameters
    ----------
    batch_size : int
        Number of images in a batch.
    input_shape : tuple of int
        Shape of an image, ``(1, 28, 28)``. Any other number of sizes, such as ``(784,)``, yields flat images.
    num_parts : int
        Number of parts into which the images are divided.
    part_index : int
        Index of the part to read.

    Returns
    -------
    tuple of two MNISTIter
        Iterators over the training and test images.

    Examples
    --------
    >>> train, test = mx.test_utils.get_mnist_iterator(batch_size=1, input_shape=(784,))
    >>> next(test).data[0].shape
    (1, 784)
    """
    from .. import io

    get_mnist_ubyte()
    common = {"input_shape": input_shape, "batch_size": batch_size, "flat": len(input_shape) != 3,
              "num_parts": num_parts, "part_index": part_index}

    def part(name: str, shuffle: bool) -> Any:
        return io.MNISTIter(image=f"data/{name}-images-idx3-ubyte", label=f"data/{name}-labels-idx1-ubyte",
                            shuffle=shuffle, **common)

    return part("train", True), part("t10k", False)


def get_mnist_pkl() -> None:
    """Download ``data/mnist.pkl.gz``, the pickled MNIST of the Theano tutorials. An existing file is kept.

    Returns
    -------
    None

    Examples
    --------
    >>> import os
    >>> os.makedirs('data', exist_ok=True)
    >>> open('data/mnist.pkl.gz', 'w').close()
    >>> mx.test_utils.get_mnist_pkl()  # the file exists
    """
    os.makedirs("data", exist_ok=True)
    if not os.path.exists("data/mnist.pkl.gz"):
        download("http://deeplearning.net/data/mnist/mnist.pkl.gz", dirname="data")


def _unpack(url: str, folder: str) -> None:
    with zipfile.ZipFile(download(url, dirname=folder)) as archive:
        archive.extractall(folder)


def get_cifar10() -> None:
    """Download CIFAR-10 as record files to the folder ``data/cifar``. Existing files are kept.

    Returns
    -------
    None

    Examples
    --------
    >>> import os
    >>> os.makedirs('data/cifar', exist_ok=True)
    >>> for name in ('train.rec', 'train.lst', 'test.rec', 'test.lst'):
    ...     open(f'data/cifar/{name}', 'w').close()
    >>> mx.test_utils.get_cifar10()  # the files exist
    """
    os.makedirs("data", exist_ok=True)
    if not all(os.path.exists(f"data/cifar/{part}.{end}") for part in ("train", "test") for end in ("rec", "lst")):
        _unpack(f"{_SERVER}/mxnet/data/cifar10.zip", "data")


def get_zip_data(data_dir: str, url: str, data_origin_name: str) -> None:
    """Download a zip archive and unpack it, unless its content exists.

    Parameters
    ----------
    data_dir : str
        Folder of the archive and its content.
    url : str
        Address of the archive.
    data_origin_name : str
        File or folder in `data_dir` that shows that the archive has been unpacked.

    Returns
    -------
    None

    Examples
    --------
    >>> import pathlib, zipfile
    >>> with zipfile.ZipFile('letters.zip', 'w') as archive:
    ...     archive.writestr('letters.txt', 'a b c')
    >>> mx.test_utils.get_zip_data('.', 'https://example.org/letters.zip', 'letters.txt')  # the archive exists
    >>> pathlib.Path('letters.txt').read_text()
    'a b c'
    """
    if not os.path.exists(os.path.join(data_dir, data_origin_name)):
        _unpack(url, data_dir)


def get_bz2_data(data_dir: str, data_name: str, url: str, data_origin_name: str) -> None:
    """Download a bz2 file and unpack it, unless the unpacked file exists. The packed file is removed.

    Parameters
    ----------
    data_dir : str
        Folder of both files.
    data_name : str
        Name of the unpacked file.
    url : str
        Address of the packed file.
    data_origin_name : str
        Name of the packed file.

    Returns
    -------
    None

    Examples
    --------
    >>> import bz2, pathlib
    >>> with bz2.open('words.bz2', 'wt') as file:
    ...     count = file.write('a b c')
    >>> mx.test_utils.get_bz2_data('.', 'words.txt', 'https://example.org/words.bz2', 'words.bz2')  # the file exists
    >>> pathlib.Path('words.txt').read_text()
    'a b c'
    """
    target, packed = os.path.join(data_dir, data_name), os.path.join(data_dir, data_origin_name)
    if os.path.exists(target):
        return
    download(url, fname=data_origin_name, dirname=data_dir)
    with bz2.open(packed, "rb") as source, files.write(target) as file:
        shutil.copyfileobj(source, file)
    os.remove(packed)


def download_model(model_name: str, dst_dir: str = "./", meta_info: Any = None) -> tuple[str | None, int]:
    """Download a published model. Existing files are kept.

    Parameters
    ----------
    model_name : str
        Name of the model, such as ``'imagenet1k-resnet-18'``.
    dst_dir : str
        Folder of the files. It is created if necessary.
    meta_info : dict, optional
        Addresses of models by name, as dicts with the keys ``'symbol'`` and ``'params'``. By default these are
        the models that the MXNet project published.

    Returns
    -------
    tuple
        Prefix and epoch for `mxnet.model.load_checkpoint`, or ``(None, 0)`` if the name is unknown.

    Examples
    --------
    >>> mx.test_utils.download_model('no-such-model')
    (None, 0)
    """
    models = meta_info if meta_info is not None else {
        name: {"symbol": f"{_SERVER}/models/{path}-symbol.json",
               "params": f"{_SERVER}/models/{path}-{'0126' if name.endswith('inception-bn') else '0000'}.params"}
        for name, path in _MODELS.items()}
    if model_name not in models:
        return None, 0
    os.makedirs(dst_dir, exist_ok=True)
    addresses = dict(models[model_name])
    for part in ("symbol", "params"):
        if part not in addresses:
            raise AssertionError(f"download_model: meta_info of {model_name} has no URL of its {part}")
    prefix = os.path.join(dst_dir, model_name)
    download(addresses["symbol"], f"{prefix}-symbol.json")
    download(addresses["params"], f"{prefix}-0000.params")
    return prefix, 0


def get_im2rec_path(home_env: str = "MXNET_HOME") -> str:
    """Return the path of the script ``im2rec.py``.

    Parameters
    ----------
    home_env : str
        Environment variable with the folder that contains ``tools/im2rec.py``. If it is not set, the script of this
        package is returned.

    Returns
    -------
    str

    Examples
    --------
    >>> import os
    >>> os.makedirs('tools', exist_ok=True)
    >>> open('tools/im2rec.py', 'w').close()
    >>> with mx.test_utils.environment('EXAMPLE_HOME', '.'):
    ...     mx.test_utils.get_im2rec_path('EXAMPLE_HOME')
    './tools/im2rec.py'
    """
    here = os.environ.get(home_env) or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for folder in (os.path.join(here, "tools"), os.path.join(here, "..", "..", "tools")):
        path = os.path.join(folder, "im2rec.py")
        if os.path.isfile(path):
            return path
    raise OSError("tools/im2rec.py was not found in any of the usual folders")
