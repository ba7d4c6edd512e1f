"""Run random actions between steps, with and without sums that start in the backward pass.

Each worker runs different actions. The results of both stores are compared bitwise.
"""

import os
import sys

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.kvstore.dist import overlap

seed = int(sys.argv[1])
overlap.BUCKET_BYTES = 100  # several buckets for a small network
overlap._LONGEST_PAUSE = 2
GPUS = [mx.gpu(0), mx.gpu(1)]
loss_of = gluon.loss.L2Loss()


class Branches(gluon.HybridBlock):
    """A network with a layer that a step may skip."""

    def __init__(self, hybrid):
        super().__init__(prefix="net_")
        with self.name_scope():
            self.layers = [gluon.nn.Dense(4, in_units=4, activation="tanh") for _ in range(3)]
        for layer in self.layers:
            self.register_child(layer)
            if hybrid:
                layer.hybridize()

    def forward(self, x, all_layers):
        for layer in self.layers[:3 if all_layers else 2]:
            x = layer(x)
        return x


class Side:
    """One of the two compared programs: a network, a trainer and a store."""

    def __init__(self, wanted, on_store, contexts, hybrid):
        os.environ["MXNET_KVSTORE_OVERLAP"] = wanted
        mx.random.seed(seed)
        self.net = Branches(hybrid)
        self.net.initialize(ctx=contexts)
        self.contexts = contexts
        self.parameters = list(self.net.collect_params().values())
        self.store = mx.kv.create("dist_sync")
        self.trainer = gluon.Trainer(self.net.collect_params(), "sgd", {"learning_rate": 0.05, "momentum": 0.9},
                                     kvstore=self.store, update_on_kvstore=on_store)
        self.trainer._prepare()

    def backward(self, inputs, all_layers):
        with autograd.record():
            losses = [loss_of(self.net(part, all_layers), part * 0.5)
                      for part in gluon.utils.split_and_load(nd.array(inputs), self.contexts)]
        autograd.backward(losses)

    def gradients(self):
        return [array for p in self.parameters if p.grad_req != "null" for array in p.list_grad()]

    def clip(self, limit):
        for context in self.contexts:
            gluon.utils.clip_global_norm([p.grad(context) for p in self.parameters], limit)

    def write(self, number, value):
        array = self.gradients()[number]
        array[0] = value

    def zero(self):
        for parameter in self.parameters:
            parameter.zero_grad()

    def exchange(self, batch, apart, limit):
        if apart and not self.trainer._update_on_kvstore:
            self.trainer.allreduce_grads()
            self.clip(limit)
            self.trainer.update(batch, ignore_stale_grad=True)
        else:
            self.trainer.step(batch, ignore_stale_grad=True)

    def push_by_hand(self, batch):
        """Push and pull gradients without the trainer."""
        keys = list(range(len(self.parameters)))
        self.store.scale_of_sums = 1.0 / batch
        self.store.push(keys, [p.list_grad() for p in self.parameters])
        self.store.pull(keys, out=[p.list_grad() for p in self.parameters])

    def values(self):
        arrays = [array for p in self.parameters for array in p.list_data()] + self.gradients()
        return [array.asnumpy().tobytes() for array in arrays]


def choose(sides, everybody, own):
    """Run one step of all workers. Differences between workers are drawn from `own`."""
    inputs = own.uniform(-1, 1, (4, 4)).astype("float32")
    batch = 8 if everybody.rand() < 0.8 else int(own.randint(1, 9))
    calm = everybody.rand() < 0.6  # most steps do nothing unusual, so the sums are used
    actions = [] if calm else [str(own.choice(["again", "clip", "write", "zero", "nothing", "no backward", "retain"]))
                               for _ in range(own.randint(0, 3))]
    all_layers = calm or bool(own.rand() < 0.7)
    limit, number, apart = float(own.uniform(0.01, 1)), int(own.randint(0, 6)), everybody.rand() < 0.3
    for side in sides:
        if "no backward" not in actions:
            side.backward(inputs, all_layers)
        for action in actions:
            if action == "again":
                side.backward(inputs[::-1].copy(), bool(number % 2))
            elif action == "clip":
                side.clip(limit)
            elif action == "write":
                side.write(number, limit)
            elif action == "zero":
                side.zero()
    kind = everybody.rand()
    for side in sides:
        if kind < 0.05 and not side.trainer._update_on_kvstore:
            side.push_by_hand(batch)
        elif 0.05 < kind < 0.1:
            side.store.barrier()
        else:
            side.exchange(batch, apart, limit)
    if 0.1 < kind < 0.13:
        # Accumulated gradients cannot be sent early. The next steps have other arrays.
        for side in sides:
            for parameter in side.parameters:
                parameter.grad_req = "add"
    elif 0.13 < kind < 0.25:
        for side in sides:
            for parameter in side.parameters:
                parameter.grad_req = "write"


def run(on_store, contexts, hybrid, steps):
    sides = [Side(wanted, on_store, contexts, hybrid) for wanted in "01"]
    rank = sides[0].store.rank
    everybody, own = np.random.RandomState(seed), np.random.RandomState(1000 * seed + rank)
    used = [0]
    cut = overlap.Overlap._cut

    def counted(self, flats):
        used[0] += 1
        return cut(self, flats)

    overlap.Overlap._cut = counted
    for step in range(steps):
        choose(sides, everybody, own)
        plain, early = (side.values() for side in sides)
        assert plain == early, f"step {step}: the workers' sums differ from those of workers without overlap"
    overlap.Overlap._cut = cut
    # Workers end at different steps. Workers without a batch contribute zeros.
    for side in sides:
        for _ in range(rank + 1):
            side.backward(np.ones((4, 4), "float32"), True)
            side.trainer.step(8)
        if rank == 0:
            side.backward(np.ones((4, 4), "float32"), True)
        side.store.barrier()
    plain, early = (side.values() for side in sides)
    assert plain == early
    return used[0]


used = [run(on_store, contexts, hybrid, 60) for on_store, contexts, hybrid in (
    (False, [mx.cpu()], False), (True, [mx.cpu()], True), (False, GPUS, True), (True, GPUS, False))]
assert min(used) >= 10, f"overlapped sums were only used in {used} of 60 steps"
print("passed", used, flush=True)
