"""Golden files of arrays in every version of the format.

MXNet 1.9.1 reads formats older than version 2 but no longer writes them. This script writes them by hand and reads them
back with the real MXNet to verify that the files are valid.
"""

import pathlib
import struct

import numpy as np

import mxnet as mx

FOLDER = "golden"
DENSE = {
    "float32": np.linspace(-1, 1, 6, dtype="float32").reshape(2, 3),
    "float64": np.linspace(-2, 2, 5),
    "float16": np.array([[0.5, -1.5]], dtype="float16"),
    "uint8": np.arange(250, 256, dtype="uint8").reshape(1, 2, 3),
    "int32": np.array([-(2**31), 2**31 - 1], dtype="int32"),
    "int8": np.array([-128, 127], dtype="int8"),
    "int64": np.array([-(2**40), 2**40], dtype="int64"),
    "bool": np.array([True, False, True]),
}


def dense():
    arrays = {f"arg:{name}": mx.nd.array(value, dtype=name) for name, value in DENSE.items()}
    bits = np.array([0x3F80, 0xC000], dtype=np.uint16)
    arrays["aux:bfloat16 \u00e9"] = mx.nd.array(bits, dtype=np.dtype([("bfloat16", np.uint16)]))
    mx.nd.waitall()
    mx.nd.save("dense_v2.params", arrays)
    mx.nd.save("unnamed_v2.params", [mx.nd.ones((2, 1)), mx.nd.zeros((3,))])
    mx.nd.save("empty.params", [])


def sparse():
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
    mx.nd.save("sparse_v2.params", arrays)


def np_shape():
    with mx.util.np_shape(True):
        values = {
            "scalar": mx.np.array(3.5),
            "empty": mx.np.zeros((0, 3)),
            "mask": mx.np.array([True, False], dtype="bool"),
        }
        arrays = {name: value.as_nd_ndarray() for name, value in values.items()}
        mx.nd.save("np_shape_v3.params", arrays)


def write_by_hand(path, arrays, names):
    body = struct.pack("<QQQ", 0x112, 0, len(arrays)) + b"".join(arrays)
    body += struct.pack("<Q", len(names))
    for name in names:
        body += struct.pack("<Q", len(name)) + name.encode()
    pathlib.Path(path).write_bytes(body)


def old_versions():
    value = np.arange(6, dtype="float32").reshape(2, 3)
    tail = struct.pack("<iii", 1, 0, 0) + value.tobytes()
    legacy = struct.pack("<III", 2, 2, 3) + tail
    v1 = struct.pack("<Iiqq", 0xF993FAC8, 2, 2, 3) + tail
    on_gpu = struct.pack("<III", 2, 2, 3) + struct.pack("<iii", 2, 1, 0) + value.tobytes()
    none = struct.pack("<I", 0)
    write_by_hand("legacy.params", [legacy, on_gpu], ["a", "b"])
    check(mx.nd.load("legacy.params").values(), value)
    write_by_hand("v1.params", [v1], [])
    check(mx.nd.load("v1.params"), value)
    # Written by the first versions; MXNet 1.9.1 itself fails on it.
    write_by_hand("legacy_none.params", [none, legacy], [])


def check(arrays, value):
    for array in arrays:
        if not (array.asnumpy() == value).all():
            raise SystemExit("the values that MXNet reads differ from the written ones")


CASES = {function.__name__: function for function in (dense, sparse, np_shape, old_versions)}


def observe(case):
    CASES[case]()
    return {}
