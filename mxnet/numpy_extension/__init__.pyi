# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self
from mxnet.numpy.multiarray import ndarray
from ..base import classproperty as classproperty
from ..context import Context as Context
from . import _op as _op
from . import image as image
from . import random as random

def activation(data: Any = None, act_type: str = ..., out: Any = None, name: Any = None) -> ndarray:
    """Apply the named activation function."""
    ...

def arange_like(data: Any = None, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str | None = None, axis: int | None = None, out: Any = None, name: Any = None) -> ndarray:
    """Return evenly spaced values in the shape of `data`, or along one of its axes."""
    ...

def batch_dot(lhs: Any = None, rhs: Any = None, transpose_a: _bool = False, transpose_b: _bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None) -> ndarray:
    """Compute the matrix product of each pair of matrices in two batches."""
    ...

def batch_flatten(data: Any = None, out: Any = None, name: Any = None) -> ndarray:
    """Keep the first axis and merge all others."""
    ...

def batch_norm(data: Any = None, gamma: Any = None, beta: Any = None, moving_mean: Any = None, moving_var: Any = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: _bool = True, use_global_stats: _bool = False, output_mean_var: _bool = False, axis: int = 1, cudnn_off: _bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None) -> Any:
    """Normalize `axis` by batch statistics in training and by moving statistics in prediction."""
    ...

def cast(data: Any = None, dtype: Any = ..., out: Any = None, name: Any = None) -> ndarray:
    """Convert to another dtype."""
    ...

def cond(pred: Any, then_func: Any, else_func: Any) -> Any:
    """Return ``then_func()`` if `pred` is not zero, otherwise ``else_func()``."""
    ...

def constraint_check(x: Any, msg: str = 'Constraint violated.') -> ndarray:
    """Return True if all elements are true. Otherwise raise an error with the message `msg`."""
    ...

def convolution(data: Any = None, weight: Any = None, bias: Any = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: _bool = False, cudnn_tune: str | None = None, cudnn_off: _bool = False, layout: str | None = None, out: Any = None, name: Any = None) -> ndarray:
    """Compute a convolution over 1, 2 or 3 spatial axes, with channels first or last (layouts NHWC and NDHWC)."""
    ...

def cpu(device_id: int = 0) -> Any:
    """Return a CPU context; `device_id` is only a label."""
    ...

def cpu_pinned(device_id: int = 0) -> Any:
    """Return a context with page-locked host memory."""
    ...

def current_context() -> Any:
    """Return the context for new arrays."""
    ...

def deconvolution(data: Any = None, weight: Any = None, bias: Any = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), adj: int | tuple[int, ...] | list[int] = (), target_shape: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: _bool = True, cudnn_tune: str | None = None, cudnn_off: _bool = False, layout: str | None = None, out: Any = None, name: Any = None) -> ndarray:
    """Compute a transposed convolution. `target_shape`, if given, determines the padding."""
    ...

def dropout(data: Any = None, p: float = 0.5, mode: str = 'training', axes: int | tuple[int, ...] | list[int] = (), cudnn_off: _bool | None = False, out: Any = None, name: Any = None) -> ndarray:
    """Zero elements with probability `p` and scale the others by ``1 / (1 - p)``. Identity in prediction."""
    ...

def embedding(data: Any = None, weight: Any = None, input_dim: int = ..., output_dim: int = ..., dtype: Any = ..., sparse_grad: _bool = False, out: Any = None, name: Any = None) -> ndarray:
    """Select rows of `weight` by the integers in `data`. Out-of-range indices select the nearest row."""
    ...

def erf(data: Any = None, out: Any = None, name: Any = None) -> ndarray:
    """Compute the Gauss error function."""
    ...

def erfinv(data: Any = None, out: Any = None, name: Any = None) -> ndarray:
    """Compute the inverse of the error function."""
    ...

def foreach(body: Any, data: Any, init_states: Any) -> Any:
    """Run ``out, states = body(data[i], states)`` over the first axis and stack the outputs."""
    ...

def fully_connected(data: Any = None, weight: Any = None, bias: Any = None, num_hidden: int = ..., no_bias: _bool = False, flatten: _bool = True, out: Any = None, name: Any = None) -> ndarray:
    """Compute ``data @ weight.T + bias`` over the last axis, or over all axes but the first with `flatten`."""
    ...

