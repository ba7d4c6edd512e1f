"""Most frequently used ``nd`` operators of third-party MXNet code, compared with the torch call.

Arrays are a batch of 64 rows with 256 features, except for image operators. Results of MXNet never share memory with
inputs, so views of torch are copied, and conditions are converted to numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import Work

MEMBERS = {
    name: f"`nd.{name}`"
    for name in (
        "zeros",
        "concat",
        "sum",
        "contrib.BilinearResize2D",
        "zeros_like",
        "dot",
        "stack",
        "full",
        "image.to_tensor",
        "where",
        "ones",
        "image.normalize",
        "squeeze",
        "expand_dims",
        "reshape",
        "arange",
        "random_normal",
        "relu",
        "broadcast_to",
        "mean",
    )
}
MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
RANDOM = {"random_normal"}


def make_data() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {
        "x": rng.normal(size=(64, 256)).astype(np.float32),
        "y": rng.normal(size=(64, 256)).astype(np.float32),
        "w": rng.normal(size=(256, 64)).astype(np.float32),
        "condition": (rng.random((64, 256)) < 0.5).astype(np.float32),
        "row": rng.normal(size=(1, 256)).astype(np.float32),
        "image": rng.integers(0, 256, (32, 32, 3), dtype=np.uint8),
        "planes": rng.random((3, 32, 32), dtype=np.float32),
        "batch": rng.random((1, 3, 32, 32), dtype=np.float32),
    }


def _mxnet_calls(nd: Any, d: dict[str, Any]) -> dict[str, Callable[[], Any]]:
    x, y, w, condition, row = d["x"], d["y"], d["w"], d["condition"], d["row"]
    image, planes, batch = d["image"], d["planes"], d["batch"]
    return {
        "zeros": lambda: nd.zeros((64, 256)),
        "concat": lambda: nd.concat(x, y, dim=1),
        "sum": lambda: nd.sum(x, axis=1),
        "contrib.BilinearResize2D": lambda: nd.contrib.BilinearResize2D(batch, height=64, width=64),
        "zeros_like": lambda: nd.zeros_like(x),
        "dot": lambda: nd.dot(x, w),
        "stack": lambda: nd.stack(x, y, axis=0),
        "full": lambda: nd.full((64, 256), 2.5),
        "image.to_tensor": lambda: nd.image.to_tensor(image),
        "where": lambda: nd.where(condition, x, y),
        "ones": lambda: nd.ones((64, 256)),
        "image.normalize": lambda: nd.image.normalize(planes, mean=MEAN, std=STD),
        "squeeze": lambda: nd.squeeze(row),
        "expand_dims": lambda: nd.expand_dims(x, axis=1),
        "reshape": lambda: nd.reshape(x, shape=(256, 64)),
        "arange": lambda: nd.arange(0, 64),
        "random_normal": lambda: nd.random_normal(shape=(64, 256)),
        "relu": lambda: nd.relu(x),
        "broadcast_to": lambda: nd.broadcast_to(row, shape=(64, 256)),
        "mean": lambda: nd.mean(x, axis=1),
    }


def _torch_calls(torch: Any, d: dict[str, Any]) -> dict[str, Callable[[], Any]]:
    x, y, w, condition, row = d["x"], d["y"], d["w"], d["condition"], d["row"]
    image, planes, batch = d["image"], d["planes"], d["batch"]
    mean, std = torch.tensor(MEAN)[:, None, None], torch.tensor(STD)[:, None, None]
    interpolate = torch.nn.functional.interpolate
    return {
        "zeros": lambda: torch.zeros((64, 256)),
        "concat": lambda: torch.cat((x, y), dim=1),
        "sum": lambda: torch.sum(x, dim=1),
        "contrib.BilinearResize2D": lambda: interpolate(batch, size=(64, 64), mode="bilinear", align_corners=True),
        "zeros_like": lambda: torch.zeros_like(x),
        "dot": lambda: torch.mm(x, w),
        "stack": lambda: torch.stack((x, y), dim=0),
        "full": lambda: torch.full((64, 256), 2.5),
        "image.to_tensor": lambda: image.permute(2, 0, 1).contiguous().float().div_(255),
        "where": lambda: torch.where(condition.bool(), x, y),
        "ones": lambda: torch.ones((64, 256)),
        "image.normalize": lambda: (planes - mean) / std,
        "squeeze": lambda: torch.squeeze(row).clone(),
        "expand_dims": lambda: torch.unsqueeze(x, 1).clone(),
        "reshape": lambda: torch.reshape(x, (256, 64)).clone(),
        "arange": lambda: torch.arange(0, 64, dtype=torch.float32),
        "random_normal": lambda: torch.randn((64, 256)),
        "relu": lambda: torch.relu(x),
        "broadcast_to": lambda: row.expand(64, 256).clone(),
        "mean": lambda: torch.mean(x, dim=1),
    }


def _result(member: str, step: Callable[[], Any], to_numpy: Callable[[Any], np.ndarray]):
    """Return sizes and sums that must agree; for random values, only the size."""

    def result() -> list[float]:
        value = to_numpy(step()).astype(np.float64)
        return [*value.shape] if member in RANDOM else [*value.shape, value.sum(), np.abs(value).max()]

    return result


def build_mxnet(member: str) -> Work:
    import mxnet as mx

    arrays = {name: mx.nd.array(value, dtype=value.dtype) for name, value in make_data().items()}
    step = _mxnet_calls(mx.nd, arrays)[member]
    return Work(step, _result(member, step, lambda value: value.asnumpy()), lambda _: mx.nd.waitall())


def build_torch(member: str) -> Work:
    import torch

    step = _torch_calls(torch, {name: torch.tensor(value) for name, value in make_data().items()})[member]
    return Work(step, _result(member, step, lambda value: value.numpy()))
