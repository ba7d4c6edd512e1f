# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self

from ._symbol import Symbol

def adagrad_update(weight: Symbol | None = None, grad: Symbol | None = None, history: Symbol | None = None, lr: float = ..., epsilon: float = 1e-07, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply an AdaGrad step, divided by the root of the sum of squared gradients."""
    ...

def retain(data: Symbol | None = None, indices: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Keep the given rows of a row-sparse array and set all others to zero."""
    ...
from .op import ElementWiseSum as ElementWiseSum
from .op import Embedding as Embedding
from .op import FullyConnected as FullyConnected
from .op import LinearRegressionOutput as LinearRegressionOutput
from .op import LogisticRegressionOutput as LogisticRegressionOutput
from .op import MAERegressionOutput as MAERegressionOutput
from .op import abs as abs
from .op import adam_update as adam_update
from .op import add_n as add_n
from .op import arccos as arccos
from .op import arccosh as arccosh
from .op import arcsin as arcsin
from .op import arcsinh as arcsinh
from .op import arctan as arctan
from .op import arctanh as arctanh
from .op import broadcast_add as broadcast_add
from .op import broadcast_div as broadcast_div
from .op import broadcast_minus as broadcast_minus
from .op import broadcast_mul as broadcast_mul
from .op import broadcast_plus as broadcast_plus
from .op import broadcast_sub as broadcast_sub
from .op import cast_storage as cast_storage
from .op import cbrt as cbrt
from .op import ceil as ceil
from .op import clip as clip
from .op import concat as concat
from .op import cos as cos
from .op import cosh as cosh
from .op import degrees as degrees
from .op import dot as dot
from .op import elemwise_add as elemwise_add
from .op import elemwise_div as elemwise_div
from .op import elemwise_mul as elemwise_mul
from .op import elemwise_sub as elemwise_sub
from .op import exp as exp
from .op import expm1 as expm1
from .op import fix as fix
from .op import floor as floor
from .op import ftrl_update as ftrl_update
from .op import gamma as gamma
from .op import gammaln as gammaln
from .op import log as log
from .op import log10 as log10
from .op import log1p as log1p
from .op import log2 as log2
from .op import make_loss as make_loss
from .op import mean as mean
from .op import negative as negative
from .op import norm as norm
from .op import radians as radians
from .op import relu as relu
from .op import rint as rint
from .op import round as round
from .op import rsqrt as rsqrt
from .op import sgd_mom_update as sgd_mom_update
from .op import sgd_update as sgd_update
from .op import sigmoid as sigmoid
from .op import sign as sign
from .op import sin as sin
from .op import sinh as sinh
from .op import slice as slice
from .op import sqrt as sqrt
from .op import square as square
from .op import stop_gradient as stop_gradient
from .op import sum as sum
from .op import tan as tan
from .op import tanh as tanh
from .op import trunc as trunc
from .op import where as where
from .op import zeros_like as zeros_like
