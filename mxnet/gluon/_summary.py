"""The table printed by ``Block.summary``."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import numpy as np

from ..ndarray.ndarray import NDArray

_ROW = "{:>20}  {:>42} {:>15}"


def _shapes(values: Any) -> str:
    """Format shapes. Nested lists and tuples appear in brackets, but not the outermost one."""
    shapes = _nested_shapes(values)
    return str(shapes)[1:-1] if isinstance(shapes, list) else str(shapes)


def _nested_shapes(values: Any) -> Any:
    if isinstance(values, (list, tuple)):
        return [_nested_shapes(value) for value in values]
    return values.shape if isinstance(values, NDArray) else values


class _Table:
    """Rows in the order in which blocks finish, with parameter counts."""

    def __init__(self) -> None:
        self.rows: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self.seen: set[int] = set()

    def add(self, block: Any, outputs: Any) -> None:
        row: dict[str, Any] = {"shape": _shapes(outputs), "params": 0, "trainable": 0, "shared": 0}
        for parameter in block.params.values():
            count = int(np.prod(parameter.shape))
            row["params"] += count
            row["trainable"] += 0 if parameter.grad_req == "null" else count
            if id(parameter) in self.seen:
                row["shared"] += count
            self.seen.add(id(parameter))
        self.rows[f"{type(block).__name__}-{len(self.rows)}"] = row

    def text(self) -> str:
        lines = ["-" * 80, _ROW.format("Layer (type)", "Output Shape", "Param #"), "=" * 80]
        lines += [_ROW.format(name, row["shape"], row["params"]) for name, row in self.rows.items()]
        total, trainable, shared = (sum(r[k] for r in self.rows.values()) for k in ("params", "trainable", "shared"))
        lines += ["=" * 80, "Parameters in forward computation graph, duplicate included",
                  f"   Total params: {total}", f"   Trainable params: {trainable}",
                  f"   Non-trainable params: {total - trainable}",
                  f"Shared params in forward computation graph: {shared}",
                  f"Unique parameters in model: {total - shared}", "-" * 80]
        return "\n".join(lines)


def print_summary(block: Any, inputs: tuple[Any, ...]) -> None:
    """Run `block` once and print a row for each block inside it."""
    table = _Table()
    table.rows["Input"] = {"shape": _shapes(list(inputs)), "params": 0, "trainable": 0, "shared": 0}
    handles = []

    def add_hook(inner: Any) -> None:
        if getattr(inner, "_active", False):
            raise AssertionError(f'summary inspects each layer, so "{inner.name}" must not be hybridized; call '
                                 "hybridize(False) first")
        # Containers are not part of the table.
        if inner._children and not inner._reg_params and type(inner).__name__ in ("Sequential", "HybridSequential"):
            return
        handles.append(inner.register_forward_hook(lambda layer, _, outputs: table.add(layer, outputs)))

    try:
        block.apply(add_hook)
        block(*inputs)
        print(table.text())
    finally:
        for handle in handles:
            handle.detach()
