"""Train a language model on sentences of different lengths with BucketingModule.

Demonstrates batches of sentences of similar length (``BucketSentenceIter``), one symbol for each length with shared
parameters (``BucketingModule``), padding that the loss and the metric ignore. The sentences come from a small grammar
whose verbs agree with a noun that may be several words away. The probability of each sentence is known, so the best
possible perplexity is, too.

How to run::

    python examples/bucketing.py
    python examples/bucketing.py --sentences 20000

Prints the perplexity of each epoch, and a table of the test perplexity of each bucket beside the best
possible one. It writes ``bucketing.png`` with the same figures.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import mxnet as mx

BUCKETS, PADDING = [5, 7, 10, 13], 0
NOUNS, VERBS = ("cat", "dog", "bird", "horse", "child", "robot"), ("see", "hear", "like", "follow")
ENDS = ("sleep", "sing", "run", "wait")
ADJECTIVES, ADVERBS = ("small", "old", "quick", "happy"), ("today", "slowly", "again")

# %% Options


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Train a language model with BucketingModule.")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--sentences", type=int, default=8000)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--output", type=Path, default=Path("example-output"), help="folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


# %% Data
# A sentence is a subject, a verb that agrees with it, perhaps an adverb, and a full stop. A subject may contain
# adjectives and a clause: "the old cats that the dog sees sleep today ."


class Grammar:
    """Draw sentences, and add up the logarithms of their probabilities."""

    def __init__(self, seed: int) -> None:
        self.random, self.surprise = np.random.RandomState(seed), 0.0

    def choose(self, words: tuple[str, ...]) -> str:
        """Return one of the words."""
        self.surprise += np.log(len(words))
        return words[self.random.randint(len(words))]

    def flip(self, probability: float) -> bool:
        """Return True with this probability."""
        result = self.random.uniform() < probability
        self.surprise -= np.log(probability if result else 1 - probability)
        return result

    def subject(self, clause: float = 0.4) -> tuple[list[str], bool]:
        """Return the words of a subject, and whether it is plural."""
        words = ["the"]
        while len(words) < 3 and self.flip(0.3):
            words.append(self.choose(ADJECTIVES))
        plural = self.flip(0.5)
        words.append(self.choose(NOUNS) + "s" * plural)
        if clause and self.flip(clause):
            inner, many = self.subject(0)
            words += ["that", *inner, self.choose(VERBS) + "s" * (not many)]
        return words, plural

    def sentence(self) -> list[str]:
        """Return the words of a sentence."""
        words, plural = self.subject()
        words.append(self.choose(ENDS) + "s" * (not plural))
        if self.flip(0.4):
            words.append(self.choose(ADVERBS))
        return [*words, "."]


# %% Network
# `BucketingModule` calls this function once for each length. Variables with the same name are shared.

SymbolOfLength = tuple[mx.sym.Symbol, tuple[str, ...], tuple[str, ...]]


def make_symbol_of(hidden: int, words: int) -> Callable[[int], SymbolOfLength]:
    """Return the function from a length to symbol, names of the data and names of the labels."""
    cells = mx.rnn.SequentialRNNCell()
    cells.add(mx.rnn.LSTMCell(hidden, prefix="lstm1_"))
    cells.add(mx.rnn.LSTMCell(hidden, prefix="lstm2_"))

    def symbol_of(length: int) -> SymbolOfLength:
        cells.reset()
        data, label = mx.sym.var("data"), mx.sym.var("softmax_label")
        embedded = mx.sym.Embedding(data, input_dim=words, output_dim=hidden, name="embedding")
        outputs, _ = cells.unroll(length, inputs=embedded, merge_outputs=True)
        scores = mx.sym.FullyConnected(mx.sym.reshape(outputs, shape=(-1, hidden)), num_hidden=words, name="output")
        loss = mx.sym.SoftmaxOutput(scores, mx.sym.reshape(label, shape=(-1,)), use_ignore=True, ignore_label=PADDING,
                                    name="softmax")
        return loss, ("data",), ("softmax_label",)

    return symbol_of


# %% Evaluation


def evaluate(module: mx.mod.BucketingModule, batches: mx.rnn.BucketSentenceIter) -> dict[int, float]:
    """Return the perplexity of each bucket. Incomplete batches do not count."""
    metrics = {length: mx.metric.Perplexity(ignore_label=PADDING) for length in batches.buckets}
    batches.reset()
    for batch in batches:
        module.forward(batch, is_train=False)
        module.update_metric(metrics[batch.bucket_key], batch.label)
    return {length: metric.get()[1] for length, metric in metrics.items()}


def draw(path: Path, counts: dict[int, int], perplexities: dict[int, float], best: dict[int, float]) -> None:
    """Write the number of sentences and the perplexity of each bucket."""
    figure = Figure(figsize=(9, 3.8), layout="constrained")
    left, right = figure.subplots(1, 2)
    names = [f"up to {length}" for length in counts]
    left.bar_label(left.bar(names, list(counts.values()), color="tab:gray"))
    left.set(title="Test sentences of each bucket", xlabel="words")
    places = np.arange(len(names))
    for shift, values, label in ((-0.2, perplexities, "network"), (0.2, best, "best possible")):
        right.bar_label(right.bar(places + shift, [values[key] for key in counts], 0.4, label=label), fmt="%.2f")
    right.set_xticks(places, names)
    right.set(title="Perplexity per word (lower is better)", xlabel="words")
    right.legend(loc="upper right")
    for axes in (left, right):
        axes.margins(y=0.25)
    figure.savefig(path, dpi=100)


# %% Program


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Train and evaluate. Return the results."""
    options = parse_options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    mx.random.seed(options.seed)
    np.random.seed(options.seed)

    grammar = Grammar(options.seed)
    sentences = [grammar.sentence() for _ in range(options.sentences)]
    numbers, vocabulary = mx.rnn.encode_sentences(sentences, invalid_label=PADDING, start_label=1)
    batches = mx.rnn.BucketSentenceIter(numbers, options.batch_size, BUCKETS[:], invalid_label=PADDING)
    print("example:", max(map(" ".join, sentences[:50]), key=len))
    needed = sum(length * len(rows) for length, rows in zip(batches.buckets, batches.data))
    words = sum(len(sentence) for sentence in sentences)
    print(f"padding: {1 - words / needed:.0%}, without buckets {1 - words / (max(BUCKETS) * len(sentences)):.0%}")

    module = mx.mod.BucketingModule(make_symbol_of(options.hidden, len(vocabulary)), batches.default_bucket_key)
    module.fit(batches, eval_metric=mx.metric.Perplexity(ignore_label=PADDING), num_epoch=options.epochs,
               initializer=mx.init.Xavier(), optimizer="adam", optimizer_params={"learning_rate": 0.004})

    tests, best, counts = Grammar(options.seed + 1), {}, {}
    rows: dict[int, list[list[str]]] = {length: [] for length in batches.buckets}
    surprises = dict.fromkeys(rows, 0.0)
    for _ in range(max(2000, 8 * options.batch_size)):
        before, sentence = tests.surprise, tests.sentence()
        bucket = next(length for length in rows if len(sentence) <= length)
        rows[bucket].append(sentence)
        surprises[bucket] += tests.surprise - before
    known, _ = mx.rnn.encode_sentences([s for bucket in rows.values() for s in bucket], vocabulary)
    test_batches = mx.rnn.BucketSentenceIter(known, options.batch_size, BUCKETS[:], invalid_label=PADDING)
    perplexities = evaluate(module, test_batches)
    print(f"{'bucket':>6} {'sentences':>9} {'perplexity':>10} {'best possible':>13}")
    for bucket, perplexity in perplexities.items():
        counts[bucket] = len(rows[bucket])
        best[bucket] = float(np.exp(surprises[bucket] / sum(len(sentence) - 1 for sentence in rows[bucket])))
        print(f"{bucket:6} {counts[bucket]:9} {perplexity:10.3f} {best[bucket]:13.3f}")
    draw(options.output / "bucketing.png", counts, perplexities, best)
    return {"words": len(vocabulary), "perplexity": max(perplexities.values()), "best": max(best.values())}


if __name__ == "__main__":
    main()
