"""Operators that users write in Python: ``Custom``, and ``_Native`` and ``_NDArray`` for the oldest API.

``mxnet.operator`` has the base classes for users.
"""

from __future__ import annotations

import contextlib
import itertools
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from .facts import FULL, Effects, Form, Inference
from .opdef import REQUIRED, OpDef, ShapeLike, add
from .params import BoolParam, StringParam


class CustomCall:
    """A custom operator with its parameters, implemented by ``mxnet.operator``."""

    arguments: list[str]
    states: list[str]
    outputs: list[str]

    def infer_inputs(self, shapes: list[Any]) -> list[Any]:
        """Complete unknown input shapes."""
        raise NotImplementedError

    def describe(self, shapes: list[tuple[int, ...]], types: list[torch.dtype]) -> list[tuple[Any, torch.dtype]]:
        """Return shape and dtype of each output."""
        raise NotImplementedError

    def run(self, tensors: Sequence[Tensor], training: bool) -> tuple[Tensor, ...]:
        """Compute the results, recorded if torch records."""
        raise NotImplementedError


class _Running(threading.local):
    """Stack of executors with running custom operators, one per thread, and the number of operators run so far."""

    def __init__(self) -> None:
        self.frames: list[tuple[KeptOperators | None, itertools.count[int]]] = []


_running = _Running()


class KeptOperators:
    """Custom operators of one executor, created in its first run and reused to keep their state.

    Enter this context around each run. Operators are identified by their position in the run, which is the same in all
    plans of a graph.
    """

    def __init__(self) -> None:
        self._operators: dict[int, Any] = {}

    def __enter__(self) -> None:
        _running.frames.append((self, itertools.count()))

    def __exit__(self, *error: object) -> None:
        _running.frames.pop()

    def take(self, place: int, key: Any, make: Callable[[], Any]) -> Any:
        """Return the operator at a position; create it if it is missing or has a different key."""
        entry = self._operators.get(place)
        if entry is None or entry[0] != key:
            entry = self._operators[place] = key, make()
        return entry[1]


@contextlib.contextmanager
def apart() -> Iterator[None]:
    """Keep no operators of nested calls, which operators themselves make."""
    _running.frames.append((None, itertools.count()))
    try:
        yield
    finally:
        _running.frames.pop()


def operator_of(key: Any, make: Callable[[], Any]) -> Any:
    """Return a new operator, or the one kept by the running executor."""
    keeper, places = _running.frames[-1] if _running.frames else (None, itertools.count())
    return make() if keeper is None else keeper.take(next(places), key, make)


def keeper_for(nodes: Iterable[Any]) -> KeptOperators | None:
    """Return a `KeptOperators` if any node of the graph is a custom operator."""
    return KeptOperators() if any(isinstance(node.op, _PythonDef) for node in nodes) else None


class _Provider:
    """Factory of custom operators, set by ``mxnet.operator``."""

    make: Callable[[str, dict[str, str]], CustomCall]


_provider = _Provider()


def provide(make: Callable[[str, dict[str, str]], CustomCall]) -> None:
    """Set the factory of custom operators."""
    _provider.make = make


def type_of_object(info: str) -> str:
    """Return the type name under which the object of an old-style node is registered."""
    return f"_python_operator_{info}"


def _call_of(params: dict[str, Any]) -> CustomCall:
    if "op_type" not in params:
        return _provider.make(type_of_object(params["info"]), {})
    return _provider.make(params["op_type"], {k: str(v) for k, v in params.items() if k != "op_type"})


def _run(params: dict[str, Any], data: Sequence[Tensor], training: bool) -> Any:
    call = _call_of(params)
    if data and data[0].device.type == "meta":
        described = call.describe([tuple(d.shape) for d in data], [d.dtype for d in data])
        results = tuple(torch.empty(s, dtype=k, device="meta") for s, k in described)
    else:
        results = call.run(data, training)
    return results if len(results) > 1 else results[0]


def custom(*data: Tensor, op_type: str, training: bool = False, **params: str) -> Any:
    """Run the custom operator `op_type`; further keywords go to its ``CustomOpProp``."""
    return _run({"op_type": op_type, **params}, data, training)


def of_object(*data: Tensor, info: str, training: bool = False, **params: Any) -> Any:
    """Run the object registered as `info`."""
    return _run({"info": info}, data, training)


def _fill(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    return _call_of(params).infer_inputs(shapes)


def _outputs(params: dict[str, Any]) -> int:
    return len(_call_of(params).outputs)


def _output_names(params: dict[str, Any]) -> tuple[str, ...]:
    return tuple(_call_of(params).outputs)


class _PythonDef(OpDef):
    """Operator whose inputs and outputs are determined by a Python object."""

    def input_names(self, params: dict[str, Any]) -> Sequence[str]:
        call = _call_of(params)
        return [*call.arguments, *call.states]

    def aux_names(self, params: dict[str, Any]) -> Sequence[str]:
        return _call_of(params).states


class _CustomDef(_PythonDef):
    """Operator that accepts any parameters and passes them to the custom operator."""

    def parse(self, attributes: Any) -> dict[str, Any]:
        named = {k: str(v) for k, v in attributes.items() if not (k.startswith("__") and k.endswith("__"))}
        if "op_type" not in named:
            OpDef.parse(self, {})
        return named


_INFERENCE = Inference(fill=_fill)
_EFFECTS = Effects(pure=False, ignores_head=True)
_FORM = Form(output_names=_output_names)
_TRAINING = frozenset({"training"})
CUSTOM = add(_CustomDef("Custom", custom, ("data",), {"op_type": StringParam()}, {"op_type": "<required>"},
                        "Run an operator written in Python, named by `op_type`.", ("_npi_Custom",),
                        environment=_TRAINING, outputs=_outputs, dynamic=True, inference=_INFERENCE, effects=_EFFECTS,
                        form=replace(_FORM, named_outputs=True), precision=FULL))
for _name, _class, _flags in (("_Native", "NumpyOp", {"need_top_grad": True}), ("_NDArray", "NDArrayOp", {})):
    add(_PythonDef(_name, of_object, ("data",), {"info": StringParam(), **dict.fromkeys(_flags, BoolParam())},
                   {"info": REQUIRED, **_flags}, f"Run a `mxnet.operator.{_class}`, which makes such nodes of itself; "
                   "`info` names it in this process.", environment=_TRAINING, outputs=_outputs, dynamic=True,
                   inference=_INFERENCE, effects=_EFFECTS, form=replace(_FORM, gradient_names="inputs"),
                   precision=FULL))
