"""Tests of small modules, and of modules of MXNet that raise errors with alternatives."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mxnet as mx


@pytest.mark.parametrize(("name", "words"), [("none.so", "does not exist"), ("lib.txt", "must end in .so or .dll"),
                                             ("lib.so", "mxnet.operator.CustomOp")])
def test_compiled_libraries_are_refused(name: str, words: str, tmp_path: Path) -> None:
    for file in ("lib.txt", "lib.so"):
        (tmp_path / file).write_bytes(b"")
    with pytest.raises(mx.MXNetError, match=words):
        mx.library.load(str(tmp_path / name))


def test_paths_of_libraries_are_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lib.so").write_bytes(b"")
    with pytest.raises(mx.MXNetError, match=r"lib\.so must be absolute"):
        mx.library.load("lib.so")


@pytest.mark.parametrize(("gpus", "words"), [(0, "this machine has none"), (1, "torch.utils.cpp_extension")])
def test_cuda_source_is_refused(gpus: int, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mx.rtc, "num_gpus", lambda: gpus)
    with pytest.raises(mx.MXNetError, match=words):
        mx.rtc.CudaModule("__global__ void f() {}", exports=["f"])


def test_shapes_of_outputs_by_name() -> None:
    first, second = mx.sym.split(mx.sym.var("x"), num_outputs=2, name="parts")
    shapes = mx.symbol_doc.SymbolDoc.get_output_shape(mx.sym.Group([first, second]), x=(2, 4))
    assert shapes == {"parts_output0": (2, 2), "parts_output1": (2, 2)}
    assert isinstance(mx.ndarray_doc.NDArrayDoc(), mx.ndarray_doc.NDArrayDoc)


def test_functions_that_numpy_has_itself() -> None:
    from mxnet.numpy import _fallback, _removed, fallback

    assert fallback.array_equal is np.array_equal
    assert set(fallback.__all__) < _fallback.NAMES
    assert all(getattr(fallback, name) is (_removed.FUNCTIONS.get(name) or getattr(np, name))
               for name in fallback.__all__)
    assert "array_equal" in fallback.__all__ and "kron" not in fallback.__all__
    assert fallback.npv is _removed.npv  # NumPy 1.20 removed it


def test_learning_rates_of_the_earliest_programs() -> None:
    from mxnet import misc

    scheduler = misc.FactorScheduler(3, 0.5)
    scheduler.base_lr = 0.1
    assert [scheduler(i) for i in range(8)] == [0.1, 0.1, 0.1, 0.05, 0.05, 0.05, 0.025, 0.025]
    for arguments, words in ((0,), "step"), ((2, 1), "factor"):
        with pytest.raises(ValueError, match=words):
            misc.FactorScheduler(*arguments)
    with pytest.raises(NotImplementedError, match="LearningRateScheduler"):
        misc.LearningRateScheduler()(2)


def test_builds_learn_that_nothing_is_compiled() -> None:
    assert mx.libinfo.__version__ == mx.__version__
    for find in mx.libinfo.find_lib_path, mx.libinfo.find_include_path, mx.libinfo.find_conf_path:
        with pytest.raises(RuntimeError, match="Python|TVM"):
            find()
