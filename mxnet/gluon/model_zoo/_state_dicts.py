"""Conversion of state dicts of torchvision and timm, and of ONNX models of the zoo's networks, to zoo parameters."""

from __future__ import annotations

import os
import pickle
import re
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import torch

from ... import ndarray as nd
from ..._runtime.error import MXNetError
from ..._runtime.files import tensors_file
from ._layouts import LIBRARIES, Layout, find_layout

Arrays = Mapping[str, np.ndarray]

_SUFFIXES = {"gamma": "weight", "beta": "bias"}
_FIXED: dict[str, Any] = {"gamma": np.ones, "beta": np.zeros}
_MOST_NAMES = 5
# Published files of DenseNet separate the number of a layer with a dot, unlike the modules of torchvision.
_OLD_DENSE_LAYER = re.compile(r"(denselayer\d+\.(?:norm|conv))\.([12]\.)")
_MEAN, _DEVIATION = np.array([0.485, 0.456, 0.406]), np.array([0.229, 0.224, 0.225])


def read(path: str | os.PathLike[str]) -> dict[str, np.ndarray]:
    """Read the named arrays in a ``.safetensors`` or ``.onnx`` file, or in a file of ``torch.save``.

    Code in a pickle is not run.

    Raises
    ------
    MXNetError
        If the file is damaged or contains other objects.
    """
    name = os.fspath(path)
    if name.endswith(".safetensors"):
        return tensors_file.load(name)
    if name.endswith(".onnx"):
        return _read_onnx(name)
    try:
        content = torch.load(name, map_location="cpu", weights_only=True, mmap=zipfile.is_zipfile(name))
    except OSError:
        raise
    except Exception as error:  # untrusted file content
        # torch's message explains how to disable the check, which is bad advice for a download.
        reason = "contains objects other than tensors" if isinstance(error, pickle.UnpicklingError) else "is damaged"
        raise MXNetError(f"{name} {reason}, or is not a file of torch.save ({type(error).__name__})") from None
    if isinstance(content, dict) and isinstance(content.get("state_dict"), dict):
        content = content["state_dict"]
    if not isinstance(content, dict) or not all(isinstance(value, torch.Tensor) for value in content.values()):
        raise MXNetError(f"{name} contains a {type(content).__name__}, not a dictionary of tensors; save "
                         "model.state_dict()")
    return {str(key).removeprefix("module."): value.detach().numpy() for key, value in content.items()}


def _read_onnx(path: str) -> dict[str, np.ndarray]:
    from ...contrib.onnx.onnx2mx._load import load
    from ...onnx.mx2onnx._proto import load_onnx

    numpy_helper = load_onnx().numpy_helper
    return {tensor.name: numpy_helper.to_array(tensor) for tensor in load(path).graph.initializer}


def normalize(arrays: Arrays) -> dict[str, np.ndarray]:
    """Return a state dict with the current names of layers and without counters of batches."""
    return {_OLD_DENSE_LAYER.sub(r"\1\2", key): value for key, value in arrays.items()
            if not key.endswith("num_batches_tracked")}


def input_size(network: str) -> int:
    """Return the height and width of images for which a network was trained."""
    return 299 if network == "inceptionv3" else 224


def convert(network: str, library: str, arrays: Arrays) -> Any:
    """Return a zoo network with the parameters of another library.

    Parameters
    ----------
    network : str
        Name of the network in the zoo.
    library : {'torchvision', 'timm', 'onnx'}
        Library that defines the names of the arrays.
    arrays : dict of str to numpy.ndarray
        State dict, or weights of an ONNX model.

    Raises
    ------
    MXNetError
        If the library has no equal network, or arrays are missing, left over or of a different shape.
    """
    from . import vision

    layout = None if library == "onnx" else find_layout(network, library)
    if library in LIBRARIES and layout is None:
        raise MXNetError(f"{library} has no network that computes the same as {network} of the model zoo")
    arrays = normalize(arrays)
    head = f"{layout.layers[-1]}.weight" if layout else _find_head(arrays)
    classes = arrays[head].shape[0] if head in arrays and arrays[head].ndim else 1000
    net = vision.get_model(network, classes=int(classes))
    size = input_size(network)
    net.infer_shape(nd.zeros((1, 3, size, size)))
    parameters = net._collect_params_with_prefix()
    keys = _list_keys(parameters, layout) if layout else _onnx_keys(net, parameters, arrays)
    arrays |= {keys[name]: _FIXED[name.rpartition(".")[2]](parameter.shape, np.float32)
               for name, parameter in parameters.items() if keys[name] not in arrays and _is_fixed(name, parameter)}
    values = _match(f"{network} of {library}", parameters, keys, arrays, layout)
    if layout and layout.scales_input:
        _fold_scaling(values, *list(parameters)[:4:3])
    for name, parameter in parameters.items():
        parameter.initialize()
        parameter.set_data(nd.array(values[name]))
    return net


