"""Compare operator parameters in files of recurrent networks with those of MXNet 1.9.1."""

from __future__ import annotations

import json
from typing import Any

import mxnet as mx
from mxnet import gluon, nd, sym


def _attributes(text: str, op: str) -> list[dict[str, Any]]:
    return [node["attrs"] for node in json.loads(text)["nodes"] if node["op"] == op]


def test_steps_of_a_sequence_are_split_with_the_number_one() -> None:
    outputs, _ = gluon.rnn.GRUCell(2, prefix="g_").unroll(2, sym.var("x"), merge_outputs=True)
    first = _attributes(outputs.tojson(), "SliceChannel")[0]
    assert first == {"axis": "1", "num_outputs": "2", "squeeze_axis": "1"}
    outputs, _ = mx.rnn.GRUCell(2, prefix="g_").unroll(2, sym.var("x"), merge_outputs=True)
    assert _attributes(outputs.tojson(), "SliceChannel")[0]["squeeze_axis"] == "1"


def test_steps_turned_round_are_split_with_a_flag() -> None:
    cell = gluon.rnn.BidirectionalCell(gluon.rnn.GRUCell(2, prefix="l_"), gluon.rnn.GRUCell(2, prefix="r_"))
    outputs, _ = cell.unroll(2, sym.var("x"), merge_outputs=True, valid_length=sym.var("v"))
    texts = [a["squeeze_axis"] for a in _attributes(outputs.tojson(), "SliceChannel") if "squeeze_axis" in a]
    assert sorted(texts) == ["1", "1", "True", "True"]


def test_weights_of_layers_are_flattened_with_a_number(tmp_path: Any) -> None:
    net = gluon.rnn.GRU(2, prefix="g_")
    net.initialize()
    net.hybridize()
    net(nd.ones((2, 1, 3)))
    net.export(str(tmp_path / "net"))
    text = (tmp_path / "net-symbol.json").read_text()
    assert [a["shape"] for a in _attributes(text, "Reshape")] == ["-1"] * 4
    assert _attributes(sym.var("x").reshape((-1, 2)).tojson(), "Reshape") == [{"shape": "(-1, 2)"}]


def test_sections_of_a_split_have_no_indices() -> None:
    x = sym.var("x")
    assert _attributes(sym.split_v2(x, 2, axis=1).tojson(), "_split_v2")[0]["indices"] == "[]"
    assert _attributes(sym.split_v2(x, (1,), axis=1).tojson(), "_split_v2")[0]["indices"] == "[0, 1]"
    assert sym.split_v2(x, 2, axis=1).infer_shape(x=(2, 4))[1] == [(2, 2), (2, 2)]
