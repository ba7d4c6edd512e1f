"""Compare compiled and eager results of random networks for data of different sizes, in prediction and training.

    python tools/fuzz/varying_sizes.py [--count 2000] [--seed 0]

A plan is created for a specific size and reused for other sizes after a few calls. A size of 1 can make different
shapes equal. The hybridized network must give the results, gradients and errors of the eager network for every order of
sizes.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

Step = Callable[[Any, Any, dict[str, Any]], Any]
SIZES = [1, 1, 2, 3, 4, 5, 8, 17]


def _maps(generator: random.Random) -> list[Step]:
    """Return steps on (batch, channels, height, width) that keep the number of axes."""
    channels = generator.choice([2, 3])
    kernel = generator.choice([(1, 1), (3, 3), (2, 3)])
    pool = {"kernel": generator.choice([(1, 1), (2, 2), (3, 3)]), "stride": generator.choice([(1, 1), (2, 2), (3, 3)]),
            "pad": (0, 0), "pool_type": generator.choice(["max", "max", "avg"]),
            "pooling_convention": generator.choice(["valid", "full", "same"])}
    axis = generator.choice([0, 1, 2, 3])
    bias = generator.random() < 0.5
    name = f"conv{generator.randrange(10 ** 6)}"
    return [
        lambda F, x, w: F.Convolution(x, w.make(f"{name}_weight"), *([] if bias else [w.make(f"{name}_bias")]),
                                      num_filter=channels, kernel=kernel, pad=(1, 1), no_bias=bias, name=name),
        lambda F, x, w: F.Pooling(x, **pool),
        lambda F, x, w: F.Pooling(F.Activation(x, act_type="relu"), **pool),
        lambda F, x, w: F.BatchNorm(x, *[w.make(f"{name}_{s}") for s in ("gamma", "beta", "moving_mean", "moving_var")],
                                    fix_gamma=bias),
        lambda F, x, w: F.Activation(x, act_type="relu"), lambda F, x, w: F.relu(x),
        lambda F, x, w: F.clip(x, 0.0, 6.0), lambda F, x, w: F.LeakyReLU(x, slope=0.1),
        lambda F, x, w: F.broadcast_add(x, F.mean(x, axis=axis, keepdims=True)),
        lambda F, x, w: F.broadcast_add(F.mean(x, axis=axis, keepdims=True), x),
        lambda F, x, w: F.broadcast_mul(x, F.sigmoid(F.Pooling(x, global_pool=True, kernel=(1, 1), pool_type="avg"))),
        lambda F, x, w: x + x * 0.5, lambda F, x, w: F.concat(x, F.tanh(x), dim=1),
        lambda F, x, w: F.slice_axis(x, axis=1, begin=0, end=1), lambda F, x, w: F.transpose(x, (0, 1, 3, 2)),
        lambda F, x, w: F.Dropout(x, p=0.0), lambda F, x, w: F.softmax(x, axis=axis),
        lambda F, x, w: F.broadcast_maximum(x, F.max(x, axis=axis, keepdims=True) - 0.1),
        lambda F, x, w: F.UpSampling(x, scale=2, sample_type="nearest"),
        lambda F, x, w: F.identity(x) + F.zeros_like(x),
    ]


def _rows(generator: random.Random) -> list[Step]:
    """Return steps on (rows, columns); the last may change the number of axes depending on the data size."""
    hidden = generator.choice([1, 3, 4])
    name = f"dense{generator.randrange(10 ** 6)}"
    bias = generator.random() < 0.3
    axis = generator.choice([0, 1])
    return [
        lambda F, x, w: F.FullyConnected(x, w.make(f"{name}_weight"), *([] if bias else [w.make(f"{name}_bias")]),
                                         num_hidden=hidden, no_bias=bias, name=name),
        lambda F, x, w: F.Activation(x, act_type="relu"), lambda F, x, w: F.softmax(x),
        lambda F, x, w: F.log_softmax(x),
        lambda F, x, w: F.broadcast_add(x, F.sum(x, axis=axis, keepdims=True)),
        lambda F, x, w: F.broadcast_div(x, F.norm(x, axis=axis, keepdims=True) + 1),
        lambda F, x, w: F.concat(x, x, dim=axis), lambda F, x, w: F.dot(x, F.transpose(x)),
        lambda F, x, w: F.Reshape(F.expand_dims(x, 1), shape=(0, -1)), lambda F, x, w: F.tanh(x) * 2,
        lambda F, x, w: F.LayerNorm(x, w.make(f"{name}_g"), w.make(f"{name}_b")), lambda F, x, w: F.tile(x, (1, 2)),
        lambda F, x, w: F.reshape_like(F.Flatten(x), x), lambda F, x, w: F.where(x > 0, x, x * 0.1),
        lambda F, x, w: F.Activation(F.FullyConnected(x, w.make(f"{name}_weight"), w.make(f"{name}_bias"),
                                                      num_hidden=hidden, name=name), act_type="relu"),
        lambda F, x, w: F.broadcast_add(F.expand_dims(F.sum(F.squeeze(F.expand_dims(x, 2))), 0), x),
        lambda F, x, w: F.Reshape(F.softmax(F.squeeze(F.expand_dims(x, 1)), axis=-1), shape=(1, -1)),
    ]


class _Weights:
    """Parameters by name, in the order of their first use."""

    def __init__(self, given: dict[str, Any]) -> None:
        self._given = given

    def make(self, name: str) -> Any:
        return self._given[name]


class Net(gluon.HybridBlock):
    """Chain of random steps."""

    def __init__(self, seed: int) -> None:
        super().__init__(prefix=f"net{seed}_")
        generator = random.Random(seed)
        self.kind = generator.choice([_maps, _rows])
        self.steps = [generator.choice(self.kind(generator)) for _ in range(generator.randint(2, 5))]
        if self.kind is _maps and generator.random() < 0.5:
            self.steps += [lambda F, x, w: F.Flatten(x)]
        recorder = _Asked()
        for step in self.steps:
            step(_Anything(), _Anything(), recorder)
        with self.name_scope():
            for name in dict.fromkeys(recorder.names):
                first = "ones" if name.endswith(("var", "gamma", "_g")) else None
                request = "null" if "moving" in name else "write"
                setattr(self, name, self.params.get(name, init=first, grad_req=request, allow_deferred_init=True))

    def hybrid_forward(self, F: Any, x: Any, **params: Any) -> Any:
        for step in self.steps:
            x = step(F, x, _Weights(params))
        return x


class _Anything:
    """Placeholder for arrays and functions while the parameters of a network are collected."""

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **kwargs: self

    def __add__(self, other: Any) -> Any:
        return self

    __sub__ = __mul__ = __gt__ = __radd__ = __add__


class _Asked:
    def __init__(self) -> None:
        self.names: list[str] = []

    def make(self, name: str) -> Any:
        self.names.append(name)
        return _Anything()


def _call(net: Net, values: np.ndarray, train: bool) -> Any:
    """Return results and gradients, or the exception class."""
    data = nd.array(values)
    try:
        if not train:
            return [net(data).asnumpy()]
        data.attach_grad()
        with autograd.record():
            result = net(data)
        result.backward(nd.cos(nd.arange(result.size)).reshape(result.shape))
        parameters = [p for p in net.collect_params().values() if p.grad_req != "null"]
        return [result.asnumpy(), data.grad.asnumpy(), *[p.grad().asnumpy() for p in parameters]]
    except (mx.MXNetError, ValueError) as error:
        return type(error)


def _agree(found: Any, expected: Any) -> bool:
    """Return whether both raised, or all arrays are equal up to rounding relative to their largest number."""
    if isinstance(expected, type) or isinstance(found, type):
        return isinstance(expected, type) and isinstance(found, type)
    sizes = [np.abs(a[np.isfinite(a) & (np.abs(a) < 1e30)]).max(initial=1.0) for a in expected]
    return all(a.shape == b.shape and np.allclose(a, b, rtol=1e-3, atol=1e-4 * max(sizes), equal_nan=True)
               for a, b in zip(found, expected, strict=True))


def run(seed: int, calls: int = 14) -> None:
    """Compare a compiled network with its eager form; raise SystemExit with both results if they differ."""
    mx.random.seed(seed)
    generator, numbers = random.Random(seed + 1), np.random.RandomState(seed % 2 ** 32)
    net = Net(seed)
    net.initialize(mx.init.Uniform(0.6))
    fixed = [generator.choice([2, 3]), generator.choice([1, 4])]
    for number in range(calls):
        shape = (generator.choice(SIZES), fixed[0], generator.choice(SIZES), generator.choice(SIZES)) if (
            net.kind is _maps) else (generator.choice(SIZES), fixed[1])
        values = numbers.uniform(-2, 2, shape).astype("float32")
        train = generator.random() < 0.4
        states = [p for p in net.collect_params().values() if p.grad_req == "null" and p._data is not None]
        before = [p.data().copy() for p in states]
        net._active = False  # hybridize() would discard the plans
        expected = _call(net, values, train)
        for parameter, state in zip(states, before, strict=True):
            parameter.set_data(state)
        net._active = True
        found = _call(net, values, train)
        if not _agree(found, expected):
            raise SystemExit(f"network {seed}, call {number} with {shape}, train={train}: {found} instead of "
                             f"{expected}")


def main() -> None:
    """Compare the requested number of networks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    started = time.monotonic()
    for seed in range(options.seed, options.seed + options.count):
        run(seed)
    print(f"{options.count} networks agree, {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
