"""Saved files do not contain the casts of mixed precision."""

import json

import mxnet as mx


def test_casts_are_removed_from_json_unless_asked_for(tmp_path) -> None:
    data = mx.sym.var("data")
    cast = mx.sym.amp_cast(data, dtype="float16")
    both = mx.sym.amp_multicast(mx.sym.FullyConnected(cast, num_hidden=2, name="fc"), data, num_outputs=2)
    result = mx.sym.broadcast_add(both[0], both[1], name="sum")

    def operators(text: str) -> list[str]:
        return [node["op"] for node in json.loads(text)["nodes"] if node["op"] != "null"]

    assert operators(result.tojson()) == ["FullyConnected", "broadcast_add"]
    assert operators(result.tojson(remove_amp_cast=False)) == ["amp_cast", "FullyConnected", "amp_multicast",
                                                               "broadcast_add"]
    result.save(str(tmp_path / "net.json"), remove_amp_cast=False)
    assert "amp_cast" in operators((tmp_path / "net.json").read_text())
    assert mx.sym.load_json(result.tojson()).list_arguments() == result.list_arguments()
