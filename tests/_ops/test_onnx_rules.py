"""Test that every operator has an ONNX rule or a reason, and that onnxruntime computes the same."""

from __future__ import annotations

import collections
import dataclasses
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest
import samples
from calling import function, mode, run, variable
from sample import Sample

import mxnet as mx
from mxnet._ops.onnx_rules import LABELS, REASONS, RULES
from mxnet._ops.opdef import REGISTRY
from mxnet.onnx.mx2onnx._export_model import make_model

NAMES = sorted({op.name for op in REGISTRY.values()})


def test_every_operator_has_a_rule_or_a_reason() -> None:
    assert [name for name in NAMES if name not in RULES and name not in REASONS] == []
    assert sorted(set(RULES) & set(REASONS)) == []
    assert set(LABELS) <= set(RULES)


def test_rules_need_no_onnx() -> None:
    program = "import sys; sys.modules['onnx'] = None; import mxnet.onnx, mxnet.contrib.onnx"
    subprocess.run([sys.executable, "-c", program], check=True)


def moderate(sample: Sample) -> bool:
    """Return whether all numbers are finite and small enough for runtimes to agree."""
    arrays = [*sample.inputs, *sample.aux]
    if any(a.size == 0 for a in arrays):
        return False  # graphs support sizes of 0 only in NumPy mode
    numbers = [v for v in sample.params.values() if isinstance(v, float)]
    return all(np.isfinite(a).all() and (np.abs(a.astype("float64")) < 1e4).all() for a in arrays) and np.isfinite(
        numbers).all()


# Samples that ONNX does not support: random in prediction, without a range, or of other kinds.
NOT_EXPORTED: dict[str, Callable[[Sample], bool]] = {
    "Dropout": lambda s: s.params.get("mode") == "always",
    "_sample_multinomial": lambda s: "get_prob" in s.params,
    "_contrib_quantize_v2": lambda s: "min_calib_range" not in s.params and s.inputs[0].dtype.itemsize > 1,
    "_contrib_requantize": lambda s: "min_calib_range" not in s.params,
    "_npi_pad": lambda s: s.params.get("mode", "constant") not in ("constant", "edge", "reflect"),
}
# ONNX opsets that samples need beyond the default.
NEEDED_OPSETS = {"_contrib_DeformableConvolution": 19, "_contrib_ModulatedDeformableConvolution": 19}
# Tolerance of one 8-bit step: QDQ rounds after the division, MXNet after a multiplication.
ONE_STEP = {"_contrib_quantized_concat", "_contrib_quantized_elemwise_add"}
# The dtype differs between eager calls and symbols.
LEFT_OUT = {"_zeros_without_dtype"}
# Samples that differ between runtimes: overflow, wrapped integers, NaN, infinity.
EXTREME_FAMILIES = {"borders", "extremes"}
# onnxruntime supports only single precision for most operators.
WIDTHS = {"float64"}


def exportable(sample: Sample) -> bool:
    if sample.op == "erf" and sample.inputs[0].dtype.kind != "f":
        return False  # erf reaches 1 in single precision, which changes the integer result
    if sample.op in LEFT_OUT or sample.refused or not sample.symbolic or sample.stypes:
        return False
    return not any(a.dtype.name in WIDTHS for a in (*sample.inputs, *sample.aux)) and moderate(sample)


def by_operator() -> dict[str, list[Sample]]:
    found: dict[str, list[Sample]] = collections.defaultdict(list)
    for family, sample in samples.labelled():
        name = REGISTRY[sample.op].name
        if family not in EXTREME_FAMILIES and name in RULES and exportable(sample):
            found[name].append(sample)
    return found


SAMPLES = by_operator()


def constants_from(sample: Sample) -> int:
    """Return the number of leading data inputs; other inputs of 8-bit layers must be constants."""
    count = len(sample.inputs) + len(sample.aux)
    if "quantized_elemwise" in sample.op:
        return 2
    if "quantized_concat" in sample.op:
        return count // 3
    return 1 if "quant" in sample.op else count


def in_onnx(sample: Sample, opset: int | None = None) -> list[np.ndarray]:
    """Return the results of a sample in onnxruntime."""
    runtime = pytest.importorskip("onnxruntime")
    arrays = [*sample.inputs, *sample.aux]
    names = [f"input{i}" for i in range(len(arrays))]
    data = constants_from(sample)
    params = {n: mx.nd.array(a, dtype=a.dtype) for n, a in list(zip(names, arrays))[data:]}
    with mode(mx, sample):
        symbol = function(mx.sym, sample.op)(*[variable(mx, sample, n) for n in names], name="node", **sample.params)
        model = make_model(symbol, params, [a.shape for a in arrays[:data]], [a.dtype for a in arrays[:data]],
                           opset_version=opset or NEEDED_OPSETS.get(sample.op))
    session = runtime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    wanted = {i.name for i in session.get_inputs()}
    return session.run(None, {n: a for n, a in zip(names, arrays) if n in wanted})


def compare(sample: Sample, results: list[np.ndarray]) -> None:
    expected, _ = run(mx, dataclasses.replace(sample, train=False, grad=False))
    for result, wanted in zip(results, expected):
        assert result.dtype == wanted.dtype
        assert result.shape == wanted.shape
        if not sample.values:
            continue
        loose = 2e-3 if result.dtype == np.float16 else 0.0
        if sample.op in ONE_STEP:
            np.testing.assert_allclose(result.astype("float64"), wanted, rtol=1e-6, atol=1)
            continue
        np.testing.assert_allclose(result, wanted, rtol=max(sample.rtol, loose), atol=max(sample.atol, loose),
                                   err_msg=f"{sample.op} {sample.params}")


