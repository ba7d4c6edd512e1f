"""Tests of Module: binding, parameters, steps, several devices, fit, score and predict."""

from __future__ import annotations

import logging

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd


def accuracy(module: mx.mod.BaseModule, iterator: mx.io.DataIter) -> float:
    return dict(module.score(iterator, "acc"))["accuracy"]


@pytest.mark.parametrize(("context", "kvstore"), [
    (mx.cpu(), "local"), (mx.gpu(1), "device"), (mx.cpu(), None), ([mx.gpu(0), mx.gpu(1)], "local"),
    ([mx.gpu(0), mx.gpu(1)], "device"), ([mx.cpu(0), mx.cpu(1), mx.cpu(2)], "local")])
def test_fit_learns(network, data, context, kvstore) -> None:
    train = mx.io.NDArrayIter(*data, batch_size=12, shuffle=True)
    module = mx.mod.Module(network, context=context)
    module.fit(train, eval_data=train, optimizer_params={"learning_rate": 0.5, "momentum": 0.9}, kvstore=kvstore,
               initializer=mx.init.Xavier(), num_epoch=8)
    assert accuracy(module, train) == 1.0
    outputs = module.predict(mx.io.NDArrayIter(data[0], batch_size=12))
    assert outputs.shape == (60, 3)
    np.testing.assert_array_equal(outputs.asnumpy().argmax(axis=1), data[1])


def test_fit_tells_callbacks_metrics_and_logger(network, data, caplog: pytest.LogCaptureFixture) -> None:
    train = mx.io.NDArrayIter(*data, batch_size=20)
    seen: list[tuple] = []
    module = mx.mod.Module(network)
    with caplog.at_level(logging.INFO):
        module.fit(train, eval_data=train, num_epoch=3, begin_epoch=1,
                   batch_end_callback=lambda p: seen.append(("batch", p.epoch, p.nbatch)),
                   epoch_end_callback=[lambda e, s, a, x: seen.append(("epoch", e, sorted(a), x))],
                   eval_end_callback=lambda p: seen.append(("eval", p.epoch, p.nbatch)),
                   eval_batch_end_callback=lambda p: seen.append(("eval batch", p.nbatch)),
                   validation_metric="ce", eval_metric=["acc", "ce"])
    names = ["fc1_bias", "fc1_weight", "fc2_bias", "fc2_weight"]
    one = [("batch", 1, 0), ("batch", 1, 1), ("batch", 1, 2), ("epoch", 1, names, {}), ("eval batch", 0),
           ("eval batch", 1), ("eval batch", 2), ("eval", 1, 3)]
    assert seen[:8] == one and len(seen) == 16
    lines = [record.getMessage() for record in caplog.records]
    assert any(line.startswith("Epoch[1] Train-accuracy=") for line in lines)
    assert any(line.startswith("Epoch[2] Train-cross-entropy=") for line in lines)
    assert any(line.startswith("Epoch[2] Time cost=") for line in lines)
    assert any(line.startswith("Epoch[2] Validation-cross-entropy=") for line in lines)


def test_several_devices_compute_what_one_does(network, data) -> None:
    """Splitting a batch evenly or by workload gives the same parameters."""
    results = []
    for context, loads in ((mx.cpu(), None), ([mx.gpu(0), mx.gpu(1)], None), ([mx.gpu(0), mx.gpu(1)], [1, 2])):
        module = mx.mod.Module(network, context=context, work_load_list=loads)
        module.bind([("data", (12, 5))], [("softmax_label", (12,))])
        mx.random.seed(5)
        module.init_params(mx.init.Xavier())
        module.init_optimizer(optimizer_params={"learning_rate": 0.3, "momentum": 0.9, "wd": 0.1})
        for start in (0, 12, 24):
            module.forward_backward(mx.io.DataBatch([nd.array(data[0][start:start + 12])],
                                                    [nd.array(data[1][start:start + 12])]))
            module.update()
        results.append((module.get_outputs()[0].asnumpy(), module.get_params()[0]))
    for output, params in results[1:]:
        np.testing.assert_allclose(output, results[0][0], rtol=1e-5, atol=1e-6)
        for name, value in params.items():
            np.testing.assert_allclose(value.asnumpy(), results[0][1][name].asnumpy(), rtol=1e-5, atol=1e-6)
    slices = [s for s, _ in module._exec_group.data_arrays[0]]
    assert slices == [slice(0, 4), slice(4, 12)]
    assert [len(o) for o in module.get_outputs(merge_multi_context=False)] == [2]


