"""Compare inferred shapes, dtypes and names of symbols with MXNet 1.9.1."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mxnet as mx


def _names(types: Any) -> list[list[str]]:
    return [[np.dtype(kind).name for kind in part] for part in types]


@pytest.mark.parametrize(("operator", "params", "given", "arguments", "outputs"), [
    ("shape_array", {}, "float16", ["float16"], ["int64"]),
    ("size_array", {}, "float64", ["float64"], ["int64"]),
    ("topk", {"ret_typ": "both"}, "float64", ["float64"], ["float64", "float32"]),
    ("topk", {"ret_typ": "value"}, "int32", ["int32"], ["int32"]),
    ("topk", {"dtype": "int64"}, "float16", ["float16"], ["int64"]),
    ("norm", {"out_dtype": "float64"}, "float16", ["float16"], ["float64"]),
    ("norm", {}, "float16", ["float16"], ["float16"]),
    ("amp_cast", {"dtype": "float16"}, "float32", ["float32"], ["float16"]),
    ("amp_cast", {"dtype": "float16"}, "int32", ["int32"], ["int32"]),
    ("all_finite", {}, "float16", ["float16"], ["float32"]),
    ("Embedding", {"input_dim": 2, "output_dim": 3}, "int32", ["int32", "float32"], ["float32"]),
    ("Embedding", {"input_dim": 2, "output_dim": 3, "dtype": "float64"}, "int32", ["int32", "float64"], ["float64"]),
    ("batch_take", {}, "float64", ["float64", "int32"], ["float64"]),
    ("LayerNorm", {}, "float16", ["float16"] * 3, ["float16"]),
    ("sample_uniform", {}, "float64", ["float64", "float64"], ["float32"]),
])
def test_types(operator: str, params: dict[str, Any], given: str, arguments: list[str], outputs: list[str]) -> None:
    symbol = getattr(mx.sym, operator)(mx.sym.var("data"), name="x", **params)
    assert _names(symbol.infer_type(data=given)) == [arguments, outputs, []]


def test_types_of_contributed_operators() -> None:
    data = mx.sym.var("data")
    assert _names(mx.sym.contrib.index_array(data).infer_type(data="float16"))[1] == ["int64"]
    assert _names(mx.sym.image.to_tensor(data).infer_type(data="uint8"))[1] == ["float32"]


def test_statistics_of_half_precision_are_wide() -> None:
    normal = mx.sym.BatchNorm(mx.sym.var("data"), output_mean_var=True, name="x")
    assert _names(normal.infer_type(data="float16")) == [
        ["float16", "float32", "float32"], ["float16", "float32", "float32"], ["float32", "float32"]]
    executor = normal.simple_bind(mx.cpu(), data=(3, 2), type_dict={"data": "float16"})
    assert [a.dtype for a in executor.arg_arrays] == [np.float16, np.float32, np.float32]
    assert [a.dtype for a in executor.aux_arrays] == [np.float32, np.float32]


def test_weights_of_whole_indices_are_not_whole() -> None:
    chosen = mx.sym.Embedding(mx.sym.var("data"), input_dim=4, output_dim=2, name="x")
    executor = chosen.simple_bind(mx.cpu(), data=(3,), type_dict={"data": "int32"})
    assert [a.dtype for a in executor.arg_arrays] == [np.int32, np.float32]


@pytest.mark.parametrize(("operator", "params", "given", "wanted"), [
    ("BatchNorm", {"axis": 0}, (0, 3), ([(0, 3), (0,), (0,)], [(0, 3)], [(0,), (0,)])),
    ("LayerNorm", {}, (2, 0), ([(2, 0), (0,), (0,)], [(2, 0)], [])),
    ("FullyConnected", {"num_hidden": 3, "flatten": False}, (2, 4, 0), ([(2, 4, 0), (3, 0), (3,)], [(2, 4, 3)], [])),
])
def test_shapes_of_unknown_sizes(operator: str, params: dict[str, Any], given: tuple[int, ...], wanted: Any) -> None:
    symbol = getattr(mx.sym, operator)(mx.sym.var("data"), name="x", **params)
    assert symbol.infer_shape_partial(data=given) == wanted


@pytest.mark.parametrize(("left", "right", "wanted"), [
    ((2, 3, 4), (0, 0, 0), (0, 0, 0)), ((1, 3, 1), (2, 0, 4), (2, 0, 4)), ((2, 3, 4), (0, 1, 0), (0, 3, 0)),
    ((0, 0), (2, 3, 4), (2, 0, 0)), ((0, 0, 0), (3, 4), (0, 0, 0)), ((0, 3, 4), (2, 3, 4), (0, 3, 4)),
])
def test_broadcast_shapes_of_unknown_sizes(left: tuple[int, ...], right: tuple[int, ...], wanted: tuple[int, ...]
                                           ) -> None:
    result = mx.sym.broadcast_sub(mx.sym.var("a", shape=left), mx.sym.var("b", shape=right))
    assert result.infer_shape_partial()[1] == [wanted]
    assert mx.sym.mean(result, axis=-1).infer_shape_partial()[1] == [wanted[:-1]]


@pytest.mark.parametrize(("given", "target", "wanted"), [
    ((0, 5), (-1, 3, 5), (0, 3, 5)), ((0, 3, 4), (0, 0, 1), (0, 3, 1)), ((0, 3, 4), (-4, -1, 2, -2), (0, 2, 3, 4)),
    ((0, 0, 0), (2, -1, 3), (2, 0, 3)), ((0, 3, 4), (-4, 2, -1, 0), (2, 0, 3)), ((0, 0, 0), (6, 5), (6, 5)),
])
def test_reshaped_shapes_of_unknown_sizes(given: tuple[int, ...], target: tuple[int, ...], wanted: tuple[int, ...]
                                          ) -> None:
    assert mx.sym.reshape(mx.sym.var("a", shape=given), target).infer_shape_partial()[1] == [wanted]


def test_joined_arrays_share_sizes() -> None:
    joined = mx.sym.Concat(mx.sym.var("a"), mx.sym.var("b"), mx.sym.var("c"), dim=1)
    assert joined.infer_shape(a=(0, 4, 4), b=(3, 2, 0), c=(0, 1, 0)) == (
        [(3, 4, 4), (3, 2, 4), (3, 1, 4)], [(3, 7, 4)], [])
    assert joined.infer_shape_partial(a=(2, 4, 4))[0] == [(2, 4, 4), (2, 0, 4), (2, 0, 4)]


def test_unknown_size_of_a_label() -> None:
    softmax = mx.sym.SoftmaxOutput(mx.sym.var("data"), name="x")
    assert softmax.infer_shape(data=(2, 3), x_label=(0,)) == ([(2, 3), (2,)], [(2, 3)], [])


def test_names_of_outputs() -> None:
    data = mx.sym.var("data")
    assert mx.sym.contrib.box_nms(data, name="x").list_outputs() == ["x_output0"]
    assert mx.sym.make_loss(data, name="x").list_outputs() == ["x_loss"]
