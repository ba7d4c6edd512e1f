"""Generation of the lists from the operator declarations."""

from __future__ import annotations

from ...._ops.facts import Precision, PrecisionClass
from ...._ops.opdef import REGISTRY

# Aliases that are not in MXNet's lists.
NOT_LISTED = ("_np_", "_npi_", "_npx_", "SwapAxes")
# MXNet's lists contain the ``nd.sparse`` operators separately. These differ from their ``nd`` counterparts.
_SPARSE: dict[str, PrecisionClass] = {"FullyConnected": "any", "concat": "any", "sinh": "any", "sum": "widest"}


def names(low: str, group: PrecisionClass, *others: str) -> list[str]:
    """Return the operators of precision class `group` for the low precision dtype `low`, plus `others`."""
    chosen = {name for name, op in REGISTRY.items() if op.precision.of(low) == group}
    shown = [(name, _SPARSE.get(name, op.precision.float16)) for op in REGISTRY.values() for name in op.form.in_sparse]
    sparse = {f"_sparse_{name}" for name, half in shown
              if Precision(half).of(low) == group and not name.startswith("_")}
    return sorted({name for name in chosen if not name.startswith(NOT_LISTED)} | sparse | {*others})
