"""Tests of Symbol: composition, names, inference and JSON."""

import pathlib
import pickle

import numpy as np
import pytest

import mxnet as mx


def mlp() -> mx.sym.Symbol:
    net = mx.symbol.Variable("data")
    net = mx.symbol.FullyConnected(data=net, name="fc1", num_hidden=128)
    net = mx.symbol.Activation(data=net, name="relu1", act_type="relu")
    net = mx.symbol.FullyConnected(data=net, name="fc2", num_hidden=64)
    return mx.symbol.SoftmaxOutput(data=net, name="out")


def test_missing_inputs_become_variables() -> None:
    net = mlp()
    assert net.list_arguments() == ["data", "fc1_weight", "fc1_bias", "fc2_weight", "fc2_bias", "out_label"]
    assert net.list_outputs() == ["out_output"] and net.list_auxiliary_states() == []
    assert net.name == "out" and repr(net) == "<Symbol out>"


def test_shapes_are_inferred_backwards_to_parameters() -> None:
    arguments, outputs, states = mlp().infer_shape(data=(100, 50))
    assert arguments == [(100, 50), (128, 50), (128,), (64, 128), (64,), (100,)]
    assert outputs == [(100, 64)] and states == []
    assert mlp().infer_shape() == (None, None, None)
    with pytest.raises(mx.MXNetError, match="fc1_weight"):
        mlp().infer_shape(data=(100, 50), fc1_weight=(128, 51))


def test_types() -> None:
    arguments, outputs, _ = (mx.sym.var("a") + mx.sym.var("b")).infer_type(a="float64")
    assert arguments == [np.float64, np.float64] and outputs == [np.float64]


def test_arithmetic_nodes_have_mxnets_names() -> None:
    with mx.name.NameManager():
        a, b = mx.sym.var("a"), mx.sym.var("b")
        net = (a + b) * 2 - 1 / (b**2)
        names = [n.name for n in net._graph().nodes]
    assert names == ["a", "b", "_plus0", "_mulscalar0", "_powerscalar0", "_rdivscalar0", "_minus0"]


def test_prefix_and_attributes() -> None:
    with mx.name.Prefix("net_"), mx.AttrScope(ctx_group="stage1"):
        net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2)
    assert net.name == "net_fullyconnected0" or net.name.startswith("net_fullyconnected")
    assert net.attr("ctx_group") == "stage1"
    assert net.attr_dict()["data"]["ctx_group"] == "stage1"


def test_internals_groups_and_outputs() -> None:
    net = mlp()
    internals = net.get_internals()
    assert internals["relu1_output"].name == "relu1"
    group = mx.sym.Group([net, internals["fc1_output"]])
    assert group.list_outputs() == ["out_output", "fc1_output"] and len(group) == 2
    assert [s.name for s in group] == ["out", "fc1"]
    with pytest.raises(ValueError, match="no_such"):
        internals["no_such"]


def test_composition_replaces_variables() -> None:
    inner = mx.sym.FullyConnected(mx.sym.var("data"), name="fc1", num_hidden=10)
    outer = mx.sym.FullyConnected(mx.sym.var("data2"), name="net2", num_hidden=10)
    assert inner(data=outer).list_arguments() == ["data2", "net2_weight", "net2_bias", "fc1_weight", "fc1_bias"]
    with pytest.raises(mx.MXNetError, match="nonsense"):
        inner(nonsense=outer)


def test_json_round_trip(tmp_path: pathlib.Path) -> None:
    net = mlp()
    path = str(tmp_path / "net-symbol.json")
    net.save(path)
    assert mx.sym.load(path).tojson() == net.tojson() == pickle.loads(pickle.dumps(net)).tojson()


OLD = """{"nodes": [{"op": "null", "param": {}, "name": "data", "inputs": [], "backward_source_id": -1},
{"op": "null", "param": {}, "name": "bn_gamma", "inputs": [], "backward_source_id": -1},
{"op": "null", "param": {}, "name": "bn_beta", "inputs": [], "backward_source_id": -1},
{"op": "BatchNorm", "param": {"eps": "0.001", "fix_gamma": "True", "momentum": "0.9"}, "name": "bn",
 "inputs": [[0, 0], [1, 0], [2, 0]], "backward_source_id": -1, "attr": {"ctx_group": "dev1"}}],
"arg_nodes": [0, 1, 2], "heads": [[3, 0]]}"""


