"""Meaning of parameters in the operators where it differs from `parameters.SHARED`."""

from __future__ import annotations

_NO_EFFECT = "Accepted for compatibility; it has no effect."
_SORTED = "Axis to search; None searches the flattened array."
_REDUCED = "Axis, or axes, to reduce; all by default. Negative numbers count from the last axis."
_DECAYED = "Weight decay, which is added to the rescaled gradient before clipping."
_CLIPPED = ("Clip the gradient, weight decay included, to [-clip_gradient, clip_gradient]; a negative number does not "
            "clip.")
_MAPS = "Feature maps of shape (batch, channels, height, width)."
_BATCH_NORMS = "BatchNorm _contrib_BatchNormWithReLU BatchNorm_v1 _contrib_SyncBatchNorm _contrib_quantized_batch_norm"
_CONVOLUTIONS = "Convolution Convolution_v1 _contrib_quantized_conv"
_DEFORMABLE = "_contrib_DeformableConvolution _contrib_ModulatedDeformableConvolution"
_PROPOSALS = "_contrib_Proposal _contrib_MultiProposal"
_LAMB_PHASES = "lamb_update_phase1 mp_lamb_update_phase1"
_MULTI_LAMB = "_multi_lamb_update _multi_mp_lamb_update"
_MULTI_ADAMW = "_multi_adamw_update _multi_mp_adamw_update"
_ADAMW = "_adamw_update _mp_adamw_update"

