"""Results of operators with several results, or with one whose shape or meaning is not obvious."""

from __future__ import annotations

_QUANTIZED = "The integers, and the smallest and largest value of their range."
_ROWS = {
    "LeakyReLU": "The result; with 'rrelu' also the random slopes.",
    "BatchNorm _contrib_BatchNormWithReLU": "The result; with `output_mean_var` also mean and inverse standard "
                                            "deviation of each channel.",
    "BatchNorm_v1 _contrib_SyncBatchNorm": "The result; with `output_mean_var` also mean and variance of each channel.",
    "LayerNorm": "The result; with `output_mean_var` also mean and standard deviation, with size 1 on the axis.",
    "GroupNorm": "The result; with `output_mean_var` also mean and standard deviation of shape (batch, groups).",
    "topk": "Values or indices of the elements, a mask, or values and indices.",
    "RNN": "The output of shape (sequence, batch, directions * size); with `state_outputs` also the final state and, "
           "for an LSTM, the final cell state.",
    "SliceChannel _split_v2": "The parts in order; a single part is not put into a list.",
    "moments": "The mean and the variance.",
    "_contrib_box_encode": "The offsets and a mask of valid ones, both of shape (batch, anchors, 4).",
    "_contrib_box_iou": "The overlaps: one for each box in `lhs` (first axes) and each box in `rhs` (last axes).",
    "_contrib_box_nms": "The remaining boxes, best first, then rows of -1, in the shape of `data`.",
    "_contrib_bipartite_matching": "The column matched with each row and the row matched with each column; -1 for "
                                   "none.",
    "_contrib_MultiBoxPrior": "The boxes of shape (1, height * width * (sizes + ratios - 1), 4), as corners.",
    "_contrib_MultiBoxTarget": "Box offsets and their mask, of shape (batch, 4 * anchors), and classes of shape "
                               "(batch, anchors).",
    "_contrib_MultiBoxDetection": "The detections of shape (batch, anchors, 6); the first object class is 0.",
    "_contrib_Proposal _contrib_MultiProposal": "The regions of shape (batch * rpn_post_nms_top_n, 5); with "
                                                "`output_score` also the scores, with one column.",
    "ROIPooling _contrib_ROIAlign _contrib_RROIAlign _contrib_PSROIPooling _contrib_DeformablePSROIPooling":
        "The result of shape (regions, channels, height, width).",
    "_contrib_dgl_csr_neighbor_uniform_sample": "All vertices, then all edges, then all distances; one array of each "
                                                "kind per array of seeds.",
    "_contrib_dgl_csr_neighbor_non_uniform_sample":
        "All vertices, then all edges, all weights and all distances; one array of each kind per array of seeds.",
    "_contrib_dgl_subgraph _contrib_dgl_graph_compact": "The new graphs; with `return_mapping` then those with the "
                                                        "original edge IDs.",
    "_linalg_gelqf": "Q and L.", "_linalg_syevd": "The eigenvectors, as rows, and the eigenvalues.",
    "_linalg_slogdet": "The sign and the logarithm.",
    "_contrib_hawkesll": "The log likelihood of each sequence, and the states of shape (batch, marks).",
    "_contrib_quantize _contrib_quantize_v2 _contrib_requantize _contrib_quantized_act _contrib_quantized_flatten "
    "_contrib_quantized_pooling _contrib_quantized_concat _contrib_quantized_elemwise_add _contrib_quantized_conv "
    "_contrib_quantized_fully_connected _contrib_quantized_embedding _contrib_quantized_batch_norm": _QUANTIZED,
    "_contrib_quantized_elemwise_mul": "The integers and their range, or float32 numbers only.",
    "_contrib_quantize_asym": "The integers, the scale and the shift.",
    "_contrib_calibrate_entropy": "The threshold and the divergence.",
    "_sample_multinomial": "The outcomes; with `get_prob` also their log probabilities.",
    "CTCLoss": "The loss of each sample, of shape (batch,).",
    "softmax_cross_entropy": "The loss, of shape (1,).",
    "SequenceLast": "The last elements, without the axis of the sequence.",
    "multi_sum_sq": "The sums, one per input.",
    "amp_multicast": "The converted inputs, in order.",
    "Custom": "The outputs of the operator; a single one is not put into a list.",
    "all_finite multi_all_finite": "1 or 0, of shape (1,).",
    "multi_sgd_update multi_mp_sgd_update multi_sgd_mom_update multi_mp_sgd_mom_update preloaded_multi_sgd_update "
    "preloaded_multi_mp_sgd_update preloaded_multi_sgd_mom_update preloaded_multi_mp_sgd_mom_update "
    "_multi_adamw_update _multi_mp_adamw_update _multi_lamb_update _multi_mp_lamb_update":
        "The new weights; a single one is not put into a list.",
    "sgd_update sgd_mom_update nag_mom_update mp_sgd_update mp_sgd_mom_update mp_nag_mom_update signsgd_update "
    "signum_update adam_update rmsprop_update rmspropalex_update ftrl_update ftml_update lamb_update_phase2 "
    "mp_lamb_update_phase2 _adamw_update _mp_adamw_update _sparse_adagrad_update _contrib_group_adagrad_update":
        "The new weight; pass ``out=weight`` to update in place.",
    "lamb_update_phase1 mp_lamb_update_phase1": "The direction of the step.",
    "multi_lars": "The scaled learning rates.",
}
RESULTS = {operator: text for operators, text in _ROWS.items() for operator in operators.split()}
