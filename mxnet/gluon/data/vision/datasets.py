"""Image datasets."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from mxnet_records import files
from mxnet_records.jpeg_rows import UpperRows
from mxnet_records.pixels import decoded_pixels

from .... import base, ndarray
from ...._ops import image_files
from ...._runtime.error import MXNetError
from ...._runtime.tracebacks import concise_module, user_level
from .. import dataset
from .._pixels import EncodedImage, ImageLoader, PixelChain, Sample
from ._files import FileSet

__all__ = [
    "CIFAR10",
    "CIFAR100",
    "MNIST",
    "FashionMNIST",
    "ImageFolderDataset",
    "ImageListDataset",
    "ImageRecordDataset",
]

_IMAGE_EXTENSIONS = (".jpg", ".jpeg", ".png")
_CIFAR_SHA1 = {
    "cifar-10-binary.tar.gz": "fab780a1e191a7eda0f345501ccd62d20f7ed891",
    "data_batch_1.bin": "aadd24acce27caa71bf4b10992e9e7b2d74c2540",
    "data_batch_2.bin": "c0ba65cce70568cd57b4e03e9ac8d2a5367c1795",
    "data_batch_3.bin": "1dd00a74ab1d17a6e7d73e185b69dbf31242f295",
    "data_batch_4.bin": "aab85764eb3584312d3c7f65fd2fd016e36a258e",
    "data_batch_5.bin": "26e2849e66a845b7f1e4614ae70f4889ae604628",
    "test_batch.bin": "67eb016db431130d61cd03c7ad570b013799c88c",
    "cifar-100-binary.tar.gz": "a0bb982c76b83111308126cc779a992fa506b90b",
    "train.bin": "e207cd2e05b73b1393c74c7f5e7bea451d63e08e",
    "test.bin": "8fb6623e830365ff53cf14adec797474f5478006",
}


def _cifar_files(*names: str) -> dict[str, str]:
    return {name: _CIFAR_SHA1[name] for name in names}


class MNIST(dataset._DownloadedDataset):
    """Handwritten digits: 60,000 training and 10,000 test images of 28 x 28 x 1 bytes, labels 0 to 9.

    Parameters
    ----------
    root : str, optional
        Folder with the four idx files, raw or gzip. The default is ``$MXNET_HOME/datasets/mnist``. Missing files
        are downloaded.
    train : bool
        Whether to load the training or the test set.
    transform : callable, optional
        Function of ``(data, label)`` that returns the sample.

    Examples
    --------
    >>> data = mx.gluon.data.vision.MNIST(train=False)
    >>> image, label = data[0]
    >>> image.shape, image.dtype.__name__
    ((28, 28, 1), 'uint8')
    """

    _namespace = "mnist"
    _sha256 = {
        "train-images-idx3-ubyte": "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
        "train-labels-idx1-ubyte": "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
        "t10k-images-idx3-ubyte": "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
        "t10k-labels-idx1-ubyte": "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
    }
    # Address and checksums that torchvision uses.
    _mirror = "https://ossci-datasets.s3.amazonaws.com/mnist/"
    _checksums = {
        "train-images-idx3-ubyte.gz": "md5:f68b3c2dcbeaaa9fbdd348bbdeb94873",
        "train-labels-idx1-ubyte.gz": "md5:d53e105ee54ea40749a09fcbcd1e9432",
        "t10k-images-idx3-ubyte.gz": "md5:9fb629c4189551a2d022fa330f9573f3",
        "t10k-labels-idx1-ubyte.gz": "md5:ec29112dd5afa0611ce80d1b7f02629c",
    }

    def __init__(self, root: str | None = None, train: bool = True,
                 transform: Callable[..., Any] | None = None) -> None:
        self._train = train
        super().__init__(_root_or_default(root, self._namespace), transform)

    def _get_data(self) -> None:
        part = "train" if self._train else "t10k"
        images, labels = f"{part}-images-idx3-ubyte", f"{part}-labels-idx1-ubyte"
        files = FileSet(type(self).__name__, self._root, self._namespace, self._mirror, self._checksums)
        data = files.idx(images, self._sha256[images])
        label = files.idx(labels, self._sha256[labels])
        if data.ndim != 3 or label.shape != data.shape[:1]:
            raise MXNetError(f"{self._root}: the shape of the images {data.shape} does not match the labels "
                             f"{label.shape}")
        self._data = ndarray.array(data[..., None], dtype=np.uint8)
        self._label = label.astype(np.int32)


class FashionMNIST(MNIST):
    """Articles of clothing in the format of :class:`MNIST` (Zalando Research, MIT licence).

    Parameters
    ----------
    root : str, optional
        Folder with the four idx files, raw or gzip. The default is ``$MXNET_HOME/datasets/fashion-mnist``.
    train : bool
        Whether to load the training or the test set.
    transform : callable, optional
        Function of ``(data, label)`` that returns the sample.

    Examples
    --------
    >>> data = mx.gluon.data.vision.FashionMNIST(train=False)
    >>> image, label = data[0]
    >>> image.shape, image.dtype.__name__
    ((28, 28, 1), 'uint8')
    """

    _namespace = "fashion-mnist"
    _sha256 = {
        "train-images-idx3-ubyte": "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888",
        "train-labels-idx1-ubyte": "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9",
        "t10k-images-idx3-ubyte": "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b",
        "t10k-labels-idx1-ubyte": "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34",
    }
    # Address and checksums of its authors.
    _mirror = "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/"
    _checksums = {
        "train-images-idx3-ubyte.gz": "md5:8d4fb7e6c68d591d4c3dfef9ec88bf0d",
        "train-labels-idx1-ubyte.gz": "md5:25c81989df183df01b3e8a0aad5dffbe",
        "t10k-images-idx3-ubyte.gz": "md5:bef4ecab320f06d8554ea6380940ec79",
        "t10k-labels-idx1-ubyte.gz": "md5:bb300cfdad3c16e7a12a480ee83cd310",
    }


class CIFAR10(dataset._DownloadedDataset):
    """Photographs in 10 classes: 50,000 training and 10,000 test images of 32 x 32 x 3 bytes.

    Parameters
    ----------
    root : str, optional
        Folder with the archive or the ``.bin`` files. The default is ``$MXNET_HOME/datasets/cifar10``. Missing
        files are downloaded.
    train : bool
        Whether to load the training or the test set.
    transform : callable, optional
        Function of ``(data, label)`` that returns the sample.

    Examples
    --------
    >>> data = mx.gluon.data.vision.CIFAR10(train=False)
    >>> image, label = data[0]
    >>> image.shape, image.dtype.__name__
    ((32, 32, 3), 'uint8')
    """

    _namespace = "cifar10"
    _archive = ("cifar-10-binary.tar.gz", _CIFAR_SHA1["cifar-10-binary.tar.gz"])
    # Address and checksum of its authors.
    _mirror = "https://www.cs.toronto.edu/~kriz/"
    _checksums = {"cifar-10-binary.tar.gz": "md5:c32a1d4ab5d03f1284b67883e8d87530"}
    _train_data = _cifar_files(*(f"data_batch_{number}.bin" for number in range(1, 6)))
    _test_data = _cifar_files("test_batch.bin")
    _labels_per_image = 1
    _label_column = 0

    def __init__(self, root: str | None = None, train: bool = True,
                 transform: Callable[..., Any] | None = None) -> None:
        self._train = train
        super().__init__(_root_or_default(root, self._namespace), transform)

    def _get_data(self) -> None:
        files = FileSet(type(self).__name__, self._root, self._namespace, self._mirror, self._checksums)
        contents = files.members(*self._archive, self._train_data if self._train else self._test_data)
        rows = np.concatenate([self._rows(content) for content in contents])
        pixels = rows[:, self._labels_per_image :].reshape(-1, 3, 32, 32)
        # Files store the channels first.
        self._data = ndarray.array(np.ascontiguousarray(np.moveaxis(pixels, 1, -1)), dtype=np.uint8)
        self._label = rows[:, self._label_column].astype(np.int32)

    def _rows(self, content: bytes) -> np.ndarray:
        return np.frombuffer(content, np.uint8).reshape(-1, self._labels_per_image + 3072)


class CIFAR100(CIFAR10):
    """Photographs in 100 classes and 20 superclasses, in the format of :class:`CIFAR10`.

    Parameters
    ----------
    root : str, optional
        Folder with the archive or the ``.bin`` files. The default is ``$MXNET_HOME/datasets/cifar100``.
    fine_label : bool
        Use the class (0 to 99) as label instead of the superclass (0 to 19).
    train : bool
        Whether to load the training or the test set.
    transform : callable, optional
        Function of ``(data, label)`` that returns the sample.

    Examples
    --------
    >>> data = mx.gluon.data.vision.CIFAR100(fine_label=True, train=False)
    >>> image, label = data[0]
    >>> image.shape, image.dtype.__name__
    ((32, 32, 3), 'uint8')
    """

    _namespace = "cifar100"
    _archive = ("cifar-100-binary.tar.gz", _CIFAR_SHA1["cifar-100-binary.tar.gz"])
    _checksums = {"cifar-100-binary.tar.gz": "md5:03b5dce01913d631647c71ecec9e9cb8"}
    _train_data = _cifar_files("train.bin")
    _test_data = _cifar_files("test.bin")
    _labels_per_image = 2

    def __init__(self, root: str | None = None, fine_label: bool = False, train: bool = True,
                 transform: Callable[..., Any] | None = None) -> None:
        self._label_column = int(fine_label)
        super().__init__(root, train, transform)


class ImageRecordDataset(dataset.RecordFileDataset):
    """Images and labels in a ``.rec`` file with an ``.idx`` file.

    Parameters
    ----------
    filename : str
        Path of the ``.rec`` file.
    flag : {0, 1}
        Decode to grayscale (0) or color (1).
    transform : callable, optional
        Function of ``(data, label)`` that returns the sample.

    Examples
    --------
    >>> import numpy, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> names = [os.path.join(folder.name, 'data' + end) for end in ('.idx', '.rec')]
    >>> record = mx.recordio.MXIndexedRecordIO(*names, 'w')
    >>> header, image = mx.recordio.IRHeader(0, 3.0, 0, 0), numpy.zeros((4, 6, 3), 'uint8')
    >>> content = mx.recordio.pack_img(header, image, quality=9, img_fmt='.png')
    >>> _ = record.write_idx(0, content)
    >>> record.close()
    >>> image, label = mx.gluon.data.vision.ImageRecordDataset(names[1])[0]
    >>> image.shape, float(label)
    ((4, 6, 3), 3.0)
    >>> folder.cleanup()
    """

    def __init__(self, filename: str, flag: int = 1, transform: Callable[..., Any] | None = None) -> None:
        super().__init__(filename)
        self._flag = flag
        self._transform = transform

    def __getitem__(self, idx: int) -> Any:
        from .... import image, recordio

        header, encoded = recordio.unpack(super().__getitem__(idx))
        decoded = image.imdecode(encoded, self._flag)
        sample = decoded, header.label
        return sample if self._transform is None else self._transform(*sample)

    def _image_loader(self) -> tuple[ImageLoader, PixelChain] | None:
        from .... import recordio

        if self._transform is not None:
            return None

        def decode(content: np.ndarray, needed: UpperRows | None) -> np.ndarray:
            try:
                return decoded_pixels(content, self._flag, True, needed)
            except ValueError as error:
                raise MXNetError(f"operator _cvimdecode: {error}") from error

        def load(index: int) -> Sample:
            header, encoded = recordio.unpack(dataset.RecordFileDataset.__getitem__(self, index))
            return EncodedImage(encoded, _channels(self._flag), decode), (header.label,)

        return load, PixelChain([], [])


class ImageFolderDataset(dataset.Dataset):
    """Image files in one folder per class, such as ``root/cat/1.jpg`` and ``root/dog/7.png``.

    Parameters
    ----------
    root : str
        Folder that contains the class folders.
    flag : {0, 1}
        Decode to grayscale (0) or color (1).
    transform : callable, optional
        Function of ``(data, label)`` that returns the sample.

    Attributes
    ----------
    synsets : list of str
        Class names. The label is the position in this list.
    items : list of tuple
        Path and label of each image.

    Examples
    --------
    >>> import cv2, numpy, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> os.mkdir(os.path.join(folder.name, 'cat'))
    >>> _ = cv2.imwrite(os.path.join(folder.name, 'cat', 'one.png'), numpy.zeros((4, 6, 3), 'uint8'))
    >>> data = mx.gluon.data.vision.ImageFolderDataset(folder.name)
    >>> data.synsets
    ['cat']
    >>> data[0][0].shape
    (4, 6, 3)
    >>> folder.cleanup()
    """

    def __init__(self, root: str, flag: int = 1, transform: Callable[..., Any] | None = None) -> None:
        self._root, self._flag, self._transform = os.path.expanduser(root), flag, transform
        self._exts = list(_IMAGE_EXTENSIONS)
        self._list_images(self._root)

    def _list_images(self, root: str) -> None:
        self.synsets: list[str] = []
        self.items: list[tuple[str, int]] = []
        for name in sorted(os.listdir(root)):
            folder = os.path.join(root, name)
            if os.path.isdir(folder):
                self.items += [(filename, len(self.synsets)) for filename in self._images_in(folder)]
                self.synsets.append(name)
            else:
                warnings.warn(f"ImageFolderDataset skips {folder}, because it is not a folder",
                              stacklevel=user_level())

    def _images_in(self, folder: str) -> list[str]:
        images = []
        for name in sorted(os.listdir(folder)):
            filename = os.path.join(folder, name)
            extension = os.path.splitext(name)[1]
            if extension.lower() in self._exts:
                images.append(filename)
            else:
                warnings.warn(
                    f"ImageFolderDataset skips {filename}: supported extensions are {', '.join(self._exts)}",
                    stacklevel=user_level()
                )
        return images

    def __getitem__(self, idx: int) -> Any:
        from .... import image

        filename, label = self.items[idx]
        decoded = image.imread(filename, self._flag)
        if self._transform is not None:
            return self._transform(decoded, label)
        return decoded, label

    def __len__(self) -> int:
        return len(self.items)

    def _image_loader(self) -> tuple[ImageLoader, PixelChain] | None:
        return None if self._transform is not None else _file_loader(self)


class ImageListDataset(dataset.Dataset):
    """Image files in a list.

    Parameters
    ----------
    root : str
        Base folder of the paths.
    imglist : str or list
        A ``.lst`` file (index, labels and path in tab-separated columns), or a list of
        ``[label, path]`` or ``[label, label, ..., path]``.
    flag : {0, 1}
        Decode to grayscale (0) or color (1).

    Examples
    --------
    >>> import cv2, numpy, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> _ = cv2.imwrite(os.path.join(folder.name, 'one.png'), numpy.zeros((4, 6, 3), 'uint8'))
    >>> data = mx.gluon.data.vision.ImageListDataset(folder.name, [[0.0, 'one.png']])
    >>> data[0][0].shape
    (4, 6, 3)
    >>> folder.cleanup()
    """

    def __init__(self, root: str = ".", imglist: Any = None, flag: int = 1) -> None:
        self._root = os.path.expanduser(root)
        self._flag = flag
        if isinstance(imglist, str):
            self.items = self._read_list(os.path.join(self._root, imglist))
        elif isinstance(imglist, list):
            self.items = [self._item(entry[:-1], entry[-1]) for entry in imglist]
        else:
            raise ValueError(f"imglist must be a file name or a list, received {type(imglist).__name__}")

    def _read_list(self, filename: str) -> list[tuple[str, np.ndarray]]:
        items = []
        for number, line in files.lines(filename):
            columns = line.rstrip("\n").split("\t")
            if len(columns) == 1 and not columns[0]:
                continue
            try:
                items.append(self._item([float(column) for column in columns[1:-1]], columns[-1]))
            except ValueError as error:
                raise MXNetError(f"{filename}, line {number}: {error}") from error
        return items

    def _item(self, labels: list, path: str) -> tuple[str, np.ndarray]:
        if not labels:
            raise ValueError(f"image {path} has no label")
        values = np.asarray(labels, dtype=np.float32).ravel()
        return os.path.join(self._root, path), values[0] if values.size == 1 else values

    def __getitem__(self, idx: int) -> Any:
        from .... import image

        filename, label = self.items[idx]
        return image.imread(filename, self._flag), label

    def __len__(self) -> int:
        return len(self.items)

    def _image_loader(self) -> tuple[ImageLoader, PixelChain]:
        return _file_loader(self)


def _file_loader(dataset: ImageFolderDataset | ImageListDataset) -> tuple[ImageLoader, PixelChain]:
    def load(index: int) -> Sample:
        filename, label = dataset.items[index]

        def decode(content: np.ndarray, needed: UpperRows | None) -> np.ndarray:
            return image_files.file_pixels(filename, content, dataset._flag, True, needed)

        return EncodedImage(image_files.file_content(filename), _channels(dataset._flag), decode), (label,)

    return load, PixelChain([], [])


def _channels(flag: int) -> int:
    return 1 if flag == 0 else 3


def _root_or_default(root: str | None, namespace: str) -> str:
    return os.path.join(base.data_dir(), "datasets", namespace) if root is None else root


concise_module(__name__)
