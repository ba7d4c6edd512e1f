"""Smallest eager operation, which measures the overhead of a call."""

from __future__ import annotations

import numpy as np

from . import Work

TITLE = "`a + b`, 2x3"
LEFT = np.arange(6, dtype=np.float32).reshape(2, 3)
RIGHT = np.full((2, 3), 0.5, dtype=np.float32)


def build_mxnet() -> Work:
    import mxnet as mx

    a, b = mx.nd.array(LEFT), mx.nd.array(RIGHT)

    def step():
        return a + b

    return Work(step, lambda: step().asnumpy().ravel(), lambda _: mx.nd.waitall())


def build_torch() -> Work:
    import torch

    a, b = torch.tensor(LEFT), torch.tensor(RIGHT)

    def step():
        return a + b

    return Work(step, lambda: step().numpy().ravel())


def build_torch_compile() -> Work:
    import torch

    a, b = torch.tensor(LEFT), torch.tensor(RIGHT)
    add = torch.compile(lambda left, right: left + right)
    return Work(lambda: add(a, b), lambda: add(a, b).numpy().ravel())


def build_jax() -> Work:
    import jax

    a, b = jax.numpy.asarray(LEFT), jax.numpy.asarray(RIGHT)

    def step():
        return a + b

    return Work(step, lambda: np.asarray(step()).ravel(), jax.block_until_ready)
