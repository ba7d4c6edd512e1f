"""Tests of BucketingModule: one symbol per length, shared parameters, checkpoints."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd


def sym_gen(length: int):
    """Return the mean of embedded words for sentences of a given length."""
    words = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=7, output_dim=4, name="embed")
    net = mx.sym.FullyConnected(mx.sym.mean(words, axis=1), num_hidden=2, name="fc")
    return mx.sym.SoftmaxOutput(net, name="softmax"), ("data",), ("softmax_label",)


def batch(length: int, size: int = 4) -> mx.io.DataBatch:
    """Return sentences of even words with class 0 and of odd words with class 1."""
    labels = np.arange(size) % 2
    words = np.random.RandomState(length).randint(0, 3, (size, length)) * 2 + labels[:, None]
    return mx.io.DataBatch([nd.array(words)], [nd.array(labels)], pad=0, bucket_key=length,
                           provide_data=[("data", (size, length))], provide_label=[("softmax_label", (size,))])


class Sentences(mx.io.DataIter):
    """Return batches of several lengths."""

    default_bucket_key = 6

    def __init__(self) -> None:
        super().__init__(4)
        self.provide_data, self.provide_label = [("data", (4, 6))], [("softmax_label", (4,))]
        self.reset()

    def reset(self) -> None:
        self.rest = iter([3, 6, 5, 3])

    def next(self) -> mx.io.DataBatch:
        return batch(next(self.rest))


@pytest.fixture(params=[mx.cpu(), [mx.gpu(0), mx.gpu(1)]], ids=["one", "two"])
def trained(request) -> mx.mod.BucketingModule:
    module = mx.mod.BucketingModule(sym_gen, default_bucket_key=6, context=request.param)
    module.fit(Sentences(), optimizer_params={"learning_rate": 1.0, "momentum": 0.5}, initializer=mx.init.Xavier(),
               num_epoch=10)
    return module


def test_all_buckets_learn_together(trained) -> None:
    assert sorted(trained._buckets) == [3, 5, 6]
    assert dict(trained.score(Sentences(), "acc"))["accuracy"] == 1.0
    for length in (2, 4, 6):  # including new lengths
        trained.forward(batch(length), is_train=False)
        assert trained.output_shapes == [("softmax_output", (4, 2))]
        np.testing.assert_array_equal(trained.get_outputs()[0].asnumpy().argmax(1), [0, 1, 0, 1])
    weights = {id(m._exec_group.execs[0].arg_dict["embed_weight"]) for m in trained._buckets.values()}
    assert len(weights) == 1


def test_switching_and_facts() -> None:
    module = mx.mod.BucketingModule(sym_gen, default_bucket_key=6)
    assert module.data_names == ("data",) and module.output_names == ["softmax_output"]
    module.bind([("data", (4, 6))], [("softmax_label", (4,))])
    module.init_params()
    module.init_optimizer()
    module.switch_bucket(3, [("data", (4, 3))], [("softmax_label", (4,))])
    assert module.data_shapes[0].shape == (4, 3) and module._curr_bucket_key == 3
    assert module._curr_module.optimizer_initialized
    module.prepare(batch(5))
    assert module._curr_bucket_key == 3 and 5 in module._buckets
    monitor = mx.mon.Monitor(1, pattern="fc_output")
    module.install_monitor(monitor)
    monitor.tic()
    module.forward(batch(2))
    assert [name for _, name, _ in monitor.toc()] == ["fc_output"]


def test_rebinding_keeps_parameters() -> None:
    module = mx.mod.BucketingModule(sym_gen, default_bucket_key=6)
    module.bind([("data", (4, 6))], [("softmax_label", (4,))])
    module.init_params(mx.init.Xavier())
    before = {k: v.asnumpy() for k, v in module.get_params()[0].items()}
    module.bind([("data", (8, 6))], [("softmax_label", (8,))], force_rebind=True)
    assert list(module._buckets) == [6] and module.data_shapes[0].shape == (8, 6)
    for name, value in module.get_params()[0].items():
        np.testing.assert_array_equal(value.asnumpy(), before[name])
    module.set_params({"fc_bias": nd.array([3, 4])}, {}, allow_missing=True)
    np.testing.assert_array_equal(module.get_params()[0]["fc_bias"].asnumpy(), [3, 4])


def test_checkpoint(trained, tmp_path: pathlib.Path) -> None:
    prefix = str(tmp_path / "words")
    trained.save_checkpoint(prefix, 10)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "words-0010.params", "words-3-symbol.json", "words-5-symbol.json", "words-6-symbol.json", "words.buckets"]
    loaded = mx.mod.BucketingModule.load(prefix, 10, sym_gen=sym_gen, default_bucket_key=6)
    loaded.bind([("data", (4, 6))], [("softmax_label", (4,))], for_training=False)
    for length in (3, 6):
        loaded.forward(batch(length))
        trained.forward(batch(length), is_train=False)
        np.testing.assert_allclose(loaded.get_outputs()[0].asnumpy(), trained.get_outputs()[0].asnumpy(), rtol=1e-5)


@pytest.mark.parametrize(("options", "message"), [
    ({}, "sym_gen is required"), ({"sym_gen": sym_gen}, "default_bucket_key is required")])
def test_load_needs(options: dict, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        mx.mod.BucketingModule.load("nothing", 1, **options)
    with pytest.raises(AssertionError, match="load_dict: sym_dict is required"):
        mx.mod.BucketingModule.load_dict()
    with pytest.raises(AssertionError, match="load_dict: sym_gen is required"):
        mx.mod.BucketingModule.load_dict({}, None, 1, {}, {})
    with pytest.raises(AssertionError, match="default_bucket_key is required"):
        mx.mod.BucketingModule(sym_gen)
