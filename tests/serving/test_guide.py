"""Run the programs, commands and requests of docs/en/guides/serving.md."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import httpx
import numpy as np
import pytest
from serving_helpers import Client

from mxnet.serving.app import Options
from mxnet.serving.interface import Answer, Description, TensorSpec
from mxnet.serving.sources import open_source
from mxnet.serving.table import Settings

GUIDE = (Path(__file__).parents[2] / "docs/en/guides/serving.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
PROGRAMS = [text for language, text in BLOCKS if language == "python"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def start(words: list[str], folder: Path) -> tuple[subprocess.Popen[str], list[str]]:
    """Start a command on free ports. Return the process and its addresses."""
    process = subprocess.Popen([sys.executable, "-m", *words, "--port", "0", "--management-port", "0"], cwd=folder,
                               env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        event = json.loads(line)
        if event["event"] == "started":
            return process, event["addresses"]
    raise AssertionError("the server did not start")


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Path:
    """Save the model of the guide."""
    folder = tmp_path_factory.mktemp("guide")
    before = Path.cwd()
    os.chdir(folder)
    try:
        exec(compile(PROGRAMS[0], "docs/en/guides/serving.md", "exec"), {"__name__": "guide"})
    finally:
        os.chdir(before)
    return folder


@pytest.mark.skipif(shutil.which("curl") is None or sys.platform == "win32", reason="needs curl")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_commands(model, capsys):
    pytest.importorskip("tritonclient.http")
    commands = [index for index, (language, _) in enumerate(BLOCKS) if language == "bash"]
    command = BLOCKS[commands[1]][1]
    assert BLOCKS[commands[0]][1] == "pip install 'mxnet-torch[serve]'\n" and command.startswith("mxnet serve ")
    process, addresses = start([*command.split(), "--workers", "1"], model)
    ports = [address.removeprefix("http://") for address in addresses]
    try:
        while httpx.get(addresses[0] + "/ping").status_code != 200:
            time.sleep(0.05)
        for index in commands[2:]:
            text = BLOCKS[index][1].replace("127.0.0.1:8080", ports[0]).replace("127.0.0.1:8081", ports[1])
            answer = subprocess.run(["bash", "-c", text], capture_output=True, text=True, check=True).stdout
            assert json.loads(answer) == json.loads(BLOCKS[index + 1][1]), text
        program = PROGRAMS[1].replace("127.0.0.1:8080", ports[0])
        exec(compile(program, "docs/en/guides/serving.md", "exec"), {"__name__": "guide"})
        assert capsys.readouterr().out == "[[ 6. 15.]]\n"
    finally:
        process.send_signal(signal.SIGTERM)
        rest = process.communicate(timeout=30)[1].splitlines()
    assert process.returncode == 0 and json.loads(rest[-1])["event"] == "stopped"
    (example,) = (json.loads(text) for language, text in BLOCKS if language == "json" and '"event"' in text)
    logged = next(line for line in map(json.loads, rest) if line.get("path") == "/predictions/line")
    assert set(logged) == set(example) and logged["model"] == "line"


class Doc:
    """The model of the protocol's example."""

    description = Description("mymodel", "1",
                              (TensorSpec("input0", "uint32", (2, 2)), TensorSpec("input1", "bool", (3,))),
                              (TensorSpec("output0", "float32", (3, 2)),), batchable=False)
    name = "mymodel"

    def load(self):
        return self

    def answer(self, requests):
        return [Answer(arrays={"output0": np.float32([[1, 1.1], [2, 2.1], [3, 3.1]])}) for _ in requests]


class Named:
    """A source with a name that stays the same when the model is registered."""

    def __init__(self, source, name):
        self.source, self.name = source, name

    def load(self):
        return self.source.load()


def fits(answer: object, shown: object) -> bool:
    """Return whether an answer has everything that the documentation shows."""
    if isinstance(shown, dict):
        return isinstance(answer, dict) and all(key in answer and fits(answer[key], shown[key]) for key in shown)
    if isinstance(shown, list):
        return isinstance(answer, list) and len(answer) == len(shown) and all(map(fits, answer, shown))
    return answer == (pytest.approx(shown) if isinstance(shown, float) else shown)


def test_the_examples_of_the_public_documentation(model, tmp_path):
    for name in ("noop", "squeezenet_v1.1"):
        with zipfile.ZipFile(tmp_path / f"{name}.mar", "w") as archive:
            archive.writestr("MAR-INF/MANIFEST.json", json.dumps({"model": {"modelName": name, "modelVersion": "1.0"}}))
            for file in ("line-symbol.json", "line-0000.params", "signature.json"):
                archive.write(model / file, file)
    resnet = Named(open_source(str(model / "line-symbol.json")), "resnet-18")
    options = Options((resnet, Doc()), Settings(), store=str(tmp_path), several=True, processes=False)
    rows = re.findall(r"^\| [\w ,]+ \| `(8081 )?(\w+) (\S+)(?: (.*?))?` \| `(\d+) (.*?)` \|$", GUIDE, re.MULTILINE)
    assert len(rows) == GUIDE.count("\n| MMS, ") + GUIDE.count("\n| SageMaker, ") + GUIDE.count("\n| Open Inference, ")
    with Client(options) as client:
        for management, method, path, body, status, shown in rows:
            send = client.manage if management else client.request
            response = send(method, path, content=body.encode(), headers={"Content-Type": "application/json"})
            assert response.status_code == int(status), (path, response.text)
            assert fits(response.json(), json.loads(shown)), (path, response.text)


@pytest.mark.slow
def test_the_program_for_ray(model):
    pytest.importorskip("ray.serve")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    program = f"""from ray import serve
serve.start(http_options={{"port": {port}}})
{PROGRAMS[2]}
import json, urllib.request
request = urllib.request.Request("http://127.0.0.1:{port}/predictions/line", b"[[1, 1, 1]]",
                                 {{"Content-Type": "application/json"}})
print(json.load(urllib.request.urlopen(request)))
serve.shutdown()
"""
    environment = {**ENVIRONMENT, "RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}
    ended = subprocess.run([sys.executable, "-c", program], cwd=model, env=environment, capture_output=True, text=True,
                           timeout=150)
    assert "[[6.0, 15.0]]" in ended.stdout, ended.stderr[-2000:]
