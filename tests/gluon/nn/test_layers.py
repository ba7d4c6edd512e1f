"""Generic tests of all layers: values, gradients, shapes, hybridization, files, dtypes and export."""

from pathlib import Path

import numpy as np
import pytest
from golden_layers import CASES, INTEGER_INPUT, make, ready, run

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn

GOLDEN = np.load(Path(__file__).parent.parent / "golden" / "layers.npz")
TOLERANCE = {"float16": 3e-2, "bfloat16": 2e-1, "float64": 1e-5}


def expected_of(case):
    return {key.partition(":")[2]: GOLDEN[key] for key in GOLDEN.files if key.partition(":")[0] == case}


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("explicit", [False, True])
@pytest.mark.parametrize("case", [case for case in CASES if case != "dropout"])
def test_equals_the_original(case, explicit, hybrid):
    layer, data = ready(case, explicit)
    if hybrid:
        layer.hybridize()
    expected = expected_of(case)
    if explicit:
        assert repr(layer) == str(expected["repr"])
    expected.pop("repr")
    np.testing.assert_allclose(layer(data).asnumpy(), expected.pop("predicted"), rtol=1e-4, atol=1e-5)
    if case not in INTEGER_INPUT:
        data.attach_grad()
    found = run(layer, data)
    assert list(found) == list(expected)
    for key, value in found.items():
        np.testing.assert_allclose(value, expected[key], rtol=1e-4, atol=2e-5, err_msg=key)


@pytest.mark.parametrize("case", CASES)
def test_files_keep_the_layer(case, tmp_path):
    layer, data = ready(case)
    expected = layer(data).asnumpy()
    path = str(tmp_path / "layer.params")
    layer.save_parameters(path)
    other = make(case)
    other.load_parameters(path)
    np.testing.assert_array_equal(other(data).asnumpy(), expected)
    layer.hybridize()
    layer(data)
    layer.export(str(tmp_path / "layer"))
    parameters = str(tmp_path / "layer-0000.params")
    imported = gluon.SymbolBlock.imports(str(tmp_path / "layer-symbol.json"), ["data"], parameters)
    np.testing.assert_allclose(imported(data).asnumpy(), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
@pytest.mark.parametrize("case", CASES)
def test_cast(case, dtype):
    layer, data = ready(case)
    expected = layer(data).asnumpy()
    layer.cast(dtype)
    given = data if case in INTEGER_INPUT else data.astype(dtype)
    for hybrid in (False, True):
        layer.hybridize(hybrid)
        result = layer(given)
        assert result._data.dtype == nd.zeros((1,), dtype=dtype)._data.dtype
        np.testing.assert_allclose(result.astype("float32").asnumpy(), expected, rtol=TOLERANCE[dtype],
                                   atol=TOLERANCE[dtype])


@pytest.mark.parametrize("hybrid", [False, True])
def test_dropout_drops_in_training_only(hybrid):
    layer = nn.Dropout(0.4)
    if hybrid:
        layer.hybridize()
    data = nd.ones((100, 100))
    np.testing.assert_array_equal(layer(data).asnumpy(), data.asnumpy())
    data.attach_grad()
    with mx.autograd.record():
        result = layer(data)
    result.backward()
    kept = result.asnumpy() != 0
    assert abs(kept.mean() - 0.6) < 0.03
    np.testing.assert_allclose(result.asnumpy()[kept], 1 / 0.6, rtol=1e-5)
    np.testing.assert_array_equal(data.grad.asnumpy(), result.asnumpy())


def test_every_layer_has_a_case():
    covered = {kind for kind, _, _, _ in CASES.values()}
    others = {"Block", "HybridBlock", "SymbolBlock", "Sequential", "HybridSequential", "Lambda"}
    layers = {name for name in dir(nn) if isinstance(getattr(nn, name), type) and name[0].isupper()}
    assert sorted(layers - covered - others) == []
