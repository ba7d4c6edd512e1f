"""Files that older versions wrote."""

import json
from typing import Any

import mxnet as mx
from mxnet._graph.upgrade import version_of


def _load(nodes: list[dict[str, Any]], arguments: list[int], version: int | None) -> mx.sym.Symbol:
    content: dict[str, Any] = {"nodes": nodes, "arg_nodes": arguments, "heads": [[len(nodes) - 1, 0]]}
    if version is not None:
        content["attrs"] = {"mxnet_version": ["int", version]}
    return mx.sym.load_json(json.dumps(content))


def _variable(name: str) -> dict[str, Any]:
    return {"op": "null", "name": name, "inputs": []}


def test_the_version_of_a_file() -> None:
    assert version_of({}) == 800
    assert version_of({"attrs": {"mxnet_version": ["int", 10901]}}) == 10901
    assert version_of({"attrs": {"mxnet_version": 905}}) == 905


def test_files_before_0_9_get_their_auxiliary_states() -> None:
    nodes = [_variable("x"), _variable("bn_gamma"), _variable("bn_beta"),
             {"op": "BatchNorm", "name": "bn", "param": {"eps": "0.001"}, "inputs": [[0, 0], [1, 0], [2, 0]]}]
    symbol = _load(nodes, [0, 1, 2], None)
    assert symbol.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    assert symbol.list_arguments() == ["x", "bn_gamma", "bn_beta"]


def test_multipliers_of_a_layer_go_to_its_weight() -> None:
    nodes = [_variable("x"), _variable("fc_weight"), _variable("fc_bias"),
             {"op": "FullyConnected", "name": "fc", "param": {"num_hidden": "2"}, "inputs": [[0, 0], [1, 0], [2, 0]],
              "attr": {"weight_lr_mult": "0.5", "ctx_group": "one"}}]
    attributes = _load(nodes, [0, 1, 2], None).attr_dict()
    assert attributes["fc_weight"]["__lr_mult__"] == "0.5"
    assert attributes["fc"]["__ctx_group__"] == "one" and "weight_lr_mult" not in attributes["fc"]


def test_argmax_over_all_axes_was_written_as_minus_one() -> None:
    nodes = [_variable("x"), {"op": "argmax", "name": "best", "attr": {"axis": "-1"}, "inputs": [[0, 0]]}]
    for version, expected in ((904, (1,)), (905, (2,))):
        assert _load(nodes, [0], version).infer_shape(x=(2, 3))[1] == [expected]
