"""Convert networks of many kinds to ONNX and to torch source, and print the error of each conversion.

Usage: python tools/convert_models.py [NAME ...]

The default is all networks of the model zoo, and the detectors, language models and checkpoints below. Torch modules
run in a separate process that cannot import mxnet.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import numpy as np

import mxnet as mx
from mxnet.gluon.model_zoo import vision
from mxnet.tools.convert import Options, convert
from mxnet.tools.convert._compare import random_inputs
from mxnet.tools.convert._shapes import input_shapes, input_types
from mxnet.tools.convert._sources import read

ROOT = Path(__file__).resolve().parent.parent
CHECKPOINTS = {"trained": "tests/module/golden/trained-symbol.json",
               "checkpoint": "tests/gluon/golden/checkpoint-symbol.json",
               "numpy_network": "tests/gluon/golden/numpy_network-symbol.json"}
# Program that runs a converted module without mxnet.
ALONE = """
import sys
sys.modules["mxnet"] = None
import importlib.util
import numpy, torch
spec = importlib.util.spec_from_file_location("converted", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
inputs = numpy.load(sys.argv[2])
with torch.no_grad():
    results = module.load()(*[torch.from_numpy(inputs[name]) for name in inputs.files])
results = results if isinstance(results, tuple) else (results,)
numpy.savez(sys.argv[3], *[result.numpy() for result in results])
"""
Model = tuple[mx.sym.Symbol, dict[str, mx.nd.NDArray], dict[str, tuple[int, ...]]]


def initialized(symbol: mx.sym.Symbol, shapes: dict[str, tuple[int, ...]]) -> Model:
    """Return a symbol with random parameters: positive variances, and weights that keep values distinguishable."""
    generator = np.random.default_rng(1)
    found, _, states = symbol.infer_shape(**shapes)
    params = {}
    for name, shape in zip(symbol.list_arguments(), found, strict=True):
        if name not in shapes and not name.endswith("label"):
            spread = 1.0 / np.sqrt(max(np.prod(shape[1:]), 1)) if len(shape) > 1 else 0.1
            values = generator.normal(0.0, spread, shape)
            params[f"arg:{name}"] = mx.nd.array(values + 1.0 if name.endswith("gamma") else values)
    for name, shape in zip(symbol.list_auxiliary_states(), states, strict=True):
        low, high = (0.5, 1.5) if name.endswith("var") else (-0.2, 0.2)
        params[f"aux:{name}"] = mx.nd.array(generator.uniform(low, high, shape))
    return symbol, params, shapes


def zoo(name: str, size: int | None = None) -> Model:
    """Return a network of the model zoo with moving statistics that differ from their initial values."""
    network = vision.get_model(name, classes=10)
    network.initialize(mx.init.Xavier(magnitude=2.0))
    network.hybridize()
    size = size or (299 if "inception" in name else 224)
    shape = (2, 3, size, size)
    network(mx.nd.zeros(shape))
    return initialized(network._traced.result, {"data": shape})


def _block(data: mx.sym.Symbol, name: str, filters: int, stride: int) -> mx.sym.Symbol:
    layer = mx.sym.Convolution(data, name=f"{name}_conv", num_filter=filters, kernel=(3, 3), pad=(1, 1),
                               stride=(stride, stride))
    return mx.sym.Activation(mx.sym.BatchNorm(layer, name=f"{name}_bn"), act_type="relu", name=f"{name}_relu")


def ssd() -> Model:
    """Return a single-shot detector: anchors, classes and boxes of two feature maps, and their suppression."""
    data = mx.sym.var("data")
    maps = [_block(_block(data, "b1", 8, 2), "b2", 16, 2)]
    maps.append(_block(maps[0], "b3", 16, 2))
    anchors, classes, boxes = [], [], []
    for i, features in enumerate(maps):
        sizes, ratios = (0.2 + 0.3 * i, 0.3 + 0.3 * i), (1.0, 2.0, 0.5)
        count = len(sizes) + len(ratios) - 1
        anchors.append(mx.sym.contrib.MultiBoxPrior(features, sizes=sizes, ratios=ratios, clip=True, name=f"anchor{i}"))
        for kind, width, parts in (("cls", 4, classes), ("loc", 4, boxes)):
            layer = mx.sym.Convolution(features, num_filter=count * width, kernel=(3, 3), pad=(1, 1),
                                       name=f"{kind}{i}_conv")
            parts.append(mx.sym.Flatten(mx.sym.transpose(layer, axes=(0, 2, 3, 1)), name=f"{kind}{i}_flat"))
    scores = mx.sym.Reshape(mx.sym.Concat(*classes, dim=1), shape=(0, -1, 4))
    probabilities = mx.sym.SoftmaxActivation(mx.sym.transpose(scores, axes=(0, 2, 1)), mode="channel", name="cls_prob")
    found = mx.sym.contrib.MultiBoxDetection(probabilities, mx.sym.Concat(*boxes, dim=1),
                                             mx.sym.Concat(*anchors, dim=1), nms_threshold=0.45, threshold=0.3,
                                             nms_topk=40, name="detection")
    return initialized(found, {"data": (2, 3, 32, 32)})


def faster_rcnn() -> Model:
    """Return a region proposal network with pooled regions and a prediction head."""
    data, info = mx.sym.var("data"), mx.sym.var("im_info")
    features = _block(_block(_block(data, "b1", 8, 2), "b2", 16, 2), "b3", 16, 4)
    shared = mx.sym.Activation(mx.sym.Convolution(features, num_filter=16, kernel=(3, 3), pad=(1, 1), name="rpn_conv"),
                               act_type="relu")
    scores = mx.sym.Convolution(shared, num_filter=12, kernel=(1, 1), name="rpn_cls")
    moves = mx.sym.Convolution(shared, num_filter=24, kernel=(1, 1), name="rpn_bbox")
    paired = mx.sym.Reshape(scores, shape=(0, 2, -1, 0), name="rpn_pairs")
    probabilities = mx.sym.Reshape(mx.sym.SoftmaxActivation(paired, mode="channel"), shape=(0, 12, -1, 0))
    rois = mx.sym.contrib.Proposal(probabilities, moves, info, feature_stride=16, scales=(1.0, 2.0),
                                   ratios=(0.5, 1.0, 2.0), rpn_pre_nms_top_n=40, rpn_post_nms_top_n=8, rpn_min_size=4,
                                   threshold=0.6, name="rois")
    pooled = mx.sym.ROIPooling(features, rois, pooled_size=(3, 3), spatial_scale=1.0 / 16, name="pool")
    aligned = mx.sym.contrib.ROIAlign(features, rois, pooled_size=(3, 3), spatial_scale=1.0 / 16, sample_ratio=2)
    head = mx.sym.Activation(mx.sym.FullyConnected(pooled + aligned, num_hidden=32, name="fc"), act_type="relu")
    classes = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(head, num_hidden=5, name="cls_score"), name="cls_prob")
    boxes = mx.sym.FullyConnected(head, num_hidden=20, name="bbox_pred")
    return initialized(mx.sym.Group([rois, classes, boxes]), {"data": (1, 3, 64, 96), "im_info": (1, 3)})


class LanguageModel(mx.gluon.HybridBlock):
    """Language model with an embedding, two recurrent layers and a decoder; the batch axis comes first."""

    def __init__(self) -> None:
        super().__init__(prefix="lm_")
        with self.name_scope():
            self.words = mx.gluon.nn.Embedding(40, 12)
            self.layers = mx.gluon.rnn.LSTM(16, 2, "NTC", dropout=0.2, input_size=12)
            self.last = mx.gluon.nn.Dense(40, flatten=False, in_units=16)

    def hybrid_forward(self, F, inputs):
        return self.last(self.layers(self.words(inputs)))


def language_model() -> Model:
    network = LanguageModel()
    network.initialize(mx.init.Normal(0.3))
    network.hybridize()
    network(mx.nd.zeros((2, 7)))
    return initialized(network._traced.result, {"data": (2, 7)})


def _self_attention(hidden: mx.sym.Symbol, lengths: mx.sym.Symbol, name: str, heads: int, width: int) -> mx.sym.Symbol:
    """Compute attention over valid positions; the joint weights are built from those of queries, keys and values."""
    kinds = ("query", "key", "value")
    weights = [mx.sym.reshape(mx.sym.var(f"{name}_{kind}_weight", shape=(width, width)), shape=(heads, -1, 0),
                              reverse=True) for kind in kinds]
    biases = [mx.sym.reshape(mx.sym.var(f"{name}_{kind}_bias", shape=(width,)), shape=(heads, -1), reverse=True)
              for kind in kinds]
    weight = mx.sym.reshape(mx.sym.concat(*weights, dim=-2), shape=(-1, 0), reverse=True)
    bias = mx.sym.reshape(mx.sym.stack(*biases, axis=1), shape=(-1,))
    joined = mx.sym.FullyConnected(hidden, weight, bias, num_hidden=3 * width, flatten=False, name=f"{name}_qkv")
    scores = mx.sym.contrib.interleaved_matmul_selfatt_qk(joined, heads=heads)
    valid = mx.sym.broadcast_axis(mx.sym.expand_dims(lengths, axis=1), axis=1, size=heads)
    valid = mx.sym.reshape(valid, shape=(-1, 0), reverse=True)
    attention = mx.sym.Dropout(mx.sym.softmax(scores, valid, use_length=True, axis=-1), p=0.1)
    return mx.sym.contrib.interleaved_matmul_selfatt_valatt(joined, attention, heads=heads)


def _chosen_places(sequence: mx.sym.Symbol, places: mx.sym.Symbol) -> mx.sym.Symbol:
    """Return the rows of each sequence at given positions; an integer division computes the batch index."""
    places = mx.sym.cast(places, dtype="int32")
    count = mx.sym.cast(mx.sym.slice(mx.sym.shape_array(places), begin=(1,), end=(2,)), dtype="int32")
    flat = mx.sym.reshape(places, shape=(-1,))
    rows = mx.sym.broadcast_div(mx.sym.contrib.arange_like(flat, axis=0), count)
    index = mx.sym.concat(mx.sym.reshape(rows, shape=(1, -1)), mx.sym.reshape(places, shape=(1, -1)), dim=0)
    return mx.sym.reshape_like(mx.sym.gather_nd(sequence, index), places, lhs_begin=-2, lhs_end=-1, rhs_begin=0)


def bert(layers: int = 2, heads: int = 2, width: int = 16, length: int = 9) -> Model:
    """Return an encoder with GluonNLP's operators: valid lengths, token types, a pooler and masked word predictions."""
    words, kinds, valid, masked = (mx.sym.var(f"data{i}") for i in range(4))
    table = mx.sym.var("word_embed_weight", shape=(50, width))
    hidden = mx.sym.Embedding(words, table, input_dim=50, output_dim=width)
    hidden = hidden + mx.sym.Embedding(kinds, input_dim=2, output_dim=width, name="type_embed")
    hidden = mx.sym.transpose(hidden, axes=(1, 0, 2))
    steps = mx.sym.contrib.arange_like(hidden, axis=0)
    lengths = mx.sym.broadcast_add(mx.sym.reshape(valid, shape=(-1, 1)),
                                   mx.sym.reshape(mx.sym.zeros_like(steps), shape=(1, -1)))
    lengths = mx.sym.cast(lengths, dtype="int32")
    position = mx.sym.Embedding(steps, input_dim=32, output_dim=width, name="position_embed")
    hidden = mx.sym.broadcast_add(hidden, mx.sym.expand_dims(position, axis=1))
    hidden = mx.sym.LayerNorm(hidden, eps=1e-12, name="embed_norm")
    for i in range(layers):
        name = f"layer{i}"
        mixed = _self_attention(hidden, lengths, name, heads, width)
        out = mx.sym.FullyConnected(mixed, num_hidden=width, flatten=False, name=f"{name}_proj")
        hidden = mx.sym.LayerNorm(hidden + out, eps=1e-12, name=f"{name}_norm1")
        inner = mx.sym.FullyConnected(hidden, num_hidden=2 * width, flatten=False, name=f"{name}_ffn1")
        inner = mx.sym.LeakyReLU(inner, act_type="gelu")
        out = mx.sym.FullyConnected(inner, num_hidden=width, flatten=False, name=f"{name}_ffn2")
        hidden = mx.sym.LayerNorm(hidden + out, eps=1e-12, name=f"{name}_norm2")
    hidden = mx.sym.SequenceMask(hidden, valid, use_sequence_length=True)
    sequence = mx.sym.transpose(hidden, axes=(1, 0, 2))
    first = mx.sym.reshape(mx.sym.slice(sequence, begin=(0, 0, 0), end=(None, 1, None)), shape=(-1, width))
    pooled = mx.sym.Activation(mx.sym.FullyConnected(first, num_hidden=width, name="pooler"), act_type="tanh")
    found = mx.sym.LayerNorm(_chosen_places(sequence, masked), eps=1e-12, name="decoder_norm")
    decoded = mx.sym.FullyConnected(found, table, num_hidden=50, flatten=False, name="decoder")
    return initialized(mx.sym.Group([sequence, pooled, decoded]),
                       {"data0": (2, length), "data1": (2, length), "data2": (2,), "data3": (2, 3)})


BUILDERS: dict[str, Callable[[], Model]] = {"ssd": ssd, "faster_rcnn": faster_rcnn, "language_model": language_model,
                                            "bert": bert}
# Meaningful values for these inputs.
INPUTS = {"im_info": np.array([[64.0, 96.0, 1.0]], "float32"), "data2": np.array([9.0, 4.0], "float32"),
          "data3": np.array([[0.0, 3.0, 8.0], [2.0, 1.0, 1.0]], "float32")}


def saved(model: Model, folder: Path, name: str) -> str:
    """Save the files of a model and return the name of its symbol file."""
    symbol, params, _ = model
    symbol.save(str(folder / f"{name}-symbol.json"))
    mx.nd.save(str(folder / f"{name}-0000.params"), params)
    return str(folder / f"{name}-symbol.json")


def errors(path: str, shapes: dict[str, tuple[int, ...]], folder: Path) -> dict[str, float]:
    """Return the largest errors of the ONNX model and the torch module, relative to the largest element above 1."""
    model = read(path)
    with mx.np_shape(True) if model.numpy else nullcontext():
        known = input_shapes(model, shapes)
    inputs = random_inputs(model.source, known, input_types(model, {}))
    inputs |= {name: array for name, array in INPUTS.items() if name in inputs}
    found = {}
    for kind in ("onnx", "torch"):
        output = folder / f"{model.name}.{'onnx' if kind == 'onnx' else 'py'}"
        report = convert(Options(path, kind, str(output), inputs=inputs))
        found[kind] = max(d.error / max(1.0, d.largest) for d in report.differences)
    found["torch alone"] = alone(folder / f"{model.name}.py", inputs, path)
    return found


def alone(module: Path, inputs: dict[str, np.ndarray], path: str) -> float:
    """Return the largest error of a converted module in a process without mxnet."""
    from mxnet.tools.convert._compare import compare, original_outputs

    given, results = module.with_suffix(".in.npz"), module.with_suffix(".out.npz")
    np.savez(given, **inputs)
    subprocess.run([sys.executable, "-I", "-c", ALONE, str(module), str(given), str(results)], check=True)
    model = read(path)
    with mx.np_shape(True) if model.numpy else nullcontext():
        expected = original_outputs(model.source, inputs)
    with np.load(results) as stored:
        outputs = [stored[key] for key in stored.files]
    differences = compare([""] * len(expected), expected, outputs)
    return max(d.error / max(1.0, d.largest) for d in differences)


def main() -> int:
    """Print one line per model; return 1 if the error of any exceeds 1e-4."""
    names = sys.argv[1:] or [*BUILDERS, *CHECKPOINTS, *vision._MODELS]
    worst = 0.0
    for name in names:
        started = time.time()
        with tempfile.TemporaryDirectory() as folder:
            if name in CHECKPOINTS:
                path, shapes = str(ROOT / CHECKPOINTS[name]), {}
            else:
                model = BUILDERS[name]() if name in BUILDERS else zoo(name)
                path, shapes = saved(model, Path(folder), name.replace(".", "_")), model[2]
            found = errors(path, shapes, Path(folder))
        worst = max(worst, *found.values())
        shown = "  ".join(f"{kind} {error:.1e}" for kind, error in found.items())
        print(f"{name:20} {shown}  {time.time() - started:.1f} s", flush=True)
    return int(worst > 1e-4)


if __name__ == "__main__":
    sys.exit(main())
