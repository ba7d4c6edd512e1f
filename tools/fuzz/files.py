"""Feed damaged files of all supported formats to the corresponding readers.

    python tools/fuzz/files.py --count 20000 --seed 0 --kind params json records images

Reading must return a value or raise the documented exception. This is MXNetError in most cases, RuntimeError for images
of iterators, and ValueError or AssertionError for word tables. An input must not execute code or write files. It must
not crash or hang the process, and a small file must not use gigabytes of memory.
"""

from __future__ import annotations

import argparse
import atexit
import gzip
import importlib.util
import io
import json
import pathlib
import random
import shutil
import struct
import sys
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import _common as common
import numpy as np
import torch

import mxnet as mx
from mxnet import nd, recordio, sym
from mxnet._runtime.files import params_file, tensors_file
from mxnet.cli.check._project import check_project
from mxnet.contrib.text.embedding import CustomEmbedding
from mxnet.gluon.model_zoo import _state_dicts
from mxnet.io._idx import decompressed, parse_idx


@dataclass
class Kind:
    """File format: valid seed files, mutations, reader and allowed exceptions."""

    seeds: Callable[[], list[bytes]]
    use: Callable[[bytes], None]
    errors: tuple[type[BaseException], ...] = (mx.MXNetError,)
    change: Callable[[bytes, random.Random, list[bytes]], bytes] = common.mutated


_FOLDER = tempfile.mkdtemp(prefix="mxnet-fuzz-")
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)


def _path(name: str, content: bytes) -> str:
    path = str(pathlib.Path(_FOLDER) / name)
    guard = common.Guard.installed()
    armed, guard.armed = guard.armed, False  # this script writes
    with open(path, "wb") as file:
        file.write(content)
    guard.armed = armed
    return path


# Arrays

def _params_seeds() -> list[bytes]:
    dense = [params_file.SavedArray.dense(np.arange(6, dtype=t).reshape(2, 3)) for t in ("f4", "f8", "i8", "u1")]
    sparse = nd.sparse.csr_matrix(([1.0, 2.0], [1, 0], [0, 1, 1, 2]), shape=(3, 2))
    rows = nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [0, 3]), shape=(4, 2))
    path = str(pathlib.Path(_FOLDER) / "seed.params")
    nd.save(path, {"a": nd.ones((2, 2)), "csr": sparse, "rows": rows, "none": nd.sparse.zeros("csr", (3, 4))})
    legacy = struct.pack("<QQQIIIiii", 0x112, 0, 1, 2, 2, 3, 1, 0, 0) + bytes(24) + struct.pack("<Q", 0)
    return [params_file.write(dense), params_file.write(dense, list("abcd")), pathlib.Path(path).read_bytes(), legacy]


def _use_params(content: bytes) -> None:
    loaded = nd.load_frombuffer(content)
    nd.load(_path("x.params", content))
    for array in loaded.values() if isinstance(loaded, dict) else loaded:
        if array.stype == "default":
            array.asnumpy()


def _tensors_seeds() -> list[bytes]:
    path = pathlib.Path(_FOLDER) / "seed.safetensors"
    tensors_file.save(path, {"a": np.ones((2, 2), "f4"), "b": np.arange(5), "c": np.array(True)}, {"format": "pt"})
    return [path.read_bytes()]


def _use_tensors(content: bytes) -> None:
    for array in _state_dicts.read(_path("x.safetensors", content)).values():
        array.copy()


def _state_seeds() -> list[bytes]:
    seeds = []
    for modern in (True, False):
        buffer = io.BytesIO()
        torch.save({"a.weight": torch.ones(2, 3), "a.bias": torch.zeros(2)}, buffer,
                   _use_new_zipfile_serialization=modern)
        seeds.append(buffer.getvalue())
    return seeds


def _use_state(content: bytes) -> None:
    for array in _state_dicts.read(_path("x.pth", content)).values():
        array.copy()


# Graphs