def test_batches_are_not_changed_and_not_shared(bound, batch) -> None:
    """Loading a batch does not copy it, but writing to either array does not change the other."""
    before = batch.data[0].asnumpy()
    bound.forward(batch)
    bound._exec_group.execs[0].arg_dict["data"][:] = 0
    np.testing.assert_array_equal(batch.data[0].asnumpy(), before)
    bound.forward(batch)
    batch.data[0][:] = 7
    np.testing.assert_array_equal(bound._exec_group.execs[0].arg_dict["data"].asnumpy(), before)


def test_data_of_another_type_are_cast(network) -> None:
    module = mx.mod.Module(network)
    module.bind([mx.io.DataDesc("data", (2, 5), dtype="float16")],
                [mx.io.DataDesc("softmax_label", (2,), dtype="float16")])
    module.init_params()
    module.forward(mx.io.DataBatch([nd.ones((2, 5))], [nd.zeros((2,))]), is_train=False)
    assert module.get_outputs()[0].dtype == np.float16
    assert module.get_params()[0]["fc1_weight"].dtype == np.float16


def test_input_gradients_and_given_gradients_of_outputs() -> None:
    net = mx.sym.Variable("a") * 2 + mx.sym.Variable("b") * 3
    module = mx.mod.Module(net, data_names=["b", "a"], label_names=None, context=[mx.gpu(0), mx.gpu(1)])
    module.bind([("b", (4, 3)), ("a", (4, 3))], inputs_need_grad=True)
    module.init_params()
    module.forward(mx.io.DataBatch([nd.ones((4, 3)), nd.ones((4, 3))]), is_train=True)
    gradient = nd.arange(12).reshape((4, 3))
    module.backward([gradient])
    for_b, for_a = module.get_input_grads()
    np.testing.assert_array_equal(for_b.asnumpy(), gradient.asnumpy() * 3)
    np.testing.assert_array_equal(for_a.asnumpy(), gradient.asnumpy() * 2)
    assert [g.shape for g in module.get_input_grads(merge_multi_context=False)[0]] == [(2, 3)] * 2


@pytest.mark.parametrize("context", [mx.cpu(), [mx.gpu(0), mx.gpu(1)]])
def test_other_batch_sizes_are_taken_as_they_come(network, context) -> None:
    module = mx.mod.Module(network, context=context)
    module.bind([("data", (8, 5))], [("softmax_label", (8,))])
    module.init_params()
    module.init_optimizer()
    for size in (8, 4, 10, 8, 4):
        module.forward_backward(mx.io.DataBatch([nd.ones((size, 5))], [nd.zeros((size,))]))
        module.update()
        assert module.get_outputs()[0].shape == (size, 3)
        assert module.data_shapes[0].shape == (size, 5) and module.output_shapes == [("softmax_output", (size, 3))]
    # Without labels, for prediction.
    with pytest.warns(UserWarning, match="label_shapes must match the label_names"):
        module.forward(mx.io.DataBatch([nd.ones((2, 5))]), is_train=False)
    assert module.get_outputs()[0].shape == (2, 3)


def test_prediction_without_labels(network, bound, data) -> None:
    """A trained network with its loss can be bound without labels and adapts to the batch size."""
    module = mx.mod.Module(network, label_names=None)
    module.bind([("data", (1, 5))], for_training=False)
    module.set_params(*bound.get_params(), allow_missing=True)
    expected = bound.predict(nd.array(data[0][:6])).asnumpy()
    for size in (1, 6, 3):
        module.forward(mx.io.DataBatch([nd.array(data[0][:size])]))
        np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), expected[:size], rtol=1e-5)


def test_reshape_keeps_training_the_same_parameters(bound, batch) -> None:
    bound.reshape([("data", (3, 5))], [("softmax_label", (3,))])
    before = bound.get_params()[0]["fc2_bias"].asnumpy()
    bound.forward_backward(mx.io.DataBatch([batch.data[0][:3]], [batch.label[0][:3]]))
    bound.update()
    after = bound.get_params()[0]["fc2_bias"].asnumpy()
    assert abs(after - before).max() > 1e-4
    bound.reshape([("data", (6, 5))], [("softmax_label", (6,))])
    bound.forward(batch, is_train=False)
    np.testing.assert_array_equal(bound.get_params()[0]["fc2_bias"].asnumpy(), after)


