"""Linear regression from scratch: one batch of ten through forward, backward and update."""

from __future__ import annotations

import itertools

import numpy as np

from . import Work

TITLE = "linear regression from scratch, batch 10"
BATCH_SIZE = 10
EXAMPLES = 1000
LEARNING_RATE = 0.03


def make_data() -> tuple[list[tuple[np.ndarray, np.ndarray]], np.ndarray, np.ndarray]:
    """Return all batches, and the initial weight and bias."""
    rng = np.random.default_rng(0)
    features = rng.normal(size=(EXAMPLES, 2)).astype(np.float32)
    labels = (features @ np.array([2, -3.4], dtype=np.float32) + 4.2).astype(np.float32)
    labels += rng.normal(scale=1, size=labels.shape).astype(np.float32)
    starts = range(0, EXAMPLES, BATCH_SIZE)
    batches = [(features[i : i + BATCH_SIZE], labels[i : i + BATCH_SIZE]) for i in starts]
    weight = rng.normal(scale=0.01, size=(2, 1)).astype(np.float32)
    return batches, weight, np.zeros(1, dtype=np.float32)


def one_epoch(step) -> None:
    for _ in range(EXAMPLES // BATCH_SIZE):
        step()


def build_mxnet() -> Work:
    import mxnet as mx
    from mxnet import autograd, nd

    arrays, weight, bias = make_data()
    batches = itertools.cycle([(nd.array(x), nd.array(y)) for x, y in arrays])
    w, b = nd.array(weight), nd.array(bias)
    w.attach_grad()
    b.attach_grad()

    def linreg(x, w, b):
        return nd.dot(x, w) + b

    def square_loss(y_hat, y):
        return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2

    def sgd(params, lr, batch_size):
        for param in params:
            param[:] = param - lr * param.grad / batch_size

    def step():
        x, y = next(batches)
        with autograd.record():
            loss = square_loss(linreg(x, w, b), y)
        loss.backward()
        sgd([w, b], LEARNING_RATE, BATCH_SIZE)

    def result():
        one_epoch(step)
        return [*w.asnumpy().ravel(), *b.asnumpy()]

    return Work(step, result, lambda _: mx.nd.waitall())


def _torch_work(compiled: bool) -> Work:
    import torch

    arrays, weight, bias = make_data()
    batches = itertools.cycle([(torch.tensor(x), torch.tensor(y)) for x, y in arrays])
    w, b = torch.tensor(weight, requires_grad=True), torch.tensor(bias, requires_grad=True)

    def linreg(x, w, b):
        return x @ w + b

    def square_loss(y_hat, y):
        return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2

    def objective(x, y, w, b):
        return square_loss(linreg(x, w, b), y).sum()

    if compiled:
        objective = torch.compile(objective)

    def sgd(params, lr, batch_size):
        with torch.no_grad():
            for param in params:
                param -= lr * param.grad / batch_size
                param.grad.zero_()

    def step():
        x, y = next(batches)
        objective(x, y, w, b).backward()
        sgd([w, b], LEARNING_RATE, BATCH_SIZE)

    def result():
        one_epoch(step)
        return [*w.detach().numpy().ravel(), *b.detach().numpy()]

    return Work(step, result)


def build_torch() -> Work:
    return _torch_work(compiled=False)


def build_torch_compile() -> Work:
    return _torch_work(compiled=True)


def build_jax() -> Work:
    import jax
    import jax.numpy as jnp

    arrays, weight, bias = make_data()
    batches = itertools.cycle([(jnp.asarray(x), jnp.asarray(y)) for x, y in arrays])
    params = (jnp.asarray(weight), jnp.asarray(bias))

    def objective(params, x, y):
        w, b = params
        y_hat = x @ w + b
        return ((y_hat - y.reshape(y_hat.shape)) ** 2 / 2).sum()

    @jax.jit
    def update(params, x, y):
        gradients = jax.grad(objective)(params, x, y)
        return tuple(p - LEARNING_RATE * g / BATCH_SIZE for p, g in zip(params, gradients, strict=True))

    def step():
        nonlocal params
        x, y = next(batches)
        params = update(params, x, y)
        return params

    def result():
        one_epoch(step)
        return [*np.asarray(params[0]).ravel(), *np.asarray(params[1])]

    return Work(step, result, jax.block_until_ready)