def gamma(data: Any = None, out: Any = None, name: Any = None) -> ndarray:
    """Compute the gamma function."""
    ...

def gammaln(data: Any = None, out: Any = None, name: Any = None) -> ndarray:
    """Compute the logarithm of the gamma function."""
    ...

def gather_nd(data: Any = None, indices: Any = None, out: Any = None, name: Any = None) -> ndarray:
    """Select elements or slices of `data` at the coordinates ``indices[:, i]``."""
    ...

def get_cuda_compute_capability(ctx: Any) -> Any:
    """Return the compute capability of a GPU as an integer (75 for 7.5), or None for other devices."""
    ...

def gpu(device_id: int = 0) -> Any:
    """Return the context of GPU `device_id`."""
    ...

def gpu_memory_info(device_id: int = 0) -> Any:
    """Return free and total bytes of a GPU's memory."""
    ...

def is_np_array() -> _bool:
    """Whether Gluon uses NumPy arrays."""
    ...

def is_np_shape() -> _bool:
    """Whether NumPy shapes are active, in which () is a scalar and 0 a valid size."""
    ...

def layer_norm(data: Any = None, gamma: Any = None, beta: Any = None, axis: int = -1, eps: float = 1e-05, output_mean_var: _bool = False, out: Any = None, name: Any = None) -> Any:
    """Normalize every vector along `axis` by its mean and standard deviation, which `output_mean_var` also returns."""
    ...

def leaky_relu(data: Any = None, gamma: Any = None, act_type: str = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: Any = None, name: Any = None) -> Any:
    """Apply a relu that replaces negative elements by a slope (fixed, learned or random) or a curve."""
    ...

def load(file: str) -> Any:
    """Read the list or dict of arrays in a file written by `save`."""
    ...

def log_softmax(data: Any = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: _bool | None = False, out: Any = None, name: Any = None) -> ndarray:
    """Compute the logarithm of `softmax` without overflow."""
    ...

def multibox_detection(cls_prob: Any = None, loc_pred: Any = None, anchor: Any = None, clip: _bool = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: _bool = False, variances: tuple[Any, ...] | list[Any] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: Any = None, name: Any = None) -> ndarray:
    """Return detections (class, score, left, top, right, bottom), best first; class -1 marks unused rows."""
    ...

def multibox_prior(data: Any = None, sizes: tuple[Any, ...] | list[Any] = (1.0,), ratios: tuple[Any, ...] | list[Any] = (1.0,), clip: _bool = False, steps: tuple[Any, ...] | list[Any] = (-1.0, -1.0), offsets: tuple[Any, ...] | list[Any] = (0.5, 0.5), out: Any = None, name: Any = None) -> ndarray:
    """Create anchor boxes around each position of a feature map, in fractions of the image."""
    ...

def multibox_target(anchor: Any = None, label: Any = None, cls_pred: Any = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: tuple[Any, ...] | list[Any] = (0.1, 0.1, 0.2, 0.2), out: Any = None, name: Any = None) -> list[ndarray]:
    """Compute the training targets of each anchor: box offsets, their mask, and class."""
    ...

def nonzero(a: Any) -> ndarray:
    """Return the positions of nonzero elements, with one row per element."""
    ...

def np_array(active: _bool = True) -> Any:
    """Activate or deactivate NumPy arrays in a ``with`` block."""
    ...

def np_shape(active: _bool = True) -> Any:
    """Activate or deactivate NumPy shapes in a ``with`` block."""
    ...

def num_gpus() -> int:
    """Return the number of usable GPUs, including simulated ones."""
    ...

def one_hot(indices: Any = None, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: Any = ..., out: Any = None, name: Any = None) -> ndarray:
    """Set `on_value` at each index along a new last axis of size `depth`, and `off_value` elsewhere."""
    ...

def pick(data: Any = None, index: Any = None, axis: int | None = -1, keepdims: _bool = False, mode: str = 'clip', out: Any = None, name: Any = None) -> ndarray:
    """Select one element per position along `axis`, given by `index`."""
    ...

