"""Train a character LSTM and sample text from it.

Demonstrates an embedding and two LSTM layers, truncated backpropagation through time (the state is detached between
batches), gradient clipping, sampling with a temperature. The text is Python's own documentation of its topics, which
is part of its standard library. ``--text`` reads another file.

How to run::

    python examples/char_lstm.py
    python examples/char_lstm.py --text my_book.txt --steps 3000

Prints the loss in bits per character, a sample during the training and three at the end. It writes
``char_lstm.png`` (loss of training and validation text) and ``char_lstm.txt`` (samples).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from pydoc_data.topics import topics

import numpy as np
from matplotlib.figure import Figure

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn

RATE = 0.004  # largest learning rate

# %% Options


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Train a character LSTM and sample text from it.")
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--length", type=int, default=64, help="characters per step of backpropagation")
    parser.add_argument("--hidden", type=int, default=192)
    parser.add_argument("--text", type=Path, help="file to learn (default: Python's documentation)")
    parser.add_argument("--output", type=Path, default=Path("example-output"), help="folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


# %% Data
# The text is cut into `batch_size` rows. Each batch continues where the previous one ended, so the state of the
# network can be kept.


def load_text(path: Path | None) -> str:
    """Return the text with runs of blanks removed."""
    text = path.read_text(encoding="utf-8") if path else "\n\n".join(topics[name] for name in sorted(topics))
    lines = [" ".join(line.split()) for line in text.splitlines()]
    return "\n".join(lines).encode("ascii", "ignore").decode()


def make_rows(numbers: np.ndarray, batch_size: int) -> nd.NDArray:
    """Return the text as an array of shape (time, batch)."""
    length = len(numbers) // batch_size
    return nd.array(numbers[:length * batch_size].reshape(batch_size, length).T)


# %% Network


class CharacterModel(gluon.Block):
    """Predict the next character."""

    def __init__(self, characters: int, hidden: int) -> None:
        super().__init__()
        with self.name_scope():
            self.embedding = nn.Embedding(characters, 48)
            self.lstm = rnn.LSTM(hidden, num_layers=2, dropout=0.1, input_size=48)
            self.output = nn.Dense(characters, flatten=False, in_units=hidden)

    def forward(self, x, state):
        """Return the scores of the next characters and the new state."""
        hidden, state = self.lstm(self.embedding(x), state)
        return self.output(hidden), state


# %% Training


def train_step(net: CharacterModel, trainer: gluon.Trainer, rows: nd.NDArray, start: int, length: int,
               state: list[nd.NDArray]) -> tuple[float, list[nd.NDArray]]:
    """Train on one piece of all rows. Return the loss in bits per character and the new state."""
    inputs, labels = rows[start:start + length], rows[start + 1:start + length + 1]
    state = [array.detach() for array in state]
    with autograd.record():
        scores, state = net(inputs, state)
        loss = gluon.loss.SoftmaxCrossEntropyLoss(axis=-1)(scores, labels).mean()
    loss.backward()
    gluon.utils.clip_global_norm([p.grad() for p in net.collect_params().values()], 1.0)
    trainer.step(1)
    return loss.asscalar() / np.log(2), state


def evaluate(net: CharacterModel, rows: nd.NDArray, length: int) -> float:
    """Return the bits per character on text that was not used for training."""
    state = net.lstm.begin_state(batch_size=rows.shape[1])
    scores, _ = net(rows[:-1][:16 * length], state)
    loss = gluon.loss.SoftmaxCrossEntropyLoss(axis=-1)(scores, rows[1:][:16 * length])
    return loss.mean().asscalar() / np.log(2)


# %% Sampling
# A temperature below 1 prefers probable characters.


def sample(net: CharacterModel, characters: str, start: str, length: int, temperature: float) -> str:
    """Return `start` and its continuation."""
    state = net.lstm.begin_state(batch_size=1)
    text, inputs = start, [characters.index(character) for character in start]
    for _ in range(length):
        scores, state = net(nd.array(inputs).reshape((-1, 1)), state)
        probabilities = nd.softmax(scores[-1, 0] / temperature)
        inputs = [int(nd.random.multinomial(probabilities).asscalar())]
        text += characters[inputs[0]]
    return text


# %% Picture


def draw(path: Path, losses: list[float], checks: list[tuple[int, float]]) -> None:
    """Write the curves of the losses."""
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    window = max(1, len(losses) // 60)
    means = np.convolve(losses, np.ones(window) / window, "valid")
    axes.plot(np.arange(len(means)) + window, means, label=f"training (mean of {window} steps)")
    axes.plot(*zip(*checks), "o-", label="validation text")
    axes.set(xlabel="step", ylabel="bits per character", ylim=(0, None),
             title=f"Character LSTM: {checks[-1][1]:.2f} bits per character after {len(losses)} steps")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=100)


# %% Program


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Train and sample. Return the first and the last loss."""
    options = parse_options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    mx.random.seed(options.seed)

    text = load_text(options.text)
    characters = "".join(sorted(set(text)))
    numbers = np.array([characters.index(character) for character in text])
    split = len(numbers) * 19 // 20
    rows, held_out = make_rows(numbers[:split], options.batch_size), make_rows(numbers[split:], 8)
    print(f"{len(text)} characters, {len(characters)} different ones")

    net = CharacterModel(len(characters), options.hidden)
    net.initialize(mx.init.Xavier())
    schedule = mx.lr_scheduler.CosineScheduler(options.steps, base_lr=RATE, final_lr=0.0002, warmup_steps=20)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": RATE, "lr_scheduler": schedule})
    losses: list[float] = []
    checks: list[tuple[int, float]] = []
    start = 0
    state = net.lstm.begin_state(batch_size=options.batch_size)
    for step in range(1, options.steps + 1):
        if start + options.length >= len(rows):
            start, state = 0, net.lstm.begin_state(batch_size=options.batch_size)
        loss, state = train_step(net, trainer, rows, start, options.length, state)
        losses.append(loss)
        start += options.length
        if step % max(1, options.steps // 6) == 0:
            checks.append((step, evaluate(net, held_out, options.length)))
            print(f"step {step}: {np.mean(losses[-20:]):.2f} bits per character, validation {checks[-1][1]:.2f}; "
                  f"sample: {sample(net, characters, 'The ', 60, 0.7)!r}", flush=True)

    samples = [sample(net, characters, "The ", 300, temperature) for temperature in (0.4, 0.7, 1.0)]
    for temperature, written in zip((0.4, 0.7, 1.0), samples):
        print(f"--- temperature {temperature} ---\n{written}")
    (options.output / "char_lstm.txt").write_text("\n\n".join(samples), encoding="utf-8")
    draw(options.output / "char_lstm.png", losses, checks)
    return {"first_loss": losses[0], "loss": float(np.mean(losses[-5:])), "validation": checks[-1][1]}


if __name__ == "__main__":
    main()
