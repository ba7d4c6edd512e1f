"""Vocabularies with a vector for each token."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import base
from ... import ndarray as nd
from ._constants import UNKNOWN_IDX
from ._pretrained import pretrained_file
from ._vectors import read_vectors
from .vocab import Vocabulary

if TYPE_CHECKING:
    from ...ndarray import NDArray


def check_vocabulary(vocabulary: Any) -> None:
    """Raise unless the argument is a vocabulary."""
    if not isinstance(vocabulary, Vocabulary):
        raise AssertionError(f"vocabulary must be a Vocabulary of contrib.text, received {type(vocabulary).__name__}")


class _TokenEmbedding(Vocabulary):
    """Base class of embeddings: a vocabulary with a vector for each token.

    Subclasses call ``_load_embedding`` in ``__init__``. Subclasses with published files list them in the dictionary
    ``pretrained_file_name_sha1`` and pass the path from ``_get_pretrained_file``.

    Parameters
    ----------
    **kwargs
        Arguments of :class:`~mxnet.contrib.text.vocab.Vocabulary`.
    """

    pretrained_file_name_sha1: dict[str, str] = {}
    _vec_len: int
    _idx_to_vec: Any

    @classmethod
    def _get_download_file_name(cls, pretrained_file_name: str) -> Any:
        """Return the name of the published file or archive that contains a file of vectors."""
        return pretrained_file_name

    @classmethod
    def _get_pretrained_file_url(cls, pretrained_file_name: str) -> Any:
        from ...gluon.utils import _get_repo_file_url

        return _get_repo_file_url(f"gluon/embeddings/{cls.__name__.lower()}",
                                  cls._get_download_file_name(pretrained_file_name))

    @classmethod
    def _get_pretrained_file(cls, embedding_root: str | None, pretrained_file_name: str) -> Any:
        """Return the path of a published file. Download it if it is missing."""
        root = os.path.join(base.data_dir(), "embeddings") if embedding_root is None else embedding_root
        folder = os.path.join(os.path.expanduser(root), cls.__name__.lower())
        url = cls._get_pretrained_file_url(pretrained_file_name)
        sha1 = cls.pretrained_file_name_sha1[pretrained_file_name]
        archives = getattr(cls, "pretrained_archive_name_sha1", None)
        url_sha1 = sha1 if archives is None else archives[os.path.basename(url)]
        return pretrained_file(cls.__name__, folder, pretrained_file_name, sha1, url, url_sha1,
                               cls.pretrained_file_name_sha1)

    @classmethod
    def _check_pretrained_file_names(cls, pretrained_file_name: str) -> None:
        """Raise KeyError unless a published file has this name."""
        if pretrained_file_name not in cls.pretrained_file_name_sha1:
            name = cls.__name__.lower()
            raise KeyError(f"{name} has no file {pretrained_file_name!r}; use one of "
                           f"{', '.join(cls.pretrained_file_name_sha1)}")

    def _load_embedding(self, pretrained_file_path: str, elem_delim: str, init_unknown_vec: Callable[..., NDArray],
                        encoding: str = "utf8") -> None:
        """Load the tokens and vectors of a file.

        The unknown token and reserved tokens that are not in the file get the result of
        ``init_unknown_vec(shape=...)``.
        """
        logging.info("loading token vectors from %s", pretrained_file_path)
        loaded = read_vectors(pretrained_file_path, elem_delim, encoding, self.unknown_token)
        self._idx_to_token += [token for token in loaded.tokens if token not in self._token_to_idx]
        self._token_to_idx = {token: index for index, token in enumerate(self._idx_to_token)}
        self._vec_len = loaded.rows.shape[1]
        initial = np.asarray(init_unknown_vec(shape=self._vec_len).asnumpy(), dtype=np.float32)
        vectors = np.tile(initial, (len(self), 1))
        vectors[[self._token_to_idx[token] for token in loaded.tokens]] = loaded.rows
        if loaded.unknown is not None:
            vectors[UNKNOWN_IDX] = loaded.unknown
        self._idx_to_vec = nd.array(vectors)

    def _index_tokens_from_vocabulary(self, vocabulary: Any) -> None:
        self._token_to_idx = dict(vocabulary.token_to_idx)
        self._idx_to_token = list(vocabulary.idx_to_token)
        self._unknown_token = vocabulary.unknown_token
        self._reserved_tokens = None if vocabulary.reserved_tokens is None else list(vocabulary.reserved_tokens)

    def _set_idx_to_vec_by_embeddings(self, token_embeddings: Any, vocab_len: int,
                                      vocab_idx_to_token: list[str]) -> None:
        """Concatenate the vectors of ``vocab_idx_to_token`` from all embeddings."""
        parts = [nd.concat(embedding.idx_to_vec[:1], embedding.get_vecs_by_tokens(vocab_idx_to_token[1:]), dim=0)
                 if vocab_len > 1 else embedding.idx_to_vec[:1].copy() for embedding in token_embeddings]
        self._idx_to_vec = nd.concat(*parts, dim=1)
        self._vec_len = self._idx_to_vec.shape[1]

    def _build_embedding_for_vocabulary(self, vocabulary: Any) -> None:
        """Keep only the tokens of a vocabulary, in its order."""
        if vocabulary is not None:
            check_vocabulary(vocabulary)
            self._set_idx_to_vec_by_embeddings([self], len(vocabulary), vocabulary.idx_to_token)
            self._index_tokens_from_vocabulary(vocabulary)

    @property
    def vec_len(self) -> int:
        """Length of each vector."""
        return self._vec_len

    @property
    def idx_to_vec(self) -> NDArray:
        """Array with one row per token."""
        return self._idx_to_vec

    def get_vecs_by_tokens(self, tokens: Any, lower_case_backup: bool = False) -> Any:
        """Look up the vectors of tokens.

        Parameters
        ----------
        tokens : str or list
            One token or a list of tokens.
        lower_case_backup : bool
            Whether to look up a missing token in lower case.

        Returns
        -------
        NDArray
            A vector, or one row per token. Unknown tokens get the vector of the unknown token.
        """
        if not isinstance(tokens, list):
            return self.get_vecs_by_tokens([tokens], lower_case_backup)[0]
        if lower_case_backup:
            tokens = [token if token in self.token_to_idx else token.lower() for token in tokens]
        indices = nd.array(self.to_indices(tokens), dtype="int64")
        rows, length = self.idx_to_vec.shape
        return nd.Embedding(indices, self.idx_to_vec, input_dim=rows, output_dim=length)

    def update_token_vectors(self, tokens: Any, new_vectors: NDArray) -> None:
        """Replace the vectors of tokens.

        Parameters
        ----------
        tokens : str or list
            One token or a list of tokens.
        new_vectors : NDArray
            One row per token. A single token also accepts a vector.
        """
        listed = tokens if isinstance(tokens, list) else [tokens]
        if not isinstance(new_vectors, nd.NDArray) or new_vectors.ndim not in ((1, 2) if len(listed) == 1 else (2,)):
            axes = "one or two axes" if len(listed) == 1 else "two axes"
            raise AssertionError(f"new_vectors for {len(listed)} tokens must be an NDArray with {axes}, received "
                                 f"{getattr(new_vectors, 'shape', type(new_vectors).__name__)}")
        if new_vectors.ndim == 1:
            new_vectors = new_vectors.expand_dims(axis=0)
        if new_vectors.shape != (len(listed), self.vec_len):
            raise AssertionError("new_vectors must have one row per token, with the vector length of this embedding: "
                                 f"expected {(len(listed), self.vec_len)}, received {new_vectors.shape}")
        for token in listed:
            if token not in self.token_to_idx:
                raise ValueError(f"Token {token} is unknown. To update the vector of the unknown token, use "
                                 f"{self.idx_to_token[UNKNOWN_IDX]}")
        self._idx_to_vec[nd.array(self.to_indices(listed), dtype="int64")] = new_vectors
