"""Compare dtypes that symbols infer in both directions with MXNet 1.9.1."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mxnet as mx

A, B, C = (mx.sym.var(name) for name in "abc")
FLOAT16, FLOAT64, INT8 = np.float16, np.float64, np.int8


def kinds(symbol: Any, **given: Any) -> list[list[str]]:
    return [[np.dtype(kind).name for kind in part] for part in symbol.infer_type(**given)[:2]]


@pytest.mark.parametrize(("symbol", "given", "kind"), [
    (mx.sym.broadcast_mul(A, mx.sym.reshape(B, shape=(1, -1))), {"a": FLOAT16}, "float16"),
    (mx.sym.broadcast_mul(mx.sym.reshape(A, shape=(1, -1)), B), {"b": FLOAT16}, "float16"),
    (mx.sym.relu(A) + B, {"b": FLOAT64}, "float64"), (mx.sym.dot(A, mx.sym.transpose(B)), {"a": FLOAT64}, "float64"),
    (mx.sym.clip(A, 0, 1) * B, {"b": INT8}, "int8"), (mx.sym.sort(A) + B, {"b": FLOAT64}, "float64")])
def test_types_flow_backwards(symbol: Any, given: dict[str, Any], kind: str) -> None:
    assert kinds(symbol, **given) == [[kind, kind], [kind]]


def test_types_of_results() -> None:
    assert kinds(mx.sym.where(A, B, C), a=np.int32, b=FLOAT64, c=FLOAT64)[1] == ["float64"]
    assert kinds(mx.sym.Embedding(A, B, input_dim=3, output_dim=2), a=np.int32, b=FLOAT16)[1] == ["float16"]
    assert kinds(mx.sym._internal._plus_scalar(A, scalar=1, is_int=False), a=np.int32)[1] == ["float64"]
    assert kinds(mx.sym.random.normal(shape=(2,)) + A) == [["float32"], ["float32"]]


@pytest.mark.parametrize("symbol", [A + B, mx.sym.broadcast_hypot(A, B), mx.sym.Concat(A, B), mx.sym.add_n(A, B)])
def test_operands_of_two_types(symbol: Any) -> None:
    with pytest.raises(mx.MXNetError, match="Incompatible attr"):
        symbol.infer_type(a=INT8, b=np.float32)
    with pytest.raises(RuntimeError, match="simple_bind error"):
        symbol.simple_bind(mx.cpu(), a=(2, 3), b=(2, 3), type_dict={"a": INT8, "b": np.float32})


def test_bound_array_of_a_type_known_from_its_use() -> None:
    executor = mx.sym.broadcast_mul(A, mx.sym.reshape(B, shape=(1, -1))).simple_bind(
        mx.cpu(), a=(2, 3), b=(3,), type_dict={"a": FLOAT16})
    assert executor.arg_dict["b"].dtype == FLOAT16
    assert executor.outputs[0].dtype == FLOAT16


@pytest.mark.parametrize(("symbol", "names"), [
    (mx.sym.sort(A, name="x"), ["x_output0"]), (mx.sym.topk(A, name="x"), ["x_output"]),
    (mx.sym.topk(A, ret_typ="value", name="x"), ["x_output0"]),
    (mx.sym.topk(A, ret_typ="mask", name="x"), ["x_output"]),
    (mx.sym.topk(A, ret_typ="both", name="x"), ["x_output0", "x_output1"]),
    (mx.sym.split(A, num_outputs=1, name="x"), ["x_output0"]), (mx.sym.linalg.det(A, name="x"), ["x_output0"]),
    (mx.sym.moments(A, axes=(0,), name="x"), ["x_output0", "x_output1"])])
def test_names_of_outputs(symbol: Any, names: list[str]) -> None:
    assert symbol.list_outputs() == names
