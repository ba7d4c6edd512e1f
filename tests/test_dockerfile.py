"""Check the Dockerfile: no container engine is needed."""

from __future__ import annotations

import ast
import http.server
import json
import re
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def _stages() -> dict[str, list[tuple[str, str]]]:
    """Return the instructions of each stage, in order. The last stage is the default target."""
    text = re.sub(r"\\\n\s*", " ", (ROOT / "Dockerfile").read_text("utf-8"))
    stages: dict[str, list[tuple[str, str]]] = {}
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if word == "FROM":
            source, *name = re.split(r" AS ", rest)
            current = stages.setdefault(name[0] if name else "default", list(stages.get(source, [])))
        current.append((word, rest))
    return stages


def test_the_default_target_is_the_demo() -> None:
    stages = _stages()
    assert list(stages)[-1] == "default"
    assert [rest for word, rest in stages["default"] if word == "CMD"] == ['["mxnet", "demo"]']
    assert not [rest for word, rest in stages["default"] if word in ("ENTRYPOINT", "HEALTHCHECK", "EXPOSE")]


@pytest.mark.parametrize("name", ["serve", "default"])
def test_containers_do_not_run_as_root(name: str) -> None:
    instructions = _stages()[name]
    users = [rest for word, rest in instructions if word == "USER"]
    assert users == ["mxnet"]
    words = [word for word, _ in instructions]
    assert words.index("USER") > max(i for i, word in enumerate(words) if word in ("RUN", "COPY"))


def test_the_server_follows_the_contract_of_sagemaker() -> None:
    instructions = dict(_stages()["serve"])
    # SageMaker starts the image with the argument serve.
    assert [*json.loads(instructions["ENTRYPOINT"]), "serve"] == ["mxnet", "serve"]
    assert json.loads(instructions["CMD"]) == ["serve"]
    assert instructions["EXPOSE"] == "8080"
    assert "MXNET_SERVE_HOST=0.0.0.0" in shlex.split(instructions["ENV"])
    assert "com.amazonaws.sagemaker.capabilities.multi-models=true" in shlex.split(instructions["LABEL"])


class _Ping(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(self.server.status if self.path == "/ping" else 404)  # type: ignore[attr-defined]
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1)])
def test_the_health_check(status: int, code: int) -> None:
    (check,) = [rest for word, rest in _stages()["serve"] if word == "HEALTHCHECK"]
    command = json.loads(check.partition("CMD ")[2])
    assert command[:2] == ["python3", "-c"]
    ast.parse(command[2])
    with http.server.HTTPServer(("127.0.0.1", 0), _Ping) as server:
        server.status = status  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        environment = {"SAGEMAKER_BIND_TO_PORT": str(server.server_address[1])}
        ran = subprocess.run([sys.executable, *command[1:]], env=environment, capture_output=True)
        server.shutdown()
    assert ran.returncode == code


def test_installed_extras_exist() -> None:
    if sys.version_info < (3, 11):
        pytest.skip("tomllib is new in Python 3.11")
    import tomllib

    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    used = {extra for group in re.findall(r'"/src\[(.*?)\]"', (ROOT / "Dockerfile").read_text("utf-8"))
            for extra in group.split(",")}
    assert used == {"demo", "image", "onnx", "serve"}
    assert used <= set(extras)
