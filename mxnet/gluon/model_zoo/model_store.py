"""Files of pretrained parameters, which are downloaded and verified if necessary."""

from __future__ import annotations

import logging
import os
import shlex
import tempfile
import warnings
import zipfile
from typing import Any

from mxnet_records import environment

from ... import base
from ... import ndarray as nd
from ..._runtime.error import MXNetError
from ..._runtime.tracebacks import concise_module, user_level
from ...onnx.mx2onnx._proto import load_onnx
from .._published import curl, explain, matches
from ..utils import check_sha1, download, replace_file
from ._weights import WEIGHTS, Weights, explain_missing

_model_sha1 = {
    "alexnet": "44335d1f0046b328243b32a26a4fbd62d9057b45",
    "densenet121": "f27dbf2dbd5ce9a80b102d89c7483342cd33cb31",
    "densenet161": "b6c8a95717e3e761bd88d145f4d0a214aaa515dc",
    "densenet169": "2603f878403c6aa5a71a124c4a3307143d6820e9",
    "densenet201": "1cdbc116bc3a1b65832b18cf53e1cb8e7da017eb",
    "inceptionv3": "ed47ec45a937b656fcc94dabde85495bbef5ba1f",
    "mobilenet0.25": "9f83e440996887baf91a6aff1cccc1c903a64274",
    "mobilenet0.5": "8e9d539cc66aa5efa71c4b6af983b936ab8701c3",
    "mobilenet0.75": "529b2c7f4934e6cb851155b22c96c9ab0a7c4dc2",
    "mobilenet1.0": "6b8c5106c730e8750bcd82ceb75220a3351157cd",
    "mobilenetv2_1.0": "36da4ff1867abccd32b29592d79fc753bca5a215",
    "mobilenetv2_0.75": "e2be7b72a79fe4a750d1dd415afedf01c3ea818d",
    "mobilenetv2_0.5": "aabd26cd335379fcb72ae6c8fac45a70eab11785",
    "mobilenetv2_0.25": "ae8f9392789b04822cbb1d98c27283fc5f8aa0a7",
    "resnet18_v1": "a0666292f0a30ff61f857b0b66efc0228eb6a54b",
    "resnet34_v1": "48216ba99a8b1005d75c0f3a0c422301a0473233",
    "resnet50_v1": "0aee57f96768c0a2d5b23a6ec91eb08dfb0a45ce",
    "resnet101_v1": "d988c13d6159779e907140a638c56f229634cb02",
    "resnet152_v1": "671c637a14387ab9e2654eafd0d493d86b1c8579",
    "resnet18_v2": "a81db45fd7b7a2d12ab97cd88ef0a5ac48b8f657",
    "resnet34_v2": "9d6b80bbc35169de6b6edecffdd6047c56fdd322",
    "resnet50_v2": "ecdde35339c1aadbec4f547857078e734a76fb49",
    "resnet101_v2": "18e93e4f48947e002547f50eabbcc9c83e516aa6",
    "resnet152_v2": "f2695542de38cf7e71ed58f02893d82bb409415e",
    "squeezenet1.0": "264ba4970a0cc87a4f15c96e25246a1307caf523",
    "squeezenet1.1": "33ba0f93753c83d86e1eb397f38a667eaf2e9376",
    "vgg11": "dd221b160977f36a53f464cb54648d227c707a05",
    "vgg11_bn": "ee79a8098a91fbe05b7a973fed2017a6117723a8",
    "vgg13": "6bc5de58a05a5e2e7f493e2d75a580d83efde38c",
    "vgg13_bn": "7d97a06c3c7a1aecc88b6e7385c2b373a249e95e",
    "vgg16": "e660d4569ccb679ec68f1fd3cce07a387252a90a",
    "vgg16_bn": "7f01cf050d357127a73826045c245041b0df7363",
    "vgg19": "ad2f660d101905472b83590b59708b71ea22b2e5",
    "vgg19_bn": "f360b758e856f1074a85abd5fd873ed1d98297c3",
}
_REPOSITORY = "https://apache-mxnet.s3-accelerate.dualstack.amazonaws.com/"
# Largest relative error of converted networks, which guards against a different architecture.
_TOLERANCE = 1e-4
_FAILURES = (OSError, RuntimeError, ValueError, KeyError, ImportError, UserWarning, zipfile.BadZipFile)
_logger = logging.getLogger(__name__)


def short_hash(name: str) -> str:
    """Return the first eight digits of a model's SHA-1 hash, which are part of its file name."""
    if name not in _model_sha1:
        raise ValueError(f"pretrained parameters of {name} do not exist; available models are "
                         f"{', '.join(sorted(_model_sha1))}")
    return _model_sha1[name][:8]


