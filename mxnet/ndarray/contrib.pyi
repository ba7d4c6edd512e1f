# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

from ._array import NDArray

def AdaptiveAvgPooling2D(data: NDArray | None = None, output_size: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Means over as many equal areas as `output_size` asks for: one number, (height, width) or none for 1."""
    ...

def BatchNormWithReLU(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`BatchNorm` followed by relu."""
    ...

def BilinearResize2D(data: NDArray | None = None, like: NDArray | None = None, height: int = 1, width: int = 1, scale_height: float | None = None, scale_width: float | None = None, mode: str = 'size', align_corners: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Feature maps resized bilinearly.

    The new size is given ('size'), a multiple ('odd_scale'), that of `like`, or the nearest even or odd one."""
    ...

def CTCLoss(data: NDArray | None = None, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: str = 'first', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Loss of label sequences under activations (sequence, batch, alphabet), before softmax.

    Without `label_lengths`, labels end at the first 0 where blank is the first label, at the first -1
    where it is the last. Impossible alignments cost 0, labels of probability 0 infinitely much."""
    ...

def DeformableConvolution(data: NDArray | None = None, offset: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool = False, layout: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convolution whose kernel elements are moved by `offset`, (y, x) for each element and place."""
    ...

def DeformablePSROIPooling(data: NDArray | None = None, rois: NDArray | None = None, trans: NDArray | None = None, spatial_scale: float = ..., output_dim: int = ..., group_size: int = ..., pooled_size: int = ..., part_size: int = 0, sample_per_part: int = 1, trans_std: float = 0.0, no_trans: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`_contrib_PSROIPooling` by samples, whose bins are moved by `trans`, in fractions of the region."""
    ...

def ModulatedDeformableConvolution(data: NDArray | None = None, offset: NDArray | None = None, mask: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool = False, im2col_step: int = 64, layout: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Deformable convolution whose kernel elements are also scaled by `mask` at each place."""
    ...

def MultiBoxDetection(cls_prob: NDArray | None = None, loc_pred: NDArray | None = None, anchor: NDArray | None = None, clip: bool = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool = False, variances: tuple[Any, ...] | list[Any] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Detections (class, score, left, top, right, bottom), best first; class -1 means none."""
    ...

def MultiBoxPrior(data: NDArray | None = None, sizes: tuple[Any, ...] | list[Any] = (1.0,), ratios: tuple[Any, ...] | list[Any] = (1.0,), clip: bool = False, steps: tuple[Any, ...] | list[Any] = (-1.0, -1.0), offsets: tuple[Any, ...] | list[Any] = (0.5, 0.5), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Anchor boxes around each place of a feature map, in fractions of the image.

    There is one of the first ratio for each size, and one of the first size for each further ratio."""
    ...

def MultiBoxTarget(anchor: NDArray | None = None, label: NDArray | None = None, cls_pred: NDArray | None = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: tuple[Any, ...] | list[Any] = (0.1, 0.1, 0.2, 0.2), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """What a detector should answer for each anchor: box offsets, where they count, and class.

    `label` has rows (class, left, top, right, bottom, ...), ending with rows of -1. Class 0 is background."""
    ...

def MultiProposal(cls_prob: NDArray | None = None, bbox_pred: NDArray | None = None, im_info: NDArray | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: tuple[Any, ...] | list[Any] = (4.0, 8.0, 16.0, 32.0), ratios: tuple[Any, ...] | list[Any] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool = False, iou_loss: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`_contrib_Proposal` of several images; the first column is the image."""
    ...

def PSROIPooling(data: NDArray | None = None, rois: NDArray | None = None, spatial_scale: float = ..., output_dim: int = ..., pooled_size: int = ..., group_size: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Means over a grid of bins in each region, each cell of the grid from channels of its own."""
    ...

def Proposal(cls_prob: NDArray | None = None, bbox_pred: NDArray | None = None, im_info: NDArray | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: tuple[Any, ...] | list[Any] = (4.0, 8.0, 16.0, 32.0), ratios: tuple[Any, ...] | list[Any] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool = False, iou_loss: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Regions (0, left, top, right, bottom) that may hold objects in one image, best first, and their scores."""
    ...

def ROIAlign(data: NDArray | None = None, rois: NDArray | None = None, pooled_size: int | tuple[int, ...] | list[int] = ..., spatial_scale: float = ..., sample_ratio: int = -1, position_sensitive: bool = False, aligned: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Means of bilinear samples over a grid of bins in each region, whose corners are not rounded.

    `rois` has rows (image, left, top, right, bottom), or without the image. With `position_sensitive` each
    bin has channels of its own."""
    ...

def RROIAlign(data: NDArray | None = None, rois: NDArray | None = None, pooled_size: int | tuple[int, ...] | list[int] = ..., spatial_scale: float = ..., sampling_ratio: int = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`_contrib_ROIAlign` of turned regions: rows (image, x, y, width, height, degrees)."""
    ...

def SparseEmbedding(data: NDArray | None = None, weight: NDArray | None = None, input_dim: int = ..., output_dim: int = ..., dtype: Any = ..., sparse_grad: bool = False, deterministic: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Rows of `weight` chosen by the integers in `data`; the gradient of `weight` is row-sparse."""
    ...

def SyncBatchNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, ndev: int = 1, key: str = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Batch normalization over the batches of all `ndev` devices, which Gluon or the caller runs in threads."""
    ...

def allclose(a: NDArray | None = None, b: NDArray | None = None, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """1 if ``|a - b| <= atol + rtol * |b|`` everywhere, else 0, as an array of no dimensions."""
    ...

def arange_like(data: NDArray | None = None, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str | None = None, axis: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Evenly spaced values in the shape of `data`, or as many as one of its axes is long."""
    ...

def bipartite_matching(data: NDArray | None = None, is_ascend: bool = False, threshold: float = ..., topk: int = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Partners of rows and of columns, taken greedily from the best score on; -1 where there is none."""
    ...

def boolean_mask(data: NDArray | None = None, index: NDArray | None = None, axis: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The rows of `data` for which `index` is not zero. Its shape depends on values: arrays only."""
    ...

def box_decode(data: NDArray | None = None, anchors: NDArray | None = None, std0: float = 1.0, std1: float = 1.0, std2: float = 1.0, std3: float = 1.0, clip: float = -1.0, format: str = 'center', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Corner boxes from offsets to anchors; logarithms of sizes are at most `clip` if that is positive."""
    ...

def box_encode(samples: NDArray | None = None, matches: NDArray | None = None, anchors: NDArray | None = None, refs: NDArray | None = None, means: NDArray | None = None, stds: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Offsets from anchors to their matched reference boxes, and where they count (``samples > 0.5``)."""
    ...

def box_iou(lhs: NDArray | None = None, rhs: NDArray | None = None, format: str = 'corner', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Intersection over union of every box in `lhs` with every box in `rhs`."""
    ...

def box_nms(data: NDArray | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool = False, in_format: str = 'corner', out_format: str = 'corner', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Boxes that no better box overlaps by more than `overlap_thresh`, best first; the rest is -1.

    Boxes of different classes (`id_index`) leave each other alone unless `force_suppress` is set."""
    ...

def box_non_maximum_suppression(data: NDArray | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool = False, in_format: str = 'corner', out_format: str = 'corner', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Boxes that no better box overlaps by more than `overlap_thresh`, best first; the rest is -1.

    Boxes of different classes (`id_index`) leave each other alone unless `force_suppress` is set."""
    ...

def calibrate_entropy(hist: NDArray | None = None, hist_edges: NDArray | None = None, num_quantized_bins: int = 255, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The threshold at which 8 bits lose least information about a distribution, and how much that is.

    `hist` counts values in bins symmetric about zero, whose borders are `hist_edges`."""
    ...

def count_sketch(data: NDArray | None = None, h: NDArray | None = None, s: NDArray | None = None, out_dim: int = ..., processing_batch_size: int = 32, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Columns times signs `s`, summed where `h` sends them; only `data` has a gradient."""
    ...

def ctc_loss(data: NDArray | None = None, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: str = 'first', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Loss of label sequences under activations (sequence, batch, alphabet), before softmax.

    Without `label_lengths`, labels end at the first 0 where blank is the first label, at the first -1
    where it is the last. Impossible alignments cost 0, labels of probability 0 infinitely much."""
    ...

def dequantize(data: NDArray | None = None, min_range: NDArray | None = None, max_range: NDArray | None = None, out_type: str = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """8 bit integers as the float32 numbers they stand for."""
    ...

def dgl_adjacency(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The adjacency matrix of a graph given by a CSR array of edge numbers: one at each stored place."""
    ...

def dgl_csr_neighbor_non_uniform_sample(*seed_arrays: NDArray, num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """As the uniform sample, but neighbours are drawn by the probabilities in the second input."""
    ...

def dgl_csr_neighbor_uniform_sample(*seed_arrays: NDArray, num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Neighbourhoods of seed vertices in a graph, the first input, with at most `num_neighbor` edges a vertex.

    For each array of seeds: the vertices and, last, their number; a CSR array of their edges; and how many
    hops away they are."""
    ...

def dgl_graph_compact(*graph_data: NDArray, return_mapping: bool = ..., graph_sizes: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sampled graphs without their empty rows and columns; the inputs are graphs, then their vertices."""
    ...

def dgl_subgraph(*data: NDArray, return_mapping: bool = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Subgraphs of a graph, the first input, with the given vertices; with `return_mapping` also the old edges."""
    ...

def div_sqrt_dim(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Divide by the square root of the last axis' size."""
    ...

def edge_id(data: NDArray | None = None, u: NDArray | None = None, v: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements of a CSR array at rows `u` and columns `v`, -1 where none is stored."""
    ...

def fft(data: NDArray | None = None, compute_size: int = 128, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Fourier transform of real rows; real and imaginary parts alternate in the result."""
    ...

def getnnz(data: NDArray | None = None, axis: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """How many values a CSR array stores, in all or in each row (``axis=1``)."""
    ...

def gradientmultiplier(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The identity, whose gradient is multiplied with `scalar`."""
    ...

def group_adagrad_update(weight: NDArray | None = None, grad: NDArray | None = None, history: NDArray | None = None, lr: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, epsilon: float = 1e-05, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """AdaGrad step with one history per row: the mean of its squared gradients."""
    ...

def hawkesll(lda: NDArray | None = None, alpha: NDArray | None = None, beta: NDArray | None = None, state: NDArray | None = None, lags: NDArray | None = None, marks: NDArray | None = None, valid_length: NDArray | None = None, max_time: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Log likelihood of marked self-exciting point processes, and their states at `max_time`.

    `lda` are background rates, `alpha` branching ratios, `beta` decays, `lags` times between points."""
    ...

def ifft(data: NDArray | None = None, compute_size: int = 128, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Real part of the inverse transform of what `_contrib_fft` returns, not divided by the length."""
    ...

def index_array(data: NDArray | None = None, axes: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The coordinates of every element, of all or the given axes, along a new last axis.

    An axis past the last one counts from the first again: networks ask for axis 1 of vectors."""
    ...

def index_copy(old_tensor: NDArray | None = None, index_vector: NDArray | None = None, new_tensor: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy of `old_tensor` in which the rows `index_vector` are those of `new_tensor`."""
    ...

def interleaved_matmul_encdec_qk(queries: NDArray | None = None, keys_values: NDArray | None = None, heads: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Scaled products of a decoder's queries and an encoder's keys."""
    ...

def interleaved_matmul_encdec_valatt(keys_values: NDArray | None = None, attention: NDArray | None = None, heads: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An encoder's values weighted by attention, (length, batch, heads * size)."""
    ...

def interleaved_matmul_selfatt_qk(queries_keys_values: NDArray | None = None, heads: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Scaled products of queries and keys, (batch * heads, length, length), for self attention."""
    ...

def interleaved_matmul_selfatt_valatt(queries_keys_values: NDArray | None = None, attention: NDArray | None = None, heads: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Values weighted by self attention, (length, batch, heads * size)."""
    ...

def quadratic(data: NDArray | None = None, a: float = 0.0, b: float = 0.0, c: float = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``a * x**2 + b * x + c``."""
    ...

def quantize(data: NDArray | None = None, min_range: NDArray | None = None, max_range: NDArray | None = None, out_type: str = 'uint8', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Float32 data as 8 bit integers for the given range; returns them and the range they stand for."""
    ...

def quantize_asym(data: NDArray | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Float32 data as uint8 over its whole range: ``data * scale + shift``; returns it, scale and shift."""
    ...

def quantize_v2(data: NDArray | None = None, out_type: str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Float32 data as 8 bit integers for the calibrated range, or that of the data; integers pass."""
    ...

def quantized_act(data: NDArray | None = None, min_data: NDArray | None = None, max_data: NDArray | None = None, act_type: str = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Negative integers become zero; only ``act_type='relu'`` exists."""
    ...

def quantized_batch_norm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, min_data: NDArray | None = None, max_data: NDArray | None = None, eps: float = 0.0010000000474974513, momentum: float = 0.899999976, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Batch normalization of 8 bit integers with the moving statistics; needs the calibrated range of the result."""
    ...

def quantized_concat(*data: NDArray, dim: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Arrays joined along an axis: all of them first, then the two range limits of each.

    Those with a smaller range than the widest are rescaled. The result is int8 if one of the arrays is."""
    ...

def quantized_conv(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, min_data: NDArray | None = None, max_data: NDArray | None = None, min_weight: NDArray | None = None, max_weight: NDArray | None = None, min_bias: NDArray | None = None, max_bias: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convolution of 8 bit integers: int32 sums and the range they stand for.

    Of signed data, the bias is brought to the scale of the sums. MXNet's kernel for unsigned data adds it as it is and
    states the range of signed data, and so does this."""
    ...

def quantized_elemwise_add(lhs: NDArray | None = None, rhs: NDArray | None = None, lhs_min: NDArray | None = None, lhs_max: NDArray | None = None, rhs_min: NDArray | None = None, rhs_max: NDArray | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of integers of different ranges: int32, or 8 bits for the calibrated range."""
    ...

def quantized_elemwise_mul(lhs: NDArray | None = None, rhs: NDArray | None = None, lhs_min: NDArray | None = None, lhs_max: NDArray | None = None, rhs_min: NDArray | None = None, rhs_max: NDArray | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, enable_float_output: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product of int8 arrays: int32, int8 for the calibrated range, or float32."""
    ...

def quantized_embedding(data: NDArray | None = None, weight: NDArray | None = None, min_weight: NDArray | None = None, max_weight: NDArray | None = None, input_dim: int = ..., output_dim: int = ..., dtype: Any = ..., sparse_grad: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Rows of an int8 `weight` chosen by the numbers in `data`, and the range of the weight."""
    ...

def quantized_flatten(data: NDArray | None = None, min_data: NDArray | None = None, max_data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """All axes but the first as one."""
    ...

def quantized_fully_connected(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, min_data: NDArray | None = None, max_data: NDArray | None = None, min_weight: NDArray | None = None, max_weight: NDArray | None = None, min_bias: NDArray | None = None, max_bias: NDArray | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Dense layer over 8 bit integers: int32 sums and the range they stand for.

    The bias has a range of its own: it is brought to the scale of the sums first."""
    ...

def quantized_pooling(data: NDArray | None = None, min_data: NDArray | None = None, max_data: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = (), pool_type: str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: str = 'valid', stride: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest or mean integer of each window."""
    ...

def requantize(data: NDArray | None = None, min_range: NDArray | None = None, max_range: NDArray | None = None, out_type: str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sums in int32 as 8 bit integers for the calibrated range, or that of the data."""
    ...

def round_ste(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Rounds forward, halves away from zero; backward is the identity (straight-through estimator)."""
    ...

def sign_ste(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The sign forward; backward is the identity (straight-through estimator)."""
    ...
