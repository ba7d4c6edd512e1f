"""Tests of the application: pickling, the model store, and its use without the command."""

from __future__ import annotations

import os
import pickle

import pytest
from serving_helpers import Client, DoublerSource

import mxnet as mx
from mxnet.serving.app import Application, Opener, Options, cores
from mxnet.serving.table import Problem, Settings


def test_the_application_can_be_pickled():
    application = mx.serving.application([DoublerSource()], processes=False, settings=Settings(batch_size=3))
    application.build()
    copy = pickle.loads(pickle.dumps(application))
    assert isinstance(copy, Application) and copy.options == application.options and copy.table is None
    with Client(copy.options) as client:
        assert client.post("/predictions/double", content=b"[]").status_code == 200


def test_missing_attributes():
    with pytest.raises(AttributeError, match="nothing"):
        mx.serving.nothing  # noqa: B018


def test_the_store(tmp_path):
    inside, outside = tmp_path / "store", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "m-symbol.json").write_text("{}")
    os.symlink(outside, inside / "link")
    (inside / "n.mar").write_bytes(b"")
    opener = Opener(Options(store=str(inside)))
    assert opener._find("m-symbol.json") == opener._find("m") == str(inside / "m-symbol.json")
    assert opener._find(str(inside / "n")) == str(inside / "n.mar")
    for url in ("link", "link/m", "../outside", str(outside), "/", ".", "", "~", "x" * 5000, "a\0b", "nothing",
                "m/../m"):
        with pytest.raises(Problem) as caught:
            opener._find(url)
        assert caught.value.status == 404
    with pytest.raises(Problem, match="model-store"):
        Opener(Options())._find("m")
    with pytest.raises(Problem, match="not downloaded"):
        opener._find("s3://bucket/a.mar")
    with pytest.raises(Problem, match="cannot be read"):
        opener("n.mar", None)


def test_cores():
    assert cores() >= 1