def test_files_of_old_versions_load() -> None:
    net = mx.sym.load_json(OLD)
    assert net.list_arguments() == ["data", "bn_gamma", "bn_beta"]
    assert net.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    assert net.attr("ctx_group") == "dev1"


@pytest.mark.parametrize("text", ["", "[]", "{}", "{\"nodes\": 3}", OLD.replace("BatchNorm", "NoSuchOperator"),
                                  OLD.replace("[[3, 0]]", "[[9, 0]]"), OLD.replace("[2, 0]]", "[7, 0]]"), OLD[:200]])
def test_broken_json_raises(text: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(mx.MXNetError, match="broken.json"):
        mx.sym.load(str(path))


def test_wrong_input() -> None:
    with pytest.raises(TypeError):
        mx.sym.var(5)
    with pytest.raises(AssertionError, match="Symbol"):
        mx.sym.exp(3)
    with pytest.raises(mx.MXNetError, match="num_hidden"):
        mx.sym.FullyConnected(mx.sym.var("x"))
    with pytest.raises(mx.MXNetError, match="Cannot find argument 'units'"):
        mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=1, units=2)
    with pytest.raises(mx.MXNetError, match="asnumpy is not implemented for Symbol"):
        mx.sym.var("x").asnumpy()


def test_operator_alone() -> None:
    dense = mx.sym.FullyConnected(mx.sym.exp(mx.sym.var("x")), num_hidden=4, no_bias=True, name="fc")
    alone = dense._gen_atomic_symbol()
    assert alone.list_arguments() == ["fc_data", "fc_weight"] and alone.list_outputs() == ["fc_output"]
    assert alone.attr("num_hidden") == "4"
    with pytest.raises(mx.MXNetError, match="x is a variable"):
        mx.sym.var("x")._gen_atomic_symbol()


def test_partial_shapes_of_slices_and_conditions() -> None:
    data = mx.sym.var("data", shape=(10, 0))
    assert mx.sym.slice_axis(data, axis=0, begin=0, end=5).infer_shape_partial()[1] == [(5, 0)]
    assert mx.sym.slice_axis(data, axis=-1, begin=0, end=5).infer_shape_partial()[1] == [(10, 0)]
    assert mx.sym.slice_axis(data, axis=0, begin=-3, end=None).infer_shape_partial()[1] == [(3, 0)]
    chosen = mx.sym.where(mx.sym.var("condition"), mx.sym.var("x"), mx.sym.var("y"))
    assert chosen.infer_shape_partial(condition=(0, 2), x=(0, 2), y=(0, 2))[1] == [()]
    assert chosen.infer_shape(condition=(3, 2), x=(3, 2), y=(3, 2))[1] == [(3, 2)]


def test_sizes_of_chosen_states_come_from_their_use() -> None:
    start = mx.sym.zeros((0, 8))
    state = mx.sym.where(mx.sym.var("condition"), start, start)
    net = mx.sym.FullyConnected(state, num_hidden=5, flatten=False, no_bias=True) + mx.sym.var("x")
    assert net.infer_shape(condition=(32, 8), x=(32, 5))[1] == [(32, 5)]
    bound = net.simple_bind(mx.cpu(), condition=(32, 8), x=(32, 5))
    assert bound.forward()[0].shape == (32, 5)


def test_shapes_are_kept_as_they_were_written():
    data = mx.sym.Variable("data", shape=[2, 3])
    assert data.attr("__shape__") == "[2, 3]"
    assert mx.sym.Variable("data", shape=3).attr("__shape__") == "3"
    assert mx.sym.Variable("data", shape=3).infer_shape()[1] == [(3,)]
    for made in (data.reshape([3, 2]), mx.sym.zeros([3, 2]), mx.sym.ones([3, 2]), mx.sym.full([3, 2], 2)):
        assert made.attr("shape") == "[3, 2]"
        assert made.infer_shape()[1] == [(3, 2)]
    with pytest.raises(mx.base.MXNetError, match="reverse"):
        data.reshape(3, 2)
