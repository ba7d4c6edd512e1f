"""Train a small transformer to translate dates.

Demonstrates multi-head attention, an encoder and a decoder written as hybrid blocks, masks, greedy decoding. The source
language is English dates, the target language ISO 8601: "Monday, 3 May 2021" becomes "2021-05-03". The data is
generated; dates for the test are not in the training set.

How to run::

    python examples/transformer.py
    python examples/transformer.py --steps 3000

Prints the loss, the share of dates that are translated without a mistake, and examples. It writes
``transformer.png``: the attention weights of the decoder for some dates.
"""

from __future__ import annotations

import argparse
import datetime
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

PAD, START = "_", "^"
FORMS = ("%A, {d} %B %Y", "%B {d}, %Y", "{d} %b %Y", "%d/%m/%Y", "%a %d %B %Y", "%b {d}, %Y (%a)")
LETTERS = PAD + START + "".join(sorted(set(
    "0123456789,/() -" + "".join(datetime.date(2001, 1 + day % 12, 1 + day).strftime("%A%B") for day in range(28)))))
SOURCE, TARGET = 29, 10  # longest input, length of the output
RATE = 0.002  # largest learning rate

# %% Options


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Train a small transformer to translate dates.")
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--units", type=int, default=64, help="size of the vectors")
    parser.add_argument("--output", type=Path, default=Path("example-output"), help="folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


# %% Data


def make_pairs(count: int, random: np.random.RandomState, for_test: bool) -> list[tuple[str, str]]:
    """Return random dates in English and in ISO form. Every tenth day is for the test only."""
    pairs: list[tuple[str, str]] = []
    while len(pairs) < count:
        number = random.randint(datetime.date(1950, 1, 1).toordinal(), datetime.date(2050, 1, 1).toordinal())
        if (number % 10 == 0) == for_test:
            date, form = datetime.date.fromordinal(number), FORMS[random.randint(len(FORMS))]
            pairs.append((date.strftime(form).format(d=date.day), date.isoformat()))
    return pairs


def encode(texts: list[str], length: int) -> nd.NDArray:
    """Return the numbers of the letters, padded to a common length."""
    return nd.array([[LETTERS.index(letter) for letter in text.ljust(length, PAD)] for text in texts])


# %% Network
# Attention compares queries with keys and averages values with the weights that result. `mask` is 0 where a query must
# not look. The weights are returned too, for the picture.


class Attention(gluon.HybridBlock):
    """Attention with several heads."""

    def __init__(self, units: int, heads: int = 4) -> None:
        super().__init__()
        self._heads, self._scale = heads, (units // heads) ** -0.5
        with self.name_scope():
            for name in ("query", "key", "value", "output"):
                setattr(self, name, nn.Dense(units, flatten=False, in_units=units))

    def _split(self, x):
        """Reshape (batch, time, units) to (batch * heads, time, units of a head)."""
        x = x.reshape((0, 0, self._heads, -1)).transpose((0, 2, 1, 3))
        return x.reshape((-3, -2))

    def hybrid_forward(self, F, x, memory, mask):
        """Return the result and the weights of shape (batch, heads, query, key)."""
        query, key, value = self._split(self.query(x)), self._split(self.key(memory)), self._split(self.value(memory))
        scores = F.batch_dot(query, key, transpose_b=True).reshape((-4, -1, self._heads, -2)) * self._scale
        weights = F.softmax(F.broadcast_add(scores, (mask - 1) * 1e9))
        result = F.batch_dot(weights.reshape((-3, -2)), value).reshape((-4, -1, self._heads, -2))
        return self.output(result.transpose((0, 2, 1, 3)).reshape((0, 0, -3))), weights


class Layer(gluon.HybridBlock):
    """Attention to the same sequence, optionally to the other one, and a dense part, each with a shortcut."""

    def __init__(self, units: int, is_decoder: bool) -> None:
        super().__init__()
        with self.name_scope():
            self.norm, self.attention = nn.LayerNorm(), Attention(units)
            self.cross_norm = nn.LayerNorm() if is_decoder else None
            self.cross = Attention(units) if is_decoder else None
            self.dense = nn.HybridSequential()
            self.dense.add(nn.LayerNorm(), nn.Dense(4 * units, activation="relu", flatten=False),
                           nn.Dense(units, flatten=False))

    def hybrid_forward(self, F, x, mask, memory=None, memory_mask=None):
        """Return the new vectors and the weights of the last attention."""
        normed = self.norm(x)
        change, weights = self.attention(normed, normed, mask)
        x = x + change
        if self.cross is not None:
            change, weights = self.cross(self.cross_norm(x), memory, memory_mask)
            x = x + change
        return x + self.dense(x), weights


class Transformer(gluon.HybridBlock):
    """Two encoder layers and two decoder layers."""

    def __init__(self, units: int) -> None:
        super().__init__()
        with self.name_scope():
            self.embedding = nn.Embedding(len(LETTERS), units)
            self.places = self.params.get("places", shape=(1, SOURCE, units), init=mx.init.Normal(0.1))
            self.encoder, self.decoder = nn.HybridSequential(), nn.HybridSequential()
            self.encoder.add(*(Layer(units, is_decoder=False) for _ in range(2)))
            self.decoder.add(*(Layer(units, is_decoder=True) for _ in range(2)))
            self.output = nn.Dense(len(LETTERS), flatten=False, in_units=units)

    def hybrid_forward(self, F, source, target, causal, places):
        """Return the scores of the next letters and the attention of the decoder to the source."""
        mask = (source != LETTERS.index(PAD)).reshape((0, 1, 1, -1))
        memory = F.broadcast_add(self.embedding(source), places)
        for layer in self.encoder:
            memory, _ = layer(memory, mask)
        x = F.broadcast_add(self.embedding(target), F.slice_axis(places, axis=1, begin=0, end=TARGET))
        for layer in self.decoder:
            x, weights = layer(x, causal, memory, mask)
        return self.output(x), weights


# %% Decoding
# The decoder reads its own output: each step adds the most probable letter.

CAUSAL = nd.array(np.tril(np.ones((1, 1, TARGET, TARGET))))  # a letter must not look at later ones


def translate(net: Transformer, texts: list[str]) -> tuple[list[str], np.ndarray]:
    """Return the translations and the attention weights, averaged over the heads."""
    source = encode(texts, SOURCE)
    target = encode([START] * len(texts), TARGET)
    for place in range(TARGET):
        scores, weights = net(source, target, CAUSAL)
        best = scores[:, place].argmax(axis=-1)
        if place + 1 < TARGET:
            target[:, place + 1] = best
    numbers = nd.concat(target[:, 1:], best.expand_dims(1)).asnumpy().astype(int)
    return ["".join(LETTERS[number] for number in row) for row in numbers], weights.mean(axis=1).asnumpy()


# %% Picture


def draw(path: Path, texts: list[str], translations: list[str], weights: np.ndarray) -> None:
    """Write the attention of the decoder for some dates."""
    figure = Figure(figsize=(12, 9), layout="constrained")
    figure.suptitle("Attention of the last decoder layer: output letters (rows) look at input letters (columns)")
    for axes, text, translation, image in zip(figure.subplots(2, 2).flat, texts, translations, weights):
        axes.imshow(image[:, :len(text)], cmap="viridis", vmin=0, aspect="auto")
        axes.set_xticks(range(len(text)), list(text))
        axes.set_yticks(range(TARGET), list(translation))
        axes.set_title(f"{text}  →  {translation}")
    figure.savefig(path, dpi=100)


# %% Program


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Train, translate and draw. Return the results."""
    options = parse_options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    mx.random.seed(options.seed)
    random = np.random.RandomState(options.seed)

    net = Transformer(options.units)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    schedule = mx.lr_scheduler.CosineScheduler(options.steps, base_lr=RATE, final_lr=0.00005,
                                               warmup_steps=options.steps // 10)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": RATE, "lr_scheduler": schedule})
    loss_function = gluon.loss.SoftmaxCrossEntropyLoss()
    losses = []
    test = make_pairs(300, random, for_test=True)
    for step in range(1, options.steps + 1):
        pairs = make_pairs(options.batch_size, random, for_test=False)
        source = encode([text for text, _ in pairs], SOURCE)
        target = encode([START + date[:-1] for _, date in pairs], TARGET)
        with autograd.record():
            scores, _ = net(source, target, CAUSAL)
            loss = loss_function(scores, encode([date for _, date in pairs], TARGET)).mean()
        loss.backward()
        trainer.step(1)
        losses.append(loss.asscalar())
        if step % max(1, options.steps // 8) == 0:
            translations, _ = translate(net, [text for text, _ in test])
            accuracy = np.mean([ours == date for ours, (_, date) in zip(translations, test)])
            print(f"step {step}: loss {np.mean(losses[-20:]):.4f}, correct test dates {accuracy:.1%}", flush=True)

    shown = [text for text, _ in test if len(text) > 13][:4]
    translations, weights = translate(net, shown)
    for text, translation in zip(shown, translations):
        print(f"{text:29} -> {translation}")
    draw(options.output / "transformer.png", shown, translations, weights)
    return {"first_loss": losses[0], "loss": float(np.mean(losses[-20:])), "accuracy": accuracy}


if __name__ == "__main__":
    main()
