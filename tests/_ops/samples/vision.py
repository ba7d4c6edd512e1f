"""Samples of ``mxnet/_ops/vision.py`` and ``region.py``."""

import numpy as np
from sample import Sample, array

WIDE = "float64"
THETA = np.array([[0.9, 0.1, 0.05, -0.1, 0.8, 0.02], [0.53, 0.04, 0.71, 0.31, 1.17, -0.43]], "float32")
ROIS = np.array([[0, 0.2, 0.3, 4.1, 3.3], [1, 1.0, 0.0, 6.0, 5.2], [0, 3.0, 3.0, 2.0, 2.0], [1, -3, -2, 3.4, 9.1]],
                "float32")
# The gradients of regions are zero, so the numeric check, which varies the regions too, does not apply.
POOL = {"pooled_size": (2, 3), "spatial_scale": 0.9}

SAMPLES = [
    Sample("_contrib_AdaptiveAvgPooling2D", (array(2, 3, 5, 7),), {"output_size": (2, 3)}),
    Sample("_contrib_AdaptiveAvgPooling2D", (array(2, 3, 5, 7, dtype=WIDE),), {"output_size": 4}),
    Sample("_contrib_AdaptiveAvgPooling2D", (array(2, 3, 5, 4),)),
    Sample("_contrib_BilinearResize2D", (array(2, 2, 4, 5),), {"height": 7, "width": 3}),
    Sample("_contrib_BilinearResize2D", (array(2, 2, 4, 5),), {"height": 7, "width": 8, "align_corners": False}),
    Sample("_contrib_BilinearResize2D", (array(2, 2, 4, 5, dtype=WIDE),), {"height": 1, "width": 3,
                                                                          "align_corners": False}),
    Sample("_contrib_BilinearResize2D", (array(2, 2, 4, 5),), {"height": 4, "width": 1}),
    Sample("_contrib_BilinearResize2D", (array(2, 2, 4, 5),), {"height": 4, "width": 5}),
    Sample("_contrib_BilinearResize2D", (array(1, 2, 4, 5),), {"scale_height": 1.6, "scale_width": 2.0}),
    Sample("_contrib_BilinearResize2D", (array(1, 2, 4, 5),),
           {"mode": "odd_scale", "scale_height": 1.5, "scale_width": 2.0}),
    Sample("_contrib_BilinearResize2D", (array(1, 2, 4, 5), array(1, 1, 3, 6)), {"mode": "like"}),
    *[Sample("_contrib_BilinearResize2D", (array(1, 2, 4, 5),), {"mode": m})
      for m in ("to_even_down", "to_even_up", "to_odd_down", "to_odd_up")],
    Sample("GridGenerator", (THETA,), {"transform_type": "affine", "target_shape": (3, 4)}),
    Sample("GridGenerator", (THETA,), {"transform_type": "affine", "target_shape": (1, 3)}, numeric=False),
    Sample("GridGenerator", (array(2, 2, 3, 4),), {"transform_type": "warp"}),
    Sample("BilinearSampler", (array(2, 3, 4, 5), array(2, 2, 3, 4, low=-1.3, high=1.3)), rtol=1e-3, atol=1e-4),
    Sample("BilinearSampler", (array(1, 2, 4, 5, dtype=WIDE), array(1, 2, 6, 3, low=-1.3, high=1.3, dtype=WIDE))),
    Sample("SpatialTransformer", (array(2, 3, 5, 6), THETA), {
        "target_shape": (3, 4), "transform_type": "affine", "sampler_type": "bilinear"}, rtol=1e-3, atol=1e-4),
    Sample("SpatialTransformer", (array(2, 3, 5, 6, dtype=WIDE), THETA.astype(WIDE)), {
        "target_shape": (4, 4), "transform_type": "affine", "sampler_type": "bilinear"}),
    Sample("Correlation", (array(2, 3, 5, 6), array(2, 3, 5, 6, seed=1)), {"pad_size": 1}),
    Sample("Correlation", (array(1, 2, 8, 9), array(1, 2, 8, 9, seed=1)),
           {"kernel_size": 3, "max_displacement": 2, "stride1": 2, "stride2": 2, "pad_size": 2}),
    Sample("Correlation", (array(1, 2, 6, 6, dtype=WIDE), array(1, 2, 6, 6, dtype=WIDE, seed=1)),
           {"kernel_size": 1, "max_displacement": 2, "stride1": 1, "stride2": 1, "pad_size": 3, "is_multiply": False}),
    Sample("Correlation", (np.ones((1, 2, 4, 4), "float32"), np.ones((1, 2, 4, 4), "float32")),
           {"is_multiply": False}, numeric=False),
    Sample("Crop", (array(2, 3, 5, 6),), {"num_args": 1, "h_w": (3, 4), "offset": (1, 2)}),
    Sample("Crop", (array(2, 3, 5, 6),), {"num_args": 1, "h_w": (2, 3), "center_crop": True}),
    Sample("Crop", (array(2, 3, 5, 6), array(2, 1, 4, 4)), {"num_args": 2}),
    Sample("ROIPooling", (array(2, 3, 6, 7), ROIS), POOL, numeric=False),
    Sample("ROIPooling", (array(2, 3, 6, 7, dtype=WIDE), ROIS.astype(WIDE)), {**POOL, "spatial_scale": 1.0},
           numeric=False),
    Sample("ROIPooling", (np.where(array(2, 3, 6, 7) > 0.2, np.nan, np.where(array(2, 3, 6, 7) < -0.8, -np.inf, array(
        2, 3, 6, 7))).astype("float32"), ROIS), POOL, numeric=False),
    Sample("ROIPooling", (np.round(3 * array(2, 1, 6, 7)), ROIS), {**POOL, "spatial_scale": 0.5}, numeric=False),
    Sample("ROIPooling", (array(2, 1, 6, 7), np.array([[5, 0, 0, 2, 2], [-1, 0, 0, 2, 2]], "float32")), POOL,
           numeric=False),
    Sample("_contrib_ROIAlign", (array(2, 3, 6, 7), ROIS), POOL, numeric=False),
    Sample("_contrib_ROIAlign", (array(2, 3, 6, 7, dtype=WIDE), ROIS.astype(WIDE)), {**POOL, "sample_ratio": 2},
           numeric=False),
    Sample("_contrib_ROIAlign", (array(2, 3, 6, 7), ROIS[[0, 1, 3]]), {**POOL, "aligned": True}, numeric=False),
    Sample("_contrib_ROIAlign", (array(2, 12, 6, 7), ROIS), {**POOL, "position_sensitive": True}, numeric=False),
]
