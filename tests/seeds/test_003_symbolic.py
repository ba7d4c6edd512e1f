"""Notes on MXNet (2020), the symbolic part: a network in two stages, on the CPU and on a GPU."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx

CTX_GROUP = '''
import mxnet as mx
def test_ctx_group():
    with mx.AttrScope(ctx_group='stage1'):
        data = mx.symbol.Variable('data')
        fc1  = mx.symbol.FullyConnected(data = data, name='fc1', num_hidden=128)
        act1 = mx.symbol.Activation(data = fc1, name='relu1', act_type="relu")

    set_stage1 = set(act1.list_arguments())
    print(list(act1.list_arguments()))
    with mx.AttrScope(ctx_group='stage2'):
        fc2  = mx.symbol.FullyConnected(data = act1, name = 'fc2', num_hidden = 64)
        act2 = mx.symbol.Activation(data = fc2, name='relu2', act_type="relu")
        fc3  = mx.symbol.FullyConnected(data = act2, name='fc3', num_hidden=10)
        fc3 = mx.symbol.BatchNorm(fc3)
        mlp  = mx.symbol.SoftmaxOutput(data = fc3, name = 'softmax')

    set_stage2 = set(mlp.list_arguments()) - set_stage1
    print(list(mlp.list_arguments()))
    print('set_stage2', set_stage2)
    group2ctx = {
        'stage1' : mx.cpu(0),
        'stage2' : mx.gpu(0)
    }
    texec = mlp.simple_bind(mx.cpu(0),
                            group2ctx=group2ctx,
                            data=(1,200))

    for arr, name in zip(texec.arg_arrays, mlp.list_arguments()):
        if name in set_stage1:
            assert arr.context == group2ctx['stage1']
            print('stage1', arr)
        else:
            assert arr.context == group2ctx['stage2']
            print('stage2', arr)
'''
SYMBOLS = """
import mxnet as mx
data = mx.symbol.Variable('data')
net = mx.symbol.Convolution(data, kernel=(3, 3), num_filter=4, name='conv')
net = mx.symbol.BatchNorm(net, name='bn')
net = mx.symbol.Activation(net, act_type='relu', name='relu')
net = mx.symbol.SoftmaxOutput(mx.symbol.FullyConnected(net, num_hidden=2, name='fc'), name='softmax')
"""


def test_two_stages_get_arrays_on_their_contexts(notebook) -> None:
    notebook.run(CTX_GROUP)
    shown = notebook.run("test_ctx_group()")
    assert shown.startswith("['data', 'fc1_weight', 'fc1_bias']\n['data', 'fc1_weight', 'fc1_bias', 'fc2_weight',")
    assert shown.count("@cpu(0)>") == 3 and shown.count("@gpu(0)>") == 7
    assert "stage1 \n[[0. 0. 0." in shown and "<NDArray 128x200 @cpu(0)>" in shown
    assert "<NDArray 64x128 @gpu(0)>" in shown


def test_the_two_stages_run_both_ways(notebook) -> None:
    """The network that the document binds computes outputs, with copies between the devices."""
    source = CTX_GROUP.replace("    for arr, name in zip", "    return mlp, texec\n    for arr, name in zip")
    notebook.run(source)
    notebook.run("mlp, texec = test_ctx_group()")
    executor = notebook["texec"]
    for name, array in executor.arg_dict.items():
        array[:] = 1 if name == "softmax_label" else mx.nd.random.uniform(-0.1, 0.1, array.shape, ctx=array.context)
    outputs = executor.forward(is_train=True)
    executor.backward()
    assert outputs[0].shape == (1, 10) and outputs[0].context == mx.gpu(0)
    assert outputs[0].asnumpy().sum() == pytest.approx(1, rel=1e-5)
    assert executor.grad_dict["fc1_weight"].context == mx.cpu(0)
    assert executor.grad_dict["fc3_weight"].context == mx.gpu(0)


def test_a_list_of_contexts_per_group_is_for_modules(notebook) -> None:
    """Check the document's question, simple_bind with lists, which fails, and its answer, Module, which works."""
    notebook.run(CTX_GROUP.replace("mx.gpu(0)\n", "[mx.gpu(0), mx.gpu(1)]\n"))
    with pytest.raises(mx.MXNetError, match="use mx.mod.Module"):
        notebook.run("test_ctx_group()")
    source = CTX_GROUP.replace("    for arr, name in zip", "    return mlp\n    for arr, name in zip")
    notebook.run(source)
    notebook.run("mlp = test_ctx_group()")
    module = mx.mod.Module(notebook["mlp"], context=[mx.cpu(0), mx.cpu(1)],
                           group2ctxs={"stage1": [mx.cpu(0), mx.cpu(1)], "stage2": [mx.gpu(0), mx.gpu(1)]})
    module.bind([("data", (4, 200))], [("softmax_label", (4,))])
    module.init_params()
    module.forward(mx.io.DataBatch([mx.nd.ones((4, 200))], [mx.nd.zeros((4,))]))
    assert module.get_outputs()[0].shape == (4, 10)


def test_symbols_know_types_shapes_arguments_outputs_and_states(notebook) -> None:
    notebook.run(SYMBOLS)
    net = notebook["net"]
    assert net.list_arguments() == ["data", "conv_weight", "conv_bias", "bn_gamma", "bn_beta", "fc_weight", "fc_bias",
                                    "softmax_label"]
    assert net.list_outputs() == ["softmax_output"]
    assert net.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    arguments, outputs, states = net.infer_shape(data=(2, 1, 5, 5))
    assert arguments[:2] == [(2, 1, 5, 5), (4, 1, 3, 3)] and outputs == [(2, 2)] and states == [(4,), (4,)]
    types = net.infer_type(data="float32")
    assert set(types[0]) == {np.float32}
    inner = net.get_internals()["relu_output"]
    assert inner.infer_shape(data=(2, 1, 5, 5))[1] == [(2, 4, 3, 3)]


def test_executing_a_symbol_needs_binding(notebook) -> None:
    notebook.run(SYMBOLS)
    shown = notebook.run("texec = net.simple_bind(mx.cpu(), data=(2, 1, 5, 5))\ntexec.forward()[0].shape")
    assert shown == "(2, 2)\n"


def test_checkpoints_while_training_and_after(notebook, tmp_path) -> None:
    """Test mx.callback.do_checkpoint() and mx.model.load_checkpoint() with speed and metric callbacks."""
    notebook.run(SYMBOLS)
    notebook["prefix"] = str(tmp_path / "model")
    notebook.run("""
data_iter = mx.io.NDArrayIter(mx.nd.random.uniform(shape=(8, 1, 5, 5)), mx.nd.array([0, 1] * 4), batch_size=4)
mod = mx.mod.Module(net, context=mx.gpu(0))
mod.fit(data_iter, optimizer='sgd', optimizer_params={'learning_rate': 0.1,
        'lr_scheduler': mx.lr_scheduler.FactorScheduler(step=2, factor=0.9, base_lr=0.1)},
        eval_metric='acc', num_epoch=2, initializer=mx.init.Xavier(), batch_end_callback=mx.callback.Speedometer(4, 1),
        epoch_end_callback=mx.callback.do_checkpoint(prefix))
sym, arg_params, aux_params = mx.model.load_checkpoint(prefix, 2)
""")
    assert notebook["sym"].list_outputs() == ["softmax_output"]
    assert set(notebook["aux_params"]) == {"bn_moving_mean", "bn_moving_var"}
    np.testing.assert_array_equal(notebook["arg_params"]["conv_weight"].asnumpy(),
                                  notebook["mod"].get_params()[0]["conv_weight"].asnumpy())
