"""Test 8-bit layers on integer kernels: against the exact operators, and which graphs are rewritten."""

import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet._graph import int8_kernels
from mxnet.contrib import quantization
from mxnet.gluon import nn

pytestmark = pytest.mark.skipif(not int8_kernels.AVAILABLE, reason="this build of torch has no 8-bit kernels")


class _Residual(gluon.HybridBlock):
    """A sum of two branches, of which one may be a convolution."""

    def __init__(self, channels: int, changes: bool, relu: bool) -> None:
        super().__init__()
        self._relu = relu
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Conv2D(channels, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"),
                          nn.Conv2D(channels, 1), nn.BatchNorm())
            self.side = nn.Conv2D(channels, 1, use_bias=False) if changes else None

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        total = (x if self.side is None else self.side(x)) + self.body(x)
        return F.Activation(total, act_type="relu") if self._relu else total


class _Concat(gluon.HybridBlock):
    """Two branches with different ranges, joined along the channels."""

    def __init__(self, channels: int, relu: bool) -> None:
        super().__init__()
        with self.name_scope():
            self.first = nn.Conv2D(channels, 1, activation="relu" if relu else None)
            self.second = nn.Conv2D(channels, 3, padding=1, activation="relu")

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.concat(self.first(x), self.second(x) * 1, x, dim=1)


def _random_network(random: np.random.RandomState) -> nn.HybridSequential:
    """Return a network of random layers that quantization supports in part."""
    net = nn.HybridSequential()
    with net.name_scope():
        channels = 8
        net.add(nn.Conv2D(channels, 3, padding=1, use_bias=bool(random.randint(2))), nn.BatchNorm(scale=False))
        for _ in range(random.randint(2, 6)):
            kind = random.randint(10)
            if kind < 3:
                changes = bool(random.randint(2))
                channels = int(random.choice([8, 16])) if changes else channels
                net.add(_Residual(channels, changes, bool(random.randint(2))))
            elif kind == 3:
                net.add(nn.Conv2D(channels, 3, padding=1, groups=channels, use_bias=False), nn.BatchNorm(),
                        nn.HybridLambda(lambda F, x: F.clip(x, 0, 6)))
            elif kind == 4:
                net.add(nn.MaxPool2D(3, 2, int(random.randint(2)), ceil_mode=bool(random.randint(2))))
            elif kind == 5:
                net.add(nn.Activation(str(random.choice(["relu", "tanh"]))))
            elif kind == 6:
                net.add(nn.Conv2D(channels, 3, padding=1, groups=2), nn.LeakyReLU(0.1))
            elif kind == 7:
                net.add(nn.AvgPool2D(2, 1))
            else:
                net.add(_Concat(channels, bool(random.randint(2))))
                channels *= 3
        net.add(nn.GlobalAvgPool2D() if random.randint(2) else nn.AvgPool2D(2))
        net.add(nn.Dense(12, activation="relu" if random.randint(2) else None), nn.Dense(5))
    return net


def _initialize(net: gluon.Block, random: np.random.RandomState, data: nd.NDArray) -> None:
    net.initialize(mx.init.Xavier())
    net(data)
    for name, parameter in net.collect_params().items():
        if name.endswith(("gamma", "var")):
            parameter.set_data(nd.array(random.uniform(0.5, 1.5, parameter.shape)))
        elif name.endswith(("beta", "mean", "bias")):
            parameter.set_data(nd.array(random.normal(0, 0.2, parameter.shape)))


