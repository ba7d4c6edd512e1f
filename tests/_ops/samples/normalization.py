"""Samples of ``mxnet/_ops/normalization.py``."""

from sample import Sample, array


def _sample(op, shape, size=None, dtype="float32", **params):
    vectors = () if size is None else (array(size, seed=1, dtype=dtype), array(size, seed=2, dtype=dtype))
    # Mean and deviation do not pass gradients.
    return Sample(op, (array(*shape, dtype=dtype), *vectors), params, numeric=not params.get("output_mean_var"))


SAMPLES = [
    _sample("LayerNorm", (2, 3, 4), 4),
    _sample("LayerNorm", (2, 3, 4), 3, axis=1, eps=1e-2),
    _sample("LayerNorm", (3, 4), 4, output_mean_var=True),
    _sample("LayerNorm", (3, 4), 3, axis=0, output_mean_var=True, dtype="float64"),
    _sample("LayerNorm", (5,), 5),
    _sample("GroupNorm", (2, 4, 3), 2, num_groups=2),
    _sample("GroupNorm", (2, 3, 2, 2), 1, eps=1e-2),
    _sample("GroupNorm", (2, 4, 3), 4, num_groups=4, output_mean_var=True, dtype="float64"),
    _sample("InstanceNorm", (2, 3, 4), 3),
    _sample("InstanceNorm", (2, 3, 2, 3), 3, eps=0.1),
    _sample("InstanceNorm", (2, 3, 1), 3),
    _sample("L2Normalization", (2, 3)),
    _sample("L2Normalization", (2, 3, 4), mode="channel", eps=0.1),
    _sample("L2Normalization", (2, 3, 2, 2), mode="spatial"),
    _sample("L2Normalization", (2, 3, 2), mode="instance", dtype="float64"),
    _sample("LRN", (2, 5, 2, 2), nsize=3, alpha=0.5),
    _sample("LRN", (1, 4, 2, 3), nsize=5, alpha=0.1, beta=0.5, knorm=1.0),
    _sample("LRN", (1, 2, 2, 2), nsize=1),
]
