"""Outputs of published networks, computed by the libraries that define them."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import torch

from ... import ndarray as nd
from ..._runtime.error import MXNetError
from ...context import cpu
from ._layouts import Layout, find_layout
from ._state_dicts import Arrays, input_size, normalize


def make_torch(library: str, layout: Layout, classes: int = 1000) -> torch.nn.Module:
    """Create a network of torchvision or timm in evaluation mode.

    Raises
    ------
    ImportError
        If the library is not installed or does not fit the installed torch.
    """
    try:
        package = importlib.import_module("torchvision.models" if library == "torchvision" else "timm")
    except Exception as error:  # torchvision raises RuntimeError if it was built for another torch
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise ImportError(f"{library} cannot be imported ({reason})") from None
    options: dict[str, Any] = {"aux_logits": False} if layout.unused else {}
    if library == "timm":
        return package.create_model(layout.model, pretrained=False, num_classes=classes, **options).eval()
    if layout.unused:
        options |= {"init_weights": False, "transform_input": layout.scales_input}
    return package.get_model(layout.model, weights=None, num_classes=classes, **options).eval()


def torch_outputs(network: str, library: str, arrays: Arrays, images: np.ndarray) -> np.ndarray:
    """Return the outputs of a network of torchvision or timm with this state dict."""
    layout = find_layout(network, library)
    assert layout is not None
    arrays = {key: value for key, value in normalize(arrays).items() if not key.startswith(layout.unused or "\0")}
    model = make_torch(library, layout, len(arrays[f"{layout.layers[-1]}.weight"]))
    model.load_state_dict({key: torch.tensor(value) for key, value in arrays.items()})
    with torch.no_grad():
        return model(torch.from_numpy(images)).numpy()


def onnx_outputs(path: str, images: np.ndarray) -> np.ndarray:
    """Return the outputs of an ONNX file."""
    from ...contrib.onnx import import_model

    symbol, arguments, states = import_model(path)
    inputs = [name for name in symbol.list_arguments() if name not in arguments]
    if len(inputs) != 1:
        raise MXNetError(f"{path} has {len(inputs)} inputs, not one image: {', '.join(inputs)}")
    executor = symbol.bind(cpu(), {**arguments, inputs[0]: nd.array(images)}, aux_states=states, grad_req="null")
    return executor.forward(is_train=False)[0].asnumpy()


def relative_error(expected: np.ndarray, actual: np.ndarray) -> float:
    """Return the largest difference, relative to the largest value. The result is infinite for different shapes."""
    if expected.shape != actual.shape:
        return float("inf")
    return float(np.abs(expected - actual).max() / max(np.abs(expected).max(), 1e-30))


def random_images(network: str) -> np.ndarray:
    """Return one random image of the network's size, normalized like ImageNet."""
    size = input_size(network)
    return np.random.default_rng(0).standard_normal((1, 3, size, size), np.float32)
