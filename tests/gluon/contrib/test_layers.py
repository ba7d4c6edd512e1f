"""Compare layers of ``gluon.contrib`` with MXNet, eager and hybridized."""

from pathlib import Path

import numpy as np
import pytest
from golden_contrib import CASES, run

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn
from mxnet.gluon.contrib import cnn as contrib_cnn
from mxnet.gluon.contrib import data as contrib_data
from mxnet.gluon.contrib import nn as contrib_nn
from mxnet.gluon.contrib import rnn as contrib_rnn

GOLDEN = np.load(Path(__file__).parent.parent / "golden" / "contrib.npz")


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_equals_the_original(name, hybrid):
    found = run(CASES[name], hybrid)
    expected = {key.partition(":")[2]: GOLDEN[key] for key in GOLDEN.files if key.partition(":")[0] == name}
    assert list(found) == list(expected)
    for key, value in found.items():
        np.testing.assert_allclose(value, expected[key], rtol=1e-4, atol=1e-5, err_msg=key)


def test_states_have_the_size_of_the_convolved_input():
    cell = contrib_rnn.Conv2DLSTMCell((3, 10, 8), 4, i2h_kernel=(3, 5), h2h_kernel=3)
    assert [info["shape"] for info in cell.state_info(2)] == [(2, 4, 8, 4)] * 2
    assert repr(cell) == "Conv2DLSTMCell(3 -> 16, tanh, NCHW)"
    with pytest.raises(AssertionError, match="odd number"):
        contrib_rnn.Conv1DRNNCell((3, 10), 4, 3, 2)
    with pytest.raises(AssertionError, match="length 1"):
        contrib_rnn.Conv1DRNNCell((3, 10), 4, (3, 3), 3)


@pytest.mark.parametrize("kind", [contrib_nn.Concurrent, contrib_nn.HybridConcurrent])
def test_paths_side_by_side(kind):
    block = kind(axis=1)
    block.add(contrib_nn.Identity(), nn.HybridLambda(lambda F, x: x * 2))
    assert block(nd.array([[1, 2]])).asnumpy().tolist() == [[1, 2, 2, 4]]


def test_variational_dropout_keeps_its_mask():
    cell = contrib_rnn.VariationalDropoutCell(gluon.rnn.RNNCell(50), drop_inputs=0.5, drop_states=0.5,
                                              drop_outputs=0.5)
    cell.initialize()
    with mx.autograd.record():
        outputs, _ = cell.unroll(4, nd.ones((2, 4, 10)), merge_outputs=True)
    dropped = outputs.asnumpy() == 0
    assert 0.2 < dropped.mean() < 0.8
    assert (dropped == dropped[:, :1]).all()
    assert repr(cell) == "VariationalDropoutCell(p_out = 0.5, p_state = 0.5)"
    with pytest.raises(AssertionError, match="BidirectionalCell does not run single steps"):
        contrib_rnn.VariationalDropoutCell(gluon.rnn.BidirectionalCell(gluon.rnn.RNNCell(1), gluon.rnn.RNNCell(1)),
                                           drop_states=0.5)


@pytest.mark.parametrize("layout", ["TNC", "NTC"])
def test_dynamic_unroll_equals_unroll(layout):
    cell = gluon.rnn.LSTMCell(3, prefix="cell_")
    cell.initialize()
    data = nd.random.normal(shape=(4, 2, 5) if layout == "TNC" else (2, 4, 5))
    lengths = nd.array([2, 4])
    state = cell.begin_state(2)
    found, states = contrib_rnn.rnn_cell.dynamic_unroll(cell, data, state, layout=layout, valid_length=lengths)
    expected, expected_states = cell.unroll(4, data, state, layout=layout, merge_outputs=True, valid_length=lengths)
    np.testing.assert_allclose(found.asnumpy(), expected.asnumpy(), rtol=1e-5, atol=1e-6)
    for one, other in zip(states, expected_states, strict=True):
        np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), rtol=1e-5, atol=1e-6)


def test_interval_sampler():
    assert list(contrib_data.IntervalSampler(7, 3)) == [0, 3, 6, 1, 4, 2, 5]
    assert list(contrib_data.IntervalSampler(7, 3, rollover=False)) == [0, 3, 6]
    with pytest.raises(AssertionError, match="Interval 8"):
        contrib_data.IntervalSampler(7, 8)


def test_modulated_convolution_starts_as_a_plain_one():
    # MXNet only computes it on GPUs. Initially, offsets are 0 and weights of points are 2 * sigmoid(0) = 1.
    layer = contrib_cnn.ModulatedDeformableConvolution(4, (3, 3), padding=(1, 1), prefix="conv_")
    plain = nn.Conv2D(4, 3, padding=1, in_channels=2)
    layer.initialize()
    plain.initialize()
    data = nd.random.normal(shape=(1, 2, 6, 5))
    layer(data)
    assert list(layer.collect_params()) == ["conv_deformable_conv_weight", "conv_deformable_conv_bias",
                                            "conv_offset_weight", "conv_offset_bias"]
    plain.weight.set_data(layer.deformable_conv_weight.data())
    np.testing.assert_allclose(layer(data).asnumpy(), plain(data).asnumpy(), rtol=1e-4, atol=1e-5)
    # Halving the weight of every point halves the result.
    layer.offset_bias.set_data(nd.concat(nd.zeros((18,)), nd.full((9,), float(np.log(1 / 3))), dim=0))
    np.testing.assert_allclose(layer(data).asnumpy() * 2, plain(data).asnumpy(), rtol=1e-4, atol=1e-5)
