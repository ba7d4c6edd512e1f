"""Encoding of answers."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

from mxnet.serving.bodies import Problem
from mxnet.serving.outputs import choose_type, describe_image, encode_arrays, encode_problem, to_probabilities

ROWS = np.float32([[1, 2], [3, 4]])
JSON, NPY, CSV = "application/json", "application/x-npy", "text/csv"


@pytest.mark.parametrize(("accept", "kind"), [
    ("", JSON), ("*/*", JSON), (JSON, JSON), (NPY, NPY), (CSV, CSV), ("text/html, application/x-npy", JSON),
    ("text/csv;q=0.5, application/x-npy", NPY), ("image/png, text/csv; q=0.1", CSV), ("application/*", JSON),
    ("application/x-npy;q=0, */*;q=0.1", JSON), ("TEXT/CSV", CSV)])
def test_accepted_types(accept: str, kind: str) -> None:
    assert choose_type(accept) == kind


@pytest.mark.parametrize("accept", ["image/png", "application/json;q=0", "application/json;q=x"])
def test_other_types_are_not_acceptable(accept: str) -> None:
    with pytest.raises(Problem) as caught:
        choose_type(accept)
    assert caught.value.status == 406


@pytest.mark.parametrize(("wrapper", "single", "expected"), [
    ("", False, [[1, 2], [3, 4]]), ("instances", False, {"predictions": [[1, 2], [3, 4]]}),
    ("inputs", False, {"outputs": [[1, 2], [3, 4]]}), ("", True, [1, 2])])
def test_json(wrapper: str, single: bool, expected: object) -> None:
    answer = encode_arrays({"out": ROWS}, JSON, wrapper, single)
    assert (json.loads(answer.body), answer.content_type, answer.status) == (expected, JSON, 200)


def test_json_of_several_outputs() -> None:
    both = {"a": ROWS, "b": ROWS[:, :1]}
    assert json.loads(encode_arrays(both, JSON, "", False).body) == {"a": [[1, 2], [3, 4]], "b": [[1], [3]]}
    assert json.loads(encode_arrays(both, JSON, "instances", False).body) == {
        "predictions": [{"a": [1, 2], "b": [1]}, {"a": [3, 4], "b": [3]}]}
    with pytest.raises(Problem, match="2 outputs"):
        encode_arrays(both, NPY, "", False)


def test_json_has_no_special_numbers() -> None:
    answer = encode_arrays({"out": np.float32([[np.nan, np.inf, 1]])}, JSON, "", False)
    assert answer.body == b"[[null, null, 1.0]]"


def test_arrays() -> None:
    answer = encode_arrays({"out": ROWS}, NPY, "", False)
    np.testing.assert_array_equal(np.load(io.BytesIO(answer.body), allow_pickle=False), ROWS)
    assert encode_arrays({"out": ROWS}, CSV, "", False).body == b"1.0,2.0\n3.0,4.0\n"


def test_problems() -> None:
    answer = encode_problem(Problem("too large", 413))
    assert answer.status == 413
    assert json.loads(answer.body) == {"code": 413, "type": "BadRequest", "message": "too large"}


def test_the_best_five_classes() -> None:
    labels = [f"n{i}" for i in range(7)]
    scores = np.float32([0.1, 0.05, 0.3, 0.2, 0.15, 0.12, 0.08])
    best = describe_image([scores], labels, (10, 10), (10, 10))
    assert best is not None
    assert [entry["class"] for entry in best] == ["n2", "n3", "n4", "n5", "n0"]
    assert best[0]["probability"] == pytest.approx(0.3)
    assert describe_image([scores.reshape(7, 1, 1)], labels, (1, 1), (1, 1)) == best
    assert describe_image([scores], labels[:3], (1, 1), (1, 1)) is None
    assert describe_image([scores], [], (1, 1), (1, 1)) is None


def test_scores_become_probabilities() -> None:
    np.testing.assert_allclose(to_probabilities(np.float32([0, np.log(3)])), [0.25, 0.75])
    np.testing.assert_allclose(to_probabilities(np.float16([0.25, 0.75])), [0.25, 0.75])
    assert to_probabilities(np.float32([np.nan, 1, 1])).tolist() == [0, 0.5, 0.5]
    assert to_probabilities(np.float32([np.nan, np.nan])).tolist() == [0.5, 0.5]
    assert to_probabilities(np.float32([np.inf, 1])).tolist() == [1, 0]


def test_boxes() -> None:
    rows = np.float32([[1, 0.5, 0.1, 0.2, 0.3, 0.4], [0, 0.9, 0, 0, 1, 1], [-1, 0.99, 0, 0, 1, 1],
                       [0, 0.1, 0, 0, 1, 1], [7, 0.3, np.nan, 0, 1, 1], [5, 0.3, 0, 0, 1, 1]])
    found = describe_image([rows], ["cat", "dog"], (200, 100), (30, 30))
    assert found is not None
    assert [entry["class"] for entry in found] == ["cat", "dog", "5"]
    assert found[1]["box"] == pytest.approx([20, 20, 60, 40], rel=1e-6)
    pixels = describe_image([rows[:1, :1], rows[:1, 1:2], np.float32([[3, 6, 9, 12]])], [], (200, 100), (30, 30))
    assert pixels == [{"class": "1", "probability": 0.5, "box": pytest.approx([20, 20, 60, 40])}]
