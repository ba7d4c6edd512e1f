"""Run random programs that predict, alias, write and export, and compare each step with eager execution.

    python tools/fuzz/packed_weights.py [--count 10000] [--seed 0]

Prediction caches values that are derived from weights, such as transposed, folded and packed weights. After a weight is
written, the next prediction of the hybridized network must be the same as the prediction of the eager network. The same
holds for an executor that is bound to the same arrays.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd

Weight = Any


def _dense(prefix: str) -> tuple[gluon.HybridBlock, tuple[int, ...]]:
    net = gluon.nn.HybridSequential(prefix=prefix)
    with net.name_scope():
        net.add(gluon.nn.Dense(6, activation="relu"), gluon.nn.Dense(5, use_bias=False), gluon.nn.Dense(3))
    return net, (2, 4)


def _convolutions(prefix: str) -> tuple[gluon.HybridBlock, tuple[int, ...]]:
    net = gluon.nn.HybridSequential(prefix=prefix)
    with net.name_scope():
        net.add(gluon.nn.Conv2D(4, 3, padding=1), gluon.nn.BatchNorm(), gluon.nn.Activation("relu"),
                gluon.nn.Conv2D(3, 1, use_bias=False), gluon.nn.GlobalAvgPool2D(), gluon.nn.Dense(2))
    return net, (2, 3, 5, 5)


# Functions that create an alias of a weight. Most of them return new memory, and some share it.
ALIASES: list[Callable[[Weight], Any]] = [
    lambda w: w.T, lambda w: nd.reshape(w, (-1,)), lambda w: nd.flatten(w), lambda w: nd.expand_dims(w, 0),
    lambda w: nd.squeeze(nd.expand_dims(w, 0)), lambda w: nd.swapaxes(w, 0, w.ndim - 1),
    lambda w: nd.slice_axis(w, axis=0, begin=0, end=1), lambda w: nd.BlockGrad(w), lambda w: w.copy(),
    lambda w: w.detach(), lambda w: w[0:1], lambda w: w.reshape((-1,)), lambda w: w.expand_dims(0),
    lambda w: w.astype("float32", copy=False), lambda w: w.as_in_context(mx.cpu()), lambda w: w.as_np_ndarray(),
    lambda w: nd.identity(w), lambda w: nd.transpose(w), lambda w: w.slice_axis(axis=0, begin=0, end=1),
    lambda w: w.asnumpy(), lambda w: nd.split_v2(w, 1), lambda w: nd.concat(w, w, dim=0),
    lambda w: w.broadcast_to(w.shape),
    # From here on other libraries share the memory.
    lambda w: np.from_dlpack(w), lambda w: torch.from_dlpack(w), lambda w: nd.from_dlpack(w.to_dlpack_for_write()),
    lambda w: torch.utils.dlpack.from_dlpack(w.to_dlpack_for_read()),
]


def _fresh(shape: tuple[int, ...], generator: np.random.RandomState) -> np.ndarray:
    return generator.uniform(-1, 1, shape).astype("float32")


class Program:
    """Network in its three forms, aliases of its weights, and the steps of a random program."""

    def __init__(self, seed: int) -> None:
        self.random, self.numpy = random.Random(seed), np.random.RandomState(seed)
        mx.random.seed(seed)
        make = self.random.choice([_dense, _convolutions])
        self.net, self.shape = make("net_")
        self.net.initialize(mx.init.Uniform(0.5))
        self.net(nd.zeros(self.shape))
        self.names = list(self.net.collect_params())
        self.kept: list[Any] = []
        self.trainer: gluon.Trainer | None = None
        self.done: list[str] = []
        self.executor: Any = None
        self.steps = [self.predict] * 4 + [self.keep] * 3 + [self.drop, self.export, self.executor_step] + [
            self.set_data, self.assign, self.assign_part, self.add, self.multiply, self.write_out, self.copy_in,
            self.write_view, self.write_kept, self.train, self.update_operator, self.load, self.pull,
            self.write_numpy_array, self.draw, self.write_state]

    def weight(self) -> Weight:
        return self.net.collect_params()[self.random.choice(self.names)].data()

    # Reading

    def predict(self) -> None:
        self.check()

    def check(self) -> None:
        data = nd.array(_fresh((self.random.choice([1, 2, 2, 3]), *self.shape[1:]), self.numpy))
        results = [(self.net(data).asnumpy(), "hybridized")]
        if self.executor is not None and data.shape == self.shape:
            results.append((self.executor.forward(is_train=False, data=data)[0].asnumpy(), "executor"))
        expected = self.eager_result(data)
        for found, kind in results:
            if not np.allclose(found, expected, rtol=1e-4, atol=1e-5, equal_nan=True):
                raise SystemExit(f"{kind} prediction is stale after {self.done}: {found} instead of {expected}")

    def eager_result(self, data: nd.NDArray) -> np.ndarray:
        result = data
        for block in self.net._children.values():
            result = block.hybrid_forward(nd, result, **{
                name: parameter.data() for name, parameter in block._reg_params.items()})
        return np.asarray(result.asnumpy())

    def export(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.net(nd.zeros(self.shape))
            self.net.export(os.path.join(folder, "net"))
            loaded = gluon.SymbolBlock.imports(os.path.join(folder, "net-symbol.json"), ["data"],
                                               os.path.join(folder, "net-0000.params"))
        data = nd.array(_fresh(self.shape, self.numpy))
        if not np.allclose(loaded(data).asnumpy(), self.eager_result(data), rtol=1e-4, atol=1e-5):
            raise SystemExit(f"the exported network differs after {self.done}")

    def executor_step(self) -> None:
        """Bind an executor to the arrays of the network."""
        symbol = self.net(mx.sym.var("data"))
        arrays = {name: self.net.collect_params()[name].data() for name in self.names}
        arguments = {k: v for k, v in arrays.items() if k in symbol.list_arguments()}
        states = {k: v for k, v in arrays.items() if k in symbol.list_auxiliary_states()}
        self.executor = symbol.bind(mx.cpu(), {"data": nd.zeros(self.shape), **arguments}, aux_states=states,
                                    grad_req="null")

    # Aliases

    def keep(self) -> None:
        self.kept.append(self.random.choice(ALIASES)(self.weight()))

    def drop(self) -> None:
        if self.kept:
            self.kept.pop(self.random.randrange(len(self.kept)))
        if self.random.random() < 0.1:
            gc.collect()

    # Writing

    def set_data(self) -> None:
        parameter = self.net.collect_params()[self.random.choice(self.names)]
        parameter.set_data(nd.array(_fresh(parameter.shape, self.numpy)))

    def assign(self) -> None:
        weight = self.weight()
        weight[:] = self.random.choice([nd.array, np.asarray])(_fresh(weight.shape, self.numpy))

    def assign_part(self) -> None:
        weight = self.weight()
        weight[self.random.randrange(weight.shape[0])] = self.random.uniform(-1, 1)

    def add(self) -> None:
        weight = self.weight()
        weight += 0.25

    def multiply(self) -> None:
        weight = self.weight()
        weight *= nd.full(weight.shape, 0.5)

    def write_out(self) -> None:
        weight = self.weight()
        nd.elemwise_add(weight, nd.ones_like(weight), out=weight)

    def copy_in(self) -> None:
        weight = self.weight()
        nd.array(_fresh(weight.shape, self.numpy)).copyto(weight)

    def write_view(self) -> None:
        weight = self.weight()
        view = self.random.choice([weight[0:1], weight.reshape((-1,)), weight.expand_dims(0)])
        view[:] = self.random.uniform(-1, 1)

    def write_kept(self) -> None:
        """Write to an alias, which may be memory of the weight, new memory, or a view of another library."""
        if not self.kept:
            return
        alias = self.random.choice(self.kept)
        alias = alias[0] if isinstance(alias, list) else alias
        if isinstance(alias, np.ndarray) and not alias.flags.writeable:
            return
        alias[0:1] = self.random.uniform(-1, 1)

    def train(self) -> None:
        if self.trainer is None or self.random.random() < 0.2:
            kind = self.random.choice(["sgd", "adam", "nag", "rmsprop", "ftml", "adagrad", "signum"])
            self.trainer = gluon.Trainer(self.net.collect_params(), kind, {"learning_rate": 0.05})
        with autograd.record():
            loss = self.net(nd.array(_fresh(self.shape, self.numpy))).sum()
        loss.backward()
        self.trainer.step(2)

    def update_operator(self) -> None:
        weight = self.weight()
        nd.sgd_mom_update(weight, nd.ones_like(weight), nd.zeros_like(weight), lr=0.1, momentum=0.9, out=weight)

    def load(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "net.params")
            self.net.save_parameters(path)
            self.set_data()
            self.check()
            self.net.load_parameters(path)

    def pull(self) -> None:
        weight = self.weight()
        store = mx.kv.create("local")
        store.init(0, nd.array(_fresh(weight.shape, self.numpy)))
        store.pull(0, out=weight)

    def write_numpy_array(self) -> None:
        weight = self.weight().as_np_ndarray()
        weight[:] = self.random.uniform(-1, 1)

    def draw(self) -> None:
        weight = self.weight()
        nd.random.uniform(-1, 1, shape=weight.shape, out=weight)

    def write_state(self) -> None:
        """Let an operator write a state: the second moment of Adam is a weight of the network."""
        weight = self.weight()
        zeros = nd.zeros_like(weight)
        nd.adam_update(zeros, nd.ones_like(weight), nd.zeros_like(weight), weight, lr=0.1, out=zeros)

    def run(self, length: int) -> None:
        self.net.hybridize(static_alloc=self.random.random() < 0.5)
        self.check()
        for _ in range(length):
            step = self.random.choice(self.steps)
            self.done.append(step.__name__)
            step()
            self.check()


def main() -> None:
    """Run the requested programs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--length", type=int, default=8)
    arguments = parser.parse_args()
    started = time.monotonic()
    for number in range(arguments.seed, arguments.seed + arguments.count):
        try:
            Program(number).run(arguments.length)
        except SystemExit as error:
            raise SystemExit(f"program {number}: {error}") from None
        if number % 500 == 499:
            print(f"{number + 1} programs, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{arguments.count} programs agree")


if __name__ == "__main__":
    main()
