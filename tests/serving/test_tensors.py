"""Tests of the tensors of the Open Inference Protocol."""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest

from mxnet.serving.interface import Answer, Description, TensorSpec
from mxnet.serving.tensors import DATATYPES, InvalidTensors, Reply, datatype, decode, encode

ONE = Description("m", "7", (TensorSpec("x", "float32", (None, 2)),), (TensorSpec("y", "float32", (None, 2)),),
                  ("cat", "dog"))


def request(**changes):
    item = {"name": "x", "datatype": "FP32", "shape": [1, 2], "data": [1, 2.5], **changes}
    return {"inputs": [{key: value for key, value in item.items() if value is not ...}]}


def read(members, description=ONE):
    return decode(json.dumps(members).encode(), None, description)


@pytest.mark.parametrize("data", [[1, 2.5], [[1, 2.5]]])
def test_flat_and_nested_data(data):
    parsed, reply = read(request(data=data))
    np.testing.assert_array_equal(parsed.arrays["x"], np.float32([[1, 2.5]]))
    assert parsed.arrays["x"].dtype == np.float32 and reply == Reply(None, {}, False, {})


@pytest.mark.parametrize("kind", list(DATATYPES))
def test_each_datatype_in_both_forms(kind):
    array = np.array([[0, 1]], DATATYPES[kind])
    parsed, _ = read(request(datatype=kind, data=array.tolist()))
    assert parsed.arrays["x"].dtype == array.dtype
    np.testing.assert_array_equal(parsed.arrays["x"], array)
    header = json.dumps(request(datatype=kind, data=..., parameters={"binary_data_size": array.nbytes})).encode()
    parsed, _ = decode(header + array.tobytes(), len(header), ONE)
    np.testing.assert_array_equal(parsed.arrays["x"], array)
    assert datatype(DATATYPES[kind]) == kind


def test_strings_and_bfloat16():
    parsed, _ = read(request(datatype="BYTES", data=["ä", "b"]))
    assert parsed.arrays["x"].tolist() == [["ä".encode(), b"b"]]
    tail = struct.pack("<I", 3) + b"abc" + struct.pack("<I", 0)
    header = json.dumps(request(datatype="BYTES", data=..., parameters={"binary_data_size": len(tail)})).encode()
    assert decode(header + tail, len(header), ONE)[0].arrays["x"].tolist() == [[b"abc", b""]]
    tail = (np.float32([1.5, -2]).view(np.uint32) >> 16).astype("<u2").tobytes()
    header = json.dumps(request(datatype="BF16", data=..., parameters={"binary_data_size": 4})).encode()
    assert decode(header + tail, len(header), ONE)[0].arrays["x"].tolist() == [[1.5, -2]]


def test_a_body_without_json_is_the_only_input():
    parsed, reply = decode(np.float32([1, 2, 3, 4]).tobytes(), 0, ONE)
    assert parsed.arrays["x"].tolist() == [[1, 2], [3, 4]] and reply.binary
    with pytest.raises(InvalidTensors, match="do not fill"):
        decode(b"123", 0, ONE)


