"""Gradients of arrays of whole numbers, which torch does not differentiate and MXNet does.

Nothing is recorded for them but how each array was made. A backward pass from a head of whole numbers computes the
same operators again in double precision and converts the gradients that come out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from .._ops.opdef import OpDef
from .._runtime import tape
from .._runtime.error import MXNetError
from .._runtime.storage import ArrayBase, writable


class _Replay:
    """Values of the records that arrays carry (`eager.settle`), computed again."""

    def __init__(self) -> None:
        self._values: dict[int, Any] = {}
        self.leaves: list[tuple[tape.Leaf, torch.Tensor]] = []

    def value(self, record: Any) -> Any:
        """The tensor of a record; those it was made from come first, without recursion."""
        todo = [record]
        while todo:
            current = todo[-1]
            missing = [source for source in current[2] if id(source) not in self._values] if isinstance(
                current, tuple) else []
            if missing:
                todo.extend(missing)
            else:
                todo.pop()
                if id(current) not in self._values:
                    self._values[id(current)] = self._compute(current)
        return self._values[id(record)]

    def _compute(self, record: Any) -> torch.Tensor:
        if isinstance(record, tape.Leaf):
            return self._leaf(record)
        if not isinstance(record, tuple):
            array = None if record is None else record()
            if array is None:
                raise MXNetError(tape.NOT_IN_GRAPH)
            return array._data
        operator, run, sources, index = record
        inputs = [self._values[id(source)] for source in sources]
        results = _lowering(operator, run)(*inputs)
        return results[index] if isinstance(results, tuple) else results

    def _leaf(self, leaf: tape.Leaf) -> torch.Tensor:
        array = leaf.array() if leaf.array is not None else None
        if array is None:
            raise MXNetError(tape.NOT_IN_GRAPH)
        if array._data.is_floating_point():
            return array._data
        tensor = array._data.double().requires_grad_()
        self.leaves.append((leaf, tensor))
        return tensor


def _lowering(operator: Any, run: Any) -> Any:
    if callable(run):
        return run
    if not isinstance(operator, OpDef) or operator.name == "_CustomFunction":
        raise MXNetError("backward: gradients of whole numbers do not go through compiled graphs and custom functions; "
                         "convert with astype('float32') first")
    if run is None:
        return operator.lower
    return operator.bind(operator.parse(run if isinstance(run, dict) else {"scalar": run}))


def backward(heads: Sequence[ArrayBase], head_grads: Sequence[ArrayBase | None]) -> None:
    """Write the gradients of heads of whole numbers."""
    replay = _Replay()
    with torch.enable_grad():
        tensors = [replay.value(head._made) for head in heads]
    live = [(t, torch.ones_like(t) if g is None else g._data.to(t.dtype))
            for t, g in zip(tensors, head_grads, strict=True) if t.requires_grad]
    if live:
        torch.autograd.backward([t for t, _ in live], [g for _, g in live])
    for leaf, tensor in replay.leaves:
        if leaf.grad is None or leaf.req == "null":
            continue
        target = writable(leaf.grad._data)
        found = torch.zeros_like(target) if tensor.grad is None else tensor.grad.to(target.dtype)
        target.copy_(found if leaf.req == "write" else target + found)
        leaf.fresh = True


tape.whole_backward = backward
