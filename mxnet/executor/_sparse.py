"""Executor for sparse arrays. It runs node by node, because storage types depend on the arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import torch

from .._frontend import sparse as dispatch
from .._frontend.results import wrap
from .._graph import interpret
from .._graph.ir import Graph, Operation
from .._runtime.autograd import backward_pass, tape
from .._runtime.autograd.attach import attach
from .._runtime.error import MXNetError
from .._runtime.storage.sparse import SparseMark
from ..ndarray.ndarray import NDArray
from . import Executor

_STYPE_OF_CODE = {"0": "default", "1": "row_sparse", "2": "csr"}


def any_sparse(arrays: Iterable[Any]) -> bool:
    """Whether any of the arrays is sparse."""
    return any(isinstance(array, SparseMark) for array in arrays)


def storage_types(graph: Graph, chosen: Mapping[str, str] | None) -> dict[str, str]:
    """Return the storage types of variables that are not dense, from `chosen` or from their attributes."""
    stypes = {n.name: _STYPE_OF_CODE.get(n.attributes.get("__storage_type__", "0"), "default")
             for n in graph.variables()}
    stypes.update(chosen or {})
    return {name: stype for name, stype in stypes.items() if stype != "default"}


def gradient_types(graph: Graph, stypes: Mapping[str, str]) -> dict[str, str]:
    """Return the variables with a row-sparse gradient, such as weights of sparse embeddings and CSR products."""
    gradient_stypes = {}
    for node in graph.operations():
        if node.op.sparse.row_gradient is None or isinstance(node.inputs[1][0], Operation):
            continue
        if node.op.sparse.row_gradient(node.params, stypes.get(node.inputs[0][0].name, "default")):
            gradient_stypes[node.inputs[1][0].name] = "row_sparse"
    return gradient_stypes


def _type_of(array: Any) -> torch.dtype:
    return array._stored.dtype if isinstance(array, SparseMark) else array._data.dtype


class SparseExecutor(Executor):
    """An executor that calls operators one by one instead of compiling them."""

    _results: list[Any] | None = None

    @property
    def outputs(self) -> list[NDArray]:
        """The results of the last run, in the storage types of their operators."""
        if not self._outputs:
            inferred = self._program.infer({k: a.shape for k, a in self._arrays.items()},
                                         {k: _type_of(a) for k, a in self._arrays.items()})
            self._outputs = [wrap(NDArray, torch.zeros(inferred.shapes[e] or (), dtype=inferred.types[e]), self._ctx)
                             for e in self._program.graph.outputs]
        return self._outputs

    def forward(self, is_train: bool = False, **kwargs: Any) -> list[NDArray]:
        """Compute the outputs. Keyword arguments are copied to the arguments first."""
        for name, value in kwargs.items():
            self._feed(name, value)
        results = self._interpret(bool(is_train), bool(is_train))
        self._results = results if is_train else None
        self._outputs = [r.detach() for r in results]
        return list(self._outputs)

    def _interpret(self, recording: bool, training: bool) -> list[Any]:
        tell = None if self._monitor is None else self._monitor[0]
        with tape.RecordingScope(recording, training):
            return interpret.run(self._program.graph, lambda name: self._variable(name, recording), NDArray, tell)

    def _variable(self, name: str, recording: bool) -> Any:
        """Return the array of a variable, or a leaf whose gradient is written to the gradient array."""
        array = self._arrays[name]
        if not recording or name not in self._wanted:
            return array if name in self._states else array.detach()
        leaf = dispatch.wrap(dispatch.content_of(array), array._ctx)
        attach(leaf, self._gradients[name], self._grad_req[name])
        self._attached[name] = leaf
        return leaf

    @property
    def _attached(self) -> dict[str, Any]:
        return self.__dict__.setdefault("_leaf_arrays", {})

    def backward(self, out_grads: Any = None, is_train: bool = True) -> None:
        """Compute gradients of the outputs, weighted by `out_grads`, and write them to the gradient arrays."""
        if self._results is None:
            if not self._outputs:
                raise MXNetError("Executor.backward: no results to start from; call forward(is_train=True) first")
            self._results = self._interpret(True, False)
        for leaf in self._attached.values():
            leaf._tape.fresh = False
        pairs = [(r, g) for r, g in zip(self._results, self._heads(out_grads), strict=False) if r._tape is not None]
        if pairs:
            backward_pass.run([r for r, _ in pairs], [g for _, g in pairs], True, is_train)
        for name in self._wanted:
            leaf = self._attached.get(name)
            if leaf is not None and not leaf._tape.fresh and self._grad_req[name] == "write":
                target = self._gradients[name]
                dispatch.assign(target, torch.zeros(target.shape, dtype=_type_of(target)))  # type: ignore[union-attr]

    def _heads(self, out_grads: Any) -> list[Any]:
        results = self._results or []
        if isinstance(out_grads, NDArray):
            out_grads = [out_grads]
        elif isinstance(out_grads, Mapping):
            out_grads = [out_grads[name] for name in self._symbol.list_outputs()]
        if not out_grads:
            return [None] * len(results)
        for head, result in zip(out_grads, results, strict=False):
            if head is not None and head.shape != result.shape:
                raise MXNetError(f"Executor.backward: out_grads has shape {head.shape}, but the output has shape "
                                 f"{result.shape}")
        return [g if g is None or g.dtype == r.dtype else g.astype(r.dtype)
                for g, r in zip(out_grads, results, strict=False)]

    def set_monitor_callback(self, callback: Any, monitor_all: bool = False) -> None:
        """Call ``callback(name, array)`` for every output of every node in each forward pass."""
        self._monitor = callback, bool(monitor_all)

    def debug_str(self) -> str:
        """Return the graph as text."""
        return self._symbol.debug_str()
