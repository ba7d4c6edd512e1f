"""Operators of MXNet that NumPy lacks, on arrays of ``mx.np``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import ndarray as _nd
from .._runtime.error import ArgumentTypeError
from ..ndarray import NDArray
from ..numpy.multiarray import ndarray, rewrapped


def _out_of(value: Any) -> Any:
    """Arrays of ``mx.np`` as the operators take them."""
    if isinstance(value, ndarray):
        return value.as_nd_ndarray()
    if isinstance(value, (list, tuple)):
        return type(value)(_out_of(v) for v in value)
    return value


def _back(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_back(v) for v in value)
    return rewrapped(ndarray, value) if type(value) is NDArray else value


def _refuse_foreign(name: str, values: Any) -> None:
    for value in values:
        if isinstance(value, NDArray) and not isinstance(value, ndarray):
            raise ArgumentTypeError(f"operator {name}: arrays must be mx.np.ndarray, received {type(value).__name__}; "
                                    "convert it with as_np_ndarray()")


def _operator(name: str, function: Callable[..., Any]) -> Any:
    def call(*args: Any, out: Any = None, **kwargs: Any) -> Any:
        _refuse_foreign(name, (*args, *kwargs.values()))
        if out is not None:
            kwargs["out"] = out
        result = function(*[_out_of(a) for a in args], **{key: _out_of(value) for key, value in kwargs.items()})
        return _back(result) if out is None else out

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"As ``mx.nd.{function.__name__}``, on arrays of ``mx.np``."
    return call


activation = _operator("activation", _nd.Activation)
arange_like = _operator("arange_like", _nd.contrib.arange_like)
batch_dot = _operator("batch_dot", _nd.batch_dot)
batch_flatten = _operator("batch_flatten", _nd.Flatten)
batch_norm = _operator("batch_norm", _nd.BatchNorm)
cast = _operator("cast", _nd.Cast)
convolution = _operator("convolution", _nd.Convolution)
deconvolution = _operator("deconvolution", _nd.Deconvolution)
dropout = _operator("dropout", _nd.Dropout)
embedding = _operator("embedding", _nd.Embedding)
erf = _operator("erf", _nd.erf)
erfinv = _operator("erfinv", _nd.erfinv)
fully_connected = _operator("fully_connected", _nd.FullyConnected)
gamma = _operator("gamma", _nd.gamma)
gammaln = _operator("gammaln", _nd.gammaln)
gather_nd = _operator("gather_nd", _nd.gather_nd)
layer_norm = _operator("layer_norm", _nd.LayerNorm)
leaky_relu = _operator("leaky_relu", _nd.LeakyReLU)
log_softmax = _operator("log_softmax", _nd.log_softmax)
multibox_detection = _operator("multibox_detection", _nd.contrib.MultiBoxDetection)
multibox_prior = _operator("multibox_prior", _nd.contrib.MultiBoxPrior)
multibox_target = _operator("multibox_target", _nd.contrib.MultiBoxTarget)
one_hot = _operator("one_hot", _nd.one_hot)
pick = _operator("pick", _nd.pick)
pooling = _operator("pooling", _nd.Pooling)
relu = _operator("relu", _nd.relu)
reshape_like = _operator("reshape_like", _nd.reshape_like)
rnn = _operator("rnn", _nd.RNN)
roi_pooling = _operator("roi_pooling", _nd.ROIPooling)
sequence_mask = _operator("sequence_mask", _nd.SequenceMask)
shape_array = _operator("shape_array", _nd.shape_array)
sigmoid = _operator("sigmoid", _nd.sigmoid)
slice = _operator("slice", _nd.slice)
smooth_l1 = _operator("smooth_l1", _nd.smooth_l1)
softmax = _operator("softmax", _nd.softmax)
topk = _operator("topk", _nd.topk)
