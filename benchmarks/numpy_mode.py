"""Compare NumPy mode with `mx.nd` on the same networks and calls, interleaved; best of several rounds.

    python benchmarks/numpy_mode.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import mxnet as mx
from mxnet import autograd, gluon, nd, np, npx
from mxnet.gluon import nn

Work = Callable[[], Any]


class Perceptron(nn.HybridBlock):
    """Three dense layers, for both kinds of arrays."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.layers = [nn.Dense(256), nn.Dense(128), nn.Dense(10)]
            for layer in self.layers:
                self.register_child(layer)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        relu = F.npx.relu if mx.util.is_np_array() else F.relu
        first, second, last = self.layers
        return last(relu(second(relu(first(x)))))


def lenet() -> nn.HybridSequential:
    """Return LeNet, built from Gluon layers only."""
    net = nn.HybridSequential()
    net.add(nn.Conv2D(20, 5, activation="tanh"), nn.MaxPool2D(2, 2), nn.Conv2D(50, 5, activation="tanh"),
            nn.MaxPool2D(2, 2), nn.Dense(500, activation="tanh"), nn.Dense(10))
    return net


class Encoder(nn.HybridBlock):
    """Layer of a transformer encoder."""

    def __init__(self, units: int = 64, heads: int = 4) -> None:
        super().__init__()
        self._heads, self._scale = heads, (units // heads) ** -0.5
        with self.name_scope():
            self.query, self.key, self.value, self.output, self.shrink = (nn.Dense(units, flatten=False)
                                                                          for _ in range(5))
            self.grow = nn.Dense(4 * units, flatten=False)
            self.first_norm, self.second_norm = nn.LayerNorm(), nn.LayerNorm()

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        run = self._with_numpy if mx.util.is_np_array() else self._with_nd
        return run(F, x)

    def _with_numpy(self, F: Any, x: Any) -> Any:
        def split(y: Any) -> Any:
            return F.npx.reshape(F.np.transpose(F.npx.reshape(y, (-2, -2, self._heads, -1)), (0, 2, 1, 3)),
                                 (-5, -2, -2))

        query, key, value = split(self.query(x)), split(self.key(x)), split(self.value(x))
        shares = F.npx.softmax(F.npx.batch_dot(query, key, transpose_b=True) * self._scale)
        joined = F.npx.reshape(F.npx.batch_dot(shares, value), (-6, -1, self._heads, -2, -2))
        joined = F.npx.reshape(F.np.transpose(joined, (0, 2, 1, 3)), (-2, -2, -1))
        x = self.first_norm(x + self.output(joined))
        return self.second_norm(x + self.shrink(F.npx.relu(self.grow(x))))

    def _with_nd(self, F: Any, x: Any) -> Any:
        def split(y: Any) -> Any:
            return F.reshape(F.transpose(F.reshape(y, shape=(0, 0, self._heads, -1)), axes=(0, 2, 1, 3)),
                             shape=(-3, 0, 0))

        query, key, value = split(self.query(x)), split(self.key(x)), split(self.value(x))
        shares = F.softmax(F.batch_dot(query, key, transpose_b=True) * self._scale)
        joined = F.reshape(F.batch_dot(shares, value), shape=(-4, -1, self._heads, 0, 0))
        joined = F.reshape(F.transpose(joined, axes=(0, 2, 1, 3)), shape=(0, 0, -1))
        x = self.first_norm(x + self.output(joined))
        return self.second_norm(x + self.shrink(F.relu(self.grow(x))))


def works(make: Callable[[], Any], shape: tuple[int, ...], numpy: bool) -> tuple[Work, Work]:
    """Return the prediction and the training step of a hybridized network."""
    _switch(numpy)
    net = make()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    data = (np if numpy else nd).random.uniform(0.0, 1.0, shape)
    label = net(data) * 0
    loss, trainer = gluon.loss.L2Loss(), gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})

    def step() -> None:
        with autograd.record():
            error = loss(net(data), label)
        error.backward()
        trainer.step(shape[0])

    return lambda: net(data).wait_to_read(), step


def _switch(numpy: bool) -> None:
    if numpy:
        npx.set_np()
    else:
        npx.reset_np()


def _best(pair: tuple[Work, Work], rounds: int, times: int) -> tuple[float, float]:
    """Return the shortest times in microseconds, without and with NumPy mode, measured in turn."""
    best = [float("inf")] * 2
    for _ in range(rounds):
        for numpy, work in enumerate(pair):
            _switch(bool(numpy))
            start = time.perf_counter()
            for _ in range(times):
                work()
            best[numpy] = min(best[numpy], (time.perf_counter() - start) / times * 1e6)
    return best[0], best[1]


def calls() -> dict[str, tuple[Work, Work]]:
    """Return calls on small arrays, where the overhead of a call dominates."""
    a, b = nd.ones((4, 4)), nd.ones((4, 4))
    x, y = a.as_np_ndarray(), b.as_np_ndarray()
    return {
        "a + b": (lambda: a + b, lambda: x + y), "a + 2": (lambda: a + 2, lambda: x + 2),
        "exp": (lambda: nd.exp(a), lambda: np.exp(x)), "add": (lambda: nd.add(a, b), lambda: np.add(x, y)),
        "sum": (lambda: nd.sum(a, axis=1), lambda: np.sum(x, axis=1)),
        "max": (lambda: nd.max(a, axis=0), lambda: np.max(x, axis=0)),
        "dot": (lambda: nd.dot(a, b), lambda: np.dot(x, y)),
        "transpose": (lambda: nd.transpose(a), lambda: np.transpose(x)),
        "reshape": (lambda: nd.reshape(a, shape=(2, 8)), lambda: np.reshape(x, (2, 8))),
        "concatenate": (lambda: nd.concat(a, b, dim=1), lambda: np.concatenate([x, y], axis=1)),
        "softmax": (lambda: nd.softmax(a), lambda: npx.softmax(x)), "relu": (lambda: nd.relu(a), lambda: npx.relu(x)),
        "zeros": (lambda: nd.zeros((2, 3)), lambda: np.zeros((2, 3))), "a[1]": (lambda: a[1], lambda: x[1]),
    }


def main() -> None:
    print(f"{'work':24}{'nd, us':>12}{'np, us':>12}{'ratio':>8}")

    def show(name: str, pair: tuple[Work, Work], rounds: int, times: int) -> None:
        plain, numpy = _best(pair, rounds, times)
        print(f"{name:24}{plain:12.2f}{numpy:12.2f}{numpy / plain:8.2f}")

    networks = {"perceptron": (Perceptron, (64, 784)), "LeNet": (lenet, (32, 1, 28, 28)),
                "transformer": (Encoder, (16, 32, 64))}
    for name, (make, shape) in networks.items():
        plain, numpy = works(make, shape, False), works(make, shape, True)
        for kind, first, second in zip(("predict", "train"), plain, numpy, strict=True):
            show(f"{name}, {kind}", (first, second), 12, 20)
    for name, pair in calls().items():
        show(name, pair, 10, 1500)
    npx.reset_np()


if __name__ == "__main__":
    main()
