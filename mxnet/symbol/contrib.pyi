# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self

from ._symbol import Symbol

def AdaptiveAvgPooling2D(data: Symbol | None = None, output_size: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute means over a grid of equal areas; `output_size` is one number or (height, width), 1 by default."""
    ...

def BatchNormWithReLU(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply `BatchNorm` followed by relu."""
    ...

def BilinearResize2D(data: Symbol | None = None, like: Symbol | None = None, height: int = 1, width: int = 1, scale_height: float | None = None, scale_width: float | None = None, mode: str = 'size', align_corners: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Resize feature maps bilinearly.

    The new size is given ('size'), a multiple ('odd_scale'), the size of `like`, or the nearest even or odd size."""
    ...

def CTCLoss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: str = 'first', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the CTC loss of label sequences from activations (sequence, batch, alphabet) before softmax.

    Without `label_lengths`, labels end at the first 0 if blank is the first label, and at the first -1 if it is the
    last. The loss is 0 for impossible alignments and infinite for labels of probability 0."""
    ...

def DeformableConvolution(data: Symbol | None = None, offset: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool = False, layout: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute a convolution whose kernel elements are shifted by `offset`, (y, x) per element and position."""
    ...

def DeformablePSROIPooling(data: Symbol | None = None, rois: Symbol | None = None, trans: Symbol | None = None, spatial_scale: float = ..., output_dim: int = ..., group_size: int = ..., pooled_size: int = ..., part_size: int = 0, sample_per_part: int = 1, trans_std: float = 0.0, no_trans: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute `_contrib_PSROIPooling` by samples; `trans` shifts the bins, in fractions of the region."""
    ...

def ModulatedDeformableConvolution(data: Symbol | None = None, offset: Symbol | None = None, mask: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool = False, im2col_step: int = 64, layout: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute a deformable convolution whose kernel elements are also scaled by `mask` at each position."""
    ...

def MultiBoxDetection(cls_prob: Symbol | None = None, loc_pred: Symbol | None = None, anchor: Symbol | None = None, clip: bool = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool = False, variances: tuple[Any, ...] | list[Any] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return detections (class, score, left, top, right, bottom), best first; class -1 marks unused rows."""
    ...

def MultiBoxPrior(data: Symbol | None = None, sizes: tuple[Any, ...] | list[Any] = (1.0,), ratios: tuple[Any, ...] | list[Any] = (1.0,), clip: bool = False, steps: tuple[Any, ...] | list[Any] = (-1.0, -1.0), offsets: tuple[Any, ...] | list[Any] = (0.5, 0.5), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Create anchor boxes around each position of a feature map, in fractions of the image.

    There is one box with the first ratio for each size, and one box with the first size for each further ratio."""
    ...

def MultiBoxTarget(anchor: Symbol | None = None, label: Symbol | None = None, cls_pred: Symbol | None = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: tuple[Any, ...] | list[Any] = (0.1, 0.1, 0.2, 0.2), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the training targets of each anchor: box offsets, their mask, and class.

    `label` has rows (class, left, top, right, bottom, ...), padded with rows of -1. Class 0 is the background."""
    ...

def MultiProposal(cls_prob: Symbol | None = None, bbox_pred: Symbol | None = None, im_info: Symbol | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: tuple[Any, ...] | list[Any] = (4.0, 8.0, 16.0, 32.0), ratios: tuple[Any, ...] | list[Any] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool = False, iou_loss: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply `_contrib_Proposal` to several images; the first column is the image index."""
    ...

def PSROIPooling(data: Symbol | None = None, rois: Symbol | None = None, spatial_scale: float = ..., output_dim: int = ..., pooled_size: int = ..., group_size: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute means over a grid of bins in each region; each cell of the grid uses separate channels."""
    ...

def Proposal(cls_prob: Symbol | None = None, bbox_pred: Symbol | None = None, im_info: Symbol | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: tuple[Any, ...] | list[Any] = (4.0, 8.0, 16.0, 32.0), ratios: tuple[Any, ...] | list[Any] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool = False, iou_loss: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return regions (0, left, top, right, bottom) that may contain objects in an image, best first, and scores."""
    ...

def ROIAlign(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: int | tuple[int, ...] | list[int] = ..., spatial_scale: float = ..., sample_ratio: int = -1, position_sensitive: bool = False, aligned: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute means of bilinear samples over a grid of bins in each region, without rounding its corners.

    `rois` has rows (image, left, top, right, bottom), or without the image. With `position_sensitive` each bin uses
    separate channels."""
    ...

def RROIAlign(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: int | tuple[int, ...] | list[int] = ..., spatial_scale: float = ..., sampling_ratio: int = -1, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute `_contrib_ROIAlign` of rotated regions with rows (image, x, y, width, height, degrees)."""
    ...

def SparseEmbedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: Any = ..., sparse_grad: bool = False, deterministic: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select rows of `weight` by the integers in `data`; the gradient of `weight` is row-sparse."""
    ...

def SyncBatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, ndev: int = 1, key: str = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply batch normalization over the batches of `ndev` devices, which Gluon or the caller runs in threads."""
    ...

def allclose(a: Symbol | None = None, b: Symbol | None = None, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return 1 if ``|a - b| <= atol + rtol * |b|`` for all elements, else 0, as a 0-d array."""
    ...

def arange_like(data: Symbol | None = None, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str | None = None, axis: int | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return evenly spaced values in the shape of `data`, or along one of its axes."""
    ...

def bipartite_matching(data: Symbol | None = None, is_ascend: bool = False, threshold: float = ..., topk: int = -1, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Match rows and columns greedily, best score first; return the indices of both matches, -1 for no match."""
    ...

def boolean_mask(data: Symbol | None = None, index: Symbol | None = None, axis: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select the rows of `data` where `index` is not zero. Arrays only: the result's shape depends on values."""
    ...

def box_decode(data: Symbol | None = None, anchors: Symbol | None = None, std0: float = 1.0, std1: float = 1.0, std2: float = 1.0, std3: float = 1.0, clip: float = -1.0, format: str = 'center', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute corner boxes from offsets to anchors. A positive `clip` is the upper limit of the log sizes."""
    ...

def box_encode(samples: Symbol | None = None, matches: Symbol | None = None, anchors: Symbol | None = None, refs: Symbol | None = None, means: Symbol | None = None, stds: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute offsets from anchors to their matched reference boxes, and a mask of valid ones (``samples > 0.5``)."""
    ...

def box_iou(lhs: Symbol | None = None, rhs: Symbol | None = None, format: str = 'corner', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the intersection over union of every box in `lhs` with every box in `rhs`."""
    ...

def box_nms(data: Symbol | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool = False, in_format: str = 'corner', out_format: str = 'corner', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the boxes that no better box overlaps by more than `overlap_thresh`, best first, padded with -1.

    Boxes of different classes (`id_index`) do not suppress each other unless `force_suppress` is set."""
    ...

def box_non_maximum_suppression(data: Symbol | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool = False, in_format: str = 'corner', out_format: str = 'corner', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the boxes that no better box overlaps by more than `overlap_thresh`, best first, padded with -1.

    Boxes of different classes (`id_index`) do not suppress each other unless `force_suppress` is set."""
    ...

def calibrate_entropy(hist: Symbol | None = None, hist_edges: Symbol | None = None, num_quantized_bins: int = 255, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the threshold with the smallest KL divergence after quantization to 8 bits, and that divergence.

    `hist` counts values in bins that are symmetric about zero, with the edges `hist_edges`."""
    ...

def count_sketch(data: Symbol | None = None, h: Symbol | None = None, s: Symbol | None = None, out_dim: int = ..., processing_batch_size: int = 32, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Multiply columns by the signs `s` and sum them at the indices `h`; only `data` has a gradient."""
    ...

def ctc_loss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: str = 'first', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the CTC loss of label sequences from activations (sequence, batch, alphabet) before softmax.

    Without `label_lengths`, labels end at the first 0 if blank is the first label, and at the first -1 if it is the
    last. The loss is 0 for impossible alignments and infinite for labels of probability 0."""
    ...

def dequantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: str = 'float32', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert 8-bit integers to their float32 values."""
    ...

def dgl_adjacency(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the adjacency matrix of a graph given as a CSR array of edge IDs: one at each stored position."""
    ...

def dgl_csr_neighbor_non_uniform_sample(*seed_arrays: Symbol, num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Sample like the uniform sample, but with the vertex probabilities in the second input."""
    ...

def dgl_csr_neighbor_uniform_sample(*seed_arrays: Symbol, num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Sample neighborhoods of seed vertices in a graph, the first input, with at most `num_neighbor` edges per vertex.

    For each array of seeds, return the vertices followed by their number, a CSR array of their edges, and their
    distance in hops."""
    ...

def dgl_graph_compact(*graph_data: Symbol, return_mapping: bool = ..., graph_sizes: int | tuple[int, ...] | list[int] = ..., num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Remove empty rows and columns of sampled graphs; the inputs are graphs, then their vertices."""
    ...

def dgl_subgraph(*data: Symbol, return_mapping: bool = ..., num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return subgraphs of a graph, the first input, for the given vertices.

    With `return_mapping`, also return the original edges."""
    ...

def div_sqrt_dim(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Divide by the square root of the size of the last axis."""
    ...

def edge_id(data: Symbol | None = None, u: Symbol | None = None, v: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the elements of a CSR array at rows `u` and columns `v`, or -1 where none is stored."""
    ...

def fft(data: Symbol | None = None, compute_size: int = 128, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the Fourier transform of real rows; real and imaginary parts alternate in the result."""
    ...

def getnnz(data: Symbol | None = None, axis: int | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Count the stored values of a CSR array, in total or per row (``axis=1``)."""
    ...

def gradientmultiplier(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the input unchanged and multiply its gradient by `scalar`."""
    ...

def group_adagrad_update(weight: Symbol | None = None, grad: Symbol | None = None, history: Symbol | None = None, lr: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, epsilon: float = 1e-05, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply an AdaGrad step with one history value per row, the mean of its squared gradients."""
    ...

def hawkesll(lda: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, state: Symbol | None = None, lags: Symbol | None = None, marks: Symbol | None = None, valid_length: Symbol | None = None, max_time: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the log likelihood of marked self-exciting point processes, and their states at `max_time`.

    `lda` are the background rates, `alpha` the branching ratios, `beta` the decays, and `lags` the times between
    points."""
    ...

def ifft(data: Symbol | None = None, compute_size: int = 128, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the real part of the inverse transform of `_contrib_fft`, without division by the length."""
    ...

def index_array(data: Symbol | None = None, axes: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the coordinates of every element along a new last axis, for all axes or the given ones.

    An axis past the last one wraps around: some networks use axis 1 of vectors."""
    ...

def index_copy(old_tensor: Symbol | None = None, index_vector: Symbol | None = None, new_tensor: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy of `old_tensor` with the rows `index_vector` replaced by those of `new_tensor`."""
    ...

def interleaved_matmul_encdec_qk(queries: Symbol | None = None, keys_values: Symbol | None = None, heads: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute scaled products of the queries of a decoder and the keys of an encoder."""
    ...

def interleaved_matmul_encdec_valatt(keys_values: Symbol | None = None, attention: Symbol | None = None, heads: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the values of an encoder weighted by attention with shape (length, batch, heads * size)."""
    ...

def interleaved_matmul_selfatt_qk(queries_keys_values: Symbol | None = None, heads: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute scaled query-key products of shape (batch * heads, length, length) for self-attention."""
    ...

def interleaved_matmul_selfatt_valatt(queries_keys_values: Symbol | None = None, attention: Symbol | None = None, heads: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the values weighted by self-attention with shape (length, batch, heads * size)."""
    ...

def quadratic(data: Symbol | None = None, a: float = 0.0, b: float = 0.0, c: float = 0.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``a * x**2 + b * x + c``."""
    ...

def quantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: str = 'uint8', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Quantize float32 data to 8-bit integers for the given range; return the integers and their range."""
    ...

def quantize_asym(data: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Quantize float32 data to uint8 over its full range, ``data * scale + shift``; return it, scale and shift."""
    ...

def quantize_v2(data: Symbol | None = None, out_type: str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Quantize float32 data to 8-bit integers for the calibrated or actual range; integers pass unchanged."""
    ...

def quantized_act(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, act_type: str = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Set negative integers to zero; only ``act_type='relu'`` is supported."""
    ...

def quantized_batch_norm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, eps: float = 0.0010000000474974513, momentum: float = 0.899999976, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Normalize 8-bit integers by the moving statistics; requires the calibrated range of the result."""
    ...

def quantized_concat(*data: Symbol, dim: int = 1, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Join arrays along an axis. The inputs are all arrays, followed by the two range limits of each.

    Arrays with a smaller range than the widest are rescaled. The result is int8 if any array is int8."""
    ...

def quantized_conv(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, min_bias: Symbol | None = None, max_bias: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convolve 8-bit integers; return int32 sums and their range.

    For signed data, the bias is converted to the scale of the sums. For unsigned data, MXNet's kernel adds it unchanged
    and returns the range of signed data, and so does this operator."""
    ...

def quantized_elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_min: Symbol | None = None, lhs_max: Symbol | None = None, rhs_min: Symbol | None = None, rhs_max: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Add integers of different ranges; the result is int32, or 8 bits for the calibrated range."""
    ...

def quantized_elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_min: Symbol | None = None, lhs_max: Symbol | None = None, rhs_min: Symbol | None = None, rhs_max: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, enable_float_output: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Multiply int8 arrays; the result is int32, int8 for the calibrated range, or float32."""
    ...

def quantized_embedding(data: Symbol | None = None, weight: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: Any = ..., sparse_grad: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select rows of an int8 `weight` by the numbers in `data`; return them and the range of the weight."""
    ...

def quantized_flatten(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Merge all axes but the first."""
    ...

def quantized_fully_connected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, min_bias: Symbol | None = None, max_bias: Symbol | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply a dense layer to 8-bit integers; return int32 sums and their range.

    The bias has a separate range and is converted to the scale of the sums first."""
    ...

def quantized_pooling(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = (), pool_type: str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: str = 'valid', stride: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the maximum or mean integer of each window."""
    ...

def requantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert int32 sums to 8-bit integers for the calibrated range, or for the range of the data."""
    ...

def round_ste(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Round to the nearest integer, halves away from zero, with the gradient of a straight-through estimator."""
    ...

def sign_ste(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sign, with the gradient of a straight-through estimator."""
    ...

def adamw_update(weight: Any, grad: Any, mean: Any, var: Any, rescale_grad: Any, lr: float, eta: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0, clip_gradient: float = -1, out: Any = None, name: str | None = None, **kwargs: Any) -> Symbol:
    """Run one step of AdamW. Nothing changes if `rescale_grad` is not finite."""
    ...

def cond(pred: Any, then_func: Any, else_func: Any, name: str = 'cond') -> Any:
    """Return ``then_func()`` if `pred` is not zero, otherwise ``else_func()``."""
    ...

def foreach(body: Any, data: Any, init_states: Any, name: str = 'foreach') -> Any:
    """Run ``out, states = body(data[i], states)`` over the first axis and stack the outputs."""
    ...

def mp_adamw_update(weight: Any, grad: Any, mean: Any, var: Any, weight32: Any, rescale_grad: Any, lr: float, eta: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0, clip_gradient: float = -1, out: Any = None, name: str | None = None, **kwargs: Any) -> Symbol:
    """`adamw_update` of a half precision weight with its float32 copy."""
    ...

def rand_zipfian(true_classes: Any, num_sampled: int, range_max: int) -> Any:
    """Draw classes with replacement from an approximately log-uniform distribution."""
    ...

def uniform(low: Any = 0, high: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw from a uniform distribution over ``[low, high)``."""
    ...

def while_loop(cond: Any, func: Any, loop_vars: Any, max_iterations: int | None = None, name: str = 'while_loop') -> Any:
    """Run ``out, loop_vars = func(*loop_vars)`` while ``cond(*loop_vars)`` is true, at most `max_iterations` times."""
    ...
