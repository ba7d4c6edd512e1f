"""Token counting."""

from __future__ import annotations

import collections
import re


def count_tokens_from_str(source_str: str, token_delim: str = " ", seq_delim: str = "\n", to_lower: bool = False,
                          counter_to_update: collections.Counter[str] | None = None) -> collections.Counter[str]:
    """Count the tokens of a string.

    Parameters
    ----------
    source_str : str
        The input string.
    token_delim, seq_delim : str
        Delimiters of tokens and sequences, as regular expressions.
    to_lower : bool
        Whether to convert the tokens to lower case.
    counter_to_update : collections.Counter, optional
        Counter to update. By default a new counter is created.

    Returns
    -------
    collections.Counter

    Examples
    --------
    >>> mx.contrib.text.utils.count_tokens_from_str('Life is good . \\n life is short .', to_lower=True)
    Counter({'life': 2, 'is': 2, '.': 2, 'good': 1, 'short': 1})
    """
    tokens = filter(None, re.split(f"{token_delim}|{seq_delim}", source_str))
    counter = collections.Counter() if counter_to_update is None else counter_to_update
    counter.update(token.lower() for token in tokens) if to_lower else counter.update(tokens)
    return counter
