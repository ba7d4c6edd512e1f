"""Samples of ``mxnet/_ops/region_samples.py``."""

import numpy as np
from sample import Sample, array

TURNED = np.array([[0, 3.1, 2.7, 4.3, 3.1, 20], [1, 2.0, 4.0, 5.0, 2.0, -75], [1, 0.3, 0.4, 6.0, 6.0, 130]], "float32")
ROIS = np.array([[0, 1, 1, 8, 9], [1, 0, 3, 5, 4], [1, 3, 3, 2, 1]], "float32")
MOVED = {"spatial_scale": 0.6, "output_dim": 2, "group_size": 2, "pooled_size": 2, "sample_per_part": 3}

SAMPLES = [
    Sample("_contrib_RROIAlign", (array(2, 3, 6, 7), TURNED), {"pooled_size": (2, 3), "spatial_scale": 0.9},
           grad=False),
    Sample("_contrib_RROIAlign", (array(2, 3, 6, 7, dtype="float64"), TURNED.astype("float64")),
           {"pooled_size": (3, 2), "spatial_scale": 0.8, "sampling_ratio": 2}, grad=False),
    # The gradients of regions are zero, but a numeric check would compute other values.
    Sample("_contrib_DeformablePSROIPooling", (array(2, 8, 6, 7), ROIS), {**MOVED, "no_trans": True}, numeric=False),
    Sample("_contrib_DeformablePSROIPooling", (array(2, 8, 6, 7), ROIS, array(3, 2, 2, 2)),
           {**MOVED, "trans_std": 0.23}, numeric=False, rtol=1e-3, atol=1e-4),
    Sample("_contrib_DeformablePSROIPooling", (array(2, 8, 6, 7, dtype="float64"), ROIS.astype("float64"),
                                               array(3, 4, 4, 4, dtype="float64")),
           {**MOVED, "trans_std": 0.13, "part_size": 4, "pooled_size": 3}, numeric=False),
]
