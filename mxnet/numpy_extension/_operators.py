"""Operators of ``mx.npx`` on ``mx.np`` arrays and symbols."""

from __future__ import annotations

from typing import Any

from ..numpy._operators import check_order, in_short, operator, require, shown


def _operator(name: str) -> Any:
    return shown(name, "mxnet.numpy_extension")


activation = _operator("_npx_activation")
arange_like = _operator("_npx_arange_like")
batch_dot = _operator("_npx_batch_dot")
batch_flatten = _operator("_npx_batch_flatten")
batch_norm = _operator("_npx_batch_norm")
cast = _operator("_npx_cast")
convolution = _operator("_npx_convolution")
deconvolution = _operator("_npx_deconvolution")
dropout = _operator("_npx_dropout")
embedding = _operator("_npx_embedding")
erf = _operator("_npx_erf")
erfinv = _operator("_npx_erfinv")
fully_connected = _operator("_npx_fully_connected")
gamma = _operator("_npx_gamma")
gammaln = _operator("_npx_gammaln")
gather_nd = _operator("_npx_gather_nd")
layer_norm = _operator("_npx_layer_norm")
leaky_relu = _operator("_npx_leaky_relu")
log_softmax = _operator("_npx_log_softmax")
multibox_detection = _operator("_npx_multibox_detection")
multibox_prior = _operator("_npx_multibox_prior")
multibox_target = _operator("_npx_multibox_target")
one_hot = _operator("_npx_one_hot")
pick = _operator("_npx_pick")
pooling = _operator("_npx_pooling")
relu = _operator("_npx_relu")
reshape_like = _operator("_npx_reshape_like")
rnn = _operator("_npx_rnn")
roi_pooling = _operator("_npx_roi_pooling")
sequence_mask = _operator("_npx_sequence_mask")
shape_array = _operator("_npx_shape_array")
sigmoid = _operator("_npx_sigmoid")
slice = _operator("_npx_slice")
smooth_l1 = _operator("_npx_smooth_l1")
softmax = _operator("_npx_softmax")
topk = _operator("_npx_topk")
_reshape, _constraint_check, _nonzero = operator("_npx_reshape"), operator("_npx_constraint_check"), operator(
    "_npx_nonzero")


@in_short("_npx_reshape", "newshape", "reverse")
def reshape(a: Any, newshape: Any, reverse: bool = False, order: str = "C") -> Any:
    """Return the elements in another shape. Negative numbers are codes.

    -1 infers the size, -2 copies a size, -3 removes an axis of size 1, -4 copies all remaining sizes, -5 merges two
    axes, and -6 splits an axis into the two following sizes. With `reverse`, the codes apply from the last axis.
    """
    check_order("reshape", order)
    return _reshape(a, newshape=newshape, reverse=reverse)


def nonzero(a: Any) -> Any:
    """Return the positions of nonzero elements, with one row per element."""
    return _nonzero(a)


def constraint_check(x: Any, msg: str = "Constraint violated.") -> Any:
    """Return True if all elements are true. Otherwise raise an error with the message `msg`."""
    require("constraint_check", x)
    return _constraint_check(x, msg=msg)
