# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any
from ... import numpy as _numpy
from ...numpy._operators import with_operator as _with_operator
from .._numpy_symbol import _Symbol as _Symbol
from . import _internal as _internal
from . import _op as _op
from . import linalg as linalg
from . import random as random

def abs(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.absolute`` of each element."""
    ...

def absolute(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.absolute`` of each element."""
    ...

def add(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.add`` of each pair of elements."""
    ...

def all(data: Any = None, axis: Any = None, keepdims: Any = False, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Return whether all elements along axes are nonzero."""
    ...

def amax(a: Any = None, axis: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Return the largest element along axes."""
    ...

def amin(a: Any = None, axis: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Return the smallest element along axes."""
    ...

def any(data: Any = None, axis: Any = None, keepdims: Any = False, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Return whether any element along axes is nonzero."""
    ...

def append(arr: Any, values: Any, axis: Any = None) -> Any:
    """Append `values` to `arr`."""
    ...

def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None, ctx: Any = None) -> Any:
    """Return evenly spaced values in ``[start, stop)``. The default dtype is float32."""
    ...

def arccos(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.arccos`` of each element."""
    ...

def arccosh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.arccosh`` of each element."""
    ...

def arcsin(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.arcsin`` of each element."""
    ...

def arcsinh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.arcsinh`` of each element."""
    ...

def arctan(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.arctan`` of each element."""
    ...

def arctan2(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.arctan2`` of each pair of elements."""
    ...

def arctanh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.arctanh`` of each element."""
    ...

def argmax(a: Any, axis: Any = None, out: Any = None) -> Any:
    """Position of the maximum along an axis, or in the flattened array without `axis`."""
    ...

def argmin(a: Any, axis: Any = None, out: Any = None) -> Any:
    """Position of the minimum along an axis, or in the flattened array without `axis`."""
    ...

def argsort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    """Return the positions that sort the elements. The sort is stable for every `kind`."""
    ...

def around(x: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> Any:
    """Round to `decimals` places, half to even."""
    ...

def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
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

def average(a: Any, axis: Any = None, weights: Any = None, returned: bool = False, out: Any = None) -> Any:
    """Mean along axes, optionally weighted. With `returned`, also return the sum of the weights."""
    ...

def bincount(x: Any, weights: Any = None, minlength: int = 0) -> Any:
    """Count the occurrences of each integer from 0. With `weights`, sum their weights."""
    ...

def bitwise_and(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.bitwise_and`` of each pair of elements."""
    ...

def bitwise_not(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.bitwise_not`` of each element."""
    ...

def bitwise_or(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.bitwise_or`` of each pair of elements."""
    ...

def bitwise_xor(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.bitwise_xor`` of each pair of elements."""
    ...

def blackman(M: int, dtype: Any = ..., ctx: Any = None) -> Any:
    """Return the Blackman window with `M` points."""
    ...

def broadcast_to(array: Any, shape: Any) -> Any:
    """Broadcast an array to `shape`."""
    ...

def cbrt(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.cbrt`` of each element."""
    ...

def ceil(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.ceil`` of each element."""
    ...

def clip(a: Any, a_min: Any, a_max: Any, out: Any = None) -> Any:
    """Replace elements below `a_min` by `a_min`, and elements above `a_max` by `a_max`."""
    ...

def column_stack(tup: Any, out: Any = None) -> Any:
    """Stack vectors as columns of a matrix."""
    ...

def concatenate(seq: Any, axis: Any = 0, out: Any = None) -> Any:
    """Concatenate arrays along an axis. They are flattened first if `axis` is None."""
    ...

def copy(a: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Return a copy."""
    ...

def copysign(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.copysign`` of each pair of elements."""
    ...

def cos(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.cos`` of each element."""
    ...

def cosh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.cosh`` of each element."""
    ...

def cumsum(a: Any = None, axis: Any = None, dtype: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Compute the cumulative sum along `axis`, or of the flattened array."""
    ...

def deg2rad(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.deg2rad`` of each element."""
    ...

def degrees(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.degrees`` of each element."""
    ...

def delete(arr: Any, obj: Any, axis: Any = None) -> Any:
    """Delete elements at positions along an axis, or of the flattened array without `axis`."""
    ...

def diag(data: Any = None, k: Any = 0, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Extract a diagonal of a matrix, or create a matrix with this diagonal."""
    ...

def diag_indices_from(arr: Any) -> Any:
    """Return the positions of the diagonal of an array with equal sizes on all axes."""
    ...

def diagflat(data: Any = None, k: Any = 0, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Create a matrix with all elements on its diagonal."""
    ...

def diagonal(data: Any = None, offset: Any = 0, axis1: Any = 0, axis2: Any = 1, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Return a diagonal as the last axis."""
    ...

def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """Compute differences of adjacent elements, `n` times."""
    ...

def divide(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.divide`` of each pair of elements."""
    ...

def dot(a: Any = None, b: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Sum products over the last axis of `a` and the second last of `b`; multiply elementwise if either has rank 0."""
    ...

def dsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Split along the third axis."""
    ...

def dstack(arrays: Any, out: Any = None) -> Any:
    """Concatenate arrays along the third axis."""
    ...

def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """Compute differences of adjacent elements in the flattened array, optionally with elements before and after."""
    ...

def einsum(*operands: Any, **kwargs: Any) -> Any:
    """Sum products in Einstein notation. The first argument is the equation."""
    ...

def empty_like(prototype: Any, dtype: Any = None, order: str = 'C', subok: bool = False, shape: Any = None) -> Any:
    """Return an array with the shape and dtype of `prototype`. Its elements are undefined, here zeros."""
    ...

def equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.equal`` of each pair of elements."""
    ...

def exp(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.exp`` of each element."""
    ...

def expand_dims(a: Any, axis: int) -> Any:
    """Insert an axis of size 1."""
    ...

def expm1(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.expm1`` of each element."""
    ...

def eye(N: int, M: int | None = None, k: int = 0, dtype: Any = ..., ctx: Any = None) -> Any:
    """Return a matrix with ones on diagonal `k`."""
    ...

def fabs(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.fabs`` of each element."""
    ...

def fix(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.fix`` of each element."""
    ...

def flip(m: Any, axis: Any = None, out: Any = None) -> Any:
    """Reverse elements along the given axes, or along all axes."""
    ...

def fliplr(m: Any) -> Any:
    """Reverse the columns."""
    ...

def flipud(m: Any) -> Any:
    """Reverse the rows."""
    ...

def floor(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.floor`` of each element."""
    ...

def full(shape: Any, fill_value: Any, dtype: Any = None, order: str = 'C', ctx: Any = None, out: Any = None) -> Any:
    """Return an array filled with a number, or with an array that broadcasts to the shape."""
    ...

def full_like(a: Any, fill_value: Any, dtype: Any = None, order: str = 'C', ctx: Any = None, out: Any = None) -> Any:
    """Return an array with the shape and dtype of `a`, filled with a number."""
    ...

def greater(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.greater`` of each pair of elements."""
    ...

def greater_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.greater_equal`` of each pair of elements."""
    ...

def hamming(M: int, dtype: Any = ..., ctx: Any = None) -> Any:
    """Return the Hamming window with `M` points."""
    ...

def hanning(M: int, dtype: Any = ..., ctx: Any = None) -> Any:
    """Return the Hann window with `M` points."""
    ...

def histogram(a: Any, bins: Any = 10, range: Any = None, normed: Any = None, weights: Any = None, density: Any = None) -> Any:
    """Return the counts of elements in bins, and the bin edges."""
    ...

def hsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Split by columns."""
    ...

def hstack(arrays: Any, out: Any = None) -> Any:
    """Concatenate arrays by columns."""
    ...

def hypot(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.hypot`` of each pair of elements."""
    ...

def identity(n: int, dtype: Any = None, ctx: Any = None) -> Any:
    """Return a square matrix with ones on its diagonal."""
    ...

def indices(dimensions: Any, dtype: Any = ..., ctx: Any = None) -> Any:
    """Return the positions of all elements of an array. The first axis is the axis of the position."""
    ...

def inner(a: Any, b: Any) -> Any:
    """Sum products over the last axes of both arrays."""
    ...

def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    """Insert values before positions along an axis, or in the flattened array without `axis`."""
    ...

def invert(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.invert`` of each element."""
    ...

def isfinite(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.isfinite`` of each element."""
    ...

def isinf(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.isinf`` of each element."""
    ...

def isnan(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.isnan`` of each element."""
    ...

def isneginf(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.isneginf`` of each element."""
    ...

def isposinf(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.isposinf`` of each element."""
    ...

def lcm(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.lcm`` of each pair of elements."""
    ...

def ldexp(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.ldexp`` of each pair of elements."""
    ...

def less(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.less`` of each pair of elements."""
    ...

def less_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.less_equal`` of each pair of elements."""
    ...

def linspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, retstep: bool = False, dtype: Any = None, axis: int = 0, ctx: Any = None) -> Any:
    """Return `num` evenly spaced values from `start` to `stop`. With `retstep`, also return the step."""
    ...

def log(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.log`` of each element."""
    ...

def log10(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.log10`` of each element."""
    ...

def log1p(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.log1p`` of each element."""
    ...

def log2(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.log2`` of each element."""
    ...

def logical_not(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.logical_not`` of each element."""
    ...

def logspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, base: float = 10.0, dtype: Any = None, axis: int = 0, ctx: Any = None) -> Any:
    """Return `num` values from ``base ** start`` to ``base ** stop`` with evenly spaced exponents."""
    ...

def matmul(a: Any, b: Any, out: Any = None) -> Any:
    """Matrix product over the last two axes. The other axes broadcast."""
    ...

def max(a: Any = None, axis: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Return the largest element along axes."""
    ...

def maximum(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.maximum`` of each pair of elements."""
    ...

def may_share_memory(a: Any, b: Any, max_work: Any = None) -> Any:
    """Whether two arrays share memory."""
    ...

def mean(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Mean along axes."""
    ...

def min(a: Any = None, axis: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Return the smallest element along axes."""
    ...

def minimum(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.minimum`` of each pair of elements."""
    ...

def mod(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.mod`` of each pair of elements."""
    ...

def moveaxis(a: Any = None, source: Any = ..., destination: Any = ..., out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Move axes to new positions and keep the order of the others."""
    ...

def multiply(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.multiply`` of each pair of elements."""
    ...

def nan_to_num(x: Any, copy: bool = True, nan: float = 0.0, posinf: Any = None, neginf: Any = None, **kwargs: Any) -> Any:
    """Replace NaN and infinities by numbers. Without `copy`, modify `x` in place."""
    ...

def negative(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.negative`` of each element."""
    ...

def not_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.not_equal`` of each pair of elements."""
    ...

def ones(shape: Any, dtype: Any = ..., order: str = 'C', ctx: Any = None) -> Any:
    """Return an array of ones."""
    ...

def ones_like(a: Any, dtype: Any = None, order: str = 'C', ctx: Any = None, out: Any = None) -> Any:
    """Return ones with the shape and dtype of `a`."""
    ...

def outer(a: Any, b: Any) -> Any:
    """Return all products of an element of `a` and an element of `b`."""
    ...

def pad(x: Any, pad_width: Any = None, mode: str = 'constant', **kwargs: Any) -> Any:
    """Pad both ends of each axis with a constant, the edge, a reflection, or the maximum or minimum."""
    ...

def percentile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = None, interpolation: str = 'linear', keepdims: bool = False) -> Any:
    """Return the values below which `q` percent of the elements along an axis lie."""
    ...

def polyval(p: Any, x: Any) -> Any:
    """Evaluate the polynomial with coefficients `p` at `x`. The first coefficient is the highest power."""
    ...

def power(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.power`` of each pair of elements."""
    ...

def prod(a: Any = None, axis: Any = None, dtype: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Compute the product along axes."""
    ...

def product(a: Any = None, axis: Any = None, dtype: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Compute the product along axes."""
    ...

def quantile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = None, interpolation: str = 'linear', keepdims: bool = False) -> Any:
    """Return the values below which a fraction `q` of the elements along an axis lies."""
    ...

def rad2deg(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.rad2deg`` of each element."""
    ...

def radians(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.radians`` of each element."""
    ...

def ravel(x: Any, order: str = 'C') -> Any:
    """Return all elements along one axis."""
    ...

def reciprocal(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.reciprocal`` of each element."""
    ...

def remainder(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.remainder`` of each pair of elements."""
    ...

def repeat(data: Any = None, repeats: Any = ..., axis: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Repeat each element `repeats` times along an axis or in the flattened array; 0 gives an empty vector."""
    ...

def reshape(a: Any = None, newshape: int | tuple[int, ...] | list[int] = ..., order: str = 'C', out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Reshape the array; one size may be -1."""
    ...

def resize(a: Any, new_shape: Any) -> Any:
    """Return the array in another shape, with elements repeated or removed as necessary."""
    ...

def rint(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.rint`` of each element."""
    ...

def roll(data: Any = None, shift: Any = None, axis: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Shift elements along axes; elements past the end reappear at the start."""
    ...

def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> Any:
    """Rotate by `k` right angles in the plane of two axes."""
    ...

def round(x: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> Any:
    """Round to `decimals` places, half to even."""
    ...

def round_(x: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> Any:
    """Round to `decimals` places, half to even."""
    ...

def row_stack(arrays: Any, out: Any = None) -> Any:
    """Concatenate arrays by rows."""
    ...

def shares_memory(a: Any, b: Any, max_work: Any = None) -> Any:
    """Whether two arrays share memory."""
    ...

def sign(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.sign`` of each element."""
    ...

def sin(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.sin`` of each element."""
    ...

def sinh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.sinh`` of each element."""
    ...

def sometrue(data: Any = None, axis: Any = None, keepdims: Any = False, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Return whether any element along axes is nonzero."""
    ...

def sort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    """Sort elements along an axis, or the flattened array if `axis` is None."""
    ...

def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Split into parts of equal size, or at the given positions."""
    ...

def sqrt(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.sqrt`` of each element."""
    ...

def square(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.square`` of each element."""
    ...

def squeeze(a: Any = None, axis: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Remove all axes of size 1, or the given ones."""
    ...

def stack(arrays: Any, axis: int = 0, out: Any = None) -> Any:
    """Concatenate arrays of the same shape along a new axis."""
    ...

def std(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    """Standard deviation along axes. The divisor is ``count - ddof``."""
    ...

def subtract(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.subtract`` of each pair of elements."""
    ...

def sum(a: Any = None, axis: Any = None, dtype: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Compute the sum along axes."""
    ...

def swapaxes(a: Any, axis1: int, axis2: int) -> Any:
    """Exchange two axes."""
    ...

def take(a: Any, indices: Any, axis: Any = None, mode: str = 'raise', out: Any = None) -> Any:
    """Return elements at positions along an axis, or of the flattened array without `axis`."""
    ...

def tan(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.tan`` of each element."""
    ...

def tanh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.tanh`` of each element."""
    ...

def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """Sum products over several axes of both arrays. `axes` is a number of axes or two lists of axes."""
    ...

def tile(A: Any, reps: Any) -> Any:
    """Repeat the array `reps` times along each axis."""
    ...

def trace(data: Any = None, offset: Any = 0, axis1: Any = 0, axis2: Any = 1, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Compute the sum of a diagonal."""
    ...

def transpose(a: Any = None, axes: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Permute axes; reverse them without `axes`."""
    ...

def tril(m: Any, k: int = 0) -> Any:
    """Return the lower triangle, with zeros above diagonal `k`."""
    ...

def true_divide(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.true_divide`` of each pair of elements."""
    ...

def trunc(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """``numpy.trunc`` of each element."""
    ...

def unique(ar: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: Any = None) -> Any:
    """Return the distinct elements in ascending order, and optionally their positions and counts."""
    ...

def unravel_index(indices: Any, shape: Any, order: str = 'C') -> Any:
    """Convert positions in the flattened array to positions along each axis."""
    ...

def var(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    """Variance along axes. The divisor is ``count - ddof``."""
    ...

def vdot(a: Any, b: Any) -> Any:
    """Sum the products of all elements."""
    ...

def vsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Split by rows."""
    ...

def vstack(arrays: Any, out: Any = None) -> Any:
    """Concatenate arrays by rows."""
    ...

def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    """Select elements of `x` where the condition is true, otherwise of `y`. Without them, return the true positions."""
    ...

def zeros(shape: Any, dtype: Any = None, order: str = 'C', ctx: Any = None) -> Any:
    """Return an array of zeros."""
    ...

def zeros_like(a: Any, dtype: Any = None, order: str = 'C', ctx: Any = None, out: Any = None) -> Any:
    """Return zeros with the shape and dtype of `a`."""
    ...
