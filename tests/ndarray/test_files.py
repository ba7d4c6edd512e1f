"""Tests of nd.save and nd.load: MXNet's format, atomic writes and damaged files."""

import os
import pathlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet._runtime.files import params_file
from mxnet.ndarray import _convert, _files
from mxnet_records import files


def test_lists_and_dicts(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "x.params")
    arrays = [nd.ones((2, 3)), nd.array([1, 2], dtype="int64")]
    nd.save(path, arrays)
    assert [a.shape for a in nd.load(path)] == [(2, 3), (2,)]
    nd.save(path, {"a": arrays[0], "b": arrays[1]})
    loaded = nd.load(path)
    assert list(loaded) == ["a", "b"] and loaded["b"].dtype is np.int64
    nd.save(path, arrays[0])
    assert (nd.load(path)[0].asnumpy() == 1).all()
    assert nd.load_frombuffer((tmp_path / "x.params").read_bytes())[0].shape == (2, 3)


def test_failed_save_keeps_the_old_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "x.params"
    nd.save(str(path), [nd.ones((1,))])
    before = path.read_bytes()
    with pytest.raises(TypeError):
        nd.save(str(path), ["no array"])
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_errors_name_the_file(tmp_path: pathlib.Path) -> None:
    with pytest.raises(mx.MXNetError, match="nothing.params"):
        nd.load(str(tmp_path / "nothing.params"))
    with pytest.raises(mx.MXNetError, match="no_folder"):
        nd.save(str(tmp_path / "no_folder" / "x"), [nd.ones((1,))])
    with pytest.raises(ValueError, match="NDArray"):
        nd.save(str(tmp_path / "x"), 5)


