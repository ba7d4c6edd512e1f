"""Functions of ``mx.np`` without an operator, as custom operators under the names in MXNet's files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import operator
from .._ops.params import literal
from ..util import np_shape
from . import _create, _numeric, random
from .multiarray import ndarray, rewrapped

Compute = Callable[..., Any]


class _Call(operator.CustomOp):
    """A function of arrays without a gradient."""

    def __init__(self, compute: Compute) -> None:
        super().__init__()
        self._compute = compute

    def forward(self, is_train: Any, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        with np_shape(True):
            result = self._compute(*[rewrapped(ndarray, array) for array in in_data])
        for target, request, values in zip(out_data, req, result if isinstance(result, tuple) else (result,),
                                          strict=True):
            self.assign(target, request, values.as_nd_ndarray().astype(target.dtype))

    def backward(self, req: Any, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> None:
        raise NotImplementedError(f"{type(self).__name__} has no gradient")


class _Fallback(operator.CustomOpProp):
    """Base class of the custom operators in this file."""

    arguments: tuple[str, ...] = ("a",)

    def __init__(self, **kwargs: str) -> None:
        super().__init__(need_top_grad=True)
        self.parameters = {key: _value(text) for key, text in kwargs.items()}

    def list_arguments(self) -> list[str]:
        return list(self.arguments)

    def compute(self, *arrays: Any) -> Any:
        """Return the results."""
        raise NotImplementedError

    def create_operator(self, ctx: Any, in_shapes: Any, in_dtypes: Any) -> _Call:
        return _Call(self.compute)


def _value(text: str) -> Any:
    try:
        return literal(text)
    except ValueError:
        return text


def _sizes(value: Any) -> tuple[int, ...]:
    return () if value is None else (value,) if isinstance(value, int) else tuple(value)


@operator.register("resize_fallback")
class _Resize(_Fallback):
    def infer_shape(self, in_shape: Any) -> Any:
        return in_shape, [_sizes(self.parameters["new_shape"])], []

    def compute(self, *arrays: Any) -> Any:
        return _numeric.resize(arrays[0], self.parameters["new_shape"])


@operator.register("unravel_index_fallback")
class _UnravelIndex(_Fallback):
    arguments = ("indices",)

    def infer_shape(self, in_shape: Any) -> Any:
        return in_shape, [(len(_sizes(self.parameters["shape"])), *in_shape[0])], []

    def compute(self, *arrays: Any) -> Any:
        from ._manipulate import stack

        return stack(_numeric.unravel_index(arrays[0], self.parameters["shape"]))


@operator.register("empty_like_fallback")
class _EmptyLike(_Fallback):
    arguments = ("prototype",)

    def infer_type(self, in_type: Any) -> Any:
        dtype = self.parameters.get("dtype")
        return in_type, [in_type[0] if dtype in (None, "None") else np.dtype(dtype).type], []

    def compute(self, *arrays: Any) -> Any:
        return _create.zeros_like(arrays[0])


@operator.register("mvn_fallback")
class _MultivariateNormal(_Fallback):
    arguments = ("mean", "variance")

    def infer_shape(self, in_shape: Any) -> Any:
        mean, covariance = in_shape
        return in_shape, [(*_sizes(self.parameters.get("size")), *np.broadcast_shapes(mean, covariance[:-1]))], []

    def compute(self, *arrays: Any) -> Any:
        mean, covariance = arrays
        return random.multivariate_normal(mean, covariance, size=self.parameters.get("size"))


def on_symbols(op_type: str, *symbols: Any, **parameters: Any) -> Any:
    """Apply a custom operator to symbols."""
    from .. import symbol

    custom: Any = symbol.Custom
    return custom(*[s.as_nd_ndarray() for s in symbols], op_type=op_type, **parameters).as_np_ndarray()
