"""Tests of the JSON reader."""

import pytest

from mxnet.serving.strict_json import InvalidJSON, loads


def test_valid_texts():
    assert loads('{"a": [1, 2.5, "ä", null, true]}'.encode()) == {"a": [1, 2.5, "ä", None, True]}


def test_special_numbers():
    assert loads(b"[-Infinity]", special_numbers=True) == [float("-inf")]


@pytest.mark.timeout(20)
def test_many_keys_take_linear_time():
    text = "{" + ", ".join(f'"k{number}": 1' for number in range(300_000)) + ', "k299999": 2}'
    with pytest.raises(InvalidJSON, match="'k299999' twice"):
        loads(text.encode())


@pytest.mark.parametrize(("text", "message"), [
    (b"{", "not valid JSON"), (b"", "not valid JSON"), (b"\xff", "UTF-8 at byte 0"), (b"[NaN]", "contains NaN"),
    (b"-Infinity", "contains -Infinity"), (b'{"a": 1, "b": {"c": 1, "c": 2}}', "'c' twice"),
    (b"[" * 200000, "too deeply"), (b"9" * 10000, "not valid JSON"), ("[1]".encode("utf-16"), "UTF-8"),
])
def test_invalid_texts(text, message):
    with pytest.raises(InvalidJSON, match=message):
        loads(text)
