"""Test the names of parameters in torchvision and timm."""

from __future__ import annotations

import hashlib

import pytest

from mxnet.gluon.model_zoo import _layouts, _state_dicts, vision

# Hash of the sorted keys of the state dicts of torchvision 0.28 and timm 1.0.31, without counters and auxiliary layers.
KEYS = {
    ("torchvision", "alexnet"): "7250cccc7bb02bab",
    ("torchvision", "densenet121"): "5d003d5c34747836",
    ("torchvision", "densenet161"): "bdc0a0359769dd51",
    ("torchvision", "densenet169"): "298e4b41b3de1428",
    ("torchvision", "densenet201"): "fc2ef9b1c1c2b549",
    ("torchvision", "inceptionv3"): "5c20352adcb78d8b",
    ("torchvision", "resnet18_v1"): "04019e9c680c0d72",
    ("torchvision", "resnet34_v1"): "9102f07ad1e13141",
    ("torchvision", "squeezenet1.0"): "9bb3812462cb4fe4",
    ("torchvision", "squeezenet1.1"): "ba6463b80af0efe2",
    ("torchvision", "vgg11"): "01f38d2bcac9d825",
    ("torchvision", "vgg11_bn"): "735fc7219535d978",
    ("torchvision", "vgg13"): "d99ff4ca9b24766d",
    ("torchvision", "vgg13_bn"): "ff7a58660fc6a235",
    ("torchvision", "vgg16"): "d3525a5193d29530",
    ("torchvision", "vgg16_bn"): "d86847693c7e9b8a",
    ("torchvision", "vgg19"): "00658bbbe1c3edd3",
    ("torchvision", "vgg19_bn"): "5fcb27c913fe8f46",
    ("timm", "densenet121"): "5d003d5c34747836",
    ("timm", "densenet161"): "bdc0a0359769dd51",
    ("timm", "densenet169"): "298e4b41b3de1428",
    ("timm", "densenet201"): "fc2ef9b1c1c2b549",
    ("timm", "inceptionv3"): "5c20352adcb78d8b",
    ("timm", "resnet18_v1"): "04019e9c680c0d72",
    ("timm", "resnet34_v1"): "9102f07ad1e13141",
    ("timm", "vgg11"): "a992b3734770026e",
    ("timm", "vgg11_bn"): "a2ac127e5d99ed0d",
    ("timm", "vgg13"): "6c851b28d5b55cee",
    ("timm", "vgg13_bn"): "d141a839891adc81",
    ("timm", "vgg16"): "640e500552c65e02",
    ("timm", "vgg16_bn"): "0ca236ec15002ec1",
    ("timm", "vgg19"): "89b16e6c60897467",
    ("timm", "vgg19_bn"): "e99d4eff185c758a",
}


@pytest.mark.parametrize(("library", "network"), KEYS)
def test_keys_are_those_of_the_library(library: str, network: str) -> None:
    layout = _layouts.find_layout(network, library)
    assert layout is not None
    parameters = vision.get_model(network)._collect_params_with_prefix()
    text = "\n".join(sorted(_state_dicts._list_keys(parameters, layout).values()))
    assert hashlib.sha1(text.encode()).hexdigest()[:16] == KEYS[library, network]


def test_networks_that_compute_something_else_have_no_layout() -> None:
    with_layout = {network for network in vision._MODELS for library in _layouts.LIBRARIES
                   if _layouts.find_layout(network, library)}
    assert with_layout == {network for _, network in KEYS}