def _is_fixed(name: str, parameter: Any) -> bool:
    """Return whether a batch normalization neither trains nor uses this parameter, so that files may omit it."""
    return parameter.grad_req == "null" and name.rpartition(".")[2] in _FIXED


def _find_head(arrays: Arrays) -> str:
    return next((name for name in arrays if name.endswith(("_dense0_weight", "_output_pred_weight"))), "")


def _list_keys(parameters: Iterable[str], layout: Layout) -> dict[str, str]:
    """Return the key of each zoo parameter in a state dict."""
    layers = dict.fromkeys(name.rpartition(".")[0] for name in parameters)
    names = dict(zip(layers, layout.layers, strict=True))
    keys = {}
    for name in parameters:
        layer, _, suffix = name.rpartition(".")
        keys[name] = f"{names[layer]}.{_SUFFIXES.get(suffix, suffix)}"
    return keys


def _onnx_keys(net: Any, parameters: Mapping[str, Any], arrays: Arrays) -> dict[str, str]:
    """Return the name of each zoo parameter in a model that MXNet exported, which only differs in its prefix."""
    prefix = next((name[:name.find("_") + 1] for name in arrays if name.endswith(("_weight", "_gamma"))), "")
    return {name: prefix + parameter.name.removeprefix(net.prefix) for name, parameter in parameters.items()}


def _match(title: str, parameters: Mapping[str, Any], keys: Mapping[str, str], arrays: Arrays,
           layout: Layout | None) -> dict[str, np.ndarray]:
    """Return the array of each zoo parameter. Raise unless all arrays are used and have the right shape."""
    # An ONNX model also stores constants of its operators. Callers compare its outputs.
    left = set(arrays) - set(keys.values()) if layout else set()
    if layout and layout.unused:
        left = {key for key in left if not key.startswith(layout.unused)}
    missing = [key for key in keys.values() if key not in arrays]
    wrong = [f"{keys[name]} {arrays[keys[name]].shape} instead of {parameter.shape}"
             for name, parameter in parameters.items()
             if keys[name] in arrays and not _fits(arrays[keys[name]].shape, parameter.shape)]
    problems = [f"{len(names)} {problem}: {_list_some(names)}" for problem, names in
                (("missing", missing), ("left over", sorted(left)), ("of a different shape", wrong)) if names]
    if problems:
        raise MXNetError(f"the arrays do not fit {title}: {'; '.join(problems)}")
    return {name: arrays[keys[name]].astype(np.float32).reshape(parameter.shape)
            for name, parameter in parameters.items()}


def _fits(shape: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    # timm's VGG has convolutions in place of dense layers.
    return shape == wanted or (len(shape) == 4 and len(wanted) == 2 and shape[0] == wanted[0]
                               and np.prod(shape[1:]) == wanted[1])


def _list_some(names: list[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _fold_scaling(values: dict[str, np.ndarray], convolution: str, mean: str) -> None:
    """Fold a scaling of the input from ImageNet's mean and deviation to -1..1 into the first layers.

    This is exact, because the convolution has no padding: its weights take the factors, and the mean of the batch
    normalization takes the constant.
    """
    weight = values[convolution].astype(np.float64)
    factor, constant = _DEVIATION / 0.5, (_MEAN - 0.5) / 0.5
    shift = np.einsum("oihw,i->o", weight, constant)
    values[convolution] = (weight * factor[:, None, None]).astype(np.float32)
    values[mean] = (values[mean] - shift).astype(np.float32)
