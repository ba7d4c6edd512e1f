"""Decoding of bodies."""

from __future__ import annotations

import io
import random
from typing import Any

import numpy as np
import pytest
import serving_models as samples

from mxnet.serving.bodies import Problem, decode_csv, decode_json, decode_npy, media_type, split_form
from mxnet.serving.interface import TensorSpec

ONE = (TensorSpec("data", "float32", (None, 2)),)
TWO = (TensorSpec("a", "float32", (None, 2)), TensorSpec("b", "float32", (None, 1)))


@pytest.mark.parametrize(("body", "wrapper"), [
    (b"[[1, 2]]", ""), (b'{"data": [[1, 2]]}', ""), (b'{"instances": [[1, 2]]}', "instances"),
    (b'{"inputs": [[1, 2]]}', "inputs"), (b'{"inputs": {"data": [[1, 2]]}}', "inputs"),
    (b'{"instances": [{"data": [1, 2]}], "signature_name": "x"}', "instances"), (b'[{"data": [1, 2]}]', ""),
    (b"\xef\xbb\xbf[[1, 2]]", "")])
def test_json(body: bytes, wrapper: str) -> None:
    arrays, found = decode_json(body, ONE)
    assert (arrays["data"].tolist(), found) == ([[1, 2]], wrapper)


@pytest.mark.parametrize("body", [b'{"a": [[1, 2]], "b": [[3]]}', b'{"inputs": {"a": [[1, 2]], "b": [[3]]}}',
                                  b'{"instances": [{"a": [1, 2], "b": [3]}]}'])
def test_json_of_several_inputs(body: bytes) -> None:
    arrays, _ = decode_json(body, TWO)
    assert (arrays["a"].tolist(), arrays["b"].tolist()) == ([[1, 2]], [[3]])


def test_special_numbers_are_numbers() -> None:
    array = decode_json(b"[[NaN, -Infinity]]", ONE)[0]["data"]
    assert np.isnan(array[0, 0]) and array[0, 1] == -np.inf


@pytest.mark.parametrize(("body", "words"), [
    (b"", "not valid JSON"), (b"[1", "not valid JSON"), (b"\xff", "not valid UTF-8"), (b"[" * 200000, "nested"),
    (b'{"data": 1, "data": 2}', "'data' twice"), (b'{"other": 1}', "must have the inputs data; received other"),
    (b"[[1], [2, 3]]", "equal lengths"), (b'[["a"]]', "consist of numbers"), (b"[[null]]", "consist of numbers"),
    (b"[" * 60 + b"1" + b"]" * 60, "nested"), (b"[" + b"9" * 5000 + b"]", "not valid JSON"),
    (b'[{"data": 1}, {"x": 1}]', "each instance"), (b'{"data": {"x": 1}}', "must"), (b'"text"', "numbers"),
    (b"[[1e999999, {}]]", "numbers"), (b"{}", "received none")])
def test_invalid_json(body: bytes, words: str) -> None:
    with pytest.raises(Problem, match=words):
        decode_json(body, ONE)


def test_one_list_is_not_enough_for_several_inputs() -> None:
    with pytest.raises(Problem, match="the model has 2 inputs; send an object with a, b"):
        decode_json(b"[[1, 2]]", TWO)


def _npy(array: Any, **options: Any) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, **options)
    return stream.getvalue()


@pytest.mark.parametrize("array", [
    np.ones((2, 3), "float32"), np.arange(6).reshape(2, 3), np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    np.zeros((0, 3)), np.float64(3), np.array([True, False]), np.ones(3, ">f4"), np.ones((1, 2, 3, 4), "uint8"),
    np.float16([1])])
def test_npy(array: np.ndarray) -> None:
    decoded = decode_npy(_npy(array))
    assert decoded.dtype == array.dtype
    np.testing.assert_array_equal(decoded, array)


def _header(text: str, data: bytes = b"") -> bytes:
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode() + data


