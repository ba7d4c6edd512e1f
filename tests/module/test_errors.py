"""Test the messages for invalid names, shapes, states and files."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd


def bind(module: mx.mod.Module) -> mx.mod.Module:
    module.bind([("data", (6, 5))], [("softmax_label", (6,))])
    return module


def values(**others) -> dict[str, nd.NDArray]:
    return {"fc1_weight": nd.ones((8, 5)), "fc1_bias": nd.ones((8,)), "fc2_weight": nd.ones((3, 8)),
            "fc2_bias": nd.ones((3,)), **others}


def without(name: str) -> dict[str, nd.NDArray]:
    return {k: v for k, v in values().items() if k != name}


@pytest.mark.parametrize("kind", ["data", "state", "fixed_param"])
def test_names_the_symbol_does_not_have(network, kind: str) -> None:
    with pytest.raises(ValueError, match=rf"Module\(..., {kind}_names=\['dta'\]\): the symbol has no input 'dta'. Its "
                                         r"inputs, without parameters, are:\n\tdata\n"):
        mx.mod.Module(network, **{f"{kind}_names": ["dta"]})


def test_unknown_labels_only_warn(network) -> None:
    with pytest.warns(UserWarning, match="the symbol has no input 'lable'"):
        mx.mod.Module(network, label_names=["lable"])


def test_shapes_of_other_names(network) -> None:
    module = mx.mod.Module(network)
    with pytest.raises(ValueError, match=r"data_shapes must match the data_names \['data'\], received "
                                         r"\[DataDesc\[dta,\(6, 5\).*\]\]"):
        module.bind([("dta", (6, 5))], [("softmax_label", (6,))])
    with pytest.warns(UserWarning, match=r"label_shapes must match the label_names .*received \[\]"):
        module.bind([("data", (6, 5))])


def test_wrong_shapes_at_bind(network) -> None:
    weight = mx.sym.Variable("w", shape=(3, 7))
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), weight=weight, num_hidden=3, name="fc")
    module = mx.mod.Module(net, label_names=None)
    with pytest.raises(mx.MXNetError, match=r"(?s)simple_bind error. Arguments:\ndata: \(6, 5\).*fc.*\(3, 7\)"):
        module.bind([("data", (6, 5))])
    with pytest.raises(AssertionError, match="the same batch size, but softmax_label with "
                                             r"shape \(5,\) does not have batch size 6"):
        mx.mod.Module(network).bind([("data", (6, 5))], [("softmax_label", (5,))])
    with pytest.raises(ValueError, match=r"some devices would get an empty part: a batch of 1 .* \[1, 1\]"):
        mx.mod.Module(network, context=[mx.gpu(0), mx.gpu(1)]).bind([("data", (1, 5))], [("softmax_label", (1,))])


def test_batches_that_do_not_fit(network) -> None:
    module = bind(mx.mod.Module(network))
    module.init_params()
    with pytest.raises(AssertionError, match=r"the batch has 2 data arrays, but the module takes \['data'\]"):
        module.forward(mx.io.DataBatch([nd.ones((6, 5))] * 2, [nd.ones((6,))]))
    with pytest.raises(mx.MXNetError, match="input data needs an NDArray, received .*numpy.ndarray"):
        module.forward(mx.io.DataBatch([np.ones((6, 5))], [nd.ones((6,))]))
    with pytest.raises((AssertionError, mx.MXNetError), match="fc1_weight"):
        module.forward(mx.io.DataBatch([nd.ones((6, 4))], [nd.ones((6,))]))


def test_missing_and_misspelt_parameters(network) -> None:
    module = bind(mx.mod.Module(network))
    with pytest.raises(RuntimeError, match=r"fc2_bias is not presented .* pass allow_missing=True"):
        module.init_params(arg_params=without("fc2_bias"), aux_params={})
    module.init_params(mx.init.Constant(4), arg_params=without("fc2_weight"), aux_params={}, allow_missing=True)
    assert (module.get_params()[0]["fc2_weight"].asnumpy() == 4).all()
    assert (module.get_params()[0]["fc1_weight"].asnumpy() == 1).all()
    with pytest.raises(RuntimeError, match=r"fc2_bias is not presented in .*'fc2_bais'"):
        module.set_params({**without("fc2_bias"), "fc2_bais": nd.ones((3,))}, {})
    with pytest.raises(mx.MXNetError, match=r"fc2_bias needs shape \(3,\), received \(4,\)"):
        module.set_params(values(fc2_bias=nd.ones((4,))), {})
    with pytest.raises(ValueError, match='"stranger" is not one of the arguments .*allow_extra=True'):
        module.set_params({"stranger": nd.ones((1,))}, {}, allow_missing=True)
    module.set_params({"stranger": nd.ones((1,))}, {}, allow_missing=True, allow_extra=True)
    with pytest.warns(UserWarning, match="init_params has no effect"):
        module.init_params()
    with pytest.warns(UserWarning, match="set_params has no effect"):
        module.set_params(values(), {}, allow_missing=True, force_init=False)


def test_calls_in_the_wrong_order(network, batch) -> None:
    module = mx.mod.Module(network)
    for call in (lambda: module.forward(batch), module.backward, module.update, module.get_outputs,
                 lambda: module.score(None, "acc"), lambda: module.predict(None), lambda: module.data_shapes,
                 lambda: module.init_optimizer(), lambda: module.init_params()):
        with pytest.raises(AssertionError, match="bind"):
            call()
    bind(module)
    with pytest.raises(AssertionError, match="no parameters; call init_params first"):
        module.forward(batch)
    module.init_params()
    with pytest.raises(AssertionError, match="no optimizer; call init_optimizer first"):
        module.update()
    with pytest.raises(AssertionError, match="inputs_need_grad=True"):
        module.get_input_grads()
    with pytest.raises(mx.MXNetError, match=r"call forward\(is_train=True\) first"):
        module.backward()
    with pytest.raises(AssertionError, match="please specify number of epochs"):
        module.fit(mx.io.NDArrayIter(nd.ones((6, 5)), nd.ones((6,)), 6))
    predicting = mx.mod.Module(network)
    predicting.bind([("data", (6, 5))], [("softmax_label", (6,))], for_training=False)
    predicting.init_params()
    predicting.forward(batch)
    with pytest.raises(AssertionError, match="bind it with for_training=True"):
        predicting.backward()


def test_wrong_optimizers(network) -> None:
    module = bind(mx.mod.Module(network))
    module.init_params()
    with pytest.raises(TypeError, match="learning_rat"):
        module.init_optimizer(optimizer_params={"learning_rat": 0.1})
    with pytest.raises(ValueError, match="Cannot find optimizer sgdd"):
        module.init_optimizer(optimizer="sgdd")
    with pytest.raises(AssertionError, match="must be a name or an Optimizer"):
        module.init_optimizer(optimizer=3)
    with pytest.raises(mx.MXNetError, match="a distributed kvstore needs other processes"):
        module.init_optimizer(kvstore="dist_sync")
    with pytest.warns(UserWarning, match=r"rescale_grad=1.0, .* use rescale_grad=0.1666\d*"):
        module.init_optimizer(optimizer=mx.optimizer.SGD())


def test_corrupt_and_missing_files(network, tmp_path: pathlib.Path) -> None:
    prefix = str(tmp_path / "model")
    with pytest.raises(mx.MXNetError, match="model-symbol.json"):
        mx.model.load_checkpoint(prefix, 1)
    (tmp_path / "model-symbol.json").write_text('{"nodes": [{"op": "null"')
    with pytest.raises(mx.MXNetError, match="model-symbol.json"):
        mx.model.load_checkpoint(prefix, 1)
    network.save(f"{prefix}-symbol.json")
    with pytest.raises(mx.MXNetError, match="model-0001.params"):
        mx.model.load_checkpoint(prefix, 1)
    (tmp_path / "model-0001.params").write_bytes(b"not arrays at all, but long enough to look at")
    with pytest.raises(mx.MXNetError, match="model-0001.params"):
        mx.model.load_checkpoint(prefix, 1)
    nd.save(f"{prefix}-0001.params", {"fc1_weight": nd.ones((2,))})
    with pytest.raises(mx.MXNetError, match=r"'fc1_weight' does not start with 'arg:' or 'aux:'.*load_parameters"):
        mx.model.load_checkpoint(prefix, 1)
    nd.save(f"{prefix}-0001.params", [nd.ones((2,))])
    with pytest.raises(ValueError, match="a list of arrays without names"):
        mx.model.load_checkpoint(prefix, 1)


def test_checkpoints_with_missing_or_extra_parameters(network, tmp_path: pathlib.Path) -> None:
    prefix = str(tmp_path / "model")
    mx.model.save_checkpoint(prefix, 1, network, without("fc2_bias"), {})
    with pytest.warns(UserWarning, match=r"model-0001.params does not contain the parameters \['fc2_bias'\], which "
                                         "stay zero"):
        mx.mod.Module.load(prefix, 1)
    mx.model.save_checkpoint(prefix, 2, network, values(stranger=nd.ones((1,))), {})
    module = mx.mod.Module.load(prefix, 2)
    with pytest.raises(ValueError, match='"stranger" is not one of the arguments'):
        bind(module)
    mx.model.save_checkpoint(prefix, 3, network, values(), {})
    with pytest.raises(mx.MXNetError, match=r"model-0003.states.*save_optimizer_states=True"):
        bind(mx.mod.Module.load(prefix, 3, load_optimizer_states=True)).init_optimizer()
