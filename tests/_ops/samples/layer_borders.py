"""Layers, losses, detectors and optimizer steps at the limits of their formulas: NaN, infinities, invalid labels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from sample import Sample, array

INF, NAN = float("inf"), float("nan")
SPECIAL = np.array([NAN, INF, -INF, 0.0, 1e-20, 2.0, -2.0, 30.0, 0.5])


def border(op: str, *inputs: np.ndarray, rtol: float = 1e-5, atol: float = 1e-6, **params: object) -> Sample:
    """Return a call at points where numeric differences do not give the gradient."""
    return Sample(op, inputs, params, numeric=False, rtol=rtol, atol=atol)


def single(*values: object) -> np.ndarray:
    return np.array(values, "float32")


def step(op: str, *states: np.ndarray, **params: object) -> Sample:
    """Return an optimizer step with all kinds of gradients."""
    gradient = SPECIAL.astype("float32")
    weight = np.linspace(-1.0, 1.0, len(gradient)).astype("float32")
    return Sample(op, (weight, gradient, *states), params, grad=False, rtol=2e-6, atol=1e-7)


LOGITS = array(4, 3, low=-2.0, high=2.0)
LABELS = {"none": (-1, 3, 5, 1), "fractions": (0.5, 1.7, -0.5, 2.99), "inside": (0, 1, 2, 2)}
FORBIDDEN = array(5, 3, 5)
FORBIDDEN[:, :, 4], FORBIDDEN[:, 1, 0], FORBIDDEN[:, 2, 2] = -INF, -INF, -INF
ZEROS = np.zeros(len(SPECIAL), "float32")
CONSTANT = array(2, 3, 2, 2)
CONSTANT[:, 0], CONSTANT[:, 1] = 1e4, 0.1
BOXES = single([0, 0, 1, 1], [0.5, 0.5, 1.5, 1.5], [1, 1, 0, 0], [NAN, 0, 1, 1], [0, 0, INF, 1], [0, 0, 1, NAN])
ROWS = np.concatenate([np.arange(6).reshape(6, 1) * 0.4, np.linspace(0.9, 0.3, 6).reshape(6, 1), np.tile(
    [[0, 0, 1, 1.0]], (6, 1)) + np.arange(6).reshape(6, 1) * 0.02], 1).astype("float32")
PLACES = single([[[-1, 1, 0.5, -1.5]], [[1, -1.0001, 2, 0]]])
NOWHERE = np.array([[[[INF, 0.5]], [[0, NAN]]]], "float16")
CORNERS = single([0, 0, 0, NAN, 3], [0, NAN, 0, 3, 3], [0, 0, 0, INF, 3], [1, 1, 1, 3, 3])
MAPS = array(2, 4, 4, 4)
MAPS[0, 0, 0, 1], MAPS[0, 2, 3, 3], MAPS[1, 1, 2, 2] = NAN, INF, -INF
REGIONS = single([0, 0.2, 0.3, 1.7, 1.9], [0, 1.3, 1.1, 3.2, 2.8], [1, 0.4, 0.4, 2.9, 3.3], [0, 2.2, 2.2, 9, 9])
OFFSETS = array(1, 18, 3, 3, low=-1.5, high=1.5)
LOST = OFFSETS.copy()
LOST[0, 0, 0, 0], LOST[0, 3, 1, 1] = NAN, INF
ANCHORS = single([[0, 0, 0.5, 0.5], [0.5, 0.5, 1, 1], [0.1, 0.1, 0.9, 0.9], [NAN, 0, 0.5, 0.5]])
SCORES = single([[0.1, 0.2, NAN, 0.3], [0.6, NAN, NAN, 0.3], [0.3, 0.7, NAN, 0.4]])
LOCATIONS = array(1, 16)
LOCATIONS[0, 1], LOCATIONS[0, 6] = NAN, 1e4
DELTAS = array(1, 8, 2, 2, low=-0.2, high=0.2)
LOST_DELTAS = DELTAS.copy()
LOST_DELTAS[0, 1, 0, 1] = NAN
PROPOSALS = {"scales": (1.0, 2.0), "ratios": (1.0,), "feature_stride": 16, "rpn_post_nms_top_n": 4, "rpn_min_size": 0}
MATRIX = array(3, 3)
HOLE = MATRIX.copy()
HOLE[1, 1] = NAN
DENSITIES = np.tile(SPECIAL, (3, 1)).astype("float32")

SAMPLES = [
    *[border("SoftmaxOutput", LOGITS, single(*labels), **params)
      for labels in LABELS.values()
      for params in ({"smooth_alpha": 0.3}, {"use_ignore": True, "ignore_label": 1.7, "normalization": "valid"})],
    Sample("softmax_cross_entropy", (LOGITS, single(0, 3, -1, 2)), grad=False),
    Sample("softmax_cross_entropy", (LOGITS, single(4, 0.9, 1, -5)), grad=False),
    border("CTCLoss", FORBIDDEN, single([1, 2], [3, 1], [2, 1])),
    *[border("SVMOutput", LOGITS, single(*labels), use_linear=linear)
      for labels in LABELS.values() for linear in (True, False)],
    *[border(f"{kind}RegressionOutput", SPECIAL.astype("float32").reshape(-1, 1), np.full((9, 1), 0.5, "float32"))
      for kind in ("Linear", "Logistic", "MAE")],
    border("GroupNorm", CONSTANT, single(1, -0.5, 2), single(0.5, 0, 1), num_groups=3, atol=1e-3),
    border("InstanceNorm", CONSTANT, single(1, -0.5, 2), single(0.5, 0, 1), atol=1e-3),
    border("InstanceNorm", CONSTANT * np.float32(NAN), single(1, -0.5, 2), single(0.5, 0, 1)),
    *[border("L2Normalization", array(2, 3, 2) * np.float32(size), eps=eps, mode=mode)
      for size, eps in ((1e38, 1e-10), (1e-18, 0.0), (0.0, 1e-10)) for mode in ("instance", "channel")],
    border("BilinearSampler", array(1, 2, 3, 3), PLACES),
    border("BilinearSampler", array(1, 2, 3, 3, dtype="float16"), NOWHERE, rtol=2e-3),
    Sample("ROIPooling", (array(2, 2, 4, 4), CORNERS), {"pooled_size": (2, 2), "spatial_scale": 1.0}, numeric=False),
    Sample("_contrib_PSROIPooling", (array(2, 4, 4, 4), CORNERS),
           {"spatial_scale": 1.0, "output_dim": 1, "pooled_size": 2}, numeric=False),
    *[border("_contrib_ROIAlign", MAPS, REGIONS, pooled_size=(2, 2), spatial_scale=1.0, **params)
      for params in ({}, {"sample_ratio": 2, "aligned": True}, {"sample_ratio": 1, "position_sensitive": True})],
    Sample("_contrib_PSROIPooling", (MAPS, REGIONS), {"spatial_scale": 1.0, "output_dim": 1, "pooled_size": 2},
           numeric=False),
    Sample("_contrib_DeformableConvolution", (array(1, 2, 3, 3), LOST, array(2, 2, 3, 3)),
           {"kernel": (3, 3), "num_filter": 2, "pad": (1, 1), "no_bias": True}, grad=False),
    *[border("_contrib_box_iou", BOXES, BOXES[::-1].copy(), format=layout) for layout in ("corner", "center")],
    border("_contrib_box_nms", ROWS, id_index=0, coord_start=2, score_index=1, overlap_thresh=0.3),
    Sample("_contrib_box_decode", (single([[0, 0, NAN, 9], [1, 1, 0.1, -9]]), BOXES[None, :2].copy()), {"clip": 0.5},
           grad=False),
    Sample("_contrib_MultiBoxPrior", (np.zeros((1, 1, 2, 3), "float32"),), {"sizes": (0.5, 0.0), "ratios": (2, 0, -1)},
           grad=False),
    Sample("_contrib_RROIAlign", (array(1, 2, 4, 4), single([0, 1, 1, INF, 6, 30])),
           {"pooled_size": (2, 2), "spatial_scale": 1.0}, grad=False),
    *[Sample("_contrib_MultiBoxDetection", (SCORES, LOCATIONS, ANCHORS), params, grad=False)
      for params in ({}, {"clip": False}, {"threshold": -2.0})],
    Sample("_contrib_MultiBoxTarget", (ANCHORS, single([[0, NAN, 0, 0.5, 0.5], [1, 0.4, 0.4, 1, 1]]),
                                       array(1, 3, 4, low=0.0)), grad=False),
    Sample("_contrib_Proposal", (array(1, 4, 2, 2, low=0.0), DELTAS, single([0, 0, 1])), PROPOSALS, grad=False),
    Sample("_contrib_Proposal", (array(1, 4, 2, 2, low=0.0), LOST_DELTAS, single([32, 32, 1])), PROPOSALS, grad=False),
    border("_linalg_gemm", MATRIX, MATRIX, HOLE, beta=0.0),
    border("_linalg_gemm", HOLE, MATRIX, MATRIX, alpha=0.0),
    border("_linalg_gemm2", HOLE, MATRIX, alpha=0.0),
    Sample("_linalg_potri", (np.zeros((2, 2), "float32"),), refused=True),
    *[border("_random_pdf_normal", DENSITIES, single(0, 0.5, NAN), single(-1.0, 0.5, 1.0), is_log=log)
      for log in (True, False)],
    *[border("_random_pdf_exponential", DENSITIES, single(-1.0, 0.5, 0.0), is_log=log) for log in (True, False)],
    *[Sample("multi_sum_sq", (np.array([300, 1], kind), np.array([250, 2], kind)), {"num_arrays": 2}, grad=False)
      for kind in ("float16", "float32", "float64")],
    step("sgd_update", lr=0.1, wd=0.1, clip_gradient=0.7),
    step("sgd_mom_update", ZEROS, lr=0.1, momentum=0.9, clip_gradient=0.0),
    replace(step("adam_update", ZEROS, ZEROS, lr=0.1), rtol=1e-4),
    replace(step("adam_update", ZEROS, ZEROS, lr=0.1, epsilon=0.0, clip_gradient=0.7, rescale_grad=0.5), rtol=1e-4),
    step("ftml_update", ZEROS + 0.5, ZEROS + 0.3, ZEROS, lr=0.1, t=3),
    replace(step("lamb_update_phase1", ZEROS, ZEROS, t=2, wd=0.1), rtol=1e-4),
    step("rmsprop_update", ZEROS, lr=0.1, clip_weights=0.8),
    step("ftrl_update", ZEROS, ZEROS, lr=0.1),
]

# Half precision cannot represent the value of an invalid position.
SAMPLES += [Sample(op, (array(1, 8, 6, 7, dtype="float16"), np.array([[0, 1, 1, 8, 9], [0, 0, 3, 5, 4]], "float16")),
                   params, numeric=False, rtol=1e-2, atol=1e-3)
            for op, params in (("_contrib_PSROIPooling", {"spatial_scale": 0.5, "output_dim": 2, "pooled_size": 2}),
                               ("ROIPooling", {"spatial_scale": 0.5, "pooled_size": (2, 2)}))]