def _json_seeds() -> list[bytes]:
    data, weight = sym.var("data", shape=(2, 3, 8, 8)), sym.var("w", lr_mult=0.5)
    layer = sym.Convolution(data, weight, kernel=(3, 3), num_filter=4, name="conv")
    layer = sym.BatchNorm(layer, name="bn")
    parts = sym.SliceChannel(layer, num_outputs=2, name="split")
    joined = sym.Concat(parts[0], parts[1], dim=1, name="joined")
    classes = sym.SoftmaxOutput(sym.FullyConnected(sym.Flatten(joined), num_hidden=3), name="softmax")
    states = sym.RNN(sym.var("x", shape=(4, 2, 3)), sym.var("p"), sym.var("s"), state_size=2, num_layers=2,
                     mode="rnn_relu")
    outs, _ = sym.contrib.foreach(lambda x, s: (x + s, x * s), sym.var("items", shape=(3, 2)),
                                  sym.var("state", shape=(2,)))
    loop, _ = sym.contrib.while_loop(lambda i: i < 3, lambda i: ([i * 2], i + 1), sym.var("i", shape=(1,)),
                                     max_iterations=4)
    choice = sym.contrib.cond(sym.sum(sym.var("c", shape=(1,))) > 0, lambda: sym.var("t", shape=(2,)) + 1,
                              lambda: sym.var("t", shape=(2,)) - 1)
    zeros = sym.zeros((2, 3)) + sym.arange(0, 6, 1).reshape((2, 3)) + sym.tile(sym.var("y", shape=(1, 3)), reps=(2, 1))
    return [s.tojson().encode() for s in (classes, states, outs, loop[0], choice, zeros, sym.Group([classes, zeros]))]


_MOST_ELEMENTS = 1_000_000
_VALUES = ["", "x", "None", "-1", "0", "1", "3", "99999999999", "1e308", "nan", "(", "(1,", "()", "(0, 0)", "(-1, 2)",
           "(1000000, 1000000)", "True", "['a']", "{}", "__import__('os')", "float16", "1" * 50]


def _change_json(content: bytes, choose: random.Random, others: list[bytes]) -> bytes:
    if choose.random() < 0.25:
        return common.mutated(content, choose, others)
    document = json.loads(content)
    for _ in range(choose.choice((1, 1, 2, 4))):
        _change(document, choose)
    return json.dumps(document).encode()


def _change(document: Any, choose: random.Random) -> None:
    document, place = common.place_in(document, choose, 0.9)
    if place is None:
        return
    kind = choose.randrange(5)
    if kind <= 1 and isinstance(document[place], str):
        document[place] = choose.choice(_VALUES)
    elif kind == 2 and isinstance(document, dict):
        del document[place]
    elif kind == 3 and isinstance(document[place], int):
        document[place] = choose.choice((-1, 0, 1, 5, 2**31, 2**63))
    else:
        document[place] = choose.choice((None, 1, -1, "null", "x", [], {}, [0, 0, 0], 1.5, True))


def _use_json(content: bytes) -> None:
    symbol = sym.load_json(content.decode("utf-8", "replace"))
    symbol.list_arguments()
    symbol.list_outputs()
    symbol.list_auxiliary_states()
    symbol.attr_dict()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        arguments, _, states = symbol.infer_shape_partial()
        _, inner, _ = symbol.get_internals().infer_shape_partial()
        sizes = [*arguments, *states, *inner]
        symbol.infer_type_partial()
    symbol.tojson()
    if any(shape is None or np.prod(shape, dtype=float) > _MOST_ELEMENTS for shape in sizes):
        return  # a graph may be arbitrarily expensive to compute
    bound = symbol.simple_bind(mx.cpu(), grad_req="null")
    for output in bound.forward():
        output.wait_to_read()


# Records and images

def _encoded() -> list[bytes]:
    from mxnet_records.pixels import opencv

    image = (np.arange(12 * 10 * 3) % 255).reshape(12, 10, 3).astype(np.uint8)
    forms = [".jpg", ".png", ".bmp", ".webp", ".tiff", ".ppm", ".gif", ".jp2", ".ras", ".hdr", ".pam"]
    made = []
    for form in forms:
        try:
            made.append(opencv().imencode(form, image)[1].tobytes())
        except (opencv().error, AttributeError):
            continue  # this OpenCV build cannot write it
    return made


def _use_image(content: bytes) -> None:
    for read in (lambda: mx.image.imdecode(content), lambda: nd.imdecode(content),
                 lambda: recordio.unpack_img(recordio.pack(recordio.IRHeader(0, 1.0, 0, 0), content)),
                 lambda: mx.image.imread(_path("x.png", content))):
        try:
            read()
        except mx.MXNetError:
            continue
    mx.image.imdecode(content)


