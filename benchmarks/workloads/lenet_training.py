"""LeNet on 28x28 images, batch 64: forward, loss, backward and update."""

from __future__ import annotations

import functools
import itertools

import numpy as np

from . import Work

TITLE = "LeNet, batch 64, hybridized training step"
BATCH_SIZE = 64
BATCHES = 4
LEARNING_RATE = 0.01
SHAPES = ((20, 1, 5, 5), (20,), (50, 20, 5, 5), (50,), (128, 800), (128,), (10, 128), (10,))
CHECKED_STEPS = 3


def make_data() -> tuple[list[np.ndarray], list[tuple[np.ndarray, np.ndarray]]]:
    """Return initial parameters in layer order, and batches of images and class numbers."""
    rng = np.random.default_rng(0)
    params = [_make_parameter(rng, shape) for shape in SHAPES]
    batches = [
        (rng.random((BATCH_SIZE, 1, 28, 28), dtype=np.float32), rng.integers(0, 10, BATCH_SIZE)) for _ in range(BATCHES)
    ]
    return params, batches


def _make_parameter(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    if len(shape) == 1:
        return np.zeros(shape, dtype=np.float32)
    return (rng.normal(size=shape) / np.sqrt(np.prod(shape[1:]))).astype(np.float32)


def build_mxnet() -> Work:
    import mxnet as mx
    from mxnet import autograd, gluon, nd
    from mxnet.gluon import nn

    params, arrays = make_data()
    lenet = nn.HybridSequential()
    with lenet.name_scope():
        lenet.add(nn.Conv2D(channels=20, kernel_size=5, activation="relu"))
        lenet.add(nn.MaxPool2D(pool_size=2, strides=2))
        lenet.add(nn.Conv2D(channels=50, kernel_size=5, activation="relu"))
        lenet.add(nn.MaxPool2D(pool_size=2, strides=2))
        lenet.add(nn.Flatten())
        lenet.add(nn.Dense(128, activation="relu"))
        lenet.add(nn.Dense(10))
    lenet.initialize()
    lenet(nd.array(arrays[0][0]))
    for parameter, value in zip(lenet.collect_params().values(), params, strict=True):
        parameter.set_data(nd.array(value))
    lenet.hybridize()
    softmax_loss = gluon.loss.SoftmaxCrossEntropyLoss()
    softmax_loss.hybridize()
    trainer = gluon.Trainer(lenet.collect_params(), "sgd", {"learning_rate": LEARNING_RATE})
    batches = itertools.cycle([(nd.array(x), nd.array(y)) for x, y in arrays])

    def step():
        data, label = next(batches)
        with autograd.record():
            loss = softmax_loss(lenet(data), label)
        loss.backward()
        trainer.step(BATCH_SIZE)
        return loss

    def result():
        return [step().mean().asscalar() for _ in range(CHECKED_STEPS)]

    return Work(step, result, lambda _: mx.nd.waitall())


def _torch_work(compiled: bool) -> Work:
    import torch
    import torch.nn.functional as F
    from torch import nn

    params, arrays = make_data()
    lenet = nn.Sequential(
        nn.Conv2d(1, 20, 5),
        nn.ReLU(),
        nn.MaxPool2d(2, 2),
        nn.Conv2d(20, 50, 5),
        nn.ReLU(),
        nn.MaxPool2d(2, 2),
        nn.Flatten(),
        nn.Linear(800, 128),
        nn.ReLU(),
        nn.Linear(128, 10),
    )
    with torch.no_grad():
        for parameter, value in zip(lenet.parameters(), params, strict=True):
            parameter.copy_(torch.tensor(value))
    if compiled:
        lenet = lenet.to(memory_format=torch.channels_last)
    optimizer = torch.optim.SGD(lenet.parameters(), lr=LEARNING_RATE, fused=compiled)
    model = torch.compile(lenet) if compiled else lenet
    batches = itertools.cycle([(torch.tensor(x), torch.tensor(y)) for x, y in arrays])

    def step():
        data, label = next(batches)
        optimizer.zero_grad()
        loss = F.cross_entropy(model(data), label)
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

    arrays, batches = make_data()
    params = [jnp.asarray(value) for value in arrays]
    prepared = itertools.cycle([(jnp.asarray(x), jnp.asarray(y)) for x, y in batches])

    def convolution(x, weight, bias):
        y = jax.lax.conv_general_dilated(x, weight, (1, 1), "VALID", dimension_numbers=("NCHW", "OIHW", "NCHW"))
        y = jax.nn.relu(y + bias[:, None, None])
        return jax.lax.reduce_window(y, -jnp.inf, jax.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")

    def objective(params, x, y):
        w1, b1, w2, b2, w3, b3, w4, b4 = params
        x = convolution(convolution(x, w1, b1), w2, b2)
        x = jax.nn.relu(x.reshape(x.shape[0], -1) @ w3.T + b3) @ w4.T + b4
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(x), y[:, None], axis=1))

    @functools.partial(jax.jit, donate_argnums=0)
    def update(params, x, y):
        loss, gradients = jax.value_and_grad(objective)(params, x, y)
        return [p - LEARNING_RATE * g for p, g in zip(params, gradients, strict=True)], loss

    def step():
        nonlocal params
        params, loss = update(params, *next(prepared))
        return loss

    return Work(step, lambda: [float(step()) for _ in range(CHECKED_STEPS)], lambda _: jax.block_until_ready(params))
