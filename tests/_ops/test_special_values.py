"""Test gradients and values at points that samples do not cover against MXNet 1.9.1."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd


def test_states_of_point_processes_are_constants() -> None:
    rates, branching, decay = nd.array([[1.0, 0.5]]), nd.array([0.2, 0.4]), nd.array([1.0, 2.0])
    for array in (rates, branching, decay):
        array.attach_grad()
    with autograd.record():
        likelihood, state = nd.contrib.hawkesll(
            rates, branching, decay, nd.array([[0.3, 0.1]]), nd.array([[0.5, 0.7, 0.2]]),
            nd.array([[0, 1, 0]], dtype="int32"), nd.array([3.0]), nd.array([2.0]))
    autograd.backward([likelihood, state], [nd.array([2.0]), nd.array([[5.0, 7.0]])])
    wanted = ((likelihood, [-4.207224]), (state, [[0.8125424, 0.2037281]]), (rates.grad, [[-0.2455931, -0.057229]]),
              (branching.grad, [-1.7469494, -1.7210078]), (decay.grad, [-0.2589214, -0.1521744]))
    for result, expected in wanted:
        np.testing.assert_allclose(result.asnumpy(), expected, rtol=1e-5)


def test_smooth_l1_of_infinity_has_a_gradient() -> None:
    data = nd.array([-np.inf, -2.0, 0.5, np.inf])
    data.attach_grad()
    with autograd.record():
        result = nd.smooth_l1(data, scalar=1.0)
    result.backward()
    assert result.asnumpy().tolist() == [np.inf, 1.5, 0.125, np.inf]
    assert data.grad.asnumpy().tolist() == [-1.0, -1.0, 0.5, 1.0]


@pytest.mark.parametrize("training", [False, True])
def test_slopes_of_random_relu_are_part_of_the_graph(training: bool) -> None:
    data = nd.array([-2.0, 3.0])
    data.attach_grad()
    with autograd.record(train_mode=training):
        result, slopes = nd.LeakyReLU(data, act_type="rrelu", lower_bound=0.2, upper_bound=0.2)
    autograd.backward([result, slopes])
    np.testing.assert_allclose(result.asnumpy(), [-0.4, 3.0], rtol=1e-6)
    np.testing.assert_allclose(data.grad.asnumpy(), [0.2, 1.0], rtol=1e-6)


def test_ctc_survives_labels_outside_the_alphabet() -> None:
    data, labels = nd.zeros((5, 3, 3)), nd.array([[-1, 1], [7, 0], [1000000, -1000000]])
    data.attach_grad()
    with autograd.record():
        loss = nd.CTCLoss(data=data, label=labels, label_lengths=nd.array([2, 2, 1]), use_label_lengths=True,
                          blank_label="last")
    loss.backward()
    assert loss.shape == (3,)
    assert np.isfinite(data.grad.asnumpy()).all()


def test_softmax_activation_of_a_vector() -> None:
    np.testing.assert_allclose(nd.SoftmaxActivation(nd.arange(3)).asnumpy(), [0.09003057, 0.24472848, 0.66524094], 1e-6)


def test_division_by_a_parameter_of_zero_is_refused() -> None:
    maps = nd.ones((1, 2, 3, 3))
    with pytest.raises(mx.MXNetError, match="Correlation: a parameter is 0 by which sizes are divided"):
        nd.Correlation(maps, maps, stride1=0, max_displacement=1, pad_size=3)


def test_spatial_transformer_to_a_single_row_is_undefined() -> None:
    data, location = nd.ones((1, 1, 2, 2)), nd.array([[1.0, 0, 0, 0, 1, 0]])
    params = {"transform_type": "affine", "sampler_type": "bilinear"}
    assert np.isnan(nd.SpatialTransformer(data, location, target_shape=(1, 2), **params).asnumpy()).all()
    assert nd.SpatialTransformer(data, location, target_shape=(2, 2), **params).asnumpy().tolist() == [
        [[[1.0, 1.0], [1.0, 1.0]]]]


@pytest.mark.parametrize("operator", ["SoftmaxOutput", "SVMOutput", "LinearRegressionOutput",
                                      "LogisticRegressionOutput", "MAERegressionOutput", "softmax_cross_entropy"])
def test_labels_must_be_of_the_type_of_the_data(operator: str) -> None:
    label = nd.zeros((2, 3) if "Regression" in operator else (2,), dtype="int32")
    with pytest.raises(mx.MXNetError, match=f"{operator}: label must be of the type of data"):
        getattr(nd, operator)(nd.ones((2, 3)), label)


def test_stopped_gradients_are_zeros() -> None:
    kept, cut = nd.array([1.0, 2.0]), nd.array([0.0, 4.0])
    for array in (kept, cut):
        array.attach_grad()
        array.grad[:] = 7
    with autograd.record():
        total = (kept * 2 + nd.BlockGrad(nd.log(cut) * kept)).sum()
    total.backward()
    assert kept.grad.asnumpy().tolist() == [2.0, 2.0]
    assert cut.grad.asnumpy().tolist() == [0.0, 0.0]


@pytest.mark.parametrize("hybrid", [False, True])
def test_parameters_behind_stopped_gradients_are_trained(hybrid: bool) -> None:
    class Sum(mx.gluon.HybridBlock):
        def __init__(self) -> None:
            super().__init__()
            self.kept, self.cut = mx.gluon.nn.Dense(2, in_units=2), mx.gluon.nn.Dense(2, in_units=2)

        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return self.kept(x) + F.stop_gradient(self.cut(x))

    net = Sum()
    net.initialize(mx.init.One())
    if hybrid:
        net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "wd": 0.1})
    for _ in range(2):
        with autograd.record():
            loss = net(nd.ones((1, 2))).sum()
        loss.backward()
        trainer.step(1)
    np.testing.assert_allclose(net.cut.weight.data().asnumpy(), 0.9801, rtol=1e-6)
    assert not net.cut.weight.grad().asnumpy().any()


def test_anchors_need_both_steps() -> None:
    with pytest.raises(mx.MXNetError, match="MultiBoxPrior: Must specify both step_y and step_x"):
        nd.contrib.MultiBoxPrior(nd.ones((1, 1, 2, 2)), steps=(-1.0, 0.2))


def _empty(*shape: int) -> Any:
    return nd.array(np.zeros(shape, "float32"))


EMPTY = {
    "BatchNorm": (lambda x: nd.BatchNorm(x, *[nd.ones(3) for _ in range(4)]), (0, 3, 2, 2), (0, 3, 2, 2)),
    "CTCLoss": (lambda x: nd.CTCLoss(x, _empty(0, 2)), (3, 0, 4), (0,)),
    "LinearRegressionOutput": (lambda x: nd.LinearRegressionOutput(x, _empty(0, 3)), (0, 3), (0, 3)),
    "SoftmaxOutput": (lambda x: nd.SoftmaxOutput(x, _empty(0)), (0, 3), (0, 3)),
    "box_nms": (nd.contrib.box_nms, (2, 0, 6), (2, 0, 6)),
}


@pytest.mark.parametrize("operator", EMPTY)
def test_forbidden_pickles_are_rejected(operator: str) -> None:
    call, shape, wanted = EMPTY[operator]
    with mx.util.np_shape(True):
        data = _empty(*shape)
        data.attach_grad()
        with autograd.record():
            result = call(data)
        result.backward()
    assert result.shape == wanted
    assert data.grad.shape == shape


def test_double_precision_is_used_throughout() -> None:
    values = np.linspace(-2.0, 2.0, 9)
    data, unit = nd.array(values, dtype="float64"), np.exp(np.minimum(values, 0)) - 1
    expected = {"gelu": [0.5 * v * (1 + math.erf(v / math.sqrt(2))) for v in values],
                "leaky": np.where(values > 0, values, 0.1 * values), "elu": np.where(values > 0, values, 0.1 * unit)}
    for kind, wanted in expected.items():
        np.testing.assert_allclose(nd.LeakyReLU(data, act_type=kind, slope=0.1).asnumpy(), wanted, rtol=1e-14)
    np.testing.assert_allclose(nd.degrees(data).asnumpy(), np.degrees(values), rtol=1e-14)
    assert nd.clip(data, 0.1, 0.3).asnumpy().max() == 0.3
    assert nd.clip(data, 0.1, 0.3).asnumpy().min() == 0.1


def test_large_integers_are_exact() -> None:
    assert nd.square(nd.array([5001], dtype="int32")).asscalar() == 5001**2


def test_factors_of_matrices_with_nan_are_no_error() -> None:
    matrices = nd.array([[[4.0, 2], [2, 3]], [[4, 2], [2, np.nan]]])
    np.testing.assert_allclose(nd.linalg.potrf(matrices).asnumpy(),
                               [[[2, 0], [1, np.sqrt(2)]], [[2, 0], [1, np.nan]]], rtol=1e-6)
    with pytest.raises(mx.MXNetError, match="_linalg_potrf: A must be symmetric and positive definite"):
        nd.linalg.potrf(-matrices).asnumpy()


@pytest.mark.parametrize("symbolic", [False, True])
def test_limits_of_clip_are_in_single_precision(symbolic: bool) -> None:
    def clip(low: Any, high: Any) -> list[float]:
        data = mx.nd.array([-1, 2])
        if symbolic:
            return mx.sym.clip(mx.sym.var("x"), low, high).eval(x=data)[0].asnumpy().tolist()
        return mx.nd.clip(data, low, high).asnumpy().tolist()

    # The text 3.4028235e+38 is larger than the number itself.
    largest = np.finfo("float32").max
    assert clip(0, largest) == [0, 2] and clip(-largest, 1) == [-1, 1] and clip(0, np.inf) == [0, 2]
    with pytest.raises(mx.MXNetError, match=r"Out of range value.*3\.5e\+38"):
        clip(0, 3.5e38)
