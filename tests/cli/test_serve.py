"""Tests of ``mxnet serve``: its options, the environment, and what it reports before it starts."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

import mxnet as mx
from mxnet.cli import main, serve
from mxnet_records.cli._options import serve as options


@pytest.fixture
def model(tmp_path) -> str:
    """Return the symbol file of a small model."""
    output = mx.sym.FullyConnected(mx.sym.var("data"), mx.sym.var("w"), no_bias=True, num_hidden=2)
    output.save(str(tmp_path / "m-symbol.json"))
    mx.nd.save(str(tmp_path / "m-0000.params"), {"arg:w": mx.nd.ones((2, 3))})
    return str(tmp_path / "m-symbol.json")


def parse(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    options.add_arguments(parser)
    return parser.parse_args(words)


def test_defaults(model):
    made, listen = serve._application(parse(model)), serve._listen(parse(model))
    assert (listen.host, listen.port) == ("127.0.0.1", 8080)
    assert (listen.management_host, listen.management_port) == ("127.0.0.1", 8081)
    assert made.models == (model,) and made.key is None and made.store is None
    assert not made.allow_code and not made.several
    assert made.limits.body == 64 << 20 and made.settings.batch_size == 8 and made.settings.response_timeout == 120


def test_the_environment(model, monkeypatch, tmp_path):
    values = {"SAGEMAKER_BIND_TO_PORT": "9090", "SAGEMAKER_MULTI_MODEL": "true", "SAGEMAKER_MODEL_SERVER_WORKERS": "3",
              "SAGEMAKER_MODEL_SERVER_TIMEOUT": "7", "MXNET_SERVE_HOST": "0.0.0.0", "MXNET_SERVE_ALLOW_CODE": "1",
              "MXNET_SERVE_API_KEY": "key"}
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(serve, "_SAGEMAKER_MODELS", str(tmp_path))
    made, listen = serve._application(parse()), serve._listen(parse())
    assert (listen.host, listen.port) == ("0.0.0.0", 9090)
    assert made.several and made.store == str(tmp_path) and made.allow_code and made.key == "key" and made.models == ()
    assert (made.settings.min_workers, made.settings.response_timeout) == (3, 7)
    assert serve._listen(parse("--host", "127.0.0.1", "--port", "1")).port == 1


def test_the_model_of_a_container(model, monkeypatch):
    monkeypatch.setattr(serve, "_SAGEMAKER_MODEL", str(Path(model).parent))
    assert serve._application(parse()).models == (f"model={Path(model).parent}",)


@pytest.mark.parametrize(("words", "message"), [
    ([], "no model to serve"), (["nothing-symbol.json"], "does not exist"),
    (["MODEL", "MODEL"], "two models are called m"), (["MODEL", "--model-store", "nothing"], "is not a folder"),
    (["MODEL", "--tls-key", "x"], "need each other"), (["MODEL", "--api-key-file", "EMPTY"], "contains no API key"),
    (["MODEL", "--api-key-file", "nothing"], "No such file"),
])
def test_faults_are_reported_before_the_start(model, words, message, capsys, tmp_path):
    (tmp_path / "empty").write_text("\n")
    words = [word.replace("MODEL", model).replace("EMPTY", str(tmp_path / "empty")) for word in words]
    assert main(["serve", *words]) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("size", ["0", "-1", "many", "1.5M", "M"])
def test_wrong_sizes(size, capsys):
    with pytest.raises(SystemExit):
        parse("--max-body-size", size)
    assert "64M" in capsys.readouterr().err


def test_sizes():
    assert parse("--max-body-size", "2M").max_body_size == 2 << 20 and parse("--max-body-size", "5").max_body_size == 5


def test_a_missing_extra_is_named(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve", "anything"]) == 1
    assert "pip install 'mxnet-torch[serve]'" in capsys.readouterr().err


def test_importing_the_package_imports_no_server():
    code = ("import sys, mxnet, mxnet.serving\n"
            "print(sorted({'starlette', 'uvicorn', 'prometheus_client', 'onnx'} & set(sys.modules)))\n"
            "mxnet.serving.application\nprint('starlette' in sys.modules)")
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\nTrue\n"
