"""Measure the perplexity of a character-level LSTM language model after some epochs.

The script runs with this package and with MXNet, from the same initial parameters::

    python benchmarks/language_model.py moby-dick.txt
"""

from __future__ import annotations

import argparse
import math
import time
import zlib

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

HIDDEN, LAYERS, STEPS, BATCH = 128, 1, 35, 32


def make_batches(text: str, vocabulary: dict[str, int]) -> np.ndarray:
    """Return batches of steps x batch characters, each a continuation of the previous one."""
    codes = np.array([vocabulary[c] for c in text], dtype=np.float32)
    columns = codes[: len(codes) // BATCH * BATCH].reshape(BATCH, -1).T
    return columns


class CharacterModel(gluon.HybridBlock):
    """Model that predicts scores of the next character."""

    def __init__(self, size: int) -> None:
        super().__init__(prefix="model_")
        with self.name_scope():
            self.embedding = gluon.nn.Embedding(size, HIDDEN)
            self.lstm = gluon.rnn.LSTM(HIDDEN, LAYERS, input_size=HIDDEN)
            self.decoder = gluon.nn.Dense(size, in_units=HIDDEN, flatten=False)

    def hybrid_forward(self, F, characters, hidden, cell):
        output, states = self.lstm(self.embedding(characters), [hidden, cell])
        return self.decoder(output), states[0], states[1]


def fill(net: gluon.Block) -> None:
    """Set initial parameters that depend on their names only."""
    for name, parameter in net.collect_params().items():
        random = np.random.RandomState(zlib.crc32(name.encode()) % 2**31)
        parameter.set_data(nd.array(random.uniform(-0.1, 0.1, parameter.shape)))


def run_epoch(net, loss_function, columns, trainer=None) -> float:
    """Return the mean loss per character; train if a trainer is given."""
    states = [nd.zeros((LAYERS, BATCH, HIDDEN)) for _ in range(2)]
    total, count = 0.0, 0
    for start in range(0, len(columns) - STEPS - 1, STEPS):
        data, label = (nd.array(columns[start + shift : start + shift + STEPS]) for shift in (0, 1))
        states = [state.detach() for state in states]
        if trainer is None:
            scores, *states = net(data, *states)
            loss = loss_function(scores, label)
        else:
            with autograd.record():
                scores, *states = net(data, *states)
                loss = loss_function(scores, label)
            loss.backward()
            gradients = [p.grad() for p in net.collect_params().values()]
            gluon.utils.clip_global_norm(gradients, 0.25 * STEPS * BATCH)
            trainer.step(STEPS * BATCH)
        total += loss.mean().asscalar()
        count += 1
    return total / count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text")
    parser.add_argument("--characters", type=int, default=300_000)
    parser.add_argument("--epochs", type=int, default=2)
    options = parser.parse_args()
    with open(options.text, encoding="utf-8") as file:
        text = file.read()[: options.characters]
    vocabulary = {c: i for i, c in enumerate(sorted(set(text)))}
    split = len(text) * 9 // 10
    train, valid = make_batches(text[:split], vocabulary), make_batches(text[split:], vocabulary)
    net = CharacterModel(len(vocabulary))
    net.initialize()
    fill(net)
    net.hybridize()
    loss_function = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.002})
    print(f"mxnet {mx.__version__}, {len(text)} characters of {len(vocabulary)} kinds")
    for epoch in range(options.epochs):
        start = time.time()
        trained = run_epoch(net, loss_function, train, trainer)
        seconds = time.time() - start
        print(f"epoch {epoch}: perplexity {math.exp(trained):.4f} in training, "
              f"{math.exp(run_epoch(net, loss_function, valid)):.4f} in validation, {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    main()