# "operators separated by spaces": {parameter: meaning}
_LAYERS = {
    _BATCH_NORMS: {
        "axis": "Channel axis.", "momentum": "Share of the old moving statistics that each update keeps.",
        "eps": "Number added to the variance.",
        "output_mean_var": "Also return mean and inverse standard deviation: those of the batch in training.",
        "min_calib_range": _NO_EFFECT, "max_calib_range": _NO_EFFECT},
    "BatchNorm_v1 _contrib_SyncBatchNorm": {
        "output_mean_var": "Also return mean and variance: those of the batch in training."},
    "_contrib_quantized_batch_norm": {
        "momentum": _NO_EFFECT, "fix_gamma": _NO_EFFECT, "use_global_stats": _NO_EFFECT, "output_mean_var": _NO_EFFECT,
        "moving_mean": "Moving mean per channel.", "moving_var": "Moving variance per channel.",
        "min_calib_range": "Smallest value of the result; required.",
        "max_calib_range": "Largest value of the result; required."},
    "LayerNorm": {"axis": "Axis to normalize.", "output_mean_var": "Also return mean and standard deviation.",
                  "gamma": "Scale per element of the axis.", "beta": "Offset per element of the axis.",
                  "eps": "Number added to the variance."},
    "GroupNorm": {"data": "Input of shape (batch, channels, ...).", "gamma": "Scale per group.",
                  "beta": "Offset per group.", "eps": "Number added to the variance.",
                  "num_groups": "Number of channel groups, a divisor of the number of channels.",
                  "output_mean_var": "Also return mean and standard deviation of each group."},
    "InstanceNorm": {"data": "Input of shape (batch, channels, ...).", "eps": "Number added to the variance."},
    "LRN": {"data": _MAPS, "alpha": "Factor of the mean of squares over the window.", "beta": "Exponent.",
            "knorm": "Constant that is added to the scaled mean of squares."},
    "L2Normalization": {"mode": "Norm of each sample ('instance'), position ('channel') or channel ('spatial').",
                        "eps": "Number added to the sum of squares before the root."},
    "LeakyReLU": {"gamma": "Slope per channel (axis 1) if ``act_type='prelu'``.", "act_type": "Kind of the function.",
                  "slope": "Slope of 'leaky' for negative elements, or factor of the curve of 'elu'.",
                  "lower_bound": "Smallest random slope of 'rrelu'; prediction uses the mean of both bounds.",
                  "upper_bound": "Largest random slope of 'rrelu'."},
    "FullyConnected _contrib_quantized_fully_connected": {
        "data": "Input of shape (batch, ...).", "weight": "Weight of shape (num_hidden, inputs).",
        "bias": "Bias of shape (num_hidden,); omit it with ``no_bias=True``.",
        "num_hidden": "Size of the last axis of the result.",
        "flatten": "Merge all axes but the first before the product. False uses the last axis only."},
    _CONVOLUTIONS: {"weight": "Weight of shape (num_filter, channels / num_group, *kernel); channels come last if they "
                              "do in `layout`.",
                    "bias": "Bias of shape (num_filter,); omit it with ``no_bias=True``.",
                    "data": "Input of shape (batch, channels, *spatial), or in the order of `layout`."},
    "Deconvolution": {"weight": "Weight of shape (channels, num_filter / num_group, *kernel); the second axis comes "
                                "last if channels do in `layout`.",
                      "bias": "Bias of shape (num_filter,); used with ``no_bias=False``.",
                      "data": "Input of shape (batch, channels, *spatial), or in the order of `layout`.",
                      "stride": "Step of the windows in the result, per spatial axis; 1 by default.",
                      "pad": "Number of elements to remove from both sides of the result, per spatial axis.",
                      "adj": "Extra size at the end of each spatial axis of the result; smaller than `stride`.",
                      "target_shape": "Spatial shape of the result; if given, `pad` and `adj` are ignored."},
    _DEFORMABLE: {
        "data": _MAPS, "offset": "Shifts (y, x) of shape (batch, 2 * kernel elements * num_deformable_group, height, "
                                 "width), in the size of the result.",
        "mask": "Scales of shape (batch, kernel elements * num_deformable_group, height, width).",
        "bias": "Bias of shape (num_filter,); omit it with ``no_bias=True``.",
        "weight": "Weight of shape (num_filter, channels / num_group, *kernel).",
        "layout": "Order of the axes; only 'NCHW'."},
    "Embedding _contrib_SparseEmbedding _contrib_quantized_embedding": {
        "data": "Integers that select rows; those out of range select the first or last row.",
        "weight": "Weight of shape (input_dim, output_dim).", "output_dim": "Number of columns of `weight`.",
        "dtype": "Dtype of the weight, where it is not known."},
    "_contrib_SparseEmbedding": {"sparse_grad": "Accepted for compatibility; the gradient is always row-sparse."},
    "_contrib_quantized_embedding": {"dtype": _NO_EFFECT, "sparse_grad": _NO_EFFECT},
    "Dropout": {"p": "Probability of a zero.", "mode": "'training' drops in training only, 'always' in prediction too.",
                "axes": "Axes along which all elements share one decision."},
    "RNN": {"p": "Dropout rate between layers, in training.", "mode": "Kind of cell.",
            "data": "Input of shape (sequence, batch, input).",
            "state": "Initial state of shape (layers * directions, batch, state_size), or projection_size.",
            "state_cell": "Initial cell state of an LSTM, of shape (layers * directions, batch, state_size).",
            "state_size": "Size of the hidden state of one direction.",
            "bidirectional": "Also process the sequence from its end, and join both outputs.",
            "state_outputs": "Also return the final state, and for an LSTM the final cell state.",
            "projection_size": "Size of the projected state, for an LSTM only; None does not project.",
            "lstm_state_clip_min": "Lower limit of the cell state of an LSTM; used if both limits are given.",
            "lstm_state_clip_max": "Upper limit of the cell state of an LSTM; used if both limits are given.",
            "lstm_state_clip_nan": "Also replace NaN in the cell state by the lower limit."},
    "Pooling Pooling_v1 _contrib_quantized_pooling": {
        "data": "Input of shape (batch, channels, *spatial), or in the order of `layout`.",
        "kernel": "Size of the window, per spatial axis; not needed with `global_pool`.",
        "pooling_convention": "Round the result size down ('valid') or up ('full'); 'same' divides the size of one "
                              "spatial axis by `stride`, rounded up.",
        "p_value": "Order of the norm if ``pool_type='lp'``: 1, 2 or 3.",
        "count_include_pad": "Count the padding in means; None counts it."},
    "Pooling_v1": {"data": _MAPS, "pooling_convention": "Round the result size down ('valid') or up ('full')."},
    "_contrib_quantized_pooling": {"p_value": _NO_EFFECT, "pool_type": "Reduction of a window: 'max' or 'avg'."},
    "softmax softmin log_softmax": {"axis": "Axis of the softmax.",
                                    "dtype": "Dtype of the result; the dtype of `data` by default."},
    "softmin log_softmax": {"use_length": "Not supported; leave it False."},
    "SoftmaxActivation": {"mode": "Softmax over the last axis ('instance') or over axis 1 ('channel')."},
    "UpSampling": {"data": "Images; with 'bilinear' one array of images, then the weight.",
                   "scale": "Factor of height and width.",
                   "num_filter": "Number of channels of the images, for 'bilinear'."},
    "Pad": {"mode": "Fill with `constant_value`, repeat the edge, or mirror at it ('reflect').",
            "data": "Input with 4 or 5 axes."},
    "_contrib_AdaptiveAvgPooling2D": {"data": _MAPS, "output_size": "Height and width of the result, or one number for "
                                                                    "both; 1 by default."},
    "Custom": {"data": "Inputs of the operator, in its order."},
    "im2col col2im": {"kernel": "Height and width of the window."},
    "im2col": {"data": _MAPS},
    "col2im": {"data": "Columns of shape (batch, channels * window, positions)."},
    "_sg_mkldnn_selfatt_qk _sg_mkldnn_selfatt_valatt": {"quantized": "Compute with 8-bit integers."},
}
_LOSSES = {
    "SoftmaxOutput": {
        "label": "Classes, or probabilities in the shape of `data`; labels get no gradient.",
        "ignore_label": "Label that `use_ignore` and the normalization 'valid' leave out.",
        "preserve_shape": "Compute softmax over the last axis. False merges all axes but the first.",
        "normalization": "Divide the gradient by nothing ('null'), the batch size ('batch') or the number of labels "
                         "other than `ignore_label` ('valid').",
        "out_grad": "Multiply the gradient by the result, as MXNet 1.9.1 does.",
        "smooth_alpha": "Label smoothing: probability moved from the label to the other classes; ignored with "
                        "`multi_output`."},
    "LinearRegressionOutput MAERegressionOutput LogisticRegressionOutput": {
        "data": "Predictions of shape (batch, ...).", "label": "Labels with as many elements as `data`.",
        "grad_scale": "Factor of the gradient, which is divided by the number of outputs per sample."},
    "SVMOutput": {"data": "Scores with the classes in the last axis.",
                  "label": "Class of each row; it has no gradient.",
                  "regularization_coefficient": "Factor of the gradient.",
                  "use_linear": "Use the hinge loss. False uses its square."},
    "softmax_cross_entropy": {"data": "Scores of shape (batch, classes).", "label": "Class of each sample."},
    "MakeLoss": {"valid_thresh": "Elements above this number count as valid.", "data": "Losses.",
                 "normalization": "Divide the gradient by nothing ('null'), the number of rows ('batch') or the number "
                                  "of valid elements ('valid')."},
    "make_loss": {"data": "Losses."},
    "IdentityAttachKLSparseReg": {"momentum": "Share of the old moving mean that each update keeps.",
                                  "data": "Activations between 0 and 1, with the units in the last axis."},
    "CTCLoss": {"data": "Activations of shape (sequence, batch, alphabet), before softmax.",
                "label": "Labels of shape (batch, length), padded with 0 if the blank is the first class and with -1 "
                         "if it is the last.",
                "data_lengths": "Number of steps of each sample, of shape (batch,).",
                "label_lengths": "Number of labels of each sample, of shape (batch,).",
                "use_data_lengths": "Use `data_lengths`. False uses all steps.",
                "use_label_lengths": "Use `label_lengths`. False counts the labels before the padding.",
                "blank_label": "Class of the blank: 'first' is 0, 'last' is the size of the alphabet minus one."},
}
_VISION = {
    "GridGenerator": {"transform_type": "'affine' for matrices, 'warp' for optical flow.",
                      "data": "Affine matrices of shape (batch, 6), or flow (x, y) in pixels of shape (batch, 2, "
                              "height, width).",
                      "target_shape": "Height and width of the grid, for 'affine'."},
    "SpatialTransformer": {"data": _MAPS, "loc": "Affine matrices of shape (batch, 6).",
                           "transform_type": "Kind of transformation; only 'affine'."},
    "BilinearSampler": {"data": _MAPS},
    "Correlation": {"kernel_size": "Side of the patches, an odd number.",
                    "pad_size": "Padding of both maps on all sides, with zeros."},
    "Crop": {"offset": "Row and column of the upper left corner.",
             "data": "Images, and optionally an array with the wanted height and width.",
             "h_w": "Height and width of the area, if there is one input."},
    "_contrib_BilinearResize2D": {
        "data": _MAPS, "mode": "How to choose the size: `height` and `width` or factors ('size'), factors that keep "
                               "odd sizes odd, the size of `like`, or the nearest even or odd size.",
        "height": "Height of the result in mode 'size', without factors.",
        "width": "Width of the result in mode 'size', without factors.",
        "scale_height": "Factor of the height, in the modes 'size' and 'odd_scale'.",
        "scale_width": "Factor of the width, in the modes 'size' and 'odd_scale'."},
    "_contrib_box_iou": {"lhs": "Boxes of shape (..., 4).", "rhs": "Boxes of shape (..., 4)."},
    "_contrib_box_nms": {"data": "Boxes of shape (..., boxes, columns).",
                         "overlap_thresh": "Suppress boxes whose overlap with a better box is larger.",
                         "valid_thresh": "Drop boxes with a score up to this number.",
                         "topk": "Number of best boxes that take part; -1 uses all, 0 returns the input.",
                         "background_id": "Class of the background, whose boxes are dropped; -1 drops none."},
    "_contrib_box_encode": {"means": "Mean of each of the four offsets.",
                            "stds": "Standard deviation of each of the four offsets.",
                            "anchors": "Anchor boxes of shape (batch, anchors, 4), as corners.",
                            "refs": "Reference boxes of shape (batch, boxes, 4), as corners."},
    "_contrib_box_decode": {"data": "Offsets of shape (batch, anchors, 4).",
                            "anchors": "Anchor boxes of shape (1, anchors, 4), in the given format.",
                            "clip": "Upper limit of the log sizes if positive.",
                            "format": "Format of `anchors`; the result always has corners."},
    "_contrib_bipartite_matching": {"data": "Scores of shape (..., rows, columns).",
                                    "threshold": "Match scores above this number, or below it with `is_ascend`.",
                                    "is_ascend": "Smaller scores are better.",
                                    "topk": "Stop after one match more than this number if positive, as MXNet does."},
    "_contrib_MultiBoxPrior": {"data": "Feature maps of shape (batch, channels, height, width); only the size is used.",
                               "sizes": "Sizes of the anchors, in fractions of the image height.",
                               "ratios": "Aspect ratios of the anchors: width divided by height.",
                               "clip": "Clip the boxes to [0, 1].",
                               "steps": "Distance of cell centers (y, x), in fractions of the image; -1 spaces them "
                                        "evenly."},
    "_contrib_MultiBoxTarget": {
        "label": "Boxes of shape (batch, boxes, 5 or more) with rows (class, left, top, right, bottom); a class of -1 "
                 "ends them.",
        "overlap_threshold": "Match anchors that overlap a box more; the best anchor of a box matches anyway.",
        "ignore_label": "Class target of anchors that are neither positive nor negative.",
        "negative_mining_ratio": "Negative examples per positive one; -1 uses all.",
        "negative_mining_thresh": "Negative examples must overlap all boxes less than this number.",
        "minimum_negative_samples": _NO_EFFECT,
        "variances": "Divisors of the four box offsets (x, y, width, height)."},
    "_contrib_MultiBoxDetection": {
        "cls_prob": "Class probabilities of shape (batch, classes, anchors); class 0 is the background.",
        "threshold": "Smallest score of a detection.", "clip": "Clip the boxes to [0, 1].",
        "background_id": "Accepted for compatibility; class 0 is always the background.",
        "variances": "Factors of the four box offsets (x, y, width, height)."},
    _PROPOSALS: {
        "cls_prob": "Probabilities of shape (batch, 2 * anchors, height, width): background, then object.",
        "im_info": "Height, width and scale of each image, of shape (batch, 3).",
        "threshold": "Suppress regions whose overlap with a better region is larger.",
        "rpn_min_size": "Smallest height and width in pixels of the unscaled image; smaller regions come last.",
        "rpn_pre_nms_top_n": "Number of best regions to keep before suppression; 0 or less keeps all.",
        "rpn_post_nms_top_n": "Number of regions to return; regions repeat if fewer remain.",
        "scales": "Sides of the anchors, in multiples of `feature_stride`.",
        "ratios": "Aspect ratios of the anchors: height divided by width."},
    "_contrib_Proposal": {"im_info": "Height, width and scale of the image, of shape (1, 3)."},
    "ROIPooling _contrib_ROIAlign _contrib_PSROIPooling _contrib_RROIAlign _contrib_DeformablePSROIPooling": {
        "data": _MAPS},
    "_contrib_ROIAlign": {
        "rois": "Regions with rows (image, left, top, right, bottom) in image pixels; without the first column, all "
                "are in image 0."},
    "_contrib_RROIAlign": {"rois": "Regions with rows (image, center x, center y, width, height, degrees) in image "
                                   "pixels."},
    "_contrib_PSROIPooling _contrib_DeformablePSROIPooling": {
        "output_dim": "Number of output channels.", "pooled_size": "Height and width of the result, one number.",
        "data": "Feature maps of shape (batch, output_dim * group_size ** 2, height, width)."},
    "_contrib_PSROIPooling": {"group_size": "Cells per side of the channel groups; 0 uses `pooled_size`."},
    "_contrib_DeformablePSROIPooling": {
        "group_size": "Cells per side of the channel groups.",
        "trans": "Shifts (x, y) of shape (regions, 2 * classes, part_size, part_size), in fractions of the region.",
        "part_size": "Cells per side of `trans`; 0 uses `pooled_size`."},
    "_image_to_tensor": {"data": "Image of shape (height, width, channels), or a batch of images."},
    "_image_crop": {"data": "Image of shape (height, width, channels), or a batch of images.",
                    "x": "First column.", "y": "First row."},
    "_image_resize": {"data": "Image of shape (height, width, channels), or a batch of images.",
                      "size": "Width and height, or one number for both.",
                      "keep_ratio": "Let one number in `size` be the shorter edge and keep the aspect ratio."},
    "_image_normalize": {"data": "Image of shape (channels, height, width), or a batch of images.",
                         "mean": "Mean of each channel, or one number for all.",
                         "std": "Standard deviation of each channel, or one number for all."},
    "_image_flip_left_right _image_flip_top_bottom _image_random_flip_left_right _image_random_flip_top_bottom "
    "_image_random_brightness _image_random_contrast _image_random_saturation _image_random_hue "
    "_image_random_color_jitter _image_adjust_lighting _image_random_lighting": {
        "data": "Image of shape (height, width, channels)."},
    "_image_random_hue": {"min_factor": "Smallest rotation, in fractions of the color circle; at least 0.",
                          "max_factor": "Largest rotation, in fractions of the color circle."},
    "_image_random_color_jitter": {"hue": "Largest rotation of the hue, in fractions of the color circle."},
    "_image_adjust_lighting": {"alpha": "Steps along the three principal components."},
    "_image_random_lighting": {"alpha_std": "Standard deviation of the steps along the principal components."},
    "_imdecode": {"mean": "Image that is subtracted.", "index": "Position in an array of images.",
                  "c": "Number of channels.", "size": "Number of bytes."},
    "_cvimresize": {"h": "Height of the result."},
    "_cvcopyMakeBorder": {"value": "Color of all channels."},
}
_SHAPES = {
    "broadcast_to": {"shape": "Shape of the result; 0 keeps the size of an axis."},
    "broadcast_like": {"lhs": "Array to broadcast.", "rhs": "Array whose sizes are used.",
                       "lhs_axes": "Axes of `lhs` to broadcast; all by default.",
                       "rhs_axes": "Axes of `rhs` whose sizes are used; all by default."},
    "broadcast_axis": {"axis": "Axes of size 1 to broadcast, counted from 0.", "size": "New size of each of these "
                                                                                      "axes."},
    "reshape_like": {"lhs": "Array to reshape.", "rhs": "Array whose sizes are used."},
    "transpose _np_transpose": {"axes": "New order of the axes, counted from 0; reversed by default."},
    "expand_dims stack": {"axis": "Position of the new axis in the result."},
    "squeeze": {"axis": "Axis, or axes, of size 1 to remove; all of them by default."},
    "reverse": {"axis": "Axis, or axes, to reverse, counted from 0."},
    "repeat": {"axis": "Axis to repeat along; None flattens the array first."},
    "diag": {"data": "Vector, which becomes a diagonal, or array of which a diagonal is read."},
    "slice_like": {"axes": "Axes to slice; all by default."},
    "_contrib_index_array": {"axes": "Axes whose coordinates to return; all by default."},
    "Concat stack": {"data": "Arrays to join."},
    "slice": {"step": "Step per axis; a negative one goes backwards. 1 by default."},
    "slice_axis": {"axis": "Axis to slice.", "begin": "First index; a negative number counts from the end.",
                   "end": "Index after the last one; a negative number counts from the end, None is the end."},
    "Reshape": {"shape": "Shape with the codes 0, -1, -2, -3 and -4.",
                "target_shape": "Old form of `shape`, where 0 infers a size."},
    "_contrib_arange_like": {"axis": "Axis whose size is the number of values; None counts all elements.",
                             "data": "Array whose shape is used.",
                             "ctx": "Accepted for compatibility; the result is on the device of `data`.",
                             "step": "Distance of two values."},
    "SliceChannel": {"axis": "Axis to split.", "num_outputs": "Number of parts, a divisor of the size.",
                     "squeeze_axis": "Remove the axis, whose parts must have size 1."},
    "_full": {"value": "Value of all elements."},
    "_arange": {"step": "Distance of two values."},
    "Flatten shape_array size_array zeros_like ones_like": {"data": "Array of any shape."},
    "depth_to_space space_to_depth": {"data": _MAPS},
    "khatri_rao": {"args": "Matrices with equal numbers of columns."},
    "where": {"condition": "Array that selects: nonzero selects `x`, zero selects `y`; a vector selects rows.",
              "x": "Values where the condition is not zero.", "y": "Values where it is zero, in the shape of `x`."},
}
_INDEXING = {
    "take": {"a": "Array to select from.", "axis": "Axis to select from.",
             "mode": "Indices out of range: 'clip' uses the nearest valid one (0 for negative ones), 'wrap' counts "
                     "modulo the size, 'raise' raises an error."},
    "batch_take": {"a": "Matrix to select from.", "indices": "Column of each row, as int32; clipped to valid columns."},
    "pick": {"axis": "Axis to select from; None is not supported.", "keepdims": "Keep the axis with size 1.",
             "index": "Position along `axis`, in the shape of `data` without this axis or with size 1.",
             "mode": "Indices out of range: 'clip' uses the nearest valid one, 'wrap' counts modulo the size."},
    "_contrib_boolean_mask": {"index": "Mask with one element per row.", "axis": "Axis of the rows; only 0."},
    "one_hot": {"indices": "Positions of `on_value`; those outside of [0, depth) set none."},
    "gather_nd scatter_nd": {"indices": "Coordinates, one column per element."},
    "scatter_nd": {"data": "Values to write."},
    "_ravel_multi_index": {"data": "Coordinates, one column per element."},
    "_unravel_index": {"data": "Flat indices."},
    "_ravel_multi_index _unravel_index": {"shape": "Shape of the indexed array."},
    "_sparse_retain": {"data": "Row-sparse array.", "indices": "Rows to keep."},
    "fill_element_0index": {"lhs": "Matrix to copy.", "mhs": "Value to write in each row.",
                            "rhs": "Column of each row."},
    "SequenceLast SequenceMask SequenceReverse": {
        "axis": "Axis of the sequence: 0 or 1.", "data": "Sequences, with the batch in the other axis.",
        "use_sequence_length": "Use `sequence_length`. False treats all sequences as complete."},
    "SequenceMask": {"value": "Value of the elements after the end of each sequence."},
    "SequenceReverse": {"axis": "Axis of the sequence; only 0.", "data": "Sequences of shape (sequence, batch, ...)."},
    "topk": {"axis": _SORTED, "k": "Number of elements; 0 or less returns all.", "dtype": "Dtype of the indices.",
             "ret_typ": "Result: 'value', 'indices', 'both' (values, then indices), or a 'mask' of ones in the shape "
                        "of `data`.",
             "is_ascend": "Return the smallest elements. False returns the largest."},
    "sort argsort": {"axis": "Axis to sort; None sorts the flattened array.",
                     "is_ascend": "Sort in ascending order. False sorts in descending order."},
    "argsort": {"dtype": "Dtype of the indices."},
    "_contrib_getnnz": {"data": "CSR array.", "axis": "1 counts each row, None the whole array."},
    "_contrib_edge_id": {"data": "CSR array.", "v": "Columns of the elements."},
    "_contrib_dgl_adjacency": {"data": "CSR array."},
    "_contrib_dgl_subgraph": {"data": "The graph as a CSR array, then arrays of vertices."},
    "_histogram": {"data": "Array of numbers."},
}
_REDUCTIONS = {
    "sum mean prod nansum nanprod max min norm _square_sum": {"axis": _REDUCED},
    "moments": {"axes": "Axes to reduce; at least one."},
    "argmax argmin": {"axis": _SORTED, "keepdims": "Keep the axis with size 1."},
    "norm": {"out_dtype": "Dtype of the result; the dtype of `data` by default."},
    "_np_cumsum": {"axis": "Axis to sum along; None flattens the array first.",
                   "dtype": "Dtype of the result; the dtype of `a` by default."},
    "all_finite multi_all_finite": {"init_output": "Start from 1. False combines the result with the value in `out`."},
    "amp_multicast": {"num_outputs": "Number of inputs; set automatically."},
}
_NUMBERS = {
    "hard_sigmoid": {"alpha": "Slope.", "beta": "Offset."},
    "smooth_l1": {"scalar": "Inverse square root of the border between the two parts."},
    "_contrib_gradientmultiplier": {"scalar": "Factor of the gradient."},
    "_contrib_quadratic": {"a": "Quadratic coefficient.", "b": "Linear coefficient."},
    "_contrib_allclose": {"a": "First array.", "b": "Second array."},
    "dot": {"transpose_a": "Transpose `lhs`; with more than two axes, move the first one to the end.",
            "transpose_b": "Transpose `rhs`; with more than two axes, move the last one to the front.",
            "forward_stype": "Storage type of the result for sparse inputs; None chooses it."},
    "batch_dot": {"lhs": "Batch of matrices.", "rhs": "Batch of matrices with the same batch axes.",
                  "transpose_a": "Transpose the matrices of `lhs`.", "transpose_b": "Transpose the matrices of `rhs`.",
                  "forward_stype": _NO_EFFECT},
    "_contrib_fft": {"data": "Real numbers; the last axis is transformed."},
    "_contrib_ifft": {"data": "Complex numbers as alternating real and imaginary parts in the last axis."},
    "_contrib_count_sketch": {"data": "Array whose last axis is summed.",
                              "h": "Index in the result for each element of the last axis.",
                              "s": "Sign of each element of the last axis.", "out_dim": "Size of the last axis of the "
                                                                                       "result."},
    "_linalg_gemm _linalg_gemm2": {"axis": "Axis of the matrix rows; the last axis holds the columns.",
                                   "transpose_a": "Transpose the matrices of `A`.",
                                   "transpose_b": "Transpose the matrices of `B`."},
    "_linalg_gemm": {"beta": "Factor of `C`.", "C": "Matrix, or batch of matrices, in the shape of the product."},
    "_linalg_potri": {"A": "Cholesky factor, or batch of factors in the last two axes."},
    "_linalg_trmm _linalg_trsm": {"A": "Triangular matrix, or batch of them in the last two axes.",
                                  "lower": "Use the lower triangle of `A`. False uses the upper triangle.",
                                  "rightside": "Let `A` be the right factor."},
    "_linalg_trsm": {"alpha": "Factor of `B`."},
    "_linalg_makediag": {"A": "Vector, or batch of vectors in the last axis."},
    "_linalg_maketrian": {"A": "Packed triangle, or batch of them in the last axis."},
    "_linalg_extracttrian _linalg_maketrian": {
        "offset": "Diagonal that borders the triangle; a positive number selects an upper triangle, a negative one a "
                  "lower.",
        "lower": "With offset 0, use the lower triangle. False uses the upper triangle."},
}
_QUANTIZED = {
    "_contrib_quantize _contrib_quantize_v2 _contrib_quantize_asym": {"data": "Array of float32 numbers."},
    "_contrib_quantize": {"min_range": "Smallest value, an array with one element.",
                          "max_range": "Largest value, an array with one element."},
    "_contrib_dequantize _contrib_requantize": {
        "data": "Array of integers.", "min_range": "Value of the smallest integer, an array with one element.",
        "max_range": "Value of the largest integer, an array with one element."},
    "_contrib_quantize_v2 _contrib_requantize": {
        "out_type": "Dtype of the result; 'auto' is uint8 if the calibrated range has no negative values, else int8."},
    "_contrib_quantize_v2 _contrib_quantize_asym _contrib_requantize": {
        "min_calib_range": "Smallest value; without both limits, the range of the data is used.",
        "max_calib_range": "Largest value; without both limits, the range of the data is used."},
    "_contrib_dequantize": {"out_type": "Dtype of the result; only 'float32'."},
    "_contrib_quantized_elemwise_add _contrib_quantized_elemwise_mul": {
        "min_calib_range": "Smallest value of an 8-bit result; without both limits, the result is int32.",
        "max_calib_range": "Largest value of an 8-bit result; without both limits, the result is int32."},
    "_contrib_quantized_elemwise_mul": {"enable_float_output": "Return float32, without a range."},
    "_contrib_quantized_act": {"act_type": "Name of the activation function; only 'relu'."},
    "_contrib_quantized_concat": {"data": "All arrays, then the smallest and largest value of each."},
    "_contrib_calibrate_entropy": {"hist_edges": "Edges of the bins, one more than bins."},
}
_UPDATES = {
    "signsgd_update": {"wd": "Weight decay, applied to the weight directly.", "rescale_grad": _NO_EFFECT,
                       "clip_gradient": _NO_EFFECT},
    "signum_update": {"momentum": "Share of the old mean that each update keeps.",
                      "mom": "State: negative moving mean of gradients; updated in place."},
    "adam_update rmsprop_update rmspropalex_update": {"wd": _DECAYED, "clip_gradient": _CLIPPED},
    "ftml_update": {"wd": _DECAYED, "clip_grad": _CLIPPED.replace("clip_gradient", "clip_grad"),
                    "z": "State: moving mean of gradients minus scaled weights; updated in place."},
    "mp_sgd_update mp_sgd_mom_update": {"lazy_update": _NO_EFFECT},
    "rmsprop_update rmspropalex_update": {"gamma1": "Decay rate of the moving means."},
    "rmsprop_update": {"gamma1": "Decay rate of the mean of squared gradients."},
    "rmspropalex_update": {"g": "State: moving mean of gradients; updated in place.", "gamma2": "Share of the last "
                                                                                                "step that is kept."},
    "ftrl_update": {"beta": "Offset of the denominator.", "n": "State: sum of squared gradients; updated in place.",
                    "z": "State: gradients minus the change of the learning rate times the weight; updated in place.",
                    "lamda1": "Strength of the L1 penalty.", "wd": "Strength of the L2 penalty."},
    "multi_lars": {"lrs": "Array with the learning rate of each weight.",
                   "wds": "Array with the weight decay of each weight.",
                   "eps": "Number added to the denominator."},
    _LAMB_PHASES: {"wd": "Weight decay, added to the direction times the weight.",
                   "bias_correction": "Divide the moving means by one minus their decay rate to the power `t`."},
    "mp_lamb_update_phase1 mp_lamb_update_phase2": {"weight32": "Copy of the weight in float32; it is only read."},
    "lamb_update_phase2 mp_lamb_update_phase2": {
        "lower_bound": "Lower limit of `r1`; a negative number sets none.",
        "upper_bound": "Upper limit of `r1`; a negative number sets none."},
    _MULTI_LAMB: {"learning_rates": "Learning rate of each weight.", "step_count": "Number of the step of each weight.",
                  "num_tensors": "Number of weights.", "lower_bound": "Lower limit of weight norms; a negative number "
                                                                      "sets none.",
                  "upper_bound": "Upper limit of weight norms; a negative number sets none.",
                  "data": "For each weight: weight, gradient, mean, variance and, for mixed precision, float32 copy.",
                  "bias_correction": "Divide the moving means by one minus their decay rate to the power of the step."},
    _ADAMW: {"rescale_grad": "Array with the factor of the gradient; 0 and non-finite factors skip the step.",
             "eta": "Factor of the whole step, weight decay included.",
             "wd": "Weight decay, subtracted from the weight times `eta`, without the learning rate."},
    _MULTI_ADAMW: {"etas": "Factor of the whole step of each weight, weight decay included.",
                   "data": "For each weight: weight, gradient, mean, variance and, for mixed precision, float32 copy; "
                           "then the factor of all gradients."},
    "multi_sgd_update multi_mp_sgd_update multi_sgd_mom_update multi_mp_sgd_mom_update": {
        "data": "For each weight: weight, gradient, momentum if any and, for mixed precision, float32 copy."},
    "preloaded_multi_sgd_update preloaded_multi_mp_sgd_update preloaded_multi_sgd_mom_update "
    "preloaded_multi_mp_sgd_mom_update": {
        "data": "For each weight: weight, gradient, momentum if any and, for mixed precision, float32 copy; then "
                "arrays of learning rates and weight decays."},
    "_sparse_adagrad_update": {"wd": "Not supported; leave it 0."},
    "_contrib_group_adagrad_update": {
        "history": "State: sum over the steps of the mean squared gradient of each row; updated in place."},
}
_RANDOM = {
    "_random_uniform _random_normal _random_exponential _random_gamma _random_poisson _random_negative_binomial "
    "_random_generalized_negative_binomial _sample_uniform _sample_normal _sample_exponential _sample_gamma "
    "_sample_poisson _sample_negative_binomial _sample_generalized_negative_binomial": {
        "dtype": "Dtype of the result, a floating point dtype; float32 by default."},
    "_random_randint": {"dtype": "Dtype of the result, int32 or int64; int32 by default."},
    "_random_gamma _random_gamma_like _sample_gamma": {"alpha": "Shape parameter of the distribution.",
                                                       "beta": "Scale of the distribution."},
    "_random_exponential _random_exponential_like _random_pdf_exponential _sample_exponential": {
        "lam": "Rate of the distribution, one divided by its mean."},
    "_random_poisson _random_poisson_like _random_pdf_poisson _sample_poisson": {"lam": "Mean of the distribution."},
    "_random_pdf_gamma": {"alpha": "Shape parameter of the distribution.", "beta": "Rate of the distribution."},
    "_random_pdf_dirichlet": {"alpha": "Concentration parameters of the distribution, in the last axis."},
    "_random_generalized_negative_binomial _random_generalized_negative_binomial_like "
    "_random_pdf_generalized_negative_binomial _sample_generalized_negative_binomial": {"alpha": "Dispersion."},
    "_random_negative_binomial _random_negative_binomial_like _random_pdf_negative_binomial "
    "_sample_negative_binomial": {
        "k": "Number of failures to wait for.", "p": "Probability of a failure."},
    "_random_uniform_like _random_normal_like _random_exponential_like _random_gamma_like _random_poisson_like "
    "_random_negative_binomial_like _random_generalized_negative_binomial_like": {
        "data": "Array whose shape and dtype are used."},
    "_sample_uniform _sample_normal _sample_exponential _sample_gamma _sample_poisson _sample_negative_binomial "
    "_sample_generalized_negative_binomial _sample_multinomial": {
        "shape": "Shape of the numbers drawn for each element."},
    "_sample_multinomial": {"data": "Probabilities in the last axis.", "dtype": "Dtype of the outcomes.",
                            "shape": "Shape of the outcomes drawn for each vector of probabilities."},
    "_contrib_hawkesll": {"lda": "Background intensity of each mark, of shape (batch, marks).",
                          "alpha": "Branching ratio of each mark: mean number of events that an event causes.",
                          "beta": "Decay rate of the intensity of each mark.",
                          "state": "Decayed number of events of each mark at time 0, of shape (batch, marks).",
                          "lags": "Time since the previous event, of shape (batch, events).",
                          "marks": "Mark of each event, as int32."},
}
_FAMILIES = (_LAYERS, _LOSSES, _VISION, _SHAPES, _INDEXING, _REDUCTIONS, _NUMBERS, _QUANTIZED, _UPDATES, _RANDOM)
# Later rows of a family replace earlier ones.
SPECIAL = {(operator, parameter): meaning for family in _FAMILIES for operators, meanings in family.items()
           for operator in operators.split() for parameter, meaning in meanings.items()}
