"""Tests of the JSON reader."""

import pytest

from mxnet.serving.strict_json import InvalidJSON, loads


def test_valid_texts():
    assert loads('{"a": [1, 2.5, "ä", null, true]}'.encode()) == {"a": [1, 2.5, "ä", None, True]}


@pytest.mark.parametrize(("text", "message"), [
    (b"{", "not valid JSON"), (b"", "not valid JSON"), (b"\xff", "UTF-8 at byte 0"), (b"[NaN]", "contains NaN"),
    (b"-Infinity", "contains -Infinity"), (b'{"a": 1, "b": {"c": 1, "c": 2}}', "'c' twice"),
    (b"[" * 200000, "too deeply"), (b"9" * 10000, "not valid JSON"), ("[1]".encode("utf-16"), "UTF-8"),
])
def test_invalid_texts(text, message):
    with pytest.raises(InvalidJSON, match=message):
        loads(text)
