"""A short run of tools/fuzz/varying_sizes.py, and plans that once did not fit the sizes they met."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import varying_sizes

from mxnet import gluon, nd


@pytest.mark.parametrize("seed", range(0, 120, 20))
def test_random_networks(seed: int) -> None:
    for number in range(seed, seed + 20):
        varying_sizes.run(number)


class _Sum(gluon.HybridBlock):
    """A convolution that cannot be packed beside a sum that broadcasts for some sizes only."""

    def hybrid_forward(self, F: Any, data: Any, other: Any, weight: Any) -> Any:
        rows = F.Convolution(data, weight, kernel=(1,), num_filter=2, no_bias=True)
        return F.broadcast_add(rows, other)


def test_equal_shapes_that_are_not_equal_later() -> None:
    net = _Sum()
    net.hybridize()
    weight = nd.ones((2, 3, 1))
    for width in (4, 5, 6, 7, 8):
        for other in (nd.ones((2, 2, width)), nd.ones((1, 2, 1))):
            data = nd.ones((2, 3, width)) if other.shape[0] == 2 else nd.ones((1, 3, width))
            np.testing.assert_array_equal(net(data, other, weight).asnumpy(), np.full((data.shape[0], 2, width), 4.0))


@pytest.mark.parametrize("window", [{"kernel": (1, 1), "stride": (3, 3)}, {"kernel": (2, 2), "stride": (4, 7)}])
def test_windows_outside_of_the_data(window: dict[str, Any]) -> None:
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F: Any, data: Any) -> Any:
            return F.Pooling(F.Activation(data, act_type="relu"), pool_type="max", pooling_convention="full", **window)

    net = Net()
    data = nd.array(np.random.RandomState(0).uniform(-1, 1, (1, 1, 5, 6)))
    expected = net(data).asnumpy()
    assert expected.min() < -1e38  # as in MXNet
    net.hybridize()
    np.testing.assert_array_equal(net(data).asnumpy(), expected)
