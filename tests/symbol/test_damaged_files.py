"""Test that damaged or malicious symbol files raise MXNetError with the location."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import mxnet as mx
from mxnet import sym


def document() -> dict[str, Any]:
    data = sym.var("data", shape=(2, 4, 5, 5))
    layer = sym.Convolution(data, kernel=(3, 3), num_filter=4, name="conv")
    return json.loads(sym.SliceChannel(layer, num_outputs=2, name="split").tojson())


def node(content: dict[str, Any], name: str) -> dict[str, Any]:
    return next(n for n in content["nodes"] if n["name"] == name)


def set_attribute(owner: str, key: str, value: str) -> Callable[[dict[str, Any]], None]:
    return lambda content: node(content, owner)["attrs"].__setitem__(key, value)


def set_field(owner: str, key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda content: node(content, owner).__setitem__(key, value)


CASES: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "no name": (set_field("conv", "name", None), 'field "name" of node 3 is missing or no str'),
    "name is a list": (set_field("data", "name", ["x"]), 'field "name" of node 0'),
    "operator is a number": (set_field("conv", "op", 3), 'field "op" of node 3'),
    "no inputs": (set_field("conv", "inputs", None), 'field "inputs" of node 3'),
    "input is a text": (set_field("conv", "inputs", ["data"]), "node 3, 'conv' of type 'Convolution'"),
    "input that does not exist": (set_field("conv", "inputs", [[99, 0, 0]]), "refers to node 99"),
    "output that does not exist": (set_field("conv", "inputs", [[0, 7, 0]]), "uses output 7"),
    "node is a number": (lambda content: content["nodes"].__setitem__(0, 5), 'field "name" of node 0'),
    "head that does not exist": (lambda content: content.__setitem__("heads", [[4, 5, 0]]), "output 5 of .*has 2"),
    "head is nothing": (lambda content: content.__setitem__("heads", [[]]), "invalid JSON graph"),
    "no heads": (lambda content: content.__setitem__("heads", []), "no outputs"),
    "many outputs": (set_attribute("split", "num_outputs", "1000000000"), "node split has 1000000000 outputs"),
    "negative outputs": (set_attribute("split", "num_outputs", "-3"), "output 0 of .*has -3"),
    "deep literal": (set_attribute("conv", "kernel", "-" * 100_000 + "1"), "Invalid Parameter format for kernel"),
    "deep brackets": (set_attribute("conv", "kernel", "(" * 100_000), "Invalid Parameter format for kernel"),
}


@pytest.mark.parametrize("case", CASES)
def test_graphs_that_do_not_load(case: str) -> None:
    change, message = CASES[case]
    content = document()
    change(content)
    with pytest.raises(mx.MXNetError, match=message):
        sym.load_json(json.dumps(content))


INFERRED = {
    "shape is no literal": (set_attribute("data", "__shape__", "(1, "), r"variable data: .*__shape__ is '\(1, '"),
    "shape of texts": (set_attribute("data", "__shape__", "('a', 'b')"), "not a tuple of integers"),
    "shape is huge": (set_attribute("data", "__shape__", "(99999999999999999999, 1)"), "not a tuple of integers"),
    "shape is deep": (set_attribute("data", "__shape__", "-" * 100_000 + "1"), "not a tuple of integers"),
    "kernel of many sizes": (set_attribute("conv", "kernel", "(3, 3, 3, 3, 3)"), "conv"),
    "too few axes": (set_attribute("data", "__shape__", "(4,)"), "conv"),
}


@pytest.mark.parametrize("case", INFERRED)
def test_graphs_whose_shapes_cannot_be_inferred(case: str) -> None:
    change, message = INFERRED[case]
    content = document()
    change(content)
    symbol = sym.load_json(json.dumps(content))
    with pytest.raises(mx.MXNetError, match=message):
        symbol.infer_shape()


TYPES = {
    "type is a word": (set_attribute("data", "__dtype__", "float"), "__dtype__ is 'float', .* number of no type"),
    "unknown type": (set_attribute("data", "__dtype__", "77"), "__dtype__ is '77'"),
}


@pytest.mark.parametrize("case", TYPES)
def test_graphs_whose_types_cannot_be_inferred(case: str) -> None:
    change, message = TYPES[case]
    content = document()
    change(content)
    symbol = sym.load_json(json.dumps(content))
    with pytest.raises(mx.MXNetError, match=message):
        symbol.infer_type()
    with pytest.raises(mx.MXNetError, match=message):
        symbol.simple_bind(mx.cpu())


def loops() -> list[sym.Symbol]:
    each, _ = sym.contrib.foreach(lambda x, s: (x + s, x * s), sym.var("items", shape=(3, 2)), sym.var("s", shape=(2,)))
    loop, _ = sym.contrib.while_loop(lambda i: i < 3, lambda i: ([i * 2], i + 1), sym.var("i", shape=(1,)),
                                     max_iterations=4)
    choice = sym.contrib.cond(sym.sum(sym.var("c", shape=(1,))) > 0, lambda: sym.var("t", shape=(2,)) + 1,
                              lambda: sym.var("t", shape=(2,)) - 1)
    return [each, loop[0], choice]


@pytest.mark.parametrize("number", range(3))
def test_control_flow_with_other_places(number: int) -> None:
    """Set each attribute of a loop to an invalid value, which must raise MXNetError or have no effect."""
    refused = 0
    content = json.loads(loops()[number].tojson())
    place = next(i for i, n in enumerate(content["nodes"]) if n["op"] in ("_foreach", "_while_loop", "_cond"))
    for key in content["nodes"][place]["attrs"]:
        for value in ("", "x", "-1", "99", "[7]", "[-9, 5]", "[]", "(0, 1, 2, 3, 4, 5)"):
            changed = json.loads(json.dumps(content))
            changed["nodes"][place]["attrs"][key] = value
            try:
                symbol = sym.load_json(json.dumps(changed))
                symbol.infer_shape()
                symbol.simple_bind(mx.cpu(), grad_req="null").forward()
            except mx.MXNetError:
                refused += 1
    for subgraphs in ([], content["nodes"][place]["subgraphs"] * 2, [5], None):
        changed = json.loads(json.dumps(content))
        changed["nodes"][place]["subgraphs"] = subgraphs
        with pytest.raises(mx.MXNetError):
            sym.load_json(json.dumps(changed)).infer_shape()
    assert refused > 10
