"""Encoding of sentences, and batches of sentences with similar lengths."""

from __future__ import annotations

import bisect
import random
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .. import ndarray
from .._runtime.tracebacks import concise_module
from ..io import DataBatch as DataBatch
from ..io import DataDesc as DataDesc
from ..io import DataIter as DataIter


def encode_sentences(sentences: Iterable[Iterable[Any]], vocab: dict[Any, int] | None = None, invalid_label: int = -1,
                     invalid_key: Any = "\n", start_label: int = 0,
                     unknown_token: Any = None) -> tuple[list[list[int]], dict[Any, int]]:
    r"""Encode the words of sentences as integers.

    Parameters
    ----------
    sentences : iterable of iterable of words
        The sentences.
    vocab : dict of word to int, optional
        Vocabulary. By default it is built from the sentences.
    invalid_label : int
        Index of `invalid_key` in a new vocabulary. New words skip it.
    invalid_key : str
        Key of `invalid_label`, such as the token for the end of a sentence.
    start_label : int
        First index to assign.
    unknown_token : str, optional
        Token that replaces words outside of `vocab`. As in MXNet, each replaced word gives the token the next index,
        starting at `start_label`. Without it, such words are an error.

    Returns
    -------
    sentences : list of list of int
        The encoded sentences.
    vocab : dict of word to int
        The passed or the new vocabulary.

    Examples
    --------
    >>> encoded, vocab = mx.rnn.encode_sentences([['a', 'rose'], ['is', 'a', 'rose']], invalid_label=0, start_label=1)
    >>> encoded
    [[1, 2], [3, 1, 2]]
    >>> vocab
    {'\n': 0, 'a': 1, 'rose': 2, 'is': 3}
    """
    may_grow = vocab is None
    known = {invalid_key: invalid_label} if vocab is None else vocab
    following = start_label
    encoded = []
    for sentence in sentences:
        numbers = []
        for word in sentence:
            if word not in known:
                if not (may_grow or unknown_token):
                    raise AssertionError(f"Unknown token {word}")
                following += following == invalid_label
                if unknown_token:
                    word = unknown_token
                known[word] = following
                following += 1
            numbers.append(known[word])
        encoded.append(numbers)
    return encoded, known


class BucketSentenceIter(DataIter):
    """Iterate over batches for language models. A batch has sentences of one bucket, and labels shifted by one word.

    Parameters
    ----------
    sentences : list of list of int
        Encoded sentences, as `encode_sentences` returns them.
    batch_size : int
        Number of sentences per batch. Sentences of a bucket that do not fill a batch are left out.
    buckets : list of int, optional
        Lengths to pad sentences to. By default these are all lengths that have at least `batch_size` sentences. Longer
        sentences than the largest bucket are discarded.
    invalid_label : int
        Padding value.
    data_name, label_name : str
        Names of the inputs.
    dtype : str
        Dtype of the batches.
    layout : {'NT', 'TN'}
        Layout of the axes: batch, time.

    Examples
    --------
    >>> batches = mx.rnn.BucketSentenceIter([[1, 2, 3]], batch_size=1, buckets=[4], invalid_label=0)
    WARNING: discarded 0 sentences longer than the largest bucket.
    >>> batch = batches.next()
    >>> batch.data[0].asnumpy(), batch.label[0].asnumpy()
    (array([[1., 2., 3., 0.]], dtype=float32), array([[2., 3., 0., 0.]], dtype=float32))
    >>> batch.bucket_key
    4
    """

    def __init__(self, sentences: Sequence[Sequence[int]], batch_size: int, buckets: list[int] | None = None,
                 invalid_label: int = -1, data_name: str = "data", label_name: str = "softmax_label",
                 dtype: Any = "float32", layout: str = "NT") -> None:
        super().__init__()
        if layout.find("N") not in (0, 1):
            raise ValueError(f"layout must be 'NT' (batch first) or 'TN' (time first), received {layout!r}")
        self.batch_size, self.data_name, self.label_name = batch_size, data_name, label_name
        self.dtype, self.invalid_label = dtype, invalid_label
        self.layout, self.major_axis = layout, layout.find("N")
        self._fill_buckets(sentences, buckets)
        self.default_bucket_key = max(self.buckets)
        shape = (batch_size, self.default_bucket_key)
        shape = shape if self.major_axis == 0 else shape[::-1]
        self.provide_data = [DataDesc(name=data_name, shape=shape, layout=layout)]
        self.provide_label = [DataDesc(name=label_name, shape=shape, layout=layout)]
        self.idx = [(number, start) for number, bucket in enumerate(self.data)
                    for start in range(0, len(bucket) - batch_size + 1, batch_size)]
        self.nddata: list[Any] = []
        self.ndlabel: list[Any] = []
        self.curr_idx = 0
        self.reset()

    def _fill_buckets(self, sentences: Sequence[Sequence[int]], buckets: list[int] | None) -> None:
        """Sort the sentences into `data`, one array per non-empty bucket of `buckets`."""
        lengths = [len(sentence) for sentence in sentences]
        if not buckets:
            buckets = [length for length, count in enumerate(np.bincount(lengths)) if count >= self.batch_size]
        buckets.sort()
        rows: dict[int, list[np.ndarray]] = {length: [] for length in buckets}
        for sentence in sentences:
            place = bisect.bisect_left(buckets, len(sentence))
            if place < len(buckets):
                row = np.full((buckets[place],), self.invalid_label, dtype=self.dtype)
                row[:len(sentence)] = sentence
                rows[buckets[place]].append(row)
        self.buckets = [length for length, members in rows.items() if members]
        self.data = [np.asarray(rows[length], dtype=self.dtype) for length in self.buckets]
        discarded = len(lengths) - sum(map(len, self.data))
        print(f"WARNING: discarded {discarded} sentences longer than the largest bucket.")

    def reset(self) -> None:
        """Shuffle sentences and batches, and start over."""
        self.curr_idx = 0
        random.shuffle(self.idx)
        self.nddata, self.ndlabel = [], []
        for bucket in self.data:
            np.random.shuffle(bucket)
            label = np.full_like(bucket, self.invalid_label)
            label[:, :-1] = bucket[:, 1:]
            for target, values in ((self.nddata, bucket), (self.ndlabel, label)):
                target.append(ndarray.array(values, dtype=self.dtype))

    def next(self) -> DataBatch:
        """Return the next batch.

        Returns
        -------
        DataBatch
            Batch with the length of its bucket as `bucket_key`.
        """
        if self.curr_idx == len(self.idx):
            raise StopIteration
        bucket, start = self.idx[self.curr_idx]
        self.curr_idx += 1
        data, label = (arrays[bucket][start:start + self.batch_size] for arrays in (self.nddata, self.ndlabel))
        if self.major_axis == 1:
            data, label = data.T, label.T
        descriptions = [DataDesc(name, array.shape, layout=self.layout)
                        for name, array in ((self.data_name, data), (self.label_name, label))]
        return DataBatch([data], [label], pad=0, bucket_key=self.buckets[bucket], provide_data=descriptions[:1],
                         provide_label=descriptions[1:])


concise_module(__name__)
