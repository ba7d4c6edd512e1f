# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self
from .._numpy_symbol import _Symbol as _Symbol
from . import _internal as _internal
from . import _op as _op
from . import linalg as linalg
from . import random as random

def abs(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.absolute`` of each element."""
    ...

def absolute(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.absolute`` of each element."""
    ...

def add(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.add`` of each pair of elements."""
    ...

def all(data: Any = None, axis: Any = None, keepdims: Any = False, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Return whether all elements along axes are nonzero."""
    ...

def amax(a: Any = None, axis: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Return the largest element along axes."""
    ...

def amin(a: Any = None, axis: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Return the smallest element along axes."""
    ...

def any(data: Any = None, axis: Any = None, keepdims: Any = False, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Return whether any element along axes is nonzero."""
    ...

def append(arr: Any, values: Any, axis: Any = None) -> _Symbol:
    """Append `values` to `arr`."""
    ...

def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None, ctx: Any = None) -> _Symbol:
    """Return evenly spaced values in ``[start, stop)``. The default dtype is float32."""
    ...

def arccos(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.arccos`` of each element."""
    ...

def arccosh(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.arccosh`` of each element."""
    ...

def arcsin(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.arcsin`` of each element."""
    ...

def arcsinh(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.arcsinh`` of each element."""
    ...

def arctan(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.arctan`` of each element."""
    ...

def arctan2(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.arctan2`` of each pair of elements."""
    ...

def arctanh(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.arctanh`` of each element."""
    ...

def argmax(a: Any, axis: Any = None, out: Any = None) -> _Symbol:
    """Position of the maximum along an axis, or in the flattened array without `axis`."""
    ...

def argmin(a: Any, axis: Any = None, out: Any = None) -> _Symbol:
    """Position of the minimum along an axis, or in the flattened array without `axis`."""
    ...

def argsort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> _Symbol:
    """Return the positions that sort the elements. The sort is stable for every `kind`."""
    ...

def around(x: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> _Symbol:
    """Round to `decimals` places, half to even."""
    ...

def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[_Symbol]:
    """Split into parts of nearly equal size, or at the given positions."""
    ...

def atleast_1d(*arys: Any, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Return arrays with at least 1 axes."""
    ...

def atleast_2d(*arys: Any, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Return arrays with at least 2 axes."""
    ...

def atleast_3d(*arys: Any, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Return arrays with at least 3 axes."""
    ...

def average(a: Any, axis: Any = None, weights: Any = None, returned: _bool = False, out: Any = None) -> _Symbol:
    """Mean along axes, optionally weighted. With `returned`, also return the sum of the weights."""
    ...

def bincount(x: Any, weights: Any = None, minlength: int = 0) -> _Symbol:
    """Count the occurrences of each integer from 0. With `weights`, sum their weights."""
    ...

def bitwise_and(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.bitwise_and`` of each pair of elements."""
    ...

def bitwise_not(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.bitwise_not`` of each element."""
    ...

def bitwise_or(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.bitwise_or`` of each pair of elements."""
    ...

def bitwise_xor(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.bitwise_xor`` of each pair of elements."""
    ...

def blackman(M: int, dtype: Any = ..., ctx: Any = None) -> _Symbol:
    """Return the Blackman window with `M` points."""
    ...

def broadcast_to(array: Any, shape: Any) -> _Symbol:
    """Broadcast an array to `shape`."""
    ...

def cbrt(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.cbrt`` of each element."""
    ...

def ceil(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.ceil`` of each element."""
    ...

def clip(a: Any, a_min: Any, a_max: Any, out: Any = None) -> _Symbol:
    """Replace elements below `a_min` by `a_min`, and elements above `a_max` by `a_max`."""
    ...

def column_stack(tup: Any, out: Any = None) -> _Symbol:
    """Stack vectors as columns of a matrix."""
    ...

def concatenate(seq: Any, axis: Any = 0, out: Any = None) -> _Symbol:
    """Concatenate arrays along an axis. They are flattened first if `axis` is None."""
    ...

def copy(a: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Return a copy."""
    ...

def copysign(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.copysign`` of each pair of elements."""
    ...

def cos(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.cos`` of each element."""
    ...

def cosh(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.cosh`` of each element."""
    ...

def cumsum(a: Any = None, axis: Any = None, dtype: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Compute the cumulative sum along `axis`, or of the flattened array."""
    ...

def deg2rad(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.deg2rad`` of each element."""
    ...

def degrees(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.degrees`` of each element."""
    ...

def delete(arr: Any, obj: Any, axis: Any = None) -> _Symbol:
    """Delete elements at positions along an axis, or of the flattened array without `axis`."""
    ...

def diag(data: Any = None, k: Any = 0, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Extract a diagonal of a matrix, or create a matrix with this diagonal."""
    ...

def diag_indices_from(arr: Any) -> tuple[_Symbol, ...]:
    """Return the positions of the diagonal of an array with equal sizes on all axes."""
    ...

def diagflat(data: Any = None, k: Any = 0, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Create a matrix with all elements on its diagonal."""
    ...

def diagonal(data: Any = None, offset: Any = 0, axis1: Any = 0, axis2: Any = 1, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Return a diagonal as the last axis."""
    ...

def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> _Symbol:
    """Compute differences of adjacent elements, `n` times."""
    ...

def divide(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.divide`` of each pair of elements."""
    ...

def dot(a: Any = None, b: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Sum products over the last axis of `a` and the second last of `b`; multiply elementwise if either has rank 0."""
    ...

def dsplit(ary: Any, indices_or_sections: Any) -> list[_Symbol]:
    """Split along the third axis."""
    ...

def dstack(arrays: Any, out: Any = None) -> _Symbol:
    """Concatenate arrays along the third axis."""
    ...

def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> _Symbol:
    """Compute differences of adjacent elements in the flattened array, optionally with elements before and after."""
    ...

def einsum(*operands: Any, **kwargs: Any) -> _Symbol:
    """Sum products in Einstein notation. The first argument is the equation."""
    ...

def empty_like(prototype: Any, dtype: Any = None, order: str = 'C', subok: _bool = False, shape: Any = None) -> _Symbol:
    """Return an array with the shape and dtype of `prototype`. Its elements are undefined, here zeros."""
    ...

def equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.equal`` of each pair of elements."""
    ...

def exp(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.exp`` of each element."""
    ...

def expand_dims(a: Any, axis: int) -> _Symbol:
    """Insert an axis of size 1."""
    ...

def expm1(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.expm1`` of each element."""
    ...

def eye(N: int, M: int | None = None, k: int = 0, dtype: Any = ..., ctx: Any = None) -> _Symbol:
    """Return a matrix with ones on diagonal `k`."""
    ...

def fabs(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.fabs`` of each element."""
    ...

def fix(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.fix`` of each element."""
    ...

def flip(m: Any, axis: Any = None, out: Any = None) -> _Symbol:
    """Reverse elements along the given axes, or along all axes."""
    ...

def fliplr(m: Any) -> _Symbol:
    """Reverse the columns."""
    ...

def flipud(m: Any) -> _Symbol:
    """Reverse the rows."""
    ...

def floor(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.floor`` of each element."""
    ...

def full(shape: Any, fill_value: Any, dtype: Any = None, order: str = 'C', ctx: Any = None, out: Any = None) -> Any:
    """Return an array filled with a number, or with an array that broadcasts to the shape."""
    ...

def full_like(a: Any, fill_value: Any, dtype: Any = None, order: str = 'C', ctx: Any = None, out: Any = None) -> _Symbol:
    """Return an array with the shape and dtype of `a`, filled with a number."""
    ...

def greater(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.greater`` of each pair of elements."""
    ...

def greater_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.greater_equal`` of each pair of elements."""
    ...

def hamming(M: int, dtype: Any = ..., ctx: Any = None) -> _Symbol:
    """Return the Hamming window with `M` points."""
    ...

def hanning(M: int, dtype: Any = ..., ctx: Any = None) -> _Symbol:
    """Return the Hann window with `M` points."""
    ...

def histogram(a: Any, bins: Any = 10, range: Any = None, normed: Any = None, weights: Any = None, density: Any = None) -> tuple[_Symbol, _Symbol]:
    """Return the counts of elements in bins, and the bin edges."""
    ...

def hsplit(ary: Any, indices_or_sections: Any) -> list[_Symbol]:
    """Split by columns."""
    ...

def hstack(arrays: Any, out: Any = None) -> _Symbol:
    """Concatenate arrays by columns."""
    ...

def hypot(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.hypot`` of each pair of elements."""
    ...

def identity(n: int, dtype: Any = None, ctx: Any = None) -> _Symbol:
    """Return a square matrix with ones on its diagonal."""
    ...

def indices(dimensions: Any, dtype: Any = ..., ctx: Any = None) -> _Symbol:
    """Return the positions of all elements of an array. The first axis is the axis of the position."""
    ...

def inner(a: Any, b: Any) -> _Symbol:
    """Sum products over the last axes of both arrays."""
    ...

def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> _Symbol:
    """Insert values before positions along an axis, or in the flattened array without `axis`."""
    ...

def invert(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.invert`` of each element."""
    ...

def isfinite(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.isfinite`` of each element."""
    ...

def isinf(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.isinf`` of each element."""
    ...

def isnan(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.isnan`` of each element."""
    ...

def isneginf(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.isneginf`` of each element."""
    ...

def isposinf(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.isposinf`` of each element."""
    ...

def lcm(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.lcm`` of each pair of elements."""
    ...

def ldexp(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.ldexp`` of each pair of elements."""
    ...

def less(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.less`` of each pair of elements."""
    ...

def less_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.less_equal`` of each pair of elements."""
    ...

def linspace(start: Any, stop: Any, num: int = 50, endpoint: _bool = True, retstep: _bool = False, dtype: Any = None, axis: int = 0, ctx: Any = None) -> _Symbol:
    """Return `num` evenly spaced values from `start` to `stop`. With `retstep`, also return the step."""
    ...

def log(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.log`` of each element."""
    ...

def log10(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.log10`` of each element."""
    ...

def log1p(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.log1p`` of each element."""
    ...

def log2(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.log2`` of each element."""
    ...

def logical_not(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.logical_not`` of each element."""
    ...

def logspace(start: Any, stop: Any, num: int = 50, endpoint: _bool = True, base: float = 10.0, dtype: Any = None, axis: int = 0, ctx: Any = None) -> _Symbol:
    """Return `num` values from ``base ** start`` to ``base ** stop`` with evenly spaced exponents."""
    ...

def matmul(a: Any, b: Any, out: Any = None) -> _Symbol:
    """Matrix product over the last two axes. The other axes broadcast."""
    ...

def max(a: Any = None, axis: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Return the largest element along axes."""
    ...

def maximum(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.maximum`` of each pair of elements."""
    ...

def may_share_memory(a: Any, b: Any, max_work: Any = None) -> _bool:
    """Whether two arrays share memory."""
    ...

def mean(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: _bool = False) -> _Symbol:
    """Mean along axes."""
    ...

def min(a: Any = None, axis: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Return the smallest element along axes."""
    ...

def minimum(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.minimum`` of each pair of elements."""
    ...

def mod(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.mod`` of each pair of elements."""
    ...

def moveaxis(a: Any = None, source: Any = ..., destination: Any = ..., out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Move axes to new positions and keep the order of the others."""
    ...

def multiply(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.multiply`` of each pair of elements."""
    ...

def nan_to_num(x: Any, copy: _bool = True, nan: float = 0.0, posinf: Any = None, neginf: Any = None, **kwargs: Any) -> _Symbol:
    """Replace NaN and infinities by numbers. Without `copy`, modify `x` in place."""
    ...

def negative(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.negative`` of each element."""
    ...

def not_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.not_equal`` of each pair of elements."""
    ...

def ones(shape: Any, dtype: Any = ..., order: str = 'C', ctx: Any = None) -> Any:
    """Return an array of ones."""
    ...

def ones_like(a: Any, dtype: Any = None, order: str = 'C', ctx: Any = None, out: Any = None) -> _Symbol:
    """Return ones with the shape and dtype of `a`."""
    ...

def outer(a: Any, b: Any) -> _Symbol:
    """Return all products of an element of `a` and an element of `b`."""
    ...

def pad(x: Any, pad_width: Any = None, mode: str = 'constant', **kwargs: Any) -> _Symbol:
    """Pad both ends of each axis with a constant, the edge, a reflection, or the maximum or minimum."""
    ...

def percentile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = None, interpolation: str = 'linear', keepdims: _bool = False) -> _Symbol:
    """Return the values below which `q` percent of the elements along an axis lie."""
    ...

def polyval(p: Any, x: Any) -> _Symbol:
    """Evaluate the polynomial with coefficients `p` at `x`. The first coefficient is the highest power."""
    ...

def power(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.power`` of each pair of elements."""
    ...

def prod(a: Any = None, axis: Any = None, dtype: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Compute the product along axes."""
    ...

def product(a: Any = None, axis: Any = None, dtype: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Compute the product along axes."""
    ...

def quantile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = None, interpolation: str = 'linear', keepdims: _bool = False) -> _Symbol:
    """Return the values below which a fraction `q` of the elements along an axis lies."""
    ...

def rad2deg(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.rad2deg`` of each element."""
    ...

def radians(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.radians`` of each element."""
    ...

def ravel(x: Any, order: str = 'C') -> _Symbol:
    """Return all elements along one axis."""
    ...

def reciprocal(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.reciprocal`` of each element."""
    ...

def remainder(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.remainder`` of each pair of elements."""
    ...

def repeat(data: Any = None, repeats: Any = ..., axis: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Repeat each element `repeats` times along an axis or in the flattened array; 0 gives an empty vector."""
    ...

def reshape(a: Any = None, newshape: int | tuple[int, ...] | list[int] = ..., order: str = 'C', out: Any = None, name: str | None = None) -> _Symbol:
    """Reshape the array; one size may be -1."""
    ...

def resize(a: Any, new_shape: Any) -> _Symbol:
    """Return the array in another shape, with elements repeated or removed as necessary."""
    ...

def rint(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.rint`` of each element."""
    ...

def roll(data: Any = None, shift: Any = None, axis: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Shift elements along axes; elements past the end reappear at the start."""
    ...

def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> _Symbol:
    """Rotate by `k` right angles in the plane of two axes."""
    ...

def round(x: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> _Symbol:
    """Round to `decimals` places, half to even."""
    ...

def round_(x: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> _Symbol:
    """Round to `decimals` places, half to even."""
    ...

def row_stack(arrays: Any, out: Any = None) -> _Symbol:
    """Concatenate arrays by rows."""
    ...

def shares_memory(a: Any, b: Any, max_work: Any = None) -> _bool:
    """Whether two arrays share memory."""
    ...

def sign(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.sign`` of each element."""
    ...

def sin(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.sin`` of each element."""
    ...

def sinh(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.sinh`` of each element."""
    ...

def sometrue(data: Any = None, axis: Any = None, keepdims: Any = False, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Return whether any element along axes is nonzero."""
    ...

def sort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> _Symbol:
    """Sort elements along an axis, or the flattened array if `axis` is None."""
    ...

def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[_Symbol]:
    """Split into parts of equal size, or at the given positions."""
    ...

def sqrt(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.sqrt`` of each element."""
    ...

def square(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.square`` of each element."""
    ...

def squeeze(a: Any = None, axis: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Remove all axes of size 1, or the given ones."""
    ...

def stack(arrays: Any, axis: int = 0, out: Any = None) -> _Symbol:
    """Concatenate arrays of the same shape along a new axis."""
    ...

def std(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: _bool = False) -> _Symbol:
    """Standard deviation along axes. The divisor is ``count - ddof``."""
    ...

def subtract(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.subtract`` of each pair of elements."""
    ...

def sum(a: Any = None, axis: Any = None, dtype: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Compute the sum along axes."""
    ...

def swapaxes(a: Any, axis1: int, axis2: int) -> _Symbol:
    """Exchange two axes."""
    ...

def take(a: Any, indices: Any, axis: Any = None, mode: str = 'raise', out: Any = None) -> _Symbol:
    """Return elements at positions along an axis, or of the flattened array without `axis`."""
    ...

def tan(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.tan`` of each element."""
    ...

def tanh(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.tanh`` of each element."""
    ...

def tensordot(a: Any, b: Any, axes: Any = 2) -> _Symbol:
    """Sum products over several axes of both arrays. `axes` is a number of axes or two lists of axes."""
    ...

def tile(A: Any, reps: Any) -> _Symbol:
    """Repeat the array `reps` times along each axis."""
    ...

def trace(data: Any = None, offset: Any = 0, axis1: Any = 0, axis2: Any = 1, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Compute the sum of a diagonal."""
    ...

def transpose(a: Any = None, axes: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> _Symbol:
    """Permute axes; reverse them without `axes`."""
    ...

def tril(m: Any, k: int = 0) -> _Symbol:
    """Return the lower triangle, with zeros above diagonal `k`."""
    ...

def true_divide(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.true_divide`` of each pair of elements."""
    ...

def trunc(x: Any, out: Any = None, **kwargs: Any) -> _Symbol:
    """``numpy.trunc`` of each element."""
    ...

def unique(ar: Any, return_index: _bool = False, return_inverse: _bool = False, return_counts: _bool = False, axis: Any = None) -> _Symbol:
    """Return the distinct elements in ascending order, and optionally their positions and counts."""
    ...

def unravel_index(indices: Any, shape: Any, order: str = 'C') -> tuple[_Symbol, ...]:
    """Convert positions in the flattened array to positions along each axis."""
    ...

def var(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: _bool = False) -> _Symbol:
    """Variance along axes. The divisor is ``count - ddof``."""
    ...

def vdot(a: Any, b: Any) -> _Symbol:
    """Sum the products of all elements."""
    ...

def vsplit(ary: Any, indices_or_sections: Any) -> list[_Symbol]:
    """Split by rows."""
    ...

def vstack(arrays: Any, out: Any = None) -> _Symbol:
    """Concatenate arrays by rows."""
    ...

def where(condition: Any, x: Any = None, y: Any = None) -> _Symbol:
    """Select elements of `x` where the condition is true, otherwise of `y`. Without them, return the true positions."""
    ...

def zeros(shape: Any, dtype: Any = None, order: str = 'C', ctx: Any = None) -> Any:
    """Return an array of zeros."""
    ...

def zeros_like(a: Any, dtype: Any = None, order: str = 'C', ctx: Any = None, out: Any = None) -> _Symbol:
    """Return zeros with the shape and dtype of `a`."""
    ...