def get_model_file(name: str, root: str | None = None) -> str:
    """Return the path of a model's pretrained parameters. Download the file if necessary.

    The first of these is used: a file in the folder, the server of ``MXNET_GLUON_REPO``, the original's server, and
    published weights of other libraries for the same architecture. The latter are converted and stored under a
    different name, with a warning.

    Parameters
    ----------
    name : str
        Name of the model, such as 'resnet18_v1'.
    root : str, optional
        Folder of parameter files. The default is ``$MXNET_HOME/models``.

    Raises
    ------
    MXNetError
        If no file exists or can be downloaded. The message names the files, their folder and commands to get them.
    """
    original = f"{name}-{short_hash(name)}"
    folder = _folder(root)
    path = os.path.join(folder, f"{original}.params")
    if os.path.exists(path):
        if check_sha1(path, _model_sha1[name]):
            return path
        _logger.warning("%s does not have the expected content and is downloaded again", path)
    others = WEIGHTS.get(name, [])
    for weights in others:
        if (local := _find_local(weights, folder)) is not None:
            return local
    _logger.info("downloading the parameters to %s", folder)
    os.makedirs(folder, exist_ok=True)
    failures = []
    repositories = dict.fromkeys((environment.GLUON_REPO.get() or _REPOSITORY, _REPOSITORY))
    for address in [f"{repository.rstrip('/')}/gluon/models/{original}.zip" for repository in repositories]:
        try:
            _fetch(address, name, path)
            return path
        except _FAILURES as error:
            failures.append(f"{address} ({explain(error)})")
    for weights in others:
        try:
            return _fetch_weights(weights, folder)
        except _FAILURES as error:
            failures.append(f"{weights.url} ({explain(error)})")
    raise MXNetError(_describe_missing(name, path, failures, others))


def _folder(root: str | None) -> str:
    return os.path.expanduser(os.path.join(base.data_dir(), "models") if root is None else root)


def _fetch(address: str, name: str, path: str) -> None:
    """Download and unpack an archive next to `path`, verify the hash and move the file to `path`."""
    with tempfile.TemporaryDirectory(dir=os.path.dirname(path)) as work:
        archive = download(address, path=os.path.join(work, "model.zip"), overwrite=True)
        with zipfile.ZipFile(archive) as opened:
            opened.extract(os.path.basename(path), work)
        unpacked = os.path.join(work, os.path.basename(path))
        if not check_sha1(unpacked, _model_sha1[name]):
            raise ValueError("the downloaded file has a different hash")
        replace_file(unpacked, path)


def _find_local(weights: Weights, folder: str) -> str | None:
    """Return the path of converted parameters. Convert them if the folder contains the published file."""
    path, published = os.path.join(folder, weights.params), os.path.join(folder, weights.file)
    if not os.path.exists(path):
        if not os.path.exists(published):
            return None
        if not matches(published, weights.checksum):
            _logger.warning("%s does not have the published checksum %s and is ignored", published, weights.checksum)
            return None
        _convert(weights, published, path)
    _warn(weights)
    return path


def _fetch_weights(weights: Weights, folder: str) -> str:
    """Download weights of another library, verify and convert them, and return the path of the parameters."""
    if weights.library == "onnx":
        load_onnx()  # raise before the download
    path = os.path.join(folder, weights.params)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        published = download(weights.url, path=os.path.join(work, weights.file), overwrite=True)
        if not matches(published, weights.checksum):
            raise ValueError(f"the downloaded file does not have the published checksum {weights.checksum}")
        _convert(weights, published, path)
    _warn(weights)
    return path


def _convert(weights: Weights, published: str, path: str) -> None:
    from . import _references, _state_dicts  # these import the networks, which import this module

    net = _state_dicts.convert(weights.network, weights.library, _state_dicts.read(published))
    if weights.library == "onnx":
        # The architecture of the file is only known now.
        images = _references.random_images(weights.network)
        error = _references.relative_error(_references.onnx_outputs(published, images), net(nd.array(images)).asnumpy())
        if not error <= _TOLERANCE:
            raise MXNetError(f"{published} computes different outputs than {weights.network} of the model zoo: the "
                             f"largest relative error is {error:.3g}")
    net.save_parameters(path)


def _warn(weights: Weights) -> None:
    relation = ("The original's parameters were converted from torchvision, too, but may differ."
                if weights.converted_too else "They come from a different training, so outputs differ.")
    warnings.warn(f"the parameters of {weights.network} are not the original's. They are {weights.model} of "
                  f"{weights.library}, converted from {weights.url} (licence {weights.licence}). {relation}",
                  stacklevel=user_level())


def _describe_missing(name: str, path: str, failures: list[str], others: list[Weights]) -> str:
    folder, file = os.path.split(os.path.abspath(path))
    archive = f"{path.removesuffix('.params')}.zip"
    lines = [f"pretrained parameters of {name} are not in {folder} and could not be downloaded:",
             *(f"  {failure}" for failure in failures),
             f"Put the original's file {file} (SHA-1 {_model_sha1[name]}) into this folder"
             + (", or one of the published weights for the same architecture:" if others else ":"),
             f"  {curl(f'{_REPOSITORY}gluon/models/{os.path.basename(archive)}', archive)} && "
             f"unzip -d {shlex.quote(folder)} {shlex.quote(os.path.abspath(archive))}"]
    lines += [f"  {curl(weights.url, os.path.join(folder, weights.file))}" for weights in others]
    if not others:
        reason = explain_missing(name)
        lines.append("No other published weights fit this network exactly" + (f": {reason}." if reason else "."))
    return "\n".join(lines)


def purge(root: str | None = None) -> None:
    """Delete all parameter files in a folder, by default ``$MXNET_HOME/models``."""
    folder = _folder(root)
    for name in os.listdir(folder):
        if name.endswith(".params"):
            os.remove(os.path.join(folder, name))


def load_pretrained(net: Any, name: str, ctx: Any, root: str | None) -> None:
    """Load the pretrained parameters of model `name` into `net`."""
    net.load_parameters(get_model_file(name, root=root), ctx=ctx)


concise_module(__name__)
