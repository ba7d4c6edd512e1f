# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self

from ._symbol import Symbol

def Activation(data: Symbol | None = None, act_type: str = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply the named activation function."""
    ...

def BatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Normalize `axis` by batch statistics in training and by moving statistics in prediction.

    The backward pass updates the moving statistics from the batch (with the biased variance). With `fix_gamma`, gamma
    is set to 1. The returned moments are the mean and the reciprocal standard deviation."""
    ...

def BatchNorm_v1(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply `BatchNorm` over axis 1, as in files of old versions. The returned moments are mean and variance."""
    ...

def BilinearSampler(data: Symbol | None = None, grid: Symbol | None = None, cudnn_off: bool | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Sample `data` bilinearly at the positions in `grid`, -1 to 1 across the map; zero outside."""
    ...

def BlockGrad(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the input and stop its gradient."""
    ...

def CTCLoss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: str = 'first', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the CTC loss of label sequences from activations (sequence, batch, alphabet) before softmax.

    Without `label_lengths`, labels end at the first 0 if blank is the first label, and at the first -1 if it is the
    last. The loss is 0 for impossible alignments and infinite for labels of probability 0."""
    ...

def Cast(data: Symbol | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert to another dtype."""
    ...

def Concat(*data: Symbol, dim: int = 1, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Join arrays along an existing axis."""
    ...

def Convolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute a convolution over 1, 2 or 3 spatial axes, with channels first or last (layouts NHWC and NDHWC)."""
    ...

def Convolution_v1(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute `Convolution` under the name used in files of old versions."""
    ...

def Correlation(data1: Symbol | None = None, data2: Symbol | None = None, kernel_size: int = 1, max_displacement: int = 1, stride1: int = 1, stride2: int = 1, pad_size: int = 0, is_multiply: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute mean products (or absolute differences) of patches of one map and shifted patches of the other."""
    ...

def Crop(*data: Symbol, offset: int | tuple[int, ...] | list[int] = (0, 0), h_w: int | tuple[int, ...] | list[int] = (0, 0), center_crop: bool = False, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Crop an area of the first input, of size `h_w` or the size of the second input, at `offset` or centered."""
    ...

def Custom(*data: Symbol, op_type: str = ..., out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Run an operator written in Python, named by `op_type`."""
    ...

def Deconvolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), adj: int | tuple[int, ...] | list[int] = (), target_shape: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: bool = True, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute a transposed convolution. `target_shape`, if given, determines the padding."""
    ...

def Dropout(data: Symbol | None = None, p: float = 0.5, mode: str = 'training', axes: int | tuple[int, ...] | list[int] = (), cudnn_off: bool | None = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Zero elements with probability `p` and scale the others by ``1 / (1 - p)``. Identity in prediction.

    Elements along `axes` share one random decision."""
    ...

def ElementWiseSum(*args: Symbol, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the sum of all inputs."""
    ...

def Embedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: Any = ..., sparse_grad: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select rows of `weight` by the integers in `data`. Out-of-range indices select the nearest row."""
    ...

def Flatten(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Keep the first axis and merge all others."""
    ...

def FullyConnected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``data @ weight.T + bias`` over the last axis, or over all axes but the first with `flatten`."""
    ...

def GridGenerator(data: Symbol | None = None, transform_type: str = ..., target_shape: int | tuple[int, ...] | list[int] = (0, 0), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Generate sampling grids for `BilinearSampler` from affine matrices, or from optical flow ('warp')."""
    ...

def GroupNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, num_groups: int = 1, eps: float = 1e-05, output_mean_var: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Normalize groups of channels; gamma and beta have one element per group."""
    ...

def IdentityAttachKLSparseReg(data: Symbol | None = None, moving_avg: Symbol | None = None, sparseness_target: float = 0.1, penalty: float = 0.001, momentum: float = 0.9, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the input, with a gradient that moves the mean of each unit, tracked in `moving_avg`, towards a target."""
    ...

def InstanceNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, eps: float = 0.001, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Normalize every channel of every sample by its mean and variance."""
    ...

def L2Normalization(data: Symbol | None = None, eps: float = 1e-10, mode: str = 'instance', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Divide by the L2 norm of each sample, of all channels at a position, or of all positions in a channel."""
    ...

def LRN(data: Symbol | None = None, alpha: float = 0.0001, beta: float = 0.75, knorm: float = 2.0, nsize: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Divide by a power of the sum of squares over `nsize` neighboring channels."""
    ...

def LayerNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, axis: int = -1, eps: float = 1e-05, output_mean_var: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Normalize every vector along `axis` by its mean and standard deviation, which `output_mean_var` also returns."""
    ...

def LeakyReLU(data: Symbol | None = None, gamma: Symbol | None = None, act_type: str = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply a relu that replaces negative elements by a slope (fixed, learned or random) or a curve.

    'rrelu' also returns the random slopes."""
    ...

def LinearRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the input, with the gradient of half the squared error."""
    ...

def LogisticRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sigmoid, with the gradient of the logistic loss."""
    ...

def MAERegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the input, with the gradient of the absolute error, which is -1 for an error of 0."""
    ...

def MakeLoss(data: Symbol | None = None, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: str = 'null', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Use the input as a loss: its gradient is `grad_scale`, regardless of the head gradient.

    'batch' divides the gradient by the number of rows, 'valid' by the number of elements above `valid_thresh`."""
    ...

def Pad(data: Symbol | None = None, mode: str = ..., pad_width: int | tuple[int, ...] | list[int] = ..., constant_value: float = 0.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Pad the spatial axes of 4-d or 5-d data; `pad_width` lists (before, after) of each axis."""
    ...

def Pooling(data: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = (), pool_type: str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: str = 'valid', stride: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Pool windows of the spatial axes by maximum, mean, sum or Lp norm."""
    ...

def Pooling_v1(data: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = (), pool_type: str = 'max', global_pool: bool = False, pooling_convention: str = 'valid', stride: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Pool two spatial axes. Padding counts as zeros, and means divide by the kernel size."""
    ...

def RNN(data: Symbol | None = None, parameters: Symbol | None = None, state: Symbol | None = None, state_cell: Symbol | None = None, sequence_length: Symbol | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool = False, mode: str = ..., p: float = 0.0, state_outputs: bool = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Run recurrent layers over data (sequence, batch, input); `parameters` has all weights, then all biases.

    `p` is the dropout between layers. `sequence_length` is the length of each sequence; results past it are 0."""
    ...

def ROIPooling(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: int | tuple[int, ...] | list[int] = ..., spatial_scale: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute maxima over a grid of bins in each region; `rois` has rows (image, left, top, right, bottom)."""
    ...

def Reshape(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), reverse: bool = False, target_shape: int | tuple[int, ...] | list[int] = (), keep_highest: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Reshape the array; 0 copies an axis, -1 infers it, -2 copies the rest, -3 merges two axes, -4 splits one."""
    ...

def SVMOutput(data: Symbol | None = None, label: Symbol | None = None, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the input, with the gradient of the squared or (`use_linear`) plain hinge loss of an SVM."""
    ...

def SequenceLast(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, axis: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the last element of each sequence."""
    ...

def SequenceMask(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Replace all elements after the end of each sequence by `value`."""
    ...

def SequenceReverse(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, axis: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Reverse each sequence and keep the elements after its end in place."""
    ...

def SliceChannel(data: Symbol | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Split an axis into `num_outputs` parts of equal size."""
    ...

def Softmax(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: str = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute softmax with the gradient of the cross-entropy with `label`: classes, or probabilities shaped as data.

    The head gradient is ignored. With `out_grad` the gradient is multiplied by the result, as in MXNet 1.9.1."""
    ...

def SoftmaxActivation(data: Symbol | None = None, mode: str = 'instance', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute softmax over the last axis, or over the channels at each position."""
    ...

def SoftmaxOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: str = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute softmax with the gradient of the cross-entropy with `label`: classes, or probabilities shaped as data.

    The head gradient is ignored. With `out_grad` the gradient is multiplied by the result, as in MXNet 1.9.1."""
    ...

def SpatialTransformer(data: Symbol | None = None, loc: Symbol | None = None, target_shape: int | tuple[int, ...] | list[int] = (0, 0), transform_type: str = ..., sampler_type: str = ..., cudnn_off: bool | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Transform feature maps by the affine matrices in `loc`."""
    ...

def SwapAxes(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Swap two axes."""
    ...

def SwapAxis(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Swap two axes."""
    ...

def UpSampling(*data: Symbol, scale: int = ..., num_filter: int = 0, sample_type: str = ..., multi_input_mode: str = 'concat', workspace: int = 512, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Upsample images by an integer factor: repeat elements, or interpolate with the weights of a second input.

    Several images are upsampled to `scale` times the first, then concatenated or summed."""
    ...

def abs(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the absolute value."""
    ...

def adam_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply an Adam step without bias correction, which the caller includes in `lr`."""
    ...

def add_n(*args: Symbol, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the sum of all inputs."""
    ...

def all_finite(data: Symbol | None = None, init_output: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return 1 if all elements are finite, else 0."""
    ...

def amp_cast(data: Symbol | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert single or half precision data to another dtype; copy other data."""
    ...

def amp_multicast(*data: Symbol, cast_narrow: bool = False, num_outputs: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert all single and half precision inputs to the widest, or narrowest, dtype among them."""
    ...

def arccos(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse cosine."""
    ...

def arccosh(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse hyperbolic cosine."""
    ...

def arcsin(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse sine."""
    ...

def arcsinh(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse hyperbolic sine."""
    ...

def arctan(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse tangent."""
    ...

def arctanh(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse hyperbolic tangent."""
    ...

def argmax(data: Symbol | None = None, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the index of the first largest element along `axis`, in the dtype of `data`."""
    ...

def argmax_channel(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute `argmax` over axis 1."""
    ...

def argmin(data: Symbol | None = None, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the index of the first smallest element along `axis`, in the dtype of `data`."""
    ...

def argsort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool = True, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the indices that sort an axis, or the flattened array."""
    ...

def batch_dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the matrix product of each pair of matrices in two batches."""
    ...

def batch_take(a: Symbol | None = None, indices: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select one element of each row of a matrix."""
    ...

def broadcast_add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs + rhs`` elementwise with broadcasting."""
    ...

def broadcast_axes(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] = (), size: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Broadcast the given axes of size 1 to the given sizes."""
    ...

def broadcast_axis(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] = (), size: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Broadcast the given axes of size 1 to the given sizes."""
    ...

def broadcast_div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs / rhs`` elementwise with broadcasting."""
    ...

def broadcast_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs == rhs`` elementwise with broadcasting."""
    ...

def broadcast_greater(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs > rhs`` elementwise with broadcasting."""
    ...

def broadcast_greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs >= rhs`` elementwise with broadcasting."""
    ...

def broadcast_hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``sqrt(lhs**2 + rhs**2)`` elementwise with broadcasting."""
    ...

def broadcast_lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs < rhs`` elementwise with broadcasting."""
    ...

def broadcast_lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs <= rhs`` elementwise with broadcasting."""
    ...

def broadcast_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_axes: int | tuple[int, ...] | list[int] | None = None, rhs_axes: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Broadcast axes of size 1 of `lhs` to the shape of `rhs`, or `lhs_axes` to the sizes of `rhs_axes`."""
    ...

def broadcast_logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute whether both inputs are nonzero elementwise with broadcasting."""
    ...

def broadcast_logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute whether any input is nonzero elementwise with broadcasting."""
    ...

def broadcast_logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute whether exactly one input is nonzero elementwise with broadcasting."""
    ...

def broadcast_maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the larger of both inputs elementwise with broadcasting."""
    ...

def broadcast_minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the smaller of both inputs elementwise with broadcasting."""
    ...

def broadcast_minus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs - rhs`` elementwise with broadcasting."""
    ...

def broadcast_mod(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the remainder of ``lhs / rhs`` elementwise with broadcasting."""
    ...

def broadcast_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs * rhs`` elementwise with broadcasting."""
    ...

def broadcast_not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs != rhs`` elementwise with broadcasting."""
    ...

def broadcast_plus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs + rhs`` elementwise with broadcasting."""
    ...

def broadcast_power(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs ** rhs`` elementwise with broadcasting."""
    ...

def broadcast_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs - rhs`` elementwise with broadcasting."""
    ...

def broadcast_to(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Broadcast axes of size 1 to `shape`; a size of 0 keeps the axis unchanged."""
    ...

def cast(data: Symbol | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert to another dtype."""
    ...

def cast_storage(data: Symbol | None = None, stype: str = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy of `data` with another storage type. Compiled graphs are always dense."""
    ...

def cbrt(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the cube root."""
    ...

def ceil(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Round up to an integer."""
    ...

def choose_element_0index(data: Symbol | None = None, index: Symbol | None = None, axis: int | None = -1, keepdims: bool = False, mode: str = 'clip', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select one element per position along `axis`, given by `index`."""
    ...

def clip(data: Symbol | None = None, a_min: float = ..., a_max: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Clip elements to ``[a_min, a_max]``. The gradient is 1 inside and on the limits."""
    ...

def col2im(data: Symbol | None = None, output_size: int | tuple[int, ...] | list[int] = ..., kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Sum the columns of `im2col` where their windows overlap."""
    ...

def concat(*data: Symbol, dim: int = 1, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Join arrays along an existing axis."""
    ...

def cos(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the cosine of an angle in radians."""
    ...

def cosh(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the hyperbolic cosine."""
    ...

def crop(data: Symbol | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return ``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def ctc_loss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: str = 'first', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the CTC loss of label sequences from activations (sequence, batch, alphabet) before softmax.

    Without `label_lengths`, labels end at the first 0 if blank is the first label, and at the first -1 if it is the
    last. The loss is 0 for impossible alignments and infinite for labels of probability 0."""
    ...

def cumsum(a: Symbol | None = None, axis: int | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the cumulative sum along `axis`, or of the flattened array."""
    ...

def degrees(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert radians to degrees."""
    ...

def depth_to_space(data: Symbol | None = None, block_size: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Rearrange blocks of channels into square blocks of pixels."""
    ...

def diag(data: Symbol | None = None, k: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Extract a diagonal of an array, or create a matrix with a vector on its diagonal."""
    ...

def dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sum of products over the last axis of `lhs` and the first axis of `rhs`."""
    ...

def elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs + rhs`` of arrays of equal shape elementwise."""
    ...

def elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs / rhs`` of arrays of equal shape elementwise."""
    ...

def elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs * rhs`` of arrays of equal shape elementwise."""
    ...

def elemwise_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs - rhs`` of arrays of equal shape elementwise."""
    ...

def erf(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the Gauss error function."""
    ...

def erfinv(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse of the error function."""
    ...

def exp(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the exponential of each element."""
    ...

def expand_dims(data: Symbol | None = None, axis: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Insert an axis of size 1."""
    ...

def expm1(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``exp(x) - 1``, accurate near zero."""
    ...

def fill_element_0index(lhs: Symbol | None = None, mhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy of the matrix `lhs` with ``lhs[i, rhs[i]] = mhs[i]``."""
    ...

def fix(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Round towards zero to an integer."""
    ...

def flatten(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Keep the first axis and merge all others."""
    ...

def flip(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Reverse the order of elements along the given axes."""
    ...

def floor(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Round down to an integer."""
    ...

def ftml_update(weight: Symbol | None = None, grad: Symbol | None = None, d: Symbol | None = None, v: Symbol | None = None, z: Symbol | None = None, lr: float = ..., beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-08, t: int = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_grad: float = -1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Follow the moving leader at step `t`, counted from 1."""
    ...

def ftrl_update(weight: Symbol | None = None, grad: Symbol | None = None, z: Symbol | None = None, n: Symbol | None = None, lr: float = ..., lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Follow the regularized leader: weights whose `z` stays within `lamda1` become zero."""
    ...

def gamma(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the gamma function."""
    ...

def gammaln(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the logarithm of the gamma function."""
    ...

def gather_nd(data: Symbol | None = None, indices: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select elements or slices of `data` at the coordinates ``indices[:, i]``."""
    ...

def hard_sigmoid(data: Symbol | None = None, alpha: float = 0.2, beta: float = 0.5, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``clip(alpha * x + beta, 0, 1)``. The gradient is 0 on the limits."""
    ...

def identity(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy."""
    ...

def im2col(data: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the windows of a 2-d convolution as columns: (batch, channels * window, positions)."""
    ...

def khatri_rao(*args: Symbol, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the column-wise Kronecker product of matrices with equal numbers of columns."""
    ...

def lamb_update_phase1(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the direction of a LAMB step (phase 1); phase 2 needs its norm."""
    ...

def lamb_update_phase2(weight: Symbol | None = None, g: Symbol | None = None, r1: Symbol | None = None, r2: Symbol | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply a LAMB step (phase 2) along `g`, scaled by the weight norm `r1` over the direction norm `r2`."""
    ...

def linalg_det(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the determinant of each matrix."""
    ...

def linalg_extractdiag(A: Symbol | None = None, offset: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Extract a diagonal of each matrix. A positive `offset` is above the main diagonal."""
    ...

def linalg_extracttrian(A: Symbol | None = None, offset: int = 0, lower: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Extract a triangle of each matrix as a vector."""
    ...

def linalg_gelqf(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute Q with orthonormal rows and lower triangular L such that ``A = L @ Q``."""
    ...

def linalg_gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``alpha * A @ B + beta * C``, with A and B optionally transposed."""
    ...

def linalg_gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``alpha * A @ B``, with A and B optionally transposed."""
    ...

def linalg_inverse(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse of each matrix."""
    ...

def linalg_makediag(A: Symbol | None = None, offset: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Create matrices that are zero except for one diagonal."""
    ...

def linalg_maketrian(A: Symbol | None = None, offset: int = 0, lower: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Create triangular matrices from packed vectors, the inverse of `extracttrian`."""
    ...

def linalg_potrf(A: Symbol | None = None, lower: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the lower (or upper) triangular Cholesky factor of symmetric positive definite matrices."""
    ...

def linalg_potri(A: Symbol | None = None, lower: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse of matrices from their lower (or upper) Cholesky factors."""
    ...

def linalg_slogdet(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sign and the logarithm of the absolute value of each determinant."""
    ...

def linalg_sumlogdiag(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sum of the logarithms of the diagonal of each matrix."""
    ...

def linalg_syrk(A: Symbol | None = None, transpose: bool = False, alpha: float = 1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``alpha * A @ A.T``, or ``alpha * A.T @ A`` with `transpose`."""
    ...

def linalg_trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``alpha * A @ B`` for a triangular matrix A. `rightside` swaps the factors."""
    ...

def linalg_trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Solve ``A @ X = alpha * B`` for X with a triangular matrix A. `rightside` swaps the factors."""
    ...

def log(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the natural logarithm."""
    ...

def log10(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the logarithm to base 10."""
    ...

def log1p(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``log(1 + x)``, accurate near zero."""
    ...

def log2(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the logarithm to base 2."""
    ...

def log_softmax(data: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the logarithm of `softmax` without overflow."""
    ...

def logical_not(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return 1 where the element is zero, else 0."""
    ...

def make_loss(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Use the input as a loss: its gradient is one."""
    ...

def max(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the largest element over `axis`; all ties receive the gradient."""
    ...

def max_axis(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the largest element over `axis`; all ties receive the gradient."""
    ...

def mean(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the mean over `axis`, or over all other axes with `exclude`."""
    ...

def min(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the smallest element over `axis`; all ties receive the gradient."""
    ...

def min_axis(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the smallest element over `axis`; all ties receive the gradient."""
    ...

def moments(data: Symbol | None = None, axes: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute mean and biased variance over `axes`."""
    ...

def mp_lamb_update_phase1(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, weight32: Symbol | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute `lamb_update_phase1` in float32."""
    ...

def mp_lamb_update_phase2(weight: Symbol | None = None, g: Symbol | None = None, r1: Symbol | None = None, r2: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute `lamb_update_phase2` from the float32 copy, which stays unchanged."""
    ...

def mp_nag_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute `nag_mom_update` on the float32 copy `weight32`."""
    ...

def mp_sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute `sgd_mom_update` on the float32 copy `weight32`."""
    ...

def mp_sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute `sgd_update` on the float32 copy `weight32`."""
    ...

def multi_all_finite(*data: Symbol, init_output: bool = True, num_arrays: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return 1 if all elements of all inputs are finite, else 0."""
    ...

def multi_lars(lrs: Symbol | None = None, weights_sum_sq: Symbol | None = None, grads_sum_sq: Symbol | None = None, wds: Symbol | None = None, eta: float = ..., eps: float = ..., rescale_grad: float = 1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Scale the learning rates of many layers by the ratio of weight norms to gradient norms."""
    ...

def multi_mp_sgd_mom_update(*data: Symbol, lrs: tuple[Any, ...] | list[Any] = ..., wds: tuple[Any, ...] | list[Any] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Apply `sgd_mom_update` or `mp_sgd_mom_update` to several weights."""
    ...

def multi_mp_sgd_update(*data: Symbol, lrs: tuple[Any, ...] | list[Any] = ..., wds: tuple[Any, ...] | list[Any] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Apply `sgd_update` or `mp_sgd_update` to several weights."""
    ...

def multi_sgd_mom_update(*data: Symbol, lrs: tuple[Any, ...] | list[Any] = ..., wds: tuple[Any, ...] | list[Any] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Apply `sgd_mom_update` or `mp_sgd_mom_update` to several weights."""
    ...

def multi_sgd_update(*data: Symbol, lrs: tuple[Any, ...] | list[Any] = ..., wds: tuple[Any, ...] | list[Any] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Apply `sgd_update` or `mp_sgd_update` to several weights."""
    ...

def multi_sum_sq(*data: Symbol, num_arrays: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sum of squares of each input as float32."""
    ...

def nag_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply a Nesterov momentum step, which moves to the end point of the next momentum step."""
    ...

def nanprod(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the product over `axis` with NaN counted as 1."""
    ...

def nansum(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sum over `axis` with NaN counted as 0."""
    ...

def negative(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``-x``."""
    ...

def norm(data: Symbol | None = None, ord: int = 2, axis: int | tuple[int, ...] | list[int] | None = None, out_dtype: str | None = None, keepdims: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the L1 or L2 norm over `axis`."""
    ...

def normal(loc: float = 0.0, scale: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw normal numbers with mean `loc` and standard deviation `scale`."""
    ...

def one_hot(indices: Symbol | None = None, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Set `on_value` at each index along a new last axis of size `depth`, and `off_value` elsewhere."""
    ...

def ones_like(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return ones with the shape and dtype of the input."""
    ...

def pad(data: Symbol | None = None, mode: str = ..., pad_width: int | tuple[int, ...] | list[int] = ..., constant_value: float = 0.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Pad the spatial axes of 4-d or 5-d data; `pad_width` lists (before, after) of each axis."""
    ...

def pick(data: Symbol | None = None, index: Symbol | None = None, axis: int | None = -1, keepdims: bool = False, mode: str = 'clip', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select one element per position along `axis`, given by `index`."""
    ...

def preloaded_multi_mp_sgd_mom_update(*data: Symbol, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Apply `sgd_mom_update` or `mp_sgd_mom_update` to several weights; the last inputs are rates and decays."""
    ...

def preloaded_multi_mp_sgd_update(*data: Symbol, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Apply `sgd_update` or `mp_sgd_update` to several weights; the last two inputs are rates and decays."""
    ...

def preloaded_multi_sgd_mom_update(*data: Symbol, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Apply `sgd_mom_update` or `mp_sgd_mom_update` to several weights; the last inputs are rates and decays."""
    ...

def preloaded_multi_sgd_update(*data: Symbol, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Apply `sgd_update` or `mp_sgd_update` to several weights; the last two inputs are rates and decays."""
    ...

def prod(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the product over `axis`, or over all other axes with `exclude`."""
    ...

def radians(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert degrees to radians."""
    ...

def random_exponential(lam: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw exponential numbers with rate `lam`."""
    ...

def random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw gamma numbers with shape parameter `alpha` and scale `beta`."""
    ...

def random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw negative binomial numbers with mean `mu` and dispersion `alpha`."""
    ...

def random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw the number of successes before the `k`-th failure, which has probability `p`."""
    ...

def random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw normal numbers with mean `loc` and standard deviation `scale`."""
    ...

def random_pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the density of the Dirichlet distribution over the last axis."""
    ...

def random_pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the density of the exponential distribution with rate `lam`."""
    ...

def random_pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the density of the gamma distribution with shape parameter `alpha` and rate `beta`."""
    ...

def random_pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the probability in the negative binomial distribution with mean `mu` and dispersion `alpha`."""
    ...

def random_pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the probability of `sample` successes before the `k`-th failure of probability `p`."""
    ...

def random_pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the density of the normal distribution."""
    ...

def random_pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the probability in the Poisson distribution; `sample` gets no gradient."""
    ...

def random_pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the density of the uniform distribution; samples outside of `low` and `high` are not detected."""
    ...

def random_poisson(lam: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw Poisson numbers with mean `lam`."""
    ...

def random_randint(low: int = ..., high: int = ..., shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw integers in ``[low, high)``."""
    ...

def random_uniform(low: float = 0.0, high: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw uniform numbers in ``[low, high)``."""
    ...

def ravel_multi_index(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert the coordinates ``data[:, i]`` to flat indices into an array of the given shape."""
    ...

def rcbrt(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``1 / cbrt(x)``."""
    ...

def reciprocal(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``1 / x``."""
    ...

def relu(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``max(x, 0)``."""
    ...

def repeat(data: Symbol | None = None, repeats: int = ..., axis: int | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Repeat each element `repeats` times along an axis or in the flattened array; 0 gives an empty vector."""
    ...

def reset_arrays(*data: Symbol, num_arrays: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Set all elements of all inputs to zero."""
    ...

def reshape(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), reverse: bool = False, target_shape: int | tuple[int, ...] | list[int] = (), keep_highest: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Reshape the array; 0 copies an axis, -1 infers it, -2 copies the rest, -3 merges two axes, -4 splits one."""
    ...

def reshape_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Reshape `lhs`, or a range of its axes, to the shape of `rhs`, or of a range of its axes."""
    ...

def reverse(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Reverse the order of elements along the given axes."""
    ...

def rint(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Round to the nearest integer, halves down."""
    ...

def rmsprop_update(weight: Symbol | None = None, grad: Symbol | None = None, n: Symbol | None = None, lr: float = ..., gamma1: float = 0.95, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply a step divided by the root of the moving mean `n` of squared gradients."""
    ...

def rmspropalex_update(weight: Symbol | None = None, grad: Symbol | None = None, n: Symbol | None = None, g: Symbol | None = None, delta: Symbol | None = None, lr: float = ..., gamma1: float = 0.95, gamma2: float = 0.9, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply centered RMSProp with momentum, which divides by the moving standard deviation of gradients."""
    ...

def round(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Round to the nearest integer, halves away from zero."""
    ...

def rsqrt(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``1 / sqrt(x)``."""
    ...

def sample_exponential(lam: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw exponential numbers with rate `lam`, `shape` numbers for each element."""
    ...

def sample_gamma(alpha: Symbol | None = None, beta: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw gamma numbers with shape parameter `alpha` and scale `beta`, `shape` numbers for each element."""
    ...

def sample_generalized_negative_binomial(mu: Symbol | None = None, alpha: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw negative binomial numbers with mean `mu` and dispersion `alpha`, `shape` numbers for each element."""
    ...

def sample_multinomial(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), get_prob: bool = False, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw outcomes with the probabilities in the last axis of `data`; `get_prob` also returns log probabilities."""
    ...

def sample_negative_binomial(k: Symbol | None = None, p: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw the number of successes before the `k`-th failure of probability `p`, `shape` numbers for each element."""
    ...

def sample_normal(mu: Symbol | None = None, sigma: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw normal numbers with mean `mu` and standard deviation `sigma`, `shape` numbers for each element."""
    ...

def sample_poisson(lam: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw Poisson numbers with mean `lam`, `shape` numbers for each element."""
    ...

def sample_uniform(low: Symbol | None = None, high: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw uniform numbers in ``[low, high)``, `shape` numbers for each element of `low` and `high`."""
    ...

def scatter_nd(data: Symbol | None = None, indices: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return an array of zeros with `data` written at the coordinates ``indices[:, i]``."""
    ...

def sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply a momentum step: ``mom = momentum * mom - lr * (grad + wd * weight)``, ``weight + mom``."""
    ...

def sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``weight - lr * (grad + wd * weight)``."""
    ...

def shape_array(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the shape as a 1-d int64 array."""
    ...

def shuffle(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Shuffle the rows of `data`."""
    ...

def sigmoid(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``1 / (1 + exp(-x))``."""
    ...

def sign(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return -1, 0 or 1 depending on the sign of each element."""
    ...

def signsgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply a step of size `lr` against the sign of the gradient, which rescaling and clipping do not change."""
    ...

def signum_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, wd_lh: float = 0.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply a step of size `lr` along the sign of the momentum; `wd_lh` is decoupled weight decay."""
    ...

def sin(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sine of an angle in radians."""
    ...

def sinh(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the hyperbolic sine."""
    ...

def size_array(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the number of elements as an int64 array with one element."""
    ...

def slice(data: Symbol | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return ``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def slice_axis(data: Symbol | None = None, axis: int = ..., begin: int = ..., end: int | None = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return ``data[begin:end]`` along one axis."""
    ...

def slice_like(data: Symbol | None = None, shape_like: Symbol | None = None, axes: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Slice `data` to the sizes of `shape_like`, along all or the given axes."""
    ...

def smooth_l1(data: Symbol | None = None, scalar: float = 1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``0.5 * (scalar * x)**2`` for ``|x| < 1/scalar**2`` and ``|x| - 0.5/scalar**2`` elsewhere."""
    ...

def softmax(data: Symbol | None = None, length: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``exp(x / t) / sum(exp(x / t))`` along `axis`; positions past `length` are 0."""
    ...

def softmax_cross_entropy(data: Symbol | None = None, label: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sum over the batch of the cross-entropy of softmax and class labels."""
    ...

def softmin(data: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute `softmax` of the negated input."""
    ...

def softsign(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``x / (1 + |x|)``."""
    ...

def sort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy sorted along an axis, or a sorted flattened copy."""
    ...

def space_to_depth(data: Symbol | None = None, block_size: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Rearrange square blocks of pixels into channels."""
    ...

def split(data: Symbol | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Split an axis into `num_outputs` parts of equal size."""
    ...

def sqrt(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the square root."""
    ...

def square(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``x * x``."""
    ...

def squeeze(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Remove all axes of size 1, or the given ones."""
    ...

def stack(*data: Symbol, axis: int = 0, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Join arrays of equal shape along a new axis."""
    ...

def stop_gradient(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the input and stop its gradient."""
    ...

def sum(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sum over `axis`, or over all other axes with `exclude`."""
    ...

def sum_axis(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sum over `axis`, or over all other axes with `exclude`."""
    ...

def swapaxes(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Swap two axes."""
    ...

def take(a: Symbol | None = None, indices: Symbol | None = None, axis: int = 0, mode: str = 'clip', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select elements of `a` along `axis` at `indices`."""
    ...

def tan(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the tangent of an angle in radians."""
    ...

def tanh(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the hyperbolic tangent."""
    ...

def tile(data: Symbol | None = None, reps: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Repeat the array along each axis."""
    ...

def topk(data: Symbol | None = None, axis: int | None = -1, k: int = 1, ret_typ: str = 'indices', is_ascend: bool = False, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the `k` largest (or smallest) elements along an axis as values, indices, both or a 0/1 mask."""
    ...

def transpose(data: Symbol | None = None, axes: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Permute axes; reverse them by default."""
    ...

def trunc(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Round towards zero to an integer."""
    ...

def uniform(low: float = 0.0, high: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw uniform numbers in ``[low, high)``."""
    ...

def unravel_index(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert flat indices into an array of the given shape to coordinates, one row per axis."""
    ...

def where(condition: Symbol | None = None, x: Symbol | None = None, y: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return `x` where the condition is not zero and `y` elsewhere. A 1-d condition selects rows."""
    ...

def zeros_like(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return zeros with the shape and dtype of the input."""
    ...

def hypot(left: Any, right: Any) -> Symbol:
    """Compute the hypot of symbols or numbers elementwise."""
    ...

def maximum(left: Any, right: Any) -> Symbol:
    """Compute the maximum of symbols or numbers elementwise."""
    ...

def minimum(left: Any, right: Any) -> Symbol:
    """Compute the minimum of symbols or numbers elementwise."""
    ...

def pow(base: Any, exp: Any) -> Symbol:
    """Raise `base` to the power of `exp`. Both are symbols or numbers."""
    ...

def power(base: Any, exp: Any) -> Symbol:
    """Raise `base` to the power of `exp`. Both are symbols or numbers."""
    ...
