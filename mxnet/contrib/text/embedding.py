"""Pretrained word embeddings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import ndarray as nd
from ... import registry
from ._constants import (
    FAST_TEXT_ARCHIVE_SHA1,
    FAST_TEXT_FILE_SHA1,
    GLOVE_PRETRAINED_ARCHIVE_SHA1,
    GLOVE_PRETRAINED_FILE_SHA1,
)
from ._token_embedding import _TokenEmbedding as _TokenEmbedding
from ._token_embedding import check_vocabulary as _check_vocabulary

if TYPE_CHECKING:
    from ...ndarray import NDArray

_NICKNAME = "token embedding"


def register(embedding_cls: Any) -> Any:
    r"""Register a subclass of ``_TokenEmbedding`` for :func:`create`, under its lower case name.

    Parameters
    ----------
    embedding_cls : type
        The class to register.

    Returns
    -------
    type
        The passed class, so that the function works as a decorator.

    Examples
    --------
    >>> from mxnet.contrib.text import embedding
    >>> @embedding.register
    ... class Words(embedding.CustomEmbedding):
    ...     pass
    >>> with open('words.txt', 'w') as file:
    ...     size = file.write('a 1 2\nrose 3 4\n')
    >>> embedding.create('words', pretrained_file_path='words.txt').idx_to_token
    ['<unk>', 'a', 'rose']
    """
    return registry.get_register_func(_TokenEmbedding, _NICKNAME)(embedding_cls)


def create(embedding_name: str, **kwargs: Any) -> Any:
    """Create an embedding by name.

    Parameters
    ----------
    embedding_name : str
        ``'glove'``, ``'fasttext'`` or a registered name.
    **kwargs
        Arguments for the class.

    Returns
    -------
    _TokenEmbedding
        The embedding.

    Examples
    --------
    >>> glove = mx.contrib.text.embedding.create('glove', pretrained_file_name='glove.6B.50d.txt')
    >>> glove.vec_len
    50
    """
    return registry.get_create_func(_TokenEmbedding, _NICKNAME)(embedding_name, **kwargs)


def get_pretrained_file_names(embedding_name: str | None = None) -> Any:
    """Return the names of the published files.

    Parameters
    ----------
    embedding_name : str, optional
        Name of an embedding. By default the files of all embeddings are returned.

    Returns
    -------
    list of str, or dict of lists if no name is given
        Names of the files.

    Examples
    --------
    >>> mx.contrib.text.embedding.get_pretrained_file_names('glove')[:2]
    ['glove.42B.300d.txt', 'glove.6B.50d.txt']
    """
    known: dict[str, Any] = registry.get_registry(_TokenEmbedding)
    if embedding_name is None:
        return {name: list(kind.pretrained_file_name_sha1) for name, kind in known.items()}
    if embedding_name not in known:
        raise KeyError(f"unknown embedding {embedding_name!r}; use one of {', '.join(sorted(known))}")
    return list(known[embedding_name].pretrained_file_name_sha1)


class _PublishedEmbedding(_TokenEmbedding):
    """Base class of embeddings with published vectors."""

    def _load_published(self, name: str, root: str | None, initial: Any, vocabulary: Any) -> None:
        self._load_embedding(self._get_pretrained_file(root, name), " ", initial)
        self._build_embedding_for_vocabulary(vocabulary)


@register
class GloVe(_PublishedEmbedding):
    """GloVe embedding (Pennington, Socher and Manning, 2014; public domain licence PDDL).

    Parameters
    ----------
    pretrained_file_name : str
        One of ``get_pretrained_file_names('glove')``.
    embedding_root : str, optional
        Folder whose subfolder ``glove`` contains the file or receives the download. The default is
        ``$MXNET_HOME/embeddings``.
    init_unknown_vec : callable
        Function that creates the vector of the unknown token from ``shape``.
    vocabulary : Vocabulary, optional
        Restrict the embedding to the tokens of this vocabulary, in its order.
    **kwargs
        Arguments for :class:`~mxnet.contrib.text.vocab.Vocabulary`.

    Examples
    --------
    >>> glove = mx.contrib.text.embedding.GloVe('glove.6B.50d.txt')
    >>> glove.get_vecs_by_tokens(['the', 'of']).shape
    (2, 50)
    """

    pretrained_archive_name_sha1 = GLOVE_PRETRAINED_FILE_SHA1
    pretrained_file_name_sha1 = GLOVE_PRETRAINED_ARCHIVE_SHA1

    def __init__(self, pretrained_file_name: str = "glove.840B.300d.txt", embedding_root: str | None = None,
                 init_unknown_vec: Callable[..., NDArray] = nd.zeros, vocabulary: Any = None, **kwargs: Any) -> None:
        self._check_pretrained_file_names(pretrained_file_name)
        super().__init__(**kwargs)
        self._load_published(pretrained_file_name, embedding_root, init_unknown_vec, vocabulary)

    @classmethod
    def _get_download_file_name(cls, pretrained_file_name: str) -> Any:
        """Return the archive name. It contains the corpus: ``glove.6B.50d.txt`` is in ``glove.6B.zip``."""
        words = pretrained_file_name.split(".")
        return next(archive for archive in cls.pretrained_archive_name_sha1 if archive.split(".")[1] == words[1])


@register
class FastText(_PublishedEmbedding):
    """FastText embedding (Bojanowski, Grave, Joulin and Mikolov, 2016; licence CC BY-SA 3.0).

    Parameters
    ----------
    pretrained_file_name : str
        One of ``get_pretrained_file_names('fasttext')``.
    embedding_root : str, optional
        Folder whose subfolder ``fasttext`` contains the file or receives the download. The default is
        ``$MXNET_HOME/embeddings``.
    init_unknown_vec : callable
        Function that creates the vector of the unknown token from ``shape``.
    vocabulary : Vocabulary, optional
        Restrict the embedding to the tokens of this vocabulary, in its order.
    **kwargs
        Arguments for :class:`~mxnet.contrib.text.vocab.Vocabulary`.

    Examples
    --------
    >>> fasttext = mx.contrib.text.embedding.FastText('wiki.simple.vec')
    >>> fasttext.get_vecs_by_tokens(['the', 'of']).shape
    (2, 300)
    """

    pretrained_archive_name_sha1 = FAST_TEXT_ARCHIVE_SHA1
    pretrained_file_name_sha1 = FAST_TEXT_FILE_SHA1

    def __init__(self, pretrained_file_name: str = "wiki.simple.vec", embedding_root: str | None = None,
                 init_unknown_vec: Callable[..., NDArray] = nd.zeros, vocabulary: Any = None, **kwargs: Any) -> None:
        self._check_pretrained_file_names(pretrained_file_name)
        super().__init__(**kwargs)
        self._load_published(pretrained_file_name, embedding_root, init_unknown_vec, vocabulary)

    @classmethod
    def _get_download_file_name(cls, pretrained_file_name: str) -> Any:
        return pretrained_file_name.removesuffix(".vec") + ".zip"


class CustomEmbedding(_TokenEmbedding):
    r"""User-defined embedding from a file with one token and its vector per line.

    Parameters
    ----------
    pretrained_file_path : str
        Path of the file.
    elem_delim : str
        Delimiter between the token and the numbers.
    encoding : str
        Encoding of the file.
    init_unknown_vec : callable
        Function that creates the vector of the unknown token from ``shape``, if it is not in the file.
    vocabulary : Vocabulary, optional
        Restrict the embedding to the tokens of this vocabulary, in its order.
    **kwargs
        Arguments for :class:`~mxnet.contrib.text.vocab.Vocabulary`.

    Examples
    --------
    >>> with open('words.txt', 'w') as file:
    ...     size = file.write('a 1 2\nrose 3 4\n')
    >>> words = mx.contrib.text.embedding.CustomEmbedding('words.txt')
    >>> words.get_vecs_by_tokens(['rose', 'tulip']).asnumpy()
    array([[3., 4.],
           [0., 0.]], dtype=float32)
    """

    def __init__(self, pretrained_file_path: str, elem_delim: str = " ", encoding: str = "utf8",
                 init_unknown_vec: Callable[..., NDArray] = nd.zeros, vocabulary: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._load_embedding(pretrained_file_path, elem_delim, init_unknown_vec, encoding)
        self._build_embedding_for_vocabulary(vocabulary)


class CompositeEmbedding(_TokenEmbedding):
    r"""Concatenate the vectors of several embeddings for the tokens of a vocabulary.

    Parameters
    ----------
    vocabulary : Vocabulary
        The vocabulary.
    token_embeddings : _TokenEmbedding or list of _TokenEmbedding
        The embeddings to concatenate.

    Examples
    --------
    >>> from mxnet.contrib import text
    >>> with open('words.txt', 'w') as file:
    ...     size = file.write('a 1 2\nrose 3 4\n')
    >>> words = text.embedding.CustomEmbedding('words.txt')
    >>> vocabulary = text.vocab.Vocabulary(text.utils.count_tokens_from_str('rose'))
    >>> text.embedding.CompositeEmbedding(vocabulary, [words, words]).get_vecs_by_tokens('rose').asnumpy()
    array([3., 4., 3., 4.], dtype=float32)
    """

    def __init__(self, vocabulary: Any, token_embeddings: Any) -> None:
        _check_vocabulary(vocabulary)
        embeddings = token_embeddings if isinstance(token_embeddings, list) else [token_embeddings]
        for embedding in embeddings:
            if not isinstance(embedding, _TokenEmbedding):
                raise AssertionError("The argument `token_embeddings` must be a token embedding or a list of them, "
                                     f"received {type(embedding).__name__}")
        self._index_tokens_from_vocabulary(vocabulary)
        self._set_idx_to_vec_by_embeddings(embeddings, len(self), self.idx_to_token)
