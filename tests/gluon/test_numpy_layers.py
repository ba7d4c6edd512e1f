"""Compare layers, losses, cells and transforms with ``mx.nd`` arrays and with ``mx.np`` arrays in NumPy mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as onp
import pytest

import mxnet as mx
from mxnet import autograd, gluon, npx
from mxnet.gluon import contrib, loss, nn, rnn
from mxnet.gluon.data.vision import transforms


@pytest.fixture(autouse=True)
def _mode_off_afterwards() -> Iterator[None]:
    yield
    npx.reset_np()


def _draw(*shape: int) -> onp.ndarray:
    return onp.random.RandomState(sum(shape)).normal(size=shape).astype("float32")


IMAGE, ROWS, STEPS = _draw(2, 4, 6, 6), _draw(3, 4), _draw(3, 5, 4)
SIGNS = onp.sign(_draw(3, 4))
PIXELS = onp.arange(75, dtype="uint8").reshape(5, 5, 3)

BLOCKS: dict[str, tuple[Callable[[], Any], tuple[onp.ndarray, ...]]] = {
    "Dense": (lambda: nn.Dense(3, activation="relu"), (IMAGE,)),
    "Dense flat": (lambda: nn.Dense(3, flatten=False, use_bias=False), (IMAGE,)),
    "Dropout": (lambda: nn.Dropout(0.5), (ROWS,)),
    "BatchNorm": (nn.BatchNorm, (IMAGE,)),
    "BatchNormReLU": (nn.BatchNormReLU, (IMAGE,)),
    "Embedding": (lambda: nn.Embedding(5, 3), (onp.array([1.0, 4.0, 0.0], "float32"),)),
    "Flatten": (nn.Flatten, (IMAGE,)),
    "InstanceNorm": (lambda: nn.InstanceNorm(axis=2), (IMAGE,)),
    "LayerNorm": (nn.LayerNorm, (IMAGE,)),
    "GroupNorm": (lambda: nn.GroupNorm(2), (IMAGE,)),
    "Lambda": (lambda: nn.Lambda("tanh"), (ROWS,)),
    "HybridLambda": (lambda: nn.HybridLambda("tanh"), (ROWS,)),
    "Activation": (lambda: nn.Activation("softsign"), (ROWS,)),
    "LeakyReLU": (lambda: nn.LeakyReLU(0.1), (ROWS,)),
    "PReLU": (nn.PReLU, (ROWS,)),
    "ELU": (nn.ELU, (ROWS,)),
    "SELU": (nn.SELU, (ROWS,)),
    "GELU": (nn.GELU, (ROWS,)),
    "Swish": (nn.Swish, (ROWS,)),
    "Conv2D": (lambda: nn.Conv2D(3, 3, activation="tanh"), (IMAGE,)),
    "Conv2DTranspose": (lambda: nn.Conv2DTranspose(3, 3, output_padding=1, strides=2), (IMAGE,)),
    "MaxPool2D": (nn.MaxPool2D, (IMAGE,)),
    "GlobalAvgPool2D": (nn.GlobalAvgPool2D, (IMAGE,)),
    "ReflectionPad2D": (lambda: nn.ReflectionPad2D(1), (IMAGE,)),
    "Concurrent": (lambda: _filled(contrib.nn.HybridConcurrent(axis=1), nn.Dense(2), contrib.nn.Identity()), (ROWS,)),
    "PixelShuffle1D": (lambda: contrib.nn.PixelShuffle1D(2), (STEPS[:, :4],)),
    "PixelShuffle2D": (lambda: contrib.nn.PixelShuffle2D(2), (IMAGE,)),
    "PixelShuffle3D": (lambda: contrib.nn.PixelShuffle3D(2), (_draw(1, 8, 2, 2, 2),)),
    "DeformableConvolution": (lambda: contrib.cnn.DeformableConvolution(3, (3, 3)), (IMAGE,)),
    "ResNet v1 block": (lambda: gluon.model_zoo.vision.BasicBlockV1(4, 1), (IMAGE,)),
    "ResNet v2 block": (lambda: gluon.model_zoo.vision.BottleneckV2(8, 1, downsample=True), (IMAGE,)),
    "L2Loss": (loss.L2Loss, (ROWS, _draw(3, 4) * 2)),
    "L1Loss": (loss.L1Loss, (ROWS, _draw(4, 3).reshape(3, 4))),
    "SigmoidBCE": (loss.SigmoidBCELoss, (ROWS, (SIGNS + 1) / 2)),
    "SigmoidBCE weighted": (loss.SigmoidBCELoss, (ROWS, (SIGNS + 1) / 2, _draw(3, 1), abs(_draw(1, 4)))),
    "SigmoidBCE of probabilities": (lambda: loss.SigmoidBCELoss(from_sigmoid=True), (abs(ROWS) / 9, (SIGNS + 1) / 2)),
    "SoftmaxCE": (loss.SoftmaxCELoss, (ROWS, onp.array([0, 3, 1], "float32"))),
    "SoftmaxCE dense": (lambda: loss.SoftmaxCELoss(sparse_label=False), (ROWS, abs(ROWS))),
    "KLDivLoss": (lambda: loss.KLDivLoss(from_logits=False), (ROWS, abs(ROWS))),
    "CTCLoss": (loss.CTCLoss, (STEPS, onp.array([[1, 2], [0, 1], [2, -1]], "float32"))),
    "HuberLoss": (loss.HuberLoss, (ROWS, ROWS * 2.5)),
    "HingeLoss": (loss.HingeLoss, (ROWS, SIGNS)),
    "SquaredHingeLoss": (loss.SquaredHingeLoss, (ROWS, SIGNS)),
    "LogisticLoss": (loss.LogisticLoss, (ROWS, SIGNS)),
    "TripletLoss": (loss.TripletLoss, (ROWS, ROWS + 1, ROWS * 2)),
    "PoissonNLLLoss": (lambda: loss.PoissonNLLLoss(compute_full=True), (ROWS, abs(ROWS) * 2)),
    "CosineEmbeddingLoss": (loss.CosineEmbeddingLoss, (ROWS, ROWS[::-1].copy(), SIGNS[:, 0].copy())),
    "LSTM": (lambda: rnn.LSTM(3, 2, layout="NTC", bidirectional=True), (STEPS,)),
    "GRU": (lambda: rnn.GRU(3), (STEPS,)),
}
ONLY_EAGER = {
    "SDMLLoss": (loss.SDMLLoss, (ROWS, ROWS + 0.5)),
    "Normalize": (lambda: transforms.Normalize(0.5, 2.0), (abs(STEPS),)),
    "ToTensor": (transforms.ToTensor, (PIXELS,)),
    "Resize": (lambda: transforms.Resize(3), (PIXELS,)),
    "CenterCrop": (lambda: transforms.CenterCrop((3, 3)), (PIXELS,)),
    "CropResize": (lambda: transforms.CropResize(0, 0, 3, 3, (2, 2)), (PIXELS,)),
    "Cast": (transforms.Cast, (PIXELS,)),
    "Rotate": (lambda: transforms.Rotate(20, zoom_in=True), (STEPS,)),
    "RandomApply": (lambda: transforms.HybridRandomApply(transforms.Cast(), p=1), (abs(STEPS),)),
    "Compose": (lambda: transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.5, 2.0)]), (PIXELS,)),
}
CELLS: dict[str, Callable[[], Any]] = {
    "RNNCell": lambda: rnn.RNNCell(4),
    "LSTMCell": lambda: rnn.LSTMCell(4),
    "GRUCell": lambda: rnn.GRUCell(4),
    "stack": lambda: _filled(rnn.SequentialRNNCell(), rnn.GRUCell(4), rnn.DropoutCell(0.5), rnn.RNNCell(4)),
    "ResidualCell": lambda: rnn.ResidualCell(rnn.GRUCell(4)),
    "ZoneoutCell": lambda: rnn.ZoneoutCell(rnn.RNNCell(4)),
    "BidirectionalCell": lambda: rnn.BidirectionalCell(rnn.LSTMCell(2), rnn.GRUCell(2)),
    "VariationalDropoutCell": lambda: contrib.rnn.VariationalDropoutCell(rnn.LSTMCell(4), 0.5),
    "LSTMPCell": lambda: contrib.rnn.LSTMPCell(6, 4),
}


def _filled(block: Any, *children: Any) -> Any:
    for child in children:
        block.add(child)
    return block


def _values(results: Any) -> list[onp.ndarray]:
    """Return the values of nested results, and check that all have the same class."""
    if not isinstance(results, (list, tuple)):
        assert type(results) is (mx.np.ndarray if mx.util.is_np_array() else mx.nd.NDArray)
        return [results.asnumpy()]
    return [value for part in results for value in _values(part)]


def _fill(block: Any) -> None:
    for number, parameter in enumerate(block.collect_params().values()):
        if parameter.grad_req != "null":
            parameter.set_data(mx.nd.array(onp.random.RandomState(number).normal(size=parameter.shape)))


def _both(run: Callable[[Callable[..., Any]], list[onp.ndarray]]) -> None:
    """Compare the results of `run` with and without NumPy mode. `run` takes the function that creates arrays."""
    expected = run(lambda values: mx.nd.array(values, dtype=values.dtype))
    npx.set_np()
    found = run(lambda values: mx.np.array(values, dtype=values.dtype))
    assert len(found) == len(expected)
    for ours, wanted in zip(found, expected, strict=True):
        onp.testing.assert_allclose(ours.reshape(wanted.shape), wanted, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("name", "hybrid"), [*((name, False) for name in BLOCKS | ONLY_EAGER),
                                              *((name, True) for name in BLOCKS)])
def test_blocks(name: str, hybrid: bool) -> None:
    make, data = (BLOCKS | ONLY_EAGER)[name]

    def run(array: Callable[..., Any]) -> list[onp.ndarray]:
        block = make()
        block.initialize()
        if hybrid:
            block.hybridize()
        inputs = [array(values) for values in data]
        block(*inputs)
        _fill(block)
        if name in ONLY_EAGER:
            return _values(block(*inputs))
        inputs[0].attach_grad()
        with autograd.record(train_mode=False):
            result = block(*inputs)
        autograd.backward(result)
        gradients = [p.grad() for p in block.collect_params().values() if p.grad_req != "null"]
        return _values([result, inputs[0].grad, gradients])

    _both(run)


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("lengths", [False, True])
@pytest.mark.parametrize("name", CELLS)
def test_cells(name: str, lengths: bool, hybrid: bool) -> None:
    def run(array: Callable[..., Any]) -> list[onp.ndarray]:
        cell = CELLS[name]()
        cell.initialize()
        if hybrid:
            cell.hybridize()
        inputs, valid = array(STEPS), array(onp.array([5, 2, 3], "float32")) if lengths else None
        cell.unroll(5, inputs, merge_outputs=True, valid_length=valid)
        _fill(cell)
        return _values(cell.unroll(5, inputs, merge_outputs=True, valid_length=valid))

    _both(run)


def test_layers_of_users_extend_those_of_this_package() -> None:
    class Doubled(nn.Dense):
        def hybrid_forward(self, F: Any, x: Any, weight: Any, bias: Any = None) -> Any:
            return super().hybrid_forward(F, x, weight, bias) * 2

    def run(array: Callable[..., Any]) -> list[onp.ndarray]:
        layer = Doubled(3, in_units=4)
        layer.initialize()
        _fill(layer)
        plain = _values(layer(array(ROWS)))
        layer.hybridize()
        return plain + _values(layer(array(ROWS)))

    _both(run)


def test_arrays_of_the_other_class_are_refused_in_numpy_mode() -> None:
    npx.set_np()
    layer = nn.Dense(3, in_units=4)
    layer.initialize()
    with pytest.raises(TypeError, match="Dense returned an array of mx.nd"):
        layer(mx.nd.ones((1, 4)))


def test_norms_are_clipped() -> None:
    def run(array: Callable[..., Any]) -> list[onp.ndarray]:
        arrays = [array(onp.full((4,), 3.0, "float32")), array(onp.full((2, 2), 4.0, "float32"))]
        copies = [one.copy() for one in arrays]
        norm = gluon.utils.clip_global_norm(arrays, 1.0, check_isfinite=False)
        assert gluon.utils.clip_global_norm(copies, 1.0) == 10.0
        return _values([norm, arrays, copies])

    _both(run)


def test_parts_of_numpys_own_arrays_are_of_the_class_of_the_mode() -> None:
    _both(lambda array: _values(gluon.utils.split_and_load(ROWS, [mx.cpu(0), mx.cpu(1), mx.cpu(2)])))


def test_a_network_made_without_the_mode_computes_in_it() -> None:
    layer = nn.Dense(3, in_units=4)
    layer.initialize()
    expected = layer(mx.nd.array(ROWS)).asnumpy()
    npx.set_np()
    result = layer(mx.np.array(ROWS))
    assert type(result) is type(layer.weight.data()) is mx.np.ndarray
    onp.testing.assert_array_equal(result.asnumpy(), expected)
