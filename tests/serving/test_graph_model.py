"""Requests to models that are answered by their graphs."""

from __future__ import annotations

import base64
import io
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import serving_models as samples
from serving_models import ask, read_error

import mxnet as mx
from mxnet.serving.interface import Request


@pytest.fixture(scope="module")
def dense(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("dense")
    samples.save_dense(folder)
    return samples.load(folder / "net")


@pytest.fixture(scope="module")
def pets(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("pets")
    samples.save_pictures(folder)
    return samples.load(folder)


def _expected(rows: Any) -> np.ndarray:
    return np.asarray(rows) @ (np.arange(12).reshape(3, 4) / 10).T + [1, 2, 3]


def test_requests_share_one_batch(dense: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    run = dense._network.run

    def count(arrays: Any) -> Any:
        sizes.append(len(arrays["data"]))
        return run(arrays)

    monkeypatch.setattr(dense._network, "run", count)
    rows = np.random.rand(4, 4)
    stream = io.BytesIO()
    np.save(stream, rows[3:])
    answers = dense.answer([
        Request(arrays={"data": rows[:1].astype("float32")}), Request(body=json.dumps(rows[1:3].tolist()).encode()),
        Request(body=b"[[1, 2, 3]]"), Request(body=stream.getvalue(), content_type="application/x-npy")])
    assert sizes == [4]
    assert [answer.status for answer in answers] == [200, 200, 400, 200]
    np.testing.assert_allclose(answers[0].arrays["fc_output"], _expected(rows[:1]), rtol=1e-5)
    np.testing.assert_allclose(json.loads(answers[1].body), _expected(rows[1:3]), rtol=1e-5)
    np.testing.assert_allclose(json.loads(answers[3].body), _expected(rows[3:]), rtol=1e-5)
    assert "must have the shape (N, 4), received (1, 3)" in read_error(answers[2])


@pytest.mark.parametrize(("body", "content_type"), [
    ("[1, 2, 3, 4]", "application/json"), ("[1, 2, 3, 4]", ""), ("[1, 2, 3, 4]", "application/json; charset=utf-8"),
    ('{"data": [1, 2, 3, 4]}', "text/plain"), ("[1, 2, 3, 4]", "application/octet-stream")])
def test_one_sample(body: str, content_type: str, dense: Any) -> None:
    np.testing.assert_allclose(json.loads(ask(dense, body, content_type).body), _expected([1, 2, 3, 4]), rtol=1e-6)


@pytest.mark.parametrize(("request_", "status", "words"), [
    (Request(body=b"<xml/>", content_type="application/xml"), 415, "content type 'application/xml'"),
    (Request(body=b"\x89PNG", content_type="image/png"), 415, "does not accept images"),
    (Request(body=b"[[1, 2, 3, 4]]", accept="image/png"), 406, "Accept"),
    (Request(body=b"[]"), 400, "must have the shape"), (Request(body=b"[[]]"), 400, "must have the shape"),
    (Request(body=b'{"\\ud800": 1}'), 400, "must have the inputs data"),
    (Request(arrays={}), 400, "the inputs are data; received none"),
    (Request(arrays={"other": np.ones((1, 4))}), 400, "received other"),
    (Request(arrays={"data": np.ones(4)}), 400, "must have the shape"),
    (Request(arrays={"data": np.array([["a"] * 4])}), 400, "must have numbers"),
    (Request(arrays={"data": np.array([[None] * 4])}), 400, "must have numbers"),
    (Request(arrays={"data": np.ones((1, 4), complex)}), 400, "must have numbers"),
    (samples.form(), 400, "form"), (samples.form(("x", "text/plain", b"nothing")), 400, "JSON"),
    (samples.form(("x", "a/b", b"1"), ("y", "a/b", b"2")), 400, "must have the fields data; received x, y")])
def test_invalid_requests(request_: Request, status: int, words: str, dense: Any) -> None:
    good = Request(body=b"[[0, 0, 0, 0]]")
    answers = dense.answer([good, request_, good])
    assert [answer.status for answer in answers] == [200, status, 200]
    assert words in read_error(answers[1])


def test_fields_of_forms(dense: Any) -> None:
    stream = io.BytesIO()
    np.save(stream, np.zeros((1, 4)))
    for field in (("data", "application/json", b"[[0, 0, 0, 0]]"), ("x", "text/plain", b"[0, 0, 0, 0]"),
                  ("data", "application/x-npy", stream.getvalue())):
        assert np.ravel(json.loads(dense.answer([samples.form(field)])[0].body)).tolist() == [1, 2, 3]


def test_a_failing_request_harms_no_other(tmp_path: Path) -> None:
    pooled = mx.sym.Pooling(mx.sym.var("data"), kernel=(5, 5), pool_type="max")
    mx.model.save_checkpoint(str(tmp_path / "net"), 0, pooled, {}, {})
    (tmp_path / "signature.json").write_text('{"inputs": [{"data_name": "data", "data_shape": [0, 1, 0, 0]}]}')
    model = samples.load(tmp_path)
    answers = model.answer([Request(arrays={"data": np.ones((1, 1, size, size))}) for size in (6, 2, 6)])
    assert [answer.status for answer in answers] == [200, 400, 200]
    assert "the model does not accept this input" in read_error(answers[1])


def test_unexpected_errors_show_no_details(dense: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(arrays: Any) -> Any:
        if (arrays["data"] < 0).any():
            raise RuntimeError("a secret")
        return [arrays["data"]]

    monkeypatch.setattr(dense._network, "run", fail)
    answers = dense.answer([Request(body=b"[[1, 2, 3, 4]]"), Request(body=b"[[-1, 2, 3, 4]]")])
    assert [answer.status for answer in answers] == [200, 500]
    assert read_error(answers[1]) == "the model failed: RuntimeError"


def test_integers(tmp_path: Path) -> None:
    result = mx.sym.cast(mx.sym.var("data", dtype="int32"), dtype="int64")
    mx.model.save_checkpoint(str(tmp_path / "net"), 0, result, {}, {})
    (tmp_path / "signature.json").write_text('{"inputs": [{"data_name": "data", "data_shape": [0, 2]}]}')
    model = samples.load(tmp_path)
    assert (model.description.inputs[0].dtype, model.description.outputs[0].dtype) == ("int32", "int64")
    assert ask(model, "[[1, 2.0]]").body == b"[[1, 2]]"
    assert "must have integers" in read_error(ask(model, "[[1.5, 2]]"))
    assert "must have integers" in read_error(ask(model, "[[NaN, 2]]"))
    assert "must be within" in read_error(ask(model, "[[1, 99999999999]]"))


@pytest.mark.parametrize("ending", [".png", ".jpg"])
@pytest.mark.parametrize("send", ["body", "form", "octets", "base64"])
def test_images_give_the_best_classes(ending: str, send: str, pets: Any) -> None:
    content = samples.picture(40, 200, 90, ending)
    if send == "form":
        answer = pets.answer([samples.form(("data", f"image/{ending[1:]}", content))])[0]
    elif send == "base64":
        answer = ask(pets, json.dumps({"instances": [{"b64": base64.b64encode(content).decode()}]}))
    else:
        answer = ask(pets, content, "image/jpeg" if send == "body" else "application/octet-stream")
    found = json.loads(answer.body)
    if send == "base64":
        (found,) = found["predictions"]
    assert [entry["class"] for entry in found] == ["dog", "frog", "cat"]
    assert found[0]["probability"] == pytest.approx(1.0)


def test_several_images(pets: Any) -> None:
    colours = ((200, 0, 0), (0, 0, 200))
    request = samples.form(*((f"f{i}", "image/png", samples.picture(*colour)) for i, colour in enumerate(colours)))
    assert [row[0]["class"] for row in json.loads(pets.answer([request])[0].body)] == ["cat", "frog"]


def test_images_as_arrays(pets: Any) -> None:
    for kind in ("", "application/json", "application/x-www-form-urlencoded", "application/x-image"):
        assert ask(pets, samples.picture(40, 200, 90), kind).status == 200
    answer = ask(pets, samples.picture(40, 200, 90), "image/png", "text/csv")
    assert np.fromstring(answer.body.decode(), sep=",") == pytest.approx([40, 200, 90])
    assert json.loads(ask(pets, json.dumps(np.ones((1, 3, 6, 8)).tolist())).body) == [[1, 1, 1]]


@pytest.mark.parametrize("body", [b"", b"text", b"\xff\xd8\xff\xe0"])
def test_images_that_cannot_be_decoded(body: bytes, pets: Any) -> None:
    assert "the image" in read_error(ask(pets, body, "image/jpeg"))


@pytest.mark.parametrize("batch", [-1, 1])
def test_detectors(batch: int, tmp_path: Path) -> None:
    pooled = mx.sym.Pooling(mx.sym.var("data"), global_pool=True, pool_type="avg", kernel=(1, 1))
    rows = mx.sym.reshape(mx.sym.FullyConnected(pooled, num_hidden=12, name="fc"), shape=(batch, 2, 6))
    boxes = mx.nd.array([1, 0.75, 0.25, 0.5, 0.75, 1, -1, 0.9, 0, 0, 1, 1])
    params = {"fc_weight": mx.nd.zeros((12, 3)), "fc_bias": boxes}
    mx.model.save_checkpoint(str(tmp_path / "net"), 0, rows, params, {})
    (tmp_path / "signature.json").write_text('{"inputs": [{"data_name": "data", "data_shape": [0, 3, 8, 8]}]}')
    (tmp_path / "synset.txt").write_text("cat\ndog")
    model = samples.load(tmp_path)
    assert model.description.batchable == (batch == -1)
    answer = ask(model, samples.picture(1, 2, 3, size=(20, 40)), "image/png")
    assert json.loads(answer.body) == [{"class": "dog", "probability": 0.75, "box": [10.0, 10.0, 30.0, 20.0]}]


def test_several_inputs(tmp_path: Path) -> None:
    first = mx.sym.var("a")
    result = mx.sym.Group([first + mx.sym.var("b"), first * 2])
    mx.model.save_checkpoint(str(tmp_path / "net"), 0, result, {}, {})
    (tmp_path / "signature.json").write_text(json.dumps({"inputs": [
        {"data_name": "a", "data_shape": [0, 2]}, {"data_name": "b", "data_shape": [0, 2]}]}))
    model = samples.load(tmp_path)
    names = [spec.name for spec in model.description.outputs]
    answer = json.loads(ask(model, '{"a": [[1, 2]], "b": [[3, 4]]}').body)
    assert answer == {names[0]: [[4, 6]], names[1]: [[2, 4]]}
    assert "must have the same number of rows, received a 1, b 2" in read_error(
        ask(model, '{"a": [[1, 2]], "b": [[3, 4], [5, 6]]}'))
    assert ask(model, b"1,2", "text/csv").status == 415


def test_mutated_requests_never_fail(pets: Any, dense: Any) -> None:
    generator = random.Random(1)
    stream = io.BytesIO()
    np.save(stream, np.zeros((1, 4), "float32"))
    form = samples.form(("data", "image/png", samples.picture(1, 2, 3)))
    seeds = [(b'{"instances": [[1, 2, 3, 4]]}', "application/json"), (stream.getvalue(), "application/x-npy"),
             (b"1,2,3,4\n", "text/csv"), (samples.picture(1, 2, 3), "image/png"), (form.body, form.content_type),
             (samples.picture(1, 2, 3, ".jpg"), "image/jpeg")]
    for _ in range(150):
        requests = []
        for _ in range(8):
            body, kind = generator.choice(seeds)
            changed = bytearray(body)
            for _ in range(generator.choice((1, 3, 10))):
                changed[generator.randrange(len(changed))] = generator.randrange(256)
            requests.append(Request(body=bytes(changed[: generator.choice((len(changed), len(changed) // 2))]),
                                    content_type=generator.choice((kind, kind, generator.choice(seeds)[1]))))
        for model in (pets, dense):
            for answer in model.answer(requests):
                assert answer.status == 200 or 400 <= answer.status < 500, answer
                json.loads(answer.body)
