"""Samples of ``mxnet/_ops/deformable.py``, ``proposal.py``, ``point_process.py`` and ``psroi_pooling``."""

import numpy as np
from sample import Sample, array

WIDE = "float64"


def deformed(mask, channels, filters, size, offset, dtype="float32", bias=True, high=0.9, **params):
    """Return a deformable convolution of `size` feature maps with a given result size."""
    kernel, groups = params["kernel"], params.get("num_deformable_group", 1)
    places = kernel[0] * kernel[1] * groups
    inputs = [array(2, channels, *size, dtype=dtype), array(2, 2 * places, *offset, low=-high, high=high, dtype=dtype)]
    if mask:
        inputs.append(array(2, places, *offset, low=0.0, dtype=dtype))
    inputs.append(array(filters, channels // params.get("num_group", 1), *kernel, dtype=dtype))
    if bias:
        inputs.append(array(filters, dtype=dtype))
    op = "_contrib_ModulatedDeformableConvolution" if mask else "_contrib_DeformableConvolution"
    # MXNet computes gradients of the modulated variant on GPUs only. Jumps at the boundary rule out numeric gradients.
    return Sample(op, tuple(inputs), {"num_filter": filters, "no_bias": not bias, **params}, grad=not mask,
                  numeric=False, rtol=1e-3, atol=1e-4)


SAMPLES = [
    *[deformed(mask, 2, 3, (5, 6), (3, 4), kernel=(3, 3)) for mask in (False, True)],
    *[deformed(mask, 4, 4, (6, 5), (3, 3), kernel=(3, 2), stride=(2, 2), pad=(1, 1), dilate=(1, 2), num_group=2,
               num_deformable_group=2, dtype=WIDE, bias=False) for mask in (False, True)],
    *[deformed(mask, 2, 2, (4, 4), (4, 4), kernel=(3, 3), pad=(1, 1), high=3.0) for mask in (False, True)],
    deformed(False, 2, 2, (4, 5), (4, 5), kernel=(3, 3), pad=(1, 1), high=0.0),
    Sample("_contrib_DeformableConvolution", (array(1, 2, 4, 4), np.round(array(1, 8, 3, 3, low=-3, high=3)),
                                              array(2, 2, 2, 2)),
           {"num_filter": 2, "no_bias": True, "kernel": (2, 2)}, numeric=False),
    Sample("_contrib_Proposal", (array(1, 12, 4, 5, low=0.0), array(1, 24, 4, 5), np.array([[60, 70, 1.0]], "float32")),
           {"scales": (1, 2), "rpn_post_nms_top_n": 10, "rpn_min_size": 4, "threshold": 0.6}, grad=False,
           rtol=1e-3, atol=1e-2),
    Sample("_contrib_Proposal", (array(1, 4, 4, 5, low=0.0), array(1, 8, 4, 5, low=-4, high=4),
                                 np.array([[30, 33, 2.0]], "float32")),
           {"scales": (1, 2), "ratios": (1,), "rpn_post_nms_top_n": 60, "rpn_pre_nms_top_n": 12, "feature_stride": 8,
            "rpn_min_size": 4, "output_score": True, "iou_loss": True}, grad=False, rtol=1e-3, atol=1e-2),
    Sample("_contrib_MultiProposal", (array(2, 12, 4, 5, low=0.0), array(2, 24, 4, 5),
                                      np.array([[60, 70, 1.0], [50, 40, 1.5]], "float32")),
           {"scales": (1, 2), "rpn_post_nms_top_n": 8, "rpn_min_size": 4, "output_score": True}, grad=False,
           rtol=1e-3, atol=1e-2),
    Sample("_contrib_PSROIPooling", (array(2, 8, 6, 7), np.array([[0, 1, 1, 8, 9], [1, 0, 3, 5, 4], [1, 3, 3, 2, 1]],
                                                                 "float32")),
           {"spatial_scale": 0.5, "output_dim": 2, "pooled_size": 2}, numeric=False),
    Sample("_contrib_PSROIPooling", (array(2, 8, 6, 7, dtype=WIDE), np.array([[0, 1, 1, 8, 9], [1, -4, -3, 5, 14]],
                                                                             WIDE)),
           {"spatial_scale": 0.8, "output_dim": 2, "pooled_size": 3, "group_size": 2}, numeric=False),
    Sample("_contrib_hawkesll", (array(2, 3, low=0.5, high=1.5), array(3, low=0.1, high=0.4), array(3, low=0.5, high=2),
                                 array(2, 3, low=0.0), array(2, 5, low=0.1, high=1.0),
                                 array(2, 5, low=0, high=3, dtype="int32"), np.array([5, 3], "float32"),
                                 np.array([6, 7], "float32")), grad=False),
    Sample("_contrib_hawkesll", (array(1, 2, low=0.5, dtype=WIDE), array(2, low=0.1, dtype=WIDE),
                                 array(2, low=0.5, dtype=WIDE), array(1, 2, low=0.0, dtype=WIDE),
                                 array(1, 4, low=0.1, dtype=WIDE), array(1, 4, low=0, high=2, dtype="int32"),
                                 np.array([4], WIDE), np.array([9], WIDE)), grad=False),
]
