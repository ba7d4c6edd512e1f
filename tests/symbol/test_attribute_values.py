"""Test attributes that are not strings. As in MXNet 1.9.1, operators accept them, but variables do not."""

from __future__ import annotations

import json

import pytest

import mxnet as mx
from mxnet import sym


class Thing:
    """An object that is not a string."""

    def __str__(self) -> str:
        return "text"


@pytest.mark.parametrize(("value", "text"), [(Thing(), "text"), (3, "3"), (2.5, "2.5"), (None, "None"), ("x", "x")])
@pytest.mark.parametrize("given", ["attr", "keyword"])
def test_operators_keep_the_text_of_objects(value: object, text: str, given: str) -> None:
    named = {"attr": {"__key__": value}} if given == "attr" else {"__key__": value}
    net = sym.FullyConnected(sym.var("data"), num_hidden=2, name="fc", **named)
    assert net.attr_dict()["fc"]["__key__"] == text
    assert net.attr_dict()["fc_weight"]["__key__"] == text
    assert sym.load_json(net.tojson()).attr_dict() == net.attr_dict()


def test_initializers_as_attributes_of_layers_can_be_saved() -> None:
    net = sym.Convolution(sym.var("data"), kernel=(1, 1), num_filter=2, name="conv", __init__=mx.init.Xavier())
    stored = json.loads(net.tojson())["nodes"][-1]["attrs"]["__init__"]
    assert stored.startswith("<mxnet.initializer.Xavier object at")


def test_variables_keep_the_text_of_keywords() -> None:
    assert sym.var("x", __key__=Thing(), __other__=3).attr_dict()["x"] == {"__key__": "text", "__other__": "3"}


@pytest.mark.parametrize("value", [Thing(), 3, None])
def test_variables_refuse_objects_as_attributes(value: object) -> None:
    with pytest.raises(ValueError, match="must be a string"):
        sym.var("x", attr={"__key__": value})


@pytest.mark.parametrize("text", ["abc", "<class 'float'>", "99", "-5", ""])
def test_types_that_are_none_matter_only_where_types_are_wanted(text: str) -> None:
    net = sym.FullyConnected(sym.var("data", __dtype__=text), num_hidden=2, name="fc")
    assert sym.load_json(net.tojson()).infer_shape(data=(2, 3))[1] == [(2, 2)]
    with pytest.raises(mx.MXNetError, match="__dtype__"):
        net.infer_type()
    with pytest.raises(mx.MXNetError, match="__dtype__"):
        net.simple_bind(mx.cpu(), data=(2, 3))
