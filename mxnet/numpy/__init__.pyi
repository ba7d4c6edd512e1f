# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self
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
from . import _fallback_operators as _fallback_operators
from . import _internal as _internal
from . import _op as _op
from . import fallback as fallback
from . import linalg as linalg
from . import random as random
from .multiarray import ndarray as ndarray
NAN: float
NINF: float
NZERO: float
NaN: float
PINF: float
PZERO: float
bool = bool_

def abs(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.absolute`` of each element."""
    ...

def absolute(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.absolute`` of each element."""
    ...

def add(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.add`` of each pair of elements."""
    ...

def all(a: Any, axis: Any = None, keepdims: _bool = False, out: Any = None) -> ndarray:
    """Whether all elements along axes are nonzero."""
    ...

def allclose(*args: Any, **kwargs: Any) -> _bool:
    """``numpy.allclose``, computed by NumPy; not recorded by autograd."""
    ...

def alltrue(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.alltrue``, computed by NumPy; not recorded by autograd."""
    ...

def amax(a: Any, axis: Any = None, keepdims: _bool = False, out: Any = None) -> ndarray:
    """Maximum along axes."""
    ...

def amin(a: Any, axis: Any = None, keepdims: _bool = False, out: Any = None) -> ndarray:
    """Minimum along axes."""
    ...

def any(a: Any, axis: Any = None, keepdims: _bool = False, out: Any = None) -> ndarray:
    """Whether any element along axes is nonzero."""
    ...

def append(arr: Any, values: Any, axis: Any = None) -> ndarray:
    """Append `values` to `arr`."""
    ...

def apply_along_axis(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.apply_along_axis``, computed by NumPy; not recorded by autograd."""
    ...

def apply_over_axes(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.apply_over_axes``, computed by NumPy; not recorded by autograd."""
    ...

def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None, ctx: Any = None) -> ndarray:
    """Return evenly spaced values in ``[start, stop)``. The default dtype is float32."""
    ...

def arccos(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.arccos`` of each element."""
    ...

def arccosh(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.arccosh`` of each element."""
    ...

def arcsin(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.arcsin`` of each element."""
    ...

def arcsinh(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.arcsinh`` of each element."""
    ...

def arctan(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.arctan`` of each element."""
    ...

def arctan2(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.arctan2`` of each pair of elements."""
    ...

def arctanh(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.arctanh`` of each element."""
    ...

def argmax(a: Any, axis: Any = None, out: Any = None) -> ndarray:
    """Position of the maximum along an axis, or in the flattened array without `axis`."""
    ...

def argmin(a: Any, axis: Any = None, out: Any = None) -> ndarray:
    """Position of the minimum along an axis, or in the flattened array without `axis`."""
    ...

def argpartition(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.argpartition``, computed by NumPy; not recorded by autograd."""
    ...

def argsort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> ndarray:
    """Return the positions that sort the elements. The sort is stable for every `kind`."""
    ...

def argwhere(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.argwhere``, computed by NumPy; not recorded by autograd."""
    ...

def around(x: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> ndarray:
    """Round to `decimals` places, half to even."""
    ...

def array(object: Any, dtype: Any = None, ctx: Any = None) -> ndarray:
    """Create an array. The default dtype is float32 for lists and numbers, or the dtype of the source."""
    ...

def array_equal(*args: Any, **kwargs: Any) -> _bool:
    """``numpy.array_equal``, computed by NumPy; not recorded by autograd."""
    ...

def array_equiv(*args: Any, **kwargs: Any) -> _bool:
    """``numpy.array_equiv``, computed by NumPy; not recorded by autograd."""
    ...

def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[ndarray]:
    """Split into parts of nearly equal size, or at the given positions."""
    ...

def atleast_1d(*arys: Any) -> ndarray:
    """Arrays with at least 1 axis."""
    ...

def atleast_2d(*arys: Any) -> ndarray:
    """Arrays with at least 2 axes."""
    ...

def atleast_3d(*arys: Any) -> ndarray:
    """Arrays with at least 3 axes."""
    ...

def average(a: Any, axis: Any = None, weights: Any = None, returned: _bool = False, out: Any = None) -> ndarray:
    """Mean along axes, optionally weighted. With `returned`, also return the sum of the weights."""
    ...

def bincount(x: Any, weights: Any = None, minlength: int = 0) -> ndarray:
    """Count the occurrences of each integer from 0. With `weights`, sum their weights."""
    ...

def bitwise_and(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.bitwise_and`` of each pair of elements."""
    ...

def bitwise_not(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.bitwise_not`` of each element."""
    ...

def bitwise_or(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.bitwise_or`` of each pair of elements."""
    ...

def bitwise_xor(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.bitwise_xor`` of each pair of elements."""
    ...

def blackman(M: int, dtype: Any = ..., ctx: Any = None) -> ndarray:
    """Return the Blackman window with `M` points."""
    ...

def broadcast_arrays(*args: Any) -> list[ndarray]:
    """Broadcast arrays to their common shape."""
    ...

def broadcast_to(array: Any, shape: Any) -> ndarray:
    """Broadcast an array to `shape`."""
    ...

def cbrt(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.cbrt`` of each element."""
    ...

def ceil(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.ceil`` of each element."""
    ...

def choose(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.choose``, computed by NumPy; not recorded by autograd."""
    ...

def clip(a: Any, a_min: Any, a_max: Any, out: Any = None) -> ndarray:
    """Replace elements below `a_min` by `a_min`, and elements above `a_max` by `a_max`."""
    ...

def column_stack(tup: Any, out: Any = None) -> ndarray:
    """Stack vectors as columns of a matrix."""
    ...

def compress(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.compress``, computed by NumPy; not recorded by autograd."""
    ...

def concatenate(seq: Any, axis: Any = 0, out: Any = None) -> ndarray:
    """Concatenate arrays along an axis. They are flattened first if `axis` is None."""
    ...

def copy(a: Any, out: Any = None) -> ndarray:
    """Return a copy on the same device. Autograd records it."""
    ...

def copysign(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.copysign`` of each pair of elements."""
    ...

def corrcoef(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.corrcoef``, computed by NumPy; not recorded by autograd."""
    ...

def correlate(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.correlate``, computed by NumPy; not recorded by autograd."""
    ...

def cos(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.cos`` of each element."""
    ...

def cosh(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.cosh`` of each element."""
    ...

def count_nonzero(*args: Any, **kwargs: Any) -> int:
    """``numpy.count_nonzero``, computed by NumPy; not recorded by autograd."""
    ...

def cov(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.cov``, computed by NumPy; not recorded by autograd."""
    ...

def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> ndarray:
    """Cumulative sum along an axis, or of the flattened array without `axis`."""
    ...

def deg2rad(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.deg2rad`` of each element."""
    ...

def degrees(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.degrees`` of each element."""
    ...

def delete(arr: Any, obj: Any, axis: Any = None) -> ndarray:
    """Delete elements at positions along an axis, or of the flattened array without `axis`."""
    ...

def diag(array: Any, k: int = 0) -> ndarray:
    """Return a diagonal of a matrix, or a matrix with the given diagonal."""
    ...

def diag_indices_from(arr: Any) -> tuple[ndarray, ...]:
    """Return the positions of the diagonal of an array with equal sizes on all axes."""
    ...

def diagflat(array: Any, k: int = 0) -> ndarray:
    """Return the matrix whose diagonal contains all elements."""
    ...

def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> ndarray:
    """Return a diagonal as the last axis."""
    ...

def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> ndarray:
    """Compute differences of adjacent elements, `n` times."""
    ...

def digitize(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.digitize``, computed by NumPy; not recorded by autograd."""
    ...

def divide(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.divide`` of each pair of elements."""
    ...

def divmod(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.divmod``, computed by NumPy; not recorded by autograd."""
    ...

def dot(a: Any, b: Any, out: Any = None) -> ndarray:
    """Sum products along the last axis of `a` and the second-to-last axis of `b`. Scalars multiply elementwise."""
    ...

def dsplit(ary: Any, indices_or_sections: Any) -> list[ndarray]:
    """Split along the third axis."""
    ...

def dstack(arrays: Any, out: Any = None) -> ndarray:
    """Concatenate arrays along the third axis."""
    ...

def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> ndarray:
    """Compute differences of adjacent elements in the flattened array, optionally with elements before and after."""
    ...

def einsum(*operands: Any, **kwargs: Any) -> ndarray:
    """Sum products in Einstein notation. The first argument is the equation."""
    ...

def empty(shape: Any, dtype: Any = ..., order: str = 'C', ctx: Any = None) -> ndarray:
    """Return an array with undefined elements, here zeros."""
    ...

def empty_like(prototype: Any, dtype: Any = None, order: str = 'C', subok: _bool = False, shape: Any = None) -> ndarray:
    """Return an array with the shape and dtype of `prototype`. Its elements are undefined, here zeros."""
    ...

def equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.equal`` of each pair of elements."""
    ...

def exp(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.exp`` of each element."""
    ...

def expand_dims(a: Any, axis: int) -> ndarray:
    """Insert an axis of size 1."""
    ...

def expm1(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.expm1`` of each element."""
    ...

def extract(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.extract``, computed by NumPy; not recorded by autograd."""
    ...

def eye(N: int, M: int | None = None, k: int = 0, dtype: Any = ..., ctx: Any = None) -> ndarray:
    """Return a matrix with ones on diagonal `k`."""
    ...

def fabs(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.fabs`` of each element."""
    ...

def fix(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.fix`` of each element."""
    ...

def flatnonzero(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.flatnonzero``, computed by NumPy; not recorded by autograd."""
    ...

def flip(m: Any, axis: Any = None, out: Any = None) -> ndarray:
    """Reverse elements along the given axes, or along all axes."""
    ...

def fliplr(m: Any) -> ndarray:
    """Reverse the columns."""
    ...

def flipud(m: Any) -> ndarray:
    """Reverse the rows."""
    ...

def float_power(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.float_power``, computed by NumPy; not recorded by autograd."""
    ...

def floor(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.floor`` of each element."""
    ...

def fmod(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.fmod``, computed by NumPy; not recorded by autograd."""
    ...

def frexp(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.frexp``, computed by NumPy; not recorded by autograd."""
    ...

def full(shape: Any, fill_value: Any, dtype: Any = None, order: str = 'C', ctx: Any = None, out: Any = None) -> ndarray:
    """Return an array filled with a number, or with an array that broadcasts to the shape."""
    ...

def full_like(a: Any, fill_value: Any, dtype: Any = None, order: str = 'C', ctx: Any = None, out: Any = None) -> ndarray:
    """Return an array with the shape and dtype of `a`, filled with a number."""
    ...

def genfromtxt(*args: Any, ctx: Any = None, **kwargs: Any) -> ndarray:
    """Read numbers from a text file with ``numpy.genfromtxt``."""
    ...

def greater(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.greater`` of each pair of elements."""
    ...

def greater_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.greater_equal`` of each pair of elements."""
    ...

def hamming(M: int, dtype: Any = ..., ctx: Any = None) -> ndarray:
    """Return the Hamming window with `M` points."""
    ...

def hanning(M: int, dtype: Any = ..., ctx: Any = None) -> ndarray:
    """Return the Hann window with `M` points."""
    ...

def heaviside(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.heaviside``, computed by NumPy; not recorded by autograd."""
    ...

def histogram(a: Any, bins: Any = 10, range: Any = None, normed: Any = None, weights: Any = None, density: Any = None) -> tuple[ndarray, ndarray]:
    """Return the counts of elements in bins, and the bin edges."""
    ...

def histogram2d(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.histogram2d``, computed by NumPy; not recorded by autograd."""
    ...

def histogram_bin_edges(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.histogram_bin_edges``, computed by NumPy; not recorded by autograd."""
    ...

def histogramdd(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.histogramdd``, computed by NumPy; not recorded by autograd."""
    ...

def hsplit(ary: Any, indices_or_sections: Any) -> list[ndarray]:
    """Split by columns."""
    ...

def hstack(arrays: Any, out: Any = None) -> ndarray:
    """Concatenate arrays by columns."""
    ...

def hypot(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.hypot`` of each pair of elements."""
    ...

def i0(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.i0``, computed by NumPy; not recorded by autograd."""
    ...

def identity(n: int, dtype: Any = None, ctx: Any = None) -> ndarray:
    """Return a square matrix with ones on its diagonal."""
    ...

def in1d(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.in1d``, computed by NumPy; not recorded by autograd."""
    ...

def indices(dimensions: Any, dtype: Any = ..., ctx: Any = None) -> ndarray:
    """Return the positions of all elements of an array. The first axis is the axis of the position."""
    ...

def inner(a: Any, b: Any) -> ndarray:
    """Sum products over the last axes of both arrays."""
    ...

def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> ndarray:
    """Insert values before positions along an axis, or in the flattened array without `axis`."""
    ...

def interp(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.interp``, computed by NumPy; not recorded by autograd."""
    ...

def intersect1d(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.intersect1d``, computed by NumPy; not recorded by autograd."""
    ...

def invert(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.invert`` of each element."""
    ...

def isclose(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.isclose``, computed by NumPy; not recorded by autograd."""
    ...

def isfinite(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.isfinite`` of each element."""
    ...

def isin(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.isin``, computed by NumPy; not recorded by autograd."""
    ...

def isinf(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.isinf`` of each element."""
    ...

def isnan(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.isnan`` of each element."""
    ...

def isneginf(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.isneginf`` of each element."""
    ...

def isposinf(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.isposinf`` of each element."""
    ...

def ix_(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.ix_``, computed by NumPy; not recorded by autograd."""
    ...

def kron(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.kron``, computed by NumPy; not recorded by autograd."""
    ...

def lcm(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.lcm`` of each pair of elements."""
    ...

def ldexp(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.ldexp`` of each pair of elements."""
    ...

def less(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.less`` of each pair of elements."""
    ...

def less_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.less_equal`` of each pair of elements."""
    ...

def lexsort(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.lexsort``, computed by NumPy; not recorded by autograd."""
    ...

def linspace(start: Any, stop: Any, num: int = 50, endpoint: _bool = True, retstep: _bool = False, dtype: Any = None, axis: int = 0, ctx: Any = None) -> ndarray:
    """Return `num` evenly spaced values from `start` to `stop`. With `retstep`, also return the step."""
    ...

def log(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.log`` of each element."""
    ...

def log10(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.log10`` of each element."""
    ...

def log1p(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.log1p`` of each element."""
    ...

def log2(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.log2`` of each element."""
    ...

def logical_and(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.logical_and``, computed by NumPy; not recorded by autograd."""
    ...

def logical_not(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.logical_not`` of each element."""
    ...

def logical_or(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.logical_or``, computed by NumPy; not recorded by autograd."""
    ...

def logical_xor(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.logical_xor``, computed by NumPy; not recorded by autograd."""
    ...

def logspace(start: Any, stop: Any, num: int = 50, endpoint: _bool = True, base: float = 10.0, dtype: Any = None, axis: int = 0, ctx: Any = None) -> ndarray:
    """Return `num` values from ``base ** start`` to ``base ** stop`` with evenly spaced exponents."""
    ...

def matmul(a: Any, b: Any, out: Any = None) -> ndarray:
    """Matrix product over the last two axes. The other axes broadcast."""
    ...

def max(a: Any, axis: Any = None, keepdims: _bool = False, out: Any = None) -> ndarray:
    """Maximum along axes."""
    ...

def maximum(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.maximum`` of each pair of elements."""
    ...

def may_share_memory(a: Any, b: Any, max_work: Any = None) -> _bool:
    """Whether two arrays share memory."""
    ...

def mean(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: _bool = False) -> ndarray:
    """Mean along axes."""
    ...

def meshgrid(*xi: Any, **kwargs: Any) -> list[ndarray]:
    """Return coordinate matrices from coordinate vectors."""
    ...

def min(a: Any, axis: Any = None, keepdims: _bool = False, out: Any = None) -> ndarray:
    """Minimum along axes."""
    ...

def min_scalar_type(*args: Any, **kwargs: Any) -> Any:
    """``numpy.min_scalar_type``, computed by NumPy; not recorded by autograd."""
    ...

def minimum(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.minimum`` of each pair of elements."""
    ...

def mirr(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.mirr``, computed by NumPy; not recorded by autograd."""
    ...

def mod(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.mod`` of each pair of elements."""
    ...

def modf(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.modf``, computed by NumPy; not recorded by autograd."""
    ...

def moveaxis(a: Any, source: Any, destination: Any) -> ndarray:
    """Move axes to new positions and keep the order of the other axes."""
    ...

def msort(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.msort``, computed by NumPy; not recorded by autograd."""
    ...

def multiply(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.multiply`` of each pair of elements."""
    ...

def nan_to_num(x: Any, copy: _bool = True, nan: float = 0.0, posinf: Any = None, neginf: Any = None, **kwargs: Any) -> ndarray:
    """Replace NaN and infinities by numbers. Without `copy`, modify `x` in place."""
    ...

def nanargmax(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.nanargmax``, computed by NumPy; not recorded by autograd."""
    ...

def nanargmin(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.nanargmin``, computed by NumPy; not recorded by autograd."""
    ...

def nancumprod(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.nancumprod``, computed by NumPy; not recorded by autograd."""
    ...

def nancumsum(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.nancumsum``, computed by NumPy; not recorded by autograd."""
    ...

def nanmax(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.nanmax``, computed by NumPy; not recorded by autograd."""
    ...

def nanmedian(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.nanmedian``, computed by NumPy; not recorded by autograd."""
    ...

def nanmin(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.nanmin``, computed by NumPy; not recorded by autograd."""
    ...

def nanpercentile(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.nanpercentile``, computed by NumPy; not recorded by autograd."""
    ...

def nanprod(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.nanprod``, computed by NumPy; not recorded by autograd."""
    ...

def nanquantile(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.nanquantile``, computed by NumPy; not recorded by autograd."""
    ...

def ndim(*args: Any, **kwargs: Any) -> int:
    """``numpy.ndim``, computed by NumPy; not recorded by autograd."""
    ...

def negative(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.negative`` of each element."""
    ...

def nonzero(a: Any) -> tuple[ndarray, ...]:
    """Return the positions of nonzero elements, with one array per axis."""
    ...

def not_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.not_equal`` of each pair of elements."""
    ...

def npv(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.npv``, computed by NumPy; not recorded by autograd."""
    ...

def ones(shape: Any, dtype: Any = ..., order: str = 'C', ctx: Any = None) -> ndarray:
    """Return an array of ones."""
    ...

def ones_like(a: Any, dtype: Any = None, order: str = 'C', ctx: Any = None, out: Any = None) -> ndarray:
    """Return ones with the shape and dtype of `a`."""
    ...

def outer(a: Any, b: Any) -> ndarray:
    """Return all products of an element of `a` and an element of `b`."""
    ...

def packbits(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.packbits``, computed by NumPy; not recorded by autograd."""
    ...

def pad(x: Any, pad_width: Any = None, mode: str = 'constant', **kwargs: Any) -> ndarray:
    """Pad both ends of each axis with a constant, the edge, a reflection, or the maximum or minimum."""
    ...

def partition(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.partition``, computed by NumPy; not recorded by autograd."""
    ...

def percentile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = None, interpolation: str = 'linear', keepdims: _bool = False) -> ndarray:
    """Return the values below which `q` percent of the elements along an axis lie."""
    ...

def piecewise(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.piecewise``, computed by NumPy; not recorded by autograd."""
    ...

def poly(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.poly``, computed by NumPy; not recorded by autograd."""
    ...

def polyadd(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.polyadd``, computed by NumPy; not recorded by autograd."""
    ...

def polydiv(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.polydiv``, computed by NumPy; not recorded by autograd."""
    ...

def polyfit(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.polyfit``, computed by NumPy; not recorded by autograd."""
    ...

def polyint(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.polyint``, computed by NumPy; not recorded by autograd."""
    ...

def polymul(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.polymul``, computed by NumPy; not recorded by autograd."""
    ...

def polysub(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.polysub``, computed by NumPy; not recorded by autograd."""
    ...

def polyval(p: Any, x: Any) -> ndarray:
    """Evaluate the polynomial with coefficients `p` at `x`. The first coefficient is the highest power."""
    ...

def positive(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.positive``, computed by NumPy; not recorded by autograd."""
    ...

def power(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.power`` of each pair of elements."""
    ...

def ppmt(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.ppmt``, computed by NumPy; not recorded by autograd."""
    ...

def prod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: _bool = False) -> ndarray:
    """Product along axes."""
    ...

def product(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: _bool = False) -> ndarray:
    """Product along axes."""
    ...

def promote_types(*args: Any, **kwargs: Any) -> Any:
    """``numpy.promote_types``, computed by NumPy; not recorded by autograd."""
    ...

def ptp(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.ptp``, computed by NumPy; not recorded by autograd."""
    ...

def pv(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.pv``, computed by NumPy; not recorded by autograd."""
    ...

def quantile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = None, interpolation: str = 'linear', keepdims: _bool = False) -> ndarray:
    """Return the values below which a fraction `q` of the elements along an axis lies."""
    ...

def rad2deg(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.rad2deg`` of each element."""
    ...

def radians(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.radians`` of each element."""
    ...

def rate(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.rate``, computed by NumPy; not recorded by autograd."""
    ...

def ravel(x: Any, order: str = 'C') -> ndarray:
    """Return all elements along one axis."""
    ...

def real(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.real``, computed by NumPy; not recorded by autograd."""
    ...

def reciprocal(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.reciprocal`` of each element."""
    ...

def remainder(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.remainder`` of each pair of elements."""
    ...

def repeat(a: Any, repeats: Any, axis: Any = None) -> ndarray:
    """Repeat each element along an axis, or of the flattened array without `axis`."""
    ...

def reshape(a: Any, newshape: int | tuple[int, ...] | list[int], order: str = 'C', out: Any = None) -> ndarray:
    """Return the elements in another shape. One size may be -1."""
    ...

def resize(a: Any, new_shape: Any) -> ndarray:
    """Return the array in another shape, with elements repeated or removed as necessary."""
    ...

def result_type(*args: Any, **kwargs: Any) -> Any:
    """``numpy.result_type``, computed by NumPy; not recorded by autograd."""
    ...

def rint(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.rint`` of each element."""
    ...

def roll(a: Any, shift: Any, axis: Any = None) -> ndarray:
    """Shift elements along axes cyclically."""
    ...

def rollaxis(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.rollaxis``, computed by NumPy; not recorded by autograd."""
    ...

def roots(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.roots``, computed by NumPy; not recorded by autograd."""
    ...

def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> ndarray:
    """Rotate by `k` right angles in the plane of two axes."""
    ...

def round(x: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> ndarray:
    """Round to `decimals` places, half to even."""
    ...

def round_(x: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> ndarray:
    """Round to `decimals` places, half to even."""
    ...

def row_stack(arrays: Any, out: Any = None) -> ndarray:
    """Concatenate arrays by rows."""
    ...

def searchsorted(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.searchsorted``, computed by NumPy; not recorded by autograd."""
    ...

def select(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.select``, computed by NumPy; not recorded by autograd."""
    ...

def set_printoptions(*args: Any, **kwargs: Any) -> None:
    """Set the print format of arrays, see ``numpy.set_printoptions``."""
    ...

def setdiff1d(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.setdiff1d``, computed by NumPy; not recorded by autograd."""
    ...

def setxor1d(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.setxor1d``, computed by NumPy; not recorded by autograd."""
    ...

def shape(a: Any) -> tuple[int, ...]:
    """Return the sizes of all axes."""
    ...

def shares_memory(a: Any, b: Any, max_work: Any = None) -> _bool:
    """Whether two arrays share memory."""
    ...

def sign(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.sign`` of each element."""
    ...

def signbit(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.signbit``, computed by NumPy; not recorded by autograd."""
    ...

def sin(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.sin`` of each element."""
    ...

def sinh(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.sinh`` of each element."""
    ...

def size(*args: Any, **kwargs: Any) -> int:
    """``numpy.size``, computed by NumPy; not recorded by autograd."""
    ...

def sometrue(a: Any, axis: Any = None, keepdims: _bool = False, out: Any = None) -> ndarray:
    """Whether any element along axes is nonzero."""
    ...

def sort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> ndarray:
    """Sort elements along an axis, or the flattened array if `axis` is None."""
    ...

def spacing(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.spacing``, computed by NumPy; not recorded by autograd."""
    ...

def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[ndarray]:
    """Split into parts of equal size, or at the given positions."""
    ...

def sqrt(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.sqrt`` of each element."""
    ...

def square(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.square`` of each element."""
    ...

def squeeze(a: Any, axis: Any = None, out: Any = None) -> ndarray:
    """Remove all or the given axes of size 1."""
    ...

def stack(arrays: Any, axis: int = 0, out: Any = None) -> ndarray:
    """Concatenate arrays of the same shape along a new axis."""
    ...

def std(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: _bool = False) -> ndarray:
    """Standard deviation along axes. The divisor is ``count - ddof``."""
    ...

def subtract(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.subtract`` of each pair of elements."""
    ...

def sum(a: Any, axis: Any = None, dtype: Any = None, keepdims: _bool = False, initial: Any = None, out: Any = None) -> ndarray:
    """Sum along axes."""
    ...

def swapaxes(a: Any, axis1: int, axis2: int) -> ndarray:
    """Exchange two axes."""
    ...

def take(a: Any, indices: Any, axis: Any = None, mode: str = 'raise', out: Any = None) -> ndarray:
    """Return elements at positions along an axis, or of the flattened array without `axis`."""
    ...

def take_along_axis(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.take_along_axis``, computed by NumPy; not recorded by autograd."""
    ...

def tan(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.tan`` of each element."""
    ...

def tanh(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.tanh`` of each element."""
    ...

def tensordot(a: Any, b: Any, axes: Any = 2) -> ndarray:
    """Sum products over several axes of both arrays. `axes` is a number of axes or two lists of axes."""
    ...

def tile(A: Any, reps: Any) -> ndarray:
    """Repeat the array `reps` times along each axis."""
    ...

def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None) -> ndarray:
    """Sum a diagonal."""
    ...

def transpose(a: Any, axes: Any = None) -> ndarray:
    """Permute the axes, or reverse them without `axes`."""
    ...

def trapz(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.trapz``, computed by NumPy; not recorded by autograd."""
    ...

def tril(m: Any, k: int = 0) -> ndarray:
    """Return the lower triangle, with zeros above diagonal `k`."""
    ...

def tril_indices_from(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.tril_indices_from``, computed by NumPy; not recorded by autograd."""
    ...

def trim_zeros(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.trim_zeros``, computed by NumPy; not recorded by autograd."""
    ...

def triu(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.triu``, computed by NumPy; not recorded by autograd."""
    ...

def triu_indices_from(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.triu_indices_from``, computed by NumPy; not recorded by autograd."""
    ...

def true_divide(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.true_divide`` of each pair of elements."""
    ...

def trunc(x: Any, out: Any = None, **kwargs: Any) -> ndarray:
    """``numpy.trunc`` of each element."""
    ...

def union1d(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.union1d``, computed by NumPy; not recorded by autograd."""
    ...

def unique(ar: Any, return_index: _bool = False, return_inverse: _bool = False, return_counts: _bool = False, axis: Any = None) -> ndarray:
    """Return the distinct elements in ascending order, and optionally their positions and counts."""
    ...

def unpackbits(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.unpackbits``, computed by NumPy; not recorded by autograd."""
    ...

def unravel_index(indices: Any, shape: Any, order: str = 'C') -> tuple[ndarray, ...]:
    """Convert positions in the flattened array to positions along each axis."""
    ...

def unwrap(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.unwrap``, computed by NumPy; not recorded by autograd."""
    ...

def vander(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.vander``, computed by NumPy; not recorded by autograd."""
    ...

def var(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: _bool = False) -> ndarray:
    """Variance along axes. The divisor is ``count - ddof``."""
    ...

def vdot(a: Any, b: Any) -> ndarray:
    """Sum the products of all elements."""
    ...

def vsplit(ary: Any, indices_or_sections: Any) -> list[ndarray]:
    """Split by rows."""
    ...

def vstack(arrays: Any, out: Any = None) -> ndarray:
    """Concatenate arrays by rows."""
    ...

def where(condition: Any, x: Any = None, y: Any = None) -> ndarray:
    """Select elements of `x` where the condition is true, otherwise of `y`. Without them, return the true positions."""
    ...

def zeros(shape: Any, dtype: Any = None, order: str = 'C', ctx: Any = None) -> ndarray:
    """Return an array of zeros."""
    ...

def zeros_like(a: Any, dtype: Any = None, order: str = 'C', ctx: Any = None, out: Any = None) -> ndarray:
    """Return zeros with the shape and dtype of `a`."""
    ...
