"""Tests of the prediction interface of old deployments."""

from __future__ import annotations

import pathlib
import tempfile

import numpy as np
import pytest

import mxnet as mx
import mxnet_predict
from mxnet import gluon, nd


@pytest.fixture
def files(tmp_path: pathlib.Path) -> tuple[str, bytes, gluon.Block]:
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(7, activation="relu"), gluon.nn.BatchNorm(), gluon.nn.Dense(3))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    net(nd.ones((2, 4)))
    net.export(str(tmp_path / "net"))
    return ((tmp_path / "net-symbol.json").read_text(), (tmp_path / "net-0000.params").read_bytes(), net)


def test_outputs_are_those_of_the_network(files) -> None:
    symbol, parameters, net = files
    predictor = mxnet_predict.Predictor(symbol, parameters, {"data": (2, 4)})
    for rows in (2, 5):
        data = np.random.default_rng(rows).normal(size=(rows, 4))
        predictor.reshape({"data": (rows, 4)})
        predictor.forward(data=data)
        np.testing.assert_allclose(predictor.get_output(0), net(nd.array(data)).asnumpy(), rtol=1e-5, atol=1e-6)


def test_inputs_keep_their_values_and_types() -> None:
    symbol = mx.sym.Embedding(mx.sym.var("data"), input_dim=4, output_dim=2, name="e") + mx.sym.var("shift")
    weight = np.arange(8, dtype=np.float32).reshape(4, 2)
    predictor = mxnet_predict.Predictor(symbol.tojson(), _saved({"arg:e_weight": nd.array(weight)}),
                                        {"data": (3,), "shift": (3, 2)})
    predictor.forward(data=np.array([3, 0, 1]), shift=np.ones((3, 2)))
    np.testing.assert_array_equal(predictor.get_output(0), weight[[3, 0, 1]] + 1)
    predictor.forward(data=np.array([0, 0, 1]))
    np.testing.assert_array_equal(predictor.get_output(0), weight[[0, 0, 1]] + 1)
    typed = mxnet_predict.Predictor(mx.sym.negative(mx.sym.var("x")).tojson(), _saved({}), {"x": (2,)},
                                    type_dict={"x": np.int32})
    typed.forward(x=np.array([[1, 2]]))
    assert typed.get_output(0).dtype == np.int32 and typed.get_output(0).tolist() == [-1, -2]


def test_monitor(files) -> None:
    symbol, parameters, _ = files
    predictor, heard = mxnet_predict.Predictor(symbol, parameters, {"data": (2, 4)}), []
    predictor.set_monitor_callback(lambda name, array: heard.append(name))
    predictor.forward(data=np.ones((2, 4)))
    assert len(heard) >= 3


def test_wrong_calls(files) -> None:
    symbol, parameters, _ = files
    with pytest.raises(ValueError, match="must have a tuple for data"):
        mxnet_predict.Predictor(symbol, parameters, {"data": [2, 4]})
    with pytest.raises(mx.MXNetError, match="no input image; its arguments are data"):
        mxnet_predict.Predictor(symbol, parameters, {"image": (2, 4)})
    with pytest.raises(mx.MXNetError):
        mxnet_predict.Predictor(symbol, parameters[:50], {"data": (2, 4)})
    predictor = mxnet_predict.Predictor(symbol, parameters, {"data": (2, 4)})
    with pytest.raises(ValueError, match="input data must be a numpy array"):
        predictor.forward(data=[1, 2])
    with pytest.raises(mx.MXNetError, match=r"input data must have the shape \(2, 4\), received \(3, 4\)"):
        predictor.forward(data=np.ones((3, 4)))
    with pytest.raises(mx.MXNetError, match="the network has no input other"):
        predictor.forward(other=np.ones(2))
    with pytest.raises(mx.MXNetError, match="output 1 does not exist"):
        predictor.get_output(1)


def test_arrays_of_a_file() -> None:
    found = mxnet_predict.load_ndarray_file(_saved({"a": nd.array([1, 2], dtype="int32")}))
    assert isinstance(found, dict) and found["a"].dtype == np.float32 and found["a"].tolist() == [1, 2]
    listed = mxnet_predict.load_ndarray_file(_saved([nd.ones(2)]))
    assert isinstance(listed, list) and listed[0].tolist() == [1, 1]


def _saved(arrays: dict[str, nd.NDArray] | list[nd.NDArray]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "arrays"
        nd.save(str(path), arrays)
        return path.read_bytes()
