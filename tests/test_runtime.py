"""Capabilities of this build."""

import pytest

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
    with pytest.raises(RuntimeError, match="there is no feature 'NOTHING'"):
        features.is_enabled("nothing")
