"""Graphs with fused operators, as MXNet 1.9.1 saves and runs them (``golden_fused.py``)."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

_GOLDEN = np.load(pathlib.Path(__file__).parent / "golden" / "fused.npz")
CONTENT = _GOLDEN["content"].tobytes()
RECORDS = json.loads(_GOLDEN["records"].tobytes())
FLOATING = [case for case in RECORDS if " " not in case]


def array(place: list[Any]) -> np.ndarray:
    start, kind, shape = place
    return np.frombuffer(CONTENT, kind, int(np.prod(shape)), start).reshape(shape)


def arrays(record: dict[str, Any], field: str) -> dict[str, mx.nd.NDArray]:
    return {name: nd.array(array(place), dtype=place[1]) for name, place in record[field].items()}


def executor(symbol: mx.sym.Symbol, record: dict[str, Any], **options: Any) -> mx.executor.Executor:
    given, moving = arrays(record, "given"), arrays(record, "moving")
    return symbol.bind(mx.cpu(), {n: given[n] for n in symbol.list_arguments()},
                       aux_states={n: moving[n] for n in symbol.list_auxiliary_states()}, **options)


@pytest.mark.parametrize("case", RECORDS)
def test_equals_the_original(case: str) -> None:
    """Every value inside of the graph: 8 bit integers exactly."""
    record = RECORDS[case]
    symbol = mx.sym.load_json(record["graph"])
    assert symbol.tojson() == record["graph"]
    assert symbol.list_arguments() == record["arguments"]
    assert symbol.list_auxiliary_states() == record["states"]
    assert symbol.list_outputs() == record["outputs"]
    inner = symbol.get_internals()
    chosen = mx.sym.Group([inner[n] for n in inner.list_outputs() if n not in inner.list_inputs()])
    found = dict(zip(chosen.list_outputs(), executor(chosen, record, grad_req="null").forward(), strict=True))
    assert set(found) == set(record["results"])
    for name, result in found.items():
        wanted = array(record["results"][name])
        assert result.dtype == wanted.dtype
        assert result.shape == wanted.shape
        if wanted.dtype == np.float32:
            np.testing.assert_allclose(result.asnumpy(), wanted, rtol=1e-4, atol=1e-5, err_msg=name)
        else:
            np.testing.assert_array_equal(result.asnumpy(), wanted, err_msg=name)


@pytest.mark.parametrize("case", ["residual", "residual naive tensor-wise auto", "dense naive channel-wise int8",
                                  "dense none tensor-wise int8", "attention naive tensor-wise auto"])
def test_shapes_and_types_are_known(case: str) -> None:
    """Binding by the shape of the data alone makes the arrays that the original has."""
    record = RECORDS[case]
    symbol = mx.sym.load_json(record["graph"])
    bound = symbol.simple_bind(mx.cpu(), data=tuple(record["given"]["data"][2]), grad_req="null")
    for field, made in (("given", bound.arg_dict), ("moving", bound.aux_dict)):
        for name, result in made.items():
            assert [np.dtype(result.dtype).name, list(result.shape)] == record[field][name][1:], name


@pytest.mark.parametrize("case", ["residual", "dense_relu", "attention"])
def test_predicts_in_training_too(case: str) -> None:
    """Moving statistics are used and left alone, and all gradients are zero."""
    record = RECORDS[case]
    symbol = mx.sym.load_json(record["graph"])
    gradients = {n: nd.ones(place[2]) for n, place in record["given"].items()}
    bound = executor(symbol, record, args_grad=gradients)
    (result,) = bound.forward(is_train=True)
    np.testing.assert_allclose(result.asnumpy(), array(record["results"][record["outputs"][0]]), rtol=1e-4, atol=1e-5)
    bound.backward(nd.ones(result.shape))
    assert all(not gradient.asnumpy().any() for gradient in gradients.values())
    for name, moved in bound.aux_dict.items():
        np.testing.assert_array_equal(moved.asnumpy(), array(record["moving"][name]))


def test_saved_networks_become_blocks(tmp_path: pathlib.Path) -> None:
    for case in ("residual", "residual naive tensor-wise auto"):
        record = RECORDS[case]
        (tmp_path / "net-symbol.json").write_text(record["graph"])
        params = {f"arg:{n}": a for n, a in arrays(record, "given").items() if n != "data"}
        params |= {f"aux:{n}": a for n, a in arrays(record, "moving").items()}
        nd.save(str(tmp_path / "net-0000.params"), params)
        net = mx.gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"],
                                           str(tmp_path / "net-0000.params"))
        result = net(nd.array(array(record["given"]["data"]))).asnumpy()
        np.testing.assert_allclose(result, array(record["results"][record["outputs"][0]]), rtol=1e-4, atol=1e-5)


def changed(case: str, **attrs: str) -> str:
    """The graph of a case in which the first fused node has other attributes."""
    graph = json.loads(RECORDS[case]["graph"])
    node = next(n for n in graph["nodes"] if n["op"].startswith("_sg_mkldnn"))
    node["attrs"] = {**node.get("attrs", {}), **attrs}
    return json.dumps(graph)


def test_attributes_of_older_versions() -> None:
    old = RECORDS["convolution_relu"]["graph"].replace('"with_act"', '"with_relu"')
    assert mx.sym.load_json(old).tojson() == RECORDS["convolution_relu"]["graph"]
    old = RECORDS["dense_relu"]["graph"].replace('"with_eltwise"', '"with_relu"')
    assert mx.sym.load_json(old).tojson() == RECORDS["dense_relu"]["graph"]


def test_wrong_nodes_are_refused() -> None:
    with pytest.raises(mx.MXNetError, match="_sg_mkldnn_conv.*Cannot find argument 'with_nothing'"):
        mx.sym.load_json(changed("convolution_relu", with_nothing="True"))
    with pytest.raises(mx.MXNetError, match="needs inputs data, weight, bias, data_min, data_max, received 3"):
        mx.sym.load_json(changed("convolution_relu", quantized="True"))
    graph = json.loads(RECORDS["dense"]["graph"])
    for node in graph["nodes"]:
        node.pop("subgraphs", None)
    with pytest.raises(mx.MXNetError, match=r"_sg_mkldnn_fully_connected .*subgraphs.size\(\) == 1 \(0 vs. 1\)"):
        mx.sym.load_json(json.dumps(graph))


def test_channel_wise_needs_a_range() -> None:
    record = RECORDS["dense naive channel-wise int8"]
    symbol = mx.sym.load_json(record["graph"].replace('"enable_float_output": "True", ', ""))
    with pytest.raises(mx.MXNetError, match="quantization by channel needs the range of the result"):
        symbol.infer_shape(data=tuple(record["given"]["data"][2]))


def test_unsigned_data_must_be_positive() -> None:
    """As the original says."""
    record = RECORDS["convolution_relu naive tensor-wise uint8"]
    graph = json.loads(record["graph"])
    next(n for n in graph["nodes"] if n["name"] == "data_quantize")["attrs"]["min_calib_range"] = "-0.5"
    with pytest.raises(mx.MXNetError, match="Expect int8 when data_min < 0.0"):
        executor(mx.sym.load_json(json.dumps(graph)), record, grad_req="null").forward()[0].asnumpy()


def test_attention_without_a_graph() -> None:
    """Only nodes with a graph run in the original; these are what the graph would compute."""
    record = RECORDS["attention"]
    data = nd.array(array(record["given"]["data"]))
    scores = nd._internal._sg_mkldnn_selfatt_qk(data, heads=2)
    np.testing.assert_allclose(scores.asnumpy(), array(record["results"]["sg_mkldnn_selfatt_qk_0_output"]), rtol=1e-4,
                               atol=1e-5)
    mixed = nd._internal._sg_mkldnn_selfatt_valatt(data, nd.softmax(scores), heads=2)
    np.testing.assert_allclose(mixed.asnumpy(), array(record["results"]["sg_mkldnn_selfatt_valatt_1_output"]),
                               rtol=1e-4, atol=1e-5)
