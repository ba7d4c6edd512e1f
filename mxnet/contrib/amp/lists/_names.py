"""Lists of names, from what operators are declared with."""

from __future__ import annotations

from ...._ops.facts import Precision, PrecisionClass
from ...._ops.opdef import REGISTRY

# Aliases that the original's lists do not have.
NOT_LISTED = ("_np_", "_npi_", "_npx_", "SwapAxes")
# The lists name the original's operators of ``nd.sparse`` apart. These run otherwise than the ones of ``nd``.
_SPARSE: dict[str, PrecisionClass] = {"FullyConnected": "any", "concat": "any", "sinh": "any", "sum": "widest"}


def names(low: str, kind: PrecisionClass, *others: str) -> list[str]:
    """The operators that run in this way when `low` is the low precision type, and `others`."""
    chosen = {name for name, op in REGISTRY.items() if op.precision.of(low) == kind}
    shown = [(name, _SPARSE.get(name, op.precision.float16)) for op in REGISTRY.values() for name in op.form.in_sparse]
    sparse = {f"_sparse_{name}" for name, half in shown if Precision(half).of(low) == kind and not name.startswith("_")}
    return sorted({name for name in chosen if not name.startswith(NOT_LISTED)} | sparse | {*others})