@pytest.mark.parametrize("body", [
    b"", b"\x93NUMPY", b"\x93NUMPY\x01\x00\xff\xff", b"\x93NUMPY\x09\x00\x00\x00{}", _npy(np.ones(3))[:-1],
    _npy(np.ones(3)) + b"x", _npy(np.array([{}]), allow_pickle=True), _npy(np.array(["a"])),
    _npy(np.zeros(2, [("a", "f4")])), _npy(np.ones(2, "complex64")),
    _header("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }"),
    _header("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999, 99999999999999999), }"),
    _header("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }"),
    _header("{'descr': '<f4', 'fortran_order': False, 'shape': (" + "0, " * 60 + "), }"),
    _header("{'descr': '<f1', 'fortran_order': False, 'shape': (1,), }", b"a"),
    _header("__import__('os').system('true')"), _header("(" * 3000)])
def test_invalid_npy(body: bytes) -> None:
    with pytest.raises(Problem, match="NPY"):
        decode_npy(body)


def test_csv() -> None:
    assert decode_csv(b"1,2\r\n3, 4\n\n", ONE[0]).tolist() == [[1, 2], [3, 4]]
    picture = TensorSpec("data", "float32", (None, 1, 2, 2))
    assert decode_csv(b"1,2,3,4", picture).shape == (1, 1, 2, 2)
    assert np.isnan(decode_csv(b"nan,1", ONE[0])[0, 0])


@pytest.mark.parametrize("body", [b"", b"a,b", b"1,2\n3", b"\xff", b"1,2,3", b"1;2"])
def test_invalid_csv(body: bytes) -> None:
    with pytest.raises(Problem, match="CSV"):
        decode_csv(body, ONE[0])


def test_forms() -> None:
    binary = bytes(range(256)) + b"\r\n--other\r\n"
    request = samples.form(("data", "image/png", binary), ("text", "text/plain; charset=utf-8", b""))
    parts = split_form(request.body, request.content_type)
    assert [(part.name, part.content_type, part.content) for part in parts] == [
        ("data", "image/png", binary), ("text", "text/plain", b"")]
    quoted = split_form(request.body, 'Multipart/Form-Data; Boundary="bound"')
    assert len(quoted) == 2


@pytest.mark.parametrize(("body", "content_type"), [
    (b"--b--", "multipart/form-data"), (b"", "multipart/form-data; boundary=b"), (b"--b\r\n\r\nx", "a; boundary=b"),
    (b"--b\r\nno end of the header\r\n--b--", "a; boundary=b"), (b"--b\r\n\r\n\r\n" * 200 + b"--b--", "a; boundary=b"),
    (b"--b\r\n" + b"a" * 10000 + b"\r\n\r\n\r\n--b--", "a; boundary=b"), (b"x", "a; boundary=" + "b" * 300)])
def test_invalid_forms(body: bytes, content_type: str) -> None:
    with pytest.raises(Problem):
        split_form(body, content_type)


def test_media_types() -> None:
    assert media_type("Text/CSV; charset=utf-8") == "text/csv"


def test_mutated_bodies_are_decoded_or_problems() -> None:
    generator = random.Random(0)
    seeds = [b'{"instances": [[1.5, 2], [3, 4]]}', _npy(np.ones((2, 2), "float32")), b"1,2\n3,4\n",
             samples.form(("data", "image/png", b"abc")).body]
    for _ in range(3000):
        body = bytearray(generator.choice(seeds))
        for _ in range(generator.choice((1, 2, 8))):
            place = generator.randrange(len(body) + 1)
            action = generator.randrange(3)
            if action == 0:
                body[place : place + 1] = bytes([generator.randrange(256)])
            elif action == 1:
                del body[place : place + generator.randrange(1, 6)]
            else:
                body[place:place] = body[generator.randrange(len(body) + 1) :][: generator.randrange(1, 20)]
        for decode in (lambda b: decode_json(b, ONE), decode_npy, lambda b: decode_csv(b, ONE[0]),
                       lambda b: split_form(b, "multipart/form-data; boundary=bound")):
            try:
                decode(bytes(body))
            except Problem as problem:
                assert 400 <= problem.status < 500
