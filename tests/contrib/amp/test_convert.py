"""Tests of the conversion of float32 models to mixed precision."""

from __future__ import annotations

import json
import pathlib

import golden_amp
import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib import amp

GOLDEN = json.loads((pathlib.Path(__file__).parent / "golden.json").read_text())


@pytest.fixture(scope="module")
def converted() -> dict[str, str]:
    return golden_amp.converted()


@pytest.mark.parametrize("case", sorted(GOLDEN["converted"]))
def test_symbol_as_the_original(converted: dict[str, str], case: str) -> None:
    assert converted[case] == GOLDEN["converted"][case]


@pytest.mark.parametrize("target", ["float16", "bfloat16"])
def test_operator_lists(target: str) -> None:
    for name, expected in GOLDEN["lists"][target].items():
        ours = getattr(amp, name)(target)
        if expected is None or isinstance(expected, dict):
            assert ours == expected
        else:
            assert sorted(json.dumps(e) for e in ours) == sorted(json.dumps(e) for e in expected), name


@pytest.mark.parametrize(("arguments", "message"), [
    ({"target_dtype": "float64"}, "float64"),
    ({"target_dtype_ops": ["exp"], "fp32_ops": ["exp"]}, "exp"),
    ({"target_dtype_ops": ["no_such_operator"]}, "no_such_operator"),
    ({"fp32_ops": "exp"}, "fp32_ops"),
    ({"conditional_fp32_ops": [("Activation", "act_type", "relu")]}, "relu"),
    ({"excluded_sym_names": "fc1"}, "excluded_sym_names"),
])
def test_wrong_arguments_are_named(arguments: dict, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        amp.convert_symbol(golden_amp.perceptron(), **arguments)


def _parameters(symbol: mx.sym.Symbol, **shapes: tuple) -> tuple[dict, dict]:
    generator = np.random.RandomState(0)
    arguments, _, states = symbol.infer_shape(**shapes)
    return ({n: mx.nd.array(generator.uniform(-0.3, 0.3, s)) for n, s in zip(symbol.list_arguments(), arguments)
             if n not in shapes},
            {n: mx.nd.ones(s) for n, s in zip(symbol.list_auxiliary_states(), states)})


@pytest.mark.parametrize("stored", [False, True])
def test_converted_model_predicts_nearly_the_same(stored: bool) -> None:
    symbol = golden_amp.convolutional()
    arguments, states = _parameters(symbol, data=(2, 3, 6, 6), off=(2, 3))
    data = mx.nd.array(np.random.RandomState(1).rand(2, 3, 6, 6))
    given = {"data": data, "off": mx.nd.ones((2, 3))}
    expected = symbol.bind(mx.cpu(), {**arguments, **given}, aux_states=states).forward()
    low, arguments, states = amp.convert_model(symbol, arguments, states, cast_optional_params=stored)
    assert arguments["c1_weight"].dtype == (np.float16 if stored else np.float32)
    assert states["b1_moving_var"].dtype == np.float32
    results = low.bind(mx.cpu(), {**arguments, **given}, aux_states=states).forward()
    for result, wanted in zip(results, expected):
        assert result.dtype == np.float32
        np.testing.assert_allclose(result.asnumpy(), wanted.asnumpy(), rtol=2e-2, atol=5e-3)
        assert np.abs(result.asnumpy() - wanted.asnumpy()).max() > 0  # it was computed in 16 bits


@pytest.mark.parametrize("stored", [False, True])
def test_converted_block(stored: bool) -> None:
    nn = mx.gluon.nn
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, activation="relu"), nn.BatchNorm(), nn.Dense(3))
    net.initialize(mx.init.Xavier(rnd_type="gaussian"))
    net.hybridize()
    data = mx.nd.array(np.random.RandomState(1).rand(2, 3, 6, 6))
    expected = net(data).asnumpy()
    low = amp.convert_hybrid_block(net, cast_optional_params=stored, ctx=mx.cpu())
    kinds = {name.split("_", 1)[1]: p.dtype for name, p in low.collect_params().items()}
    assert (np.float16 in kinds.values()) is stored
    np.testing.assert_allclose(low(data).asnumpy(), expected, rtol=2e-2, atol=2e-2)


def test_block_must_have_run() -> None:
    net = mx.gluon.nn.Dense(2)
    with pytest.raises(RuntimeError, match="hybridize"):
        amp.convert_hybrid_block(net)


def test_bucketing_module() -> None:
    def symbol_of(key: int) -> tuple:
        return golden_amp.perceptron(), ("data",), ("softmax_label",)

    module = mx.mod.BucketingModule(symbol_of, default_bucket_key=5)
    shapes = {"data_shapes": [("data", (2, 5))], "label_shapes": [("softmax_label", (2,))]}
    module.bind(**shapes)
    module.init_params(mx.init.Xavier())
    data = mx.nd.array(np.random.RandomState(1).rand(2, 5))
    batch = mx.io.DataBatch([data], [mx.nd.zeros(2)], bucket_key=5, provide_data=shapes["data_shapes"],
                            provide_label=shapes["label_shapes"])
    module.forward(batch, is_train=False)
    expected = module.get_outputs()[0].asnumpy()
    low = amp.amp.convert_bucketing_module(module)
    low.bind(**shapes, for_training=False)
    low.forward(batch, is_train=False)
    np.testing.assert_allclose(low.get_outputs()[0].asnumpy(), expected, rtol=1e-2)
