"""Small models, archives and requests for the tests of served models."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

import mxnet as mx
from mxnet.serving.interface import Answer, Request
from mxnet.serving.sources import open_source

LABELS = ("cat", "dog", "frog")
HANDLER = """
def handle(data, context):
    if data is None:
        return None
    return [{"seen": sorted(row), "folder": context.system_properties["model_dir"]} for row in data]
"""


def save_dense(folder: Path, name: str = "net", epoch: int = 0) -> dict[str, np.ndarray]:
    """Save a layer from 4 to 3 numbers, and return its weight and bias."""
    weight, bias = np.arange(12, dtype="float32").reshape(3, 4) / 10, np.float32([1, 2, 3])
    result = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    folder.mkdir(parents=True, exist_ok=True)
    mx.model.save_checkpoint(str(folder / name), epoch, result,
                             {"fc_weight": mx.nd.array(weight), "fc_bias": mx.nd.array(bias)}, {})
    return {"weight": weight, "bias": bias}


def save_pictures(folder: Path, name: str = "pets", **preprocess: Any) -> None:
    """Save a classifier of the mean colour of images of 8 x 6 pixels, with its signature and labels."""
    pooled = mx.sym.Pooling(mx.sym.var("data"), global_pool=True, pool_type="avg", kernel=(1, 1))
    result = mx.sym.FullyConnected(pooled, num_hidden=3, no_bias=True, name="fc")
    folder.mkdir(parents=True, exist_ok=True)
    mx.model.save_checkpoint(str(folder / name), 0, result, {"fc_weight": mx.nd.array(np.eye(3))}, {})
    signature: dict[str, Any] = {"inputs": [{"data_name": "data", "data_shape": [0, 3, 6, 8]}],
                                 "input_type": "image/jpeg"}
    if preprocess:
        signature["preprocess"] = preprocess
    (folder / "signature.json").write_text(json.dumps(signature))
    (folder / "synset.txt").write_text("\n".join(LABELS))


def read_files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file()}


def pack(path: Path, files: Mapping[str, bytes]) -> Path:
    """Write a zip or tar archive by the ending of its name."""
    if path.suffix == ".mar":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, content)
    else:
        with tarfile.open(path, "w:gz") as archive:
            for name, content in files.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
    return path


def manifest(name: str = "net", handler: str | None = None) -> bytes:
    model = {"modelName": name, **({} if handler is None else {"handler": handler})}
    return json.dumps({"runtime": "python", "model": model, "specificationVersion": "1.0"}).encode()


def picture(red: int, green: int, blue: int, ending: str = ".png", size: tuple[int, int] = (20, 30)) -> bytes:
    """Return an encoded picture of one colour. The size is height and width."""
    import cv2

    pixels = np.empty((*size, 3), np.uint8)
    pixels[:] = (blue, green, red)
    return cv2.imencode(ending, pixels)[1].tobytes()


def form(*fields: tuple[str, str, bytes]) -> Request:
    """Return a request with a form: names, content types and contents."""
    start = '--bound\r\nContent-Disposition: form-data; name="{}"; filename="x"\r\nContent-Type: {}\r\n\r\n'
    body = b"".join(start.format(name, kind).encode() + content + b"\r\n" for name, kind, content in fields)
    return Request(body=body + b"--bound--\r\n", content_type="multipart/form-data; boundary=bound")


def ask(model: Any, body: bytes | str, content_type: str = "application/json",
        accept: str = "application/json") -> Answer:
    """Send one request."""
    content = body.encode() if isinstance(body, str) else body
    return model.answer([Request(body=content, content_type=content_type, accept=accept)])[0]


def load(path: Any, **options: Any) -> Any:
    """Open and load a model. Keep its source, because unpacked files exist as long as it."""
    source = open_source(str(path), **options)
    model = source.load()
    model.source = source
    return model


def read_error(answer: Answer) -> str:
    content = json.loads(answer.body)
    assert content["code"] == answer.status and answer.content_type == "application/json"
    return content["message"]
