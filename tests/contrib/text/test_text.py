"""Tests of vocabularies, token counts and word embeddings."""

from __future__ import annotations

import hashlib
import zipfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib import text

LINES = "a 1 2 3\nb 4 5 6\n<pad> 7 8 9\n"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "vectors.txt"
    path.write_text(LINES)
    return str(path)


def test_counting() -> None:
    source = "*Life*is*great*!*\n*life*is*good*.*\n"
    assert text.utils.count_tokens_from_str(source, r"\*", "\n", True) == {
        "life": 2, "is": 2, "great": 1, "!": 1, "good": 1, ".": 1}
    counter = Counter({"life": 5})
    assert text.utils.count_tokens_from_str("life is", counter_to_update=counter) is counter
    assert counter == {"life": 6, "is": 1}


@pytest.mark.parametrize(("options", "tokens"), [
    ({}, ["<unk>", "c", "b", "a", "some"]),
    ({"min_freq": 2}, ["<unk>", "c", "b"]),
    ({"most_freq_count": 1}, ["<unk>", "c"]),
    ({"most_freq_count": 2, "reserved_tokens": ["b", "<pad>"]}, ["<unk>", "b", "<pad>", "c", "a"]),
    ({"unknown_token": "c"}, ["c", "b", "a", "some"]),
])
def test_vocabulary(options: dict, tokens: list[str]) -> None:
    vocabulary = text.vocab.Vocabulary(Counter(["a", "b", "b", "c", "c", "c", "some"]), **options)
    assert vocabulary.idx_to_token == tokens
    assert vocabulary.token_to_idx == {token: index for index, token in enumerate(tokens)}
    assert len(vocabulary) == len(tokens)
    assert vocabulary.unknown_token == tokens[0]
    assert vocabulary.reserved_tokens == options.get("reserved_tokens")


def test_numbers_and_tokens() -> None:
    vocabulary = text.vocab.Vocabulary(Counter(["a", "b", "b"]))
    assert vocabulary.to_indices("a") == 2
    assert vocabulary.to_indices(["a", "x", "b"]) == [2, 0, 1]
    assert vocabulary.to_tokens(2) == "a"
    assert vocabulary.to_tokens([1, 0]) == ["b", "<unk>"]
    for index in (3, 1.0):
        with pytest.raises(ValueError, match=f"Token index {index}"):
            vocabulary.to_tokens(index)


