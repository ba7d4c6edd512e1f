"""Text datasets for language models."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from .... import base
from .... import ndarray as nd
from ....contrib.text._pretrained import pretrained_file
from ....contrib.text.utils import count_tokens_from_str
from ....contrib.text.vocab import Vocabulary
from ...data import dataset
from ...utils import _get_repo_file_url

__all__ = ["WikiText2", "WikiText103"]

_END_OF_SENTENCE = "<eos>"
_SEGMENTS = (("train", "wiki.train.tokens"), ("validation", "wiki.valid.tokens"), ("test", "wiki.test.tokens"))
_CHECKSUMS = {
    ("wikitext-2", "archive"): "3c914d17d80b1459be871a5039ac23e752a53cbe",
    ("wikitext-2", "train"): "863f29c46ef9d167fff4940ec821195882fe29d1",
    ("wikitext-2", "validation"): "0418625c8b4da6e4b5c7a0b9e78d4ae8f7ee5422",
    ("wikitext-2", "test"): "c7b8ce0aa086fb34dab808c5c49224211eb2b172",
    ("wikitext-103", "archive"): "0aec09a7537b58d4bb65362fee27650eeaba625a",
    ("wikitext-103", "train"): "b7497e2dfe77e72cfef5e3dbc61b7b53712ac211",
    ("wikitext-103", "validation"): "c326ac59dc587676d58c422eb8a03e119582f92b",
    ("wikitext-103", "test"): "8a5befc548865cec54ed4273cf87dbbad60d1e47",
}


def _published(corpus: str) -> tuple[tuple[str, str], dict[str, tuple[str, str]]]:
    """Return name and SHA-1 hash of the archive of a corpus, and of the file of each segment."""
    archive = f"{corpus}-v1.zip", _CHECKSUMS[corpus, "archive"]
    return archive, {segment: (name, _CHECKSUMS[corpus, segment]) for segment, name in _SEGMENTS}


class _LanguageModelDataset(dataset._DownloadedDataset):
    """Base class of text datasets with a vocabulary."""

    def __init__(self, root: str | None, namespace: str, vocabulary: Any) -> None:
        self._vocab = vocabulary
        self._counter: Any = None
        self._namespace = namespace
        folder = os.path.join(base.data_dir(), "datasets", namespace) if root is None else root
        super().__init__(folder, None)

    @property
    def vocabulary(self) -> Any:
        """Vocabulary that maps tokens to indices."""
        return self._vocab

    @property
    def frequencies(self) -> Any:
        """Counts of the tokens."""
        return self._counter

    def _build_vocab(self, content: str) -> None:
        if not self._counter:
            self._counter = count_tokens_from_str(content)
        if not self._vocab:
            self._vocab = Vocabulary(counter=self._counter, reserved_tokens=[_END_OF_SENTENCE])


class _WikiText(_LanguageModelDataset):
    """Base class of the WikiText corpora. The published files are verified by their SHA-1 hash."""

    _archive_file: tuple[str, str]
    _data_file: dict[str, tuple[str, str]]

    def __init__(self, root: str | None, namespace: str, segment: str, vocab: Any, seq_len: int) -> None:
        if segment not in self._data_file:
            raise ValueError(f"segment must be one of {', '.join(self._data_file)}, received {segment!r}")
        self._segment = segment
        self._seq_len = seq_len
        super().__init__(root, namespace, vocab)

    def _get_data(self) -> None:
        archive, archive_sha1 = self._archive_file
        name, sha1 = self._data_file[self._segment]
        url = _get_repo_file_url(f"gluon/dataset/{self._namespace}", archive)
        members = [file for file, _ in self._data_file.values()]
        tokens = self._read_tokens(
            pretrained_file(type(self).__name__, self._root, name, sha1, url, archive_sha1, members))
        # The label of a token is the next token.
        samples = (len(tokens) - 1) // self._seq_len
        self._data = self._in_samples(tokens[:-1], samples)
        self._label = self._in_samples(tokens[1:], samples)

    def _read_tokens(self, path: str) -> np.ndarray:
        """Return the indices of all tokens, with an end token after each line that is not empty."""
        with open(path, encoding="utf8") as file:
            content = file.read()
        self._build_vocab(content)
        lines = filter(None, (line.split() for line in content.splitlines()))
        tokens = [token for line in lines for token in (*line, _END_OF_SENTENCE)]
        return np.array(self._vocab.to_indices(tokens), dtype=np.int32)

    def _in_samples(self, tokens: np.ndarray, samples: int) -> Any:
        return nd.array(tokens[:samples * self._seq_len].reshape(samples, self._seq_len), dtype=np.int32)


class WikiText2(_WikiText):
    """Two million words of Wikipedia (Merity et al., Salesforce Research; licence CC BY-SA).

    Parameters
    ----------
    root : str, optional
        Folder of the token files. The default is ``$MXNET_HOME/datasets/wikitext-2``. Missing files are downloaded.
    segment : {'train', 'validation', 'test'}
        Part of the corpus.
    vocab : Vocabulary, optional
        Vocabulary. By default it is created from this segment.
    seq_len : int
        Number of tokens in a sample. A sample is a pair of tokens and next tokens.
    """

    _archive_file, _data_file = _published("wikitext-2")

    def __init__(self, root: str | None = None, segment: str = "train", vocab: Any = None, seq_len: int = 35) -> None:
        super().__init__(root, "wikitext-2", segment, vocab, seq_len)


class WikiText103(_WikiText):
    """100 million words of Wikipedia, in the format of :class:`WikiText2`.

    Parameters
    ----------
    root : str, optional
        Folder of the token files. The default is ``$MXNET_HOME/datasets/wikitext-103``. Missing files are downloaded.
    segment : {'train', 'validation', 'test'}
        Part of the corpus.
    vocab : Vocabulary, optional
        Vocabulary. By default it is created from this segment.
    seq_len : int
        Number of tokens in a sample. A sample is a pair of tokens and next tokens.
    """

    _archive_file, _data_file = _published("wikitext-103")

    def __init__(self, root: str | None = None, segment: str = "train", vocab: Any = None, seq_len: int = 35) -> None:
        super().__init__(root, "wikitext-103", segment, vocab, seq_len)
