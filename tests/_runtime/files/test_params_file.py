"""Test the .params format against files written by MXNet 1.9.1 (``golden_params.py``)."""

from __future__ import annotations

import io
import random
import struct
from pathlib import Path

import numpy as np
import pytest
from golden_params import DENSE

from mxnet._runtime.files import params_file
from mxnet._runtime.files.params_file import ParamsFileError, SavedArray, read, write

GOLDEN = Path(__file__).parent / "golden"
CURRENT = ["dense_v2", "unnamed_v2", "empty", "sparse_v2", "np_shape_v3"]
OLD = ["legacy", "v1", "legacy_none"]


def golden(name: str) -> bytes:
    return (GOLDEN / f"{name}.params").read_bytes()


def load(name: str) -> dict[str, SavedArray]:
    arrays, names = read(golden(name))
    return dict(zip(names, arrays, strict=True))


@pytest.mark.parametrize("name", CURRENT)
def test_writes_the_bytes_of_mxnet(name):
    content = golden(name)
    arrays, names = read(content)
    assert write(arrays, names) == content
    file = io.BytesIO()
    params_file.write_to(file, len(arrays), (chunk for a in arrays for chunk in params_file.array_chunks(a)), names)
    assert file.getvalue() == content


def test_dense_values_of_every_dtype():
    saved = load("dense_v2")
    expected = {f"arg:{name}": value for name, value in DENSE.items()}
    assert list(saved) == [*expected, "aux:bfloat16 é"]
    for name, value in expected.items():
        assert saved[name].data.dtype == value.dtype
        assert saved[name].type_code == params_file.type_code_of(value.dtype)
        np.testing.assert_array_equal(saved[name].data, value)
    bfloat16 = saved["aux:bfloat16 é"]
    assert bfloat16.type_code == params_file.BFLOAT16
    np.testing.assert_array_equal(bfloat16.data, np.array([0x3F80, 0xC000], dtype=np.uint16))


def test_sparse_arrays():
    saved = load("sparse_v2")
    row = saved["row"]
    assert (row.stype, row.shape) == (params_file.ROW_SPARSE, (5, 2))
    np.testing.assert_array_equal(row.data, [[1, 2], [3, 4]])
    np.testing.assert_array_equal(row.aux[0], [0, 3])
    csr = saved["csr"]
    assert (csr.stype, csr.shape) == (params_file.CSR, (3, 4))
    np.testing.assert_array_equal(csr.data, [7, 8, 9])
    np.testing.assert_array_equal(csr.aux[0], [0, 1, 1, 3])
    np.testing.assert_array_equal(csr.aux[1], [1, 0, 2])
    assert saved["row_zero"].data.shape == (0, 2)
    assert saved["csr_zero"].data.shape == (0,)


def test_numpy_shapes():
    saved = load("np_shape_v3")
    assert saved["scalar"].shape == () and saved["scalar"].data == 3.5
    assert saved["empty"].data.shape == (0, 3)
    assert all(array.np_shape for array in saved.values())
    unknown = SavedArray(None, (), np_shape=True)
    assert read(write([unknown]))[0][0].data is None


@pytest.mark.parametrize("name", ["legacy", "v1"])
def test_older_versions(name):
    arrays, _ = read(golden(name))
    for array in arrays:
        np.testing.assert_array_equal(array.data, np.arange(6, dtype="float32").reshape(2, 3))


def test_device_of_an_older_file():
    saved = load("legacy")
    assert (saved["a"].dev_type, saved["a"].dev_id) == (1, 0)
    assert (saved["b"].dev_type, saved["b"].dev_id) == (2, 1)


def test_array_without_a_shape():
    arrays, names = read(golden("legacy_none"))
    assert arrays[0].data is None and arrays[1].data is not None and names == []
    assert read(write([params_file.NO_ARRAY]))[0][0].data is None


def test_single_array_round_trip():
    array = SavedArray.dense(np.arange(3, dtype="int8"), dev_type=2, dev_id=3)
    again = params_file.read_one(params_file.write_one(array))
    assert (again.dev_type, again.dev_id, again.type_code) == (2, 3, 5)
    np.testing.assert_array_equal(again.data, array.data)


def test_strided_and_big_endian_values_are_saved_in_order():
    values = np.arange(6, dtype=">f4").reshape(2, 3).T
    again = read(write([SavedArray.dense(values)]))[0][0]
    np.testing.assert_array_equal(again.data, values)


