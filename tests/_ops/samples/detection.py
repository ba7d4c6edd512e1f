"""Samples of ``mxnet/_ops/detection.py`` and ``multibox.py``."""

import numpy as np
from sample import Sample, array


def boxes(*shape, dtype="float32", seed=0):
    """Return corner boxes within the unit square."""
    low = array(*shape, 2, low=0.0, high=0.6, dtype=dtype, seed=seed)
    return np.concatenate([low, low + array(*shape, 2, low=0.1, high=0.4, dtype=dtype, seed=seed + 1)], -1)


def scored(*shape, dtype="float32", classes=2):
    """Return rows (class, score, box)."""
    kind = np.floor(array(*shape, 1, low=0, high=classes, dtype=dtype, seed=3))
    return np.concatenate([kind, array(*shape, 1, low=-0.2, high=1.0, dtype=dtype, seed=4), boxes(*shape, dtype=dtype)],
                          -1)


LABEL = np.array([[[1, 0.1, 0.1, 0.4, 0.5], [0, 0.5, 0.4, 0.9, 0.8], [-1, -1, -1, -1, -1]],
                  [[-1, -1, -1, -1, -1]] * 3], "float32")
ANCHORS = boxes(1, 8)
NMS = [{}, {"overlap_thresh": 0.2, "id_index": 0}, {"overlap_thresh": 0.1, "id_index": 0, "force_suppress": True},
       {"topk": 3, "overlap_thresh": 0.3}, {"topk": 0}, {"valid_thresh": 0.5, "id_index": 0, "background_id": 0},
       {"valid_thresh": 2.0}, {"in_format": "center", "overlap_thresh": 0.2}, {"out_format": "center"},
       {"in_format": "center", "out_format": "corner"}]

SAMPLES = [
    Sample("_contrib_box_iou", (boxes(5), boxes(3, seed=2)), numeric=False),
    Sample("_contrib_box_iou", (boxes(2, 3, dtype="float64"), boxes(4, dtype="float64", seed=2)),
           {"format": "center"}, numeric=False),
    *[Sample("_contrib_box_nms", (scored(2, 8),), p, numeric=False) for p in NMS],
    Sample("_contrib_box_nms", (scored(6, dtype="float64")[:, [1, 2, 3, 4, 5, 0]],),
           {"coord_start": 1, "score_index": 0, "id_index": 5, "overlap_thresh": 0.1}, numeric=False),
    Sample("_contrib_bipartite_matching", (array(2, 4, 3, low=0.0),), {"threshold": 0.2}, numeric=False),
    Sample("_contrib_bipartite_matching", (array(3, 5, low=0.0),), {"threshold": 0.9, "is_ascend": True, "topk": 1},
           numeric=False),
    Sample("_contrib_box_encode", (np.array([[1, 0, 1, 0.4], [1, 1, 0, 0.6]], "float32"),
                                   np.array([[0, 1, 2, 0], [1, 1, 0, 2]], "float32"), boxes(2, 4), boxes(2, 3, seed=5),
                                   array(4, low=0.0), array(4, low=0.5)), grad=False),
    Sample("_contrib_box_decode", (array(2, 5, 4), boxes(1, 5)), {"std0": 0.1, "std1": 0.2, "std2": 0.3, "std3": 0.4},
           grad=False),
    Sample("_contrib_box_decode", (array(2, 5, 4, dtype="float64"), boxes(1, 5, dtype="float64")),
           {"format": "corner", "clip": 0.2}, grad=False),
    Sample("_contrib_MultiBoxPrior", (array(1, 2, 3, 4),), {"sizes": (0.5, 0.25), "ratios": (1, 2, 0.5)},
           numeric=False),
    Sample("_contrib_MultiBoxPrior", (array(1, 2, 3, 2),), {"sizes": (0.7,), "ratios": (2, 3), "clip": True,
                                                           "steps": (0.4, 0.3), "offsets": (0.2, 0.6)}, numeric=False),
    Sample("_contrib_MultiBoxTarget", (ANCHORS, LABEL, array(2, 3, 8)), grad=False),
    Sample("_contrib_MultiBoxTarget", (ANCHORS, LABEL, array(2, 3, 8)), {
        "overlap_threshold": 0.1, "ignore_label": -2.0, "variances": (0.2, 0.2, 0.1, 0.1)}, grad=False),
    Sample("_contrib_MultiBoxTarget", (ANCHORS, LABEL, array(2, 3, 8)), {
        "negative_mining_ratio": 1.5, "negative_mining_thresh": 0.4}, grad=False),
    *[Sample("_contrib_MultiBoxDetection", (array(2, 3, 8, low=0.0), array(2, 32), ANCHORS), p, grad=False)
      for p in ({}, {"nms_threshold": 0.2, "force_suppress": True}, {"threshold": 0.6, "nms_threshold": 0.3},
                {"nms_topk": 3, "nms_threshold": 0.1, "clip": False}, {"nms_threshold": 0.0},
                {"variances": (0.2, 0.1, 0.3, 0.4)})],
    Sample("_contrib_MultiBoxDetection", (array(2, 1, 8, low=0.0), array(2, 32), ANCHORS), grad=False),
]
