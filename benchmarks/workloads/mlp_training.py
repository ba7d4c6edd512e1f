"""A perceptron with two hidden layers, batch 64: forward, loss, backward and update."""

from __future__ import annotations

import itertools

import numpy as np

from . import Work

TITLE = "MLP 784-256-128-10, batch 64, hybridized training step"
WIDTHS = (784, 256, 128, 10)
BATCH_SIZE = 64
LEARNING_RATE = 0.01
CHECKED_STEPS = 3


def make_data() -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
    """Return weights and biases in layer order, a batch and its class numbers."""
    rng = np.random.default_rng(0)
    params: list[np.ndarray] = []
    for inputs, outputs in itertools.pairwise(WIDTHS):
        params.append((rng.normal(size=(outputs, inputs)) / np.sqrt(inputs)).astype(np.float32))
        params.append(np.zeros(outputs, np.float32))
    return params, rng.random((BATCH_SIZE, WIDTHS[0]), dtype=np.float32), rng.integers(0, WIDTHS[-1], BATCH_SIZE)


def build_mxnet() -> Work:
    import mxnet as mx
    from mxnet import autograd, gluon, nd
    from mxnet.gluon import nn

    params, *arrays = make_data()
    data, label = map(nd.array, arrays)
    net = nn.HybridSequential()
    net.add(nn.Dense(256, activation="relu"), nn.Dense(128, activation="relu"), nn.Dense(10))
    net.initialize()
    net(data)
    for parameter, value in zip(net.collect_params().values(), params, strict=True):
        parameter.set_data(nd.array(value))
    net.hybridize(static_alloc=True, static_shape=True)
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    loss_of.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": LEARNING_RATE})

    def step():
        with autograd.record():
            loss = loss_of(net(data), label)
        loss.backward()
        trainer.step(BATCH_SIZE)
        return loss

    return Work(step, lambda: [step().mean().asscalar() for _ in range(CHECKED_STEPS)], lambda _: mx.nd.waitall())


def _torch_work(compiled: bool) -> Work:
    import torch
    import torch.nn.functional as F
    from torch import nn

    params, *arrays = make_data()
    data, label = map(torch.tensor, arrays)
    net = nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 10))
    with torch.no_grad():
        for parameter, value in zip(net.parameters(), params, strict=True):
            parameter.copy_(torch.tensor(value))
    optimizer = torch.optim.SGD(net.parameters(), lr=LEARNING_RATE, fused=compiled)
    run = torch.compile(net) if compiled else net

    def step():
        optimizer.zero_grad()
        loss = F.cross_entropy(run(data), label)
        loss.backward()
        optimizer.step()
        return loss

    return Work(step, lambda: [step().item() for _ in range(CHECKED_STEPS)])


def build_torch() -> Work:
    return _torch_work(compiled=False)


def build_torch_compile() -> Work:
    return _torch_work(compiled=True)


def build_jax() -> Work:
    import jax
    import jax.numpy as jnp

    arrays, *batch = make_data()
    state = {"params": [jnp.asarray(value) for value in arrays]}
    data, label = map(jnp.asarray, batch)

    def objective(params, x, y):
        w1, b1, w2, b2, w3, b3 = params
        x = jax.nn.relu(jax.nn.relu(x @ w1.T + b1) @ w2.T + b2) @ w3.T + b3
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(x), y[:, None], axis=1))

    def update(params, x, y):
        loss, gradients = jax.value_and_grad(objective)(params, x, y)
        return [p - LEARNING_RATE * g for p, g in zip(params, gradients, strict=True)], loss

    jitted = jax.jit(update, donate_argnums=0)

    def step():
        state["params"], loss = jitted(state["params"], data, label)
        return loss

    return Work(step, lambda: [float(step()) for _ in range(CHECKED_STEPS)], jax.block_until_ready)