def test_stored_shape_that_lags_behind_the_indices():
    # MXNet writes the stored shape before pending computations finish: real files contain 0 here.
    array = load("sparse_v2")["row"]
    content = bytearray(params_file.write_one(array))
    content[12:20] = struct.pack("<q", 0)
    np.testing.assert_array_equal(params_file.read_one(content).data, array.data)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "list header needs 8 bytes, 0 are left (at byte 0)"),
        (b"\0" * 64, "list header is 0x0"),
        (struct.pack("<QQQ", 0x112, 0, 2**60), "arrays do not fit"),
        (struct.pack("<QQQIIII", 0x112, 0, 1, 2, 2**20, 2**20, 1) + b"\0" * 8, "are left"),
        (struct.pack("<QQQI", 0x112, 0, 1, 4000000000) + b"\0" * 8, "dimensions"),
        (struct.pack("<QQQIi", 0x112, 0, 1, 0xF993FAC9, 7), "storage type 7"),
        (struct.pack("<QQQIiiqiii", 0x112, 0, 1, 0xF993FAC9, 0, 1, 1, 1, 0, 99), "type code 99"),
        (struct.pack("<QQQIiiq", 0x112, 0, 1, 0xF993FAC9, 0, 1, -5), "shape"),
        (struct.pack("<QQQQQ", 0x112, 0, 0, 1, 0), "1 names for 0 arrays"),
        (struct.pack("<QQQIQQ", 0x112, 0, 1, 0, 1, 1) + b"\xff", "not UTF-8"),
    ],
)
def test_error_messages(content, words):
    with pytest.raises(ParamsFileError) as caught:
        read(content)
    assert words in str(caught.value)
    assert "Invalid NDArray file format" in str(caught.value)


def test_sparse_indices_outside_the_shape_are_refused():
    saved = load("sparse_v2")
    row = saved["row"]
    bad_row = SavedArray(row.data, row.shape, stype=row.stype, aux=(np.array([0, 5]),))
    csr = saved["csr"]
    bad_pointer = SavedArray(csr.data, csr.shape, 1, stype=csr.stype, aux=(np.array([0, 9, 1, 3]), csr.aux[1]))
    bad_column = SavedArray(csr.data, csr.shape, 1, stype=csr.stype, aux=(csr.aux[0], np.array([1, -1, 2])))
    for array in (bad_row, bad_pointer, bad_column):
        with pytest.raises(ParamsFileError):
            read(write([array]))


@pytest.mark.parametrize("name", CURRENT + OLD)
def test_truncation_anywhere_is_an_error(name):
    content = golden(name)
    for size in range(len(content)):
        with pytest.raises(ParamsFileError):
            read(content[:size])


@pytest.mark.parametrize("name", CURRENT + OLD)
def test_damaged_files_raise_or_load(name):
    generator = random.Random(name)
    content = golden(name)
    for _ in range(400):
        damaged = bytearray(content)
        for _ in range(generator.randint(1, 4)):
            damaged[generator.randrange(len(damaged))] = generator.randrange(256)
        try:
            arrays, names = read(damaged)
        except ParamsFileError as error:
            assert 0 <= error.offset <= len(damaged)
            continue
        assert len(names) in (0, len(arrays))
        assert sum(array.data.nbytes for array in arrays if array.data is not None) <= len(damaged)


def test_random_bytes_behind_a_valid_header():
    generator = random.Random(7)
    for _ in range(400):
        body = generator.randbytes(generator.randint(0, 200))
        with pytest.raises(ParamsFileError):
            read(struct.pack("<QQQ", 0x112, 0, generator.randint(1, 3)) + b"\xc9\xfa\x93\xf9" + body)


def test_empty_csr_arrays_of_many_rows() -> None:
    """Reading one allocates the pointers of all its rows."""
    def content(rows: int) -> bytes:
        nothing = np.zeros(0, np.int64)
        return params_file.write([SavedArray(np.zeros(0, np.float32), (rows, 2), stype=params_file.CSR,
                                             aux=(nothing, nothing))])

    assert params_file.read(content(1000))[0][0].shape == (1000, 2)
    with pytest.raises(params_file.ParamsFileError, match="announces 1099511627776 rows"):
        params_file.read(content(2**40))