def _jpegs() -> list[bytes]:
    """Return JPEGs of noise, gray noise and a flat color, with full and half chroma resolution."""
    from mxnet_records.pixels import opencv

    cv2 = opencv()
    noise = np.random.RandomState(0).randint(0, 256, (70, 260, 3)).astype(np.uint8)
    images = [noise, noise[:, :, 0], np.full((60, 257, 3), 99, np.uint8)]
    factors = (cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444)
    return [cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_SAMPLING_FACTOR, factor))[1].tobytes()
            for image in images for factor in factors]


def _use_rows(content: bytes) -> None:
    """Check that the upper rows of a JPEG equal those of the full image, even if the file is damaged."""
    from mxnet_records.jpeg_rows import UpperRows, frame_of
    from mxnet_records.pixels import decoded_pixels

    values, frame = np.frombuffer(content, np.uint8), frame_of(content)
    whole = decoded_pixels(values, 1, True)
    if frame is not None:
        if whole.shape[:2] != (frame.height, frame.width):
            raise AssertionError(f"the frame header is {frame}, but the image has the shape {whole.shape}")
        for rows in (1, frame.height // 3, frame.height - 10):
            upper = decoded_pixels(values, 1, True, UpperRows(frame, rows))
            if not np.array_equal(upper[:rows], whole[:rows]):
                raise AssertionError(f"the first {rows} of {frame.height} rows differ")


def _record_seeds() -> list[bytes]:
    """Return records with images and one label, and records of other kinds."""
    path = str(pathlib.Path(_FOLDER) / "seed.rec")
    images = [recordio.pack(recordio.IRHeader(0, 1.0, number, 0), image) for number, image in enumerate(_encoded()[:3])]
    others = [recordio.pack(recordio.IRHeader(0, [1.0, 2.0], 7, 0), _encoded()[0]), b"\x0a\x23\xd7\xce" * 3 + b"tail"]
    made = []
    for records in (images, images + others):
        writer = recordio.MXRecordIO(path, "w")
        for record in records:
            writer.write(record)
        writer.close()
        made.append(pathlib.Path(path).read_bytes())
    return made


def _use_records(content: bytes) -> None:
    path = _path("x.rec", content)
    reader = recordio.MXRecordIO(path, "r")
    try:
        while (record := reader.read()) is not None:
            recordio.unpack(record)
            recordio.unpack_img(record)
    finally:
        reader.close()


def _use_record_iter(content: bytes) -> None:
    path = _path("y.rec", content)
    for batch in mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, 8, 8), batch_size=2, preprocess_threads=1):
        batch.data[0].asnumpy()


def _index_seeds() -> list[bytes]:
    _path("z.rec", _record_seeds()[0])
    return [b"0\t0\n1\t440\n2\t1000\n", b"5\t4\r\n"]


def _use_index(content: bytes) -> None:
    reader = recordio.MXIndexedRecordIO(_path("z.idx", content), str(pathlib.Path(_FOLDER) / "z.rec"), "r")
    try:
        for key in reader.keys:
            reader.read_idx(key)
    finally:
        reader.close()


def _list_seeds() -> list[bytes]:
    _path("a.png", _encoded()[1])
    return [b"0\t1.0\ta.png\n1\t2.0\ta.png\n", b"0\t2\t5\t0\t0.1\t0.2\t0.7\t0.8\ta.png\n"]


def _use_list(content: bytes) -> None:
    path = _path("x.lst", content)
    records = _path("w.rec", _record_seeds_once[0])
    for read in (lambda: mx.gluon.data.vision.ImageListDataset(_FOLDER, "x.lst"),
                 lambda: mx.image.ImageIter(1, (3, 8, 8), path_imglist=path, path_root=_FOLDER),
                 lambda: mx.io.ImageRecordIter(path_imgrec=records, path_imglist=path, data_shape=(3, 8, 8),
                                               batch_size=1),
                 lambda: mx.io.ImageDetRecordIter(path_imgrec=records, path_imglist=path, data_shape=(3, 8, 8),
                                                  batch_size=1)):
        try:
            made = read()
            if isinstance(made, mx.io.DataIter) and not isinstance(made, mx.image.ImageIter):
                next(iter(made))
        except (mx.MXNetError, StopIteration):
            continue


# Tables

def _idx_seeds() -> list[bytes]:
    images = struct.pack(">IIII", 0x803, 5, 3, 2) + bytes(range(30))
    labels = struct.pack(">II", 0x801, 5) + bytes(5)
    return [images, labels, gzip.compress(images, mtime=0), gzip.compress(labels, mtime=0)]


