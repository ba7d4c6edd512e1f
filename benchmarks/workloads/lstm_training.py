"""A fused LSTM layer, 35 steps of 32 sequences: forward, backward and update."""

from __future__ import annotations

import numpy as np

from . import Work

TITLE = "fused LSTM 256, 35 steps, batch 32, training step"
STEPS, BATCH_SIZE, SIZE = 35, 32, 256
LEARNING_RATE = 0.01
CHECKED_STEPS = 3


def make_data() -> tuple[list[np.ndarray], np.ndarray]:
    """Return matrices and biases of input and hidden state, and a batch of sequences with the time axis first."""
    rng = np.random.default_rng(0)
    shapes = ((4 * SIZE, SIZE), (4 * SIZE, SIZE), (4 * SIZE,), (4 * SIZE,))
    params = [rng.uniform(-0.06, 0.06, shape).astype(np.float32) for shape in shapes]
    return params, rng.normal(size=(STEPS, BATCH_SIZE, SIZE)).astype(np.float32)


def build_mxnet() -> Work:
    import mxnet as mx
    from mxnet import autograd, gluon, nd

    params, sequences = make_data()
    layer = gluon.rnn.LSTM(SIZE, input_size=SIZE)
    layer.initialize()
    for parameter, value in zip(layer.collect_params().values(), params, strict=True):
        parameter.set_data(nd.array(value))
    layer.hybridize()
    trainer = gluon.Trainer(layer.collect_params(), "sgd", {"learning_rate": LEARNING_RATE})
    data = nd.array(sequences)

    def step():
        with autograd.record():
            loss = (layer(data) ** 2).mean()
        loss.backward()
        trainer.step(1)
        return loss

    return Work(step, lambda: [step().asscalar() for _ in range(CHECKED_STEPS)], lambda _: mx.nd.waitall())


def build_torch() -> Work:
    import torch

    params, sequences = make_data()
    layer = torch.nn.LSTM(SIZE, SIZE)
    with torch.no_grad():
        for parameter, value in zip(layer.parameters(), params, strict=True):
            parameter.copy_(torch.tensor(value))
    optimizer = torch.optim.SGD(layer.parameters(), lr=LEARNING_RATE)
    data = torch.tensor(sequences)

    def step():
        optimizer.zero_grad()
        loss = (layer(data)[0] ** 2).mean()
        loss.backward()
        optimizer.step()
        return loss

    return Work(step, lambda: [step().item() for _ in range(CHECKED_STEPS)])
