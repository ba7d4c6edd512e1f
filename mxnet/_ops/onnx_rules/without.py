"""Operators without a rule, and the reasons. ``tests/_ops/test_onnx_rules.py`` checks that the list is complete."""

from __future__ import annotations

from ..opdef import REGISTRY
from .rule import RULES, without_rule

_TRAINING = "it is a step of training, which ONNX models for prediction do not have"


def _match(*parts: str) -> list[str]:
    """Return the operators whose name contains one of these parts and that have no rule in the other files."""
    return sorted({op.name for op in REGISTRY.values() if any(part in op.name for part in parts)} - set(RULES))


without_rule(_TRAINING, *_match("_update"), "multi_lars", "multi_sum_sq", "reset_arrays", "all_finite",
             "multi_all_finite", "_contrib_calibrate_entropy", "_contrib_MultiBoxTarget", "_contrib_bipartite_matching",
             "_NoGradient")
without_rule("ONNX has no such distribution", *_match("_random_pdf", "_sample_", "_random_"), "_shuffle")
without_rule("ONNX has no sparse arrays of this kind", *_match("_contrib_dgl"), "_sparse_retain", "_contrib_edge_id",
             "_contrib_getnnz")
without_rule("ONNX has no such decomposition or solver", "_linalg_gelqf", "_linalg_inverse", "_linalg_potrf",
             "_linalg_potri", "_linalg_syevd", "_linalg_trsm")
without_rule("it is Python code", "Custom", "_NDArray", "_Native", "_CustomFunction")
without_rule("it reads image files or pictures of bytes, which is done before a model", *_match("_cvim", "_imdecode"),
             "_cvcopyMakeBorder")
without_rule("it changes images at random", *_match("_image_random"))
without_rule("it is a transform of data, which is done before a model", "_image_resize", "_image_adjust_lighting")
without_rule("ONNX has no operator with its rules, and no runtime its parts at a bearable speed", "CTCLoss",
             "_contrib_DeformablePSROIPooling", "_contrib_PSROIPooling", "_contrib_RROIAlign", "_contrib_count_sketch",
             "_contrib_fft", "_contrib_ifft", "_contrib_hawkesll", "_histogram")
without_rule("it writes into an array given as `out`", "_set_value")
without_rule("it takes its range from the data; quantize the model with calibration", "_contrib_quantize_asym")
without_rule("it fuses layers over 8 bit integers for one processor; export the model before that",
             "_sg_mkldnn_conv", "_sg_mkldnn_fully_connected", "_sg_mkldnn_selfatt_qk", "_sg_mkldnn_selfatt_valatt")
without_rule("nodes of this kind are written from the graphs they hold", "_CachedOp", "_CachedOpThreadSafe", "_foreach",
             "_while_loop", "_cond")
without_rule("ONNX has no operator for it, and models in mx.np hardly use it", *_match("_np_", "_npi_", "_npx_"))
