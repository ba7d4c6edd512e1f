"""Expansion of SLURM's compressed lists of machines."""

from __future__ import annotations

import math
import re
from itertools import product

from ..._runtime.error import MXNetError

_PART = re.compile(r"(?:[^,\[\]]|\[[^\[\]]*\])+")
_RANGE = re.compile(r"([0-9]+)(?:-([0-9]+))?")
# SLURM's own limit is 64 K nodes.
_MOST = 1 << 16


def expand(text: str) -> list[str]:
    """Return the machines of a list such as ``node[01-03,07],gpu1``.

    Raises
    ------
    MXNetError
        If the list is malformed or names more than 65536 machines.
    """
    text = text.strip()
    parts = _PART.findall(text)
    if ",".join(parts) != text:
        raise _malformed(text)
    hosts: list[str] = []
    for part in parts:
        pieces = re.split(r"\[([^\]]*)\]", part)
        choices = [[piece] if i % 2 == 0 else _numbers(piece, text) for i, piece in enumerate(pieces)]
        if len(hosts) + math.prod(map(len, choices)) > _MOST:
            raise _malformed(text)
        hosts += ["".join(words) for words in product(*choices)]
    return hosts


def _numbers(ranges: str, text: str) -> list[str]:
    """Return the numbers of ``01-03,07``, with leading zeros."""
    numbers: list[str] = []
    for one in ranges.split(","):
        match = _RANGE.fullmatch(one.strip())
        if match is None:
            raise _malformed(text)
        first, last = match[1], match[2] or match[1]
        if not 0 <= int(last) - int(first) < _MOST:
            raise _malformed(text)
        numbers += [str(number).zfill(len(first)) for number in range(int(first), int(last) + 1)]
    return numbers


def _malformed(text: str) -> MXNetError:
    return MXNetError(f"the list of machines {text[:200]!r} is malformed; it must look like node[01-03,07],gpu1")
