"""Test that parameters out of range are rejected, as in MXNet 1.9.1."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

MAP, ROI, TABLE = nd.ones((2, 4, 6, 6)), nd.array([[0, 0, 0, 3, 3]]), nd.ones((3, 4))
CALLS: dict[str, Callable[[float], nd.NDArray]] = {
    "p": lambda value: nd.Dropout(TABLE, p=value, mode="always"),
    "smooth_alpha": lambda value: nd.SoftmaxOutput(TABLE, nd.ones(3), smooth_alpha=value),
    "beta1": lambda value: nd.ftml_update(*[TABLE.copy() for _ in range(5)], lr=0.1, t=1, beta1=value),
    "beta2": lambda value: nd.ftml_update(*[TABLE.copy() for _ in range(5)], lr=0.1, t=1, beta2=value),
    "spatial_scale": lambda value: nd.ROIPooling(MAP, ROI, pooled_size=(2, 2), spatial_scale=value),
}


@pytest.mark.parametrize("name", CALLS)
def test_parts_lie_between_0_and_1(name: str) -> None:
    for value in (-0.1, 1.1):
        with pytest.raises(mx.MXNetError, match=rf"{name} must lie between 0 and 1"):
            CALLS[name](value).asnumpy()
    CALLS[name](0.5).asnumpy()


def test_a_learning_rate_of_zero_is_not_an_error() -> None:
    """The values match MXNet."""
    d, v, z = nd.ones(2), nd.array([1, 0.5]), nd.array([0, 0.3])
    gradient = nd.array([1, 2])
    assert np.isnan(nd.ftml_update(gradient, gradient, d, v, z, lr=0.0, t=3).asnumpy()).all()
    assert np.isinf(d.asnumpy()).all() and np.isinf(z.asnumpy()).all()
    np.testing.assert_allclose(v.asnumpy(), [1, 0.5035], rtol=1e-6)


@pytest.mark.parametrize("axes", [{"lhs_axes": (0,)}, {"rhs_axes": (1,)}])
def test_axes_of_one_operand_are_ignored(axes: dict[str, tuple[int, ...]]) -> None:
    assert nd.broadcast_like(nd.ones((1, 3)), nd.ones((2, 3)), **axes).shape == (2, 3)
    with pytest.raises(mx.MXNetError):
        nd.broadcast_like(nd.ones((1, 3)), nd.ones((4, 2)), **axes).asnumpy()
