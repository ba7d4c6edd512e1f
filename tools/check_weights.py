"""Compare networks of the weights manifest with torchvision, timm and ONNX, and write the table of the docs.

    python tools/check_weights.py                 # needs torchvision, timm and onnxruntime
    python tools/check_weights.py vgg11 alexnet   # compare some networks without writing the docs

Every parameter gets random values, including means and variances of batch normalization. No weights are downloaded.
Entries for ONNX are exported under the names of the published file, and run with onnxruntime. The program fails if a
relative error exceeds 1e-5.
"""

from __future__ import annotations

import argparse
import gc
import pathlib
import re
import sys
import tempfile
from typing import Any

import numpy as np
import torch

import mxnet as mx
from mxnet import nd
from mxnet.gluon.model_zoo import _references, _state_dicts, vision
from mxnet.gluon.model_zoo._layouts import LIBRARIES, find_layout
from mxnet.gluon.model_zoo._weights import WEIGHTS, Weights

TOLERANCE = 1e-5
DOCS = pathlib.Path(__file__).parents[1] / "docs"
# Words of the table in both languages: same origin, different training, no checksum, no other weights.
_WORDS = {
    "en/guides/pretrained.md": ("converted from torchvision, too", "no, another training", "none",
                                "only the original's"),
    "zh/guides/pretrained.md": ("同样由 torchvision 转换", "否，另行训练", "无", "只有原文件"),
}


def random_value(name: str, shape: tuple[int, ...], random: np.random.Generator) -> np.ndarray:
    """Return values of a parameter that keep the outputs of deep networks finite."""
    if len(shape) > 1:
        return random.standard_normal(shape, np.float32) * np.float32((2 / np.prod(shape[1:])) ** 0.5)
    if name.endswith(("running_var", "gamma", "weight")):
        return random.uniform(0.5, 1.5, shape).astype(np.float32)
    return random.standard_normal(shape, np.float32) * np.float32(0.1)


def torch_error(network: str, library: str) -> float:
    """Return the relative error between a network of a library and its conversion."""
    layout = find_layout(network, library)
    assert layout is not None
    random = np.random.default_rng(0)
    state = _references.make_torch(library, layout).state_dict()
    arrays = {key: random_value(key, tuple(value.shape), random) for key, value in state.items()
              if value.is_floating_point()}
    images = _references.random_images(network)
    expected = _references.torch_outputs(network, library, arrays, images)
    actual = _state_dicts.convert(network, library, arrays)(nd.array(images)).asnumpy()
    return _references.relative_error(expected, actual)


def onnx_error(weights: Weights) -> float:
    """Return the relative error between an exported network in onnxruntime and its conversion."""
    import onnxruntime

    net = vision.get_model(weights.network, prefix="published0_")
    net.initialize()
    net.hybridize()
    images = _references.random_images(weights.network)
    net(nd.array(images))
    random = np.random.default_rng(0)
    for name, parameter in net.collect_params().items():
        if parameter.grad_req != "null" or name.endswith(("running_mean", "running_var")):
            parameter.set_data(nd.array(random_value(name, parameter.shape, random)))
    with tempfile.TemporaryDirectory() as folder:
        net.export(f"{folder}/net")
        mx.onnx.export_model(f"{folder}/net-symbol.json", f"{folder}/net-0000.params", [images.shape], np.float32,
                             f"{folder}/net.onnx")
        session: Any = onnxruntime.InferenceSession(f"{folder}/net.onnx", providers=["CPUExecutionProvider"])
        (expected,) = session.run(None, {session.get_inputs()[0].name: images})
        converted = _state_dicts.convert(weights.network, "onnx", _state_dicts.read(f"{folder}/net.onnx"))
    return _references.relative_error(expected, converted(nd.array(images)).asnumpy())


def measure(networks: list[str]) -> dict[tuple[str, str], float]:
    """Return the error of each network and library."""
    errors = {}
    for network in networks:
        for library in LIBRARIES:
            if find_layout(network, library) is not None:
                errors[network, library] = torch_error(network, library)
                gc.collect()  # networks have reference cycles, and VGG needs gigabytes
        for weights in WEIGHTS.get(network, []):
            if weights.library == "onnx":
                errors[network, "onnx"] = onnx_error(weights)
        for key, error in errors.items():
            if key[0] == network:
                print(f"{network:16} {key[1]:12} {error:.2g}", flush=True)
    return errors


def table(errors: dict[tuple[str, str], float], words: tuple[str, str, str, str]) -> str:
    """Return the rows of the manifest as Markdown."""
    same, different, no_checksum, nothing = words
    rows = []
    for network in vision._MODELS:
        for weights in WEIGHTS.get(network, []):
            digits = weights.checksum.partition(":")[2][:8]
            rows.append(f"| `{network}` | {weights.library}, [`{weights.model}`]({weights.url}) | {weights.licence} | "
                        f"{f'sha256 `{digits}`' if digits else no_checksum} | "
                        f"{same if weights.converted_too else different} | {errors[network, weights.library]:.1g} |")
        if network not in WEIGHTS:
            rows.append(f"| `{network}` | {nothing} | | | | |")
    return "\n".join(rows)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="*", choices=[[], *vision._MODELS], metavar="NETWORK")
    networks = parser.parse_args().networks
    torch.manual_seed(0)
    errors = measure(networks or list(vision._MODELS))
    for file, words in _WORDS.items() if not networks else ():
        text = (DOCS / file).read_text(encoding="utf-8")
        begin, end = "<!-- weights: begin -->", "<!-- weights: end -->"
        head = re.search(rf"{begin}\n(\|.*\n\|.*\n)", text)
        assert head is not None
        text = text[:head.end()] + table(errors, words) + "\n" + text[text.index(end):]
        (DOCS / file).write_text(text, encoding="utf-8")
    return int(any(not error <= TOLERANCE for error in errors.values()))


if __name__ == "__main__":
    sys.exit(main())
