"""Samples of ``mxnet/_ops/pooling.py``.

All run in training mode: otherwise MXNet does not record the position of a maximum.
"""

import numpy as np
from sample import Sample, array


def _sample(op, *shape, dtype="float32", **params):
    return Sample(op, (array(*shape, dtype=dtype),), params, train=True)


SAMPLES = [
    _sample("Pooling", 2, 2, 4, 6, kernel=(2, 2), stride=(2, 2), pool_type="max"),
    _sample("Pooling", 1, 2, 5, 5, kernel=(3, 2), stride=(2, 2), pad=(1, 1), pool_type="max"),
    _sample("Pooling", 1, 2, 6, 5, kernel=(3, 2), stride=(2, 3), pool_type="max", pooling_convention="full"),
    _sample("Pooling", 2, 3, 7, kernel=(3,), stride=(2,), pool_type="max", layout="NCW"),
    _sample("Pooling", 1, 2, 3, 4, 4, kernel=(2, 2, 3), stride=(1, 2, 1), pad=(0, 1, 1), pool_type="max"),
    _sample("Pooling", 1, 4, 5, 2, kernel=(2, 3), stride=(2, 1), pool_type="max", layout="NHWC"),
    _sample("Pooling", 2, 3, 3, 4, global_pool=True, pool_type="max"),
    _sample("Pooling", 2, 3, 3, 4, kernel=(2, 2), global_pool=True, pad=(1, 1), pool_type="max", dtype="float64"),
    _sample("Pooling", 2, 2, 4, 5, kernel=(2, 2), stride=(2, 2), pool_type="avg"),
    _sample("Pooling", 1, 2, 4, 5, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="avg"),
    _sample("Pooling", 1, 2, 4, 5, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="avg",
            count_include_pad=False),
    _sample("Pooling", 1, 2, 6, 5, kernel=(3, 2), stride=(2, 2), pad=(1, 0), pool_type="avg",
            pooling_convention="full"),
    _sample("Pooling", 1, 2, 6, 5, kernel=(3, 2), stride=(2, 2), pad=(1, 1), pool_type="avg",
            pooling_convention="full", count_include_pad=False, dtype="float64"),
    # Windows that overlap the edge but would fit the result: the single precision gradient is not the derivative.
    *[_sample("Pooling", 1, 2, 7, 4, kernel=(2, 2), stride=(2, 2), pool_type="avg", pooling_convention="full", dtype=d)
      for d in ("float32", "float64")],
    _sample("Pooling", 1, 1, 9, 8, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="avg",
            pooling_convention="full"),
    _sample("Pooling", 1, 1, 8, kernel=(3,), stride=(2,), pad=(1,), pool_type="avg", pooling_convention="full",
            count_include_pad=False),
    _sample("Pooling", 1, 7, 4, 2, kernel=(2, 2), stride=(2, 2), pool_type="avg", pooling_convention="full",
            layout="NHWC"),
    # Padding makes the data as large as the kernel.
    _sample("Pooling", 1, 1, 1, 4, 3, kernel=(3, 3, 2), pad=(1, 0, 0), pool_type="avg"),
    # Some windows lie in the padding.
    Sample("Pooling", (array(1, 1, 4, 3, 6, dtype="float64"),), {
        "kernel": (2, 1, 4), "stride": (2, 1, 4), "pad": (1, 0, 2), "pool_type": "avg", "pooling_convention": "full",
        "count_include_pad": False}, train=True, numeric=False),
    _sample("Pooling", 2, 6, 3, kernel=(3,), stride=(2,), pad=(1,), pool_type="avg", layout="NWC"),
    _sample("Pooling", 1, 3, 4, 3, 2, kernel=(2, 2, 2), pool_type="avg", layout="NDHWC"),
    _sample("Pooling", 2, 3, 4, 3, global_pool=True, pool_type="avg"),
    _sample("Pooling", 2, 3, 5, kernel=(2,), stride=(2,), pad=(1,), pool_type="sum", pooling_convention="full"),
    _sample("Pooling", 2, 2, 3, 3, global_pool=True, pool_type="sum"),
    _sample("Pooling", 1, 2, 4, 4, kernel=(2, 2), stride=(1, 2), pool_type="lp", p_value=1),
    _sample("Pooling", 1, 2, 4, 5, kernel=(2, 2), stride=(2, 2), pad=(0, 1), pool_type="lp", p_value=2),
    _sample("Pooling", 1, 2, 3, 3, 3, kernel=(2, 2, 2), pool_type="lp", p_value=2),
    _sample("Pooling", 1, 2, 4, 4, kernel=(3, 3), pool_type="lp", p_value=3, dtype="float64"),
    Sample("Pooling", (array(1, 2, 4, 4, dtype="float16"),), {"kernel": (2, 2), "pool_type": "avg"}, train=True,
           numeric=False, rtol=1e-2, atol=1e-3),
    _sample("Pooling_v1", 1, 2, 5, 4, kernel=(2, 2), stride=(2, 2), pad=(1, 1), pool_type="max"),
    _sample("Pooling_v1", 1, 2, 5, 4, kernel=(2, 3), stride=(2, 2), pool_type="max", pooling_convention="full"),
    _sample("Pooling_v1", 1, 2, 5, 4, kernel=(3, 2), stride=(2, 1), pad=(1, 0), pool_type="avg",
            pooling_convention="full"),
    _sample("Pooling_v1", 2, 2, 3, 4, kernel=(2, 2), global_pool=True, pool_type="sum"),
]


def _unknown(shape: tuple[int, ...], dtype: str, *, none: bool) -> np.ndarray:
    """Return numbers mixed with NaN and infinities; with `none`, some windows contain nothing else."""
    values = array(*shape, dtype=dtype)
    flat = values.reshape(-1)
    flat[::5], flat[2::11], flat[3::13] = np.nan, -np.inf, np.inf
    if none:
        values[:, :, :2, :2], values[..., 3:, 3:] = np.nan, -np.inf
    return values


# Windows ignore NaN. In windows with NaN only, the target of the gradient depends on the dtype.
SAMPLES += [
    Sample("Pooling", (_unknown((1, 2, 6, 6), dtype, none=none),), {"kernel": (2, 2), "stride": (2, 2), **setting},
           train=True, numeric=False)
    for dtype in ("float32", "float64", "float16") for none in (False, True)
    for setting in ({}, {"pad": (1, 1)}, {"kernel": (3, 3), "pooling_convention": "full"}, {"global_pool": True})]
SAMPLES += [
    Sample("Pooling", (_unknown((1, 6, 6, 2), "float32", none=False),), {"kernel": (2, 2), "layout": "NHWC"},
           train=True, numeric=False),
    Sample("Pooling", (_unknown((1, 2, 9), "float32", none=False),), {"kernel": (3,), "stride": (2,)}, train=True,
           numeric=False),
    Sample("Pooling", (_unknown((1, 1, 3, 4, 4), "float32", none=False),), {"kernel": (2, 2, 2)}, train=True,
           numeric=False),
    Sample("Pooling_v1", (_unknown((1, 2, 6, 6), "float32", none=False),), {"kernel": (2, 2), "stride": (2, 2)},
           train=True, numeric=False),
]
