"""``mx.np``: arrays and functions with the behavior of NumPy."""

import sys as _sys
from typing import TYPE_CHECKING as _TYPE_CHECKING

from numpy import bool_ as bool_
from numpy import dtype as dtype
from numpy import e as e
from numpy import finfo as finfo
from numpy import float16 as float16
from numpy import float32 as float32
from numpy import float64 as float64
from numpy import inf as inf
from numpy import int8 as int8
from numpy import int16 as int16
from numpy import int32 as int32
from numpy import int64 as int64
from numpy import nan as nan
from numpy import newaxis as newaxis
from numpy import pi as pi
from numpy import uint8 as uint8
from numpy import uint16 as uint16
from numpy import uint32 as uint32
from numpy import uint64 as uint64

from .._frontend.handwritten import complete as _complete
from . import _fallback_operators as _fallback_operators
from . import _internal as _internal
from . import _op as _op
from . import _protocol
from . import fallback as fallback
from . import linalg as linalg
from . import random as random
from ._create import FUNCTIONS as _FUNCTIONS
from ._create import array as array
from ._create import copy as copy
from ._create import empty as empty
from ._create import empty_like as empty_like
from ._create import full as full
from ._create import full_like as full_like
from ._create import meshgrid as meshgrid
from ._create import ones as ones
from ._create import ones_like as ones_like
from ._create import zeros as zeros
from ._create import zeros_like as zeros_like
from ._elementwise import abs as abs
from ._elementwise import absolute as absolute
from ._elementwise import add as add
from ._elementwise import arccos as arccos
from ._elementwise import arccosh as arccosh
from ._elementwise import arcsin as arcsin
from ._elementwise import arcsinh as arcsinh
from ._elementwise import arctan as arctan
from ._elementwise import arctan2 as arctan2
from ._elementwise import arctanh as arctanh
from ._elementwise import around as around
from ._elementwise import bitwise_and as bitwise_and
from ._elementwise import bitwise_not as bitwise_not
from ._elementwise import bitwise_or as bitwise_or
from ._elementwise import bitwise_xor as bitwise_xor
from ._elementwise import cbrt as cbrt
from ._elementwise import ceil as ceil
from ._elementwise import clip as clip
from ._elementwise import copysign as copysign
from ._elementwise import cos as cos
from ._elementwise import cosh as cosh
from ._elementwise import deg2rad as deg2rad
from ._elementwise import degrees as degrees
from ._elementwise import divide as divide
from ._elementwise import equal as equal
from ._elementwise import exp as exp
from ._elementwise import expm1 as expm1
from ._elementwise import fabs as fabs
from ._elementwise import fix as fix
from ._elementwise import floor as floor
from ._elementwise import greater as greater
from ._elementwise import greater_equal as greater_equal
from ._elementwise import hypot as hypot
from ._elementwise import invert as invert
from ._elementwise import isfinite as isfinite
from ._elementwise import isinf as isinf
from ._elementwise import isnan as isnan
from ._elementwise import isneginf as isneginf
from ._elementwise import isposinf as isposinf
from ._elementwise import lcm as lcm
from ._elementwise import ldexp as ldexp
from ._elementwise import less as less
from ._elementwise import less_equal as less_equal
from ._elementwise import log as log
from ._elementwise import log1p as log1p
from ._elementwise import log2 as log2
from ._elementwise import log10 as log10
from ._elementwise import logical_not as logical_not
from ._elementwise import maximum as maximum
from ._elementwise import minimum as minimum
from ._elementwise import mod as mod
from ._elementwise import multiply as multiply
from ._elementwise import negative as negative
from ._elementwise import not_equal as not_equal
from ._elementwise import power as power
from ._elementwise import rad2deg as rad2deg
from ._elementwise import radians as radians
from ._elementwise import reciprocal as reciprocal
from ._elementwise import remainder as remainder
from ._elementwise import rint as rint
from ._elementwise import round as round
from ._elementwise import round_ as round_
from ._elementwise import sign as sign
from ._elementwise import sin as sin
from ._elementwise import sinh as sinh
from ._elementwise import sqrt as sqrt
from ._elementwise import square as square
from ._elementwise import subtract as subtract
from ._elementwise import tan as tan
from ._elementwise import tanh as tanh
from ._elementwise import true_divide as true_divide
from ._elementwise import trunc as trunc
from ._fallback import FUNCTIONS as _FALLBACKS
from ._help import EXAMPLES as _EXAMPLES
from ._manipulate import append as append
from ._manipulate import array_split as array_split
from ._manipulate import atleast_1d as atleast_1d
from ._manipulate import atleast_2d as atleast_2d
from ._manipulate import atleast_3d as atleast_3d
from ._manipulate import broadcast_arrays as broadcast_arrays
from ._manipulate import broadcast_to as broadcast_to
from ._manipulate import column_stack as column_stack
from ._manipulate import concatenate as concatenate
from ._manipulate import dsplit as dsplit
from ._manipulate import dstack as dstack
from ._manipulate import expand_dims as expand_dims
from ._manipulate import flip as flip
from ._manipulate import fliplr as fliplr
from ._manipulate import flipud as flipud
from ._manipulate import hsplit as hsplit
from ._manipulate import hstack as hstack
from ._manipulate import moveaxis as moveaxis
from ._manipulate import pad as pad
from ._manipulate import ravel as ravel
from ._manipulate import repeat as repeat
from ._manipulate import reshape as reshape
from ._manipulate import roll as roll
from ._manipulate import rot90 as rot90
from ._manipulate import row_stack as row_stack
from ._manipulate import split as split
from ._manipulate import squeeze as squeeze
from ._manipulate import stack as stack
from ._manipulate import swapaxes as swapaxes
from ._manipulate import tile as tile
from ._manipulate import transpose as transpose
from ._manipulate import vsplit as vsplit
from ._manipulate import vstack as vstack
from ._methods import install as _install
from ._numeric import diag_indices_from as diag_indices_from
from ._numeric import genfromtxt as genfromtxt
from ._numeric import histogram as histogram
from ._numeric import nan_to_num as nan_to_num
from ._numeric import percentile as percentile
from ._numeric import polyval as polyval
from ._numeric import quantile as quantile
from ._numeric import resize as resize
from ._numeric import set_printoptions as set_printoptions
from ._numeric import shape as shape
from ._numeric import unravel_index as unravel_index
from ._products import diag as diag
from ._products import diagflat as diagflat
from ._products import diagonal as diagonal
from ._products import dot as dot
from ._products import einsum as einsum
from ._products import inner as inner
from ._products import matmul as matmul
from ._products import outer as outer
from ._products import tensordot as tensordot
from ._products import trace as trace
from ._products import tril as tril
from ._products import vdot as vdot
from ._reduce import all as all
from ._reduce import amax as amax
from ._reduce import amin as amin
from ._reduce import any as any
from ._reduce import argmax as argmax
from ._reduce import argmin as argmin
from ._reduce import average as average
from ._reduce import cumsum as cumsum
from ._reduce import max as max
from ._reduce import mean as mean
from ._reduce import min as min
from ._reduce import prod as prod
from ._reduce import std as std
from ._reduce import sum as sum
from ._reduce import var as var
from ._search import argsort as argsort
from ._search import bincount as bincount
from ._search import delete as delete
from ._search import diff as diff
from ._search import ediff1d as ediff1d
from ._search import insert as insert
from ._search import may_share_memory as may_share_memory
from ._search import nonzero as nonzero
from ._search import shares_memory as shares_memory
from ._search import sort as sort
from ._search import take as take
from ._search import unique as unique
from ._search import where as where
from .multiarray import ndarray as ndarray

_install()

# Separate instances for arrays and for symbols.
identity = _FUNCTIONS.identity
arange, linspace, logspace, eye, indices = (getattr(_FUNCTIONS, _name) for _name in (
    "arange", "linspace", "logspace", "eye", "indices"))
blackman, hamming, hanning = _FUNCTIONS.blackman, _FUNCTIONS.hamming, _FUNCTIONS.hanning

bool = bool_
product, sometrue = prod, any
NaN = NAN = nan
PINF, NINF, PZERO, NZERO = inf, -inf, 0.0, -0.0


_protocol.install(_sys.modules[__name__])

# Module attributes, because lookups in a module with __getattr__ are slower.
globals().update(_FALLBACKS)
_complete(globals(), "mx.np", _EXAMPLES, "ndarray")

if _TYPE_CHECKING:

    def __getattr__(name: str) -> object: ...
