# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self

from ._array import NDArray

def Activation(data: NDArray | None = None, act_type: str = ..., out: Any = None, name: Any = None) -> NDArray:
    """Apply the named activation function."""
    ...

def BatchNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None) -> Any:
    """Normalize `axis` by batch statistics in training and by moving statistics in prediction.

    The backward pass updates the moving statistics from the batch (with the biased variance). With `fix_gamma`, gamma
    is set to 1. The returned moments are the mean and the reciprocal standard deviation."""
    ...

def BatchNorm_v1(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, out: Any = None, name: Any = None) -> Any:
    """Apply `BatchNorm` over axis 1, as in files of old versions. The returned moments are mean and variance."""
    ...

def BilinearSampler(data: NDArray | None = None, grid: NDArray | None = None, cudnn_off: bool | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Sample `data` bilinearly at the positions in `grid`, -1 to 1 across the map; zero outside."""
    ...

def BlockGrad(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return the input and stop its gradient."""
    ...

def CTCLoss(data: NDArray | None = None, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: str = 'first', out: Any = None, name: Any = None) -> NDArray:
    """Compute the CTC loss of label sequences from activations (sequence, batch, alphabet) before softmax.

    Without `label_lengths`, labels end at the first 0 if blank is the first label, and at the first -1 if it is the
    last. The loss is 0 for impossible alignments and infinite for labels of probability 0."""
    ...

def Cast(data: NDArray | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Convert to another dtype."""
    ...

def Concat(*data: NDArray, dim: int = 1, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Join arrays along an existing axis."""
    ...

def Convolution(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute a convolution over 1, 2 or 3 spatial axes, with channels first or last (layouts NHWC and NDHWC)."""
    ...

def Convolution_v1(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute `Convolution` under the name used in files of old versions."""
    ...

def Correlation(data1: NDArray | None = None, data2: NDArray | None = None, kernel_size: int = 1, max_displacement: int = 1, stride1: int = 1, stride2: int = 1, pad_size: int = 0, is_multiply: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute mean products (or absolute differences) of patches of one map and shifted patches of the other."""
    ...

def Crop(*data: NDArray, offset: int | tuple[int, ...] | list[int] = (0, 0), h_w: int | tuple[int, ...] | list[int] = (0, 0), center_crop: bool = False, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Crop an area of the first input, of size `h_w` or the size of the second input, at `offset` or centered."""
    ...

def Custom(*data: NDArray, op_type: str = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run an operator written in Python, named by `op_type`."""
    ...

def Deconvolution(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), adj: int | tuple[int, ...] | list[int] = (), target_shape: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: bool = True, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute a transposed convolution. `target_shape`, if given, determines the padding."""
    ...

def Dropout(data: NDArray | None = None, p: float = 0.5, mode: str = 'training', axes: int | tuple[int, ...] | list[int] = (), cudnn_off: bool | None = False, out: Any = None, name: Any = None) -> NDArray:
    """Zero elements with probability `p` and scale the others by ``1 / (1 - p)``. Identity in prediction.

    Elements along `axes` share one random decision."""
    ...

def ElementWiseSum(*args: NDArray, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return the sum of all inputs."""
    ...

def Embedding(data: NDArray | None = None, weight: NDArray | None = None, input_dim: int = ..., output_dim: int = ..., dtype: Any = ..., sparse_grad: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Select rows of `weight` by the integers in `data`. Out-of-range indices select the nearest row."""
    ...

def Flatten(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Keep the first axis and merge all others."""
    ...

def FullyConnected(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``data @ weight.T + bias`` over the last axis, or over all axes but the first with `flatten`."""
    ...

def GridGenerator(data: NDArray | None = None, transform_type: str = ..., target_shape: int | tuple[int, ...] | list[int] = (0, 0), out: Any = None, name: Any = None) -> NDArray:
    """Generate sampling grids for `BilinearSampler` from affine matrices, or from optical flow ('warp')."""
    ...

def GroupNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, num_groups: int = 1, eps: float = 1e-05, output_mean_var: bool = False, out: Any = None, name: Any = None) -> Any:
    """Normalize groups of channels; gamma and beta have one element per group."""
    ...

def IdentityAttachKLSparseReg(data: NDArray | None = None, moving_avg: NDArray | None = None, sparseness_target: float = 0.1, penalty: float = 0.001, momentum: float = 0.9, out: Any = None, name: Any = None) -> NDArray:
    """Return the input, with a gradient that moves the mean of each unit, tracked in `moving_avg`, towards a target."""
    ...

def InstanceNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, eps: float = 0.001, out: Any = None, name: Any = None) -> NDArray:
    """Normalize every channel of every sample by its mean and variance."""
    ...

def L2Normalization(data: NDArray | None = None, eps: float = 1e-10, mode: str = 'instance', out: Any = None, name: Any = None) -> NDArray:
    """Divide by the L2 norm of each sample, of all channels at a position, or of all positions in a channel."""
    ...

def LRN(data: NDArray | None = None, alpha: float = 0.0001, beta: float = 0.75, knorm: float = 2.0, nsize: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Divide by a power of the sum of squares over `nsize` neighboring channels."""
    ...

def LayerNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, axis: int = -1, eps: float = 1e-05, output_mean_var: bool = False, out: Any = None, name: Any = None) -> Any:
    """Normalize every vector along `axis` by its mean and standard deviation, which `output_mean_var` also returns."""
    ...

def LeakyReLU(data: NDArray | None = None, gamma: NDArray | None = None, act_type: str = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: Any = None, name: Any = None) -> Any:
    """Apply a relu that replaces negative elements by a slope (fixed, learned or random) or a curve.

    'rrelu' also returns the random slopes."""
    ...

def LinearRegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, out: Any = None, name: Any = None) -> NDArray:
    """Return the input, with the gradient of half the squared error."""
    ...

def LogisticRegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, out: Any = None, name: Any = None) -> NDArray:
    """Compute the sigmoid, with the gradient of the logistic loss."""
    ...

def MAERegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, out: Any = None, name: Any = None) -> NDArray:
    """Return the input, with the gradient of the absolute error, which is -1 for an error of 0."""
    ...

def MakeLoss(data: NDArray | None = None, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: str = 'null', out: Any = None, name: Any = None) -> NDArray:
    """Use the input as a loss: its gradient is `grad_scale`, regardless of the head gradient.

    'batch' divides the gradient by the number of rows, 'valid' by the number of elements above `valid_thresh`."""
    ...

def Pad(data: NDArray | None = None, mode: str = ..., pad_width: int | tuple[int, ...] | list[int] = ..., constant_value: float = 0.0, out: Any = None, name: Any = None) -> NDArray:
    """Pad the spatial axes of 4-d or 5-d data; `pad_width` lists (before, after) of each axis."""
    ...

def Pooling(data: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = (), pool_type: str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: str = 'valid', stride: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Pool windows of the spatial axes by maximum, mean, sum or Lp norm."""
    ...

def Pooling_v1(data: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = (), pool_type: str = 'max', global_pool: bool = False, pooling_convention: str = 'valid', stride: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> NDArray:
    """Pool two spatial axes. Padding counts as zeros, and means divide by the kernel size."""
    ...

def RNN(data: NDArray | None = None, parameters: NDArray | None = None, state: NDArray | None = None, state_cell: NDArray | None = None, sequence_length: NDArray | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool = False, mode: str = ..., p: float = 0.0, state_outputs: bool = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: Any = None, name: Any = None) -> Any:
    """Run recurrent layers over data (sequence, batch, input); `parameters` has all weights, then all biases.

    `p` is the dropout between layers. `sequence_length` is the length of each sequence; results past it are 0."""
    ...

def ROIPooling(data: NDArray | None = None, rois: NDArray | None = None, pooled_size: int | tuple[int, ...] | list[int] = ..., spatial_scale: float = ..., out: Any = None, name: Any = None) -> NDArray:
    """Compute maxima over a grid of bins in each region; `rois` has rows (image, left, top, right, bottom)."""
    ...

def Reshape(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), reverse: bool = False, target_shape: int | tuple[int, ...] | list[int] = (), keep_highest: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Reshape the array; 0 copies an axis, -1 infers it, -2 copies the rest, -3 merges two axes, -4 splits one."""
    ...

def SVMOutput(data: NDArray | None = None, label: NDArray | None = None, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Return the input, with the gradient of the squared or (`use_linear`) plain hinge loss of an SVM."""
    ...

def SequenceLast(data: NDArray | None = None, sequence_length: NDArray | None = None, use_sequence_length: bool = False, axis: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Return the last element of each sequence."""
    ...

def SequenceMask(data: NDArray | None = None, sequence_length: NDArray | None = None, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Replace all elements after the end of each sequence by `value`."""
    ...

def SequenceReverse(data: NDArray | None = None, sequence_length: NDArray | None = None, use_sequence_length: bool = False, axis: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Reverse each sequence and keep the elements after its end in place."""
    ...

def SliceChannel(data: NDArray | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, out: Any = None, name: Any = None) -> Any:
    """Split an axis into `num_outputs` parts of equal size."""
    ...

def Softmax(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: str = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, out: Any = None, name: Any = None) -> NDArray:
    """Compute softmax with the gradient of the cross-entropy with `label`: classes, or probabilities shaped as data.

    The head gradient is ignored. With `out_grad` the gradient is multiplied by the result, as in MXNet 1.9.1."""
    ...

def SoftmaxActivation(data: NDArray | None = None, mode: str = 'instance', out: Any = None, name: Any = None) -> NDArray:
    """Compute softmax over the last axis, or over the channels at each position."""
    ...

def SoftmaxOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: str = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, out: Any = None, name: Any = None) -> NDArray:
    """Compute softmax with the gradient of the cross-entropy with `label`: classes, or probabilities shaped as data.

    The head gradient is ignored. With `out_grad` the gradient is multiplied by the result, as in MXNet 1.9.1."""
    ...

def SpatialTransformer(data: NDArray | None = None, loc: NDArray | None = None, target_shape: int | tuple[int, ...] | list[int] = (0, 0), transform_type: str = ..., sampler_type: str = ..., cudnn_off: bool | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Transform feature maps by the affine matrices in `loc`."""
    ...

def SwapAxes(data: NDArray | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Swap two axes."""
    ...

def SwapAxis(data: NDArray | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Swap two axes."""
    ...

def UpSampling(*data: NDArray, scale: int = ..., num_filter: int = 0, sample_type: str = ..., multi_input_mode: str = 'concat', workspace: int = 512, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Upsample images by an integer factor: repeat elements, or interpolate with the weights of a second input.

    Several images are upsampled to `scale` times the first, then concatenated or summed."""
    ...

def abs(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the absolute value."""
    ...

def adam_update(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Apply an Adam step without bias correction, which the caller includes in `lr`."""
    ...

def add_n(*args: NDArray, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return the sum of all inputs."""
    ...

def all_finite(data: NDArray | None = None, init_output: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Return 1 if all elements are finite, else 0."""
    ...

def amp_cast(data: NDArray | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Convert single or half precision data to another dtype; copy other data."""
    ...

def amp_multicast(*data: NDArray, cast_narrow: bool = False, num_outputs: int = ..., out: Any = None, name: Any = None) -> Any:
    """Convert all single and half precision inputs to the widest, or narrowest, dtype among them."""
    ...

def arccos(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse cosine."""
    ...

def arccosh(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse hyperbolic cosine."""
    ...

def arcsin(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse sine."""
    ...

def arcsinh(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse hyperbolic sine."""
    ...

def arctan(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse tangent."""
    ...

def arctanh(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse hyperbolic tangent."""
    ...

def argmax(data: NDArray | None = None, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Return the index of the first largest element along `axis`, in the dtype of `data`."""
    ...

def argmax_channel(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute `argmax` over axis 1."""
    ...

def argmin(data: NDArray | None = None, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Return the index of the first smallest element along `axis`, in the dtype of `data`."""
    ...

def argsort(data: NDArray | None = None, axis: int | None = -1, is_ascend: bool = True, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return the indices that sort an axis, or the flattened array."""
    ...

def batch_dot(lhs: NDArray | None = None, rhs: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the matrix product of each pair of matrices in two batches."""
    ...

def batch_take(a: NDArray | None = None, indices: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Select one element of each row of a matrix."""
    ...

def broadcast_add(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs + rhs`` elementwise with broadcasting."""
    ...

def broadcast_axes(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] = (), size: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> NDArray:
    """Broadcast the given axes of size 1 to the given sizes."""
    ...

def broadcast_axis(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] = (), size: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> NDArray:
    """Broadcast the given axes of size 1 to the given sizes."""
    ...

def broadcast_div(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs / rhs`` elementwise with broadcasting."""
    ...

def broadcast_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs == rhs`` elementwise with broadcasting."""
    ...

def broadcast_greater(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs > rhs`` elementwise with broadcasting."""
    ...

def broadcast_greater_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs >= rhs`` elementwise with broadcasting."""
    ...

def broadcast_hypot(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``sqrt(lhs**2 + rhs**2)`` elementwise with broadcasting."""
    ...

def broadcast_lesser(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs < rhs`` elementwise with broadcasting."""
    ...

def broadcast_lesser_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs <= rhs`` elementwise with broadcasting."""
    ...

def broadcast_like(lhs: NDArray | None = None, rhs: NDArray | None = None, lhs_axes: int | tuple[int, ...] | list[int] | None = None, rhs_axes: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Broadcast axes of size 1 of `lhs` to the shape of `rhs`, or `lhs_axes` to the sizes of `rhs_axes`."""
    ...

def broadcast_logical_and(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute whether both inputs are nonzero elementwise with broadcasting."""
    ...

def broadcast_logical_or(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute whether any input is nonzero elementwise with broadcasting."""
    ...

def broadcast_logical_xor(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute whether exactly one input is nonzero elementwise with broadcasting."""
    ...

def broadcast_maximum(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the larger of both inputs elementwise with broadcasting."""
    ...

def broadcast_minimum(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the smaller of both inputs elementwise with broadcasting."""
    ...

def broadcast_minus(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs - rhs`` elementwise with broadcasting."""
    ...

def broadcast_mod(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the remainder of ``lhs / rhs`` elementwise with broadcasting."""
    ...

def broadcast_mul(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs * rhs`` elementwise with broadcasting."""
    ...

def broadcast_not_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs != rhs`` elementwise with broadcasting."""
    ...

def broadcast_plus(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs + rhs`` elementwise with broadcasting."""
    ...

def broadcast_power(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs ** rhs`` elementwise with broadcasting."""
    ...

def broadcast_sub(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs - rhs`` elementwise with broadcasting."""
    ...

def broadcast_to(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> NDArray:
    """Broadcast axes of size 1 to `shape`; a size of 0 keeps the axis unchanged."""
    ...

def cast(data: NDArray | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Convert to another dtype."""
    ...

def cast_storage(data: NDArray | None = None, stype: str = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return a copy of `data` with another storage type. Compiled graphs are always dense."""
    ...

def cbrt(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the cube root."""
    ...

def ceil(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Round up to an integer."""
    ...

def choose_element_0index(data: NDArray | None = None, index: NDArray | None = None, axis: int | None = -1, keepdims: bool = False, mode: str = 'clip', out: Any = None, name: Any = None) -> NDArray:
    """Select one element per position along `axis`, given by `index`."""
    ...

def clip(data: NDArray | None = None, a_min: float = ..., a_max: float = ..., out: Any = None, name: Any = None) -> NDArray:
    """Clip elements to ``[a_min, a_max]``. The gradient is 1 inside and on the limits."""
    ...

def col2im(data: NDArray | None = None, output_size: int | tuple[int, ...] | list[int] = ..., kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> NDArray:
    """Sum the columns of `im2col` where their windows overlap."""
    ...

def concat(*data: NDArray, dim: int = 1, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Join arrays along an existing axis."""
    ...

def cos(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the cosine of an angle in radians."""
    ...

def cosh(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the hyperbolic cosine."""
    ...

def crop(data: NDArray | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None) -> NDArray:
    """Return ``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def ctc_loss(data: NDArray | None = None, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: str = 'first', out: Any = None, name: Any = None) -> NDArray:
    """Compute the CTC loss of label sequences from activations (sequence, batch, alphabet) before softmax.

    Without `label_lengths`, labels end at the first 0 if blank is the first label, and at the first -1 if it is the
    last. The loss is 0 for impossible alignments and infinite for labels of probability 0."""
    ...

def cumsum(a: NDArray | None = None, axis: int | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the cumulative sum along `axis`, or of the flattened array."""
    ...

def degrees(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Convert radians to degrees."""
    ...

def depth_to_space(data: NDArray | None = None, block_size: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Rearrange blocks of channels into square blocks of pixels."""
    ...

def diag(data: NDArray | None = None, k: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None, name: Any = None) -> NDArray:
    """Extract a diagonal of an array, or create a matrix with a vector on its diagonal."""
    ...

def dot(lhs: NDArray | None = None, rhs: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the sum of products over the last axis of `lhs` and the first axis of `rhs`."""
    ...

def elemwise_add(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs + rhs`` of arrays of equal shape elementwise."""
    ...

def elemwise_div(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs / rhs`` of arrays of equal shape elementwise."""
    ...

def elemwise_mul(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs * rhs`` of arrays of equal shape elementwise."""
    ...

def elemwise_sub(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs - rhs`` of arrays of equal shape elementwise."""
    ...

def erf(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the Gauss error function."""
    ...

def erfinv(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse of the error function."""
    ...

def exp(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the exponential of each element."""
    ...

def expand_dims(data: NDArray | None = None, axis: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Insert an axis of size 1."""
    ...

def expm1(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``exp(x) - 1``, accurate near zero."""
    ...

def fill_element_0index(lhs: NDArray | None = None, mhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return a copy of the matrix `lhs` with ``lhs[i, rhs[i]] = mhs[i]``."""
    ...

def fix(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Round towards zero to an integer."""
    ...

def flatten(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Keep the first axis and merge all others."""
    ...

def flip(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> NDArray:
    """Reverse the order of elements along the given axes."""
    ...

def floor(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Round down to an integer."""
    ...

def ftml_update(weight: NDArray | None = None, grad: NDArray | None = None, d: NDArray | None = None, v: NDArray | None = None, z: NDArray | None = None, lr: float = ..., beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-08, t: int = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_grad: float = -1.0, out: Any = None, name: Any = None) -> NDArray:
    """Follow the moving leader at step `t`, counted from 1."""
    ...

def ftrl_update(weight: NDArray | None = None, grad: NDArray | None = None, z: NDArray | None = None, n: NDArray | None = None, lr: float = ..., lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None) -> NDArray:
    """Follow the regularized leader: weights whose `z` stays within `lamda1` become zero."""
    ...

def gamma(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the gamma function."""
    ...

def gammaln(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the logarithm of the gamma function."""
    ...

def gather_nd(data: NDArray | None = None, indices: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Select elements or slices of `data` at the coordinates ``indices[:, i]``."""
    ...

def hard_sigmoid(data: NDArray | None = None, alpha: float = 0.2, beta: float = 0.5, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``clip(alpha * x + beta, 0, 1)``. The gradient is 0 on the limits."""
    ...

def identity(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return a copy."""
    ...

def im2col(data: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> NDArray:
    """Return the windows of a 2-d convolution as columns: (batch, channels * window, positions)."""
    ...

def khatri_rao(*args: NDArray, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Compute the column-wise Kronecker product of matrices with equal numbers of columns."""
    ...

def lamb_update_phase1(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None) -> NDArray:
    """Compute the direction of a LAMB step (phase 1); phase 2 needs its norm."""
    ...

def lamb_update_phase2(weight: NDArray | None = None, g: NDArray | None = None, r1: NDArray | None = None, r2: NDArray | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, out: Any = None, name: Any = None) -> NDArray:
    """Apply a LAMB step (phase 2) along `g`, scaled by the weight norm `r1` over the direction norm `r2`."""
    ...

def linalg_det(A: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the determinant of each matrix."""
    ...

def linalg_extractdiag(A: NDArray | None = None, offset: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Extract a diagonal of each matrix. A positive `offset` is above the main diagonal."""
    ...

def linalg_extracttrian(A: NDArray | None = None, offset: int = 0, lower: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Extract a triangle of each matrix as a vector."""
    ...

def linalg_gelqf(A: NDArray | None = None, out: Any = None, name: Any = None) -> list[NDArray]:
    """Compute Q with orthonormal rows and lower triangular L such that ``A = L @ Q``."""
    ...

def linalg_gemm(A: NDArray | None = None, B: NDArray | None = None, C: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``alpha * A @ B + beta * C``, with A and B optionally transposed."""
    ...

def linalg_gemm2(A: NDArray | None = None, B: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``alpha * A @ B``, with A and B optionally transposed."""
    ...

def linalg_inverse(A: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse of each matrix."""
    ...

def linalg_makediag(A: NDArray | None = None, offset: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Create matrices that are zero except for one diagonal."""
    ...

def linalg_maketrian(A: NDArray | None = None, offset: int = 0, lower: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Create triangular matrices from packed vectors, the inverse of `extracttrian`."""
    ...

def linalg_potrf(A: NDArray | None = None, lower: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute the lower (or upper) triangular Cholesky factor of symmetric positive definite matrices."""
    ...

def linalg_potri(A: NDArray | None = None, lower: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse of matrices from their lower (or upper) Cholesky factors."""
    ...

def linalg_slogdet(A: NDArray | None = None, out: Any = None, name: Any = None) -> list[NDArray]:
    """Compute the sign and the logarithm of the absolute value of each determinant."""
    ...

def linalg_sumlogdiag(A: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the sum of the logarithms of the diagonal of each matrix."""
    ...

def linalg_syrk(A: NDArray | None = None, transpose: bool = False, alpha: float = 1.0, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``alpha * A @ A.T``, or ``alpha * A.T @ A`` with `transpose`."""
    ...

def linalg_trmm(A: NDArray | None = None, B: NDArray | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``alpha * A @ B`` for a triangular matrix A. `rightside` swaps the factors."""
    ...

def linalg_trsm(A: NDArray | None = None, B: NDArray | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, out: Any = None, name: Any = None) -> NDArray:
    """Solve ``A @ X = alpha * B`` for X with a triangular matrix A. `rightside` swaps the factors."""
    ...

def log(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the natural logarithm."""
    ...

def log10(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the logarithm to base 10."""
    ...

def log1p(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``log(1 + x)``, accurate near zero."""
    ...

def log2(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the logarithm to base 2."""
    ...

def log_softmax(data: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the logarithm of `softmax` without overflow."""
    ...

def logical_not(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return 1 where the element is zero, else 0."""
    ...

def make_loss(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Use the input as a loss: its gradient is one."""
    ...

def max(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Return the largest element over `axis`; all ties receive the gradient."""
    ...

def max_axis(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Return the largest element over `axis`; all ties receive the gradient."""
    ...

def mean(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the mean over `axis`, or over all other axes with `exclude`."""
    ...

def min(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Return the smallest element over `axis`; all ties receive the gradient."""
    ...

def min_axis(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Return the smallest element over `axis`; all ties receive the gradient."""
    ...

def moments(data: NDArray | None = None, axes: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, out: Any = None, name: Any = None) -> list[NDArray]:
    """Compute mean and biased variance over `axes`."""
    ...

def mp_lamb_update_phase1(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, weight32: NDArray | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None) -> NDArray:
    """Compute `lamb_update_phase1` in float32."""
    ...

def mp_lamb_update_phase2(weight: NDArray | None = None, g: NDArray | None = None, r1: NDArray | None = None, r2: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, out: Any = None, name: Any = None) -> NDArray:
    """Compute `lamb_update_phase2` from the float32 copy, which stays unchanged."""
    ...

def mp_nag_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None) -> NDArray:
    """Compute `nag_mom_update` on the float32 copy `weight32`."""
    ...

def mp_sgd_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute `sgd_mom_update` on the float32 copy `weight32`."""
    ...

def mp_sgd_update(weight: NDArray | None = None, grad: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute `sgd_update` on the float32 copy `weight32`."""
    ...

def multi_all_finite(*data: NDArray, init_output: bool = True, num_arrays: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return 1 if all elements of all inputs are finite, else 0."""
    ...

def multi_lars(lrs: NDArray | None = None, weights_sum_sq: NDArray | None = None, grads_sum_sq: NDArray | None = None, wds: NDArray | None = None, eta: float = ..., eps: float = ..., rescale_grad: float = 1.0, out: Any = None, name: Any = None) -> NDArray:
    """Scale the learning rates of many layers by the ratio of weight norms to gradient norms."""
    ...

def multi_mp_sgd_mom_update(*data: NDArray, lrs: tuple[Any, ...] | list[Any] = ..., wds: tuple[Any, ...] | list[Any] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply `sgd_mom_update` or `mp_sgd_mom_update` to several weights."""
    ...

def multi_mp_sgd_update(*data: NDArray, lrs: tuple[Any, ...] | list[Any] = ..., wds: tuple[Any, ...] | list[Any] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply `sgd_update` or `mp_sgd_update` to several weights."""
    ...

def multi_sgd_mom_update(*data: NDArray, lrs: tuple[Any, ...] | list[Any] = ..., wds: tuple[Any, ...] | list[Any] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply `sgd_mom_update` or `mp_sgd_mom_update` to several weights."""
    ...

def multi_sgd_update(*data: NDArray, lrs: tuple[Any, ...] | list[Any] = ..., wds: tuple[Any, ...] | list[Any] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply `sgd_update` or `mp_sgd_update` to several weights."""
    ...

def multi_sum_sq(*data: NDArray, num_arrays: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Compute the sum of squares of each input as float32."""
    ...

def nag_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None) -> NDArray:
    """Apply a Nesterov momentum step, which moves to the end point of the next momentum step."""
    ...

def nanprod(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the product over `axis` with NaN counted as 1."""
    ...

def nansum(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the sum over `axis` with NaN counted as 0."""
    ...

def negative(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``-x``."""
    ...

def norm(data: NDArray | None = None, ord: int = 2, axis: int | tuple[int, ...] | list[int] | None = None, out_dtype: str | None = None, keepdims: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the L1 or L2 norm over `axis`."""
    ...

def normal(loc: float = 0.0, scale: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw normal numbers with mean `loc` and standard deviation `scale`."""
    ...

def one_hot(indices: NDArray | None = None, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Set `on_value` at each index along a new last axis of size `depth`, and `off_value` elsewhere."""
    ...

def ones_like(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return ones with the shape and dtype of the input."""
    ...

def pad(data: NDArray | None = None, mode: str = ..., pad_width: int | tuple[int, ...] | list[int] = ..., constant_value: float = 0.0, out: Any = None, name: Any = None) -> NDArray:
    """Pad the spatial axes of 4-d or 5-d data; `pad_width` lists (before, after) of each axis."""
    ...

def pick(data: NDArray | None = None, index: NDArray | None = None, axis: int | None = -1, keepdims: bool = False, mode: str = 'clip', out: Any = None, name: Any = None) -> NDArray:
    """Select one element per position along `axis`, given by `index`."""
    ...

def preloaded_multi_mp_sgd_mom_update(*data: NDArray, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply `sgd_mom_update` or `mp_sgd_mom_update` to several weights; the last inputs are rates and decays."""
    ...

def preloaded_multi_mp_sgd_update(*data: NDArray, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply `sgd_update` or `mp_sgd_update` to several weights; the last two inputs are rates and decays."""
    ...

def preloaded_multi_sgd_mom_update(*data: NDArray, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply `sgd_mom_update` or `mp_sgd_mom_update` to several weights; the last inputs are rates and decays."""
    ...

def preloaded_multi_sgd_update(*data: NDArray, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply `sgd_update` or `mp_sgd_update` to several weights; the last two inputs are rates and decays."""
    ...

def prod(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the product over `axis`, or over all other axes with `exclude`."""
    ...

def radians(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Convert degrees to radians."""
    ...

def random_exponential(lam: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw exponential numbers with rate `lam`."""
    ...

def random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw gamma numbers with shape parameter `alpha` and scale `beta`."""
    ...

def random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw negative binomial numbers with mean `mu` and dispersion `alpha`."""
    ...

def random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw the number of successes before the `k`-th failure, which has probability `p`."""
    ...

def random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw normal numbers with mean `loc` and standard deviation `scale`."""
    ...

def random_pdf_dirichlet(sample: NDArray | None = None, alpha: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the density of the Dirichlet distribution over the last axis."""
    ...

def random_pdf_exponential(sample: NDArray | None = None, lam: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the density of the exponential distribution with rate `lam`."""
    ...

def random_pdf_gamma(sample: NDArray | None = None, alpha: NDArray | None = None, beta: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the density of the gamma distribution with shape parameter `alpha` and rate `beta`."""
    ...

def random_pdf_generalized_negative_binomial(sample: NDArray | None = None, mu: NDArray | None = None, alpha: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the probability in the negative binomial distribution with mean `mu` and dispersion `alpha`."""
    ...

def random_pdf_negative_binomial(sample: NDArray | None = None, k: NDArray | None = None, p: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the probability of `sample` successes before the `k`-th failure of probability `p`."""
    ...

def random_pdf_normal(sample: NDArray | None = None, mu: NDArray | None = None, sigma: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the density of the normal distribution."""
    ...

def random_pdf_poisson(sample: NDArray | None = None, lam: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the probability in the Poisson distribution; `sample` gets no gradient."""
    ...

def random_pdf_uniform(sample: NDArray | None = None, low: NDArray | None = None, high: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the density of the uniform distribution; samples outside of `low` and `high` are not detected."""
    ...

def random_poisson(lam: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw Poisson numbers with mean `lam`."""
    ...

def random_randint(low: int = ..., high: int = ..., shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw integers in ``[low, high)``."""
    ...

def random_uniform(low: float = 0.0, high: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw uniform numbers in ``[low, high)``."""
    ...

def ravel_multi_index(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> NDArray:
    """Convert the coordinates ``data[:, i]`` to flat indices into an array of the given shape."""
    ...

def rcbrt(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``1 / cbrt(x)``."""
    ...

def reciprocal(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``1 / x``."""
    ...

def relu(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``max(x, 0)``."""
    ...

def repeat(data: NDArray | None = None, repeats: int = ..., axis: int | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Repeat each element `repeats` times along an axis or in the flattened array; 0 gives an empty vector."""
    ...

def reset_arrays(*data: NDArray, num_arrays: int = ..., out: Any = None, name: Any = None) -> Any:
    """Set all elements of all inputs to zero."""
    ...

def reshape(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), reverse: bool = False, target_shape: int | tuple[int, ...] | list[int] = (), keep_highest: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Reshape the array; 0 copies an axis, -1 infers it, -2 copies the rest, -3 merges two axes, -4 splits one."""
    ...

def reshape_like(lhs: NDArray | None = None, rhs: NDArray | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Reshape `lhs`, or a range of its axes, to the shape of `rhs`, or of a range of its axes."""
    ...

def reverse(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> NDArray:
    """Reverse the order of elements along the given axes."""
    ...

def rint(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Round to the nearest integer, halves down."""
    ...

def rmsprop_update(weight: NDArray | None = None, grad: NDArray | None = None, n: NDArray | None = None, lr: float = ..., gamma1: float = 0.95, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: Any = None, name: Any = None) -> NDArray:
    """Apply a step divided by the root of the moving mean `n` of squared gradients."""
    ...

def rmspropalex_update(weight: NDArray | None = None, grad: NDArray | None = None, n: NDArray | None = None, g: NDArray | None = None, delta: NDArray | None = None, lr: float = ..., gamma1: float = 0.95, gamma2: float = 0.9, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: Any = None, name: Any = None) -> NDArray:
    """Apply centered RMSProp with momentum, which divides by the moving standard deviation of gradients."""
    ...

def round(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Round to the nearest integer, halves away from zero."""
    ...

def rsqrt(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``1 / sqrt(x)``."""
    ...

def sample_exponential(lam: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw exponential numbers with rate `lam`, `shape` numbers for each element."""
    ...

def sample_gamma(alpha: NDArray | None = None, beta: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw gamma numbers with shape parameter `alpha` and scale `beta`, `shape` numbers for each element."""
    ...

def sample_generalized_negative_binomial(mu: NDArray | None = None, alpha: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw negative binomial numbers with mean `mu` and dispersion `alpha`, `shape` numbers for each element."""
    ...

def sample_multinomial(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), get_prob: bool = False, dtype: Any = ..., out: Any = None, name: Any = None) -> Any:
    """Draw outcomes with the probabilities in the last axis of `data`; `get_prob` also returns log probabilities."""
    ...

def sample_negative_binomial(k: NDArray | None = None, p: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw the number of successes before the `k`-th failure of probability `p`, `shape` numbers for each element."""
    ...

def sample_normal(mu: NDArray | None = None, sigma: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw normal numbers with mean `mu` and standard deviation `sigma`, `shape` numbers for each element."""
    ...

def sample_poisson(lam: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw Poisson numbers with mean `lam`, `shape` numbers for each element."""
    ...

def sample_uniform(low: NDArray | None = None, high: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw uniform numbers in ``[low, high)``, `shape` numbers for each element of `low` and `high`."""
    ...

def scatter_nd(data: NDArray | None = None, indices: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return an array of zeros with `data` written at the coordinates ``indices[:, i]``."""
    ...

def sgd_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Apply a momentum step: ``mom = momentum * mom - lr * (grad + wd * weight)``, ``weight + mom``."""
    ...

def sgd_update(weight: NDArray | None = None, grad: NDArray | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``weight - lr * (grad + wd * weight)``."""
    ...

def shape_array(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return the shape as a 1-d int64 array."""
    ...

def shuffle(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Shuffle the rows of `data`."""
    ...

def sigmoid(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``1 / (1 + exp(-x))``."""
    ...

def sign(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return -1, 0 or 1 depending on the sign of each element."""
    ...

def signsgd_update(weight: NDArray | None = None, grad: NDArray | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None) -> NDArray:
    """Apply a step of size `lr` against the sign of the gradient, which rescaling and clipping do not change."""
    ...

def signum_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, wd_lh: float = 0.0, out: Any = None, name: Any = None) -> NDArray:
    """Apply a step of size `lr` along the sign of the momentum; `wd_lh` is decoupled weight decay."""
    ...

def sin(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the sine of an angle in radians."""
    ...

def sinh(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the hyperbolic sine."""
    ...

def size_array(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return the number of elements as an int64 array with one element."""
    ...

def slice(data: NDArray | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None) -> NDArray:
    """Return ``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def slice_axis(data: NDArray | None = None, axis: int = ..., begin: int = ..., end: int | None = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return ``data[begin:end]`` along one axis."""
    ...

def slice_like(data: NDArray | None = None, shape_like: NDArray | None = None, axes: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> NDArray:
    """Slice `data` to the sizes of `shape_like`, along all or the given axes."""
    ...

def smooth_l1(data: NDArray | None = None, scalar: float = 1.0, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``0.5 * (scalar * x)**2`` for ``|x| < 1/scalar**2`` and ``|x| - 0.5/scalar**2`` elsewhere."""
    ...

def softmax(data: NDArray | None = None, length: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``exp(x / t) / sum(exp(x / t))`` along `axis`; positions past `length` are 0."""
    ...

def softmax_cross_entropy(data: NDArray | None = None, label: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the sum over the batch of the cross-entropy of softmax and class labels."""
    ...

def softmin(data: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute `softmax` of the negated input."""
    ...

def softsign(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``x / (1 + |x|)``."""
    ...

def sort(data: NDArray | None = None, axis: int | None = -1, is_ascend: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Return a copy sorted along an axis, or a sorted flattened copy."""
    ...

def space_to_depth(data: NDArray | None = None, block_size: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Rearrange square blocks of pixels into channels."""
    ...

def split(data: NDArray | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, out: Any = None, name: Any = None) -> Any:
    """Split an axis into `num_outputs` parts of equal size."""
    ...

def sqrt(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the square root."""
    ...

def square(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``x * x``."""
    ...

def squeeze(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Remove all axes of size 1, or the given ones."""
    ...

def stack(*data: NDArray, axis: int = 0, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Join arrays of equal shape along a new axis."""
    ...

def stop_gradient(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return the input and stop its gradient."""
    ...

def sum(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the sum over `axis`, or over all other axes with `exclude`."""
    ...

def sum_axis(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the sum over `axis`, or over all other axes with `exclude`."""
    ...

def swapaxes(data: NDArray | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Swap two axes."""
    ...

def take(a: NDArray | None = None, indices: NDArray | None = None, axis: int = 0, mode: str = 'clip', out: Any = None, name: Any = None) -> NDArray:
    """Select elements of `a` along `axis` at `indices`."""
    ...

def tan(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the tangent of an angle in radians."""
    ...

def tanh(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the hyperbolic tangent."""
    ...

def tile(data: NDArray | None = None, reps: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> NDArray:
    """Repeat the array along each axis."""
    ...

def topk(data: NDArray | None = None, axis: int | None = -1, k: int = 1, ret_typ: str = 'indices', is_ascend: bool = False, dtype: Any = ..., out: Any = None, name: Any = None) -> Any:
    """Return the `k` largest (or smallest) elements along an axis as values, indices, both or a 0/1 mask."""
    ...

def transpose(data: NDArray | None = None, axes: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> NDArray:
    """Permute axes; reverse them by default."""
    ...

def trunc(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Round towards zero to an integer."""
    ...

def uniform(low: float = 0.0, high: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw uniform numbers in ``[low, high)``."""
    ...

def unravel_index(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> NDArray:
    """Convert flat indices into an array of the given shape to coordinates, one row per axis."""
    ...

def where(condition: NDArray | None = None, x: NDArray | None = None, y: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return `x` where the condition is not zero and `y` elsewhere. A 1-d condition selects rows."""
    ...

def zeros_like(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return zeros with the shape and dtype of the input."""
    ...

def add(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise add of two arrays, or an array and a number."""
    ...

def divide(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise divide of two arrays, or an array and a number."""
    ...

def equal(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise equal of two arrays, or an array and a number."""
    ...

def greater(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise greater of two arrays, or an array and a number."""
    ...

def greater_equal(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise greater equal of two arrays, or an array and a number."""
    ...

def hypot(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise hypot of two arrays, or an array and a number."""
    ...

def lesser(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise lesser of two arrays, or an array and a number."""
    ...

def lesser_equal(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise lesser equal of two arrays, or an array and a number."""
    ...

def logical_and(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise logical and of two arrays, or an array and a number."""
    ...

def logical_or(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise logical or of two arrays, or an array and a number."""
    ...

def logical_xor(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise logical xor of two arrays, or an array and a number."""
    ...

def maximum(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise maximum of two arrays, or an array and a number."""
    ...

def minimum(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise minimum of two arrays, or an array and a number."""
    ...

def modulo(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise modulo of two arrays, or an array and a number."""
    ...

def multiply(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise multiply of two arrays, or an array and a number."""
    ...

def not_equal(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise not equal of two arrays, or an array and a number."""
    ...

def power(base: Any, exp: Any) -> NDArray:
    """Elementwise power of two arrays, or an array and a number."""
    ...

def subtract(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise subtract of two arrays, or an array and a number."""
    ...

def true_divide(lhs: Any, rhs: Any) -> NDArray:
    """Elementwise true divide of two arrays, or an array and a number."""
    ...
