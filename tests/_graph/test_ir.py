"""Nodes hold values; texts are for files and attributes."""

import pytest
import torch

import mxnet as mx
from mxnet._graph.ir import Operation, Variable
from mxnet._ops.opdef import find


def dense(**params: object) -> Operation:
    layer = mx.sym.FullyConnected(mx.sym.var("x"), name="fc", **params)
    return layer._outputs[0][0]


def test_parameters_are_values_and_texts_as_given() -> None:
    node = dense(num_hidden="3", flatten="1")
    assert node.params == {"num_hidden": 3, "no_bias": False, "flatten": True}
    assert node.texts == {"num_hidden": "3", "flatten": "1"}


def test_a_changed_value_is_what_files_show() -> None:
    node = dense(num_hidden=3, no_bias="0").copy(params={"no_bias": True})
    assert node.params["no_bias"] is True
    assert node.attrs == {"num_hidden": "3", "no_bias": "True"}


def test_texts_of_values_that_nobody_wrote() -> None:
    node = Operation(find("Cast"), "cast", {"dtype": torch.float16}, [(Variable("x"), 0)])
    assert node.attrs == {"dtype": "float16"}


def test_a_copy_has_attributes_of_its_own() -> None:
    node = dense(num_hidden=3)
    node.copy().set_text("__lr_mult__", "2")
    node.copy().set_text("num_hidden", "4")
    assert node.attributes == {} and node.params["num_hidden"] == 3


def test_setting_an_attribute_that_is_a_parameter_sets_it() -> None:
    symbol = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=3, name="fc")
    symbol._set_attr(num_hidden="5")
    assert symbol.infer_shape(x=(2, 4))[1] == [(2, 5)]
    assert symbol.attr("num_hidden") == "5"
    with pytest.raises(mx.MXNetError, match="num_hidden expect int but value='many'"):
        symbol._set_attr(num_hidden="many")
    assert symbol.attr("num_hidden") == "5"


def test_variables_and_operations_are_told_apart() -> None:
    graph = mx.sym.relu(mx.sym.exp(mx.sym.var("x")), name="y")._graph()
    (x,) = graph.variables()
    assert isinstance(x, Variable) and [node.op.name for node in graph.operations()] == ["exp", "relu"]
    assert graph.operations()[1].is_op("relu") and graph.operations()[1].is_op("exp", "relu")
    assert not x.is_op("relu") and not graph.operations()[0].is_op("relu")
    assert not hasattr(x, "op") and (x.kind, x.output_count, list(x.inputs), dict(x.params)) == ("null", 1, [], {})


def test_variables_share_nothing_that_can_be_changed() -> None:
    x, y = Variable("x", {"__lr_mult__": "2"}), Variable("y")
    copy = x.copy(name="z")
    copy.set_text("__lr_mult__", None)
    assert (copy.name, copy.attrs, x.attrs, y.attrs) == ("z", {}, {"__lr_mult__": "2"}, {})
    with pytest.raises(TypeError):
        x.params["a"] = 1  # type: ignore[index]
    with pytest.raises(AttributeError):
        x.inputs = []


def test_a_copy_has_inputs_of_its_own() -> None:
    node = dense(num_hidden=3)
    node.copy().inputs.clear()
    assert len(node.inputs) == 3