def _use_idx(content: bytes) -> None:
    path = _path("images", content)
    parse_idx(decompressed(path), path)
    label = _path("labels", _idx_seeds()[1])
    next(iter(mx.io.MNISTIter(image=path, label=label, batch_size=2, silent=True, shuffle=False)))


def _use_csv(content: bytes) -> None:
    for batch in mx.io.CSVIter(data_csv=_path("x.csv", content), data_shape=(3,), batch_size=2):
        batch.data[0].asnumpy()


def _use_libsvm(content: bytes) -> None:
    for batch in mx.io.LibSVMIter(data_libsvm=_path("x.svm", content), data_shape=(8,), batch_size=2):
        batch.data[0].asnumpy()


def _use_vectors(content: bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        CustomEmbedding(_path("x.vec", content))


# Projects for `mxnet check`

_PROGRAM = b"""import mxnet as mx, numpy as np
from mxnet.gluon import nn as layers
try:
    import mxnet.no_module as other
except ImportError:
    other = None
def train(x, *more, flag: int = 3):
    global mx
    other = mx.nd if flag else mx.sym
    return [other.Pooling(x, kernel=(2, 2), size=n) for n in (mx.gpu(0), np.float, layers.Dense)]
"""


def _notebook_seeds() -> list[bytes]:
    cells = [{"cell_type": "code", "source": ["%time x\n", "!ls \\\n", " more\n"]},
             {"cell_type": "code", "source": _PROGRAM.decode()}, {"cell_type": "markdown", "source": "text"}]
    return [json.dumps({"cells": cells, "metadata": {"kernelspec": {"language": "python"}}}).encode()]


def _checker(name: str) -> Callable[[bytes], None]:
    def use(content: bytes) -> None:
        for finding in check_project(pathlib.Path(_path(name, content))).findings:
            str(finding.place)

    return use


_record_seeds_once = [_record_seeds()[0]] if importlib.util.find_spec("cv2") else [b""]

KINDS = {
    "params": Kind(_params_seeds, _use_params),
    "tensors": Kind(_tensors_seeds, _use_tensors),
    "state_dicts": Kind(_state_seeds, _use_state),
    "json": Kind(_json_seeds, _use_json, change=_change_json),
    "images": Kind(_encoded, _use_image),
    "jpeg_rows": Kind(_jpegs, _use_rows, (ValueError,)),
    "records": Kind(_record_seeds, _use_records),
    "record_iter": Kind(_record_seeds, _use_record_iter),
    "index": Kind(_index_seeds, _use_index),
    "lists": Kind(_list_seeds, _use_list),
    "idx": Kind(_idx_seeds, _use_idx),
    "csv": Kind(lambda: [b"1,2,3\n4,5.5,6\n-1e3,0,2\n"], _use_csv),
    "libsvm": Kind(lambda: [b"1.0 0:0.5 2:1.2\n-2 1:3 7:1e3\n0\n"], _use_libsvm),
    "sources": Kind(lambda: [_PROGRAM], _checker("checked.py"), ()),
    "notebooks": Kind(_notebook_seeds, _checker("checked.ipynb"), (), _change_json),
    "checked_symbols": Kind(_json_seeds, _checker("checked-symbol.json"), (), _change_json),
    "vectors": Kind(lambda: [b"the 0.1 0.2 0.3\na 1 2 3\n<unk> 0 0 0\n"], _use_vectors, (ValueError, AssertionError)),
}


def maker(kind: Kind) -> common.Make:
    """Return a function that creates inputs of a format; its valid files must be readable."""
    seeds = kind.seeds()
    for seed in seeds:
        try:
            kind.use(seed)
        except kind.errors:
            continue  # for example labels instead of images
    return lambda choose: kind.change(choose.choice(seeds), choose, seeds)


def main() -> int:
    """Run the script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000, help="number of inputs of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--only", type=int, help="use this input alone, in this process, and show its error")
    options = parser.parse_args()
    failed = False
    for name in options.kind:
        kind = KINDS[name]
        make = maker(kind)
        if options.only is not None:
            kind.use(make(random.Random(f"{options.seed}:{options.only}")))
            continue
        print(f"{name}: ", end="")
        report = common.run(make, kind.use, kind.errors, options.seed, options.count)
        report.print()
        failed |= bool(report.failures)
    return failed


if __name__ == "__main__":
    sys.exit(main())