def is_exception(sample: Sample) -> bool:
    return sample.op in NOT_EXPORTED and NOT_EXPORTED[sample.op](sample)


def skip_if_too_old(*names: str) -> None:
    """Skip operators that onnxruntime has since 1.24, for which Python 3.10 has no build."""
    version = tuple(map(int, pytest.importorskip("onnxruntime").__version__.split(".")[:2]))
    late = {"_contrib_DeformableConvolution", "_contrib_ModulatedDeformableConvolution", "_maximum", "_minimum"}
    if version < (1, 24) and not late.isdisjoint(names):
        pytest.skip(f"onnxruntime {version} does not have an operator of {names}")


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_onnxruntime_computes_the_same(name: str) -> None:
    skip_if_too_old(name)
    for sample in SAMPLES[name]:
        if is_exception(sample):
            with pytest.raises(mx.MXNetError, match="cannot be exported to ONNX"):
                in_onnx(sample)
            continue
        compare(sample, in_onnx(sample))


CHANGED = ("sum", "mean", "max", "norm", "SliceChannel", "LayerNorm", "softmax", "Pad", "UpSampling", "BatchNorm",
           "_contrib_ROIAlign", "Pooling", "_contrib_BilinearResize2D", "GroupNorm", "clip", "Convolution",
           "FullyConnected", "RNN", "Cast", "Reshape", "transpose", "topk", "where", "Deconvolution", "squeeze",
           "LeakyReLU", "gather_nd", "one_hot", "Dropout", "InstanceNorm", "_contrib_quantize_v2",
           "_contrib_dequantize", "_contrib_ModulatedDeformableConvolution")
# Operators whose newer version onnxruntime does not support.
NOT_IN_RUNTIME = {"_contrib_ROIAlign": 22}


def newest_opset_of_the_runtime() -> int:
    runtime, onnx = pytest.importorskip("onnxruntime"), pytest.importorskip("onnx.helper")
    for opset in range(pytest.importorskip("onnx.defs").onnx_opset_version(), 12, -1):
        info = [onnx.make_tensor_value_info(name, 1, [1]) for name in ("x", "y")]
        graph = onnx.make_graph([onnx.make_node("Identity", ["x"], ["y"])], "graph", info[:1], info[1:])
        model = onnx.make_model_gen_version(graph, opset_imports=[onnx.make_opsetid("", opset)])
        try:
            runtime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        except Exception:  # onnxruntime has many error classes without a common base
            continue
        return opset
    raise AssertionError("onnxruntime cannot run any model")


def test_all_opsets() -> None:
    """Test one sample of each operator whose ONNX form changed, in all opsets that the runtime supports."""
    skip_if_too_old(*CHANGED)
    newest = newest_opset_of_the_runtime()
    assert newest >= 21
    for opset in range(13, newest + 1):
        for name in CHANGED:
            if opset >= NOT_IN_RUNTIME.get(name, newest + 1) or opset < NEEDED_OPSETS.get(name, 13):
                continue
            sample = next(s for s in SAMPLES[name]
                          if not is_exception(s) and not (s.params.get("aligned") and opset < 16))
            compare(sample, in_onnx(sample, opset))


def test_opsets_too_old_for_an_operator() -> None:
    sample = SAMPLES["_contrib_DeformableConvolution"][0]
    with pytest.raises(mx.MXNetError, match="since opset 19, not in opset 18"):
        in_onnx(sample, 18)


@pytest.mark.parametrize("lengths", [False, True])
@pytest.mark.parametrize("options", [{"projection_size": 2}, {"lstm_state_clip_min": -0.2, "lstm_state_clip_max": 0.1},
                                     {"projection_size": 3, "lstm_state_clip_min": -0.1, "lstm_state_clip_max": 0.2,
                                      "lstm_state_clip_nan": True}])
def test_layers_unsupported_by_onnx(options: dict, lengths: bool) -> None:
    """Test projections and clipped cell states, in two layers and both directions, with varying batch sizes."""
    runtime = pytest.importorskip("onnxruntime")
    names = ("data", "parameters", "state", "state_cell", *(["sequence_length"] if lengths else []))
    symbol = mx.sym.Group(list(mx.sym.RNN(*map(mx.sym.var, names), state_size=3, num_layers=2, mode="lstm",
                                          bidirectional=True, state_outputs=True, use_sequence_length=lengths,
                                          **options)))
    shapes = dict(zip(symbol.list_arguments(), symbol.infer_shape(data=(5, 2, 4))[0], strict=True))
    generator = np.random.default_rng(0)
    arrays = {name: generator.normal(0, 0.7, shapes[name]).astype("float32") for name in names}
    if lengths:
        arrays["sequence_length"] = np.array([2, 5], "float32")
    params = {"parameters": mx.nd.array(arrays["parameters"])}
    inputs = [name for name in names if name != "parameters"]
    model = make_model(symbol, params, [shapes[name] for name in inputs], dynamic=True, dynamic_input_shapes=[
        tuple("batch" if size == 2 and (name, axis) != ("state", 2) else size for axis, size in enumerate(shapes[name]))
        for name in inputs])
    session = runtime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    for rows in ([0, 1], [1], [1, 0, 0]):
        given = {name: array if name == "parameters" else array[rows] if array.ndim == 1 else array[:, rows]
                 for name, array in arrays.items()}
        found = session.run(None, {name: given[name] for name in inputs})
        executor = symbol.bind(mx.cpu(), {name: mx.nd.array(array) for name, array in given.items()})
        for result, wanted in zip(found, executor.forward(), strict=True):
            np.testing.assert_allclose(result, wanted.asnumpy(), rtol=1e-4, atol=1e-5)
