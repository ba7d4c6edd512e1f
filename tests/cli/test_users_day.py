"""A user's day: train on a folder of images, look at the model, predict, serve it in all protocols, and convert it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest
import tritonclient.http

from mxnet.cli import main

COLOURS = {"blue": (220, 60, 40), "green": (50, 200, 60), "red": (40, 50, 220)}


def _write_images(folder: Path) -> None:
    generator = np.random.RandomState(0)
    for name, colour in COLOURS.items():
        (folder / name).mkdir(parents=True)
        for number in range(24):
            noise = generator.randint(-30, 30, (40, 48, 3))
            pixels = np.clip(np.array(colour) + noise, 0, 255).astype(np.uint8)
            cv2.imwrite(str(folder / name / f"{number}.jpg"), pixels)


def _start(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """Serve a model on a free port. Return the process and its address."""
    words = ["serve", f"colours={folder}", "--port", "0", "--no-management", "--workers", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "mxnet", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        event = json.loads(line)
        if event["event"] == "started":
            return process, event["addresses"][0]
    raise AssertionError("the server did not start")


def _wait_until_ready(client: httpx.Client) -> None:
    for _ in range(600):
        if client.get("/v2/health/ready").status_code == 200:
            return
        time.sleep(0.1)
    raise AssertionError("the model is not ready")


def _top(answer: httpx.Response) -> str:
    assert answer.status_code == 200, answer.text
    return str(answer.json()[0]["class"])


def _ask_all_protocols(address: str, image: bytes, row: np.ndarray) -> None:
    with httpx.Client(base_url=address, timeout=60) as client:
        _wait_until_ready(client)
        headers = {"Content-Type": "image/jpeg"}
        assert _top(client.post("/predictions/colours", content=image, headers=headers)) == "red"
        assert _top(client.post("/invocations", content=image, headers=headers)) == "red"
    triton = tritonclient.http.InferenceServerClient(address.removeprefix("http://"))
    described = triton.get_model_metadata("colours")
    given = tritonclient.http.InferInput(described["inputs"][0]["name"], row.shape, "FP32")
    given.set_data_from_numpy(row)
    result = triton.infer("colours", [given]).as_numpy(described["outputs"][0]["name"])
    assert sorted(COLOURS)[int(result.argmax())] == "red"
    triton.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGTERM")
def test_from_a_folder_of_images_to_a_service(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos, model = tmp_path / "photos", tmp_path / "model"
    _write_images(photos)
    assert main(["train", str(photos), "--network", "lenet", "--image-size", "32", "--epochs", "3", "--batch-size", "8",
                 "--output", str(model), "--seed", "1"]) == 0
    assert "Accuracy 1.0000" in capsys.readouterr().out and (model / "report.html").exists()

    assert main(["summary", str(model), "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["parameters"] > 10000

    image = photos / "red" / "0.jpg"
    assert main(["predict", str(model), str(image), str(photos / "blue"), "--format", "json", "--top", "1"]) == 0
    predicted = json.loads(capsys.readouterr().out)
    classes = [one["predictions"][0]["class"] for one in predicted]
    assert classes == ["red"] + ["blue"] * 24

    process, address = _start(model)
    try:
        row = _prepare(model, image)
        _ask_all_protocols(address, image.read_bytes(), row)
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    assert process.returncode == 0

    assert main(["convert", str(model / "model-symbol.json"), "--to", "onnx", "--output",
                 str(tmp_path / "colours.onnx")]) == 0
    capsys.readouterr()
    assert main(["predict", str(tmp_path / "colours.onnx"), "--labels", str(model / "synset.txt"), str(image)]) == 0
    assert (tmp_path / "colours.onnx").exists()


def _prepare(model: Path, image: Path) -> np.ndarray:
    """Return the input of the network for an image, as the signature says."""
    steps = json.loads((model / "signature.json").read_text())["preprocess"]
    pixels = cv2.cvtColor(cv2.imread(str(image)), cv2.COLOR_BGR2RGB)[:32, :32].astype(np.float32)
    return ((pixels - steps["mean"]) / steps["std"]).transpose(2, 0, 1)[None].astype(np.float32)
