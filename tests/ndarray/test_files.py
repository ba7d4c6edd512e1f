"""nd.save and nd.load: MXNet's bytes, atomic writes, no trust in what a file says."""

import pathlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd


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
