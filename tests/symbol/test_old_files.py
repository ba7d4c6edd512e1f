"""Test JSON files of older MXNet versions."""

import mxnet as mx

# 0.8 and earlier: separate 'param' and 'attr', no auxiliary states, multipliers on the layer.
VERSION_0_8 = """{
"nodes": [
{"op": "null", "param": {}, "name": "data", "inputs": [], "backward_source_id": -1},
{"op": "null", "param": {}, "name": "fc_weight", "inputs": [], "backward_source_id": -1},
{"op": "null", "param": {}, "name": "fc_bias", "inputs": [], "backward_source_id": -1},
{"op": "FullyConnected", "param": {"num_hidden": "4", "no_bias": "False"}, "name": "fc",
 "inputs": [[0, 0], [1, 0], [2, 0]], "backward_source_id": -1,
 "attr": {"ctx_group": "dev1", "weight_lr_mult": "0.5"}},
{"op": "null", "param": {}, "name": "bn_gamma", "inputs": [], "backward_source_id": -1},
{"op": "null", "param": {}, "name": "bn_beta", "inputs": [], "backward_source_id": -1},
{"op": "BatchNorm", "param": {"eps": "0.001", "momentum": "0.9"}, "name": "bn",
 "inputs": [[3, 0], [4, 0], [5, 0]], "backward_source_id": -1}],
"arg_nodes": [0, 1, 2, 4, 5], "heads": [[6, 0]]}"""

# 0.9.3: one 'attr' per node, auxiliary states listed, -1 for all axes.
VERSION_0_9 = """{
"nodes": [
{"op": "null", "name": "data", "attr": {"lr_mult": "2.0"}, "inputs": []},
{"op": "null", "name": "bn_gamma", "inputs": []},
{"op": "null", "name": "bn_beta", "inputs": []},
{"op": "null", "name": "bn_moving_mean", "inputs": []},
{"op": "null", "name": "bn_moving_var", "inputs": []},
{"op": "BatchNorm", "name": "bn", "attr": {"fix_gamma": "False", "mirror_stage": "True"},
 "inputs": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 1], [4, 0, 1]]},
{"op": "argmax", "name": "best", "attr": {"axis": "-1"}, "inputs": [[5, 0, 0]]}],
"arg_nodes": [0, 1, 2, 3, 4], "node_row_ptr": [0, 1, 2, 3, 4, 5, 8, 9], "heads": [[6, 0, 0]],
"attrs": {"mxnet_version": ["int", 903]}}"""

# 1.0: 'attrs', without parameters that were added later.
VERSION_1_0 = """{
"nodes": [
{"op": "null", "name": "data", "inputs": []},
{"op": "null", "name": "conv_weight", "attrs": {"__wd_mult__": "0.0"}, "inputs": []},
{"op": "Convolution", "name": "conv", "attrs": {"kernel": "(3,3)", "no_bias": "True", "num_filter": "2"},
 "inputs": [[0, 0, 0], [1, 0, 0]]},
{"op": "Pooling", "name": "pool", "attrs": {"global_pool": "True", "kernel": "(1,1)", "pool_type": "avg"},
 "inputs": [[2, 0, 0]]},
{"op": "argmax", "name": "best", "attrs": {"axis": "-1"}, "inputs": [[3, 0, 0]]}],
"arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3, 4, 5], "heads": [[4, 0, 0]],
"attrs": {"mxnet_version": ["int", 10000]}}"""


def test_version_0_8() -> None:
    net = mx.sym.load_json(VERSION_0_8)
    assert net.list_arguments() == ["data", "fc_weight", "fc_bias", "bn_gamma", "bn_beta"]
    assert net.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    attributes = net.attr_dict()
    assert attributes["fc"]["__ctx_group__"] == "dev1" and "weight_lr_mult" not in attributes["fc"]
    assert attributes["fc_weight"]["__lr_mult__"] == "0.5"
    assert attributes["bn_moving_var"]["__init__"] == '["one", {}]'
    assert net.infer_shape(data=(2, 3))[2] == [(4,), (4,)]


def test_version_0_9() -> None:
    net = mx.sym.load_json(VERSION_0_9)
    attributes = net.attr_dict()
    assert attributes["data"]["__lr_mult__"] == "2.0"
    assert attributes["bn"]["__mirror_stage__"] == "True"
    assert attributes["bn_moving_mean"]["__init__"] == '["zero", {}]'
    assert "axis" not in attributes.get("best", {})
    assert net.infer_shape(data=(2, 3, 4, 4))[1] == [(1,)]


def test_version_1_0() -> None:
    net = mx.sym.load_json(VERSION_1_0)
    assert net.attr_dict()["conv_weight"]["__wd_mult__"] == "0.0"
    assert net.infer_shape(data=(2, 3, 8, 8)) == ([(2, 3, 8, 8), (2, 3, 3, 3)], [(2, 2, 1)], [])


def test_written_again_they_are_of_the_present_version() -> None:
    for text in (VERSION_0_8, VERSION_0_9, VERSION_1_0):
        again = mx.sym.load_json(text).tojson()
        assert '"mxnet_version": ["int", 10901]' in again and '"param"' not in again
        assert mx.sym.load_json(again).tojson() == again
