"""Tests of WikiText with small files in its format."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon.contrib.data.text import WikiText2, WikiText103

CONTENT = " = Rose = \n\n a rose is a rose \n is a rose \n"
TOKENS = ["=", "Rose", "=", "<eos>", "a", "rose", "is", "a", "rose", "<eos>", "is", "a", "rose", "<eos>"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a folder with an archive that passes as the published archive."""
    archive = tmp_path / "wikitext-2-v1.zip"
    contents = {"wiki.train.tokens": CONTENT, "wiki.valid.tokens": "a rose \n", "wiki.test.tokens": "a tulip is \n"}
    with zipfile.ZipFile(archive, "w") as packed:
        for name, content in contents.items():
            packed.writestr(f"wikitext-2/{name}", content)

    def sha1(content: bytes) -> str:
        return hashlib.sha1(content, usedforsecurity=False).hexdigest()

    segments = zip(("train", "validation", "test"), contents.items())
    monkeypatch.setattr(WikiText2, "_archive_file", (archive.name, sha1(archive.read_bytes())))
    monkeypatch.setattr(WikiText2, "_data_file", {segment: (name, sha1(content.encode()))
                                                  for segment, (name, content) in segments})
    return tmp_path


def test_samples(folder: Path) -> None:
    corpus = WikiText2(str(folder), seq_len=4)
    assert corpus.vocabulary.idx_to_token == ["<unk>", "<eos>", "a", "rose", "=", "is", "Rose"]
    assert corpus.frequencies["rose"] == 3
    numbers = corpus.vocabulary.to_indices(TOKENS)
    assert len(corpus) == 3
    for place in range(3):
        data, label = corpus[place]
        assert data.dtype == np.int32
        assert data.asnumpy().tolist() == numbers[4 * place:4 * place + 4]
        assert label.asnumpy().tolist() == numbers[4 * place + 1:4 * place + 5]


def test_another_segment_with_the_vocabulary_of_the_first(folder: Path) -> None:
    vocabulary = WikiText2(str(folder)).vocabulary
    corpus = WikiText2(str(folder), "test", vocabulary, seq_len=1)
    assert corpus.vocabulary is vocabulary
    assert [corpus[i][1].asscalar() for i in range(3)] == vocabulary.to_indices(["tulip", "is", "<eos>"])
    assert (folder / "wiki.valid.tokens").exists()


def test_batches(folder: Path) -> None:
    loader = mx.gluon.data.DataLoader(WikiText2(str(folder), seq_len=3), batch_size=2, last_batch="discard")
    assert [tuple(part.shape for part in batch) for batch in loader] == [((2, 3), (2, 3))] * 2


def test_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="train, validation, test, received 'dev'"):
        WikiText2(str(tmp_path), segment="dev")
    monkeypatch.setenv("MXNET_GLUON_REPO", "http://127.0.0.1:9/")
    monkeypatch.setenv("MXNET_HOME", str(tmp_path))
    with pytest.raises(mx.MXNetError, match="WikiText103 needs wiki.train.tokens .*wikitext-103") as caught:
        WikiText103()
    folder = tmp_path / "datasets" / "wikitext-103"
    assert f"\n  curl -L --create-dirs -o {folder / 'wikitext-103-v1.zip'} http://127.0.0.1:9/" in str(caught.value)
    assert caught.value.__cause__ is None and caught.value.__suppress_context__
