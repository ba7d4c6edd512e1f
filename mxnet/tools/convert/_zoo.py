"""Conversion of weights of torchvision, timm and the ONNX Model Zoo to parameters of the model zoo."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from ... import ndarray as nd
from ...gluon.model_zoo import _references, _state_dicts, vision
from ._sources import check_network


class Result(NamedTuple):
    """Notes, and the outputs of the original and the converted network. There are none without the library."""

    lines: list[str]
    expected: np.ndarray | None
    actual: np.ndarray


def convert(source: str, library: str, name: str, path: Path, images: np.ndarray | None) -> Result:
    """Write zoo parameters, read them again, and run both networks."""
    check_network(name)
    network = name.lower()
    arrays = _state_dicts.read(source)
    net = _state_dicts.convert(network, library, arrays)
    net.save_parameters(str(path))
    kind = "random images" if images is None else "the given images"
    images = _references.random_images(network) if images is None else images.astype(np.float32)
    actual = _run(network, path, images)
    lines = [f"{source} has all {len(net.collect_params())} parameters of {network}"]
    try:
        expected = (_references.onnx_outputs(source, images) if library == "onnx" else
                    _references.torch_outputs(network, library, arrays, images))
    except ImportError as error:
        return Result([*lines, f"the outputs were not compared: {error}"], None, actual)
    return Result([*lines, f"both networks on {kind}:"], expected, actual)


def _run(network: str, path: Path, images: np.ndarray) -> np.ndarray:
    loaded = nd.load(str(path))
    head = loaded.get("output.weight", loaded.get("output.0.weight"))
    net = vision.get_model(network, classes=head.shape[0])
    net.load_parameters(str(path))
    return net(nd.array(images)).asnumpy()
