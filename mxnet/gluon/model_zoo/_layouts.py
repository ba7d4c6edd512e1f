"""Names of the parameters of zoo networks in torchvision and timm.

A layout lists the layers under the names of the other library, in the order in which the zoo creates its layers.
Networks with a different architecture have no layout. `tools/check_weights.py` compares them with random parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from .vision.densenet import densenet_spec
from .vision.resnet import resnet_spec
from .vision.squeezenet import _PLANS as _SQUEEZENETS
from .vision.vgg import vgg_spec

LIBRARIES = ("torchvision", "timm")


class Layout(NamedTuple):
    """A network of another library.

    Attributes
    ----------
    model
        Name of the network in the library.
    layers
        Names of its layers.
    unused
        Prefix of auxiliary layers, which are only used for training.
    scales_input
        Whether the network converts inputs with ImageNet's mean and deviation to values from -1 to 1.
    """

    model: str
    layers: list[str]
    unused: str | None = None
    scales_input: bool = False


def find_layout(network: str, library: str) -> Layout | None:
    """Return the layout of a zoo network in a library, or None if the library has no equal network."""
    for pattern, make in _FAMILIES:
        if match := re.fullmatch(pattern, network):
            return make(library, *match.groups())
    return None


def _alexnet(library: str) -> Layout | None:
    if library != "torchvision":
        return None
    convolutions = [f"features.{number}" for number in (0, 3, 6, 8, 10)]
    return Layout("alexnet", [*convolutions, "classifier.1", "classifier.4", "classifier.6"])


def _vgg(library: str, depth: str, suffix: str | None) -> Layout:
    steps, position, layers = 3 if suffix else 2, 0, []
    for count in vgg_spec[int(depth)][0]:
        for _ in range(count):
            layers += [f"features.{position + offset}" for offset in range(steps - 1)]
            position += steps
        position += 1  # pooling
    dense = {"torchvision": ["classifier.0", "classifier.3", "classifier.6"],
             "timm": ["pre_logits.fc1", "pre_logits.fc2", "head.fc"]}
    return Layout(f"vgg{depth}{suffix or ''}", layers + dense[library])


def _squeezenet(library: str, version: str) -> Layout | None:
    if library != "torchvision":
        return None
    layers = ["features.0"]
    for position, width in enumerate(_SQUEEZENETS[version][1], 2):
        if width is not None:
            layers += [f"features.{position}.{part}" for part in ("squeeze", "expand1x1", "expand3x3")]
    return Layout(f"squeezenet{version.replace('.', '_')}", [*layers, "classifier.1"])


def _densenet(library: str, depth: str) -> Layout:
    blocks = densenet_spec[int(depth)][2]
    layers = ["features.conv0", "features.norm0"]
    for block, count in enumerate(blocks, 1):
        for number in range(1, count + 1):
            layers += [f"features.denseblock{block}.denselayer{number}.{part}"
                       for part in ("norm1", "conv1", "norm2", "conv2")]
        if block < len(blocks):
            layers += [f"features.transition{block}.norm", f"features.transition{block}.conv"]
    return Layout(f"densenet{depth}", [*layers, "features.norm5", "classifier"])


def _resnet(library: str, depth: str) -> Layout:
    """Return the layout of a network of basic blocks. Bottlenecks differ in their strides."""
    layers = ["conv1", "bn1"]
    for stage, count in enumerate(resnet_spec[int(depth)][1], 1):
        for number in range(count):
            parts = ["conv1", "bn1", "conv2", "bn2"]
            if stage > 1 and number == 0:
                parts += ["downsample.0", "downsample.1"]
            layers += [f"layer{stage}.{number}.{part}" for part in parts]
    return Layout(f"resnet{depth}", [*layers, "fc"])


_INCEPTION_A = "1x1 5x5_1 5x5_2 3x3dbl_1 3x3dbl_2 3x3dbl_3 _pool"
_INCEPTION_C = "1x1 7x7_1 7x7_2 7x7_3 7x7dbl_1 7x7dbl_2 7x7dbl_3 7x7dbl_4 7x7dbl_5 _pool"
_INCEPTION_E = "1x1 3x3_1 3x3_2a 3x3_2b 3x3dbl_1 3x3dbl_2 3x3dbl_3a 3x3dbl_3b _pool"
_INCEPTION = {
    **dict.fromkeys(("5b", "5c", "5d"), _INCEPTION_A),
    "6a": "3x3 3x3dbl_1 3x3dbl_2 3x3dbl_3",
    **dict.fromkeys(("6b", "6c", "6d", "6e"), _INCEPTION_C),
    "7a": "3x3_1 3x3_2 7x7x3_1 7x7x3_2 7x7x3_3 7x7x3_4",
    **dict.fromkeys(("7b", "7c"), _INCEPTION_E),
}


def _inception(library: str) -> Layout:
    blocks = [f"Conv2d_{name}" for name in ("1a_3x3", "2a_3x3", "2b_3x3", "3b_1x1", "4a_3x3")]
    blocks += [f"Mixed_{name}.branch{branch}" for name, branches in _INCEPTION.items() for branch in branches.split()]
    layers = [f"{block}.{part}" for block in blocks for part in ("conv", "bn")]
    return Layout("inception_v3", [*layers, "fc"], "AuxLogits.", library == "torchvision")


_FAMILIES: list[tuple[str, Callable[..., Layout | None]]] = [
    (r"alexnet", _alexnet),
    (r"vgg(\d+)(_bn)?", _vgg),
    (r"squeezenet(1\.[01])", _squeezenet),
    (r"densenet(\d+)", _densenet),
    (r"resnet(18|34)_v1", _resnet),
    (r"inceptionv3", _inception),
]
