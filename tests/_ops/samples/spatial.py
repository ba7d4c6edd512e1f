"""Samples of ``mxnet/_ops/spatial.py``."""

from sample import Sample, array

SAMPLES = [
    Sample("UpSampling", (array(1, 2, 2, 3),), {"scale": 2, "sample_type": "nearest", "num_args": 1}),
    Sample("UpSampling", (array(1, 2, 2, 2), array(1, 1, 4, 4)), {"scale": 2, "sample_type": "nearest", "num_args": 2}),
    Sample("UpSampling", (array(1, 2, 2, 2), array(1, 2, 6, 6)),
           {"scale": 3, "sample_type": "nearest", "multi_input_mode": "sum", "num_args": 2}),
    Sample("UpSampling", (array(1, 2, 3, 2), array(2, 1, 4, 4)),
           {"scale": 2, "sample_type": "bilinear", "num_filter": 2, "num_args": 2}),
    Sample("UpSampling", (array(1, 2, 2, 2, dtype="float64"), array(2, 1, 5, 5, dtype="float64")),
           {"scale": 3, "sample_type": "bilinear", "num_filter": 2, "num_args": 2}),
    Sample("Pad", (array(1, 2, 2, 3),), {"mode": "constant", "pad_width": (0, 0, 0, 0, 1, 0, 2, 1),
                                         "constant_value": 1.5}),
    Sample("Pad", (array(1, 2, 2, 3),), {"mode": "edge", "pad_width": (0, 0, 0, 0, 1, 2, 2, 0)}),
    Sample("Pad", (array(1, 2, 3, 3),), {"mode": "reflect", "pad_width": (0, 0, 0, 0, 1, 2, 2, 1)}),
    Sample("Pad", (array(1, 1, 2, 3, 2),), {"mode": "edge", "pad_width": (0, 0, 0, 0, 1, 1, 0, 1, 2, 0)}),
    Sample("Pad", (array(1, 1, 3, 3, 3, dtype="float64"),),
           {"mode": "reflect", "pad_width": (0, 0, 0, 0, 1, 1, 0, 2, 1, 0)}),
]
