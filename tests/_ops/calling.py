"""Call an operator by its registered name, in this package or in the real MXNet."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
from sample import Sample, head_gradient, is_float

_PLACES = {"_contrib_": "contrib", "_linalg_": "linalg", "_image_": "image", "_sparse_": "sparse"}


_NUMPY = {"_npi_": ("numpy", "_internal"), "_npx_": ("numpy_extension", "_op"), "_np_": ("numpy", "_op")}


def of_numpy(name: str) -> bool:
    """Return whether an operator takes ``mx.np`` arrays."""
    return name.startswith(tuple(_NUMPY))


def mode(mx: Any, sample: Sample) -> Any:
    """Return a context manager that enables NumPy shapes and arrays if the operator takes them."""
    stack = contextlib.ExitStack()
    if of_numpy(sample.op):
        stack.enter_context(mx.util.np_shape(True))
        stack.enter_context(mx.util.np_array(True))
    return stack


def variable(mx: Any, sample: Sample, name: str) -> Any:
    """Return a variable for the operator."""
    made = mx.sym.var(name)
    return made.as_np_ndarray() if of_numpy(sample.op) else made


def function(module: Any, name: str) -> Any:
    """Return the function of ``mx.nd`` or ``mx.sym`` for a registered name."""
    if name.startswith("_npx__image_"):
        return getattr(module.numpy_extension.image, name[len("_npx__image_"):])
    for prefix, (package, submodule) in _NUMPY.items():
        if name.startswith(prefix):
            return getattr(getattr(getattr(module, package), submodule), name[len(prefix):])
    if name.startswith("_random_") and name.endswith("_like"):
        return getattr(module.random, name[len("_random_"):])
    for prefix, submodule in _PLACES.items():
        if name.startswith(prefix):
            return getattr(getattr(module, submodule), name[len(prefix):])
    return getattr(module._internal if name.startswith("_") else module, name)


def _listed(result: Any) -> list[Any]:
    return list(result) if isinstance(result, (list, tuple)) else [result]


def _target(mx: Any, sample: Sample, inputs: list[Any]) -> dict[str, Any]:
    if sample.out is None:
        return {}
    if isinstance(sample.out, tuple):
        return {"out": [mx.nd.zeros_like(inputs[i]) for i in sample.out]}
    if isinstance(sample.out, int):
        return {"out": inputs[sample.out]}
    return {"out": mx.nd.array(sample.out, dtype=sample.out.dtype)}


def arrays_of(mx: Any, sample: Sample) -> list[Any]:
    """Return the inputs as arrays of their storage types."""
    if of_numpy(sample.op):
        return [mx.np.array(a, dtype=a.dtype) for a in sample.inputs]
    dense = [mx.nd.array(a, dtype=a.dtype) for a in sample.inputs]
    return [a.tostype(s) for a, s in zip(dense, sample.stypes, strict=True)] if sample.stypes else dense


def run(mx: Any, sample: Sample) -> tuple[list[np.ndarray], list[np.ndarray | None]]:
    """Return the results of a sample and the gradients of its inputs (None if there are none)."""
    if sample.aux:
        return _run_bound(mx, sample)
    with mode(mx, sample):
        return _run(mx, sample)


def _head(mx: Any, sample: Sample, result: Any) -> Any:
    made = mx.np.array if of_numpy(sample.op) else mx.nd.array
    return made(head_gradient(result.shape, result.dtype), dtype=result.dtype)


def _run(mx: Any, sample: Sample) -> tuple[list[np.ndarray], list[np.ndarray | None]]:
    inputs = arrays_of(mx, sample)
    call = function(mx.nd, sample.op)
    if not sample.grad:
        with mx.autograd.train_mode() if sample.train else mx.autograd.predict_mode():
            results = _listed(call(*inputs, **sample.params, **_target(mx, sample, inputs)))
        return [r.asnumpy() for r in results], [None] * len(inputs)
    leaves = [a for a in inputs if is_float(np.empty(0, a.dtype))]
    for leaf in leaves:
        leaf.attach_grad()
    with mx.autograd.record(train_mode=sample.train):
        results = _listed(call(*inputs, **sample.params))
    heads = [r for r in results if is_float(np.empty(0, r.dtype))]
    mx.autograd.backward(heads, [_head(mx, sample, h) for h in heads])
    gradients = [a.grad.asnumpy() if is_float(np.empty(0, a.dtype)) else None for a in inputs]
    return [r.asnumpy() for r in results], gradients


def _run_bound(mx: Any, sample: Sample) -> tuple[list[np.ndarray], list[np.ndarray | None]]:
    names = [f"input{i}" for i in range(len(sample.inputs))]
    symbol = function(mx.sym, sample.op)(*[mx.sym.var(n) for n in names], name="node", **sample.params)
    inputs = [mx.nd.array(a, dtype=a.dtype) for a in sample.inputs]
    gradients = [mx.nd.zeros_like(a) for a in inputs]
    executor = symbol.bind(mx.cpu(), inputs, args_grad=gradients,
                           aux_states=[mx.nd.array(a, dtype=a.dtype) for a in sample.aux])
    outputs = executor.forward(is_train=sample.train)
    results = [o.asnumpy() for o in outputs]
    if not sample.grad:
        return results, [None] * len(inputs)
    executor.backward([mx.nd.array(head_gradient(o.shape, o.dtype), dtype=o.dtype) for o in outputs])
    return results, [g.asnumpy() for g in gradients]