def test_truncated_and_random_files_raise(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "x.params"
    nd.save(str(path), {"weight": nd.ones((3, 4)), "bias": nd.ones((4,))})
    whole = path.read_bytes()
    generator = np.random.RandomState(0)
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        with pytest.raises(mx.MXNetError, match="x.params"):
            nd.load(str(path))
    for _ in range(50):
        path.write_bytes(generator.bytes(generator.randint(0, 300)))
        with pytest.raises(mx.MXNetError):
            nd.load(str(path))


def test_files_remember_the_rule_of_shapes(tmp_path) -> None:
    path = str(tmp_path / "arrays")
    with mx.util.np_shape(True):
        nd.save(path, [nd.array(np.zeros((2, 0))), nd.array(np.float32(3))])
        assert [a.shape for a in nd.load(path)] == [(2, 0), ()]
    with pytest.raises(mx.MXNetError, match="was saved in np shape semantics"):
        nd.load(path)
    nd.save(path, [nd.ones((2,))])
    with mx.util.np_shape(True), pytest.raises(mx.MXNetError, match="was not saved in np shape semantics"):
        nd.load(path)
    mx.util.set_np_shape(True)
    try:
        assert nd.load(path)[0].shape == (2,)
    finally:
        mx.util.set_np_shape(False)


def _arrays_of_all_kinds() -> dict[str, nd.NDArray]:
    """Create enough small arrays of each shape and dtype to be copied as a group, mixed with other arrays."""
    arrays: dict[str, nd.NDArray] = {}
    large = nd.random.uniform(shape=(100, 60))
    for number in range(9):
        base = nd.array(np.arange(24).reshape(4, 6) + number)
        arrays |= {f"float32-{number}": base, f"view-{number}": base[1:3], f"transposed-{number}": base.T,
                   f"reshaped-{number}": base.reshape((3, 8)), f"empty-{number}": nd.array(np.zeros((0, 3))),
                   f"large-{number}": large + number, f"weight.{number}é": base.astype("float16")}
        for dtype in ("float64", "int8", "uint8", "int32", "int64", "bool", "bfloat16"):
            arrays[f"{dtype}-{number}"] = base[:, 1].astype(dtype)
        if number % 4 == 0:
            arrays[f"csr-{number}"] = base.tostype("csr")
            arrays[f"row_sparse-{number}"] = base.tostype("row_sparse")
        base.attach_grad()
        with mx.autograd.record():
            arrays[f"recorded-{number}"] = base * 2
        arrays[f"once-{number}"] = nd.ones((1, number + 1))
        arrays[f"elsewhere-{number}"] = nd.ones((2, 3), ctx=mx.cpu(number % 2))
    return arrays


@pytest.mark.parametrize("batch", [7, 10_000])
@pytest.mark.parametrize("groups", [True, False])
def test_arrays_that_are_copied_together(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, batch: int,
                                         groups: bool) -> None:
    monkeypatch.setattr(_files, "_BATCH", batch)
    monkeypatch.setattr(_files, "_COPIES_BYTES", groups)
    path, arrays = tmp_path / "x.params", _arrays_of_all_kinds()
    nd.save(str(path), arrays)
    assert path.read_bytes() == params_file.write([_convert.to_saved(array) for array in arrays.values()], list(arrays))
    loaded = nd.load(str(path))
    assert list(loaded) == list(arrays)
    for name, array in arrays.items():
        assert (loaded[name].dtype, loaded[name].shape, loaded[name].stype) == (array.dtype, array.shape, array.stype)
        np.testing.assert_array_equal(loaded[name].asnumpy(), array.asnumpy())


def test_loaded_arrays_have_memory_of_their_own(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "x")
    nd.save(path, [nd.ones((3, 4)) * number for number in range(20)])
    loaded = nd.load(path)
    for number, array in enumerate(loaded):
        array[:] = -number
    assert [float(array.sum().asscalar()) for array in loaded] == [-12.0 * number for number in range(20)]
    assert {array._data.untyped_storage().nbytes() for array in loaded} == {48}


@pytest.mark.parametrize("window", [1, 1000, 1 << 20])
def test_large_files_are_read_in_parts(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, window: int) -> None:
    monkeypatch.setattr(files, "_LARGE", 100)
    path, arrays = str(tmp_path / "x"), _arrays_of_all_kinds()
    nd.save(path, arrays)
    monkeypatch.setattr(files, "_WINDOW", window)
    with files.open_content(path) as content:
        assert isinstance(content, files.Content)
    loaded = nd.load(path)
    assert all((loaded[name].asnumpy() == array.asnumpy()).all() for name, array in arrays.items())
    with pytest.raises(mx.MXNetError, match="no_file"):
        nd.load(str(tmp_path / "no_file"))


def test_np_shapes_of_arrays_that_are_copied_together(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "x")
    with mx.util.np_shape(True):
        arrays = [nd.array(np.full((), number)) for number in range(6)] + [nd.array(np.zeros((0, 2)))] * 5
        nd.save(path, arrays)
        loaded = nd.load(path)
        assert [a.shape for a in loaded] == [()] * 6 + [(0, 2)] * 5
        assert [a.asscalar() for a in loaded[:6]] == list(range(6))
        with pytest.raises(mx.MXNetError, match="default storage type"):
            nd.save(path, [nd.ones((2, 2)).tostype("csr")])


@pytest.mark.parametrize("large", [100, 1 << 20])
def test_damage_behind_equal_headers_is_found(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch,
                                              large: int) -> None:
    monkeypatch.setattr(files, "_LARGE", large)
    path = tmp_path / "x.params"
    nd.save(str(path), [nd.ones((2, 2))] * 6)
    whole = path.read_bytes()
    for length in range(25, len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(mx.MXNetError, match="Invalid NDArray file format"):
            nd.load(str(path))


def test_files_that_become_shorter_while_they_are_read(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_LARGE", 100)
    monkeypatch.setattr(files, "_WINDOW", 1)
    path, read_entries = tmp_path / "x", params_file.read_entries
    nd.save(str(path), [nd.ones((100, 100))])

    def cut(content: files.Content) -> object:
        entries = read_entries(content)
        os.truncate(path, 200)
        return entries

    monkeypatch.setattr(params_file, "read_entries", cut)
    with pytest.raises(mx.MXNetError, match="truncated"):
        nd.load(str(path))
