"""Networks for prediction, written as files that all engines can read.

    python benchmarks/networks.py NAME FOLDER

The folder receives `net-symbol.json`, `net-0000.params`, `net.onnx`, `net.py` with `net.safetensors` (torch), and
`inputs.npz`.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

TITLES = {
    "resnet18": "ResNet-18, batch 8",
    "resnet50": "ResNet-50, batch 1",
    "mobilenet": "MobileNetV2, batch 1",
    "bert": "BERT-base, 128 tokens, batch 1",
    "tagger": "bidirectional LSTM tagger, 64 tokens, batch 1",
    "ssd": "SSD with ResNet-50, 512 pixels, batch 1",
}
_ZOO = {"resnet18": ("resnet18_v1", 8), "resnet50": ("resnet50_v1", 1), "mobilenet": ("mobilenetv2_1.0", 1)}
OURS_VARIABLE, EXPORTS_VARIABLE = "MXNET_BENCH_OURS", "MXNET_BENCH_EXPORTS"
_SIDE, _WORDS, _WIDTH, _HEADS = 512, 30522, 768, 12


def _bert() -> Any:
    from mxnet.gluon import HybridBlock, nn

    class Attention(HybridBlock):
        """Attention of tokens to one another, with a residual sum and a feed-forward layer."""

        def __init__(self) -> None:
            super().__init__()
            with self.name_scope():
                self.query, self.key, self.value, self.out = (nn.Dense(_WIDTH, flatten=False) for _ in range(4))
                self.inner = nn.Dense(4 * _WIDTH, flatten=False)
                self.activation, self.outer = nn.GELU(), nn.Dense(_WIDTH, flatten=False)
                self.norm1, self.norm2 = nn.LayerNorm(), nn.LayerNorm()

        def _split(self, F: Any, x: Any) -> Any:
            heads = F.transpose(F.reshape(x, (0, 0, _HEADS, -1)), axes=(0, 2, 1, 3))
            return F.reshape(heads, (-1, 0, 0), reverse=True)

        def hybrid_forward(self, F: Any, x: Any) -> Any:
            query, key, value = (self._split(F, layer(x)) for layer in (self.query, self.key, self.value))
            scores = F.softmax(F.batch_dot(query, key, transpose_b=True) / math.sqrt(_WIDTH / _HEADS), axis=-1)
            mixed = F.reshape(F.batch_dot(scores, value), (-1, _HEADS, 0, 0), reverse=True)
            x = self.norm1(x + self.out(F.reshape(F.transpose(mixed, axes=(0, 2, 1, 3)), (0, 0, -1))))
            return self.norm2(x + self.outer(self.activation(self.inner(x))))

    network = nn.HybridSequential()
    network.add(nn.Embedding(_WORDS, _WIDTH), nn.LayerNorm(), *(Attention() for _ in range(12)))
    return network


def _tagger() -> Any:
    from mxnet.gluon import nn, rnn

    network = nn.HybridSequential()
    network.add(nn.Embedding(10000, 128), rnn.LSTM(256, layout="NTC", bidirectional=True),
                nn.Dense(20, flatten=False))
    return network


def _ssd() -> Any:
    from mxnet.gluon import HybridBlock, nn
    from mxnet.gluon.model_zoo import vision

    class Detector(HybridBlock):
        """Class scores and box offsets at six scales. Decoding of boxes is not part of it."""

        def __init__(self, classes: int = 20, boxes: int = 4) -> None:
            super().__init__()
            self._columns = classes + 1
            with self.name_scope():
                features = vision.resnet50_v1().features
                self.stages = nn.HybridSequential()
                first = nn.HybridSequential()
                first.add(*features[:7])
                self.stages.add(first, features[7])
                for width in (512, 512, 256, 256):
                    extra = nn.HybridSequential()
                    extra.add(nn.Conv2D(width // 2, 1, activation="relu"),
                              nn.Conv2D(width, 3, strides=2, padding=1, activation="relu"))
                    self.stages.add(extra)
                self.classes, self.boxes = nn.HybridSequential(), nn.HybridSequential()
                for _ in range(6):
                    self.classes.add(nn.Conv2D(boxes * self._columns, 3, padding=1))
                    self.boxes.add(nn.Conv2D(boxes * 4, 3, padding=1))

        def hybrid_forward(self, F: Any, x: Any) -> Any:
            rows = []
            for stage, scores, offsets in zip(self.stages, self.classes, self.boxes, strict=True):
                x = stage(x)
                for layer, columns in ((scores, self._columns), (offsets, 4)):
                    rows.append(F.reshape(F.transpose(layer(x), axes=(0, 2, 3, 1)), (0, -1, columns)))
            return F.softmax(F.concat(*rows[::2], dim=1), axis=-1), F.concat(*rows[1::2], dim=1)

    return Detector()


def make(name: str) -> tuple[Any, np.ndarray]:
    """Return a Gluon network and its input."""
    import mxnet as mx
    from mxnet.gluon.model_zoo import vision

    mx.random.seed(0)
    random = np.random.RandomState(0)
    if name in _ZOO:
        model, batch = _ZOO[name]
        network, data = vision.get_model(model), random.uniform(-1, 1, (batch, 3, 224, 224))
    elif name == "ssd":
        network, data = _ssd(), random.uniform(-1, 1, (1, 3, _SIDE, _SIDE))
    else:
        network, words, length = (_bert(), _WORDS, 128) if name == "bert" else (_tagger(), 10000, 64)
        data = random.randint(0, words, (1, length))
    network.initialize(mx.init.Xavier(rnd_type="gaussian", factor_type="in", magnitude=1))
    return network, data.astype(np.float32)


def export(name: str, folder: Path) -> None:
    """Write a network in all formats."""
    import mxnet as mx
    from mxnet.tools.convert import Options, convert

    network, data = make(name)
    network.hybridize()
    network(mx.nd.array(data))
    network.export(str(folder / "net"))
    np.savez(folder / "inputs.npz", data=data)
    mx.onnx.export_model(str(folder / "net-symbol.json"), str(folder / "net-0000.params"), [data.shape], "float32",
                         str(folder / "net.onnx"))
    convert(Options(str(folder / "net"), "torch", str(folder / "net.py"), inputs={"data": data}, force=True,
                    shapes={"data": data.shape}))
    (folder / "complete").touch()


def exported(name: str) -> Path:
    """Return the folder of a network's files, which this package writes first if they are missing."""
    root = Path(os.environ.get(EXPORTS_VARIABLE) or Path(tempfile.gettempdir(), "mxnet-bench"))
    folder = root / name
    if not (folder / "complete").exists():
        folder.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1])}
        subprocess.run([os.environ.get(OURS_VARIABLE, sys.executable), __file__, name, str(folder)], check=True,
                       env=environment, stdout=subprocess.DEVNULL)
    return folder


if __name__ == "__main__":
    export(sys.argv[1], Path(sys.argv[2]))
