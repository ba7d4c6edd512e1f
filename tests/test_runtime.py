"""Tests of the features of this build."""

import faulthandler
import importlib.util

import pytest
import torch

import mxnet as mx

NAMES = [
    "CUDA", "CUDNN", "NCCL", "CUDA_RTC", "TENSORRT", "CPU_SSE", "CPU_SSE2", "CPU_SSE3", "CPU_SSE4_1",
    "CPU_SSE4_2", "CPU_SSE4A", "CPU_AVX", "CPU_AVX2", "OPENMP", "SSE", "F16C", "JEMALLOC", "BLAS_OPEN",
    "BLAS_ATLAS", "BLAS_MKL", "BLAS_APPLE", "LAPACK", "MKLDNN", "OPENCV", "CAFFE", "PROFILER", "DIST_KVSTORE",
    "CXX14", "INT64_TENSOR_SIZE", "SIGNAL_HANDLER", "DEBUG", "TVM_OP",
]


def test_names_of_the_original_come_first() -> None:
    features = mx.runtime.Features()
    assert list(features)[:len(NAMES)] == NAMES
    assert [feature.name for feature in mx.runtime.feature_list()] == list(features)


def test_one_instance_and_its_text() -> None:
    features = mx.runtime.Features()
    assert features is mx.runtime.Features()
    assert repr(features["TVM_OP"]) == "✖ TVM_OP" and "✖ CAFFE" in repr(features)


def test_is_enabled() -> None:
    features = mx.runtime.Features()
    assert features.is_enabled("lapack") and not features.is_enabled("TENSORRT")
    with pytest.raises(RuntimeError, match="unknown feature 'NOTHING'"):
        features.is_enabled("nothing")


def test_what_is_said_to_be_there_works() -> None:
    features = {feature.name: feature.enabled for feature in mx.runtime.feature_list()}
    # tests/kvstore/dist tests stores of several processes.
    assert features["DIST_KVSTORE"] is torch.distributed.is_available()
    assert features["SIGNAL_HANDLER"] is faulthandler.is_enabled()
    assert features["CUDA"] is torch.cuda.is_available() and not (features["NCCL"] and not features["CUDA"])
    assert features["OPENCV"] is (importlib.util.find_spec("cv2") is not None)
    assert features["SIMULATED_GPUS"] is (mx.context.num_gpus() > 0 and not features["CUDA"])
    assert features["LAPACK"] and mx.nd.linalg.potrf(mx.nd.array([[4.0]])).asscalar() == 2


def test_blas_is_one_library() -> None:
    features = {feature.name: feature.enabled for feature in mx.runtime.feature_list()}
    assert sum(features[name] for name in ("BLAS_OPEN", "BLAS_ATLAS", "BLAS_MKL", "BLAS_APPLE")) <= 1


def test_instruction_sets_without_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*args: object, **kwargs: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr("builtins.open", missing)
    monkeypatch.setattr("platform.machine", lambda: "arm64")
    features = {feature.name: feature.enabled for feature in mx.runtime.feature_list()}
    assert not features["CPU_SSE"] and not features["CPU_AVX2"]
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert {feature.name: feature.enabled for feature in mx.runtime.feature_list()}["CPU_SSE2"]
