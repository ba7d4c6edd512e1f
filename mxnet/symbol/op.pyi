# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

from ._symbol import Symbol

def Activation(data: Symbol | None = None, act_type: str = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply the named activation function."""
    ...

def BatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalize `axis` by batch statistics in training and by moving ones in prediction.

    The moving variance follows the biased batch variance. With `fix_gamma`, gamma counts as 1."""
    ...

def BlockGrad(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The input, through which no gradient flows."""
    ...

def Cast(data: Symbol | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convert to another type."""
    ...

def Concat(*data: Symbol, dim: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Join arrays along an existing axis."""
    ...

def Convolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convolution over 1, 2 or 3 spatial axes, channels first or (layout NWC, NHWC, NDHWC) last."""
    ...

def Custom(data: Symbol | None = None, op_type: str = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run an operator written in Python, named by `op_type`."""
    ...

def Dropout(data: Symbol | None = None, p: float = 0.5, mode: str = 'training', axes: int | tuple[int, ...] | list[int] = (), cudnn_off: bool | None = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Zero elements with probability `p` and scale the others by ``1 / (1 - p)``; identity in prediction."""
    ...

def ElementWiseSum(*data: Symbol, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of all inputs."""
    ...

def Embedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: Any = ..., sparse_grad: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Rows of `weight` chosen by the integers in `data`."""
    ...

def Flatten(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Keep the first axis, merge all others."""
    ...

def FullyConnected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Affine map ``data @ weight.T + bias`` of the last axis, or of all but the first with `flatten`."""
    ...

def LinearRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Identity whose gradient is that of half the squared error."""
    ...

def LogisticRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sigmoid whose gradient is that of the logistic loss."""
    ...

def MAERegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Identity whose gradient is that of the absolute error."""
    ...

def MakeLoss(data: Symbol | None = None, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: str = 'null', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The input as a loss: its gradient is `grad_scale`, whatever comes from above."""
    ...

def Pooling(data: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = (), pool_type: str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: str = 'valid', stride: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Pool windows of the spatial axes by maximum, mean, sum or Lp norm."""
    ...

def Reshape(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), reverse: bool = False, target_shape: int | tuple[int, ...] | list[int] = (), keep_highest: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Same elements in another shape; 0 copies an axis, -1 infers it, -2 copies the rest, -3 merges, -4 splits."""
    ...

def SliceChannel(data: Symbol | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Split an axis into `num_outputs` equal parts."""
    ...

def Softmax(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: str = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Softmax whose gradient is that of the cross-entropy with `label`."""
    ...

def SoftmaxOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: str = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Softmax whose gradient is that of the cross-entropy with `label`."""
    ...

def SwapAxes(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exchange two axes."""
    ...

def SwapAxis(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exchange two axes."""
    ...

def abs(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Absolute value."""
    ...

def adam_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Adam step without bias correction, which the caller puts into `lr`."""
    ...

def add_n(*data: Symbol, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of all inputs."""
    ...

def arccos(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse cosine."""
    ...

def arccosh(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse hyperbolic cosine."""
    ...

def arcsin(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse sine."""
    ...

def arcsinh(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse hyperbolic sine."""
    ...

def arctan(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse tangent."""
    ...

def arctanh(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse hyperbolic tangent."""
    ...

def argmax(data: Symbol | None = None, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Index of the first largest element along `axis`, as float32."""
    ...

def argmax_channel(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`argmax` over axis 1."""
    ...

def argmin(data: Symbol | None = None, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Index of the first smallest element along `axis`, as float32."""
    ...

def argsort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool = True, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Indices that sort an axis, or the flat array."""
    ...

def batch_dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Matrix product of each pair of matrices in two stacks of one length."""
    ...

def broadcast_add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs + rhs``, shapes broadcast."""
    ...

def broadcast_axes(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] = (), size: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat the given axes of size 1 to the given sizes."""
    ...

def broadcast_axis(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] = (), size: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat the given axes of size 1 to the given sizes."""
    ...

def broadcast_div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs / rhs``, shapes broadcast."""
    ...

def broadcast_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs == rhs``, shapes broadcast."""
    ...

def broadcast_greater(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs > rhs``, shapes broadcast."""
    ...

def broadcast_greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs >= rhs``, shapes broadcast."""
    ...

def broadcast_hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``sqrt(lhs**2 + rhs**2)``, shapes broadcast."""
    ...

def broadcast_lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs < rhs``, shapes broadcast."""
    ...

def broadcast_lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs <= rhs``, shapes broadcast."""
    ...

def broadcast_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_axes: int | tuple[int, ...] | list[int] | None = None, rhs_axes: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat axes of size 1 of `lhs` up to the shape of `rhs`, or the given axes up to given axes of `rhs`."""
    ...

def broadcast_logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise both not zero, shapes broadcast."""
    ...

def broadcast_logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise any not zero, shapes broadcast."""
    ...

def broadcast_logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise exactly one not zero, shapes broadcast."""
    ...

def broadcast_maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise larger of both, shapes broadcast."""
    ...

def broadcast_minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise smaller of both, shapes broadcast."""
    ...

def broadcast_minus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs - rhs``, shapes broadcast."""
    ...

def broadcast_mod(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise remainder of ``lhs / rhs``, shapes broadcast."""
    ...

def broadcast_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs * rhs``, shapes broadcast."""
    ...

def broadcast_not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs != rhs``, shapes broadcast."""
    ...

def broadcast_plus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs + rhs``, shapes broadcast."""
    ...

def broadcast_power(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs ** rhs``, shapes broadcast."""
    ...

def broadcast_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs - rhs``, shapes broadcast."""
    ...

def broadcast_to(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat axes of size 1 up to `shape`; 0 keeps the size of the axis."""
    ...

def cast(data: Symbol | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convert to another type."""
    ...

def cbrt(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cube root."""
    ...

def ceil(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smallest integer that is not smaller."""
    ...

def clip(data: Symbol | None = None, a_min: float = ..., a_max: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Limit elements to ``[a_min, a_max]``; the gradient is 1 inside and on the borders."""
    ...

def concat(*data: Symbol, dim: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Join arrays along an existing axis."""
    ...

def cos(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cosine of radians."""
    ...

def cosh(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic cosine."""
    ...

def crop(data: Symbol | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def degrees(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Radians to degrees."""
    ...

def diag(data: Symbol | None = None, k: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A diagonal of an array, or the matrix with a vector on its diagonal."""
    ...

def dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of products over the last axis of `lhs` and the first of `rhs`."""
    ...

def elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs + rhs`` of arrays of one shape."""
    ...

def elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs / rhs`` of arrays of one shape."""
    ...

def elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs * rhs`` of arrays of one shape."""
    ...

def elemwise_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs - rhs`` of arrays of one shape."""
    ...

def erf(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gauss error function."""
    ...

def erfinv(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse of the error function."""
    ...

def exp(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """e to the power of each element."""
    ...

def expand_dims(data: Symbol | None = None, axis: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Insert an axis of size 1."""
    ...

def expm1(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``exp(x) - 1``, accurate near zero."""
    ...

def fix(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The integer next to it towards zero."""
    ...

def flatten(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Keep the first axis, merge all others."""
    ...

def flip(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Reverse the order along the given axes."""
    ...

def floor(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest integer that is not larger."""
    ...

def gamma(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gamma function."""
    ...

def gammaln(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of the gamma function."""
    ...

def hard_sigmoid(data: Symbol | None = None, alpha: float = 0.2, beta: float = 0.5, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``clip(alpha * x + beta, 0, 1)``; the gradient is 0 on the borders."""
    ...

def identity(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy."""
    ...

def log(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Natural logarithm."""
    ...

def log10(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm to base 10."""
    ...

def log1p(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``log(1 + x)``, accurate near zero."""
    ...

def log2(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm to base 2."""
    ...

def log_softmax(data: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of `softmax`, computed without overflow."""
    ...

def logical_not(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """1 where the element is zero, else 0."""
    ...

def make_loss(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The input as a loss: its gradient is one."""
    ...

def max(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest element over `axis`; equal ones all receive the gradient."""
    ...

def max_axis(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest element over `axis`; equal ones all receive the gradient."""
    ...

def mean(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Mean over `axis`, or over all other axes with `exclude`."""
    ...

def min(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smallest element over `axis`; equal ones all receive the gradient."""
    ...

def min_axis(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smallest element over `axis`; equal ones all receive the gradient."""
    ...

def nanprod(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product over `axis` with NaN counted as one."""
    ...

def nansum(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum over `axis` with NaN counted as zero."""
    ...

def negative(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``-x``."""
    ...

def norm(data: Symbol | None = None, ord: int = 2, axis: int | tuple[int, ...] | list[int] | None = None, out_dtype: str | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """L1 or L2 norm over `axis`."""
    ...

def normal(loc: float = 0.0, scale: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normal with mean `loc` and standard deviation `scale`."""
    ...

def one_hot(indices: Symbol | None = None, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`on_value` at each index along a new last axis of size `depth`, else `off_value`."""
    ...

def ones_like(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Ones of the same shape and type."""
    ...

def pick(data: Symbol | None = None, index: Symbol | None = None, axis: int | None = -1, keepdims: bool = False, mode: str = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One element per position along `axis`, chosen by `index`."""
    ...

def prod(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product over `axis`, or over all other axes with `exclude`."""
    ...

def radians(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Degrees to radians."""
    ...

def random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normal with mean `loc` and standard deviation `scale`."""
    ...

def random_randint(low: int = ..., high: int = ..., shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Integers in ``[low, high)``."""
    ...

def random_uniform(low: float = 0.0, high: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Uniform on ``[low, high)``."""
    ...

def rcbrt(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``1 / cbrt(x)``."""
    ...

def reciprocal(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``1 / x``."""
    ...

def relu(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``max(x, 0)``."""
    ...

def repeat(data: Symbol | None = None, repeats: int = ..., axis: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat each element `repeats` times along an axis, or of the flat array."""
    ...

def reshape(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), reverse: bool = False, target_shape: int | tuple[int, ...] | list[int] = (), keep_highest: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Same elements in another shape; 0 copies an axis, -1 infers it, -2 copies the rest, -3 merges, -4 splits."""
    ...

def reshape_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Reshape `lhs`, or a range of its axes, to the shape of `rhs`."""
    ...

def reverse(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Reverse the order along the given axes."""
    ...

def rint(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest integer, halves downwards."""
    ...

def round(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest integer, halves away from zero."""
    ...

def rsqrt(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``1 / sqrt(x)``."""
    ...

def sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Momentum step: ``mom = momentum * mom - lr * (grad + wd * weight)``, ``weight + mom``."""
    ...

def sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``weight - lr * (grad + wd * weight)``."""
    ...

def shape_array(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The shape as a 1-d int64 array."""
    ...

def shuffle(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The rows of `data` in random order."""
    ...

def sigmoid(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``1 / (1 + exp(-x))``."""
    ...

def sign(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """-1, 0 or 1 by the sign of each element."""
    ...

def sin(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sine of radians."""
    ...

def sinh(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic sine."""
    ...

def size_array(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The number of elements as an int64 array of one element."""
    ...

def slice(data: Symbol | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def slice_axis(data: Symbol | None = None, axis: int = ..., begin: int = ..., end: int | None = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``data[begin:end]`` along one axis."""
    ...

def slice_like(data: Symbol | None = None, shape_like: Symbol | None = None, axes: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cut `data` to the sizes of `shape_like`, on all or the given axes."""
    ...

def smooth_l1(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Quadratic for ``|x| < 1/scalar**2``, else ``|x| - 0.5/scalar**2``."""
    ...

def softmax(data: Symbol | None = None, length: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``exp(x) / sum(exp(x))`` along `axis`; positions past `length` are 0."""
    ...

def softmax_cross_entropy(data: Symbol | None = None, label: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum over the batch of the cross-entropy of softmax and class labels."""
    ...

def softmin(data: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`softmax` of the negated input."""
    ...

def softsign(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x / (1 + |x|)``."""
    ...

def sort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sorted copy along an axis, or of the flat array."""
    ...

def split(data: Symbol | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Split an axis into `num_outputs` equal parts."""
    ...

def sqrt(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square root."""
    ...

def square(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x * x``."""
    ...

def squeeze(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Drop axes of size 1, all or the given ones."""
    ...

def stack(*data: Symbol, axis: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Join arrays of one shape along a new axis."""
    ...

def stop_gradient(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The input, through which no gradient flows."""
    ...

def sum(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum over `axis`, or over all other axes with `exclude`."""
    ...

def sum_axis(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum over `axis`, or over all other axes with `exclude`."""
    ...

def swapaxes(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exchange two axes."""
    ...

def take(a: Symbol | None = None, indices: Symbol | None = None, axis: int = 0, mode: str = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements of `a` along `axis` at `indices`."""
    ...

def tan(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Tangent of radians."""
    ...

def tanh(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic tangent."""
    ...

def tile(data: Symbol | None = None, reps: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat the whole array along each axis."""
    ...

def topk(data: Symbol | None = None, axis: int | None = -1, k: int = 1, ret_typ: str = 'indices', is_ascend: bool = False, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The `k` largest (or smallest) elements along an axis: values, indices, both or a 0/1 mask."""
    ...

def transpose(data: Symbol | None = None, axes: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Permute axes; reverses them if none are given."""
    ...

def trunc(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The integer next to it towards zero."""
    ...

def uniform(low: float = 0.0, high: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Uniform on ``[low, high)``."""
    ...

def where(condition: Symbol | None = None, x: Symbol | None = None, y: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`x` where the condition is not zero, else `y`; a 1-d condition selects rows."""
    ...

def zeros_like(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Zeros of the same shape and type."""
    ...