def test_list_of_batches_one_per_device(network, data) -> None:
    module = mx.mod.Module(network, context=[mx.gpu(0), mx.gpu(1)])
    module.bind([("data", (6, 5))], [("softmax_label", (6,))])
    module.init_params()
    parts = [mx.io.DataBatch([nd.array(data[0][i:i + 3])], [nd.array(data[1][i:i + 3])]) for i in (0, 3)]
    module.forward(parts, is_train=False)
    outputs = module.get_outputs()[0].asnumpy()
    metric = mx.metric.Accuracy()
    module.update_metric(metric, [part.label for part in parts], pre_sliced=True)
    assert metric.num_inst == 6
    module.forward(mx.io.DataBatch([nd.array(data[0][:6])], [nd.array(data[1][:6])]), is_train=False)
    np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), outputs, rtol=1e-6)


def test_fixed_parameters_and_gradient_requests(network, batch) -> None:
    module = mx.mod.Module(network, fixed_param_names=["fc1_weight"])
    module.bind([("data", (6, 5))], [("softmax_label", (6,))], grad_req="add")
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer_params={"learning_rate": 0.5})
    first = {k: v.asnumpy() for k, v in module.get_params()[0].items()}
    module.forward_backward(batch)
    once = module._exec_group.execs[0].grad_dict["fc2_weight"].asnumpy()
    module.forward_backward(batch)
    np.testing.assert_allclose(module._exec_group.execs[0].grad_dict["fc2_weight"].asnumpy(), 2 * once, rtol=1e-5)
    module.update()
    changed = {k: abs(v.asnumpy() - first[k]).max() > 0 for k, v in module.get_params()[0].items()}
    assert changed == {"fc1_weight": False, "fc1_bias": True, "fc2_weight": True, "fc2_bias": True}
    assert module._exec_group.execs[0].grad_dict["fc1_weight"] is None


def test_states_are_kept_between_batches() -> None:
    state = mx.sym.Variable("state")
    total = mx.sym.Variable("data") + state
    module = mx.mod.Module(mx.sym.Group([total, mx.sym.BlockGrad(total)]), label_names=None, state_names=["state"],
                           context=[mx.gpu(0), mx.gpu(1)])
    module.bind([("data", (4, 2))], for_training=False)
    module.init_params()
    # Batch-sized inputs that are not data have the size of the part of each device.
    assert [a.shape for a in module.get_states(merge_multi_context=False)[0]] == [(2, 2), (2, 2)]
    module.set_states(value=1)
    for expected in (2, 3, 4):
        module.forward(mx.io.DataBatch([nd.ones((4, 2))]))
        outputs = module.get_outputs(merge_multi_context=False)
        assert (module.get_outputs()[0].asnumpy() == expected).all()
        module.set_states(states=[outputs[0]])
    with pytest.raises(AssertionError, match="exactly one of states and value"):
        module.set_states(states=[outputs[0]], value=1)
    with pytest.raises(AssertionError, match="exactly one of states and value"):
        module.set_states()


def test_predict_forms(bound, data) -> None:
    iterator = mx.io.NDArrayIter(data[0][:10], data[1][:10], batch_size=6)
    merged = bound.predict(iterator)
    assert merged.shape == (10, 3)
    assert [o.shape for o in bound.predict(iterator, always_output_list=True)] == [(10, 3)]
    assert [[o.shape for o in outputs] for outputs in bound.predict(iterator, merge_batches=False)] == [
        [(6, 3)], [(4, 3)]]
    assert bound.predict(iterator, num_batch=1).shape == (6, 3)
    assert [(o[0].shape, n) for o, n, _ in bound.iter_predict(iterator)] == [((6, 3), 0), ((4, 3), 1)]
    np.testing.assert_allclose(bound.predict(data[0][:6]).asnumpy(), merged.asnumpy()[:6], rtol=1e-6)
    np.testing.assert_allclose(bound.predict(nd.array(data[0][:6])).asnumpy(), merged.asnumpy()[:6], rtol=1e-6)
    with pytest.raises(ValueError, match="eval_data must be a DataIter or an array"):
        bound.predict([1, 2])


