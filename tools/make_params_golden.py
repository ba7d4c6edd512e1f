"""Write the golden ``.params`` files of ``tests/_runtime/golden`` with the real MXNet 1.9.1.

Run it in an environment that has ``mxnet==1.9.1`` and ``numpy==1.23.5``::

    python tools/make_params_golden.py tests/_runtime/golden

The formats older than version 2, which 1.9.1 reads but no longer writes, are laid out by hand here
and then read back with the real MXNet, so that the files are known to be valid.
"""

import os
import struct
import sys

import numpy as np

import mxnet as mx


def dense(folder):
    values = {
        "float32": np.linspace(-1, 1, 6, dtype="float32").reshape(2, 3),
        "float64": np.linspace(-2, 2, 5),
        "float16": np.array([[0.5, -1.5]], dtype="float16"),
        "uint8": np.arange(250, 256, dtype="uint8").reshape(1, 2, 3),
        "int32": np.array([-(2**31), 2**31 - 1], dtype="int32"),
        "int8": np.array([-128, 127], dtype="int8"),
        "int64": np.array([-(2**40), 2**40], dtype="int64"),
        "bool": np.array([True, False, True]),
    }
    arrays = {f"arg:{name}": mx.nd.array(value, dtype=name) for name, value in values.items()}
    bits = np.array([0x3F80, 0xC000], dtype=np.uint16)
    arrays["aux:bfloat16 \u00e9"] = mx.nd.array(bits, dtype=np.dtype([("bfloat16", np.uint16)]))
    mx.nd.waitall()
    mx.nd.save(os.path.join(folder, "dense_v2.params"), arrays)
    mx.nd.save(os.path.join(folder, "unnamed_v2.params"), [mx.nd.ones((2, 1)), mx.nd.zeros((3,))])
    mx.nd.save(os.path.join(folder, "empty.params"), [])


def sparse(folder):
    arrays = {
        "row": mx.nd.sparse.row_sparse_array((np.array([[1, 2], [3, 4]], dtype="float32"), [0, 3]), shape=(5, 2)),
        "row_zero": mx.nd.sparse.zeros("row_sparse", (3, 2)),
        "csr": mx.nd.sparse.csr_matrix(
            (np.array([7.0, 8.0, 9.0]), [1, 0, 2], [0, 1, 1, 3]), shape=(3, 4), dtype="float64"
        ),
        "csr_zero": mx.nd.sparse.zeros("csr", (2, 2)),
    }
    for array in arrays.values():
        array.wait_to_read()
    mx.nd.save(os.path.join(folder, "sparse_v2.params"), arrays)


def np_shape(folder):
    with mx.util.np_shape(True):
        values = {
            "scalar": mx.np.array(3.5),
            "empty": mx.np.zeros((0, 3)),
            "mask": mx.np.array([True, False], dtype="bool"),
        }
        arrays = {name: value.as_nd_ndarray() for name, value in values.items()}
        mx.nd.save(os.path.join(folder, "np_shape_v3.params"), arrays)


def write_by_hand(path, arrays, names):
    body = struct.pack("<QQQ", 0x112, 0, len(arrays)) + b"".join(arrays)
    body += struct.pack("<Q", len(names))
    for name in names:
        body += struct.pack("<Q", len(name)) + name.encode()
    with open(path, "wb") as file:
        file.write(body)


def old_versions(folder):
    value = np.arange(6, dtype="float32").reshape(2, 3)
    tail = struct.pack("<iii", 1, 0, 0) + value.tobytes()
    legacy = struct.pack("<III", 2, 2, 3) + tail
    v1 = struct.pack("<Iiqq", 0xF993FAC8, 2, 2, 3) + tail
    on_gpu = struct.pack("<III", 2, 2, 3) + struct.pack("<iii", 2, 1, 0) + value.tobytes()
    none = struct.pack("<I", 0)
    path = os.path.join(folder, "legacy.params")
    write_by_hand(path, [legacy, on_gpu], ["a", "b"])
    check(mx.nd.load(path).values(), value)
    path = os.path.join(folder, "v1.params")
    write_by_hand(path, [v1], [])
    check(mx.nd.load(path), value)
    # Written by the first versions; 1.9.1 itself fails on it.
    write_by_hand(os.path.join(folder, "legacy_none.params"), [none, legacy], [])


def check(arrays, value):
    for array in arrays:
        if not (array.asnumpy() == value).all():
            raise SystemExit("MXNet reads other values than were written")


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for make in (dense, sparse, np_shape, old_versions):
        make(folder)


if __name__ == "__main__":
    main()
