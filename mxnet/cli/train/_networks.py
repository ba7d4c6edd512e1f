"""Networks of ``mxnet train``: creation, fine-tuning with a new output layer, freezing and export."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import mxnet as mx
from mxnet import autograd, gluon, nd, sym
from mxnet.base import MXNetError
from mxnet.contrib import amp
from mxnet.gluon.model_zoo import vision
from mxnet.gluon.model_zoo._state_dicts import input_size
from mxnet.onnx.mx2onnx._source import load_params
from mxnet.tools.convert._sources import find_params, read_shapes

from .._output_layers import find_output_layer, set_norms
from ..demo import build_lenet

_THUMBNAIL = "_thumbnail"


@dataclass
class Network:
    """A network that returns class scores.

    Attributes
    ----------
    head
        Names of the output layer's parameters.
    fixed_norms
        Whether batch normalization uses stored statistics in training, as in frozen layers.
    """

    block: Any
    head: set[str] = field(default_factory=set)
    fixed_norms: bool = False

    def parameters(self) -> dict[str, gluon.Parameter]:
        """Return the parameters by names that do not depend on other networks of the program."""
        if isinstance(self.block, gluon.SymbolBlock):
            return dict(self.block.collect_params().items())
        found: dict[str, gluon.Parameter] = self.block._collect_params_with_prefix()
        return found


def check_name(name: str) -> None:
    """Raise unless there is a network of this name."""
    plain = name.removesuffix(_THUMBNAIL)
    if name == "lenet" or (plain in vision._MODELS and (plain == name or plain.startswith("resnet"))):
        return
    names = ["lenet", *vision._MODELS, *(f"{one}{_THUMBNAIL}" for one in vision._MODELS if one.startswith("resnet"))]
    near = difflib.get_close_matches(name, names, 5, 0.4)
    raise MXNetError(f"there is no network {name!r}; " + (f"similar names are {', '.join(near)}" if near else
                                                          f"use lenet or one of {', '.join(vision._MODELS)}"))


def default_size(name: str) -> int:
    """Return the height and width of images for a network."""
    return 28 if name == "lenet" else 32 if name.endswith(_THUMBNAIL) else input_size(name)


def create(name: str, classes: int, shape: tuple[int, ...], devices: list[mx.Context]) -> Network:
    """Return an initialized network for inputs of a shape (channels, height, width)."""
    if name == "lenet":
        block = build_lenet(classes)
        head = "6."
    else:
        thumbnail = {"thumbnail": True} if name.endswith(_THUMBNAIL) else {}
        block = vision.get_model(name.removesuffix(_THUMBNAIL), classes=classes, prefix="model_", **thumbnail)
        head = "output."
    block.initialize(mx.init.Xavier(rnd_type="gaussian", factor_type="in", magnitude=2), ctx=devices)
    network = Network(block)
    _run_once(network, name, shape, devices)
    network.head = {name for name in network.parameters() if name.startswith(head)}
    return network


def _run_once(network: Network, name: str, shape: tuple[int, ...], devices: list[mx.Context]) -> None:
    """Complete the shapes of the parameters, and check that the network accepts the images."""
    try:
        with autograd.pause():
            network.block(nd.zeros((1, *shape), ctx=devices[0])).wait_to_read()
    except (MXNetError, ValueError) as error:
        reason = str(error).strip().splitlines()[0]
        raise MXNetError(f"{name} cannot process images of {shape[0]} x {shape[1]} x {shape[2]} (channels x height x "
                         f"width): {reason}; change --image-size or --network") from error


def load_pretrained(network: Network, name: str, channels: int) -> None:
    """Copy pretrained weights of the model zoo."""
    if channels != 3 or name == "lenet" or name.endswith(_THUMBNAIL):
        raise MXNetError(f"there are no pretrained weights for {name} with {channels} channels; use a network of the "
                         "model zoo with --channels 3, or omit --pretrained")
    source = vision.get_model(name, pretrained=True)
    copy(network, {key: value.data() for key, value in source._collect_params_with_prefix().items()}, name)


def load_parameters(network: Network, file: str) -> None:
    """Copy the parameters of a file of ``save_parameters``."""
    arrays = nd.load(file)
    if not isinstance(arrays, dict) or not arrays:
        raise MXNetError(f"{file} has no named parameters")
    if any(name.startswith(("arg:", "aux:")) for name in arrays):
        raise MXNetError(f"{file} belongs to a symbol; pass its -symbol.json file to --from")
    copy(network, arrays, file)


def copy(network: Network, arrays: Mapping[str, nd.NDArray], source: str) -> None:
    """Copy parameters by name. The output layer stays new if its number of classes differs."""
    for name, parameter in network.parameters().items():
        if name not in arrays:
            raise MXNetError(f"{source} has no parameter {name}; pass the network it belongs to with --network")
        shape, own = tuple(arrays[name].shape), tuple(parameter.shape or ())
        if shape == own:
            parameter.set_data(arrays[name].astype("float32"))
        elif name not in network.head or shape[1:] != own[1:]:
            raise MXNetError(f"parameter {name} of {source} has shape {shape}, but the network needs {own}; pass the "
                             "network it belongs to with --network, and the same --channels and --image-size")


# Networks from symbol files


def find_symbol(start: str) -> Path | None:
    """Return the symbol file that ``--from`` means, or None for a file of parameters."""
    path = Path(start)
    if path.is_dir():
        path = path / "model-symbol.json"
    elif path.suffix != ".json" and Path(f"{start}-symbol.json").exists():
        path = Path(f"{start}-symbol.json")
    if not path.exists():
        raise MXNetError(f"--from {start}: {path} does not exist; pass a .params file, a -symbol.json file or a folder "
                         "of mxnet train")
    return path if path.suffix == ".json" else None


def stated_input(start: str | None) -> tuple[int | None, int | None]:
    """Return the channels and the size of images in the signature of the model that ``--from`` means."""
    symbol = find_symbol(start) if start is not None else None
    if symbol is None or not symbol.with_name("signature.json").is_file():
        return None, None
    shapes = list(read_shapes(symbol.with_name("signature.json")).values())
    if len(shapes) == 1 and len(shapes[0]) == 4 and shapes[0][1] in (1, 3) and shapes[0][2] == shapes[0][3] > 0:
        return shapes[0][1], shapes[0][2]
    return None, None


def from_symbol(file: Path, classes: int, shape: tuple[int, ...], devices: list[mx.Context], dtype: str) -> Network:
    """Load a symbol with its parameters, and replace the output layer if the number of classes differs."""
    arrays = load_params(str(find_params(file)))
    graph = json.loads(sym.load(str(file)).tojson())
    layer = find_output_layer(graph, file)
    head = {variable["name"] for variable in layer.parameters}
    if layer.classes != classes:
        layer.resize(classes)
        arrays = {name: array for name, array in arrays.items() if name not in head}
    symbol = sym.load_json(json.dumps(graph))
    states = set(symbol.list_auxiliary_states())
    inputs = [name for name in symbol.list_inputs() if name not in arrays and name not in head and name not in states]
    if len(inputs) != 1:
        raise MXNetError(f"{file} must have one input that is not in its parameters, found "
                         f"{', '.join(inputs) or 'none'}")
    if dtype != "float32":  # amp.init changes functions that create symbols, but not those of files
        symbol = amp.convert_symbol(symbol, target_dtype=dtype)
    block = gluon.SymbolBlock(symbol, [sym.var(inputs[0])])
    for name, parameter in block.collect_params().items():
        if name.endswith("bias"):
            parameter.init = "zeros"
    block.initialize(mx.init.Xavier(rnd_type="gaussian", factor_type="in", magnitude=2), ctx=devices)
    network = Network(block, head)
    for name, parameter in network.parameters().items():
        if name in arrays:
            parameter.shape = tuple(arrays[name].shape)
            parameter.set_data(arrays[name].astype("float32"))
    _run_once(network, str(file), shape, devices)
    return network


# Freezing and export


def freeze(network: Network) -> None:
    """Train only the output layer. Batch normalization uses its stored statistics."""
    for name, parameter in network.parameters().items():
        if name not in network.head:
            parameter.grad_req = "null"
    if isinstance(network.block, gluon.SymbolBlock):
        network.block = _rebuild(network.block)
    else:
        network.block.apply(_fix_norm)
    network.fixed_norms = True


def _fix_norm(block: Any) -> None:
    if isinstance(block, gluon.nn.BatchNorm):
        block._kwargs["use_global_stats"] = True


def _rebuild(block: gluon.SymbolBlock) -> gluon.SymbolBlock:
    """Return the same network with fixed batch normalization and the same parameters."""
    graph = json.loads(block._own.result.tojson())
    set_norms(graph["nodes"], "True")
    return gluon.SymbolBlock(sym.load_json(json.dumps(graph)), [sym.var(name) for name in block._own.input_names],
                             params=block.collect_params())


def export(network: Network, prefix: Path) -> None:
    """Write the network with a final softmax as ``prefix-symbol.json`` and ``prefix-0000.params``."""
    symbol = sym.softmax(network.block(sym.var("data")), axis=-1, name="softmax")
    if network.fixed_norms:
        graph = json.loads(symbol.tojson())
        set_norms(graph["nodes"], "False")
        symbol = sym.load_json(json.dumps(graph))
    states = set(symbol.list_auxiliary_states())
    arrays = {f"{'aux' if parameter.name in states else 'arg'}:{parameter.name}": parameter._reduce()
              for parameter in network.parameters().values()}
    nd.save(f"{prefix}-0000.params", arrays)
    symbol.save(f"{prefix}-symbol.json")
