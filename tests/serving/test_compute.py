"""Tests of what workers do with a batch."""

from __future__ import annotations

import json

import numpy as np
import pytest
from serving_helpers import Doubler, DoublerSource

from mxnet.serving.batching import Call
from mxnet.serving.compute import compute, load, read_error
from mxnet.serving.interface import Answer, Description, Request, TensorSpec


def tensors(*values):
    body = {"inputs": [{"name": "data", "datatype": "FP32", "shape": [1, 4], "data": list(values)}]}
    return Call(Request(body=json.dumps(body).encode()), tensors=True)


def test_one_bad_call_harms_no_other_one():
    served = Doubler("double")
    calls = [tensors(1, 2, 3, 4), tensors(1), Call(Request(body=b"[]")), Call(Request(body=b'{"fail": true}')),
             tensors(5, 6, 7, 8), Call(Request(body=b"{", headers={"inference-header-content-length": "x"}), True)]
    results = compute(served, calls)
    assert [result.status for result in results] == [200, 400, 200, 500, 200, 400]
    assert json.loads(results[4].body)["outputs"][0]["data"] == [10, 12, 14, 16]
    assert "secret" not in read_error(results[3]) and {result.batch for result in results} == {6}
    assert served.batches[0] == 4 and served.batches[1:] == [1] * 4


def test_wrong_number_of_answers():
    class Forgetful(Doubler):
        def answer(self, requests):
            return super().answer(requests)[:-1]

    assert [result.status for result in compute(Forgetful("m"), [Call(Request(body=b"[]"))] * 2)] == [500, 500]


def test_out_of_memory():
    class Greedy(Doubler):
        def answer(self, requests):
            raise MemoryError

    assert compute(Greedy("m"), [Call(Request())])[0].status == 507


def test_warm_up_predicts_zeros_of_each_batch_size():
    served = load(DoublerSource(), None, (1, 8))
    assert served.batches == [1, 1]

    class Failing(Doubler):
        def answer(self, requests):
            assert requests[0].arrays["data"].shape == (1, 4)
            return [Answer(500, body=b"no luck")]

    class Source:
        name = "m"

        def load(self):
            return Failing("m")

    with pytest.raises(RuntimeError, match="no luck"):
        load(Source(), None, (1,))


def test_unknown_sizes_are_not_warmed_up():
    class Source(DoublerSource):
        def load(self):
            served = Doubler("m")
            served.description = Description("m", "1", (TensorSpec("data", "float32", (None, None)),), ())
            return served

    assert load(Source(), None, (1, 2)).batches == []


@pytest.mark.parametrize(("body", "text"), [(b'{"message": "a"}', "a"), (b'{"error": "b"}', "b"), (b"c", "c"),
                                            (b"[1]", "[1]"), (b"", "the request failed"), (b"\xff", "\ufffd")])
def test_messages(body, text):
    assert read_error(Answer(400, body=body)) == text


def test_arrays_come_back_in_binary_form():
    array = np.float32([[1, 2, 3, 4]])
    header = json.dumps({"parameters": {"binary_data_output": True}, "inputs": [
        {"name": "data", "datatype": "FP32", "shape": [1, 4], "parameters": {"binary_data_size": 16}}]}).encode()
    call = Call(Request(body=header + array.tobytes(), headers={"inference-header-content-length": str(len(header))}),
                tensors=True)
    (result,) = compute(Doubler("double"), [call])
    assert result.content_type == "application/octet-stream"
    assert result.body[result.header_length:] == (array * 2).tobytes()
