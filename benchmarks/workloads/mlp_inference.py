"""A small multilayer perceptron, batch 1: inference where overhead dominates."""

from __future__ import annotations

import itertools

import numpy as np

from . import Work

TITLE = "MLP 512-256-128-2, batch 1, hybridized inference"
WIDTHS = (512, 256, 128, 2)


def make_data() -> tuple[list[np.ndarray], np.ndarray]:
    """Return weights (outputs x inputs) and biases in layer order, and one input."""
    rng = np.random.default_rng(0)
    params: list[np.ndarray] = []
    for inputs, outputs in itertools.pairwise(WIDTHS):
        params.append((rng.normal(size=(outputs, inputs)) / np.sqrt(inputs)).astype(np.float32))
        params.append(rng.normal(scale=0.1, size=outputs).astype(np.float32))
    return params, rng.normal(size=(1, WIDTHS[0])).astype(np.float32)


def build_mxnet() -> Work:
    import mxnet as mx
    from mxnet.gluon import nn

    params, data = make_data()
    net = nn.HybridSequential()
    with net.name_scope():
        net.add(nn.Dense(256, activation="relu"), nn.Dense(128, activation="relu"), nn.Dense(2))
    net.initialize()
    x = mx.nd.array(data)
    net(x)
    for parameter, value in zip(net.collect_params().values(), params, strict=True):
        parameter.set_data(mx.nd.array(value))
    net.hybridize()
    return Work(lambda: net(x), lambda: net(x).asnumpy().ravel(), lambda _: mx.nd.waitall())


def _torch_work(compiled: bool) -> Work:
    import torch
    from torch import nn

    params, data = make_data()
    net = nn.Sequential(nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 2))
    with torch.no_grad():
        for parameter, value in zip(net.parameters(), params, strict=True):
            parameter.copy_(torch.tensor(value))
    net.eval()
    if compiled:
        net = torch.compile(net)
    x = torch.tensor(data)
    return Work(lambda: net(x), lambda: net(x).numpy().ravel(), scope=torch.no_grad)


def build_torch() -> Work:
    return _torch_work(compiled=False)


def build_torch_compile() -> Work:
    return _torch_work(compiled=True)


def build_jax() -> Work:
    import jax
    import jax.numpy as jnp

    arrays, data = make_data()
    params = [jnp.asarray(value) for value in arrays]

    @jax.jit
    def net(params, x):
        w1, b1, w2, b2, w3, b3 = params
        x = jax.nn.relu(x @ w1.T + b1)
        x = jax.nn.relu(x @ w2.T + b2)
        return x @ w3.T + b3

    x = jnp.asarray(data)
    return Work(lambda: net(params, x), lambda: np.asarray(net(params, x)).ravel(), jax.block_until_ready)
