"""The operator ``Custom``: a computation that users write in Python, see ``mxnet.operator``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from .opdef import OpDef, ShapeLike, add
from .params import StringParam


class CustomCall:
    """A custom operator together with its parameters; ``mxnet.operator`` implements it."""

    arguments: list[str]
    states: list[str]
    outputs: list[str]

    def infer_inputs(self, shapes: list[Any]) -> list[Any]:
        """Complete unknown input shapes."""
        raise NotImplementedError

    def describe(self, shapes: list[tuple[int, ...]], types: list[torch.dtype]) -> list[tuple[Any, torch.dtype]]:
        """Shape and type of each output."""
        raise NotImplementedError

    def run(self, tensors: Sequence[Tensor], training: bool) -> tuple[Tensor, ...]:
        """The results, recorded if torch records."""
        raise NotImplementedError


_make: list[Callable[[str, dict[str, str]], CustomCall]] = []


def provide(make: Callable[[str, dict[str, str]], CustomCall]) -> None:
    """Set how custom operators are made; called by ``mxnet.operator``."""
    _make[:] = [make]


def _call_of(params: dict[str, Any]) -> CustomCall:
    return _make[0](params["op_type"], {k: str(v) for k, v in params.items() if k != "op_type"})


def custom(*data: Tensor, op_type: str, training: bool = False, **params: str) -> Any:
    """Run the custom operator `op_type`; further keywords go to its ``CustomOpProp``."""
    call = _call_of({"op_type": op_type, **params})
    if data and data[0].device.type == "meta":
        described = call.describe([tuple(d.shape) for d in data], [d.dtype for d in data])
        results = tuple(torch.empty(s, dtype=k, device="meta") for s, k in described)
    else:
        results = call.run(data, training)
    return results if len(results) > 1 else results[0]


def _fill(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    return _call_of(params).infer_inputs(shapes)


class _CustomDef(OpDef):
    """Takes any parameters: they belong to the custom operator."""

    def parse(self, attributes: Any) -> dict[str, Any]:
        named = {k: str(v) for k, v in attributes.items() if not (k.startswith("__") and k.endswith("__"))}
        if "op_type" not in named:
            OpDef.parse(self, {})
        return named

    def input_names(self, params: dict[str, Any]) -> Sequence[str]:
        call = _call_of(params)
        return [*call.arguments, *call.states]

    def aux_names(self, params: dict[str, Any]) -> Sequence[str]:
        return _call_of(params).states


def _outputs(params: dict[str, Any]) -> int:
    return len(_call_of(params).outputs)


CUSTOM = add(_CustomDef("Custom", custom, ("data",), {"op_type": StringParam()}, {"op_type": "<required>"},
                        "Run an operator written in Python, named by `op_type`.", environment=frozenset({"training"}),
                        outputs=_outputs, fill=_fill, method=False, dynamic=True))
