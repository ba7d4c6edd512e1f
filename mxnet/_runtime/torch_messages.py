"""Translation of torch's error messages to the terms of MXNet's operators.

Torch refers to ``mat1``, ``batch2`` and dimensions of intermediate tensors; users know inputs and axes. The wording
changes between releases, so a message is recognised by a few words. Numbers are read in their order after the first
word.
"""

from __future__ import annotations

import re
from typing import NamedTuple

# The sizes in "2x3", but not the digit of "mat1".
_NUMBERS = re.compile(r"(?<![A-Za-z_\d.])-?\d+|(?<=\dx)\d+")
_LISTS = re.compile(r"\[[^\]]*\]")
_DTYPES = re.compile(r"\btorch\.(?=u?int\d|float\d|bfloat16|bool|complex\d)")
_TYPES = re.compile(r"\b(?:type|found) (\w+)")


class _Rule(NamedTuple):
    """Sentence for messages that contain all `words`. Its fields are the `values` in the message.

    ``{rest}`` is the text after the last of the words.
    """

    words: tuple[str, ...]
    sentence: str
    values: re.Pattern[str] = _NUMBERS


_MATRICES = "a matrix of {0} x {1} cannot be multiplied with one of {2} x {3}, as {1} is not {2}"
_RULES = (
    _Rule(("mat1", "mat2", "multipl"), _MATRICES),
    _Rule(("same reduction dim",), _MATRICES),
    _Rule(("size mismatch", "mat", "vec"),
          "a matrix of {1} x {2} cannot be multiplied with a vector of {3}, as {2} is not {3}"),
    _Rule(("inconsistent tensor size", "src"), "a vector of {0} cannot be multiplied with one of {1}"),
    _Rule(("expected size", "batch2"),
          "the matrices to multiply do not fit: the second must be {0} of {1} rows, not {2} of {3}"),
    _Rule(("contracted dim",),
          "the axes to sum over differ: {0} along axis {1} of the first, {2} along axis {3} of the second"),
    _Rule(("inner", "last dim", "match"), "the last axes differ: {0} and {1}", _LISTS),
    _Rule(("size of tensor a", "size of tensor b"), "the shapes do not broadcast: axis {2} has the sizes {0} and {1}"),
    _Rule(("sizes of tensors must match",),
          "only axis {0} may differ between the inputs: input {3} has the size {2} where the first has {1}"),
    _Rule(("dimension out of range",), "axis {2} does not exist; it must be between {0} and {1}"),
    _Rule(("shape", "invalid for input of size"), "{rest} elements cannot have the shape {0}", _LISTS),
    _Rule(("index", "broadcast together", "shapes"), "index arrays of the shapes {rest} do not broadcast"),
    _Rule(("index tensor", "same number of dim"), "the indices must have as many axes as data"),
    _Rule(("too many indices",), "there are more indices than the {0} axes"),
    _Rule(("tuple index out of range",), "an input has too few axes, or a parameter too few numbers"),
    _Rule(("division", "by zero"), "a parameter is 0 by which sizes are divided"),
    _Rule(("modulo", "by zero"), "a parameter is 0 by which sizes are divided"),
    _Rule(("not implemented for '",), "it is not defined for the type {rest}"),
    _Rule(("expected scalar type", "but found"), "inputs have different types, {0} and {1}", _TYPES),
    _Rule(("tensor.mt", "matrices"), "it takes matrices, not arrays of {0} axes"),
    _Rule(("einsum(): ",), "the subscripts do not fit: {rest}"),
    _Rule(("memory", "tried to allocate"), "there is no memory for an array of {0} bytes"),
)


def reworded(error: BaseException) -> str:
    """Return the first line of torch's message, translated if a rule fits, and dtypes without the name of torch."""
    text = str(error)
    line = text.splitlines()[0] if text else type(error).__name__
    for rule in _RULES:
        sentence = _apply(rule, line)
        if sentence is not None:
            return sentence
    return _DTYPES.sub("", line)


def _apply(rule: _Rule, line: str) -> str | None:
    lower = line.lower()
    if not all(word in lower for word in rule.words):
        return None
    start = min(lower.index(word) for word in rule.words)
    rest = line[max(lower.rindex(word) + len(word) for word in rule.words):]
    try:
        return rule.sentence.format(*rule.values.findall(line, start), rest=rest.strip(" '."))
    except IndexError:  # another message with the same words
        return None
