"""Tests of Executor: binding, gradients, reshaping, sharing, monitors and graphs on several devices."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd


def dense(hidden: int = 3) -> mx.sym.Symbol:
    return mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=hidden, name="fc")


# Binding

def test_simple_bind_ignores_names_the_symbol_does_not_have() -> None:
    executor = dense().simple_bind(mx.cpu(), data=(2, 4), stranger=(9, 9))
    assert list(executor.arg_dict) == ["data", "fc_weight", "fc_bias"]


def test_simple_bind_says_what_it_cannot_infer() -> None:
    with pytest.raises(mx.MXNetError, match=r"(?s)simple_bind error. Arguments:\ndta: \(2, 4\)\n.*cannot decide shapes "
                                            r".*data: None, .*Not variables of the symbol: dta"):
        dense().simple_bind(mx.cpu(), dta=(2, 4))
    with pytest.raises(RuntimeError, match=r"(?s)simple_bind error. Arguments:\ndata: \(2, 4\)\nfc_weight: \(3, 5\)"):
        dense().simple_bind(mx.cpu(), data=(2, 4), fc_weight=(3, 5))
    with pytest.raises(mx.MXNetError, match="grad_req cannot be an empty dict"):
        dense().simple_bind(mx.cpu(), grad_req={}, data=(2, 4))


def test_types_follow() -> None:
    executor = dense().simple_bind(mx.cpu(), data=(2, 4), type_dict={"data": "float16"})
    assert {a.dtype for a in executor.arg_arrays} == {np.float16}
    executor.forward()
    assert executor.outputs[0].dtype == np.float16


# Forward and backward passes

def test_outputs_exist_before_forward_and_stay_the_same_arrays() -> None:
    executor = dense().simple_bind(mx.cpu(), data=(2, 4))
    output = executor.outputs[0]
    assert output.shape == (2, 3)
    executor.arg_dict["fc_bias"][:] = 5
    executor.forward()
    assert executor.outputs[0] is output and (output.asnumpy() == 5).all()
    assert executor.output_dict["fc_output"] is output


@pytest.mark.parametrize("own", [True, False])
def test_requests_write_add_and_null(own: bool) -> None:
    """Test arrays of simple_bind and arrays passed to bind, including slices of larger arrays."""
    symbol = mx.sym.Variable("a") * mx.sym.Variable("b") + mx.sym.Variable("c")
    requests = {"a": "write", "b": "add", "c": "null"}
    memory = nd.zeros((2, 3))
    if own:
        executor = symbol.simple_bind(mx.cpu(), a=(3,), b=(3,), c=(3,), grad_req=requests)
        for i, array in enumerate(executor.arg_arrays):
            array[:] = i + 2
    else:
        arrays = {n: nd.ones((3,)) * (i + 2) for i, n in enumerate("abc")}
        executor = symbol.bind(mx.cpu(), arrays, {"a": memory[0], "b": memory[1]}, requests)
    assert executor.grad_dict["c"] is None
    for count in (1, 2):
        executor.forward(is_train=True)
        executor.backward(nd.array([1, 2, 3]))
        np.testing.assert_array_equal(executor.grad_dict["a"].asnumpy(), [3, 6, 9])
        np.testing.assert_array_equal(executor.grad_dict["b"].asnumpy(), np.array([2, 4, 6]) * count)
    executor.backward(nd.array([1, 2, 3]))  # repeat the backward pass of the same run
    np.testing.assert_array_equal(executor.grad_dict["b"].asnumpy(), np.array([2, 4, 6]) * 3)
    if not own:
        np.testing.assert_array_equal(memory.asnumpy(), [[3, 6, 9], [6, 12, 18]])


def test_gradients_are_not_the_memory_of_given_ones() -> None:
    executor = (mx.sym.Variable("a") + mx.sym.Variable("b")).simple_bind(mx.cpu(), a=(2,), b=(2,))
    executor.forward(is_train=True)
    head = nd.array([1, 2])
    executor.backward(head)
    executor.grad_dict["a"][:] = 7
    np.testing.assert_array_equal(head.asnumpy(), [1, 2])
    np.testing.assert_array_equal(executor.grad_dict["b"].asnumpy(), [1, 2])


def test_equal_outputs_are_arrays_of_their_own() -> None:
    data = mx.sym.Variable("data")
    executor = mx.sym.Group([mx.sym.exp(data), mx.sym.exp(data)]).simple_bind(mx.cpu(), data=(2,))
    for _ in range(2):
        first, second = executor.forward()
        first[:] = 5
        assert second.asnumpy().tolist() == [1, 1]
    assert len(executor.get_optimized_symbol().get_internals()) == 3


@pytest.mark.parametrize("run_before", [True, False])
def test_backward_without_training_forward(run_before: bool) -> None:
    """As in MXNet, compute gradients in prediction mode from the current arguments."""
    executor = dense().simple_bind(mx.cpu(), data=(2, 4))
    executor.arg_dict["data"][:] = 1
    if run_before:
        executor.forward(is_train=False)
    executor.backward(nd.ones((2, 3)))
    assert (executor.grad_dict["fc_weight"].asnumpy() == 2).all()


def test_outputs_without_gradients_take_any() -> None:
    executor = mx.sym.argmax(mx.sym.Variable("a"), axis=0).simple_bind(mx.cpu(), a=(3, 2))
    executor.forward(is_train=True)
    executor.backward(nd.ones((7,)))
    assert (executor.grad_dict["a"].asnumpy() == 0).all()


def test_given_gradients_are_checked() -> None:
    data = mx.sym.Variable("a")
    two = mx.sym.Group([data * 2, data * 3])
    executor = two.simple_bind(mx.cpu(), a=(2,))
    executor.forward(is_train=True)
    names = two.list_outputs()
    executor.backward({names[1]: nd.ones((2,)), names[0]: nd.zeros((2,))})
    np.testing.assert_array_equal(executor.grad_dict["a"].asnumpy(), [3, 3])
    executor.backward([nd.ones((2,))])  # outputs without a gradient are ignored
    np.testing.assert_array_equal(executor.grad_dict["a"].asnumpy(), [2, 2])
    with pytest.raises(TypeError, match="inputs must be NDArray"):
        executor.backward([1, 2])
    with pytest.raises(mx.MXNetError, match=r"has shape \(3,\), but the output has shape \(2,\)"):
        executor.backward([nd.ones((3,)), nd.ones((2,))])
    executor.backward([nd.ones((2,))] * 3)
    np.testing.assert_array_equal(executor.grad_dict["a"].asnumpy(), [5, 5])
    with pytest.raises(mx.MXNetError, match="no gradient for"):
        executor.backward({names[0]: nd.ones((2,))})


def test_dropout_uses_one_mask_forwards_and_backwards() -> None:
    executor = mx.sym.Dropout(mx.sym.Variable("a"), p=0.5).simple_bind(mx.cpu(), a=(100,))
    executor.arg_dict["a"][:] = 1
    for _ in range(2):
        output = executor.forward(is_train=True)[0].asnumpy()
        executor.backward(nd.ones((100,)))
        np.testing.assert_array_equal(executor.grad_dict["a"].asnumpy(), output)
        assert 20 < (output == 0).sum() < 80


def test_feeding_by_name() -> None:
    executor = dense().simple_bind(mx.cpu(), data=(2, 4))
    executor.arg_dict["fc_weight"][:] = 1
    assert (executor.forward(data=np.ones((2, 4)))[0].asnumpy() == 4).all()
    with pytest.raises(TypeError, match=r"Unknown argument dta; the arguments are \['data'"):
        executor.forward(dta=nd.ones((2, 4)))
    with pytest.raises(ValueError, match=r"argument data has shape \(2, 4\), received \(3, 4\)"):
        executor.forward(data=nd.ones((3, 4)))
    with pytest.raises(ValueError, match="forward takes NDArrays and numpy.ndarrays by name"):
        executor.forward(data=3)


# Parameters and shapes

def test_copy_params_from() -> None:
    executor = mx.sym.BatchNorm(dense(), name="bn").simple_bind(mx.cpu(), data=(2, 4))
    executor.copy_params_from({"fc_bias": nd.ones((3,), dtype="float64")}, {"bn_moving_mean": nd.ones((3,)) * 2})
    assert (executor.arg_dict["fc_bias"].asnumpy() == 1).all()
    assert (executor.aux_dict["bn_moving_mean"].asnumpy() == 2).all()
    with pytest.raises(ValueError, match='"bias" is not one of the arguments .*allow_extra_params=True'):
        executor.copy_params_from({"bias": nd.ones((3,))})
    with pytest.raises(ValueError, match='"mean" is not one of the auxiliary states'):
        executor.copy_params_from({}, {"mean": nd.ones((3,))})
    executor.copy_params_from({"bias": nd.ones((3,))}, {"mean": nd.ones((3,))}, allow_extra_params=True)
    with pytest.raises(mx.MXNetError, match=r"parameter fc_bias has shape \(3,\), but the array .* has shape \(4,\)"):
        executor.copy_params_from({"fc_bias": nd.ones((4,))})


def test_reshaped_executors_share_outputs() -> None:
    # Values of MXNet 1.9.1.
    executor = dense(4).simple_bind(mx.cpu(), data=(5, 4), grad_req="null")
    executor.copy_params_from({"data": nd.ones((5, 4)), "fc_weight": nd.ones((4, 4)), "fc_bias": nd.zeros((4,))})
    output = executor.forward()[0]
    smaller = executor.reshape(data=(3, 4))
    smaller.arg_dict["data"][:] = 2
    assert executor.arg_dict["data"].asnumpy()[:, 0].tolist() == [2, 2, 2, 1, 1]
    assert smaller.outputs[0].asnumpy().tolist() == [[4] * 4] * 3, "written by the larger executor"
    smaller.forward()
    assert smaller.outputs[0].asnumpy().tolist() == [[8] * 4] * 3
    assert executor.outputs[0] is output and output.asnumpy()[:, 0].tolist() == [8, 8, 8, 4, 4]
    smallest = smaller.reshape(data=(2, 4))
    smallest.forward(data=nd.full((2, 4), 5))
    assert smaller.outputs[0].asnumpy()[:, 0].tolist() == [20, 20, 8]
    assert executor.outputs[0].asnumpy()[:, 0].tolist() == [20, 20, 8, 4, 4]
    larger = executor.reshape(allow_up_sizing=True, data=(6, 4))
    larger.forward(data=nd.full((6, 4), 3))
    assert larger.outputs[0].asnumpy()[:, 0].tolist() == [12] * 6
    assert executor.outputs[0].asnumpy()[:, 0].tolist() == [20, 20, 8, 4, 4]
    executor.forward()
    assert smallest.outputs[0].asnumpy()[:, 0].tolist() == [20, 20]


def test_callbacks_of_monitors_may_go_by_handles() -> None:
    seen = {}

    def callback(name, handle) -> None:
        array = nd.NDArray(ctypes.cast(handle, mx.base.NDArrayHandle), writable=False)
        seen[mx.base.py_str(name)] = array.sum().asscalar()

    executor = (mx.sym.var("data") * 2).bind(mx.cpu(), {"data": nd.ones((3,))})
    executor.set_monitor_callback(callback, monitor_all=True)
    executor.forward()
    assert seen["data"] == 3 and 6 in seen.values()


def test_reshape_shares_what_stays() -> None:
    executor = dense().simple_bind(mx.cpu(), data=(4, 5))
    smaller = executor.reshape(data=(2, 5))
    assert smaller.arg_dict["fc_weight"] is executor.arg_dict["fc_weight"]
    smaller.arg_dict["data"][:] = 3
    assert (executor.arg_dict["data"].asnumpy()[:2] == 3).all()
    with pytest.raises(mx.MXNetError, match="New shape of arg: data is larger than original"):
        executor.reshape(data=(8, 5))
    larger = executor.reshape(allow_up_sizing=True, data=(8, 5))
    assert larger.forward()[0].shape == (8, 3)
    with pytest.raises(mx.MXNetError, match="also change the shape of fc_weight"):
        executor.reshape(data=(4, 4))
    other = executor.reshape(partial_shaping=True, data=(4, 4))
    assert other.arg_dict["fc_weight"].shape == (3, 4) and other.forward()[0].shape == (4, 3)


def test_shared_buffer_and_shared_executor() -> None:
    buffer: dict[str, nd.NDArray] = {}
    first = dense().simple_bind(mx.cpu(), data=(4, 5), shared_buffer=buffer)
    assert buffer["data"] is first.arg_dict["data"]
    second = dense(2).simple_bind(mx.cpu(), data=(2, 5), shared_buffer=buffer)
    second.arg_dict["data"][:] = 6
    assert (first.arg_dict["data"].asnumpy()[:2] == 6).all()
    third = dense().simple_bind(mx.cpu(), data=(2, 5), shared_exec=first)
    assert third.arg_dict["fc_weight"] is first.arg_dict["fc_weight"]
    assert third.grad_dict["fc_weight"] is first.grad_dict["fc_weight"]


# Inspection

def monitored_names(everything: bool) -> tuple[list[str], list[str]]:
    net = mx.sym.Activation(mx.sym.BatchNorm(dense(), name="bn"), act_type="relu", name="act")
    executor = mx.sym.LinearRegressionOutput(net, name="loss").simple_bind(mx.cpu(), data=(2, 4))
    names: list[str] = []
    executor.set_monitor_callback(lambda name, array: names.append(name), everything)
    executor.forward(is_train=True)
    count = len(names)
    executor.backward()
    return names[:count], names[count:]


def test_monitor_callback_names_are_those_of_the_original() -> None:
    forward, backward = monitored_names(False)
    assert forward == ["fc_output", "bn_output", "act_output", "loss_output"]
    assert backward == ["loss_backward_output0", "loss_backward_output1", "act_backward_output",
                        "bn_backward_output0", "bn_backward_output1", "bn_backward_output2", "fc_backward_output0",
                        "fc_backward_output1", "fc_backward_output2"]
    forward, _ = monitored_names(True)
    assert forward[:8] == ["data", "fc_data", "fc_weight", "fc_weight", "fc_bias", "fc_bias", "fc_output", "bn_data"]
    assert "act_input0" in forward and "loss_label" in forward


# MXNet 1.9.1's names of the gradients of an operator's inputs.
BACKWARD_NAMES: list[tuple[str, dict[str, Any], list[tuple[int, ...]], list[str]]] = [
    ("L2Normalization", {}, [(2, 3)], ["o_backward_data"]),
    ("InstanceNorm", {}, [(2, 3, 4), (3,), (3,)], ["o_backward_data", "o_backward_gamma", "o_backward_beta"]),
    ("SwapAxis", {"dim1": 0, "dim2": 1}, [(2, 3)], ["o_backward_data"]),
    ("Pad", {"mode": "edge", "pad_width": (0, 0, 0, 0, 1, 1, 1, 1)}, [(1, 1, 2, 2)], ["o_backward_data"]),
    ("SliceChannel", {"num_outputs": 3}, [(2, 3)], ["o_backward_data"]),
    ("SequenceMask", {}, [(2, 3)], ["o_backward_data"]),
    ("SequenceReverse", {"use_sequence_length": True}, [(2, 1), (1,)],
     ["o_backward_data", "o_backward_sequence_length"]),
    ("SVMOutput", {}, [(2, 3), (2,)], ["o_backward_data", "o_backward_label"]),
    ("MakeLoss", {}, [(2, 3)], ["o_backward_data"]),
    ("Crop", {"num_args": 2}, [(1, 1, 3, 3), (1, 1, 2, 2)], ["o_backward_arg0", "o_backward_arg1"]),
    ("Convolution_v1", {"num_filter": 1, "kernel": (1, 1)}, [(1, 1, 2, 2), (1, 1, 1, 1), (1,)],
     ["o_backward_data", "o_backward_weight", "o_backward_bias"]),
    ("BilinearSampler", {}, [(1, 1, 2, 2), (1, 2, 2, 2)], ["o_backward_data", "o_backward_grid"]),
    ("FullyConnected", {"num_hidden": 2}, [(2, 3), (2, 3), (2,)],
     ["o_backward_output0", "o_backward_output1", "o_backward_output2"]),
    ("batch_dot", {}, [(1, 2, 2), (1, 2, 2)], ["o_backward_lhs_output", "o_backward_rhs_output"]),
    ("where", {}, [(2,), (2,), (2,)], ["o_cond_backward_output", "o_backward_output0", "o_backward_output1"]),
    ("pick", {}, [(2, 3), (2,)], ["o_backward_output", "o_index_backward_output"]),
    ("gather_nd", {}, [(2, 3), (1, 2)], ["o_backward_output", "o_backward_indices_output"]),
    ("reshape_like", {}, [(2, 3), (3, 2)], ["o_backward_output", "o_rhs_backward_output"]),
    ("broadcast_equal", {}, [(2,), (2,)], ["o_in0_backward_output", "o_in1_backward_output"]),
    ("elemwise_add", {}, [(2,), (2,)], []),
    ("add_n", {}, [(2,), (2,)], ["output", "output"]),
]


@pytest.mark.parametrize(("operator", "params", "shapes", "names"), BACKWARD_NAMES, ids=[c[0] for c in BACKWARD_NAMES])
def test_monitors_receive_gradients_by_the_names_of_the_original(operator: str, params: dict[str, Any],
                                                                 shapes: Any, names: list[str]) -> None:
    inputs = [mx.sym.Variable(f"in{i}") for i in range(len(shapes))]
    symbol = getattr(mx.sym, operator)(*inputs, name="o", **params)
    executor = symbol.simple_bind(mx.cpu(), **{f"in{i}": shape for i, shape in enumerate(shapes)})
    told: list[str] = []
    executor.set_monitor_callback(lambda name, array: told.append(name))
    executor.forward(is_train=True)
    told.clear()
    executor.backward([nd.ones(output.shape) for output in executor.outputs])
    assert told == names


def test_gradients_that_nobody_wants_are_not_told_if_they_come_from_a_node_of_their_own() -> None:
    symbol = mx.sym.pick(mx.sym.Variable("data"), mx.sym.Variable("index"), name="o")
    executor = symbol.simple_bind(mx.cpu(), {"data": "write", "index": "null"}, data=(2, 3), index=(2,))
    told: list[str] = []
    executor.set_monitor_callback(lambda name, array: told.append(name))
    executor.forward(is_train=True)
    executor.backward(nd.ones((2,)))
    assert told == ["o_output", "o_backward_output"]


def test_monitor_sees_the_values_that_are_used() -> None:
    """Random outputs are the same, and moving statistics only change once."""
    net = mx.sym.BatchNorm(mx.sym.Dropout(mx.sym.Variable("data"), p=0.5, name="drop"), name="bn", momentum=0.5)
    executor = (net * 1).simple_bind(mx.cpu(), data=(50, 2))
    seen: dict[str, np.ndarray] = {}
    executor.set_monitor_callback(lambda name, array: seen.update({name: array.asnumpy()}))
    executor.arg_dict["data"][:] = 1
    executor.arg_dict["bn_gamma"][:] = 1
    output = executor.forward(is_train=True)[0].asnumpy()
    dropped = seen["drop_output"]
    expected = (dropped - dropped.mean(0)) / np.sqrt(dropped.var(0) + 1e-3)
    np.testing.assert_allclose(output, expected, rtol=1e-3, atol=1e-4)
    executor.backward(nd.ones((50, 2)))
    assert seen["bn_backward_output2"].tolist() == [50, 50]
    np.testing.assert_allclose(executor.aux_dict["bn_moving_mean"].asnumpy(), dropped.mean(0) / 2, rtol=1e-5)
    reshaped = executor.reshape(data=(25, 2))
    seen.clear()
    reshaped.forward()
    assert seen["drop_output"].shape == (25, 2)


def test_debug_text_has_graph_source_and_memory() -> None:
    executor = dense().simple_bind(mx.cpu(), data=(2, 4))
    executor.forward()
    text = executor.debug_str()
    assert "fullyconnected(data" in text
    assert text.split("\n")[-3].split()[1] == "0"  # MXNet prints the number of megabytes here


def megabytes(symbol: mx.sym.Symbol, **options) -> int:
    text = symbol.simple_bind(mx.cpu(), data=(256, 1024), **options).debug_str()
    return int(text.split("\n")[-3].split()[1])


def test_memory_of_inner_results() -> None:
    """Ten results of one megabyte: gradients need all of them, prediction only two at a time."""
    net = mx.sym.Variable("data")
    for _ in range(10):
        net = net * net
    assert megabytes(net) == 10
    assert megabytes(net, grad_req="null") == megabytes(mx.sym.BlockGrad(net)) == 2


def test_equal_parts_are_merged(monkeypatch: pytest.MonkeyPatch) -> None:
    data = mx.sym.Variable("data")
    net = mx.sym.exp(data) * mx.sym.exp(data)
    merged = net.simple_bind(mx.cpu(), data=(2,)).get_optimized_symbol()
    assert len(merged.get_internals()) == 3 and len(net.get_internals()) == 4
    monkeypatch.setenv("MXNET_ELIMINATE_COMMON_EXPR", "0")
    assert len(net.simple_bind(mx.cpu(), data=(2,)).get_optimized_symbol().get_internals()) == 4


# Several devices

def two_stages() -> mx.sym.Symbol:
    with mx.AttrScope(ctx_group="stage1"):
        net = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="fc1"),
                                act_type="relu")
    with mx.AttrScope(ctx_group="stage2"):
        net = mx.sym.BatchNorm(mx.sym.FullyConnected(net, num_hidden=3, name="fc2"), name="bn")
        return mx.sym.SoftmaxOutput(net, name="softmax")


def test_stages_on_two_devices_compute_the_same() -> None:
    groups = {"stage1": mx.cpu(0), "stage2": mx.gpu(0)}
    spread = two_stages().simple_bind(mx.cpu(0), group2ctx=groups, data=(5, 6))
    whole = two_stages().simple_bind(mx.cpu(0), group2ctx={"stage1": mx.cpu(0), "stage2": mx.cpu(0)}, data=(5, 6))
    random = np.random.RandomState(0)
    for name, array in spread.arg_dict.items():
        array[:] = random.randn(*array.shape) if name != "softmax_label" else [0, 1, 2, 0, 1]
        whole.arg_dict[name][:] = array.as_in_context(mx.cpu())
        assert array.context == (mx.cpu(0) if name in ("data", "fc1_weight", "fc1_bias") else mx.gpu(0)), name
    for executor in (spread, whole):
        executor.forward(is_train=True)
        executor.backward()
    assert spread.outputs[0].context == mx.gpu(0)
    np.testing.assert_allclose(spread.outputs[0].asnumpy(), whole.outputs[0].asnumpy(), rtol=1e-6)
    for name, gradient in spread.grad_dict.items():
        assert gradient.context == spread.arg_dict[name].context
        np.testing.assert_allclose(gradient.asnumpy(), whole.grad_dict[name].asnumpy(), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(spread.aux_dict["bn_moving_mean"].asnumpy(), whole.aux_dict["bn_moving_mean"].asnumpy(),
                               rtol=1e-6)
    assert "_on_gpu_0 = crossdevicecopy(" in spread.debug_str()


def test_nodes_without_a_group_run_where_their_inputs_are() -> None:
    with mx.AttrScope(ctx_group="there"):
        net = mx.sym.Variable("a") * 2
    executor = (net + mx.sym.Variable("b")).simple_bind(mx.cpu(), group2ctx={"there": mx.gpu(1)}, a=(2,), b=(2,))
    assert executor.arg_dict["b"].context == mx.gpu(1)
    assert executor.forward()[0].context == mx.gpu(1)


def test_groups_must_be_named_and_have_one_context() -> None:
    with pytest.raises(mx.MXNetError, match="group 'stage2', which group2ctx does not name"):
        two_stages().simple_bind(mx.cpu(), group2ctx={"stage1": mx.cpu()}, data=(5, 6))
    with pytest.raises(mx.MXNetError, match="group 'stage1' needs one Context.*use mx.mod.Module"):
        two_stages().simple_bind(mx.cpu(), group2ctx={"stage1": [mx.cpu()], "stage2": mx.cpu()}, data=(5, 6))


def test_devices_do_not_mix_without_groups() -> None:
    arrays = {"a": nd.ones((2,), mx.gpu(0)), "b": nd.ones((2,), mx.gpu(1))}
    executor = (mx.sym.Variable("a") + mx.sym.Variable("b")).bind(mx.gpu(0), arrays)
    with pytest.raises(mx.MXNetError, match="same context"):
        executor.forward()


def test_a_reshaped_executor_has_no_gradients_that_nobody_wants():
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    shapes = symbol.infer_shape(data=(2, 3))[0]
    executor = symbol.bind(mx.cpu(), [mx.nd.ones(s) for s in shapes], args_grad=[mx.nd.ones(s) for s in shapes],
                           grad_req={"data": "null", "fc_weight": "write", "fc_bias": "add"})
    assert executor.grad_dict["data"] is not None
    reshaped = executor.reshape(data=(1, 3))
    assert reshaped.grad_dict["data"] is None
    assert reshaped.grad_dict["fc_weight"] is not None


def test_gradients_of_whole_numbers() -> None:
    data = mx.sym.Variable("data", dtype="int32")
    executor = (mx.sym.Cast(data, dtype="float32") * 2).simple_bind(mx.cpu(), data=(4,))
    executor.arg_dict["data"][:] = np.array([-7, 3, 8, -1])
    executor.forward(is_train=True)
    executor.backward(nd.array([-7.6, 3.2, 8.9, -1.5]))
    assert executor.grad_arrays[0].dtype == np.int32
    assert executor.grad_arrays[0].asnumpy().tolist() == [-15, 6, 17, -3]


def test_losses_do_not_look_at_head_gradients() -> None:
    net = mx.sym.SoftmaxOutput(mx.sym.var("data"), mx.sym.var("label"))
    arguments = {"data": nd.array([[1, 2, 3]]), "label": nd.array([1])}
    gradients = []
    for heads in (None, [nd.ones((4, 4))]):
        executor = net.bind(mx.cpu(), arguments, args_grad={"data": nd.zeros((1, 3))})
        executor.forward(is_train=True)
        executor.backward(heads)
        gradients.append(executor.grad_dict["data"].asnumpy())
    np.testing.assert_array_equal(*gradients)