@pytest.mark.parametrize("seed", range(16))
def test_random_networks(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.RandomState(seed)
    data = nd.array(random.normal(0, 1, (4, 3, 16, 16)))
    net = _random_network(random)
    _initialize(net, random, data)
    options = {"quantized_dtype": str(random.choice(["auto", "int8"])),
               "quantize_mode": str(random.choice(["full", "smart"])),
               "quantize_granularity": str(random.choice(["tensor-wise", "channel-wise"]))}
    low = quantization.quantize_net_v2(net, calib_data=mx.io.NDArrayIter(data, None, 4), calib_mode="naive", **options)
    low.hybridize()
    fast = low(data).asnumpy()
    assert "int8_convolution" in low.generated_source
    again = low(data).asnumpy()
    np.testing.assert_array_equal(fast, again)  # no call changes weights or data
    monkeypatch.setenv("MXNET_EXACT_QUANTIZATION", "1")
    low.hybridize()
    exact = low(data).asnumpy()
    assert "int8_convolution" not in low.generated_source
    wanted = net(data).asnumpy()
    size = np.abs(wanted).max()
    assert np.abs(fast - exact).max() < 0.01 * size + 1e-6, options
    assert np.abs(exact - wanted).max() < 0.3 * size


def _quantized(**options: Any) -> tuple[Any, nd.NDArray]:
    random = np.random.RandomState(0)
    data = nd.array(random.normal(0, 1, (2, 3, 8, 8)))
    net = nn.HybridSequential()
    with net.name_scope():
        net.add(nn.Conv2D(4, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"), nn.Dense(3))
    _initialize(net, random, data)
    low = quantization.quantize_net_v2(net, calib_data=mx.io.NDArrayIter(data, None, 2), **options)
    low.hybridize()
    return low, data


def test_new_weights_are_used() -> None:
    low, data = _quantized(calib_mode="naive")
    before = low(data).asnumpy()
    weight = next(p for name, p in low.collect_params().items() if name.endswith("conv0_weight"))
    weight.set_data(weight.data() * 0)
    changed = low(data).asnumpy()
    assert np.abs(changed - before).max() > 1e-3
    weight.set_data(weight.data() + 1)
    assert np.abs(low(data).asnumpy() - changed).max() > 1e-3


def test_other_sizes() -> None:
    low, data = _quantized(calib_mode="naive")
    whole = low(data).asnumpy()
    np.testing.assert_allclose(low(data[:1]).asnumpy(), whole[:1], rtol=1e-5, atol=1e-6)
    four = low(nd.concat(data, data, dim=0)).asnumpy()
    np.testing.assert_allclose(four[2:], whole, rtol=1e-5, atol=1e-6)


def test_without_calibration_nothing_changes() -> None:
    low, data = _quantized(calib_mode="none")
    low(data)
    assert "int8_" not in low.generated_source


def test_excluded_layers_stay_in_float() -> None:
    low, data = _quantized(calib_mode="naive", exclude_layers_match=["conv"])
    low(data)
    assert "int8_convolution" not in low.generated_source and "int8_dense" in low.generated_source


def test_saved_and_loaded(tmp_path: Any) -> None:
    low, data = _quantized(calib_mode="naive")
    expected = low(data).asnumpy()
    low.export(str(tmp_path / "low"))
    loaded = gluon.SymbolBlock.imports(str(tmp_path / "low-symbol.json"), ["data"], str(tmp_path / "low-0000.params"))
    loaded.hybridize()
    np.testing.assert_array_equal(loaded(data).asnumpy(), expected)
    assert "int8_convolution" in loaded.generated_source
    symbol, arguments, states = mx.model.load_checkpoint(str(tmp_path / "low"), 0)
    module = mx.mod.Module(symbol, label_names=None)
    module.bind([("data", data.shape)], for_training=False)
    module.set_params(arguments, states)
    module.forward(mx.io.DataBatch([data]), is_train=False)
    np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), expected, rtol=1e-2, atol=1e-2)


@pytest.mark.parametrize("kind", ["auto", "int8"])
def test_layers_without_fusion(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.RandomState(1)
    data = mx.sym.Convolution(mx.sym.var("data"), num_filter=8, kernel=(3, 3), pad=(1, 1), name="first")
    data = mx.sym.Activation(mx.sym.Convolution(data, num_filter=4, kernel=(1, 1), no_bias=True, name="second"),
                             act_type="relu")
    symbol = mx.sym.FullyConnected(mx.sym.Pooling(data, kernel=(2, 2), stride=(2, 2), pool_type="max"), num_hidden=5,
                                   name="last")
    images = nd.array(random.normal(0, 1, (4, 3, 8, 8)))
    shapes, _, _ = symbol.infer_shape(data=images.shape)
    arguments = {name: nd.array(random.normal(0, 0.4, shape))
                 for name, shape in zip(symbol.list_arguments(), shapes, strict=True) if name != "data"}
    low, arguments, _ = quantization.quantize_model(symbol, arguments, {}, label_names=None, quantized_dtype=kind,
                                                    calib_mode="naive", calib_data=mx.io.NDArrayIter(images, None, 4))
    block = quantization._block(low, ["data"], arguments, mx.cpu())
    block.hybridize()
    fast = block(images).asnumpy()
    assert block.generated_source.count("int8_convolution(") == 2 and "int8_dense(" in block.generated_source
    monkeypatch.setenv("MXNET_EXACT_QUANTIZATION", "1")
    block.hybridize()
    exact = block(images).asnumpy()
    assert np.abs(fast - exact).max() <= np.abs(exact).max() / 100


_PROGRAM = """
import sys
import numpy as np
import mxnet as mx
from mxnet._graph import int8_kernels

net = mx.gluon.SymbolBlock.imports(sys.argv[1] + "-symbol.json", ["data"], sys.argv[1] + "-0000.params")
net.hybridize()
data = mx.nd.array(np.load(sys.argv[1] + ".npy"))
np.save(sys.argv[2], net(data).asnumpy())
assert int8_kernels.TOP < 64 and "int8_convolution" in net.generated_source
"""


@pytest.mark.skipif(platform.machine().lower() not in ("x86_64", "amd64"), reason="instructions of x86")
def test_large_products_do_not_saturate_without_vnni(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(int8_kernels, "TOP", 63.5)
    net = nn.HybridSequential()
    net.add(nn.Conv2D(16, 3, padding=1, in_channels=32), nn.Activation("relu"), nn.Conv2D(8, 3), nn.Dense(4))
    net.initialize(mx.init.Uniform(1.0))
    data = nd.ones((2, 32, 8, 8))  # the largest integers everywhere
    net(data)
    small = quantization.quantize_net_v2(net, calib_data=gluon.data.DataLoader(data, batch_size=2), calib_mode="naive")
    small.hybridize()
    expected = small(data).asnumpy()
    prefix = str(tmp_path / "small")
    small.export(prefix)
    np.save(f"{prefix}.npy", data.asnumpy())
    result = tmp_path / "result.npy"
    subprocess.run([sys.executable, "-c", _PROGRAM, prefix, str(result)], check=True, timeout=120,
                   env={**os.environ, "ONEDNN_MAX_CPU_ISA": "AVX2"})
    np.testing.assert_allclose(np.load(result), expected, rtol=1e-5, atol=1e-5)
