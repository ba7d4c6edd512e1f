"""Tests of SequentialModule, PythonModule and PythonLossModule."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd


def first_half() -> mx.mod.Module:
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=8, name="fc1")
    return mx.mod.Module(mx.sym.Activation(net, act_type="tanh", name="act"), label_names=None)


def second_half() -> mx.mod.Module:
    net = mx.sym.FullyConnected(mx.sym.Variable("hidden"), num_hidden=3, name="fc2")
    return mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"), data_names=["hidden"])


def test_sequence_trains_like_one_network(data, network) -> None:
    train = mx.io.NDArrayIter(*data, batch_size=12)
    whole = mx.mod.Module(network)
    parts = mx.mod.SequentialModule()
    assert parts.add(first_half()).add(second_half(), take_labels=True, auto_wiring=True) is parts
    options = {"optimizer_params": {"learning_rate": 0.5}, "num_epoch": 3, "initializer": mx.init.Constant(0.1)}
    for module in (whole, parts):
        module.fit(train, **options)
        train.reset()
    for name, value in whole.get_params()[0].items():
        np.testing.assert_allclose(parts.get_params()[0][name].asnumpy(), value.asnumpy(), rtol=1e-4, atol=1e-6)
    assert parts.data_names == ["data"] and parts.output_names == ["softmax_output"]
    assert parts.output_shapes == [("softmax_output", (12, 3))] and parts.label_shapes == train.provide_label
    np.testing.assert_allclose(parts.predict(train).asnumpy(), whole.predict(train).asnumpy(), rtol=1e-4)


def test_input_gradients_go_through_all_modules() -> None:
    parts = mx.mod.SequentialModule()
    for name in ("a", "b"):
        parts.add(mx.mod.Module(mx.sym.Variable("data") * 3, label_names=None), auto_wiring=name == "b")
    parts.bind([("data", (2, 2))], inputs_need_grad=True)
    parts.init_params()
    parts.forward(mx.io.DataBatch([nd.ones((2, 2))]))
    parts.backward([nd.ones((2, 2))])
    assert (parts.get_outputs()[0].asnumpy() == 9).all() and (parts.get_input_grads()[0].asnumpy() == 9).all()


def test_sequence_errors() -> None:
    with pytest.raises(AssertionError, match='Unknown meta "take_lables", a typo?'):
        mx.mod.SequentialModule().add(first_half(), take_lables=True)
    with pytest.raises(AssertionError, match="SequentialModule is empty"):
        mx.mod.SequentialModule().bind([("data", (2, 2))])
    twice = mx.mod.SequentialModule().add(first_half()).add(first_half(), auto_wiring=True)
    twice.bind([("data", (6, 5))])
    with pytest.raises(AssertionError, match='layers 0 and 1 both have a parameter "fc1_'):
        twice.init_params()


def test_loss_in_python(data) -> None:
    """Multi-class hinge loss with a gradient in numpy."""

    def gradient(scores: nd.NDArray, labels: nd.NDArray) -> np.ndarray:
        values, targets = scores.asnumpy(), labels.asnumpy().astype(int)
        rows = np.arange(len(targets))
        violated = (values - values[rows, targets][:, None] + 1 > 0).astype("float32")
        violated[rows, targets] = 0
        violated[rows, targets] = -violated.sum(axis=1)
        return violated

    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    module = mx.mod.SequentialModule()
    module.add(mx.mod.Module(net, label_names=None))
    module.add(mx.mod.PythonLossModule(grad_func=gradient), take_labels=True, auto_wiring=True)
    train = mx.io.NDArrayIter(*data, batch_size=12)
    module.fit(train, optimizer_params={"learning_rate": 0.1}, num_epoch=10)
    assert dict(module.score(train, "acc"))["accuracy"] == 1.0
    assert module.output_names == ["pyloss_output"]


def test_module_in_python() -> None:
    class Doubled(mx.mod.PythonModule):
        def _compute_output_shapes(self):
            return [("twice", self._data_shapes[0][1])]

        def forward(self, data_batch, is_train=None):
            self.result = data_batch.data[0] * 2

        def get_outputs(self, merge_multi_context=True):
            return [self.result]

    module = Doubled(("data",), None, ["twice"])
    module.bind([("data", (2, 2))])
    module.init_params()
    module.init_optimizer()
    module.forward(mx.io.DataBatch([nd.ones((2, 2))]))
    module.update()
    assert (module.get_outputs()[0].asnumpy() == 2).all()
    assert module.output_shapes == [("twice", (2, 2))] and module.get_params() == ({}, {})
    with pytest.raises(AssertionError, match=r"data_shapes \['dta'\] must match data_names \['data'\]"):
        module.bind([("dta", (2, 2))])
    with pytest.raises(AssertionError, match="only supports grad_req='write', received 'add'"):
        module.bind([("data", (2, 2))], grad_req="add")
    with pytest.raises(NotImplementedError, match="_compute_output_shapes"):
        mx.mod.PythonModule(["data"], None, ["x"]).bind([("data", (1,))])
    with pytest.raises(NotImplementedError, match="grad_func"):
        loss = mx.mod.PythonLossModule()
        loss.bind([("data", (1, 1))], [("softmax_label", (1,))])
        loss.forward(mx.io.DataBatch([nd.ones((1, 1))], [nd.ones((1,))]))
        loss.backward()
