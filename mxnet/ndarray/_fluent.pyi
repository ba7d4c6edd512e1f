# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self

from ._array import NDArray

class FluentMethods:
    def abs(self, out: Any = None, name: Any = None) -> Self:
        """Compute the absolute value."""
        ...

    def amp_cast(self, dtype: Any = ..., out: Any = None, name: Any = None) -> Self:
        """Convert single or half precision data to another dtype; copy other data."""
        ...

    def arccos(self, out: Any = None, name: Any = None) -> Self:
        """Compute the inverse cosine."""
        ...

    def arccosh(self, out: Any = None, name: Any = None) -> Self:
        """Compute the inverse hyperbolic cosine."""
        ...

    def arcsin(self, out: Any = None, name: Any = None) -> Self:
        """Compute the inverse sine."""
        ...

    def arcsinh(self, out: Any = None, name: Any = None) -> Self:
        """Compute the inverse hyperbolic sine."""
        ...

    def arctan(self, out: Any = None, name: Any = None) -> Self:
        """Compute the inverse tangent."""
        ...

    def arctanh(self, out: Any = None, name: Any = None) -> Self:
        """Compute the inverse hyperbolic tangent."""
        ...

    def argmax(self, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None) -> Self:
        """Return the index of the first largest element along `axis`, in the dtype of `data`."""
        ...

    def argmax_channel(self, out: Any = None, name: Any = None) -> Self:
        """Compute `argmax` over axis 1."""
        ...

    def argmin(self, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None) -> Self:
        """Return the index of the first smallest element along `axis`, in the dtype of `data`."""
        ...

    def argsort(self, axis: int | None = -1, is_ascend: bool = True, dtype: Any = ..., out: Any = None, name: Any = None) -> Self:
        """Return the indices that sort an axis, or the flattened array."""
        ...

    def batch_dot(self, rhs: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute the matrix product of each pair of matrices in two batches."""
        ...

    def batch_take(self, indices: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Select one element of each row of a matrix."""
        ...

    def broadcast_add(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute ``lhs + rhs`` elementwise with broadcasting."""
        ...

    def broadcast_axes(self, axis: int | tuple[int, ...] | list[int] = (), size: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> Self:
        """Broadcast the given axes of size 1 to the given sizes."""
        ...

    def broadcast_axis(self, axis: int | tuple[int, ...] | list[int] = (), size: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> Self:
        """Broadcast the given axes of size 1 to the given sizes."""
        ...

    def broadcast_div(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute ``lhs / rhs`` elementwise with broadcasting."""
        ...

    def broadcast_equal(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute ``lhs == rhs`` elementwise with broadcasting."""
        ...

    def broadcast_greater(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute ``lhs > rhs`` elementwise with broadcasting."""
        ...

    def broadcast_greater_equal(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute ``lhs >= rhs`` elementwise with broadcasting."""
        ...

    def broadcast_hypot(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute ``sqrt(lhs**2 + rhs**2)`` elementwise with broadcasting."""
        ...

    def broadcast_lesser(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute ``lhs < rhs`` elementwise with broadcasting."""
        ...

    def broadcast_lesser_equal(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute ``lhs <= rhs`` elementwise with broadcasting."""
        ...

    def broadcast_logical_and(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute whether both inputs are nonzero elementwise with broadcasting."""
        ...

    def broadcast_logical_or(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute whether any input is nonzero elementwise with broadcasting."""
        ...

    def broadcast_logical_xor(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute whether exactly one input is nonzero elementwise with broadcasting."""
        ...

    def broadcast_maximum(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute the larger of both inputs elementwise with broadcasting."""
        ...

    def broadcast_minimum(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute the smaller of both inputs elementwise with broadcasting."""
        ...

    def broadcast_minus(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute ``lhs - rhs`` elementwise with broadcasting."""
        ...

    def broadcast_mod(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute the remainder of ``lhs / rhs`` elementwise with broadcasting."""
        ...

    def broadcast_mul(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute ``lhs * rhs`` elementwise with broadcasting."""
        ...

    def broadcast_not_equal(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute ``lhs != rhs`` elementwise with broadcasting."""
        ...

    def broadcast_plus(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute ``lhs + rhs`` elementwise with broadcasting."""
        ...

    def broadcast_power(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute ``lhs ** rhs`` elementwise with broadcasting."""
        ...

    def broadcast_sub(self, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute ``lhs - rhs`` elementwise with broadcasting."""
        ...

    def cast(self, dtype: Any = ..., out: Any = None, name: Any = None) -> Self:
        """Convert to another dtype."""
        ...

    def cbrt(self, out: Any = None, name: Any = None) -> Self:
        """Compute the cube root."""
        ...

    def ceil(self, out: Any = None, name: Any = None) -> Self:
        """Round up to an integer."""
        ...

    def choose_element_0index(self, index: NDArray | None = None, axis: int | None = -1, keepdims: bool = False, mode: str = 'clip', out: Any = None, name: Any = None) -> Self:
        """Select one element per position along `axis`, given by `index`."""
        ...

    def clip(self, a_min: float = ..., a_max: float = ..., out: Any = None, name: Any = None) -> Self:
        """Clip elements to ``[a_min, a_max]``. The gradient is 1 inside and on the limits."""
        ...

    def col2im(self, output_size: int | tuple[int, ...] | list[int] = ..., kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> Self:
        """Sum the columns of `im2col` where their windows overlap."""
        ...

    def cos(self, out: Any = None, name: Any = None) -> Self:
        """Compute the cosine of an angle in radians."""
        ...

    def cosh(self, out: Any = None, name: Any = None) -> Self:
        """Compute the hyperbolic cosine."""
        ...

    def crop(self, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None) -> Self:
        """Return ``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
        ...

    def ctc_loss(self, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: str = 'first', out: Any = None, name: Any = None) -> Self:
        """Compute the CTC loss of label sequences from activations (sequence, batch, alphabet) before softmax.

        Without `label_lengths`, labels end at the first 0 if blank is the first label, and at the first -1 if it is the
        last. The loss is 0 for impossible alignments and infinite for labels of probability 0."""
        ...

    def degrees(self, out: Any = None, name: Any = None) -> Self:
        """Convert radians to degrees."""
        ...

    def depth_to_space(self, block_size: int = ..., out: Any = None, name: Any = None) -> Self:
        """Rearrange blocks of channels into square blocks of pixels."""
        ...

    def diag(self, k: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None, name: Any = None) -> Self:
        """Extract a diagonal of an array, or create a matrix with a vector on its diagonal."""
        ...

    def dot(self, rhs: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute the sum of products over the last axis of `lhs` and the first axis of `rhs`."""
        ...

    def erf(self, out: Any = None, name: Any = None) -> Self:
        """Compute the Gauss error function."""
        ...

    def erfinv(self, out: Any = None, name: Any = None) -> Self:
        """Compute the inverse of the error function."""
        ...

    def exp(self, out: Any = None, name: Any = None) -> Self:
        """Compute the exponential of each element."""
        ...

    def expm1(self, out: Any = None, name: Any = None) -> Self:
        """Compute ``exp(x) - 1``, accurate near zero."""
        ...

    def fix(self, out: Any = None, name: Any = None) -> Self:
        """Round towards zero to an integer."""
        ...

    def flip(self, axis: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> Self:
        """Reverse the order of elements along the given axes."""
        ...

    def floor(self, out: Any = None, name: Any = None) -> Self:
        """Round down to an integer."""
        ...

    def gamma(self, out: Any = None, name: Any = None) -> Self:
        """Compute the gamma function."""
        ...

    def gammaln(self, out: Any = None, name: Any = None) -> Self:
        """Compute the logarithm of the gamma function."""
        ...

    def gather_nd(self, indices: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Select elements or slices of `data` at the coordinates ``indices[:, i]``."""
        ...

    def hard_sigmoid(self, alpha: float = 0.2, beta: float = 0.5, out: Any = None, name: Any = None) -> Self:
        """Compute ``clip(alpha * x + beta, 0, 1)``. The gradient is 0 on the limits."""
        ...

    def im2col(self, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> Self:
        """Return the windows of a 2-d convolution as columns: (batch, channels * window, positions)."""
        ...

    def log(self, out: Any = None, name: Any = None) -> Self:
        """Compute the natural logarithm."""
        ...

    def log10(self, out: Any = None, name: Any = None) -> Self:
        """Compute the logarithm to base 10."""
        ...

    def log1p(self, out: Any = None, name: Any = None) -> Self:
        """Compute ``log(1 + x)``, accurate near zero."""
        ...

    def log2(self, out: Any = None, name: Any = None) -> Self:
        """Compute the logarithm to base 2."""
        ...

    def log_softmax(self, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None) -> Self:
        """Compute the logarithm of `softmax` without overflow."""
        ...

    def logical_not(self, out: Any = None, name: Any = None) -> Self:
        """Return 1 where the element is zero, else 0."""
        ...

    def make_loss(self, out: Any = None, name: Any = None) -> Self:
        """Use the input as a loss: its gradient is one."""
        ...

    def max(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> Self:
        """Return the largest element over `axis`; all ties receive the gradient."""
        ...

    def max_axis(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> Self:
        """Return the largest element over `axis`; all ties receive the gradient."""
        ...

    def mean(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the mean over `axis`, or over all other axes with `exclude`."""
        ...

    def min(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> Self:
        """Return the smallest element over `axis`; all ties receive the gradient."""
        ...

    def min_axis(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> Self:
        """Return the smallest element over `axis`; all ties receive the gradient."""
        ...

    def moments(self, axes: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, out: Any = None, name: Any = None) -> list[Self]:
        """Compute mean and biased variance over `axes`."""
        ...

    def nanprod(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the product over `axis` with NaN counted as 1."""
        ...

    def nansum(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the sum over `axis` with NaN counted as 0."""
        ...

    def negative(self, out: Any = None, name: Any = None) -> Self:
        """Compute ``-x``."""
        ...

    def norm(self, ord: int = 2, axis: int | tuple[int, ...] | list[int] | None = None, out_dtype: str | None = None, keepdims: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the L1 or L2 norm over `axis`."""
        ...

    def one_hot(self, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: Any = ..., out: Any = None, name: Any = None) -> Self:
        """Set `on_value` at each index along a new last axis of size `depth`, and `off_value` elsewhere."""
        ...

    def ones_like(self, out: Any = None, name: Any = None) -> Self:
        """Return ones with the shape and dtype of the input."""
        ...

    def pad(self, mode: str = ..., pad_width: int | tuple[int, ...] | list[int] = ..., constant_value: float = 0.0, out: Any = None, name: Any = None) -> Self:
        """Pad the spatial axes of 4-d or 5-d data; `pad_width` lists (before, after) of each axis."""
        ...

    def pick(self, index: NDArray | None = None, axis: int | None = -1, keepdims: bool = False, mode: str = 'clip', out: Any = None, name: Any = None) -> Self:
        """Select one element per position along `axis`, given by `index`."""
        ...

    def prod(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the product over `axis`, or over all other axes with `exclude`."""
        ...

    def radians(self, out: Any = None, name: Any = None) -> Self:
        """Convert degrees to radians."""
        ...

    def random_pdf_dirichlet(self, alpha: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the density of the Dirichlet distribution over the last axis."""
        ...

    def random_pdf_exponential(self, lam: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the density of the exponential distribution with rate `lam`."""
        ...

    def random_pdf_gamma(self, alpha: NDArray | None = None, beta: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the density of the gamma distribution with shape parameter `alpha` and rate `beta`."""
        ...

    def random_pdf_generalized_negative_binomial(self, mu: NDArray | None = None, alpha: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the probability in the negative binomial distribution with mean `mu` and dispersion `alpha`."""
        ...

    def random_pdf_negative_binomial(self, k: NDArray | None = None, p: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the probability of `sample` successes before the `k`-th failure of probability `p`."""
        ...

    def random_pdf_normal(self, mu: NDArray | None = None, sigma: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the density of the normal distribution."""
        ...

    def random_pdf_poisson(self, lam: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the probability in the Poisson distribution; `sample` gets no gradient."""
        ...

    def random_pdf_uniform(self, low: NDArray | None = None, high: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the density of the uniform distribution; samples outside of `low` and `high` are not detected."""
        ...

    def ravel_multi_index(self, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> Self:
        """Convert the coordinates ``data[:, i]`` to flat indices into an array of the given shape."""
        ...

    def rcbrt(self, out: Any = None, name: Any = None) -> Self:
        """Compute ``1 / cbrt(x)``."""
        ...

    def reciprocal(self, out: Any = None, name: Any = None) -> Self:
        """Compute ``1 / x``."""
        ...

    def relu(self, out: Any = None, name: Any = None) -> Self:
        """Compute ``max(x, 0)``."""
        ...

    def repeat(self, repeats: int = ..., axis: int | None = None, out: Any = None, name: Any = None) -> Self:
        """Repeat each element `repeats` times along an axis or in the flattened array; 0 gives an empty vector."""
        ...

    def reshape_like(self, rhs: NDArray | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: Any = None, name: Any = None) -> Self:
        """Reshape `lhs`, or a range of its axes, to the shape of `rhs`, or of a range of its axes."""
        ...

    def reverse(self, axis: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> Self:
        """Reverse the order of elements along the given axes."""
        ...

    def rint(self, out: Any = None, name: Any = None) -> Self:
        """Round to the nearest integer, halves down."""
        ...

    def round(self, out: Any = None, name: Any = None) -> Self:
        """Round to the nearest integer, halves away from zero."""
        ...

    def rsqrt(self, out: Any = None, name: Any = None) -> Self:
        """Compute ``1 / sqrt(x)``."""
        ...

    def sample_exponential(self, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> Self:
        """Draw exponential numbers with rate `lam`, `shape` numbers for each element."""
        ...

    def sample_gamma(self, beta: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> Self:
        """Draw gamma numbers with shape parameter `alpha` and scale `beta`, `shape` numbers for each element."""
        ...

    def sample_generalized_negative_binomial(self, alpha: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> Self:
        """Draw negative binomial numbers with mean `mu` and dispersion `alpha`, `shape` numbers for each element."""
        ...

    def sample_multinomial(self, shape: int | tuple[int, ...] | list[int] = (), get_prob: bool = False, dtype: Any = ..., out: Any = None, name: Any = None) -> Any:
        """Draw outcomes with the probabilities in the last axis of `data`; `get_prob` also returns log probabilities."""
        ...

    def sample_negative_binomial(self, p: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> Self:
        """Draw the number of successes before the `k`-th failure of probability `p`, `shape` numbers for each element."""
        ...

    def sample_normal(self, sigma: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> Self:
        """Draw normal numbers with mean `mu` and standard deviation `sigma`, `shape` numbers for each element."""
        ...

    def sample_poisson(self, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> Self:
        """Draw Poisson numbers with mean `lam`, `shape` numbers for each element."""
        ...

    def sample_uniform(self, high: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> Self:
        """Draw uniform numbers in ``[low, high)``, `shape` numbers for each element of `low` and `high`."""
        ...

    def scatter_nd(self, indices: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> Self:
        """Return an array of zeros with `data` written at the coordinates ``indices[:, i]``."""
        ...

    def shape_array(self, out: Any = None, name: Any = None) -> Self:
        """Return the shape as a 1-d int64 array."""
        ...

    def sigmoid(self, out: Any = None, name: Any = None) -> Self:
        """Compute ``1 / (1 + exp(-x))``."""
        ...

    def sign(self, out: Any = None, name: Any = None) -> Self:
        """Return -1, 0 or 1 depending on the sign of each element."""
        ...

    def sin(self, out: Any = None, name: Any = None) -> Self:
        """Compute the sine of an angle in radians."""
        ...

    def sinh(self, out: Any = None, name: Any = None) -> Self:
        """Compute the hyperbolic sine."""
        ...

    def size_array(self, out: Any = None, name: Any = None) -> Self:
        """Return the number of elements as an int64 array with one element."""
        ...

    def slice(self, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None) -> Self:
        """Return ``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
        ...

    def slice_axis(self, axis: int = ..., begin: int = ..., end: int | None = ..., out: Any = None, name: Any = None) -> Self:
        """Return ``data[begin:end]`` along one axis."""
        ...

    def slice_like(self, shape_like: NDArray | None = None, axes: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> Self:
        """Slice `data` to the sizes of `shape_like`, along all or the given axes."""
        ...

    def smooth_l1(self, scalar: float = 1.0, out: Any = None, name: Any = None) -> Self:
        """Compute ``0.5 * (scalar * x)**2`` for ``|x| < 1/scalar**2`` and ``|x| - 0.5/scalar**2`` elsewhere."""
        ...

    def softmax(self, length: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None) -> Self:
        """Compute ``exp(x / t) / sum(exp(x / t))`` along `axis`; positions past `length` are 0."""
        ...

    def softmax_cross_entropy(self, label: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Compute the sum over the batch of the cross-entropy of softmax and class labels."""
        ...

    def softmin(self, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None) -> Self:
        """Compute `softmax` of the negated input."""
        ...

    def softsign(self, out: Any = None, name: Any = None) -> Self:
        """Compute ``x / (1 + |x|)``."""
        ...

    def sort(self, axis: int | None = -1, is_ascend: bool = True, out: Any = None, name: Any = None) -> Self:
        """Return a copy sorted along an axis, or a sorted flattened copy."""
        ...

    def space_to_depth(self, block_size: int = ..., out: Any = None, name: Any = None) -> Self:
        """Rearrange square blocks of pixels into channels."""
        ...

    def split(self, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, out: Any = None, name: Any = None) -> Any:
        """Split an axis into `num_outputs` parts of equal size."""
        ...

    def sqrt(self, out: Any = None, name: Any = None) -> Self:
        """Compute the square root."""
        ...

    def square(self, out: Any = None, name: Any = None) -> Self:
        """Compute ``x * x``."""
        ...

    def stop_gradient(self, out: Any = None, name: Any = None) -> Self:
        """Return the input and stop its gradient."""
        ...

    def sum(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the sum over `axis`, or over all other axes with `exclude`."""
        ...

    def sum_axis(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> Self:
        """Compute the sum over `axis`, or over all other axes with `exclude`."""
        ...

    def swapaxes(self, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None) -> Self:
        """Swap two axes."""
        ...

    def take(self, indices: NDArray | None = None, axis: int = 0, mode: str = 'clip', out: Any = None, name: Any = None) -> Self:
        """Select elements of `a` along `axis` at `indices`."""
        ...

    def tan(self, out: Any = None, name: Any = None) -> Self:
        """Compute the tangent of an angle in radians."""
        ...

    def tanh(self, out: Any = None, name: Any = None) -> Self:
        """Compute the hyperbolic tangent."""
        ...

    def tile(self, reps: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> Self:
        """Repeat the array along each axis."""
        ...

    def topk(self, axis: int | None = -1, k: int = 1, ret_typ: str = 'indices', is_ascend: bool = False, dtype: Any = ..., out: Any = None, name: Any = None) -> Any:
        """Return the `k` largest (or smallest) elements along an axis as values, indices, both or a 0/1 mask."""
        ...

    def transpose(self, axes: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> Self:
        """Permute axes; reverse them by default."""
        ...

    def trunc(self, out: Any = None, name: Any = None) -> Self:
        """Round towards zero to an integer."""
        ...

    def unravel_index(self, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> Self:
        """Convert flat indices into an array of the given shape to coordinates, one row per axis."""
        ...

    def where(self, x: NDArray | None = None, y: NDArray | None = None, out: Any = None, name: Any = None) -> Self:
        """Return `x` where the condition is not zero and `y` elsewhere. A 1-d condition selects rows."""
        ...

    def zeros_like(self, out: Any = None, name: Any = None) -> Self:
        """Return zeros with the shape and dtype of the input."""
        ...

    def __add__(self, other: Any) -> Self: ...
    def __radd__(self, other: Any) -> Self: ...
    def __iadd__(self, other: Any) -> Self: ...
    def __sub__(self, other: Any) -> Self: ...
    def __rsub__(self, other: Any) -> Self: ...
    def __isub__(self, other: Any) -> Self: ...
    def __mul__(self, other: Any) -> Self: ...
    def __rmul__(self, other: Any) -> Self: ...
    def __imul__(self, other: Any) -> Self: ...
    def __truediv__(self, other: Any) -> Self: ...
    def __rtruediv__(self, other: Any) -> Self: ...
    def __itruediv__(self, other: Any) -> Self: ...
    def __div__(self, other: Any) -> Self: ...
    def __rdiv__(self, other: Any) -> Self: ...
    def __idiv__(self, other: Any) -> Self: ...
    def __mod__(self, other: Any) -> Self: ...
    def __rmod__(self, other: Any) -> Self: ...
    def __imod__(self, other: Any) -> Self: ...
    def __pow__(self, other: Any) -> Self: ...
    def __rpow__(self, other: Any) -> Self: ...
    def __ipow__(self, other: Any) -> Self: ...
    def __gt__(self, other: Any) -> Self: ...
    def __ge__(self, other: Any) -> Self: ...
    def __lt__(self, other: Any) -> Self: ...
    def __le__(self, other: Any) -> Self: ...
    def __eq__(self, other: Any) -> Self: ...  # type: ignore[override]
    def __ne__(self, other: Any) -> Self: ...  # type: ignore[override]
