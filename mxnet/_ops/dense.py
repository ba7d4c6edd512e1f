"""Matrix products and the fully connected layer."""

from __future__ import annotations

import math
from typing import Annotated, Any

from torch import Tensor

from .._runtime.error import MXNetError
from .._runtime.torch_messages import reworded
from . import low_precision, sparse_matrices
from .facts import WIDEST, Effects, Form, Inference, Params, Precision, ResultShapes, Size, Sparse, always
from .opdef import ShapeLike, register
from .params import Bool, Choice, Int


def without_bias(*names: str) -> Any:
    """Return a `present` rule: `no_bias` drops the last input."""

    def present(params: dict[str, Any]) -> tuple[str, ...]:
        return names if params["no_bias"] else (*names, "bias")

    return present


def _dense_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    data, units = shapes[0], params["num_hidden"]
    if data is None:
        return shapes
    inner = data[1:] if params["flatten"] else data[-1:]
    size = 1
    for d in inner:
        size *= d
    filled: list[ShapeLike] = [data, (units, size), (units,)]
    return filled[: len(shapes)]


def _dense_back(params: dict[str, Any], shapes: list[ShapeLike], result: tuple[int, ...]) -> list[ShapeLike]:
    data = shapes[0]
    if data is None:
        return shapes
    kept = 1 if params["flatten"] else len(data) - 1
    return [(*result[:kept], *data[kept:]), *shapes[1:]]


def _dense_shape(params: Params, shapes: list[Size]) -> Size | None:
    data, weight, *bias = shapes
    units = params["num_hidden"]
    rows = (data[0],) if params["flatten"] else data[:-1]
    width = math.prod(data[1:]) if params["flatten"] else data[-1]
    fits = len(data) > 1 and weight == (units, width) and bias in ([], [(units,)])
    return (*rows, units) if fits else None


@register("FullyConnected", "_npx_fully_connected", present=without_bias("data", "weight"),
          inference=Inference(fill=_dense_shapes, back=_dense_back, shapes=_dense_shape, one_type=True),
          effects=Effects(fresh=True, overwritable=always, cheap=False, passes_nan=always),
          form=Form(method=True, in_sparse=("FullyConnected",), named_outputs=True),
          precision=Precision("low", bfloat16="low"))
def fully_connected(data: Tensor, weight: Tensor, bias: Tensor | None = None, *, num_hidden: Int,
                    no_bias: Bool = False, flatten: Bool = True) -> Tensor:
    """Compute ``data @ weight.T + bias`` over the last axis, or over all axes but the first with `flatten`."""
    if flatten and data.ndim != 2:
        data = data.flatten(1) if data.ndim > 2 else data.unsqueeze(1)
    if bias is not None and bias.shape == (num_hidden, 1):
        bias = bias.squeeze(1)  # row-sparse biases have two axes
    if weight.shape[0] != num_hidden or not (no_bias or bias is None or bias.shape == (num_hidden,)):
        raise MXNetError(f"operator FullyConnected: weight and bias must have num_hidden={num_hidden} rows, received "
                         f"weight={tuple(weight.shape)} bias={None if bias is None else tuple(bias.shape)}")
    try:
        return low_precision.linear(data, weight, None if no_bias else bias)
    except RuntimeError as error:
        if weight.ndim != 2 or not data.ndim or data.shape[-1] == weight.shape[1]:
            raise
        received, wanted = data.shape[-1], weight.shape[1]
        raise RuntimeError(f"{reworded(error)}: data has {received} features where weight expects {wanted}. Give it "
                           f"data of {wanted} features, or make the layer for {received}") from error


_ForwardStype = Annotated[str | None, Choice("csr", "default", "row_sparse", optional=True)]


def _product_shape(rank: int) -> ResultShapes:
    def rule(params: Params, shapes: list[Size]) -> Size | None:
        left, right = shapes
        if len(left) != rank or len(right) != rank or left[:-2] != right[:-2]:
            return None
        rows, inner = left[-2:][::-1] if params["transpose_a"] else left[-2:]
        same, columns = right[-2:][::-1] if params["transpose_b"] else right[-2:]
        return (*left[:-2], rows, columns) if inner == same else None

    return rule


def _gradient_by_rows(params: Params, stype: str) -> bool:
    return stype == "csr" and not (params["transpose_a"] or params["transpose_b"])


@register("dot", inference=Inference(shapes=_product_shape(2), one_type=True),
          form=Form(method=True, in_sparse=("dot",)),
          sparse=Sparse(stored=sparse_matrices.dot_by_kind, recorded=sparse_matrices.record_dot,
                        stype=sparse_matrices.dot_kind, stype_parameter="forward_stype",
                        row_gradient=_gradient_by_rows), precision=WIDEST)
def dot(lhs: Tensor, rhs: Tensor, *, transpose_a: Bool = False, transpose_b: Bool = False,
        forward_stype: _ForwardStype = None) -> Tensor:
    """Compute the sum of products over the last axis of `lhs` and the first axis of `rhs`."""
    if lhs.ndim == 2 == rhs.ndim and not (transpose_a or transpose_b) and lhs.is_floating_point():
        return low_precision.mm(lhs, rhs)  # fast path for most calls
    if not lhs.is_floating_point():
        raise ValueError(f"dot only supports floating point types, received {lhs.dtype}")
    if (transpose_a or transpose_b) and lhs.ndim == rhs.ndim == 1:
        raise MXNetError("operator dot: Cannot transpose vectors")
    if transpose_a and lhs.ndim > 1:
        lhs = lhs.t() if lhs.ndim == 2 else lhs.permute(*range(1, lhs.ndim), 0)
    if transpose_b and rhs.ndim > 1:
        rhs = rhs.t() if rhs.ndim == 2 else rhs.permute(rhs.ndim - 1, *range(rhs.ndim - 1))
    if lhs.ndim == 2 and rhs.ndim == 2:
        return low_precision.mm(lhs, rhs)
    if lhs.shape[-1] != rhs.shape[0]:  # tensordot would broadcast an axis of size 1
        raise MXNetError(f"operator dot: dot shape error: {list(lhs.shape)} X {list(rhs.shape)}, after transposing")
    result = low_precision.tensordot(lhs, rhs, dims=1)
    return result.unsqueeze(0) if result.ndim == 0 else result


@register("batch_dot", "_npx_batch_dot", inference=Inference(shapes=_product_shape(3), one_type=True),
          form=Form(method=True, gradient_names=("{}_backward_lhs_output", "{}_backward_rhs_output")),
          precision=WIDEST)
def batch_dot(lhs: Tensor, rhs: Tensor, *, transpose_a: Bool = False, transpose_b: Bool = False,
              forward_stype: _ForwardStype = None) -> Tensor:
    """Compute the matrix product of each pair of matrices in two batches."""
    if not lhs.is_floating_point():
        raise ValueError(f"batch_dot only supports floating point types, received {lhs.dtype}")
    if transpose_a:
        lhs = lhs.transpose(-1, -2)
    if transpose_b:
        rhs = rhs.transpose(-1, -2)
    if lhs.shape[:-2] != rhs.shape[:-2]:
        raise MXNetError(f"operator batch_dot: lhs and rhs must have equal batch axes, received "
                         f"lhs={tuple(lhs.shape)} rhs={tuple(rhs.shape)}")
    return low_precision.matmul(lhs, rhs)
