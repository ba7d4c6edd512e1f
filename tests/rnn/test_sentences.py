"""Tests of sentence encoding, bucketed batches and checkpoints of recurrent networks."""

from __future__ import annotations

import pathlib
import random

import numpy as np
import pytest

import mxnet as mx


def test_encode() -> None:
    encoded, vocab = mx.rnn.encode_sentences([["a", "b"], ["b", "c"]], invalid_label=1, start_label=0)
    assert encoded == [[0, 2], [2, 3]] and vocab == {"\n": 1, "a": 0, "b": 2, "c": 3}
    again, _ = mx.rnn.encode_sentences([["c", "a"]], vocab)
    assert again == [[3, 0]]
    with pytest.raises(AssertionError, match="Unknown token z"):
        mx.rnn.encode_sentences([["z"]], vocab)


def test_unknown_token() -> None:
    encoded, vocab = mx.rnn.encode_sentences([["a", "z"]], {"a": 1}, start_label=5, unknown_token="UNK")
    assert encoded == [[1, 5]] and vocab["UNK"] == 5


@pytest.mark.parametrize("layout", ["NT", "TN"])
def test_buckets(layout: str, capsys: pytest.CaptureFixture[str]) -> None:
    random.seed(1)
    np.random.seed(1)
    sentences = [[i, i + 1, i + 2] for i in range(4)] + [[9] * 5] * 3 + [[1] * 9]
    batches = mx.rnn.BucketSentenceIter(sentences, 2, buckets=[5, 3, 7], invalid_label=-1, layout=layout)
    assert "discarded 1 sentences" in capsys.readouterr().out
    assert batches.buckets == [3, 5] and batches.default_bucket_key == 5
    assert batches.provide_data[0].shape == ((2, 5) if layout == "NT" else (5, 2))
    seen = list(batches)
    assert sorted(batch.bucket_key for batch in seen) == [3, 3, 5]
    for batch in seen:
        data, label = (a.asnumpy() if layout == "NT" else a.asnumpy().T for a in (batch.data[0], batch.label[0]))
        assert batch.data[0].shape == batch.provide_data[0].shape
        assert (label[:, :-1] == data[:, 1:]).all() and (label[:, -1] == -1).all()
    batches.reset()
    assert len(list(batches)) == 3


def test_default_buckets() -> None:
    batches = mx.rnn.BucketSentenceIter([[1, 2]] * 3 + [[1]] + [[1, 2, 3]] * 2, 2)
    assert batches.buckets == [2, 3]
    assert sorted(batches.data[0].tolist()) == [[1, -1], [1, 2], [1, 2], [1, 2]]


def test_bad_layout() -> None:
    with pytest.raises(ValueError, match="layout must be 'NT' .* received 'TCN'"):
        mx.rnn.BucketSentenceIter([[1]], 1, layout="TCN")


def test_checkpoint(tmp_path: pathlib.Path) -> None:
    cell = mx.rnn.FusedRNNCell(3, mode="gru", prefix="net_")
    net = cell.unroll(2, mx.sym.Variable("data"), layout="TNC", merge_outputs=True)[0]
    array = mx.nd.array(np.arange(72, dtype="float32"))
    prefix = str(tmp_path / "model")
    mx.rnn.do_rnn_checkpoint(cell, prefix, period=2)(0, net, {"net_parameters": array}, {})
    assert not list(tmp_path.iterdir())
    mx.rnn.do_rnn_checkpoint(cell, prefix, period=2)(1, net, {"net_parameters": array}, {})
    stored = mx.nd.load(f"{prefix}-0002.params")
    assert "arg:net_l0_i2h_r_weight" in stored and "arg:net_parameters" not in stored
    symbol, weights, _ = mx.rnn.load_rnn_checkpoint([cell], prefix, 2)
    assert symbol.list_arguments() == net.list_arguments()
    assert (weights["net_parameters"].asnumpy() == array.asnumpy()).all()