def test_prediction_sees_every_change_of_the_parameters(bound, batch) -> None:
    """Tensors derived from parameters for prediction are recomputed after updates and assignments."""
    bound.forward(batch, is_train=False)
    first = bound.get_outputs()[0].asnumpy()
    bound.forward_backward(batch)
    bound.update()
    bound.forward(batch, is_train=False)
    second = bound.get_outputs()[0].asnumpy()
    assert abs(second - first).max() > 1e-3
    params, states = bound.get_params()
    bound.set_params({k: v * 0 for k, v in params.items()}, states)
    bound.forward(batch, is_train=False)
    np.testing.assert_allclose(bound.get_outputs()[0].asnumpy(), 1 / 3, rtol=1e-6)


def test_shared_module_and_borrowed_optimizer(bound, batch, network) -> None:
    small = mx.mod.Module(network)
    small.bind([("data", (2, 5))], [("softmax_label", (2,))], shared_module=bound)
    assert small.params_initialized and small.optimizer_initialized
    small.forward_backward(mx.io.DataBatch([batch.data[0][:2]], [batch.label[0][:2]]))
    small.update()
    for name in ("fc1_weight", "fc2_bias"):
        mine, other = (m._exec_group.execs[0].arg_dict[name] for m in (small, bound))
        assert mine is other


def test_monitor_sees_outputs_and_gradients(network, batch) -> None:
    module = mx.mod.Module(network)
    module.bind([("data", (6, 5))], [("softmax_label", (6,))])
    module.init_params()
    monitor = mx.mon.Monitor(1, pattern="fc2.*", sort=True)
    module.install_monitor(monitor)
    monitor.tic()
    module.forward_backward(batch)
    names = [name for _, name, _ in monitor.toc()]
    assert names == ["fc2_backward_output0", "fc2_backward_output1", "fc2_backward_output2", "fc2_bias", "fc2_output",
                     "fc2_weight"]


def test_optimizer_multipliers_come_from_the_symbol(batch) -> None:
    weight = mx.sym.Variable("fc_weight", lr_mult=0.0)
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), weight=weight, num_hidden=3, name="fc")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"), context=[mx.gpu(0), mx.gpu(1)])
    module.bind([("data", (6, 5))], [("softmax_label", (6,))])
    module.init_params(mx.init.Xavier())
    before = module.get_params()[0]["fc_weight"].asnumpy()
    module.init_optimizer(optimizer_params={"learning_rate": 0.5, "wd": 0.3})
    module.forward_backward(batch)
    module.update()
    params = module.get_params()[0]
    np.testing.assert_array_equal(params["fc_weight"].asnumpy(), before)
    assert abs(params["fc_bias"].asnumpy()).max() > 1e-3


def test_gradient_compression(network, data) -> None:
    options = {"compression_params": {"type": "2bit", "threshold": 0.05}, "context": [mx.gpu(0), mx.gpu(1)]}
    module = mx.mod.Module(network, **options)
    train = mx.io.NDArrayIter(*data, batch_size=12)
    module.fit(train, kvstore="device", optimizer_params={"learning_rate": 0.5}, initializer=mx.init.Xavier(),
               num_epoch=10)
    assert accuracy(module, train) == 1.0
    refused = mx.mod.Module(network, **options)
    with pytest.raises(mx.MXNetError, match="does not compress gradients"):
        refused.fit(train, kvstore="local", num_epoch=1)


def test_network_spread_over_devices(data) -> None:
    """Test two groups of nodes on two contexts each, for two parts of the batch."""
    with mx.AttrScope(ctx_group="first"):
        net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=8, name="fc1")
    with mx.AttrScope(ctx_group="second"):
        net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="tanh"), num_hidden=3, name="fc2")
        net = mx.sym.SoftmaxOutput(net, name="softmax")
    groups = {"first": [mx.gpu(0), mx.gpu(1)], "second": [mx.gpu(2), mx.gpu(3)]}
    module = mx.mod.Module(net, context=[mx.gpu(0), mx.gpu(1)], group2ctxs=groups)
    train = mx.io.NDArrayIter(*data, batch_size=12)
    module.fit(train, optimizer_params={"learning_rate": 0.5}, initializer=mx.init.Xavier(), num_epoch=10)
    arrays = module._exec_group.execs[1].arg_dict
    assert arrays["fc1_weight"].context == mx.gpu(1) and arrays["fc2_weight"].context == mx.gpu(3)
    assert accuracy(module, train) == 1.0


def test_prepare_warns_where_nothing_is_sparse(bound, batch) -> None:
    with pytest.warns(UserWarning, match="the KVStore does not update the parameters"):
        bound.prepare(batch, sparse_row_id_fn=lambda b: {})
