"""Samples of ``mxnet/_ops/batch_norm.py``."""

import numpy as np
from sample import Sample, array


def _vectors(channels, dtype="float32"):
    return tuple(array(channels, low=0.2, seed=i, dtype=dtype) for i in range(4))


def _sample(op, shape, channels, dtype="float32", train=True, **params):
    # The gradient is not the derivative if gamma is fixed or moving statistics are used.
    numeric = params.get("fix_gamma") is False and train and not (
        params.get("output_mean_var") or params.get("use_global_stats"))
    half = dtype == "float16"
    return Sample(op, (array(*shape, dtype=dtype), *_vectors(channels, "float32" if half else dtype)), params,
                  train=train, numeric=numeric and not half, rtol=1e-2 if half else 1e-4,
                  atol=2e-3 if half else 1e-5)


def _old(op, shape, train=True, **params):
    gamma, beta, mean, variance = _vectors(shape[1])
    return Sample(op, (array(*shape), gamma, beta), params, train=train, numeric=False, symbolic=False,
                  aux=(mean, variance))


_UNKNOWN = np.array([[1.0, np.nan], [2.0, 3.0], [0.5, -1.0]], "float32")

SAMPLES = [
    Sample("BatchNorm", (_UNKNOWN, *_vectors(2)), {"use_global_stats": True}, train=True, numeric=False),
    _sample("BatchNorm", (3, 2), 2),
    _sample("BatchNorm", (2, 3, 2, 2), 3, fix_gamma=False, eps=1e-5, momentum=0.5),
    _sample("BatchNorm", (2, 3, 2, 2), 3, fix_gamma=False, output_mean_var=True),
    _sample("BatchNorm", (2, 3, 4), 4, axis=-1, fix_gamma=False),
    _sample("BatchNorm", (3, 2, 2), 3, axis=0, fix_gamma=False, dtype="float64"),
    _sample("BatchNorm", (1, 2), 2, fix_gamma=False),
    _sample("BatchNorm", (2, 3, 2), 3, use_global_stats=True, fix_gamma=False),
    _sample("BatchNorm", (2, 3, 2), 3, train=False, fix_gamma=False),
    _sample("BatchNorm", (2, 3, 2), 3, train=False, output_mean_var=True),
    _sample("BatchNorm", (2, 3, 2), 3, train=False, use_global_stats=True),
    _sample("BatchNorm", (4, 2, 3), 2, fix_gamma=False, dtype="float16"),
    _sample("_contrib_BatchNormWithReLU", (2, 3, 2, 2), 3, fix_gamma=False),
    _sample("_contrib_BatchNormWithReLU", (2, 2, 2, 2), 2, output_mean_var=True),
    _sample("_contrib_SyncBatchNorm", (2, 3, 2, 2), 3, key="a", fix_gamma=False),
    _sample("_contrib_SyncBatchNorm", (2, 3, 2), 3, key="b", fix_gamma=False, output_mean_var=True, ndev=1),
    _old("BatchNorm_v1", (2, 3, 2, 2)),
    _old("BatchNorm_v1", (4, 3), fix_gamma=False, output_mean_var=True),
    _old("BatchNorm_v1", (4, 3), fix_gamma=False, train=False, use_global_stats=True),
]
