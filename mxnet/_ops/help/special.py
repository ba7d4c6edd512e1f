"""Meaning of parameters in the operators where it differs from `parameters.SHARED`."""

from __future__ import annotations

from .special_arrays import INDEXING, NUMBERS, QUANTIZED, RANDOM, REDUCTIONS, SHAPES, UPDATES
from .special_layers import LAYERS, LOSSES, VISION

_FAMILIES = (LAYERS, LOSSES, VISION, SHAPES, INDEXING, REDUCTIONS, NUMBERS, QUANTIZED, UPDATES, RANDOM)
SPECIAL = {(operator, parameter): meaning for family in _FAMILIES for operators, meanings in family.items()
           for operator in operators.split() for parameter, meaning in meanings.items()}
