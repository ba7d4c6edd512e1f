"""Reading files of word vectors: a token and its numbers in each line."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..._runtime.arguments import is_number
from ..._runtime.tracebacks import user_level


class Vectors(NamedTuple):
    """Tokens in the order of the file, their vectors as rows, and the vector of the unknown token if it is there."""

    tokens: list[str]
    rows: np.ndarray
    unknown: np.ndarray | None


def read_vectors(path: str, delimiter: str, encoding: str, unknown_token: str) -> Vectors:
    """The content of a file; of a token that comes twice, the first vector."""
    path = os.path.expanduser(path)
    if not os.path.isfile(path):
        raise ValueError(f"there is no file of token vectors at pretrained_file_path={path}")
    tokens: list[str] = []
    rows: list[np.ndarray] = []
    seen: set[str] = set()
    unknown = None
    for number, token, row in _lines(path, delimiter, encoding):
        if token == unknown_token and unknown is None:
            unknown = row
        elif token in seen:
            warnings.warn(f"{path}, line {number}: token {token} comes again; its first vector is kept",
                          stacklevel=user_level())
        elif len(row) == 1:
            warnings.warn(f"{path}, line {number}: {token} with the single number {row.tolist()} is taken for a header "
                          "and left out", stacklevel=user_level())
            continue
        elif rows and len(row) != len(rows[0]):
            raise AssertionError(f"{path}, line {number}: the vector of token {token} has {len(row)} numbers, those "
                                 f"before it have {len(rows[0])}")
        else:
            tokens.append(token)
            rows.append(row)
        seen.add(token)
    if not rows:
        raise ValueError(f"the token embedding file {path} holds no vectors")
    return Vectors(tokens, np.stack(rows), unknown)


def _lines(path: str, delimiter: str, encoding: str) -> Iterator[tuple[int, str, np.ndarray]]:
    """Number of the line, token and vector."""
    width = 0
    with open(path, encoding=encoding) as file:
        for number, line in enumerate(file, 1):
            token, *fields = line.rstrip().split(delimiter)
            if not fields:
                raise AssertionError(f"{path}, line {number}: expected a token and numbers, with {delimiter!r} "
                                     f"between, found {line.rstrip()[:80]!r}")
            if 1 < width < len(fields):
                # Some published files have tokens with delimiters in them.
                token, fields = _joined(token, fields, width, delimiter)
            try:
                row = np.array([float(field) for field in fields], dtype=np.float32)
            except ValueError as error:
                raise ValueError(f"At line {number} of the token embedding file {path}: {error}") from error
            width = width if width > 1 else len(row)
            yield number, token, row


def _joined(token: str, fields: list[str], width: int, delimiter: str) -> tuple[str, list[str]]:
    """A token with delimiters put together again, if what is in excess cannot belong to the vector."""
    excess = fields[:-width]
    if any(field and is_number(field) for field in excess):
        return token, fields
    return delimiter.join([token, *excess]), fields[-width:]
