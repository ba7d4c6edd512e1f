# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

from ._array import NDArray

def Activation(data: NDArray | None = None, act_type: str = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply the named activation function."""
    ...

def BatchNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalize `axis` by batch statistics in training and by moving ones in prediction.

    The moving statistics follow the batch's (with its biased variance) in the backward pass. With
    `fix_gamma`, gamma is set to 1. The moments returned are mean and reciprocal standard deviation."""
    ...

def BatchNorm_v1(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`BatchNorm` of axis 1 as files of old versions use it; the moments are mean and variance."""
    ...

def BilinearSampler(data: NDArray | None = None, grid: NDArray | None = None, cudnn_off: bool | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Values of `data` at the places in `grid`, -1 to 1 across the map, zero outside."""
    ...

def BlockGrad(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The input, through which no gradient flows."""
    ...

def CTCLoss(data: NDArray | None = None, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: str = 'first', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Loss of label sequences under activations (sequence, batch, alphabet), before softmax.

    Without `label_lengths`, labels end at the first 0 where blank is the first label, at the first -1
    where it is the last. Impossible alignments cost 0, labels of probability 0 infinitely much."""
    ...

def Cast(data: NDArray | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convert to another type."""
    ...

def Concat(*data: NDArray, dim: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Join arrays along an existing axis."""
    ...

def Convolution(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convolution over 1, 2 or 3 spatial axes, channels first or (layout NHWC, NDHWC) last."""
    ...

def Convolution_v1(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`Convolution` under the name that files of old versions use."""
    ...

def Correlation(data1: NDArray | None = None, data2: NDArray | None = None, kernel_size: int = 1, max_displacement: int = 1, stride1: int = 1, stride2: int = 1, pad_size: int = 0, is_multiply: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Mean products (or absolute differences) of patches of one map and displaced patches of the other."""
    ...

def Crop(*data: NDArray, offset: int | tuple[int, ...] | list[int] = (0, 0), h_w: int | tuple[int, ...] | list[int] = (0, 0), center_crop: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An area of the first input: of size `h_w`, or of the second input's size, at `offset` or in the middle."""
    ...

def Custom(data: NDArray | None = None, op_type: str = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run an operator written in Python, named by `op_type`."""
    ...

def Deconvolution(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), adj: int | tuple[int, ...] | list[int] = (), target_shape: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: bool = True, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Transposed convolution; `target_shape`, if given, decides about padding."""
    ...

def Dropout(data: NDArray | None = None, p: float = 0.5, mode: str = 'training', axes: int | tuple[int, ...] | list[int] = (), cudnn_off: bool | None = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Zero elements with probability `p` and scale the others by ``1 / (1 - p)``; identity in prediction.

    Elements along `axes` are kept or dropped together."""
    ...

def ElementWiseSum(*args: NDArray, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of all inputs."""
    ...

def Embedding(data: NDArray | None = None, weight: NDArray | None = None, input_dim: int = ..., output_dim: int = ..., dtype: Any = ..., sparse_grad: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Rows of `weight` chosen by the integers in `data`; indices out of range take the nearest row."""
    ...

def Flatten(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Keep the first axis, merge all others."""
    ...

def FullyConnected(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Affine map ``data @ weight.T + bias`` of the last axis, or of all but the first with `flatten`."""
    ...

def GridGenerator(data: NDArray | None = None, transform_type: str = ..., target_shape: int | tuple[int, ...] | list[int] = (0, 0), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sampling grids for `BilinearSampler` from affine matrices, or from optical flow ('warp')."""
    ...

def GroupNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, num_groups: int = 1, eps: float = 1e-05, output_mean_var: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalize groups of channels; gamma and beta have one element per group."""
    ...

def IdentityAttachKLSparseReg(data: NDArray | None = None, moving_avg: NDArray | None = None, sparseness_target: float = 0.1, penalty: float = 0.001, momentum: float = 0.9, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Identity whose gradient pulls the mean of each unit, followed by `moving_avg`, towards a target."""
    ...

def InstanceNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, eps: float = 0.001, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalize every channel of every sample by its own mean and variance."""
    ...

def L2Normalization(data: NDArray | None = None, eps: float = 1e-10, mode: str = 'instance', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Divide by the L2 norm of a sample, of all channels at a place, or of all places in a channel."""
    ...

def LRN(data: NDArray | None = None, alpha: float = 0.0001, beta: float = 0.75, knorm: float = 2.0, nsize: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Divide by a power of the sum of squares over `nsize` neighbouring channels."""
    ...

def LayerNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, axis: int = -1, eps: float = 1e-05, output_mean_var: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalize every vector along `axis` by its own mean and standard deviation, which are returned if asked for."""
    ...

def LeakyReLU(data: NDArray | None = None, gamma: NDArray | None = None, act_type: str = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Relu with something else than 0 for negative elements: a slope (fixed, learned, random) or a curve.

    'rrelu' also returns the slopes it drew."""
    ...

def LinearRegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Identity whose gradient is that of half the squared error."""
    ...

def LogisticRegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sigmoid whose gradient is that of the logistic loss."""
    ...

def MAERegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Identity whose gradient is that of the absolute error, which falls where there is none."""
    ...

def MakeLoss(data: NDArray | None = None, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: str = 'null', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The input as a loss: its gradient is `grad_scale`, whatever comes from above.

    'batch' divides it by the number of rows, 'valid' by that of elements above `valid_thresh`."""
    ...

def Pad(data: NDArray | None = None, mode: str = ..., pad_width: int | tuple[int, ...] | list[int] = ..., constant_value: float = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Pad the spatial axes of data with 4 or 5 axes; `pad_width` is (before, after) of each axis in a row."""
    ...

def Pooling(data: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = (), pool_type: str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: str = 'valid', stride: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Pool windows of the spatial axes by maximum, mean, sum or Lp norm."""
    ...

def Pooling_v1(data: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = (), pool_type: str = 'max', global_pool: bool = False, pooling_convention: str = 'valid', stride: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Pooling of two spatial axes where padding counts as zeros and means divide by the size of the kernel."""
    ...

def RNN(data: NDArray | None = None, parameters: NDArray | None = None, state: NDArray | None = None, state_cell: NDArray | None = None, sequence_length: NDArray | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool = False, mode: str = ..., p: float = 0.0, state_outputs: bool = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Recurrent layers over data (sequence, batch, input), with all weights and then all biases in one vector.

    `p` is the dropout between layers. `sequence_length` ends each sequence early: results past it are 0."""
    ...

def ROIPooling(data: NDArray | None = None, rois: NDArray | None = None, pooled_size: int | tuple[int, ...] | list[int] = ..., spatial_scale: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Maxima over a grid of bins in each region; `rois` has rows (image, left, top, right, bottom)."""
    ...

def Reshape(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), reverse: bool = False, target_shape: int | tuple[int, ...] | list[int] = (), keep_highest: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Same elements in another shape; 0 copies an axis, -1 infers it, -2 copies the rest, -3 merges, -4 splits."""
    ...

def SVMOutput(data: NDArray | None = None, label: NDArray | None = None, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Identity whose gradient is that of a support vector machine's hinge loss, squared or (`use_linear`) plain."""
    ...

def SequenceLast(data: NDArray | None = None, sequence_length: NDArray | None = None, use_sequence_length: bool = False, axis: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The last element of each sequence."""
    ...

def SequenceMask(data: NDArray | None = None, sequence_length: NDArray | None = None, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`data` with everything after the end of each sequence replaced by `value`."""
    ...

def SequenceReverse(data: NDArray | None = None, sequence_length: NDArray | None = None, use_sequence_length: bool = False, axis: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each sequence in reverse order; what follows its end stays."""
    ...

def SliceChannel(data: NDArray | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Split an axis into `num_outputs` equal parts."""
    ...

def Softmax(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: str = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Softmax whose gradient is that of the cross-entropy with `label`: classes, or probabilities shaped as data.

    The gradient ignores the one that comes from above; `out_grad` multiplies it by the result instead."""
    ...

def SoftmaxActivation(data: NDArray | None = None, mode: str = 'instance', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Softmax over the last axis, or over the channels at each place."""
    ...

def SoftmaxOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: str = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Softmax whose gradient is that of the cross-entropy with `label`: classes, or probabilities shaped as data.

    The gradient ignores the one that comes from above; `out_grad` multiplies it by the result instead."""
    ...

def SpatialTransformer(data: NDArray | None = None, loc: NDArray | None = None, target_shape: int | tuple[int, ...] | list[int] = (0, 0), transform_type: str = ..., sampler_type: str = ..., cudnn_off: bool | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Feature maps seen through the affine transformations in `loc`."""
    ...

def SwapAxes(data: NDArray | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exchange two axes."""
    ...

def SwapAxis(data: NDArray | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exchange two axes."""
    ...

def UpSampling(*data: NDArray, scale: int = ..., num_filter: int = 0, sample_type: str = ..., multi_input_mode: str = 'concat', workspace: int = 512, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Enlarge images by a whole factor: repeat elements, or interpolate with the weights of a second input.

    Several images are enlarged to `scale` times the first, then concatenated or summed."""
    ...

def abs(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Absolute value."""
    ...

def adam_update(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Adam step without bias correction, which the caller puts into `lr`."""
    ...

def add_n(*args: NDArray, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of all inputs."""
    ...

def all_finite(data: NDArray | None = None, init_output: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """1 if no element is infinite or NaN, else 0."""
    ...

def amp_cast(data: NDArray | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convert data of single or half precision to another type; other data is copied."""
    ...

def amp_multicast(*data: NDArray, cast_narrow: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convert all inputs of single or half precision to the widest, or narrowest, type among them."""
    ...

def arccos(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse cosine."""
    ...

def arccosh(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse hyperbolic cosine."""
    ...

def arcsin(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse sine."""
    ...

def arcsinh(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse hyperbolic sine."""
    ...

def arctan(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse tangent."""
    ...

def arctanh(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse hyperbolic tangent."""
    ...

def argmax(data: NDArray | None = None, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Index of the first largest element along `axis`, in the type of `data`."""
    ...

def argmax_channel(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`argmax` over axis 1."""
    ...

def argmin(data: NDArray | None = None, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Index of the first smallest element along `axis`, in the type of `data`."""
    ...

def argsort(data: NDArray | None = None, axis: int | None = -1, is_ascend: bool = True, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Indices that sort an axis, or the flat array."""
    ...

def batch_dot(lhs: NDArray | None = None, rhs: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Matrix product of each pair of matrices in two stacks of one length."""
    ...

def batch_take(a: NDArray | None = None, indices: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One element of each row of a matrix."""
    ...

def broadcast_add(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs + rhs``, shapes broadcast."""
    ...

def broadcast_axes(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] = (), size: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat the given axes of size 1 to the given sizes."""
    ...

def broadcast_axis(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] = (), size: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat the given axes of size 1 to the given sizes."""
    ...

def broadcast_div(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs / rhs``, shapes broadcast."""
    ...

def broadcast_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs == rhs``, shapes broadcast."""
    ...

def broadcast_greater(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs > rhs``, shapes broadcast."""
    ...

def broadcast_greater_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs >= rhs``, shapes broadcast."""
    ...

def broadcast_hypot(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``sqrt(lhs**2 + rhs**2)``, shapes broadcast."""
    ...

def broadcast_lesser(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs < rhs``, shapes broadcast."""
    ...

def broadcast_lesser_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs <= rhs``, shapes broadcast."""
    ...

def broadcast_like(lhs: NDArray | None = None, rhs: NDArray | None = None, lhs_axes: int | tuple[int, ...] | list[int] | None = None, rhs_axes: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat axes of size 1 of `lhs` up to the shape of `rhs`, or the given axes up to given axes of `rhs`."""
    ...

def broadcast_logical_and(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise both not zero, shapes broadcast."""
    ...

def broadcast_logical_or(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise any not zero, shapes broadcast."""
    ...

def broadcast_logical_xor(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise exactly one not zero, shapes broadcast."""
    ...

def broadcast_maximum(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise larger of both, shapes broadcast."""
    ...

def broadcast_minimum(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise smaller of both, shapes broadcast."""
    ...

def broadcast_minus(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs - rhs``, shapes broadcast."""
    ...

def broadcast_mod(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise remainder of ``lhs / rhs``, shapes broadcast."""
    ...

def broadcast_mul(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs * rhs``, shapes broadcast."""
    ...

def broadcast_not_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs != rhs``, shapes broadcast."""
    ...

def broadcast_plus(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs + rhs``, shapes broadcast."""
    ...

def broadcast_power(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs ** rhs``, shapes broadcast."""
    ...

def broadcast_sub(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs - rhs``, shapes broadcast."""
    ...

def broadcast_to(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat axes of size 1 up to `shape`; 0 keeps the size of the axis."""
    ...

def cast(data: NDArray | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convert to another type."""
    ...

def cast_storage(data: NDArray | None = None, stype: str = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy of `data` with another storage type, which compiled graphs do not have."""
    ...

def cbrt(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cube root."""
    ...

def ceil(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smallest integer that is not smaller."""
    ...

def choose_element_0index(data: NDArray | None = None, index: NDArray | None = None, axis: int | None = -1, keepdims: bool = False, mode: str = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One element per position along `axis`, chosen by `index`."""
    ...

def clip(data: NDArray | None = None, a_min: float = ..., a_max: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Limit elements to ``[a_min, a_max]``; the gradient is 1 inside and on the borders."""
    ...

def col2im(data: NDArray | None = None, output_size: int | tuple[int, ...] | list[int] = ..., kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Add up the columns of `im2col` where their windows overlap."""
    ...

def concat(*data: NDArray, dim: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Join arrays along an existing axis."""
    ...

def cos(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cosine of radians."""
    ...

def cosh(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic cosine."""
    ...

def crop(data: NDArray | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def ctc_loss(data: NDArray | None = None, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: str = 'first', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Loss of label sequences under activations (sequence, batch, alphabet), before softmax.

    Without `label_lengths`, labels end at the first 0 where blank is the first label, at the first -1
    where it is the last. Impossible alignments cost 0, labels of probability 0 infinitely much."""
    ...

def cumsum(a: NDArray | None = None, axis: int | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sums of all elements so far along `axis`, or of the flat array."""
    ...

def degrees(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Radians to degrees."""
    ...

def depth_to_space(data: NDArray | None = None, block_size: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Move blocks of channels into square blocks of pixels."""
    ...

def diag(data: NDArray | None = None, k: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A diagonal of an array, or the matrix with a vector on its diagonal."""
    ...

def dot(lhs: NDArray | None = None, rhs: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of products over the last axis of `lhs` and the first of `rhs`."""
    ...

def elemwise_add(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs + rhs`` of arrays of one shape."""
    ...

def elemwise_div(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs / rhs`` of arrays of one shape."""
    ...

def elemwise_mul(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs * rhs`` of arrays of one shape."""
    ...

def elemwise_sub(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs - rhs`` of arrays of one shape."""
    ...

def erf(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gauss error function."""
    ...

def erfinv(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse of the error function."""
    ...

def exp(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """e to the power of each element."""
    ...

def expand_dims(data: NDArray | None = None, axis: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Insert an axis of size 1."""
    ...

def expm1(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``exp(x) - 1``, accurate near zero."""
    ...

def fill_element_0index(lhs: NDArray | None = None, mhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy of the matrix `lhs` with ``lhs[i, rhs[i]] = mhs[i]``."""
    ...

def fix(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The integer next to it towards zero."""
    ...

def flatten(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Keep the first axis, merge all others."""
    ...

def flip(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Reverse the order along the given axes."""
    ...

def floor(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest integer that is not larger."""
    ...

def ftml_update(weight: NDArray | None = None, grad: NDArray | None = None, d: NDArray | None = None, v: NDArray | None = None, z: NDArray | None = None, lr: float = ..., beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-08, t: int = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_grad: float = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Follow the moving leader, at step `t` counted from one."""
    ...

def ftrl_update(weight: NDArray | None = None, grad: NDArray | None = None, z: NDArray | None = None, n: NDArray | None = None, lr: float = ..., lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Follow the regularised leader: weights whose `z` stays within `lamda1` become zero."""
    ...

def gamma(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gamma function."""
    ...

def gammaln(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of the gamma function."""
    ...

def gather_nd(data: NDArray | None = None, indices: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements or slices of `data` at the coordinates ``indices[:, i]``."""
    ...

def hard_sigmoid(data: NDArray | None = None, alpha: float = 0.2, beta: float = 0.5, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``clip(alpha * x + beta, 0, 1)``; the gradient is 0 on the borders."""
    ...

def identity(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy."""
    ...

def im2col(data: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The windows that a 2-d convolution sees, as columns: (batch, channels * window, positions)."""
    ...

def khatri_rao(*args: NDArray, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Column-wise Kronecker product of matrices with one number of columns."""
    ...

def lamb_update_phase1(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """First half of a LAMB step: the direction, whose norm the second half needs."""
    ...

def lamb_update_phase2(weight: NDArray | None = None, g: NDArray | None = None, r1: NDArray | None = None, r2: NDArray | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Second half of a LAMB step: along `g`, scaled by the weight's norm `r1` over the direction's `r2`."""
    ...

def linalg_det(A: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Determinant of each matrix."""
    ...

def linalg_extractdiag(A: NDArray | None = None, offset: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A diagonal of each matrix; a positive `offset` lies above the main one."""
    ...

def linalg_extracttrian(A: NDArray | None = None, offset: int = 0, lower: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The elements of a triangle of each matrix as a vector."""
    ...

def linalg_gelqf(A: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Q with orthonormal rows and lower triangular L such that ``A = L @ Q``."""
    ...

def linalg_gemm(A: NDArray | None = None, B: NDArray | None = None, C: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B + beta * C``, with A and B optionally transposed."""
    ...

def linalg_gemm2(A: NDArray | None = None, B: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B``, with A and B optionally transposed."""
    ...

def linalg_inverse(A: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse of each matrix."""
    ...

def linalg_makediag(A: NDArray | None = None, offset: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Matrices that are zero but for one diagonal."""
    ...

def linalg_maketrian(A: NDArray | None = None, offset: int = 0, lower: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Triangular matrices from packed vectors, the opposite of `extracttrian`."""
    ...

def linalg_potrf(A: NDArray | None = None, lower: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Lower (or upper) triangular Cholesky factor of symmetric positive definite matrices."""
    ...

def linalg_potri(A: NDArray | None = None, lower: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse of the matrices whose lower (or upper) Cholesky factors are given."""
    ...

def linalg_slogdet(A: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sign, and logarithm of the size, of each determinant."""
    ...

def linalg_sumlogdiag(A: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of the logarithms of each matrix's diagonal."""
    ...

def linalg_syrk(A: NDArray | None = None, transpose: bool = False, alpha: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with `transpose`."""
    ...

def linalg_trmm(A: NDArray | None = None, B: NDArray | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B`` for triangular A; `rightside` exchanges the factors."""
    ...

def linalg_trsm(A: NDArray | None = None, B: NDArray | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """X with ``A @ X = alpha * B`` for triangular A; `rightside` exchanges the factors."""
    ...

def log(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Natural logarithm."""
    ...

def log10(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm to base 10."""
    ...

def log1p(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``log(1 + x)``, accurate near zero."""
    ...

def log2(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm to base 2."""
    ...

def log_softmax(data: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of `softmax`, computed without overflow."""
    ...

def logical_not(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """1 where the element is zero, else 0."""
    ...

def make_loss(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The input as a loss: its gradient is one."""
    ...

def max(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest element over `axis`; equal ones all receive the gradient."""
    ...

def max_axis(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest element over `axis`; equal ones all receive the gradient."""
    ...

def mean(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Mean over `axis`, or over all other axes with `exclude`."""
    ...

def min(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smallest element over `axis`; equal ones all receive the gradient."""
    ...

def min_axis(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smallest element over `axis`; equal ones all receive the gradient."""
    ...

def moments(data: NDArray | None = None, axes: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Mean and biased variance over `axes`."""
    ...

def mp_lamb_update_phase1(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, weight32: NDArray | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`lamb_update_phase1` computed, and returned, in float32."""
    ...

def mp_lamb_update_phase2(weight: NDArray | None = None, g: NDArray | None = None, r1: NDArray | None = None, r2: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`lamb_update_phase2` computed from the float32 copy, which it leaves as it is."""
    ...

def mp_nag_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`nag_mom_update` computed on the float32 copy `weight32`."""
    ...

def mp_sgd_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`sgd_mom_update` computed on the float32 copy `weight32`."""
    ...

def mp_sgd_update(weight: NDArray | None = None, grad: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`sgd_update` computed on the float32 copy `weight32`."""
    ...

def multi_all_finite(*data: NDArray, init_output: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """1 if no element of any input is infinite or NaN, else 0."""
    ...

def multi_lars(lrs: NDArray | None = None, weights_sum_sq: NDArray | None = None, grads_sum_sq: NDArray | None = None, wds: NDArray | None = None, eta: float = ..., eps: float = ..., rescale_grad: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Learning rates scaled by the ratio of weight to gradient norms, of many layers at once."""
    ...

def multi_mp_sgd_mom_update(data: NDArray | None = None, lrs: tuple[Any, ...] | list[Any] = ..., wds: tuple[Any, ...] | list[Any] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`sgd_mom_update` or `mp_sgd_mom_update` of several weights."""
    ...

def multi_mp_sgd_update(data: NDArray | None = None, lrs: tuple[Any, ...] | list[Any] = ..., wds: tuple[Any, ...] | list[Any] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`sgd_update` or `mp_sgd_update` of several weights."""
    ...

def multi_sgd_mom_update(data: NDArray | None = None, lrs: tuple[Any, ...] | list[Any] = ..., wds: tuple[Any, ...] | list[Any] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`sgd_mom_update` or `mp_sgd_mom_update` of several weights."""
    ...

def multi_sgd_update(data: NDArray | None = None, lrs: tuple[Any, ...] | list[Any] = ..., wds: tuple[Any, ...] | list[Any] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`sgd_update` or `mp_sgd_update` of several weights."""
    ...

def multi_sum_sq(*data: NDArray, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The sum of squares of each input, as float32."""
    ...

def nag_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nesterov's momentum step: moves to where the next momentum step would end."""
    ...

def nanprod(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product over `axis` with NaN counted as one."""
    ...

def nansum(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum over `axis` with NaN counted as zero."""
    ...

def negative(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``-x``."""
    ...

def norm(data: NDArray | None = None, ord: int = 2, axis: int | tuple[int, ...] | list[int] | None = None, out_dtype: str | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """L1 or L2 norm over `axis`."""
    ...

def normal(loc: float = 0.0, scale: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normal with mean `loc` and standard deviation `scale`."""
    ...

def one_hot(indices: NDArray | None = None, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`on_value` at each index along a new last axis of size `depth`, else `off_value`."""
    ...

def ones_like(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Ones of the same shape and type."""
    ...

def pad(data: NDArray | None = None, mode: str = ..., pad_width: int | tuple[int, ...] | list[int] = ..., constant_value: float = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Pad the spatial axes of data with 4 or 5 axes; `pad_width` is (before, after) of each axis in a row."""
    ...

def pick(data: NDArray | None = None, index: NDArray | None = None, axis: int | None = -1, keepdims: bool = False, mode: str = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One element per position along `axis`, chosen by `index`."""
    ...

def preloaded_multi_mp_sgd_mom_update(data: NDArray | None = None, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`sgd_mom_update` or `mp_sgd_mom_update` of several weights; rates and decays are the last two inputs."""
    ...

def preloaded_multi_mp_sgd_update(data: NDArray | None = None, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`sgd_update` or `mp_sgd_update` of several weights; their rates and decays are the last two inputs."""
    ...

def preloaded_multi_sgd_mom_update(data: NDArray | None = None, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`sgd_mom_update` or `mp_sgd_mom_update` of several weights; rates and decays are the last two inputs."""
    ...

def preloaded_multi_sgd_update(data: NDArray | None = None, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`sgd_update` or `mp_sgd_update` of several weights; their rates and decays are the last two inputs."""
    ...

def prod(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product over `axis`, or over all other axes with `exclude`."""
    ...

def radians(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Degrees to radians."""
    ...

def random_exponential(lam: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exponential with rate `lam`."""
    ...

def random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gamma with shape parameter `alpha` and scale `beta`."""
    ...

def random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Negative binomial with mean `mu` and dispersion `alpha`."""
    ...

def random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """How many successes precede the `k`-th failure, which has the probability `p`."""
    ...

def random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normal with mean `loc` and standard deviation `scale`."""
    ...

def random_pdf_dirichlet(sample: NDArray | None = None, alpha: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Density of the Dirichlet distribution over the last axis."""
    ...

def random_pdf_exponential(sample: NDArray | None = None, lam: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Density of the exponential distribution with rate `lam`."""
    ...

def random_pdf_gamma(sample: NDArray | None = None, alpha: NDArray | None = None, beta: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Density of the gamma distribution with shape parameter `alpha` and rate `beta`."""
    ...

def random_pdf_generalized_negative_binomial(sample: NDArray | None = None, mu: NDArray | None = None, alpha: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Probability in the negative binomial distribution with mean `mu` and dispersion `alpha`."""
    ...

def random_pdf_negative_binomial(sample: NDArray | None = None, k: NDArray | None = None, p: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Probability of `sample` successes before the `k`-th failure of probability `p`."""
    ...

def random_pdf_normal(sample: NDArray | None = None, mu: NDArray | None = None, sigma: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Density of the normal distribution."""
    ...

def random_pdf_poisson(sample: NDArray | None = None, lam: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Probability in the Poisson distribution; `sample` receives no gradient."""
    ...

def random_pdf_uniform(sample: NDArray | None = None, low: NDArray | None = None, high: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Density of the uniform distribution; samples are not checked to lie between `low` and `high`."""
    ...

def random_poisson(lam: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Poisson with mean `lam`."""
    ...

def random_randint(low: int = ..., high: int = ..., shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Integers in ``[low, high)``."""
    ...

def random_uniform(low: float = 0.0, high: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Uniform on ``[low, high)``."""
    ...

def ravel_multi_index(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Flat positions of the coordinates ``data[:, i]`` in an array of the given shape."""
    ...

def rcbrt(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``1 / cbrt(x)``."""
    ...

def reciprocal(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``1 / x``."""
    ...

def relu(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``max(x, 0)``."""
    ...

def repeat(data: NDArray | None = None, repeats: int = ..., axis: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat each element `repeats` times along an axis, or of the flat array; 0 times gives an empty vector."""
    ...

def reset_arrays(*data: NDArray, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Set all elements of all inputs to zero."""
    ...

def reshape(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), reverse: bool = False, target_shape: int | tuple[int, ...] | list[int] = (), keep_highest: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Same elements in another shape; 0 copies an axis, -1 infers it, -2 copies the rest, -3 merges, -4 splits."""
    ...

def reshape_like(lhs: NDArray | None = None, rhs: NDArray | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Reshape `lhs`, or a range of its axes, to the shape of `rhs`, or of a range of its axes."""
    ...

def reverse(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Reverse the order along the given axes."""
    ...

def rint(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest integer, halves downwards."""
    ...

def rmsprop_update(weight: NDArray | None = None, grad: NDArray | None = None, n: NDArray | None = None, lr: float = ..., gamma1: float = 0.95, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Step divided by the root of the moving mean `n` of squared gradients."""
    ...

def rmspropalex_update(weight: NDArray | None = None, grad: NDArray | None = None, n: NDArray | None = None, g: NDArray | None = None, delta: NDArray | None = None, lr: float = ..., gamma1: float = 0.95, gamma2: float = 0.9, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Centred RMSProp with momentum: divides by the moving standard deviation of gradients."""
    ...

def round(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest integer, halves away from zero."""
    ...

def rsqrt(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``1 / sqrt(x)``."""
    ...

def sample_exponential(lam: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exponential with rate `lam`, `shape` numbers for each of its elements."""
    ...

def sample_gamma(alpha: NDArray | None = None, beta: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gamma with shape parameter `alpha` and scale `beta`, `shape` numbers for each of their elements."""
    ...

def sample_generalized_negative_binomial(mu: NDArray | None = None, alpha: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Negative binomial with mean `mu` and dispersion `alpha`, `shape` numbers for each of their elements."""
    ...

def sample_multinomial(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), get_prob: bool = False, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Outcomes drawn with the probabilities in the last axis of `data`, and their logarithms with `get_prob`."""
    ...

def sample_negative_binomial(k: NDArray | None = None, p: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Successes before the `k`-th failure of probability `p`, `shape` numbers for each of their elements."""
    ...

def sample_normal(mu: NDArray | None = None, sigma: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normal with mean `mu` and standard deviation `sigma`, `shape` numbers for each of their elements."""
    ...

def sample_poisson(lam: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Poisson with mean `lam`, `shape` numbers for each of its elements."""
    ...

def sample_uniform(low: NDArray | None = None, high: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Uniform on ``[low, high)``, `shape` numbers for each element of `low` and `high`."""
    ...

def scatter_nd(data: NDArray | None = None, indices: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array of zeros with `data` written at the coordinates ``indices[:, i]``."""
    ...

def sgd_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Momentum step: ``mom = momentum * mom - lr * (grad + wd * weight)``, ``weight + mom``."""
    ...

def sgd_update(weight: NDArray | None = None, grad: NDArray | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``weight - lr * (grad + wd * weight)``."""
    ...

def shape_array(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The shape as a 1-d int64 array."""
    ...

def shuffle(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The rows of `data` in random order."""
    ...

def sigmoid(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``1 / (1 + exp(-x))``."""
    ...

def sign(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """-1, 0 or 1 by the sign of each element."""
    ...

def signsgd_update(weight: NDArray | None = None, grad: NDArray | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Step of size `lr` against the gradient's sign, which rescaling and clipping do not change."""
    ...

def signum_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, wd_lh: float = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Step of size `lr` along the sign of the momentum; `wd_lh` is decoupled weight decay."""
    ...

def sin(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sine of radians."""
    ...

def sinh(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic sine."""
    ...

def size_array(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The number of elements as an int64 array of one element."""
    ...

def slice(data: NDArray | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def slice_axis(data: NDArray | None = None, axis: int = ..., begin: int = ..., end: int | None = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``data[begin:end]`` along one axis."""
    ...

def slice_like(data: NDArray | None = None, shape_like: NDArray | None = None, axes: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cut `data` to the sizes of `shape_like`, on all or the given axes."""
    ...

def smooth_l1(data: NDArray | None = None, scalar: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Quadratic for ``|x| < 1/scalar**2``, else ``|x| - 0.5/scalar**2``."""
    ...

def softmax(data: NDArray | None = None, length: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``exp(x / t) / sum(exp(x / t))`` along `axis`; positions past `length` are 0."""
    ...

def softmax_cross_entropy(data: NDArray | None = None, label: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum over the batch of the cross-entropy of softmax and class labels."""
    ...

def softmin(data: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`softmax` of the negated input."""
    ...

def softsign(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x / (1 + |x|)``."""
    ...

def sort(data: NDArray | None = None, axis: int | None = -1, is_ascend: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sorted copy along an axis, or of the flat array."""
    ...

def space_to_depth(data: NDArray | None = None, block_size: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Move square blocks of pixels into channels."""
    ...

def split(data: NDArray | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Split an axis into `num_outputs` equal parts."""
    ...

def sqrt(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square root."""
    ...

def square(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x * x``."""
    ...

def squeeze(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Drop axes of size 1, all or the given ones."""
    ...

def stack(*data: NDArray, axis: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Join arrays of one shape along a new axis."""
    ...

def stop_gradient(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The input, through which no gradient flows."""
    ...

def sum(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum over `axis`, or over all other axes with `exclude`."""
    ...

def sum_axis(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum over `axis`, or over all other axes with `exclude`."""
    ...

def swapaxes(data: NDArray | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exchange two axes."""
    ...

def take(a: NDArray | None = None, indices: NDArray | None = None, axis: int = 0, mode: str = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements of `a` along `axis` at `indices`."""
    ...

def tan(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Tangent of radians."""
    ...

def tanh(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic tangent."""
    ...

def tile(data: NDArray | None = None, reps: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat the whole array along each axis."""
    ...

def topk(data: NDArray | None = None, axis: int | None = -1, k: int = 1, ret_typ: str = 'indices', is_ascend: bool = False, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The `k` largest (or smallest) elements along an axis: values, indices, both or a 0/1 mask."""
    ...

def transpose(data: NDArray | None = None, axes: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Permute axes; reverses them if none are given."""
    ...

def trunc(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The integer next to it towards zero."""
    ...

def uniform(low: float = 0.0, high: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Uniform on ``[low, high)``."""
    ...

def unravel_index(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The coordinates, one row for each axis, of flat positions in an array of the given shape."""
    ...

def where(condition: NDArray | None = None, x: NDArray | None = None, y: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`x` where the condition is not zero, else `y`; a 1-d condition selects rows."""
    ...

def zeros_like(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Zeros of the same shape and type."""
    ...
