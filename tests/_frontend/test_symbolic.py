"""Test operators as functions of symbols."""

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet._frontend.symbolic import attribute_text


@pytest.mark.parametrize(("key", "value", "text"), [
    ("kernel", (3, 3), "(3, 3)"), ("kernel", [np.int64(2), 1], "[2, 1]"), ("dtype", np.float16, "float16"),
    ("dtype", torch.int8, "int8"), ("dtype", "int32", "int32"), ("p", 0.5, "0.5"), ("no_bias", True, "True"),
])
def test_parameters_as_files_store_them(key: str, value: object, text: str) -> None:
    assert attribute_text(key, value) == text


def test_inputs_by_position_and_name_and_missing_ones() -> None:
    x, weight = mx.sym.var("x"), mx.sym.var("w")
    layer = mx.sym.FullyConnected(x, weight=weight, num_hidden=3, name="fc")
    assert layer.list_arguments() == ["x", "w", "fc_bias"]
    assert mx.sym.concat(x, weight, dim=0).list_attr()["num_args"] == "2"
    assert mx.sym.concat(*[x, weight], dim=0).list_arguments() == ["x", "w"]


def test_default_names_come_from_the_called_function() -> None:
    with mx.name.NameManager():
        assert mx.sym.Activation(mx.sym.var("x"), act_type="relu").name == "activation0"
        assert mx.sym.Activation(mx.sym.var("x"), act_type="relu").name == "activation1"


def test_none_is_stored_where_it_differs_from_the_default() -> None:
    assert "axis" not in mx.sym.sum(mx.sym.var("x")).list_attr()
    assert mx.sym.argmax(mx.sym.var("x"), axis=None).list_attr().get("axis", "None") == "None"


def test_arrays_and_too_many_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="operator exp: input data must be a Symbol"):
        mx.sym.exp(mx.nd.ones(2))
    with pytest.raises(mx.MXNetError, match=r"operator exp: takes \d+ arguments, received 9"):
        mx.sym.exp(*[mx.sym.var(str(i)) for i in range(9)])
