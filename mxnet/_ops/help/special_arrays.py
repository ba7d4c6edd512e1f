"""Meaning of parameters of operators on arrays, optimizer steps and random numbers; see `special`."""

from __future__ import annotations

_NO_EFFECT = "Accepted for compatibility; it has no effect."
_SORTED = "Axis to search; None searches the flattened array."
_REDUCED = "Axis, or axes, to reduce; all by default. Negative numbers count from the last axis."
_DECAYED = "Weight decay, which is added to the rescaled gradient before clipping."
_CLIPPED = ("Clip the gradient, weight decay included, to [-clip_gradient, clip_gradient]; a negative number does not "
            "clip.")
_MAPS = "Feature maps of shape (batch, channels, height, width)."
_LAMB_PHASES = "lamb_update_phase1 mp_lamb_update_phase1"
_MULTI_LAMB = "_multi_lamb_update _multi_mp_lamb_update"
_MULTI_ADAMW = "_multi_adamw_update _multi_mp_adamw_update"
_ADAMW = "_adamw_update _mp_adamw_update"

# "operators separated by spaces": {parameter: meaning}. Later rows replace earlier ones.
SHAPES = {
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
    "_npi_where_lscalar _npi_where_rscalar _npi_where_scalar2": {
        "condition": "Array that selects between two values: the first where it is not zero."},
    "where": {"condition": "Array that selects: nonzero selects `x`, zero selects `y`; a vector selects rows.",
              "x": "Values where the condition is not zero.", "y": "Values where it is zero, in the shape of `x`."},
}
INDEXING = {
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
    "_contrib_dgl_subgraph": {"data": "The graph as a CSR array, then sorted arrays of vertices."},
    "_contrib_dgl_csr_neighbor_non_uniform_sample": {
        "seed_arrays": "The graph as a CSR array, the weight of each vertex, then arrays of seed vertices."},
    "_contrib_dgl_csr_neighbor_uniform_sample _contrib_dgl_csr_neighbor_non_uniform_sample": {
        "max_num_vertices": "Largest number of vertices, and size of the results."},
    "_histogram": {"data": "Array of numbers."},
}
REDUCTIONS = {
    "sum mean prod nansum nanprod max min norm _square_sum": {"axis": _REDUCED},
    "moments": {"axes": "Axes to reduce; at least one."},
    "argmax argmin": {"axis": _SORTED, "keepdims": "Keep the axis with size 1."},
    "norm": {"out_dtype": "Dtype of the result; the dtype of `data` by default."},
    "_np_cumsum": {"axis": "Axis to sum along; None flattens the array first.",
                   "dtype": "Dtype of the result; the dtype of `a` by default."},
    "all_finite multi_all_finite": {"init_output": "Start from 1. False combines the result with the value in `out`."},
    "amp_multicast": {"num_outputs": "Number of inputs; set automatically."},
}
NUMBERS = {
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
QUANTIZED = {
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
UPDATES = {
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
RANDOM = {
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
