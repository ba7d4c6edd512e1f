"""Vocabularies that map tokens to indices."""

from __future__ import annotations

import collections
from typing import Any

from ._constants import UNKNOWN_IDX


class Vocabulary:
    """Map tokens to indices: the unknown token is 0, followed by the reserved tokens and the others by frequency.

    Parameters
    ----------
    counter : collections.Counter, optional
        Token counts. Tokens with the same count are sorted.
    most_freq_count : int, optional
        Maximum number of tokens from the counter.
    min_freq : int
        Minimum frequency of a token.
    unknown_token : hashable
        Token that represents all tokens outside of the vocabulary.
    reserved_tokens : list, optional
        Tokens that are always included, such as a padding token.

    Examples
    --------
    >>> counter = mx.contrib.text.utils.count_tokens_from_str('a rose is a rose')
    >>> vocabulary = mx.contrib.text.vocab.Vocabulary(counter, reserved_tokens=['<pad>'])
    >>> vocabulary.idx_to_token
    ['<unk>', '<pad>', 'a', 'rose', 'is']
    >>> vocabulary.to_indices(['rose', 'tulip'])
    [3, 0]
    """

    def __init__(self, counter: collections.Counter[str] | None = None, most_freq_count: int | None = None,
                 min_freq: int = 1, unknown_token: str = "<unk>", reserved_tokens: list[str] | None = None) -> None:
        if min_freq <= 0:
            raise AssertionError(f"min_freq must be greater than 0, received {min_freq}")
        reserved = [] if reserved_tokens is None else list(reserved_tokens)
        if unknown_token in reserved:
            raise AssertionError(f"`reserved_tokens` cannot contain `unknown_token` {unknown_token!r}")
        if len(set(reserved)) != len(reserved):
            raise AssertionError(f"reserved_tokens must not contain duplicates, received {reserved}")
        self._unknown_token = unknown_token
        self._reserved_tokens = None if reserved_tokens is None else reserved
        self._idx_to_token = [unknown_token, *reserved]
        if counter is not None:
            self._idx_to_token += self._frequent(counter, most_freq_count, min_freq)
        self._token_to_idx = {token: index for index, token in enumerate(self._idx_to_token)}

    def _frequent(self, counter: Any, most: int | None, least_count: int) -> list[Any]:
        """Return the tokens to include, the most frequent first."""
        if not isinstance(counter, collections.Counter):
            raise AssertionError(f"counter must be a collections.Counter, received {type(counter).__name__}")
        special = set(self._idx_to_token)
        ordered = sorted(sorted(counter.items(), key=lambda pair: pair[0]), key=lambda pair: pair[1], reverse=True)
        tokens = [token for token, count in ordered if count >= least_count and token not in special]
        return tokens if most is None else tokens[:most]

    def __len__(self) -> int:
        return len(self.idx_to_token)

    @property
    def token_to_idx(self) -> dict[str, int]:
        """Dictionary from token to index."""
        return self._token_to_idx

    @property
    def idx_to_token(self) -> list[str]:
        """List of tokens by index."""
        return self._idx_to_token

    @property
    def unknown_token(self) -> str:
        """Token that represents all tokens outside of the vocabulary."""
        return self._unknown_token

    @property
    def reserved_tokens(self) -> list[str] | None:
        """List of reserved tokens, or None."""
        return self._reserved_tokens

    def to_indices(self, tokens: Any) -> Any:
        """Convert tokens to indices.

        Parameters
        ----------
        tokens : str or list
            One token or a list of tokens.

        Returns
        -------
        int or list of int
            Token indices. Unknown tokens have index 0.
        """
        if not isinstance(tokens, list):
            return self.token_to_idx.get(tokens, UNKNOWN_IDX)
        return [self.token_to_idx.get(token, UNKNOWN_IDX) for token in tokens]

    def to_tokens(self, indices: Any) -> Any:
        """Convert indices to tokens.

        Parameters
        ----------
        indices : int or list of int
            One index or a list of indices.

        Returns
        -------
        str or list of str
        """
        listed = indices if isinstance(indices, list) else [indices]
        for index in listed:
            if not isinstance(index, int) or index >= len(self.idx_to_token):
                raise ValueError(f"Token index {index} in the provided `indices` is invalid: it must be an int less "
                                 f"than {len(self.idx_to_token)}")
        tokens = [self.idx_to_token[index] for index in listed]
        return tokens if isinstance(indices, list) else tokens[0]
