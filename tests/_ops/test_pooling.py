"""Test that pooling ignores elements of stride and pad beyond the rank of the kernel, as in MXNet 1.9.1."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

# Expected values of MXNet for ``nd.arange(32).reshape((1, 2, 4, 4))``.
SURPLUS = [
    ({"kernel": (2, 2), "stride": (2, 2, 2)}, [5, 7, 13, 15, 21, 23, 29, 31]),
    ({"kernel": (2, 2), "stride": (2, 2), "pad": (1, 1, 1)},
     [0, 2, 3, 8, 10, 11, 12, 14, 15, 16, 18, 19, 24, 26, 27, 28, 30, 31]),
    ({"kernel": (2, 2), "stride": (2, 1, 7), "pad": (1, 0, 5), "pool_type": "avg"},
     [0.25, 0.75, 1.25, 6.5, 7.5, 8.5, 6.25, 6.75, 7.25, 8.25, 8.75, 9.25, 22.5, 23.5, 24.5, 14.25, 14.75, 15.25]),
]


@pytest.mark.parametrize(("parameters", "expected"), SURPLUS)
def test_surplus_elements_are_not_looked_at(parameters: dict[str, object], expected: list[float]) -> None:
    x = nd.arange(32).reshape((1, 2, 4, 4))
    result = nd.Pooling(x, **parameters)
    assert result.asnumpy().reshape(-1).tolist() == expected
    net = mx.sym.Pooling(mx.sym.var("x"), **parameters)
    assert net.infer_shape(x=x.shape)[1] == [result.shape]
    assert net.bind(mx.cpu(), {"x": x}).forward()[0].asnumpy().reshape(-1).tolist() == expected


@pytest.mark.parametrize("parameters", [{"stride": (2,)}, {"pad": (1,)}])
def test_missing_elements_are_refused(parameters: dict[str, object]) -> None:
    with pytest.raises(mx.MXNetError):
        nd.Pooling(nd.ones((1, 2, 4, 4)), kernel=(2, 2), **parameters)