@pytest.mark.parametrize(("options", "message"), [
    ({"min_freq": 0}, "received 0"), ({"reserved_tokens": ["a", "a"]}, "duplicate"),
    ({"reserved_tokens": ["<unk>"]}, "cannot contain `unknown_token`"), ({"counter": {"a": 1}}, "received dict"),
])
def test_vocabulary_errors(options: dict, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        text.vocab.Vocabulary(**options)


def test_vectors_of_a_file(file: str) -> None:
    embedding = text.embedding.CustomEmbedding(file, init_unknown_vec=mx.nd.ones)
    assert embedding.vec_len == 3
    assert embedding.idx_to_token == ["<unk>", "a", "b", "<pad>"]
    np.testing.assert_array_equal(embedding.idx_to_vec.asnumpy(), [[1, 1, 1], [1, 2, 3], [4, 5, 6], [7, 8, 9]])
    assert embedding.get_vecs_by_tokens("b").asnumpy().tolist() == [4, 5, 6]
    assert embedding.get_vecs_by_tokens(["B", "b"]).asnumpy().tolist() == [[1, 1, 1], [4, 5, 6]]
    assert embedding.get_vecs_by_tokens(["B"], lower_case_backup=True).asnumpy().tolist() == [[4, 5, 6]]


def test_reserved_tokens_have_rows_of_their_own(file: str) -> None:
    embedding = text.embedding.CustomEmbedding(file, reserved_tokens=["<pad>", "<bos>"])
    assert embedding.idx_to_token == ["<unk>", "<pad>", "<bos>", "a", "b"]
    np.testing.assert_array_equal(embedding.get_vecs_by_tokens(["a", "b", "<pad>", "<bos>"]).asnumpy(),
                                  [[1, 2, 3], [4, 5, 6], [7, 8, 9], [0, 0, 0]])


def test_vectors_for_a_vocabulary(file: str) -> None:
    vocabulary = text.vocab.Vocabulary(Counter({"a": 2, "b": 1, "q": 3}), reserved_tokens=["<pad>"])
    embedding = text.embedding.CustomEmbedding(file, vocabulary=vocabulary)
    assert embedding.idx_to_token == ["<unk>", "<pad>", "q", "a", "b"]
    expected = np.array([[0, 0, 0], [7, 8, 9], [0, 0, 0], [1, 2, 3], [4, 5, 6]])
    np.testing.assert_array_equal(embedding.idx_to_vec.asnumpy(), expected)
    both = text.embedding.CompositeEmbedding(vocabulary, [embedding, embedding])
    assert (both.vec_len, both.reserved_tokens) == (6, ["<pad>"])
    np.testing.assert_array_equal(both.idx_to_vec.asnumpy(), np.hstack([expected, expected]))


def test_vectors_for_an_empty_vocabulary(file: str) -> None:
    embedding = text.embedding.CustomEmbedding(file, vocabulary=text.vocab.Vocabulary(), init_unknown_vec=mx.nd.ones)
    assert embedding.idx_to_vec.asnumpy().tolist() == [[1, 1, 1]]


def test_updating(file: str) -> None:
    embedding = text.embedding.CustomEmbedding(file)
    embedding.update_token_vectors(["a", "<pad>"], mx.nd.array([[1, 1, 1], [2, 2, 2]]))
    embedding.update_token_vectors("<unk>", mx.nd.array([3, 3, 3]))
    embedding.update_token_vectors(["b"], mx.nd.array([5, 5, 5]))
    np.testing.assert_array_equal(embedding.idx_to_vec.asnumpy(), [[3] * 3, [1] * 3, [5] * 3, [2] * 3])
    with pytest.raises(ValueError, match="Token zz is unknown"):
        embedding.update_token_vectors("zz", mx.nd.ones(3))
    for tokens, vectors, message in ((["a", "b"], mx.nd.ones(3), "two axes"), ("a", mx.nd.ones((2, 3)), r"\(1, 3\)"),
                                     ("a", [1, 2, 3], "received list")):
        with pytest.raises(AssertionError, match=message):
            embedding.update_token_vectors(tokens, vectors)


def test_headers_and_duplicates_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "vectors.vec"
    path.write_text("2 2\na 1\n<unk> 9 9\nb 1 2\nb 3 4\n<unk> 5 5\n")
    with pytest.warns(UserWarning) as caught:
        embedding = text.embedding.CustomEmbedding(str(path))
    found = [str(warning.message) for warning in caught]
    assert [line.split(":")[0] for line in found] == [f"{path}, line {number}" for number in (1, 2, 5, 6)]
    assert "header" in found[0] and "duplicate token b" in found[2]
    assert embedding.idx_to_vec.asnumpy().tolist() == [[9, 9], [1, 2]]


def test_tokens_may_hold_the_delimiter(tmp_path: Path) -> None:
    path = tmp_path / "vectors.txt"
    path.write_text("a 1 2\n. . . 3 4\n")
    embedding = text.embedding.CustomEmbedding(str(path))
    assert embedding.idx_to_token == ["<unk>", "a", ". . ."]
    assert embedding.get_vecs_by_tokens(". . .").asnumpy().tolist() == [3, 4]


@pytest.mark.parametrize(("content", "error", "message"), [
    ("a 1 2\nb 3\n", None, "header"),
    ("a 1 2\nb 3 4 5\n", AssertionError, "line 2: .* token b has 3 numbers, .* 2"),
    ("a 1 2\nb\n", AssertionError, "line 2: expected a token and numbers, .* found 'b'"),
    ("a 1 x\n", ValueError, "line 1 .*'x'"),
    ("", ValueError, "contains no vectors"),
])
def test_wrong_files(tmp_path: Path, content: str, error: type[Exception] | None, message: str) -> None:
    path = tmp_path / "vectors.txt"
    path.write_text(content)
    expectation = pytest.warns(UserWarning, match=message) if error is None else pytest.raises(error, match=message)
    with expectation:
        text.embedding.CustomEmbedding(str(path))


def test_wrong_arguments(file: str) -> None:
    with pytest.raises(ValueError, match="no/such"):
        text.embedding.CustomEmbedding("/no/such")
    with pytest.raises(AssertionError, match="received int"):
        text.embedding.CustomEmbedding(file, vocabulary=3)
    with pytest.raises(AssertionError, match="`token_embeddings`.*received int"):
        text.embedding.CompositeEmbedding(text.vocab.Vocabulary(), [3])
    with pytest.raises(KeyError, match="glove has no file 'x'; use one of glove.42B"):
        text.embedding.create("glove", pretrained_file_name="x")
    with pytest.raises(KeyError, match="unknown embedding 'x'; use one of fasttext, glove"):
        text.embedding.get_pretrained_file_names("x")


def test_published_files() -> None:
    names = text.embedding.get_pretrained_file_names()
    assert {"glove", "fasttext"} <= set(names)
    assert names["glove"] == text.embedding.get_pretrained_file_names("glove")
    assert (len(names["glove"]), len(names["fasttext"])) == (10, 327)
    for kind in (text.embedding.GloVe, text.embedding.FastText):
        for name in kind.pretrained_file_name_sha1:
            assert kind._get_download_file_name(name) in kind.pretrained_archive_name_sha1
    assert all(len(sha1) == 40 for kind in (text.embedding.GloVe, text.embedding.FastText)
               for table in (kind.pretrained_file_name_sha1, kind.pretrained_archive_name_sha1)
               for sha1 in table.values())


def _sha1(content: bytes) -> str:
    return hashlib.sha1(content, usedforsecurity=False).hexdigest()


def test_an_archive_in_the_folder_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "glove"
    folder.mkdir()
    archive = folder / "glove.6B.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("inside/glove.6B.50d.txt", LINES)
        packed.writestr("../escaped.txt", "no")
    monkeypatch.setattr(text.embedding.GloVe, "pretrained_file_name_sha1", {"glove.6B.50d.txt": _sha1(LINES.encode())})
    monkeypatch.setattr(text.embedding.GloVe, "pretrained_archive_name_sha1",
                        {"glove.6B.zip": _sha1(archive.read_bytes())})
    embedding = text.embedding.create("glove", pretrained_file_name="glove.6B.50d.txt", embedding_root=str(tmp_path))
    assert embedding.idx_to_token == ["<unk>", "a", "b", "<pad>"]
    assert sorted(path.name for path in folder.iterdir()) == ["glove.6B.50d.txt", "glove.6B.zip"]
    archive.unlink()
    monkeypatch.setenv("MXNET_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    folder.parent.joinpath("home", "embeddings").symlink_to(tmp_path, target_is_directory=True)
    assert len(text.embedding.GloVe("glove.6B.50d.txt")) == 4


def test_offline_the_file_and_its_folder_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_GLUON_REPO", "http://127.0.0.1:9/")
    with pytest.raises(mx.MXNetError, match=f"FastText needs wiki.aa.vec .or wiki.aa.zip. in {tmp_path}.*sha1"):
        text.embedding.FastText("wiki.aa.vec", embedding_root=str(tmp_path))
    (tmp_path / "fasttext" / "wiki.aa.vec").write_text("another content")
    with pytest.raises(mx.MXNetError, match="different SHA-1"):
        text.embedding.FastText("wiki.aa.vec", embedding_root=str(tmp_path))
