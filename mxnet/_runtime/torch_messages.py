"""Translation of torch's error messages to the terms of MXNet's operators.

Torch refers to ``mat1``, ``batch2`` and dimensions of intermediate tensors; users know inputs and axes.
"""

from __future__ import annotations

import re

_SENTENCES = [(re.compile(pattern), sentence) for pattern, sentence in (
    (r"mat1 and mat2 shapes cannot be multiplied \((\d+)x(\d+) and (\d+)x(\d+)\)",
     r"a matrix of \1 x \2 cannot be multiplied with one of \3 x \4, as \2 is not \3"),
    (r"a and b must have same reduction dim, but got \[(\d+), (\d+)\] X \[(\d+), (\d+)\]\.?",
     r"a matrix of \1 x \2 cannot be multiplied with one of \3 x \4, as \2 is not \3"),
    (r"size mismatch, got input \((\d+)\), mat \((\d+)x(\d+)\), vec \((\d+)\)",
     r"a matrix of \2 x \3 cannot be multiplied with a vector of \4, as \3 is not \4"),
    (r"inconsistent tensor size, expected tensor \[(\d+)\] and src \[(\d+)\].*",
     r"a vector of \1 cannot be multiplied with one of \2"),
    (r"Expected size for first two dimensions of batch2 tensor to be: \[(\d+), (\d+)\] but got: \[(\d+), (\d+)\]\.?",
     r"the matrices to multiply do not fit: the second must be \1 of \2 rows, not \3 of \4"),
    (r"contracted dimensions need to match, but first has size (\d+) in dim (-?\d+) and second has size (\d+) in dim "
     r"(-?\d+)", r"the axes to sum over differ: \1 along axis \2 of the first, \3 along axis \4 of the second"),
    (r"inner\(\) the last dimension must match on both input tensors but got shapes (\[.*\]) and (\[.*\])",
     r"the last axes differ: \1 and \2"),
    (r"The size of tensor a \((\d+)\) must match the size of tensor b \((\d+)\) at non-singleton dimension (\d+)",
     r"the shapes do not broadcast: axis \3 has the sizes \1 and \2"),
    (r"Sizes of tensors must match except in dimension (\d+)\. Expected size (\d+) but got size (\d+) for tensor "
     r"number (\d+) in the list\.?",
     r"only axis \1 may differ between the inputs: input \4 has the size \3 where the first has \2"),
    (r"Dimension out of range \(expected to be in range of \[(-?\d+), (-?\d+)\], but got (-?\d+)\)",
     r"axis \3 does not exist; it must be between \1 and \2"),
    (r"shape '(\[.*\])' is invalid for input of size (\d+)", r"\2 elements cannot have the shape \1"),
    (r"shape mismatch: indexing tensors could not be broadcast together with shapes (.*)",
     r"index arrays of the shapes \1 do not broadcast"),
    (r"Index tensor must have the same number of dimensions as input tensor",
     "the indices must have as many axes as data"),
    (r"too many indices for tensor of dimension (\d+)", r"there are more indices than the \1 axes"),
    (r"tuple index out of range", "an input has too few axes, or a parameter too few numbers"),
    (r"(float |integer )?(division or modulo|floor division|division|modulo) by zero",
     "a parameter is 0 by which sizes are divided"),
    (r".*\bnot implemented for '(\w+)'", r"it is not defined for the type \1"),
    (r"expected scalar type (\w+) but found (\w+)", r"inputs have different types, \1 and \2"),
    (r"tensor\.mT is only supported on matrices or batches of matrices\. Got (\d+)-D tensor\.?",
     r"it takes matrices, not arrays of \1 axes"),
    (r"einsum\(\): ", "the subscripts do not fit: "),
    (r".*can't allocate memory: you tried to allocate (\d+) bytes.*", r"there is no memory for an array of \1 bytes"),
)]


def reworded(error: BaseException) -> str:
    """Return the first line of torch's message, translated if a pattern matches."""
    text = str(error)
    line = text.splitlines()[0] if text else type(error).__name__
    for pattern, sentence in _SENTENCES:
        match = pattern.match(line)
        if match is not None:
            return match.expand(sentence) + line[match.end():]
    return line
