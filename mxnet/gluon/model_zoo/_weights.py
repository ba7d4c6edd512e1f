"""Published parameters for networks of the zoo, used if the original's files are not available.

The files were not downloaded during development. Addresses and checksums are those that the publishers state:

torchvision
    The file names contain the first digits of the SHA-256 hash.
timm
    Addresses of its configurations (release 1.0). Names of ``.pth`` files contain the first digits of the SHA-256 hash.
onnx
    The ONNX Model Zoo states the SHA-256 hash of each file. Its networks were trained with the code of the zoo.
    It moved to Hugging Face, where other projects use the addresses below. Other files have the old address.

MXNet's documentation says which of the original's files were converted from torchvision.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_TORCHVISION = "https://download.pytorch.org/models/"
_TIMM = "https://github.com/rwightman/pytorch-pretrained-gluonresnet/releases/download/v0.1/"
_HUGGING_FACE = "https://huggingface.co/"
_ONNX = "https://github.com/onnx/models/raw/main/validated/vision/classification/resnet/model/"


class Weights(NamedTuple):
    """A published file with the parameters of a network.

    Attributes
    ----------
    network
        Name of the network in the zoo.
    library
        Library that defines the names of the parameters: torchvision, timm or onnx.
    model
        Name of the publication.
    file
        Name of the file in the folder of models.
    checksum
        Algorithm and first digits of the hash that the publisher states, or an empty string.
    converted_too
        Whether the original's parameters were converted from the same library.
    """

    network: str
    library: str
    model: str
    url: str
    file: str
    checksum: str
    licence: str
    converted_too: bool = False

    @property
    def params(self) -> str:
        """Name of the ``.params`` file after the conversion."""
        mark = self.checksum.partition(":")[2][:8] or self.model.partition(".")[2]
        return f"{self.network}-{self.library}-{mark}.params"


def _torchvision(network: str, file: str, converted_too: bool = False) -> Weights:
    model, digits = file.rsplit("-", 1)
    return Weights(network, "torchvision", model, f"{_TORCHVISION}{file}.pth", f"{file}.pth", f"sha256:{digits}",
                   "BSD-3-Clause", converted_too)


def _gluon(network: str, model: str, file: str) -> Weights:
    return Weights(network, "timm", model, f"{_TIMM}{file}.pth", f"{file}.pth", f"sha256:{file.rsplit('-', 1)[1]}",
                   "Apache-2.0")


def _onnx(network: str, file: str, sha256: str, folder: str | None = None) -> Weights:
    folder = folder or f"{_HUGGING_FACE}onnxmodelzoo/{file}/resolve/main/"
    url = f"{folder}{file}.onnx"
    return Weights(network, "onnx", file, url, f"{file}.onnx", f"sha256:{sha256}", "Apache-2.0")


_ALL = (
    _torchvision("alexnet", "alexnet-owt-7be5be79", True),
    _torchvision("densenet121", "densenet121-a639ec97", True),
    _torchvision("densenet161", "densenet161-8d451a50", True),
    _torchvision("densenet169", "densenet169-b2777c0a", True),
    _torchvision("densenet201", "densenet201-c1103571", True),
    _torchvision("inceptionv3", "inception_v3_google-0cc3c7bd", True),
    Weights("inceptionv3", "timm", "inception_v3.gluon_in1k",
            f"{_HUGGING_FACE}timm/inception_v3.gluon_in1k/resolve/main/model.safetensors",
            "inception_v3.gluon_in1k.safetensors", "", "Apache-2.0"),
    _onnx("mobilenetv2_1.0", "mobilenetv2-7", "c1c513582d56afceff8516c73804e484c81c6a830712ab6d682253f4a3cd042f"),
    _gluon("resnet18_v1", "resnet18.gluon_in1k", "gluon_resnet18_v1b-0757602b"),
    _torchvision("resnet18_v1", "resnet18-f37072fd"),
    _gluon("resnet34_v1", "resnet34.gluon_in1k", "gluon_resnet34_v1b-c6d82d59"),
    _torchvision("resnet34_v1", "resnet34-b627a593"),
    _onnx("resnet50_v1", "resnet50-v1-7", "af16a04a6ec48ac494065d4439fe9dea590d337b9ca6dc328160ccf04a217b9c"),
    _onnx("resnet101_v1", "resnet101-v1-7", "760702f6ec0138f71ebac66f4e95d1c72dc9267a8544f4d4667a53075fd0497c", _ONNX),
    _onnx("resnet152_v1", "resnet152-v1-7", "b0ec92437bf8c9d0739bf9bafdea9638e13f9e3c1e2fb766ad546cc182fd3f6d"),
    _onnx("resnet18_v2", "resnet18-v2-7", "3b4d048057854022232aa20bf68262e31718ab7119a17f920b8a2dc1433f824b"),
    _onnx("resnet34_v2", "resnet34-v2-7", "3d3815e25f4b1ea967e2a526a3b27ef2a03af1725bdc199a63a271c26862d914", _ONNX),
    _onnx("resnet50_v2", "resnet50-v2-7", "79102261eb6e5fd7af5d27f41316293e388c5cb691e5d25bfb035c4f64fefe31"),
    _onnx("resnet101_v2", "resnet101-v2-7", "3a0a819ea0953fb4700b0d98e43540aeee253e5b4c503c552b0c7979fc67767d", _ONNX),
    _onnx("resnet152_v2", "resnet152-v2-7", "40fb3f6dd313ba786a2c8077a0ef7d7b4afeda5d037365400d3a7fbc2b1bee64", _ONNX),
    _torchvision("squeezenet1.0", "squeezenet1_0-b66bff10", True),
    _torchvision("squeezenet1.1", "squeezenet1_1-b8a52dc0", True),
    _torchvision("vgg11", "vgg11-8a719046", True),
    _torchvision("vgg11_bn", "vgg11_bn-6002323d", True),
    _torchvision("vgg13", "vgg13-19584684", True),
    _torchvision("vgg13_bn", "vgg13_bn-abd245e5", True),
    _torchvision("vgg16", "vgg16-397923af"),
    _torchvision("vgg16_bn", "vgg16_bn-6c64b313"),
    _torchvision("vgg19", "vgg19-dcbb9e9d"),
    _torchvision("vgg19_bn", "vgg19_bn-c79401a0"),
)
# In order of preference.
WEIGHTS: dict[str, list[Weights]] = {}
for _one in _ALL:
    WEIGHTS.setdefault(_one.network, []).append(_one)

# Differences from networks of other libraries.
_REASONS = {
    r"mobilenet[\d.]+": "timm's MobileNet uses relu6 where the zoo uses relu",
    r"mobilenetv2_.*": "MobileNetV2 of torchvision and timm has a bias in its last layer, unlike the zoo's",
}


def explain_missing(network: str) -> str:
    """Return the reason why weights of other libraries do not fit a network."""
    return next((reason for pattern, reason in _REASONS.items() if re.fullmatch(pattern, network)), "")
