# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

from ._array import NDArray

class FluentMethods:
    def abs(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Absolute value."""
        ...

    def amp_cast(self, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Convert data of single or half precision to another type; other data is copied."""
        ...

    def arccos(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Inverse cosine."""
        ...

    def arccosh(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Inverse hyperbolic cosine."""
        ...

    def arcsin(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Inverse sine."""
        ...

    def arcsinh(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Inverse hyperbolic sine."""
        ...

    def arctan(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Inverse tangent."""
        ...

    def arctanh(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Inverse hyperbolic tangent."""
        ...

    def argmax(self, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Index of the first largest element along `axis`, in the type of `data`."""
        ...

    def argmax_channel(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """`argmax` over axis 1."""
        ...

    def argmin(self, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Index of the first smallest element along `axis`, in the type of `data`."""
        ...

    def argsort(self, axis: int | None = -1, is_ascend: bool = True, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Indices that sort an axis, or the flat array."""
        ...

    def batch_dot(self, rhs: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Matrix product of each pair of matrices in two stacks of one length."""
        ...

    def batch_take(self, indices: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """One element of each row of a matrix."""
        ...

    def broadcast_add(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise ``lhs + rhs``, shapes broadcast."""
        ...

    def broadcast_axes(self, axis: int | tuple[int, ...] | list[int] = (), size: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Repeat the given axes of size 1 to the given sizes."""
        ...

    def broadcast_axis(self, axis: int | tuple[int, ...] | list[int] = (), size: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Repeat the given axes of size 1 to the given sizes."""
        ...

    def broadcast_div(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise ``lhs / rhs``, shapes broadcast."""
        ...

    def broadcast_equal(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise ``lhs == rhs``, shapes broadcast."""
        ...

    def broadcast_greater(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise ``lhs > rhs``, shapes broadcast."""
        ...

    def broadcast_greater_equal(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise ``lhs >= rhs``, shapes broadcast."""
        ...

    def broadcast_hypot(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise ``sqrt(lhs**2 + rhs**2)``, shapes broadcast."""
        ...

    def broadcast_lesser(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise ``lhs < rhs``, shapes broadcast."""
        ...

    def broadcast_lesser_equal(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise ``lhs <= rhs``, shapes broadcast."""
        ...

    def broadcast_logical_and(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise both not zero, shapes broadcast."""
        ...

    def broadcast_logical_or(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise any not zero, shapes broadcast."""
        ...

    def broadcast_logical_xor(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise exactly one not zero, shapes broadcast."""
        ...

    def broadcast_maximum(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise larger of both, shapes broadcast."""
        ...

    def broadcast_minimum(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise smaller of both, shapes broadcast."""
        ...

    def broadcast_minus(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise ``lhs - rhs``, shapes broadcast."""
        ...

    def broadcast_mod(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise remainder of ``lhs / rhs``, shapes broadcast."""
        ...

    def broadcast_mul(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise ``lhs * rhs``, shapes broadcast."""
        ...

    def broadcast_not_equal(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise ``lhs != rhs``, shapes broadcast."""
        ...

    def broadcast_plus(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise ``lhs + rhs``, shapes broadcast."""
        ...

    def broadcast_power(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise ``lhs ** rhs``, shapes broadcast."""
        ...

    def broadcast_sub(self, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elementwise ``lhs - rhs``, shapes broadcast."""
        ...

    def cast(self, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Convert to another type."""
        ...

    def cbrt(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Cube root."""
        ...

    def ceil(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Smallest integer that is not smaller."""
        ...

    def choose_element_0index(self, index: NDArray | None = None, axis: int | None = -1, keepdims: bool = False, mode: str = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """One element per position along `axis`, chosen by `index`."""
        ...

    def clip(self, a_min: float = ..., a_max: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Limit elements to ``[a_min, a_max]``; the gradient is 1 inside and on the borders."""
        ...

    def col2im(self, output_size: int | tuple[int, ...] | list[int] = ..., kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Add up the columns of `im2col` where their windows overlap."""
        ...

    def cos(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Cosine of radians."""
        ...

    def cosh(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Hyperbolic cosine."""
        ...

    def crop(self, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
        ...

    def ctc_loss(self, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: str = 'first', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Loss of label sequences under activations (sequence, batch, alphabet), before softmax.

        Without `label_lengths`, labels end at the first 0 where blank is the first label, at the first -1
        where it is the last. Impossible alignments cost 0, labels of probability 0 infinitely much."""
        ...

    def degrees(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Radians to degrees."""
        ...

    def depth_to_space(self, block_size: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Move blocks of channels into square blocks of pixels."""
        ...

    def diag(self, k: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """A diagonal of an array, or the matrix with a vector on its diagonal."""
        ...

    def dot(self, rhs: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Sum of products over the last axis of `lhs` and the first of `rhs`."""
        ...

    def erf(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Gauss error function."""
        ...

    def erfinv(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Inverse of the error function."""
        ...

    def exp(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """e to the power of each element."""
        ...

    def expm1(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``exp(x) - 1``, accurate near zero."""
        ...

    def fix(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The integer next to it towards zero."""
        ...

    def flip(self, axis: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Reverse the order along the given axes."""
        ...

    def floor(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Largest integer that is not larger."""
        ...

    def gamma(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Gamma function."""
        ...

    def gammaln(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Logarithm of the gamma function."""
        ...

    def gather_nd(self, indices: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elements or slices of `data` at the coordinates ``indices[:, i]``."""
        ...

    def hard_sigmoid(self, alpha: float = 0.2, beta: float = 0.5, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``clip(alpha * x + beta, 0, 1)``; the gradient is 0 on the borders."""
        ...

    def im2col(self, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The windows that a 2-d convolution sees, as columns: (batch, channels * window, positions)."""
        ...

    def log(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Natural logarithm."""
        ...

    def log10(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Logarithm to base 10."""
        ...

    def log1p(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``log(1 + x)``, accurate near zero."""
        ...

    def log2(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Logarithm to base 2."""
        ...

    def log_softmax(self, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Logarithm of `softmax`, computed without overflow."""
        ...

    def logical_not(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """1 where the element is zero, else 0."""
        ...

    def make_loss(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The input as a loss: its gradient is one."""
        ...

    def max(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Largest element over `axis`; equal ones all receive the gradient."""
        ...

    def max_axis(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Largest element over `axis`; equal ones all receive the gradient."""
        ...

    def mean(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Mean over `axis`, or over all other axes with `exclude`."""
        ...

    def min(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Smallest element over `axis`; equal ones all receive the gradient."""
        ...

    def min_axis(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Smallest element over `axis`; equal ones all receive the gradient."""
        ...

    def moments(self, axes: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Mean and biased variance over `axes`."""
        ...

    def nanprod(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Product over `axis` with NaN counted as one."""
        ...

    def nansum(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Sum over `axis` with NaN counted as zero."""
        ...

    def negative(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``-x``."""
        ...

    def norm(self, ord: int = 2, axis: int | tuple[int, ...] | list[int] | None = None, out_dtype: str | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """L1 or L2 norm over `axis`."""
        ...

    def one_hot(self, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """`on_value` at each index along a new last axis of size `depth`, else `off_value`."""
        ...

    def ones_like(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Ones of the same shape and type."""
        ...

    def pad(self, mode: str = ..., pad_width: int | tuple[int, ...] | list[int] = ..., constant_value: float = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Pad the spatial axes of data with 4 or 5 axes; `pad_width` is (before, after) of each axis in a row."""
        ...

    def pick(self, index: NDArray | None = None, axis: int | None = -1, keepdims: bool = False, mode: str = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """One element per position along `axis`, chosen by `index`."""
        ...

    def prod(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Product over `axis`, or over all other axes with `exclude`."""
        ...

    def radians(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Degrees to radians."""
        ...

    def random_pdf_dirichlet(self, alpha: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Density of the Dirichlet distribution over the last axis."""
        ...

    def random_pdf_exponential(self, lam: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Density of the exponential distribution with rate `lam`."""
        ...

    def random_pdf_gamma(self, alpha: NDArray | None = None, beta: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Density of the gamma distribution with shape parameter `alpha` and rate `beta`."""
        ...

    def random_pdf_generalized_negative_binomial(self, mu: NDArray | None = None, alpha: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Probability in the negative binomial distribution with mean `mu` and dispersion `alpha`."""
        ...

    def random_pdf_negative_binomial(self, k: NDArray | None = None, p: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Probability of `sample` successes before the `k`-th failure of probability `p`."""
        ...

    def random_pdf_normal(self, mu: NDArray | None = None, sigma: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Density of the normal distribution."""
        ...

    def random_pdf_poisson(self, lam: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Probability in the Poisson distribution; `sample` receives no gradient."""
        ...

    def random_pdf_uniform(self, low: NDArray | None = None, high: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Density of the uniform distribution; samples are not checked to lie between `low` and `high`."""
        ...

    def ravel_multi_index(self, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Flat positions of the coordinates ``data[:, i]`` in an array of the given shape."""
        ...

    def rcbrt(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``1 / cbrt(x)``."""
        ...

    def reciprocal(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``1 / x``."""
        ...

    def relu(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``max(x, 0)``."""
        ...

    def repeat(self, repeats: int = ..., axis: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Repeat each element `repeats` times along an axis, or of the flat array; 0 times gives an empty vector."""
        ...

    def reshape_like(self, rhs: NDArray | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Reshape `lhs`, or a range of its axes, to the shape of `rhs`, or of a range of its axes."""
        ...

    def reverse(self, axis: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Reverse the order along the given axes."""
        ...

    def rint(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Nearest integer, halves downwards."""
        ...

    def round(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Nearest integer, halves away from zero."""
        ...

    def rsqrt(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``1 / sqrt(x)``."""
        ...

    def sample_exponential(self, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Exponential with rate `lam`, `shape` numbers for each of its elements."""
        ...

    def sample_gamma(self, beta: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Gamma with shape parameter `alpha` and scale `beta`, `shape` numbers for each of their elements."""
        ...

    def sample_generalized_negative_binomial(self, alpha: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Negative binomial with mean `mu` and dispersion `alpha`, `shape` numbers for each of their elements."""
        ...

    def sample_multinomial(self, shape: int | tuple[int, ...] | list[int] = (), get_prob: bool = False, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Outcomes drawn with the probabilities in the last axis of `data`, and their logarithms with `get_prob`."""
        ...

    def sample_negative_binomial(self, p: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Successes before the `k`-th failure of probability `p`, `shape` numbers for each of their elements."""
        ...

    def sample_normal(self, sigma: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Normal with mean `mu` and standard deviation `sigma`, `shape` numbers for each of their elements."""
        ...

    def sample_poisson(self, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Poisson with mean `lam`, `shape` numbers for each of its elements."""
        ...

    def sample_uniform(self, high: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Uniform on ``[low, high)``, `shape` numbers for each element of `low` and `high`."""
        ...

    def scatter_nd(self, indices: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """An array of zeros with `data` written at the coordinates ``indices[:, i]``."""
        ...

    def shape_array(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The shape as a 1-d int64 array."""
        ...

    def sigmoid(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``1 / (1 + exp(-x))``."""
        ...

    def sign(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """-1, 0 or 1 by the sign of each element."""
        ...

    def sin(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Sine of radians."""
        ...

    def sinh(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Hyperbolic sine."""
        ...

    def size_array(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The number of elements as an int64 array of one element."""
        ...

    def slice(self, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
        ...

    def slice_axis(self, axis: int = ..., begin: int = ..., end: int | None = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``data[begin:end]`` along one axis."""
        ...

    def slice_like(self, shape_like: NDArray | None = None, axes: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Cut `data` to the sizes of `shape_like`, on all or the given axes."""
        ...

    def smooth_l1(self, scalar: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Quadratic for ``|x| < 1/scalar**2``, else ``|x| - 0.5/scalar**2``."""
        ...

    def softmax(self, length: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``exp(x / t) / sum(exp(x / t))`` along `axis`; positions past `length` are 0."""
        ...

    def softmax_cross_entropy(self, label: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Sum over the batch of the cross-entropy of softmax and class labels."""
        ...

    def softmin(self, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """`softmax` of the negated input."""
        ...

    def softsign(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``x / (1 + |x|)``."""
        ...

    def sort(self, axis: int | None = -1, is_ascend: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Sorted copy along an axis, or of the flat array."""
        ...

    def space_to_depth(self, block_size: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Move square blocks of pixels into channels."""
        ...

    def split(self, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Split an axis into `num_outputs` equal parts."""
        ...

    def sqrt(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Square root."""
        ...

    def square(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``x * x``."""
        ...

    def stop_gradient(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The input, through which no gradient flows."""
        ...

    def sum(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Sum over `axis`, or over all other axes with `exclude`."""
        ...

    def sum_axis(self, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Sum over `axis`, or over all other axes with `exclude`."""
        ...

    def swapaxes(self, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Exchange two axes."""
        ...

    def take(self, indices: NDArray | None = None, axis: int = 0, mode: str = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elements of `a` along `axis` at `indices`."""
        ...

    def tan(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Tangent of radians."""
        ...

    def tanh(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Hyperbolic tangent."""
        ...

    def tile(self, reps: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Repeat the whole array along each axis."""
        ...

    def topk(self, axis: int | None = -1, k: int = 1, ret_typ: str = 'indices', is_ascend: bool = False, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The `k` largest (or smallest) elements along an axis: values, indices, both or a 0/1 mask."""
        ...

    def transpose(self, axes: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Permute axes; reverses them if none are given."""
        ...

    def trunc(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The integer next to it towards zero."""
        ...

    def unravel_index(self, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The coordinates, one row for each axis, of flat positions in an array of the given shape."""
        ...

    def where(self, x: NDArray | None = None, y: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """`x` where the condition is not zero, else `y`; a 1-d condition selects rows."""
        ...

    def zeros_like(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Zeros of the same shape and type."""
        ...

    def __add__(self, other: Any) -> Any: ...
    def __radd__(self, other: Any) -> Any: ...
    def __iadd__(self, other: Any) -> Any: ...
    def __sub__(self, other: Any) -> Any: ...
    def __rsub__(self, other: Any) -> Any: ...
    def __isub__(self, other: Any) -> Any: ...
    def __mul__(self, other: Any) -> Any: ...
    def __rmul__(self, other: Any) -> Any: ...
    def __imul__(self, other: Any) -> Any: ...
    def __truediv__(self, other: Any) -> Any: ...
    def __rtruediv__(self, other: Any) -> Any: ...
    def __itruediv__(self, other: Any) -> Any: ...
    def __div__(self, other: Any) -> Any: ...
    def __rdiv__(self, other: Any) -> Any: ...
    def __idiv__(self, other: Any) -> Any: ...
    def __mod__(self, other: Any) -> Any: ...
    def __rmod__(self, other: Any) -> Any: ...
    def __imod__(self, other: Any) -> Any: ...
    def __pow__(self, other: Any) -> Any: ...
    def __rpow__(self, other: Any) -> Any: ...
    def __ipow__(self, other: Any) -> Any: ...
    def __gt__(self, other: Any) -> Any: ...
    def __ge__(self, other: Any) -> Any: ...
    def __lt__(self, other: Any) -> Any: ...
    def __le__(self, other: Any) -> Any: ...
