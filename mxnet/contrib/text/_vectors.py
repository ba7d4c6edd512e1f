"""Reader of word vector files: one token and its vector per line."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..._runtime.arguments import is_number
from ..._runtime.tracebacks import user_level


class Vectors(NamedTuple):
    """Tokens in file order, their vectors as rows, and the vector of the unknown token, if the file has one."""

    tokens: list[str]
    rows: np.ndarray
    unknown: np.ndarray | None


def read_vectors(path: str, delimiter: str, encoding: str, unknown_token: str) -> Vectors:
    """Read a file of vectors. The first vector of a repeated token is used."""
    path = os.path.expanduser(path)
    if not os.path.isfile(path):
        raise ValueError(f"no file of token vectors exists at pretrained_file_path={path}")
    tokens: list[str] = []
    rows: list[np.ndarray] = []
    seen: set[str] = set()
    unknown = None
    for number, token, row in _lines(path, delimiter, encoding):
        if token == unknown_token and unknown is None:
            unknown = row
        elif token in seen:
            warnings.warn(f"{path}, line {number}: duplicate token {token}, using its first vector",
                          stacklevel=user_level())
        elif len(row) == 1:
            warnings.warn(f"{path}, line {number}: skipping {token} with the single number {row.tolist()}, which looks "
                          "like a header", stacklevel=user_level())
            continue
        elif rows and len(row) != len(rows[0]):
            raise AssertionError(f"{path}, line {number}: the vector of token {token} has {len(row)} numbers, but the "
                                 f"earlier vectors have {len(rows[0])}")
        else:
            tokens.append(token)
            rows.append(row)
        seen.add(token)
    if not rows:
        raise ValueError(f"the token embedding file {path} contains no vectors")
    return Vectors(tokens, np.stack(rows), unknown)


def _lines(path: str, delimiter: str, encoding: str) -> Iterator[tuple[int, str, np.ndarray]]:
    """Yield the line number, the token and the vector of each line."""
    width = 0
    with open(path, encoding=encoding) as file:
        for number, line in enumerate(file, 1):
            token, *fields = line.rstrip().split(delimiter)
            if not fields:
                raise AssertionError(f"{path}, line {number}: expected a token and numbers, separated by "
                                     f"{delimiter!r}, found {line.rstrip()[:80]!r}")
            if 1 < width < len(fields):
                # Tokens of some published files contain the delimiter.
                token, fields = _join(token, fields, width, delimiter)
            try:
                row = np.array([float(field) for field in fields], dtype=np.float32)
            except ValueError as error:
                raise ValueError(f"At line {number} of the token embedding file {path}: {error}") from error
            width = width if width > 1 else len(row)
            yield number, token, row


def _join(token: str, fields: list[str], width: int, delimiter: str) -> tuple[str, list[str]]:
    """Join a token that contains delimiters, if the extra fields cannot belong to the vector."""
    excess = fields[:-width]
    if any(field and is_number(field) for field in excess):
        return token, fields
    return delimiter.join([token, *excess]), fields[-width:]
