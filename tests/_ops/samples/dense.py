"""Samples of ``mxnet/_ops/dense.py``."""

from sample import Sample, array

SAMPLES = [
    Sample("FullyConnected", (array(3, 4), array(5, 4), array(5)), {"num_hidden": 5}),
    Sample("FullyConnected", (array(3, 2, 2), array(5, 4)), {"num_hidden": 5, "no_bias": True}),
    Sample("FullyConnected", (array(3, 2, 4), array(5, 4), array(5)), {"num_hidden": 5, "flatten": False}),
    Sample("FullyConnected", (array(3, 4, dtype="float64"), array(5, 4, dtype="float64"),
                              array(5, dtype="float64")), {"num_hidden": 5}),
    Sample("dot", (array(3, 4), array(4, 2))),
    Sample("dot", (array(4), array(4))),
    Sample("dot", (array(4, 3), array(2, 4)), {"transpose_a": True, "transpose_b": True}),
    Sample("dot", (array(2, 3, 4), array(4, 5))),
    Sample("dot", (array(2, 3, 4), array(4, 2, 5))),
    Sample("dot", (array(4, 3, 2), array(4, 5)), {"transpose_a": True}),
    Sample("dot", (array(2, 3, 4), array(5, 4)), {"transpose_b": True}),
    Sample("batch_dot", (array(2, 3, 4), array(2, 4, 5))),
    Sample("batch_dot", (array(2, 4, 3), array(2, 5, 4)), {"transpose_a": True, "transpose_b": True}),
]
