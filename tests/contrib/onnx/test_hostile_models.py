"""Tests with malicious ONNX files: huge constants and weights without data."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib.onnx import import_model

pytest.importorskip("onnx.helper")  # not just a folder with this name
import onnx
from onnx import TensorProto, helper, numpy_helper

HUGE = 10 ** 6


def _model(nodes: list[Any], weights: dict[str, Any], inputs: dict[str, Any] | None = None) -> Any:
    """Create a model with the given input shapes."""
    stored = [w if isinstance(w, TensorProto) else numpy_helper.from_array(w, n) for n, w in weights.items()]
    graph = helper.make_graph(
        nodes, "hostile", [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in (inputs or {}).items()],
        [helper.make_empty_tensor_value_info("y")], stored)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


def _node(kind: str, inputs: str, **attributes: Any) -> Any:
    return helper.make_node(kind, inputs.split(), ["y"], **attributes)


INT = np.int64
GROWING = {
    "ConstantOfShape": ([_node("ConstantOfShape", "s")], {"s": np.array([HUGE, HUGE], INT)}),
    "Expand": ([_node("Expand", "x s")], {"x": np.ones(1, "f4"), "s": np.array([HUGE, 1000], INT)}),
    "Tile": ([_node("Tile", "x s")], {"x": np.ones(4, "f4"), "s": np.array([HUGE * 1000], INT)}),
    "Range": ([_node("Range", "a b c")],
              {"a": np.array(0, INT), "b": np.array(HUGE * HUGE, INT), "c": np.array(1, INT)}),
    "Range of int16": ([_node("Range", "a b c")],
                       {"a": np.array(0, "i2"), "b": np.array(9, "i2"), "c": np.array(1, "i2")}),
    "Pad": ([_node("Pad", "x s")], {"x": np.ones(1, "f4"), "s": np.array([0, HUGE * 1000], INT)}),
    "OneHot": ([_node("OneHot", "x d v")],
               {"x": np.zeros(1000, INT), "d": np.array(HUGE, INT), "v": np.array([0, 1], "f4")}),
    "Add": ([_node("Add", "a b")], {"a": np.ones((20000, 1), "f4"), "b": np.ones((1, 20000), "f4")}),
    "MatMul": ([_node("MatMul", "a b")], {"a": np.ones((20000, 1), "f4"), "b": np.ones((1, 20000), "f4")}),
    "Gather": ([_node("Gather", "x i")], {"x": np.ones((1, 20000), "f4"), "i": np.zeros(20000, "i4")}),
    "Resize": ([_node("Resize", "x r s", mode="nearest")],
               {"x": np.ones((1, 1, 1, 1), "f4"), "r": np.zeros(0, "f4"), "s": np.array([1, 1, 1e5, 1e5], "f4")}),
    "chain": ([helper.make_node("ConstantOfShape", ["s"], ["v0"]),
               *(helper.make_node("Concat", [f"v{i}"] * 10, [f"v{i + 1}"], axis=0) for i in range(10)),
               helper.make_node("Identity", ["v10"], ["y"])], {"s": np.array([1000], INT)}),
    "many": ([helper.make_node("ConstantOfShape", ["s"], [f"v{i}"]) for i in range(20)]
             + [helper.make_node("Sum", [f"v{i}" for i in range(20)], ["y"])], {"s": np.array([10 ** 7], INT)}),
}
SHAPES = {
    "Trilu": ([_node("Trilu", "x")], {}, {"x": [HUGE, HUGE]}),
    "EyeLike": ([_node("EyeLike", "x")], {}, {"x": [HUGE, HUGE]}),
    "Pad": ([_node("Pad", "x s", mode="edge")], {"s": np.array([0, HUGE * HUGE], INT)}, {"x": [2]}),
    "Pad by zeros": ([_node("Pad", "x s")], {"s": np.array([HUGE * HUGE, HUGE], INT)}, {"x": [HUGE]}),
    "Resize": ([_node("Resize", "x r s", mode="cubic")],
               {"r": np.zeros(0, "f4"), "s": np.array([1, 1, 1, 1.5], "f4")}, {"x": [1, 1, 1, HUGE]}),
    "GatherElements": ([helper.make_node("Cast", ["i"], ["k"], to=7), _node("GatherElements", "x k")], {},
                       {"x": [1, 1], "i": [HUGE, HUGE]}),
    "LayerNormalization": ([_node("LayerNormalization", "x s")], {}, {"x": [1, HUGE * HUGE], "s": [HUGE * HUGE]}),
    "GRU": ([_node("GRU", "x w r", hidden_size=1)], {"w": np.ones((1, 3, 1), "f4"), "r": np.ones((1, 3, 1), "f4")},
            {"x": [HUGE * HUGE, 1, 1]}),
}


@pytest.mark.parametrize("name", GROWING)
def test_constants_are_bounded(name: str) -> None:
    nodes, weights = GROWING[name]
    with pytest.raises(mx.MXNetError, match="left of its budget|result cannot be derived|cannot be imported"):
        import_model(_model(nodes, weights))


@pytest.mark.parametrize("name", SHAPES)
def test_constants_for_large_inputs_are_bounded(name: str) -> None:
    with pytest.raises(mx.MXNetError, match="left of its budget"):
        import_model(_model(*SHAPES[name]))


def test_stored_weights_raise_the_budget_and_small_constants_pass() -> None:
    weights, two = np.arange(6, dtype="f4").reshape(2, 3), helper.make_tensor("v", TensorProto.FLOAT, [1], [2.0])
    nodes = [helper.make_node("Constant", [], ["w"], value=numpy_helper.from_array(weights)),
             helper.make_node("ConstantOfShape", ["s"], ["z"], value=two),
             helper.make_node("Range", ["a", "b", "c"], ["n"]), helper.make_node("Cast", ["n"], ["m"], to=1),
             helper.make_node("Add", ["w", "z"], ["t"]), helper.make_node("Add", ["t", "m"], ["u"]),
             _node("Add", "u x")]
    limits = {"a": np.array(0, INT), "b": np.array(3, INT), "c": np.array(1, INT)}
    symbol, arguments, _ = import_model(_model(nodes, {"s": np.array([2, 3], INT), **limits}, {"x": [2, 3]}))
    executor = symbol.bind(mx.cpu(), {**arguments, "x": mx.nd.zeros((2, 3))})
    np.testing.assert_array_equal(executor.forward()[0].asnumpy(), weights + 2 + np.arange(3))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the peak of memory as Linux tells it")
def test_a_small_file_takes_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "small.onnx"
    onnx.save_model(_model(*GROWING["ConstantOfShape"]), path)
    onnx.save_model(_model(*GROWING["many"]), tmp_path / "many.onnx")
    assert path.stat().st_size < 200
    program = ("import resource, sys, mxnet\nfrom mxnet.contrib.onnx import import_model\nimport onnx.reference\n"
               "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
               "for path in sys.argv[1:]:\n    try:\n        import_model(path)\n        raise SystemExit('imported')\n"
               "    except mxnet.MXNetError:\n        pass\n"
               "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n")
    done = subprocess.run([sys.executable, "-c", program, str(path), str(tmp_path / "many.onnx")], capture_output=True,
                          text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 700 << 10  # KiB


def _tensor(kind: int, dims: list[int], **fields: Any) -> Any:
    tensor = TensorProto(name="w", data_type=kind, dims=dims)
    for name, value in fields.items():
        if name == "raw_data":
            tensor.raw_data = value
        else:
            getattr(tensor, name).extend(value)
    return tensor


@pytest.mark.parametrize("tensor", [
    _tensor(TensorProto.FLOAT, [2, 3]), _tensor(TensorProto.FLOAT, [HUGE, HUGE]), _tensor(TensorProto.INT64, [1]),
    _tensor(TensorProto.FLOAT, [2, 3], raw_data=b"123"), _tensor(TensorProto.FLOAT, [2], raw_data=b"1" * 12),
    _tensor(TensorProto.FLOAT, [2], float_data=[1.0]), _tensor(TensorProto.FLOAT, [-2], float_data=[1.0, 2.0]),
    _tensor(TensorProto.FLOAT, [-1], float_data=[1.0, 2.0]), _tensor(TensorProto.STRING, [1], string_data=[b"text"]),
    _tensor(TensorProto.STRING, [0]), _tensor(TensorProto.UNDEFINED, [1], raw_data=b"1234"),
    _tensor(99, [1], raw_data=b"1234"), _tensor(TensorProto.COMPLEX64, [1], float_data=[1.0, 2.0]),
    _tensor(TensorProto.FLOAT16, [3], int32_data=[1]), _tensor(TensorProto.FLOAT, [1 << 62, 1 << 62])])
@pytest.mark.parametrize("place", ["weight", "constant", "shape", "value"])
def test_malformed_weights_are_errors(tensor: Any, place: str) -> None:
    inputs: dict[str, Any] = {"x": [2, 3]}
    if place == "weight":
        model = _model([_node("Add", "x w")], {"w": tensor}, inputs)
    elif place == "constant":
        model = _model([helper.make_node("Constant", [], ["w"], value=tensor), _node("Add", "x w")], {}, inputs)
    elif place == "shape":
        model = _model([_node("Reshape", "x w")], {"w": tensor}, inputs)
    else:
        model = _model([helper.make_node("ConstantOfShape", ["s"], ["w"], value=tensor), _node("Add", "x w")],
                       {"s": np.array([2, 3], INT)}, inputs)
    with pytest.raises(mx.MXNetError):
        import_model(model)


@pytest.mark.parametrize("nodes", [
    [_node("Constant", "", value_string=b"text")], [_node("Constant", "", value_strings=[b"text"])],
    [_node("Constant", "")], [_node("Cast", "x", to=8)], [_node("Cast", "x", to=99)], [_node("Reshape", "x")],
    [_node("Gather", "x")], [_node("Slice", "x x")], [_node("Softmax", "x", axis=b"text")], [_node("TopK", "x x")]])
def test_malformed_nodes_are_errors(nodes: list[Any]) -> None:
    with pytest.raises(mx.MXNetError):
        import_model(_model(nodes, {}, {"x": [2, 3]}))


def test_inputs_of_strings_are_errors() -> None:
    model = _model([_node("Identity", "x")], {}, {"x": [2]})
    model.graph.input[0].type.tensor_type.elem_type = TensorProto.STRING
    with pytest.raises(mx.MXNetError):
        import_model(model)