@pytest.mark.parametrize("members", [
    [], 3, None, "x", {}, {"inputs": {}}, {"inputs": [3]}, {"inputs": []}, {"inputs": [{}]},
    request(name=...), request(name=3), request(name="other"), request(datatype="FP99"), request(datatype=None),
    request(shape=...), request(shape="12"), request(shape=[1, 2.0]), request(shape=[1, True]), request(shape=[-1, -2]),
    request(shape=[1] * 33), request(shape=[1 << 80]), request(shape=[2, 2]), request(shape=[2, 1]) | {"id": 5},
    request(data=...), request(data="12"), request(data={"a": 1}), request(data=[1]), request(data=[1, "2"]),
    request(data=[1, None]), request(data=[[1], [2, 3]]), request(data=[[1], [2]]), request(data=[1, [2]]),
    request(data=[1e300, 1]), request(data=[10 ** 400, 1]), request(data=[["a" * 100000] + [""] * 1000]),
    request(datatype="INT8", data=[1, 200]), request(datatype="UINT8", data=[-1, 2]),
    request(datatype="UINT64", data=[-1, 2]), request(datatype="INT64", data=[1 << 63, 2]),
    request(datatype="INT32", data=[1.5, 2]), request(datatype="BOOL", data=[2, 0]),
    request(datatype="BYTES", data=[1, 2]), request(datatype="BYTES", data=["\ud800", ""]),
    request(data=..., parameters={"binary_data_size": 8}), request(parameters=[]), request(parameters={"a": []}),
    request(shape=[0, 1 << 39, 1 << 39], data=[]),
    request() | {"inputs": request()["inputs"] * 2}, request() | {"outputs": {}}, request() | {"outputs": [3]},
    request() | {"outputs": [{"name": "z"}]}, request() | {"outputs": [{"name": "y"}] * 2},
    request() | {"outputs": [{"name": "y", "parameters": {"binary_data": 1}}]},
    request() | {"outputs": [{"name": "y", "parameters": {"classification": 0}}]},
    request() | {"parameters": {"binary_data_output": "yes"}}, request() | {"id": 3},
])
def test_invalid_requests(members):
    with pytest.raises(InvalidTensors):
        read(members)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 100000, b'{"inputs": NaN}', b'{"a": 1, "a": 2}',
                                  b'{"inputs": [' + b"9" * 5000 + b"]}"])
def test_bodies_that_are_no_json(body):
    with pytest.raises(InvalidTensors):
        decode(body, None, ONE)


@pytest.mark.parametrize(("size", "tail"), [(8, b"1234"), (4, b"1234"), (8, b"123456789"), (-1, b""), (True, b"1"),
                                            ("8", b"12345678"), (1 << 70, b"")])
def test_binary_data_of_the_wrong_size(size, tail):
    header = json.dumps(request(data=..., parameters={"binary_data_size": size})).encode()
    with pytest.raises(InvalidTensors):
        decode(header + tail, len(header), ONE)
    with pytest.raises(InvalidTensors, match="has .* bytes"):
        decode(header, len(header) + 1, ONE)


@pytest.mark.parametrize("tail", [b"\1\0\0", b"\5\0\0\0abc", b"\xff\xff\xff\xffabc"])
def test_damaged_strings(tail):
    header = json.dumps(request(datatype="BYTES", data=..., parameters={"binary_data_size": len(tail)})).encode()
    with pytest.raises(InvalidTensors, match="string"):
        decode(header + tail, len(header), ONE)


def test_answers():
    answer = Answer(arrays={"y": np.float32([[1, 2]]), "s": np.array([["ä".encode(), b"b"]], object)})
    body, size = encode(answer, Reply("5", {}, False, {}), ONE)
    assert size is None and json.loads(body) == {
        "model_name": "m", "model_version": "7", "id": "5", "outputs": [
            {"name": "y", "datatype": "FP32", "shape": [1, 2], "data": [1.0, 2.0]},
            {"name": "s", "datatype": "BYTES", "shape": [1, 2], "data": ["ä", "b"]}]}
    body, size = encode(answer, Reply(None, {"s": True, "y": False}, False, {}), ONE)
    outputs = json.loads(body[:size])["outputs"]
    assert [output["name"] for output in outputs] == ["s", "y"] and "data" in outputs[1]
    assert outputs[0]["parameters"] == {"binary_data_size": 11} and body[size:] == b"\2\0\0\0\xc3\xa4\1\0\0\0b"


def test_classes():
    answer = Answer(arrays={"y": np.float32([[0.25, 0.75]])})
    body, _ = encode(answer, Reply(None, {"y": False}, False, {"y": 5}), ONE)
    assert json.loads(body)["outputs"][0] == {"name": "y", "datatype": "BYTES", "shape": [1, 2],
                                              "data": ["0.750000:1:dog", "0.250000:0:cat"]}


def test_json_has_no_nan():
    answer = Answer(arrays={"y": np.float32([[np.nan, 1]])})
    with pytest.raises(InvalidTensors, match="NaN or infinity.*binary_data"):
        encode(answer, Reply(None, {}, False, {}), ONE)
    assert encode(answer, Reply(None, {}, True, {}), ONE)[1]
