"""Meaning of parameters of layers, losses and vision operators; see `special`."""

from __future__ import annotations

_NO_EFFECT = "Accepted for compatibility; it has no effect."
_MAPS = "Feature maps of shape (batch, channels, height, width)."
_BATCH_NORMS = "BatchNorm _contrib_BatchNormWithReLU BatchNorm_v1 _contrib_SyncBatchNorm _contrib_quantized_batch_norm"
_CONVOLUTIONS = "Convolution Convolution_v1 _contrib_quantized_conv"
_DEFORMABLE = "_contrib_DeformableConvolution _contrib_ModulatedDeformableConvolution"
_PROPOSALS = "_contrib_Proposal _contrib_MultiProposal"

# "operators separated by spaces": {parameter: meaning}. Later rows replace earlier ones.
LAYERS = {
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
LOSSES = {
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
VISION = {
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
    "_imdecode": {"mean": "Image that is subtracted.", "index": _NO_EFFECT,
                  "c": "Number of channels.", "size": "Number of bytes."},
    "_cvimresize": {"h": "Height of the result."},
    "_cvcopyMakeBorder": {"value": "Color of all channels."},
}