def pooling(data: Any = None, kernel: int | tuple[int, ...] | list[int] = (), pool_type: str = 'max', global_pool: _bool = False, cudnn_off: _bool = False, pooling_convention: str = 'valid', stride: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), p_value: int | None = None, count_include_pad: _bool | None = None, layout: str | None = None, out: Any = None, name: Any = None) -> ndarray:
    """Pool windows of the spatial axes by maximum, mean, sum or Lp norm."""
    ...

def relu(data: Any = None, out: Any = None, name: Any = None) -> ndarray:
    """Compute ``max(x, 0)``."""
    ...

def reset_np() -> None:
    """Deactivate NumPy mode."""
    ...

def reshape(a: Any, newshape: int | tuple[int, ...] | list[int], reverse: _bool = False, order: str = 'C') -> ndarray:
    """Return the elements in another shape. Negative numbers are codes."""
    ...

def reshape_like(lhs: Any = None, rhs: Any = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: Any = None, name: Any = None) -> ndarray:
    """Reshape `lhs`, or a range of its axes, to the shape of `rhs`, or of a range of its axes."""
    ...

def rnn(data: Any = None, parameters: Any = None, state: Any = None, state_cell: Any = None, sequence_length: Any = None, state_size: int = ..., num_layers: int = ..., bidirectional: _bool = False, mode: str = ..., p: float = 0.0, state_outputs: _bool = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: _bool = False, use_sequence_length: _bool = False, out: Any = None, name: Any = None) -> Any:
    """Run recurrent layers over data (sequence, batch, input); `parameters` has all weights, then all biases."""
    ...

def roi_pooling(data: Any = None, rois: Any = None, pooled_size: int | tuple[int, ...] | list[int] = ..., spatial_scale: float = ..., out: Any = None, name: Any = None) -> ndarray:
    """Compute maxima over a grid of bins in each region; `rois` has rows (image, left, top, right, bottom)."""
    ...

def save(file: str, arr: Any) -> None:
    """Write an array, a list of arrays or a dict of arrays in MXNet's format."""
    ...

def seed(seed: int, ctx: Any = 'all') -> None:
    """Seed the random generators of all contexts, or of one context."""
    ...

def sequence_mask(data: Any = None, sequence_length: Any = None, use_sequence_length: _bool = False, value: float = 0.0, axis: int = 0, out: Any = None, name: Any = None) -> ndarray:
    """Replace all elements after the end of each sequence by `value`."""
    ...

def set_np(shape: _bool = True, array: _bool = True) -> None:
    """Activate NumPy mode."""
    ...

def shape_array(data: Any = None, out: Any = None, name: Any = None) -> ndarray:
    """Return the shape as a 1-d int64 array."""
    ...

def sigmoid(data: Any = None, out: Any = None, name: Any = None) -> ndarray:
    """Compute ``1 / (1 + exp(-x))``."""
    ...

def slice(data: Any = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None) -> ndarray:
    """Return ``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def smooth_l1(data: Any = None, scalar: float = 1.0, out: Any = None, name: Any = None) -> ndarray:
    """Compute ``0.5 * (scalar * x)**2`` for ``|x| < 1/scalar**2`` and ``|x| - 0.5/scalar**2`` elsewhere."""
    ...

def softmax(data: Any = None, length: Any = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: _bool | None = False, out: Any = None, name: Any = None) -> ndarray:
    """Compute ``exp(x / t) / sum(exp(x / t))`` along `axis`; positions past `length` are 0."""
    ...

def topk(data: Any = None, axis: int | None = -1, k: int = 1, ret_typ: str = 'indices', is_ascend: _bool = False, dtype: Any = ..., out: Any = None, name: Any = None) -> Any:
    """Return the `k` largest (or smallest) elements along an axis as values, indices, both or a 0/1 mask."""
    ...

def use_np(func: Any) -> Any:
    """Apply `use_np_shape` and `use_np_array`."""
    ...

def waitall() -> None:
    """Wait until all computations have finished. Raise the first error, if any."""
    ...

def while_loop(cond: Any, func: Any, loop_vars: Any, max_iterations: int | None = None) -> Any:
    """Run ``out, loop_vars = func(*loop_vars)`` while ``cond(*loop_vars)`` is true."""
    ...
