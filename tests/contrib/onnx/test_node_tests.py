"""ONNX's own node tests (``onnx.backend.test``) for all supported operators."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib.onnx.onnx2mx._importer import RULES
from mxnet.contrib.onnx.onnx2mx.import_model import import_model

pytest.importorskip("onnx.helper")  # not just a folder with this name
import onnx

# Operators that are only supported as constants.
CONSTANTS_ONLY = {"Constant", "Range"}
# Dtypes of MXNet's arrays.
TYPES = {"float16", "float32", "float64", "int8", "int32", "int64", "uint8", "bool"}
LEAST = 0.95
# Failing tests, by the unsupported feature.
FAILING = {
    "training": ("training_dropout_default", "training_dropout_default_mask", "training_dropout",
                 "training_dropout_mask"),
    "scales of blocks": ("dequantizelinear_blocked", "quantizelinear_blocked_asymmetric"),
    "a sum that is no product of matrices": ("einsum_batch_diagonal",),
    "sampling that MXNet has not": (
        "gridsample_reflection_padding", "gridsample_nearest", "gridsample_bicubic",
        "gridsample_nearest_align_corners_0_additional_1", "gridsample_nearest_align_corners_1_additional_1",
        "gridsample_bicubic_align_corners_0_additional_1", "gridsample_bicubic_align_corners_1_additional_1",
        "gridsample_volumetric_nearest_align_corners_0", "gridsample_volumetric_nearest_align_corners_1",
        "gridsample_volumetric_bilinear_align_corners_0", "gridsample_volumetric_bilinear_align_corners_1"),
    "peepholes": ("lstm_with_peepholes",),
    "indices of maxima": ("maxpool_with_argmax_2d_precomputed_pads", "maxpool_with_argmax_2d_precomputed_strides"),
    "NaN and infinity of remainders": ("mod_float_edge_cases_fmod_0_float16", "mod_float_edge_cases_fmod_0_float32",
                                       "mod_float_edge_cases_fmod_0_float64"),
    "arrays without elements": ("reduce_log_sum_exp_empty_set", "reduce_max_empty_set", "reduce_max_empty_set_bool",
                                "reduce_min_empty_set", "reshape_allowzero_reordered"),
    "resizing of other kinds": (
        "resize_tf_crop_and_resize", "resize_tf_crop_and_resize_extrapolation_value",
        "resize_downsample_scales_linear_antialias", "resize_downsample_sizes_linear_antialias",
        "resize_downsample_scales_cubic_antialias", "resize_downsample_sizes_cubic_antialias",
        "resize_tf_crop_and_resize_axes_2_3", "resize_tf_crop_and_resize_axes_3_2"),
    "maxima of regions": ("roialign_mode_max",),
}
KNOWN_TO_FAIL = {f"test_{name}" for names in FAILING.values() for name in names}


def cases() -> list[Any]:
    """Return the tests of supported operators, without tests of composed operators."""
    from onnx.backend.test.loader import load_model_tests

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings about the test data
        loaded = load_model_tests(kind="node")
    return [case for case in loaded if case.model is not None and case.data_sets and is_claimed(case)]


def is_claimed(case: Any) -> bool:
    kinds = {node.op_type for node in case.model.graph.node}
    domains = {node.domain for node in case.model.graph.node}
    arrays = [array for part in case.data_sets[0] for array in part]
    return ("_expanded" not in case.name and kinds <= set(RULES) - CONSTANTS_ONLY and domains <= {"", "ai.onnx"}
            and all(isinstance(a, (np.ndarray, np.generic)) for a in arrays)
            and all(np.asarray(a).dtype.name in TYPES for a in arrays))


def array_of(value: np.ndarray) -> mx.nd.NDArray:
    content = value.astype("float32") if value.dtype == bool else value
    return mx.nd.array(content.reshape(content.shape or (1,)), dtype=content.dtype)


def run(case: Any, constants: bool) -> None:
    """Import and run a model. With `constants`, all inputs but the first are stored in it, as in real models."""
    inputs, outputs = ([np.asarray(a) for a in part] for part in case.data_sets[0])
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    given = list(zip(case.model.graph.input, inputs, strict=True))
    if constants:
        for info, array in given[1:]:
            model.graph.initializer.append(onnx.numpy_helper.from_array(array, info.name))
        del model.graph.input[1:]
        given = given[:1]
    symbol, arguments, states = import_model(model)
    feeds = {info.name: array_of(array) for info, array in given}
    wanted = set(symbol.list_arguments())
    executor = symbol.bind(mx.cpu(), {k: v for k, v in {**arguments, **feeds}.items() if k in wanted},
                           aux_states=states, grad_req="null")
    for result, expected in zip(executor.forward(), outputs, strict=False):
        found = result.asnumpy()
        found = found != 0 if expected.dtype == bool else found
        found = found.reshape(expected.shape) if expected.shape == () else found
        assert found.shape == expected.shape
        loose = expected.dtype == np.float16
        np.testing.assert_allclose(found.astype("float64"), expected.astype("float64"), 2e-3 if loose else 1e-3,
                                   1e-3 if loose else 1e-5)


def passes(case: Any) -> bool:
    for constants in (False, True):
        try:
            run(case, constants)
        except (mx.MXNetError, AssertionError):
            continue
        return True
    return False


@pytest.mark.filterwarnings("ignore")  # warnings of ONNX's reference implementation
def test_nodes() -> None:
    claimed = cases()
    failed = {case.name for case in claimed if not passes(case)}
    assert len(claimed) > 700
    assert failed == KNOWN_TO_FAIL, sorted(failed ^ KNOWN_TO_FAIL)
    assert 1.0 - len(failed) / len(claimed) >= LEAST, f"{len(failed)} of {len(claimed)} fail"
